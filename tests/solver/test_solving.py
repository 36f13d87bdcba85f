"""The solver on installed games: what it says is so, is the same each time, and keeps to limits."""

from __future__ import annotations

import gc
import time
import weakref
from typing import Any

import pytest

import cardkit
from cardkit import Game, State
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import engine
from cardkit.solver import Solution, Solver, solve

COMPILED = engine().name == "numba"
#: Positions that may be looked at: much more where they cost little.
NODES = 100_000 if COMPILED else 2_000
PATIENCES = [
    "bisley",
    "bisley:deal=columns",
    "bisley:auto_kings=on",
    "bisley:foundation_return=tableau",
    "prince-bismarck",
    "prince-bismarck:foundation_return=tableau",
    "prince-bismarck:redeals=0",
    "prince-bismarck:row_limit_phase2=on",
    "prince-bismarck:redeal_requires_stuck=on",
    "freecell",
    "freecell:cells=2",
    "freecell:supermoves=single",
    "freecell:foundation_return=on",
    "bakers-dozen",
    "klondike",
    "klondike:draw=1",
    "klondike:redeals=2",
    "klondike:foundation_return=off",
    "forty-thieves",
    "forty-thieves:redeals=2",
    "spider",
    "four-corners",
    "louis",
    "louis:spaces=any",
    "st-helena",
    "st-helena:redeal_requires_stuck=on",
]


def game_of(text: str) -> Game:
    name, _, options = text.partition(":")
    pairs = (option.partition("=") for option in filter(None, options.split(",")))
    return cardkit.game(name, **{key: value for key, _, value in pairs})


def is_won(state: State, solution: Solution) -> bool:
    """True if the moves of a solution are legal, one after the other, and win."""
    trial = state.copy()
    for move in solution.moves:
        assert trial.why_not(move) is None
        trial.play(move)
    return trial.outcome is not None and bool(trial.outcome.won)


# -- what is said is so ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATIENCES)
def test_every_win_is_one_and_every_other_verdict_comes_without_moves(name: str) -> None:
    game = game_of(name)
    solver = Solver(game)
    for deal in range(1, 9 if COMPILED else 3):
        state = game.deal(deal)
        before = state.key
        solution = solver.solve(state, nodes=NODES)
        assert state.key == before
        assert is_won(state, solution) == (solution.verdict == "won")
        assert bool(solution.moves) == (solution.verdict == "won")
        assert (solution.ran_out is None) == (solution.verdict != "undecided")


@pytest.mark.parametrize("name", ["bisley", "freecell", "klondike"])
def test_positions_in_the_middle_of_a_game_are_solved_as_well(name: str) -> None:
    game = game_of(name)
    state = next(s for s in map(game.deal, range(1, 99)) if solve(s, nodes=NODES).verdict == "won")
    moves = solve(state, nodes=NODES).moves
    for move in moves[: len(moves) // 2]:
        state.play(move)
    solution = solve(state, nodes=NODES)
    assert solution.verdict == "won"
    assert is_won(state, solution)


def test_what_is_over_is_told_at_once() -> None:
    game = game_of("bisley")
    state = next(s for s in map(game.deal, range(1, 99)) if solve(s, nodes=NODES).verdict == "won")
    for move in solve(state, nodes=NODES).moves:
        state.play(move)
    assert solve(state).verdict == "won"
    assert solve(state).moves == ()


def test_a_hand_made_loss_is_proved() -> None:
    # Each queen lies on the lower cards of its own suit, and columns are all there is.
    game = game_of("bakers-dozen")
    columns = [
        "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C AC 2C",
        "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D AD 2D",
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H AH 2H",
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AS 2S",
    ]
    state = game.at(" / ".join(f"t{i} {cards}" for i, cards in enumerate(columns, 1)))
    assert solve(state) == Solution("lost", nodes=solve(state).nodes)


#: All numbers of Microsoft's below a million that cannot be won, as its players have found out.
UNSOLVABLE = [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948]


@pytest.mark.parametrize("number", UNSOLVABLE if COMPILED else UNSOLVABLE[-1:])
def test_the_deals_of_freecell_that_are_known_to_be_lost_are_proved_to_be(number: int) -> None:
    assert solve(game_of("freecell").deal(f"ms:{number}")).verdict == "lost"


@pytest.mark.parametrize("number", [617, 11981, 11983, 31465] if COMPILED else [164])
def test_deals_of_freecell_that_are_known_to_be_won_are(number: int) -> None:
    state = game_of("freecell").deal(f"ms:{number}")
    assert is_won(state, solve(state))


@pytest.mark.parametrize(
    ("name", "thoughtful"),
    [("bisley", False), ("freecell", False), ("klondike", True), ("prince-bismarck", True)],
)
def test_it_says_if_it_saw_more_than_a_player_does(name: str, thoughtful: bool) -> None:
    assert solve(game_of(name).deal(1), nodes=500).thoughtful == thoughtful


# -- the same every time ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["bisley", "freecell", "klondike", "prince-bismarck", "bakers-dozen", "four-corners"]
)
def test_a_verdict_does_not_depend_on_what_was_solved_before(name: str) -> None:
    game = game_of(name)
    deals = range(1, 13 if COMPILED else 4)
    # More than the first rounds of best-first search keep, so that arrays grow and are kept.
    nodes = 400_000 if COMPILED else NODES
    forwards, backwards = Solver(game), Solver(game)
    one = {deal: forwards.solve(game.deal(deal), nodes=nodes) for deal in deals}
    other = {deal: backwards.solve(game.deal(deal), nodes=nodes) for deal in reversed(deals)}
    assert one == other
    assert {deal: forwards.solve(game.deal(deal), nodes=nodes) for deal in deals} == one


