"""A stage of a deal: a part of it with moves of one kind."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.piles import PileSpec
from cardkit.table import FactSpec, Layout, Table

if TYPE_CHECKING:
    from cardkit.tricks.game import TrickGame
    from cardkit.tricks.model import Rules


class Stage(abc.ABC):
    """A part of a deal. A deal goes through its stages in order.

    Rules built in Python may have stages of their own; one in which somebody decides is a
    `Decision`.
    """

    #: Its name, which the fact `phase` holds while it lasts.
    phase: ClassVar[str]

    clause: str

    def piles(self, rules: Rules) -> tuple[PileSpec, ...]:  # noqa: ARG002 (what every stage is asked)
        """The piles that it needs beside hands, table, trick and the tricks won."""
        return ()

    def facts(self, rules: Rules) -> tuple[FactSpec, ...]:  # noqa: ARG002 (what every stage is asked)
        """The facts that it needs beside those of every game."""
        return ()

    def prepare(self, game: TrickGame, t: Table) -> None:  # noqa: B027 (most have nothing to do)
        """Before the cards are dealt: settle who is going to see what."""

    @abc.abstractmethod
    def enter(self, game: TrickGame, t: Table) -> bool:
        """Begin: do what happens by itself, say who decides. True if nothing is left to decide."""


class Decision(Stage):
    """A stage with moves of one kind: choosing a contract, laying cards away, playing tricks."""

    #: The first word of its moves; None if they are bare cards.
    verb: ClassVar[str | None] = None
    #: True if a move is about one card of the hand that is to play.
    by_card: ClassVar[bool] = False
    #: What its moves look like, for messages.
    example: ClassVar[str]
    #: What happens in it, and that it is over, in words.
    doing: ClassVar[str]
    over: ClassVar[str]

    @abc.abstractmethod
    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """The legal moves, in canonical order."""

    @abc.abstractmethod
    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why a move of this stage, which is under way, is not legal; None if it is."""

    @abc.abstractmethod
    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:
        """Carry out a legal move. True if the stage is over with it."""

    def lacks(self, game: TrickGame, s: Layout, m: Move) -> Iterable[Card]:  # noqa: ARG002 (see above)
        """The cards that a hand cannot have held if it made this move, which all have seen."""
        return ()

    def holds(self, s: Layout) -> Card | None:  # noqa: ARG002 (see above)
        """A card that the hand which is to play must hold."""
        return None

    def is_free(self, s: Layout) -> bool:  # noqa: ARG002 (see above)
        """True if a move made unseen may be about any card of the hand."""
        return True


def card_of(m: Move) -> Card:
    """The card that a move is about."""
    assert m.card is not None
    return m.card
