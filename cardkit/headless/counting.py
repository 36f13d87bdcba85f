"""Perft: how many positions there are so many moves away, to compare programs and versions by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from cardkit.state import State

#: How many positions are expanded between two reports of progress.
_REPORT_EVERY: Final = 1024

#: What `State.key` gives: cards, faces, who sees them, facts, in the order of the table.
_Key: TypeAlias = tuple[Any, ...]


def perft(
    state: State, depth: int, progress: Callable[[int, int], None] | None = None
) -> list[int]:
    """How many distinct positions there are after exactly 1, 2 ... `depth` moves.

    Positions are distinct if their `State.key` is; a game that is over has no further moves. The
    state stays as it is. `progress`, if given, is told the depth and the number of positions found
    there so far, now and then and once a depth is done. Two depths' keys are in memory at most.

    Raises ValueError for a negative depth, DealError if a move needs a shuffle that the state's
    deal does not give.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> perft(state, 1) == [len(state.moves)]
    True
    """
    if depth < 0:
        raise ValueError(f"a depth is a number of moves, not {depth}")
    counts: list[int] = []
    expander = _Expander(state)
    level = {state.key}
    for ply in range(1, depth + 1):
        found: set[_Key] = set()
        done = 0
        while level:
            expander.expand(level.pop(), found)
            done += 1
            if progress and done % _REPORT_EVERY == 0:
                progress(ply, len(found))
        if progress:
            progress(ply, len(found))
        counts.append(len(found))
        level = found
    return counts


class _Expander:
    """Goes from one position to the next ones, both told by their keys.

    A key takes a fraction of the memory that a state does, and all of a position is in it.
    """

    def __init__(self, state: State) -> None:
        self._game = state.game
        self._table = state._table.copy(past=False)

    def expand(self, key: _Key, found: set[_Key]) -> None:
        """Add the keys of all positions one move on."""
        table = self._table
        cards, down, seers, facts = key
        for name, pile in zip(table.cards, cards, strict=True):
            table.cards[name][:] = pile
        table.down.update(zip(table.down, down, strict=True))
        table.seers.update(zip(table.seers, seers, strict=True))
        table.facts.update(zip(table.facts, facts, strict=True))
        state = State(self._game, table)
        if state.outcome is not None:
            return
        for move in state.moves:
            state.push(move)
            found.add(state.key)
            state.undo()
