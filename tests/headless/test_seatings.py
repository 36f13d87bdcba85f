from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.headless.seatings import MOST_SEATINGS, seatings

named = st.lists(st.integers(1, 3), min_size=2, max_size=4)
seats = st.integers(1, 5)


def all_of(named: list[int], seats: int) -> list[tuple[int, ...]]:
    """Every word of so many players that keeps the rule, by trying them all."""
    words = product(range(len(named)), repeat=seats)
    if sum(named) > seats:
        return [w for w in words if all(w.count(i) <= n for i, n in enumerate(named))]
    return [w for w in words if all(w.count(i) >= n for i, n in enumerate(named))]


@given(named, seats)
def test_they_are_all_that_there_are(named: list[int], seats: int) -> None:
    expected = all_of(named, seats)
    assert len(expected) <= MOST_SEATINGS
    assert list(seatings(named, seats)) == expected


@given(named, seats)
def test_everybody_has_each_seat_equally_often(named: list[int], seats: int) -> None:
    columns = list(zip(*seatings(named, seats), strict=True))
    for player in range(len(named)):
        assert len({column.count(player) for column in columns}) == 1


@pytest.mark.parametrize(
    ("named", "seats", "number"),
    [
        ([1, 1, 1], 3, 6),  # 3!
        ([1, 1, 1, 1], 4, 24),  # 4!
        ([1, 1], 4, 14),  # 2^4 less the two of one player alone
        ([1, 1, 1], 4, 36),  # 3^4 - 3 * 2^4 + 3
        ([2, 2], 4, 6),  # 4 over 2
        ([1] * 5, 4, 120),  # 5 * 4 * 3 * 2
        ([1] * 7, 1, 7),
    ],
)
def test_their_number_is_as_combinatorics_has_it(named: list[int], seats: int, number: int) -> None:
    assert len(seatings(named, seats)) == number


def test_the_most_that_there_may_be() -> None:
    assert len(seatings([1] * 1000, 1)) == MOST_SEATINGS == 1000
    with pytest.raises(ValueError, match=r"1001 players can take 1 seats in 1001 ways, .* 1000"):
        seatings([1] * 1001, 1)


def test_far_too_many_are_counted_without_being_listed() -> None:
    with pytest.raises(ValueError, match="20 players can take 8 seats in 5079110400 ways"):
        seatings([1] * 20, 8)
    with pytest.raises(ValueError, match="in more than a million million ways"):
        seatings([1] * 60, 8)
