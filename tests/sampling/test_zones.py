"""Counting worlds: against trying all of them, and evenness of what is drawn."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Rng
from cardkit.zones import Worlds, below


def every(paths, room):
    """All choices of paths that fill the room exactly, by trying all."""
    items = sorted(paths)
    found = []
    for choice in product(*(sorted(paths[item]) for item in items)):
        used = Counter(zone for path in choice for zone in path if zone in room)
        if all(used[zone] == size for zone, size in room.items()):
            found.append(tuple(zip(items, choice, strict=True)))
    return found


PATHS = [(0,), (1,), (2,), (0, 3), (1, 3), (1, 4), (5,), (5, 3)]  # zone 5 has room for any number


@st.composite
def problems(draw):
    """Some cards with some paths, and room that at least one choice fills."""
    size = draw(st.integers(1, 6))
    sets = st.sets(st.sampled_from(PATHS), min_size=1, max_size=4)
    paths = {f"card{i}": draw(sets) for i in range(size)}
    chosen = [draw(st.sampled_from(sorted(paths[card]))) for card in sorted(paths)]
    used = Counter(zone for path in chosen for zone in path)
    return paths, {zone: used[zone] for zone in (0, 1, 2, 3, 4)}


@given(problems())
def test_the_count_is_that_of_all_worlds(problem):
    paths, room = problem
    assert Worlds(paths, room).count == len(every(paths, room))


@given(problems(), st.integers(0, 2**64 - 1))
def test_what_is_drawn_is_one_of_them(problem, seed):
    paths, room = problem
    drawn = Worlds(paths, room).draw(Rng(seed))
    assert tuple(sorted(drawn.items())) in every(paths, room)


@pytest.mark.parametrize(
    ("paths", "room"),
    [
        ({c: {(0,), (1,), (2,)} for c in "abcde"}, {0: 2, 1: 2, 2: 1}),
        (
            {"a": {(0,)}, "b": {(0,), (1,)}, "c": {(1,), (2,)}, "d": {(0,), (2,)}},
            {0: 2, 1: 1, 2: 1},
        ),
        ({c: {(0,), (0, 1), (0, 2), (3,)} for c in "abcd"}, {0: 3, 1: 1, 2: 1, 3: 1}),
        ({"a": {(9,), (1,)}, "b": {(9,), (1,)}, "c": {(0,), (0, 1)}}, {0: 1, 1: 1}),
    ],
)
def test_every_world_is_drawn_as_often(paths, room):
    worlds, rng = Worlds(paths, room), Rng(7)
    all_of_them = every(paths, room)
    times = 400
    drawn = Counter(
        tuple(sorted(worlds.draw(rng).items())) for _ in range(times * len(all_of_them))
    )
    assert set(drawn) == set(all_of_them)
    # Five standard deviations for each of them.
    assert all(abs(drawn[world] - times) < 5 * times**0.5 for world in all_of_them)


def test_hands_of_a_whole_pack_are_counted_at_once():
    paths = {card: {(0,), (1,), (2,), (3,)} for card in range(52)}
    count = factorial(52) // factorial(13) ** 4
    assert Worlds(paths, dict.fromkeys(range(4), 13)).count == count
    # Nobody can tell apart zones 1 to 3 but for the cards that are not in zone 0.
    paths |= {card: {(1,), (2,), (3,)} for card in range(13)}
    fewer = comb(39, 13) * factorial(39) // factorial(13) ** 3
    assert Worlds(paths, dict.fromkeys(range(4), 13)).count == fewer


def test_what_cannot_be_is_no_world():
    worlds = Worlds({"a": {(0,)}, "b": {(0,)}}, {0: 1})
    assert worlds.count == 0
    with pytest.raises(LookupError, match="cannot be"):
        worlds.draw(Rng(1))


@pytest.mark.parametrize("n", [1, 6, 2**64 - 1, 2**64, 2**64 + 1, 10**40])
def test_numbers_of_any_size_are_drawn(n):
    rng = Rng(3)
    drawn = [below(rng, n) for _ in range(200)]
    assert all(0 <= value < n for value in drawn)
    assert n == 1 or max(drawn) >= n // 2 > min(drawn)
