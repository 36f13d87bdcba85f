"""The score sheet of a match, from any game that keeps one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cardkit.state import State
from cardkit.table import Layout

if TYPE_CHECKING:
    from cardkit.tricks.sheet import ScoreSheet


@runtime_checkable
class KeepsSheet(Protocol):
    """A game whose matches have several deals, and a sheet of those that are over.

    The sheet tells what everybody has seen, so that a view gives the same one as the state. The
    games of the trick family keep one; a game in Python does by having this method.
    """

    def sheet(self, s: Layout) -> ScoreSheet:
        """The sheet as far as the match has come."""


def score_sheet(state: State) -> ScoreSheet | None:
    """The score sheet of a match; None if its game keeps none.

    >>> import cardkit
    >>> sheet = score_sheet(cardkit.run("bismarck", deal=7, players="random").state)
    >>> [sheet.label(deal.contract) for deal in sheet.deals[::3]]
    ['Trump', 'No-trump', 'Passaus']
    >>> score_sheet(cardkit.game("bisley").deal(1)) is None
    True
    """
    return state.game.sheet(state) if isinstance(state.game, KeepsSheet) else None
