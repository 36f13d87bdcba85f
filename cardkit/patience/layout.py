"""The layout of a patience: steps that lay the shuffled pack out, card by card as by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.cards import Card
from cardkit.patience.model import DealTo, Rest, Rules, Sink, Take, Turn
from cardkit.patience.tables import EMPTY, Tables
from cardkit.table import Table


class Plan:
    """The steps worked out once: which card of the pack comes to lie where, whatever the shuffle."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self._deck = rules.deck.cards
        #: The cards taken out first, with their piles.
        self._taken: list[tuple[str, Card]] = []
        #: By pile, the places in the rest of the pack of the cards it gets, bottom first.
        self._places: dict[str, list[int]] = {name: [] for name in tables.names}
        self._down: dict[str, list[bool]] = {name: [] for name in tables.names}
        self._sinks: dict[str, list[int]] = {name: [] for name in tables.names}
        size = len(self._deck) - sum(
            len(rules.piles(step.to)) for step in rules.layout if isinstance(step, Take)
        )
        left = list(range(size))
        for step in rules.layout:
            match step:
                case Take(take=rank, to=to):
                    self._take(rank, rules.piles(to), tables)
                case DealTo(deal=to, each=each, rounds=rounds, face=face):
                    for name in rules.piles(to) * rounds:
                        self._places[name] += left[:each]
                        self._down[name] += [face == "down"] * len(left[:each])
                        del left[:each]
                case Turn(turn=to):
                    for name in rules.piles(to):
                        if self._down[name]:
                            self._down[name][-1] = False
                case Sink(sink=rank, within=to):
                    for name in rules.piles(to):
                        self._sinks[name].append(rank)
                case Rest(rest=name):
                    # The next card of the pack is the top of the stock, which is its last.
                    self._places[name] += reversed(left)
                    self._down[name] += [True] * len(left)
                    left = []
        self._parts = [
            (name, places, up) for name in tables.names for places, up in self._in_parts(name)
        ]

    def _take(self, rank: int, piles: Sequence[str], tables: Tables) -> None:
        for name in piles:
            taken = [card for _, card in self._taken]
            fitting = (c for c in self._deck if c.rank == rank and EMPTY in tables.hosts[name][c])
            card = next(c for c in fitting if taken.count(c) < 1 or len(piles) > 4)
            self._taken.append((name, card))

    def _in_parts(self, name: str) -> Iterator[tuple[list[int], bool]]:
        """A pile's places in the pack, split where cards face down meet cards face up."""
        places, down = self._places[name], self._down[name]
        start = 0
        for i in range(1, len(places) + 1):
            if i == len(places) or down[i] != down[start]:
                yield places[start:i], not down[start]
                start = i

    def lay_out(self, t: Table) -> None:
        """Shuffle the deck and lay it out, each pile at once."""
        pack = t.shuffled(self._deck)
        for name, card in self._taken:
            pack.remove(card)
            t.lay(name, [card])
        for name, places, up in self._parts:
            cards = [pack[i] for i in places]
            for rank in self._sinks[name]:
                cards = _sunk(cards, rank)
            t.lay(name, cards, up)


def _sunk(cards: Sequence[Card], rank: int) -> list[Card]:
    return [c for c in cards if c.rank == rank] + [c for c in cards if c.rank != rank]


def cards_needed(rules: Rules) -> int:
    """How many cards the steps lay out, not counting the rest."""
    total = 0
    for step in rules.layout:
        if isinstance(step, Take):
            total += len(rules.piles(step.to))
        elif isinstance(step, DealTo):
            total += len(rules.piles(step.deal)) * step.each * step.rounds
    return total
