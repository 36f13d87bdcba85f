"""The layout of a patience: steps that lay the shuffled pack out, card by card as by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardkit.cards import Card
from cardkit.patience.model import DealTo, Rest, Rules, Sink, Take, Turn
from cardkit.patience.tables import Tables
from cardkit.table import Table


class Plan:
    """The steps worked out once: which card of the pack comes to lie where in every shuffle."""

    def __init__(self, rules: Rules, tables: Tables) -> None:
        self._deck = rules.deck.cards
        #: The cards taken out first, with their piles.
        self._taken = [(name, card) for _, name, card in cards_taken(rules) if card is not None]
        #: By pile, the places in the rest of the pack of the cards it gets, bottom first.
        self._places: dict[str, list[int]] = {name: [] for name in tables.names}
        self._down: dict[str, list[bool]] = {name: [] for name in tables.names}
        self._sinks: dict[str, list[int]] = {name: [] for name in tables.names}
        left = list(range(len(self._deck) - len(self._taken)))
        for step in rules.layout:
            match step:
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


def cards_taken(rules: Rules) -> Iterator[tuple[int, str, Card | None]]:
    """What the steps take out of the pack: the step's place, a pile, and its card.

    The card is None if none is left that the pile takes. A step takes equal cards only where it
    must: four aces for four piles are one of each suit.
    """
    pack = list(rules.deck)
    places = {
        name: (group, at)
        for word, group in rules.groups.items()
        for at, name in enumerate(group.names(word))
    }
    for number, step in enumerate(rules.layout):
        if not isinstance(step, Take):
            continue
        given: list[Card] = []
        for name in rules.piles(step.to):
            group, at = places[name]
            fitting = [card for card in pack if card.rank == step.take and group.opens(card, at)]
            chosen = min(fitting, key=given.count, default=None)
            if chosen is not None:
                pack.remove(chosen)
                given.append(chosen)
            yield number, name, chosen


def cards_needed(rules: Rules) -> int:
    """How many cards the steps lay out, not counting the rest."""
    total = 0
    for step in rules.layout:
        if isinstance(step, Take):
            total += len(rules.piles(step.to))
        elif isinstance(step, DealTo):
            total += len(rules.piles(step.deal)) * step.each * step.rounds
    return total
