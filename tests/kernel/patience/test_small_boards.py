"""The solver beside trying everything, on small boards of every kind."""

from __future__ import annotations

from types import ModuleType

from cardkit.kernel.engines import engine
from cardkit.patience.game import PatienceGame
from cardkit.testing.small_boards import check_solver

#: Kinds of which too few boards are lost, or won, to be among the first.
ONE_SIDED = {"prince bismarck, when stuck"}


def test_the_solver_says_what_trying_everything_says(
    small_game: PatienceGame, small: ModuleType
) -> None:
    boards = small.KINDS[small_game.name].boards // 2
    tally = check_solver(small_game, range(1, boards + 1))
    assert tally.undecided <= boards // 4
    # Boards that are all won, or all lost, would say little.
    assert min(tally.won, tally.lost) > 0 or small_game.name in ONE_SIDED, tally


def test_the_solver_says_what_the_readable_engine_says(small_game: PatienceGame) -> None:
    check_solver(small_game, [1, 2], nodes=1500, engine=engine("python"), by_rules=True)
