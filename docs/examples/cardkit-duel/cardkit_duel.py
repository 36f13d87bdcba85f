"""Duel: two hidden hands, one card from each at a time, the higher takes both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardkit import Deck, FactSpec, Game, Move, Option, Outcome, PileSpec, Reason, State, Table
from cardkit.entries import Clause, GameEntry, OptionValue
from cardkit.plugins import hookimpl

CLAUSES = (
    Clause("DU-1", {"en": "Each seat is dealt a hand of the same size; nobody sees the other's."}),
    Clause(
        "DU-2", {"en": "In every round each seat lays a card of its hand, unseen by the other."}
    ),
    Clause("DU-3", {"en": "Both are turned up at once: the higher rank takes them, a tie nobody."}),
    Clause("DU-4", {"en": "When the hands are empty, whoever has taken more rounds wins."}),
)


class Duel(Game):
    """The game with its options chosen.

    >>> state = Duel({"cards": 5}).deal(1)
    >>> len(state.moves), state.turn
    (5, 0)
    """

    name = "duel"
    seats = 2
    deck = Deck()
    piles = (
        # A hand has no order, so that where a card lay in it gives nothing away.
        PileSpec("hand0", ordered=False, seats=(0,)),
        PileSpec("hand1", ordered=False, seats=(1,)),
        PileSpec("laid0", seats=(0,)),
        PileSpec("laid1", seats=(1,)),
        PileSpec("won0"),
        PileSpec("won1"),
        PileSpec("tied"),
        PileSpec("stock", seats=()),
    )
    facts = (FactSpec("score", (0, 0)),)

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """A duel with so many `cards` in each hand."""
        self.options = dict(options)
        self._size = int(options["cards"])

    def setup(self, t: Table) -> None:
        """Deal the hands; the rest of the pack stays out of the game."""
        pack = t.shuffled(self.deck.cards)
        t.lay("hand0", pack[: self._size])
        t.lay("hand1", pack[self._size : 2 * self._size])
        t.lay("stock", pack[2 * self._size :], up=False)

    def moves(self, s: State) -> Sequence[Move]:
        """Every card of the hand whose turn it is."""
        return [Move(str(card)) for card in s.cards[f"hand{s.facts['turn']}"]]

    def why_not(self, s: State, m: Move) -> Reason | None:
        """A move is a bare card, and one of the hand."""
        played = m.verb is None and m.source is None and m.card
        if played and m.card in s.cards[f"hand{s.facts['turn']}"]:
            return None
        return Reason("DU-2", "a card of one's own hand must be laid")

    def apply(self, t: Table, m: Move) -> None:
        """Lay the card; the second of a round settles it."""
        seat = t.facts["turn"]
        t.take(f"hand{seat}", m.card, f"laid{seat}")
        if seat == 1:
            self._settle(t)
        t.set("turn", 1 - seat)

    def _settle(self, t: Table) -> None:
        first, second = t.top("laid0").rank, t.top("laid1").rank
        target = "tied"
        if first != second:
            winner = 0 if first > second else 1
            target = f"won{winner}"
            score = list(t.facts["score"])
            score[winner] += 1
            t.set("score", tuple(score))
        # Everybody sees what lies there, so this is what turns the two cards up.
        t.move("laid0", target)
        t.move("laid1", target)

    def outcome(self, s: State) -> Outcome | None:
        """Over when the second hand is empty and its last card settled."""
        if s.cards["hand1"]:
            return None
        score = s.facts["score"]
        winners = tuple(seat for seat in (0, 1) if score[seat] == max(score))
        return Outcome("scored", scores=score, winners=winners)


@hookimpl
def cardkit_games() -> list[GameEntry]:
    """The one game of this module."""
    return [
        GameEntry(
            name="duel",
            make=Duel,
            title={"en": "Duel"},
            family="python",
            summary={
                "en": "Two hidden hands, one card from each at a time, the higher takes both."
            },
            options=(
                Option("cards", "int", 5, min=1, max=26, help="how many cards each hand has"),
            ),
            clauses=CLAUSES,
        )
    ]
