"""Searches that leave much out for no reason: their wins are wins, and nothing else counts."""

from __future__ import annotations

from itertools import product

import pytest

import cardkit
from cardkit import Game, State
from cardkit.kernel.engines import engine
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.patience.game import PatienceGame
from cardkit.solver import Solver
from cardkit.solver.budget import Budget
from cardkit.solver.retelling import moves_of, replayed
from cardkit.solver.searching import Found, Searching

COMPILED = engine().name == "numba"
POSITIONS = 20_000 if COMPILED else 500


def searching(state: State) -> Searching:
    assert isinstance(state.game, PatienceGame)
    board = Board(tabulate(state.game), engine())
    found = Searching(board, state, Budget(board.engine, None, None, 512, None))
    found.start()
    return found


@pytest.mark.parametrize("only_up", [True, False])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("klondike", {}),
        ("klondike", {"draw": 1}),
        ("freecell", {}),
        ("bakers-dozen", {}),
        ("bisley", {}),
        ("four-corners", {}),
        ("forty-thieves", {}),
    ],
)
def test_what_a_narrow_search_wins_is_won(
    name: str, options: dict[str, object], only_up: bool
) -> None:
    game = cardkit.game(name, **options)
    for deal in range(1, 9 if COMPILED else 3):
        state = game.deal(deal)
        search = searching(state)
        if search.narrow(POSITIONS, only_up) == "won":
            replayed(state, moves_of(search, search.line))


def test_that_it_finds_nothing_is_no_proof() -> None:
    state = cardkit.game("klondike").deal(23)
    assert searching(state).narrow(POSITIONS, True) == "lost"
    if COMPILED:
        assert Solver(state.game).solve(state).verdict == "won"


def outcome(search: Searching) -> tuple[Found, int, list[int]]:
    before = search.budget.used
    found = search.depth(POSITIONS)
    return found, search.budget.used - before, search.line if found == "won" else []


@pytest.mark.parametrize("name", ["klondike", "bisley", "bakers-dozen"])
def test_it_leaves_nothing_behind_for_other_searches(name: str) -> None:
    game = cardkit.game(name)
    for deal in range(1, 25 if COMPILED else 4):
        search, other = searching(game.deal(deal)), searching(game.deal(deal))
        for only_up in (True, False):
            search.narrow(POSITIONS // 10, only_up)
        # Which cards are safe is remembered by hashes that other cards have here.
        assert not any(search.board._keys)
        assert outcome(search) == outcome(other)


def classes(game: Game) -> set[frozenset[str]]:
    """The cards that are alike, each with those that are like it."""
    assert isinstance(game, PatienceGame)
    alike, cards = tabulate(game).alike, game.tables.cards
    return {frozenset(str(other) for other in cards if alike[other] == alike[c]) for c in cards}


RANKS = "A23456789TJQK"
ONE_BY_ONE = {frozenset({rank + suit}) for rank, suit in product(RANKS, "CDHS")}
BY_COLOUR = {frozenset({r + a, r + b}) for r, (a, b) in product(RANKS, ("CS", "DH"))}
BY_RANK = {frozenset(rank + suit for suit in "CDHS") for rank in RANKS}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("klondike", BY_COLOUR),
        ("freecell", BY_COLOUR),
        ("bakers-dozen", BY_RANK),
        ("bisley", ONE_BY_ONE),
        # Built by rank, but lifted by suit.
        ("spider", ONE_BY_ONE),
        ("forty-thieves", ONE_BY_ONE),
    ],
)
def test_cards_are_alike_that_the_tableau_makes_no_difference_to(
    name: str, expected: set[frozenset[str]]
) -> None:
    assert classes(cardkit.game(name)) == expected


@pytest.mark.skipif(not COMPILED, reason="it takes half a minute")
@pytest.mark.parametrize("deal", ["ms:28219", "ms:11987"])
def test_deals_of_freecell_that_were_long_undecided_are_won(deal: str) -> None:
    game = cardkit.game("freecell")
    state = game.deal(deal)
    solution = Solver(game).solve(state, nodes=20_000_000)
    assert solution.verdict == "won"
    replayed(state, solution.moves)
