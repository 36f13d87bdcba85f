"""Statistics: worked out by hand, or once more by another way."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit.headless.intervals import mean_interval, student_95
from cardkit.headless.tally import Z_95
from cardkit.sweep import Playing, Selection, Solving, Statistics, Store, statistics
from cardkit.sweep.estimates import LEVELS, Quantiles, Ratio, Wins
from cardkit.sweep.plan import Plan, Row, Task
from cardkit.sweep.roles import RoleTally, SeatTally


def solved(deal: int, verdict: str, nodes: int, length: int | None = None) -> Row:
    ran_out = "nodes" if verdict == "undecided" else None
    return (str(deal), verdict, ran_out, length, nodes, 0, None)


def told(game: str, task: Task, rows: Iterable[Row], deals: str | None = None) -> Statistics:
    with Store.write(None, Plan.of(cardkit.game(game), task)) as store:
        store.add(rows)
        store.commit()
        return statistics(store, None if deals is None else Selection.of(deals))


# -- shares ----------------------------------------------------------------------------------------


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200))
def test_the_interval_counts_the_undecided_on_either_side(won: int, lost: int, open_: int) -> None:
    count = won + lost + open_
    low, high = Wins(count, won, open_).interval
    assert 0 <= low <= high <= 1
    # Wilson's bounds are the chances that lie just so many standard deviations away.
    for bound, wins in ((low, won), (high, won + open_)):
        if count and 0 < bound < 1:
            away = abs(wins / count - bound) / sqrt(bound * (1 - bound) / count)
            assert away == pytest.approx(Z_95)
    assert (low == 0) == (won == 0)
    assert (high == 1) == (lost == 0)


def test_of_no_deal_nothing_is_known() -> None:
    wins = Wins(0, 0)
    assert (wins.share, wins.interval) == (0.0, (0.0, 1.0))


# -- means -----------------------------------------------------------------------------------------


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_single_values_have_students_interval(values: list[int]) -> None:
    ratio = Ratio()
    for value in values:
        ratio.add(value, 1)
    mean, interval = mean_interval(values)
    found = ratio.estimate()
    assert found.mean == float(mean)
    assert found.interval == pytest.approx(interval, abs=1e-9)


GROUPS = st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), min_size=2, max_size=30)


@given(GROUPS)
def test_groups_have_the_interval_of_a_ratio(groups: list[tuple[int, int]]) -> None:
    ratio = Ratio()
    for total, size in groups:
        ratio.add(total, size)
    n = len(groups)
    sizes = sum(size for _, size in groups)
    mean = Fraction(sum(total for total, _ in groups), sizes)
    spread = sum((total - mean * size) ** 2 for total, size in groups) / Fraction(n - 1)
    half = student_95(n - 1) * sqrt(n * spread) / sizes
    found = ratio.estimate()
    assert found.mean == float(mean)
    assert found.interval == pytest.approx((mean - half, mean + half), abs=1e-9)


@given(GROUPS, st.integers(2, 5))
def test_groups_that_are_alike_may_be_taken_in_at_once(
    groups: list[tuple[int, int]], times: int
) -> None:
    singly, together = Ratio(), Ratio()
    for total, size in groups:
        together.add(total, size, times)
        for _ in range(times):
            singly.add(total, size)
    assert singly == together


def test_one_group_tells_no_interval() -> None:
    ratio = Ratio()
    ratio.add(12, 4)
    assert ratio.estimate().to_data() == {"mean": 3.0, "interval": None}


def test_many_groups_take_little_time() -> None:
    ratio = Ratio()
    ratio.add(1, 1, 10**9)
    ratio.add(0, 1, 10**9)
    low, high = ratio.estimate().interval or (0, 0)
    # The interval of a fair coin thrown two thousand million times.
    assert (high - low) / 2 == pytest.approx(Z_95 * 0.5 / sqrt(2e9), rel=2e-4)


# -- quantiles -------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=300))
def test_a_quantile_is_the_least_value_that_so_many_do_not_exceed(values: list[int]) -> None:
    found = Quantiles.of("x", sorted(values), len(values))
    for level, value in zip(LEVELS, found.values, strict=True):
        assert sum(other <= value for other in values) * 100 >= level * len(values)
        assert value in values
        below = [other for other in values if other < value]
        assert not below or len(below) * 100 < max(level * len(values), 100)


# -- solving ---------------------------------------------------------------------------------------

SOLVED = [
    *(solved(deal, "won", 10 * deal, 60 + deal) for deal in range(1, 7)),
    solved(7, "lost", 500),
    solved(8, "lost", 300),
    solved(9, "undecided", 1000),
    solved(12, "won", 5, 50),
]


def test_what_a_solver_says_is_counted() -> None:
    found = told("bisley", Solving(nodes=1000), SOLVED)
    assert found.ends == {"lost": 2, "undecided": 1, "won": 7}
    assert found.ran_out == {"nodes": 1}
    assert found.wins == Wins(10, 7, 1)
    assert found.deals == "10 of 1..12"
    assert (found.count, found.planned, found.is_complete) == (10, 10, True)
    lines = {line.name: line for line in found.quantiles}
    assert list(lines) == ["length", "nodes (lost)", "nodes (undecided)", "nodes (won)"]
    # 50 61 62 63 64 65 66: the median is the fourth, nine in ten the seventh.
    assert lines["length"].values == (50, 50, 63, 66, 66, 66)
    assert lines["nodes (lost)"].values == (300, 300, 300, 500, 500, 500)
    assert lines["nodes (won)"].values == (5, 5, 30, 60, 60, 60)


def test_a_part_of_the_deals_is_counted_by_itself() -> None:
    found = told("bisley", Solving(nodes=1000), SOLVED, "6..12")
    assert found.ends == {"lost": 2, "undecided": 1, "won": 2}
    assert (found.deals, found.count, found.planned) == ("5 of 6..12", 5, 7)
    assert not found.is_complete


def test_hidden_cards_that_were_known_are_told_of() -> None:
    assert not told("bisley", Solving(), SOLVED).thoughtful
    rows: list[Row] = [("1", "won", None, 9, 9, 1, None)]
    assert told("klondike", Solving(), rows).thoughtful


def test_the_order_in_which_rows_come_does_not_show() -> None:
    shuffled = SOLVED[:]
    random.Random(5).shuffle(shuffled)
    assert told("bisley", Solving(), shuffled) == told("bisley", Solving(), SOLVED)


def test_an_empty_store_has_statistics_of_nothing() -> None:
    found = told("bisley", Solving(), [], "1..9")
    assert (found.count, found.planned, found.deals, found.quantiles) == (0, 9, "", ())
    assert told("bismarck", Playing(("random",)), []).seats == ()


# -- playing ---------------------------------------------------------------------------------------


def test_games_of_a_patience_are_counted() -> None:
    rows: list[Row] = [
        ("1", "won", 1, 60, None, None, None),
        ("2", "stuck", 0, 9, None, None, None),
        ("3", "resigned", 0, 30, None, None, None),
    ]
    found = told("bisley", Playing(("random",)), rows)
    assert found.ends == {"resigned": 1, "stuck": 1, "won": 1}
    assert found.wins == Wins(3, 1)
    (moves,) = found.quantiles
    assert (moves.name, moves.values) == ("moves", (9, 9, 30, 60, 60, 60))


#: Two matches of two deals: contract, trumps, dealer, tricks, points.
FIRST = '[["trump","H",0,[1,10,5],[0,2,0]],["pass",null,1,[4,4,8],[0,2,1]]]'
SECOND = '[["trump","S",2,[9,4,3],[1,0,0]],["trump","C",0,[5,8,3],[0,0,-1]]]'


def test_matches_are_counted_by_seat_contract_and_role() -> None:
    rows: list[Row] = [
        ("1", "scored", None, 99, "[0,4,1]", "[1]", FIRST),
        ("2", "scored", None, 99, "[1,0,-1]", "[0,1]", SECOND),
        ("3", "limit", None, 50, None, "[]", '[["trump","H",0,[16,0,0],[9,9,9]]]'),
    ]
    found = told("bismarck", Playing(("random", "greedy", "random")), rows)
    assert found.ends == {"limit": 1, "scored": 2}
    assert found.wins is None
    assert [mean.player for mean in found.seats] == ["random", "greedy", "random"]
    assert [mean.score.mean for mean in found.seats] == [0.5, 2.0, 0.0]
    assert [mean.wins.won for mean in found.seats] == [1, 2, 0]
    assert found.seats[0].wins.count == 2
    means = {(m.contract, m.role): (m.deals, m.tricks.mean, m.points.mean) for m in found.roles}
    assert list(means) == [
        (contract, role)
        for contract in ("trump", "pass")
        for role in ("dealer", "forehand", "others")
    ]
    # Trumps: dealers 0, 2, 0 took 1, 3, 5; forehands 1, 0, 1 took 10, 9, 8; the others 5, 4, 3.
    assert means["trump", "dealer"] == (3, 3.0, 0.0)
    assert means["trump", "forehand"] == (3, 9.0, 1.0)
    assert means["trump", "others"] == (3, 4.0, pytest.approx(-1 / 3))
    assert means["pass", "dealer"] == (1, 4.0, 2.0)
    assert means["pass", "forehand"] == (1, 8.0, 1.0)
    assert means["pass", "others"] == (1, 4.0, 0.0)


def test_with_four_seats_two_of_them_are_the_others() -> None:
    tally = RoleTally(seats=4)
    tally.add('[["spades","S",3,[7,1,2,3],[4,0,0,2]]]')
    means = {mean.role: (mean.deals, mean.tricks.mean, mean.points.mean) for mean in tally.means()}
    assert means == {"dealer": (1, 3.0, 2.0), "forehand": (1, 7.0, 4.0), "others": (1, 1.5, 0.0)}


def test_with_two_seats_nobody_is_left() -> None:
    tally = RoleTally(seats=2)
    tally.add('[["spades","S",1,[7,6],[1,0]]]')
    assert [mean.role for mean in tally.means()] == ["dealer", "forehand"]


def test_nothing_is_lost_when_many_results_are_summed_up_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def both() -> tuple[object, object]:
        roles, seats = RoleTally(seats=3), SeatTally(["a", "b", "c"])
        for sheet in (FIRST, SECOND) * 5:
            roles.add(sheet)
        for score in range(20):
            seats.add(f"[{score},0,3]", "[2]" if score < 3 else "[0]")
        return list(roles.means()), list(seats.means())

    expected = both()
    monkeypatch.setattr("cardkit.sweep.roles._MOST", 2)
    assert both() == expected


def test_the_data_is_that_of_the_statistics(tmp_path: Path) -> None:
    data = told("bisley", Solving(nodes=1000), SOLVED).to_data()
    assert data["won"] == 7
    assert data["share"] == 0.7
    assert data["interval"] == list(Wins(10, 7, 1).interval)
    assert data["ends"] == {"lost": 2, "undecided": 1, "won": 7}
    assert data["partial"] is False
    assert data["length"] == {
        "count": 7,
        "quantiles": {"0": 50, "10": 50, "50": 63, "90": 66, "99": 66, "100": 66},
    }
    assert "seats" not in data
