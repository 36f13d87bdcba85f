"""Solutions made shorter before anybody sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.kernel.engines import as_list
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.program import CORNERS, OMIT
from cardkit.solver.portfolio import WEIGHTS
from cardkit.solver.searching import Searching

#: Leaving out moves one by one takes the square of the length: longer lines are cut down first.
_MOST_OMITTED: Final = {"numba": 20_000, "python": 300}
#: Longer than that, another search is worth its time.
_LONG: Final = 1000
#: How many positions are kept or looked at for that.
_TRIED: Final = 200_000
_MOST_CORNERS: Final = {"numba": 1 << 20, "python": 3000}


def shortened(searching: Searching, line: Sequence[int], short: bool) -> list[int]:
    """A way with corners cut and needless moves left out; with `short`, the shortest of several."""
    corners = _cut_corners(searching, line) if len(line) > _LONG else line
    if not short and len(corners) > _LONG:
        # Depth-first search has wandered: a best-first one often finds a way that does not.
        corners = min(corners, _straighter(searching) or corners, key=len)
    best = _cut(searching, corners)
    for weights in WEIGHTS if short else ():
        if searching.budget.exhausted:
            break
        searching.start()
        if searching.best(weights, _TRIED) == "won":
            best = min(best, _cut(searching, searching.line), key=len)
    return best


def _straighter(searching: Searching) -> list[int]:
    """A way that a best-first search finds, or the shorter one of narrow searches; [] if none."""
    found: list[int] = []
    # Where cards are still to be dealt, they do not get far.
    if searching.start():
        return found
    for weights in WEIGHTS:
        if not searching.budget.exhausted and searching.best(weights, _TRIED) == "won":
            return searching.line
    for only_up in (True, False):
        if not searching.budget.exhausted and searching.narrow(_TRIED, only_up) == "won":
            found = min(found or searching.line, searching.line, key=len)
    return found


def _cut(searching: Searching, line: Sequence[int]) -> list[int]:
    name = searching.board.engine.name
    found = list(line)
    while True:
        before = len(found)
        if len(found) <= _MOST_CORNERS[name]:
            found = _cut_corners(searching, found)
        if len(found) <= _MOST_OMITTED[name]:
            found = _leave_out(searching, found)
        if len(found) == before:
            return found


def _given(searching: Searching, line: Sequence[int]) -> None:
    """Hand a line to the kernel, with room for all that is kept of each move."""
    board, engine = searching.board, searching.board.engine
    searching.start()
    searching.give(line)
    n = len(line)
    if len(board.heads) < 2 * n + at.SLACK:
        board.heads = engine.numbers(2 * n + at.SLACK)
    if len(board.frames) < 32 * n + 2 * at.SLACK:
        board.frames = engine.numbers(32 * n + 2 * at.SLACK)


def _cut_corners(searching: Searching, line: Sequence[int]) -> list[int]:
    board, engine = searching.board, searching.board.engine
    _given(searching, line)
    board.table = engine.words(2 * len(line) + 64)
    board.old = engine.words(2 * len(line) + 64)
    n = board.run(CORNERS, len(line))
    board.old = engine.words(1)
    return as_list(board.line[:n])


def _leave_out(searching: Searching, line: Sequence[int]) -> list[int]:
    board = searching.board
    _given(searching, line)
    n = board.run(OMIT, len(line))
    return as_list(board.line[:n])
