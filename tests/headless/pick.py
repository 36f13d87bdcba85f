"""Pick: a game for three that tournaments can be reckoned by hand with, and players of it.

Six cards, the ace to the three of two suits, go two to each seat in turn. Each seat plays one card,
and the pips on it are its score; the most pips win, and equals share the win.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit import Deck, Game, Move, Outcome, PileSpec, Reason, State, Table, View


class Pick(Game):
    name = "pick"
    seats = 3
    deck = Deck(ranks=range(1, 4), suits=(0, 2))
    piles = (
        *(PileSpec(f"hand{i}", ordered=False, seats=(i,)) for i in range(3)),
        PileSpec("heap"),
    )

    def setup(self, t: Table) -> None:
        order = t.shuffled(self.deck)
        for seat in range(3):
            t.lay(f"hand{seat}", order[2 * seat : 2 * seat + 2])

    def moves(self, s: State) -> Sequence[Move]:
        if self.outcome(s):
            return ()
        return [Move(str(card)) for card in sorted(s.cards[f"hand{s.facts['turn']}"])]

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if m in self.moves(s) else Reason("PI-1", "no card of that hand")

    def apply(self, t: Table, m: Move) -> None:
        seat = t.facts["turn"]
        t.take(f"hand{seat}", m.card, "heap")
        t.set("turn", (seat + 1) % 3)

    def outcome(self, s: State) -> Outcome | None:
        heap = s.cards["heap"]
        if len(heap) < 3:
            return None
        scores = tuple(int(card.rank) for card in heap)
        best = max(scores)
        return Outcome(
            "scored", scores=scores, winners=tuple(i for i in range(3) if scores[i] == best)
        )


class Bare(Pick):
    """The same without scores: nothing but who won."""

    name = "bare"

    def outcome(self, s: State) -> Outcome | None:
        found = super().outcome(s)
        return found and Outcome("played", winners=found.winners)


def high(view: View) -> Move:
    return max(view.moves, key=lambda move: move.card.rank)


def low(view: View) -> Move:
    return min(view.moves, key=lambda move: move.card.rank)


#: Who has what, the pips of seat 0, 1 and 2: what is said of each was reckoned by hand.
DEALS = (
    # 2 3, 3 1, 1 2. High plays 3, 3, 2 and low 2, 1, 1. Of the six seatings of two players high
    # wins five alone (or with itself); in LLH, with 2 1 2, it shares the win with low.
    "2C 3C 3H AC AH 2H",
    # 2 2, 1 1, 3 3. Nobody has a choice, and seat 2 always wins.
    "2C 2H AC AH 3C 3H",
    # 1 3, 1 3, 2 2. High plays 3, 3, 2 and low 1, 1, 2; in LLH, with 1 1 2, seat 2 wins, too.
    "AC 3C AH 3H 2C 2H",
)
