"""The toy game with one fault each: what the laws are there to find."""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardkit import Card, FactSpec, Move, Outcome, Reason, State, Table
from cardkit.piles import EVERYBODY

# By its path, since the tests lie in no package.
Snatch: Any = runpy.run_path(str(Path(__file__).with_name("toy.py")))["Snatch"]


class LosesACard(Snatch):
    """Puts a card aside, off the table."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.cards["aside1"].clear()


class ShowsAHand(Snatch):
    """Tells seat 0 what seat 1 holds."""

    facts = (*Snatch.facts, FactSpec("held", None, seats=(0,)))

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.set("held", tuple(map(str, t.cards["hand1"])))


class OpensAHand(Snatch):
    """Lets everybody see a hand without the table's verb, so that undo does not close it."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.seers["hand1"] = EVERYBODY


class LeaksTheDraw(Snatch):
    """Tells everybody what was drawn."""

    facts = (*Snatch.facts, FactSpec("drawn", None))

    def apply(self, t: Table, m: Move) -> None:
        top = t.top("stock")
        super().apply(t, m)
        t.set("drawn", str(top))


class PeeksAtTheOther(Snatch):
    """Lets a seat put aside no more cards than the other seat holds clubs."""

    def moves(self, s: State) -> Sequence[Move]:
        clubs = sum(not card.suit for card in s.cards[f"hand{1 - s.facts['turn']}"])
        moves = super().moves(s)
        return moves[: len(moves) // 2 + clubs]

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if m in self.moves(s) else Reason("TOY-1", "no such card")


class ForcesInSecret(Snatch):
    """Makes a seat play its lowest card: whoever sees one played knows more than the table says."""

    def moves(self, s: State) -> Sequence[Move]:
        return super().moves(s)[:1]

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if m in self.moves(s) else Reason("TOY-1", "the lowest card is to be played")


class ForgetsTheScore(Snatch):
    """Changes a fact without the table's verb, so that undo knows nothing of it."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.facts["score"] = (t.facts["score"][0] + 1, t.facts["score"][1])


class CountsInItself(Snatch):
    """Keeps in the game what belongs into the state."""

    played = 0

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        self.played += 1
        t.set("plies", self.played % 12)


class AllowsTooMuch(Snatch):
    """Passes any card of the deck that is put aside."""

    def why_not(self, s: State, m: Move) -> Reason | None:
        if m.verb == "aside" and m.card in self.deck and len(m.args) == 1 and not self.outcome(s):
            return None
        return super().why_not(s, m)


class ForbidsTooMuch(Snatch):
    """Refuses aces that it lists."""

    def why_not(self, s: State, m: Move) -> Reason | None:
        if m.card is not None and m.card & 15 == 1:
            return Reason("TOY-1", "aces stay in hand")
        return super().why_not(s, m)


class StumblesOverNonsense(Snatch):
    """Asks every move for its card's rank, also one that names no card."""

    def why_not(self, s: State, m: Move) -> Reason | None:
        return Reason("TOY-1", "too low") if m.card.rank < 1 else super().why_not(s, m)


class SaysNothing(Snatch):
    """Refuses without a word."""

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if super().why_not(s, m) is None else Reason("TOY-1", " ")


class ListsBackwards(Snatch):
    """Lists the moves in no canonical order."""

    def moves(self, s: State) -> Sequence[Move]:
        return super().moves(s)[::-1]


class ListsMixed(Snatch):
    """Lists each card together with putting it aside."""

    def moves(self, s: State) -> Sequence[Move]:
        half = len(moves := super().moves(s)) // 2
        return [m for pair in zip(moves[:half], moves[half:], strict=True) for m in pair]


class ListsByTurns(Snatch):
    """Lists the cards first for one seat, and last for the other."""

    def moves(self, s: State) -> Sequence[Move]:
        half = len(moves := super().moves(s)) // 2
        return [*moves[half:], *moves[:half]] if s.facts["turn"] else moves


class ListsTwice(Snatch):
    """Lists the first card twice."""

    def moves(self, s: State) -> Sequence[Move]:
        return [*super().moves(s)[:1], *super().moves(s)]


class ListsByHash(Snatch):
    """Lists moves in the order of a set of texts, which differs from process to process."""

    def moves(self, s: State) -> Sequence[Move]:
        return [Move(text) for text in {str(m) for m in super().moves(s)}]


class DealsByHash(Snatch):
    """Begins with a number that differs from process to process."""

    def setup(self, t: Table) -> None:
        super().setup(t)
        t.set("dealt", hash("snatch") % 1_000_000_007)


class NeverEnds(Snatch):
    """Has no moves left, and no outcome either."""

    def outcome(self, s: State) -> Outcome | None:
        return None

    def moves(self, s: State) -> Sequence[Move]:
        return () if s.facts["plies"] == 2 else super().moves(s)


class GoesOn(Snatch):
    """Has an outcome, and moves nevertheless."""

    def outcome(self, s: State) -> Outcome | None:
        return Outcome("scored", scores=(0, 0)) if s.facts["plies"] == 2 else None

    def moves(self, s: State) -> Sequence[Move]:
        return [Move(str(card)) for card in s.cards[f"hand{s.facts['turn']}"]]


class HoldsAList(Snatch):
    """Keeps a list in a fact: it does not read back from a position, and anybody can change it."""

    facts = (*Snatch.facts, FactSpec("cards", ()))

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.set("cards", [str(m.card)])


class HoldsASet(Snatch):
    """Keeps in a fact what JSON does not know."""

    facts = (*Snatch.facts, FactSpec("cards", ()))

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        t.set("cards", frozenset([str(m.card)]))


class MovesByHand(Snatch):
    """Draws without the table's verb: the card is there, and nobody saw it come."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        hand, stock = t.cards["hand0"], t.cards["stock"]
        if hand and stock:
            hand[0], stock[-1] = stock[-1], hand[0]
            hand.sort()


class DealsByMood(Snatch):
    """Deals otherwise each time: nothing it plays can be replayed."""

    deals = 0

    def setup(self, t: Table) -> None:
        self.deals += 1
        super().setup(t)
        card: Card = t.cards["hand0"][self.deals % 3]
        t.take("hand0", card, "heap")


class Crashes(Snatch):
    """Does not survive its third move."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        if t.facts["plies"] == 3:
            raise KeyError("nobody")
