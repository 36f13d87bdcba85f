"""What the player does with the stock: `deal` its next cards, `redeal` what was gathered.

Each action is one verb of the player. A rules object built in Python may bring others of its own.
"""

from __future__ import annotations

from typing import Protocol

from cardkit.outcome import Reason
from cardkit.patience.model import DealMove, Redeal, Rules, Spread
from cardkit.patience.transfers import Transfers
from cardkit.table import FactSpec, Layout, Table


class Action(Protocol):
    """A verb without arguments that the player may use in some phase."""

    verb: str
    facts: tuple[FactSpec, ...]

    def why_not(self, s: Layout) -> Reason | None:
        """Why it is not allowed now, or None if it is."""

    def apply(self, t: Table) -> None:
        """Carry it out."""


class SpreadAction:
    """`deal` during a layout that the player takes part in: the next card to the next pile."""

    verb = "deal"

    def __init__(self, spread: Spread, rules: Rules) -> None:
        self.spread = spread
        self.piles = rules.piles(spread.to)
        self.facts: tuple[FactSpec, ...] = (
            FactSpec("phase", "layout"),
            FactSpec("cursor", self.piles[0]),
        )
        #: The pile of the card dealt last is remembered only where that card is special.
        self.only_newest = spread.playable == "newest"
        if self.only_newest:
            self.facts = (*self.facts, FactSpec("newest"))
        self._next = dict(zip(self.piles, self.piles[1:] + self.piles[:1], strict=True))

    def begin(self, t: Table) -> None:
        """Start the layout at the first pile."""
        t.set("phase", "layout")
        t.set("cursor", self.piles[0])
        self._newest(t, None)
        self._end(t)

    def _newest(self, t: Table, pile: str | None) -> None:
        if self.only_newest:
            t.set("newest", pile)

    def why_not(self, s: Layout) -> Reason | None:
        if s.facts["phase"] != "layout":
            return Reason(self.spread.clause, "the layout is over")
        return None

    def apply(self, t: Table) -> None:
        cursor = t.facts["cursor"]
        t.set("cursor", self._next[cursor])
        self._deal(t, cursor)

    def left(self, t: Table, pile: str) -> None:
        """A card was played from a pile during the layout: fill it up if that is the rule."""
        self._newest(t, None)
        if self.spread.refill == "immediate":
            self._deal(t, pile)

    def _deal(self, t: Table, pile: str) -> None:
        t.move(self.spread.stock, pile, turned=True)
        self._newest(t, pile)
        self._end(t)

    def _end(self, t: Table) -> None:
        if not t.cards[self.spread.stock]:
            t.set("phase", "play")
            t.set("cursor", self.piles[0])
            self._newest(t, None)

    def fault(self, s: Layout) -> str | None:
        """What is wrong with the facts of a position, or None."""
        phase, cursor = s.facts["phase"], s.facts["cursor"]
        if phase not in ("layout", "play"):
            return f"phase is layout or play, not {phase}"
        if cursor not in self.piles:
            return f"cursor is one of {self.piles[0]} to {self.piles[-1]}, not {cursor}"
        if (phase == "layout") != bool(s.cards[self.spread.stock]):
            return f"the phase is {phase}, and {self.spread.stock} is " + (
                "empty" if phase == "layout" else "not empty"
            )
        return None


class DealAction:
    """`deal` in play: cards from the stock to a waste, or one to each pile."""

    verb = "deal"
    facts: tuple[FactSpec, ...] = ()

    def __init__(self, deal: DealMove, rules: Rules) -> None:
        self.deal = deal
        self.piles = rules.piles(deal.to)

    def why_not(self, s: Layout) -> Reason | None:
        if not s.cards[self.deal.stock]:
            return Reason(self.deal.clause, "the stock is empty")
        if self.deal.unless_spaces:
            empty = [name for name in self.piles if not s.cards[name]]
            if empty:
                return Reason(self.deal.clause, f"{empty[0]} is empty: fill every space first")
        return None

    def apply(self, t: Table) -> None:
        stock, rounds = self.deal.stock, self.deal.rounds
        while t.cards[stock] and rounds:
            for name in self.piles:
                left = len(t.cards[stock])
                if left:
                    t.move(stock, name, min(self.deal.cards, left), turned=True)
            if rounds != "all":
                rounds -= 1


class RedealAction:
    """`redeal`: piles are gathered into the stock, and it is laid out or played again."""

    verb = "redeal"
    facts: tuple[FactSpec, ...] = (FactSpec("redeals", 0),)

    def __init__(
        self, redeal: Redeal, rules: Rules, transfers: Transfers, spread: SpreadAction | None
    ) -> None:
        self.redeal = redeal
        self.piles = rules.piles(redeal.gather)
        self.steps = [(rules.piles(step.deal) * step.rounds, step) for step in redeal.layout]
        self._transfers = transfers
        self._spread = spread

    def why_not(self, s: Layout) -> Reason | None:
        rule = self.redeal
        used = s.facts["redeals"]
        if rule.times != "unlimited" and used >= rule.times:
            spent = "there is no redeal" if not rule.times else "the redeals are spent"
            return Reason(rule.times_clause or rule.clause, spent)
        if s.facts.get("phase") == "layout":
            return Reason(rule.clause, "cards are gathered only when the layout is over")
        if rule.allowed == "stock-empty" and s.cards[rule.stock]:
            return Reason(rule.clause, "the stock is not empty yet")
        if not any(s.cards[name] for name in self.piles):
            return Reason(rule.clause, "there is nothing to gather")
        if rule.allowed == "stuck" and self._transfers.moves(s, "play", used > 0):
            return Reason(rule.clause, "there are moves left to make")
        return None

    def apply(self, t: Table) -> None:
        rule = self.redeal
        piles = self.piles if rule.top == "last" else self.piles[::-1]
        for name in piles:
            if t.cards[name]:
                t.move(name, rule.stock, len(t.cards[name]), turned=rule.turned)
        for at in range(0 if rule.turned else len(t.cards[rule.stock])):
            t.face(rule.stock, at, up=False)
        if rule.shuffle:
            t.shuffle(rule.stock)
        t.set("redeals", t.facts["redeals"] + 1)
        if self._spread is not None:
            self._spread.begin(t)
        for names, step in self.steps:
            for name in names:
                n = min(step.each, len(t.cards[rule.stock]))
                if n:
                    t.move(rule.stock, name, n, turned=step.face == "up")
