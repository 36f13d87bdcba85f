from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Outcome
from cardkit.headless import Summary, wilson


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_agrees_with_published_values(wins, n, low, high) -> None:
    assert wilson(wins, n) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_no_game_at_all_tells_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("wins", "n"), [(-1, 3), (4, 3), (1, 0), (0, -1)])
def test_impossible_counts_are_refused(wins, n) -> None:
    with pytest.raises(ValueError, match="cannot have been won"):
        wilson(wins, n)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_its_bounds_are_where_a_score_test_just_fails(one: int, other: int) -> None:
    wins, n = min(one, other), max(one, other)
    if n == 0:
        return
    share = wins / n
    low, high = wilson(wins, n)
    assert 0 <= low <= share <= high <= 1
    for bound in {low, high} - {0.0, 1.0}:
        score = abs(share - bound) / math.sqrt(bound * (1 - bound) / n)
        assert score == pytest.approx(1.959963984540054, rel=1e-6)


def test_a_summary_of_nothing_is_empty() -> None:
    total = Summary()
    assert (total.count, total.interval, total.mean_scores) == (0, None, None)
    assert total.to_data() == {"games": 0, "moves": 0, "reasons": {}}


def test_means_are_over_the_games_that_gave_scores() -> None:
    total = Summary()
    for outcome in (
        Outcome("scored", scores=(4, -2), winners=(0,)),
        Outcome("limit"),
        Outcome("scored", scores=(1, 1), winners=(0, 1)),
    ):
        total.add_outcome(outcome)
    assert (total.count, total.scored) == (3, 2)
    assert total.mean_scores == (2.5, -0.5)
    assert total.wins == [2, 1]
    assert total.reasons == {"scored": 2, "limit": 1}
