"""Snatch: a toy game for two with hidden hands and a stock that is reshuffled.

Each seat holds three cards. On its turn a seat plays a card onto the heap or, unseen, puts one
aside, and draws. When the stock is empty the heap, but for its top card, is shuffled into it. A
deal ends after twelve turns, or when the seat whose turn it is holds no card. A match is two
deals; a seat scores the cards it played. Seat 1 notes for itself what it put aside last.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit import Deck, FactSpec, Game, Layout, Move, Outcome, PileSpec, Reason, State, Table

HANDS = ("hand0", "hand1")


class Snatch(Game):
    name = "snatch"
    seats = 2
    deck = Deck(ranks=range(1, 6), suits=(0, 3))
    piles = (
        PileSpec("hand0", ordered=False, seats=(0,)),
        PileSpec("hand1", ordered=False, seats=(1,)),
        PileSpec("aside0", seats=(0,)),
        PileSpec("aside1", seats=(1,)),
        PileSpec("stock", seats=()),
        PileSpec("heap"),
    )
    facts = (
        FactSpec("dealt", 0),
        FactSpec("score", (0, 0)),
        FactSpec("plies", 0, scope="deal"),
        FactSpec("last", None, scope="deal", seats=(1,)),
    )

    def setup(self, t: Table) -> None:
        self._deal(t)

    def _deal(self, t: Table) -> None:
        t.begin("deal")
        t.set("dealt", t.facts["dealt"] + 1)
        order = t.shuffled(self.deck)
        t.lay("hand0", order[:3])
        t.lay("hand1", order[3:6])
        t.lay("heap", order[6:7])
        t.lay("stock", order[7:], up=False)

    def moves(self, s: State) -> Sequence[Move]:
        if self.outcome(s):
            return ()
        own = [str(card) for card in s.cards[HANDS[s.facts["turn"]]]]
        return [*map(Move, own), *(Move(f"aside {card}") for card in own)]

    def why_not(self, s: State, m: Move) -> Reason | None:
        if self.outcome(s):
            return Reason("TOY-2", "the match is over")
        if m.text in (str(m.card), f"aside {m.card}") and m.card in s.cards[HANDS[s.facts["turn"]]]:
            return None
        return Reason("TOY-1", "only a card of one's own hand can be played or put aside")

    def apply(self, t: Table, m: Move) -> None:
        seat = t.facts["turn"]
        hand = HANDS[seat]
        if m.verb == "aside":
            t.take(hand, m.card, f"aside{seat}")
            if seat == 1:
                t.set("last", str(m.card))
        else:
            t.take(hand, m.card, "heap")
            score = list(t.facts["score"])
            score[seat] += 1
            t.set("score", tuple(score))
        if not t.cards["stock"] and len(t.cards["heap"]) > 1:
            t.move("heap", "stock", len(t.cards["heap"]) - 1)
            t.shuffle("stock")
        if t.cards["stock"]:
            t.move("stock", hand)
        t.set("plies", t.facts["plies"] + 1)
        t.set("turn", 1 - seat)
        if self._dealt_out(t) and t.facts["dealt"] < 2:
            self._deal(t)

    def _dealt_out(self, s: Layout) -> bool:
        return s.facts["plies"] == 12 or not s.cards[HANDS[s.facts["turn"]]]

    def outcome(self, s: State) -> Outcome | None:
        if s.facts["dealt"] < 2 or not self._dealt_out(s):
            return None
        score = s.facts["score"]
        best = max(score)
        winners = tuple(seat for seat in (0, 1) if score[seat] == best)
        return Outcome("scored", scores=score, winners=winners)