def test_a_verdict_does_not_depend_on_a_search_that_was_broken_off() -> None:
    game = game_of("freecell")
    fresh, used = Solver(game), Solver(game)
    for nodes in (1, 77, 1234, NODES):
        used.solve(game.deal(5), nodes=nodes)
    assert used.solve(game.deal(6), nodes=NODES) == fresh.solve(game.deal(6), nodes=NODES)


@pytest.mark.parametrize("name", PATIENCES)
def test_both_engines_find_the_same(name: str) -> None:
    game = game_of(name)
    plain, usual = Solver(game, engine("python")), Solver(game)
    for deal, nodes in ((1, 1500), (2, 2500)):
        one = plain.solve(game.deal(deal), nodes=nodes)
        assert one == usual.solve(game.deal(deal), nodes=nodes)


# -- limits ----------------------------------------------------------------------------------------

#: One of its deals that takes longer than any of the limits below.
HARD = "spider"


@pytest.mark.parametrize("nodes", [1, 2, 100, 2_345, 30_001])
@pytest.mark.parametrize("game", [HARD, "klondike", "freecell", "bisley", "prince-bismarck"])
def test_it_stops_after_so_many_positions_and_no_more(game: str, nodes: int) -> None:
    if nodes > 5000 and not COMPILED:
        pytest.skip("Python alone takes too long")
    solution = solve(game_of(game).deal(1), nodes=nodes)
    if solution.verdict == "undecided":
        assert (solution.ran_out, solution.nodes) == ("nodes", nodes)
    else:
        assert solution.nodes <= nodes
    assert game != HARD or solution.verdict == "undecided"


def test_it_stops_after_so_many_seconds() -> None:
    solve(game_of(HARD).deal(1), nodes=1)  # whatever has to be compiled
    start = time.monotonic()
    solution = solve(game_of(HARD).deal(1), seconds=0.3)
    assert (solution.verdict, solution.ran_out) == ("undecided", "seconds")
    assert 0.3 <= time.monotonic() - start < 10


def test_it_stops_when_its_tables_are_full() -> None:
    solution = solve(game_of(HARD).deal(1), memory=1)
    assert (solution.verdict, solution.ran_out) == ("undecided", "memory")
    assert solution.nodes > 1000


def test_more_memory_goes_further() -> None:
    solver = Solver(game_of(HARD))
    state = solver.game.deal(1)
    little = solver.solve(state, memory=1)
    more = solver.solve(state, memory=260 if COMPILED else 90, nodes=4 * little.nodes)
    assert little.ran_out == "memory"
    assert more.nodes > little.nodes


def test_progress_is_told_and_only_grows() -> None:
    told: list[int] = []
    solution = solve(game_of(HARD).deal(1), nodes=3 * NODES, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == solution.nodes


# -- what is refused -------------------------------------------------------------------------------


def test_a_view_is_refused() -> None:
    state: Any = game_of("klondike").deal(1)
    with pytest.raises(TypeError, match="a view does not know all cards"):
        solve(state.view(0))
    with pytest.raises(TypeError, match="a view does not know all cards"):
        Solver(state.game).solve(state.view(0))


@pytest.mark.parametrize("name", ["accordion", "bismarck"])
def test_games_that_are_no_patiences_of_data_are_refused(name: str) -> None:
    with pytest.raises(Untabulated, match=f"{name} is no patience with rules as data"):
        solve(game_of(name).deal(1))


def test_a_solver_refuses_states_of_another_game() -> None:
    with pytest.raises(ValueError, match="this solver is for"):
        Solver(game_of("bisley")).solve(game_of("bisley:columns=12").deal(1))


def test_a_position_that_the_kernel_cannot_hold_is_refused() -> None:
    game = game_of("klondike")
    rest = [str(card) for card in game.deck if str(card) != "AC"]
    with pytest.raises(Untabulated, match="in t1 cards lie face down"):
        solve(game.at(f"t1 [AC] / t2 {' '.join(rest)}"))


def test_games_that_nobody_has_any_more_are_let_go() -> None:
    """However many games are solved in turn, few are kept."""
    seen = []
    for _ in range(12):
        game = cardkit.game("bisley")
        solve(game.deal(2), nodes=3_000)
        seen.append(weakref.ref(game))
    del game
    gc.collect()
    assert sum(ref() is not None for ref in seen) <= 8
