"""The end of a journal: what has happened on a state's table since the last look."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cardkit import journal
from cardkit.journal import Entry
from cardkit.state import State


class TailError(ValueError):
    """Moves were taken back that had been looked at already."""


class Tail:
    """Follows a state's journal, move by move, over any number of deals.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> tail = Tail(state)
    >>> setup, = tail.read()
    >>> state.play(state.moves[0])
    >>> [entries[0][1] == state.history[0] for entries in tail.read()], tail.read()
    ([True], [])
    """

    def __init__(self, state: State) -> None:
        self._table = state._table
        self._part = 0
        self._index = 0
        self._last: Entry | None = None
        self._started = False

    def read(self) -> list[Sequence[Entry]]:
        """The new entries, one sequence a move; the first look also gives the setup's, first.

        Raises TailError if moves were taken back since the last look: what was read stays read.
        """
        parts = [*self._table.past[self._part :], self._table.journal]
        self._check(parts)
        parts[0] = parts[0][self._index :]
        entries = [entry for part in parts for entry in part]
        self._part = len(self._table.past)
        self._index = len(self._table.journal)
        if entries:
            self._last = entries[-1]
        starts = [at for at, entry in enumerate(entries) if entry[0] == journal.MARK]
        if not self._started:
            self._started = True
            starts.insert(0, 0)
        return [entries[start:end] for start, end in pairwise([*starts, len(entries)])]

    def _check(self, parts: Sequence[Sequence[Entry]]) -> None:
        # Every move makes its entries anew: if the last one read still stands, so do all before.
        if self._last is None:
            return
        short = self._part > len(self._table.past) or len(parts[0]) < self._index
        if short or parts[0][self._index - 1] is not self._last:
            raise TailError("moves that are recorded already were taken back")
