"""Cards going from pile to pile: which transfers are legal, and why others are not."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.patience.model import Group
from cardkit.patience.tables import EMPTY, Kin, Source, Tables
from cardkit.table import Layout


class Transfers:
    """The transfers of one game, read off its tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.clause = tables.rules.clause
        self._twins = len(tables.cards) < len(tables.rules.deck)
        self._known: dict[int, Move] = {}

    def moves(self, s: Layout, phase: str, redealt: bool, only: str | None = None) -> list[Move]:
        """The legal transfers in canonical order; with `only`, those from that pile."""
        tops = [pile[-1] if pile else EMPTY for pile in s.cards.values()]
        shown = set(tops)
        hidden = any(s.down.values())
        sources = self.tables.sources(phase, redealt)
        # Moves are gathered as numbers that sort in canonical order: source, target, count.
        found: list[int] = []
        # Most piles have nowhere to go: what they wait for ends no pile.
        for source, host, able in [
            (source, host, able)
            for place, rows, source in sources.singles
            for host, able in rows[tops[place]]
            if host in shown
        ]:
            if hidden and _ends_face_down(s, source.name):
                continue
            at = tops.index(host)
            if not host or (self._twins and tops.count(host) > 1):
                card = tops[source.place]
                ends = [at for at in able if self._ends(s, at, host, card, tops)]
                found += [source.code | at << 8 | 1 for at in ends]
            elif at in able:
                found.append(source.code | at << 8 | 1)
        for source in sources.runs:
            if tops[source.place]:
                self._runs(s, source, tops, shown, found)
        if only is not None:
            place = self.tables.index.get(only)  # none at all, if there is no such pile
            found = [code for code in found if code >> 16 == place]
        found.sort()
        known = self._known
        return [known[code] if code in known else self._move(code) for code in found]

    def _ends(self, s: Layout, at: int, host: Card, card: Card, tops: list[Card]) -> bool:
        """True if the pile at a place ends in `host` and, if that is nothing, may be opened."""
        return tops[at] is host and (bool(host) or not self._is_barred(s, at, card))

    def _is_barred(self, s: Layout, at: int, card: Card) -> bool:
        kin = self.tables.kin[self.tables.names[at]]
        return bool(kin) and self.barred(s, kin, card) is not None

    def _runs(
        self, s: Layout, source: Source, tops: list[Card], shown: set[Card], found: list[int]
    ) -> None:
        """Add the transfers from a pile that may give several cards at once."""
        if _ends_face_down(s, source.name):
            return
        pile = s.cards[source.name]
        for n in range(1, self.run_length(s, source.name) + 1):
            card = pile[-n]
            for host, able in source.rows[card]:
                if host in shown:
                    found += [
                        source.code | at << 8 | n
                        for at in able
                        if tops[at] is host
                        and (host or not self._is_barred(s, at, card))
                        and (n == 1 or self._takes(s, source, at, n))
                    ]

    def _takes(self, s: Layout, source: Source, at: int, n: int) -> bool:
        """True if so many cards at once may go to the pile at a place."""
        name = self.tables.names[at]
        is_tableau = self.tables.group_of[name].kind == "tableau"
        return is_tableau and n <= self.carry(s, source.group, name)

    def _move(self, code: int) -> Move:
        """The move that a number stands for."""
        names = self.tables.names
        move = Move.transfer(names[code >> 16], names[code >> 8 & 255], code & 255)
        self._known[code] = move
        return move

    def run_length(self, s: Layout, name: str) -> int:
        """How many cards from the top of a pile lie face up on each other in a liftable run."""
        pile, down = s.cards[name], s.down[name]
        chain = self.tables.chains[self.tables.group_name_of[name]]
        n = 1
        while (
            n < len(pile)
            and not down >> (len(pile) - n - 1) & 1
            and pile[-n - 1] in chain[pile[-n]]
        ):
            n += 1
        return n

    def carry(self, s: Layout, group: Group, target: str) -> int:
        """How many cards may move at once: with free spaces, what single moves could carry.

        Each free cell holds one card meanwhile, and each empty tableau pile that takes any card
        doubles the number, except the one the cards go to.
        """
        if group.lift.cards == "run":
            return 1 << 30
        tables = self.tables
        free = sum(1 for name in tables.cells if not s.cards[name])
        spaces = sum(
            1
            for name in tables.tableau
            if not s.cards[name] and name != target and tables.group_of[name].space.accepts == "any"
        )
        return (free + 1) << spaces

    @staticmethod
    def barred(s: Layout, kin: Kin, card: Card) -> str | None:
        """The first pile that keeps the card's suit from opening another, if any does."""
        suit = card >> 4
        for name, agrees in kin:
            pile = s.cards[name]
            if pile and (pile[0] >> 4 == suit) != agrees:
                return name
        return None

    def why_not(self, s: Layout, m: Move, phase: str, redealt: bool) -> Reason | None:
        """Why a transfer is not legal, or None if it is."""
        source, target, n = m.source, m.target, m.count or 1
        tables = self.tables
        for name in (source, target):
            if name not in tables.index:
                return Reason("", f"there is no pile {name}")
        assert source is not None
        assert target is not None
        if source == target:
            return Reason(self.clause, f"{source} is source and target at once")
        pile = s.cards[source]
        if not pile:
            return Reason(self.clause, f"{source} is empty")
        entry = tables.entry(source, target, phase, redealt, not s.cards[target])
        if entry is None or not entry.allow:
            during = "" if len(self._phases()) == 1 else f" during the {phase}"
            return Reason(
                entry.clause if entry else self.clause,
                f"{source} does not play to {target}{during}",
            )
        return self._why_not_lifted(s, source, target, n) or self._why_not_laid(
            s, pile[len(pile) - n], target
        )

    def _phases(self) -> Sequence[str]:
        return ("layout", "play") if self.tables.rules.spread else ("play",)

    def _why_not_lifted(self, s: Layout, source: str, target: str, n: int) -> Reason | None:
        group = self.tables.group_of[source]
        lift, size = group.lift, len(s.cards[source])
        if n > size:
            return Reason(lift.clause, f"{source} has only {_cards(size)}")
        if s.down[source] >> (size - n) & 1:
            return Reason(lift.clause, f"a card of {source} that would move lies face down")
        if n == 1:
            return None
        if lift.cards == "one":
            return Reason(lift.clause, "only one card moves at a time")
        if self.tables.group_of[target].kind != "tableau":
            return Reason(lift.clause, f"{target} takes one card at a time")
        if n > self.run_length(s, source):
            return Reason(lift.clause, f"the last {n} cards of {source} are no run")
        if n > self.carry(s, group, target):
            most = _cards(self.carry(s, group, target))
            return Reason(lift.clause, f"there is room to move {most} at once, not {n}")
        return None

    def _why_not_laid(self, s: Layout, card: Card, target: str) -> Reason | None:
        group = self.tables.group_of[target]
        pile = s.cards[target]
        top = pile[-1] if pile else EMPTY
        if top not in self.tables.hosts[target][card]:
            if not pile:
                return Reason(group.space.clause, self._refused_space(group, card, target))
            if group.build is None or group.kind == "cell":
                return Reason(group.space.clause, f"{target} is occupied")
            return Reason(
                group.build.clause,
                f"{card} does not go on {pile[-1]} ({target} builds {group.build.cards})",
            )
        other = None if pile else self.barred(s, self.tables.kin[target], card)
        if other is not None:
            suit = card.suit.name.lower()
            held = s.cards[other][0].suit.name.lower()
            text = (
                f"{suit} have a pile already: {other}"
                if held == suit
                else f"{target} is for {held}, as {other} is"
            )
            return Reason(group.suits_clause or group.space.clause, text)
        return None

    @staticmethod
    def _refused_space(group: Group, card: Card, target: str) -> str:
        accepts = group.space.accepts
        if accepts == "none":
            return f"{target} is empty and stays empty"
        if isinstance(accepts, tuple) and card.rank not in accepts:
            ranks = " or ".join(rank.name.lower() for rank in accepts)
            return f"{target} is empty and takes only: {ranks}"
        return f"{target} is another suit's place"


def _ends_face_down(s: Layout, name: str) -> bool:
    return bool(s.down[name] >> (len(s.cards[name]) - 1))


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"
