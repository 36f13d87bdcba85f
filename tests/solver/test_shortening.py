"""Lines that win are made shorter, never longer, and still win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import pytest

import cardkit
from cardkit import Move, State
from cardkit.kernel.engines import engine
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.position import from_move
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.patience.game import PatienceGame
from cardkit.solver import solve
from cardkit.solver.budget import Budget
from cardkit.solver.portfolio import WEIGHTS
from cardkit.solver.retelling import SolverFault, moves_of, replayed
from cardkit.solver.searching import Searching
from cardkit.solver.shorten import shortened

COMPILED = engine().name == "numba"
GAMES = ["bisley", "freecell", "klondike", "bakers-dozen"]


def searching(
    state: State, nodes: int, name: Literal["numba", "python"] | None = None
) -> Searching:
    game = state.game
    assert isinstance(game, PatienceGame)
    budget = Budget(engine(name), nodes, None, 512, None)
    found = Searching(Board(tabulate(game), engine(name)), state, budget)
    found.start()
    return found


def lines(name: str) -> list[tuple[State, Searching, list[int]]]:
    """Some wins of a game, as searches find them."""
    game = cardkit.game(name)
    found = []
    for deal in range(1, 13 if COMPILED else 4):
        for weights in (None, WEIGHTS[0]):
            state = game.deal(deal)
            search = searching(state, 200_000 if COMPILED else 1500)
            came = search.depth(None) if weights is None else search.best(weights, 20_000)
            if came == "won":
                found.append((state, search, list(search.line)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_line_gets_no_longer_and_still_wins(name: str) -> None:
    shorter = 0
    for state, search, line in lines(name):
        long = moves_of(search, line)
        if len(long) <= 500:
            replayed(state, long)
        short = moves_of(search, shortened(search, line, False))
        assert len(short) <= len(long)
        shorter += len(short) < len(long)
        replayed(state, short)
    assert shorter or not COMPILED


@pytest.mark.parametrize("name", ["bisley", "freecell"])
def test_what_is_short_is_not_cut_twice(name: str) -> None:
    for _, search, line in lines(name)[:4]:
        once = shortened(search, line, False)
        assert len(shortened(search, once, False)) == len(once)


@pytest.mark.parametrize("name", ["bisley", "freecell"])
def test_short_solutions_are_no_longer_than_others(name: str) -> None:
    game = cardkit.game(name)
    nodes = 300_000 if COMPILED else 1500
    shorter = 0
    for deal in range(1, 6):
        usual = solve(game.deal(deal), nodes=nodes)
        short = solve(game.deal(deal), nodes=nodes, short=True)
        assert usual.verdict == short.verdict
        assert len(short.moves) <= len(usual.moves)
        shorter += len(short.moves) < len(usual.moves)
    assert shorter or not COMPILED


# -- by hand ---------------------------------------------------------------------------------------


def codes(search: Searching, moves: Sequence[str]) -> list[int]:
    return [from_move(search.board.tables, Move(move)) for move in moves]


def four_suits(name: str = "freecell", **columns: str) -> State:
    """A position whose foundations are complete but for what lies in columns."""
    game = cardkit.game(name)
    away = " ".join(columns.values()).split()
    piles = {
        f"a{i}": [f"{rank}{suit}" for rank in "A23456789TJQK" if f"{rank}{suit}" not in away]
        for i, suit in enumerate("CDHS", 1)
    }
    piles |= {name: cards.split() for name, cards in columns.items()}
    return game.at(" / ".join(f"{name} {' '.join(cards)}" for name, cards in piles.items()))


@pytest.mark.parametrize(
    "line",
    [
        ["t1-t2", "t2-t3", "t3-a1"],
        ["t1-c1", "c1-t4", "t4-t1", "t1-a1"],
        ["t1-c1", "c1-t1", "t1-a1"],
    ],
)
def test_ways_about_are_cut(line: list[str]) -> None:
    state = four_suits(t1="KC")
    search = searching(state, 100)
    assert moves_of(search, shortened(search, codes(search, line), False)) == [Move("t1-a1")]


def test_moves_that_nothing_comes_of_are_left_out() -> None:
    state = four_suits(t1="KC", t2="KD", t3="KH KS")
    search = searching(state, 100)
    line = ["t2-c1", "t1-a1", "c1-t2", "t3-c2", "t3-t4", "t4-a3", "c2-a4", "t2-a2"]
    short = moves_of(search, shortened(search, codes(search, line), False))
    assert len(short) <= 5
    replayed(state, short)


@pytest.mark.parametrize("name", ["python", *(["numba"] if COMPILED else [])])
def test_a_way_of_any_length_is_told(name: Literal["numba", "python"]) -> None:
    search = searching(four_suits("klondike", t1="KC"), 100, name)
    there_and_back = ["t1-t2", "t2-t1"] * 10_000
    assert [*map(str, moves_of(search, codes(search, there_and_back)))] == there_and_back
    if name == "numba":
        # Plain Python leaves so long a line as it is.
        short = shortened(search, codes(search, [*there_and_back, "t1-a1"]), False)
        assert moves_of(search, short) == [Move("t1-a1")]


def test_a_way_that_the_readable_engine_does_not_take_is_a_fault() -> None:
    state = four_suits(t1="KC", t2="KD")
    with pytest.raises(SolverFault, match="freecell: at ply 1 of a win, t1-a1 is illegal"):
        replayed(state, [Move("t1-a1"), Move("t1-a1")])
    with pytest.raises(SolverFault, match="the solver's 1 moves do not win"):
        replayed(state, [Move("t1-a1")])
