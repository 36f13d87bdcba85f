"""Perft: how many positions there are so many moves away, to compare programs and versions by."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from cardkit.state import State

#: How many positions are expanded between two reports of progress.
_REPORT_EVERY = 1024


def perft(
    state: State, depth: int, progress: Callable[[int, int], None] | None = None
) -> list[int]:
    """How many distinct positions there are after exactly 1, 2 ... `depth` moves.

    Positions are distinct if their `State.key` is; a game that is over has no further moves. The
    state stays as it is. `progress`, if given, is told the depth and the number of positions found
    there so far, now and then and once a depth is done. Memory holds the positions of two depths.

    Raises ValueError for a negative depth, DealError if a move needs a shuffle that the state's
    deal does not give.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> perft(state, 1) == [len(state.moves)]
    True
    """
    if depth < 0:
        raise ValueError(f"a depth is a number of moves, not {depth}")
    counts = []
    level: set[Any] = {state.key}
    node = _Node(state)
    for ply in range(1, depth + 1):
        found: set[Any] = set()
        for done, key in enumerate(level, 1):
            node.expand(key, found)
            if progress and done % _REPORT_EVERY == 0:
                progress(ply, len(found))
        if progress:
            progress(ply, len(found))
        counts.append(len(found))
        level = found
    return counts
