"""Lines of the kernel told in moves of the readable engine, and made there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.position import to_move
from cardkit.kernel.patience.program import MAKE
from cardkit.moves import Move
from cardkit.outcome import IllegalMove
from cardkit.solver.searching import Searching
from cardkit.state import State


class SolverFault(Exception):
    """A win that the readable engine does not confirm: the kernel or a game's rules are wrong."""


def moves_of(searching: Searching, line: Sequence[int]) -> list[Move]:
    """The moves that a line stands for, with every deal and redeal."""
    tables = searching.board.tables
    if not tables.numbers[at.TALON_GAME]:
        return [to_move(tables, code) for code in line]
    searching.start()
    searching.give(line)
    return list(_with_deals(searching, line))


def _with_deals(searching: Searching, line: Sequence[int]) -> Iterator[Move]:
    board = searching.board
    tables = board.tables
    waste = tables.numbers[at.WASTE]
    for code in line:
        if code & 63 == at.FROM_TALON:
            target, place = code >> 6 & 63, code >> 12 & 127
            dealt, size = int(board.ns[at.TALON_DEALT]), int(board.ns[at.TALON_SIZE])
            while dealt != place:
                if dealt == size:
                    yield Move("redeal")
                    dealt = 0
                else:
                    yield Move("deal")
                    dealt = min(dealt + tables.numbers[at.DEAL_CARDS], size)
            yield Move.transfer(tables.names[waste], tables.names[target])
        else:
            yield to_move(tables, code)
        board.run(MAKE, code)


def replayed(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves, after the readable engine has made every one of them and won.

    Raises SolverFault if it does not.
    """
    trial = state.copy()
    for at_ply, move in enumerate(moves):
        try:
            trial.play(move)
        except IllegalMove as error:
            raise SolverFault(f"{state.game.name}: at ply {at_ply} of a win, {error}") from error
    outcome = trial.outcome
    if outcome is None or not outcome.won:
        raise SolverFault(f"{state.game.name}: the solver's {len(moves)} moves do not win")
    return tuple(moves)
