"""What one seat can work out of where every card has been, from what it saw of a deal.

It reads the same events as a view and keeps, for each card, the paths that it may have gone: a
zone for every batch of cards that went somewhere without the seat seeing their faces, be it a hand
dealt, a card drawn or one laid away (see `cardkit.zones`). Of the rules it knows nothing; a game
may tell what they prove (see `Deducing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from attrs import define, field

from cardkit.cards import Card
from cardkit.moves import Move, hides
from cardkit.observation import Event, Observer
from cardkit.piles import Pile
from cardkit.table import Layout, Table
from cardkit.view import Fold
from cardkit.zones import Path

if TYPE_CHECKING:
    from cardkit.state import Game
    from cardkit.view import View


@runtime_checkable
class Deducing(Protocol):
    """A game whose rules tell of cards that nobody saw. Layouts are as the seat knows them."""

    def lacks(self, s: Layout, m: Move) -> Iterable[tuple[str, Iterable[Card]]]:
        """Piles, and cards that they did not hold, or this move would not have been legal."""

    def holds(self, s: Layout) -> Iterable[tuple[str, Card]]:
        """Cards that lie in certain piles, or the position would not have come about."""

    def is_free(self, s: Layout) -> bool:
        """False if what is decided here, unseen, depends on cards that a seat may not see."""


@define(eq=False)
class Slot:
    """A place in a pile with an order, and what lies there: a card, or whatever went by a zone.

    It is None while nothing tells the place from others in its bag.
    """

    what: int | Card | None = None


@define(eq=False)
class Bag:
    """Cards of which nobody knows how they lie among each other: a hand, a stock, a single card.

    `known` are those that the seat knows to be in it; all others came by one of its `zones`. In a
    pile with an order it has a slot for each, the lowest first.
    """

    size: int
    known: list[Card] = field(factory=list)
    zones: set[int] = field(factory=set)
    slots: list[Slot] = field(factory=list)


#: A card that was not seen to go: by its slot, or its zone, or known all the same.
Unseen = Slot | int | Card


class Whereabouts:
    """The zones and paths of the deal under way, as one seat can work them out.

    `paths` and `room` are what `cardkit.zones.Worlds` counts. A card that is not `placed` is where
    the last zone of its path leads, in the bag that has that zone.
    """

    def __init__(self, view: View, game: Game) -> None:
        """Read what the view saw. Raises LookupError if more than that would have to be known."""
        cards = list(game.cards_in_play())
        if len(set(cards)) < len(cards):
            raise LookupError(f"{game.name} has equal cards, which paths cannot tell apart")
        self.paths: dict[Card, set[Path]] = {card: set() for card in cards}
        self.room: dict[int, int] = {}
        #: The zone that a zone was split off from.
        self.parent: dict[int, int] = {}
        self.placed: set[Card] = set()
        #: By the number of an event, the cards in it that were not seen.
        self.unseen: dict[int, list[Unseen]] = {}
        self._unordered = frozenset(spec.name for spec in game.piles if not spec.ordered)
        self.piles: dict[str, list[Bag]] = {
            spec.name: [] if spec.ordered else [Bag(0)] for spec in game.piles
        }
        self._zones = 0
        #: Zones that cards left on longer paths, so that they cannot be split any more.
        self._worn: set[int] = set()
        self._event = 0
        rules = game if isinstance(game, Deducing) else None
        facts = Table(game.piles, game.facts).fact_specs
        fold = Fold(game.piles, facts, Observer(view.seat, game.piles))
        fold.facts = dict(view._base)
        layout = _layout(fold)
        for self._event, event in enumerate(view.events):
            kind = event[0]
            if kind == "play":
                if rules is not None:
                    self._conclude(rules, layout, Move(event[2]))
            elif kind != "set":
                self._learn(event)
            fold.read((event,))
        if rules is not None:
            self._hold(rules, layout)

    # -- what the rules tell -------------------------------------------------------------------

    def _conclude(self, rules: Deducing, s: Layout, move: Move) -> None:
        self._hold(rules, s)
        if hides(move):
            if not rules.is_free(s):
                raise LookupError(f"{move} depended on cards that were not seen")
            return
        for pile, cards in rules.lacks(s, move):
            zones = self._zones_of(pile)
            for card in cards:
                if card not in self.placed:
                    self.paths[card] = {p for p in self.paths[card] if p[-1] not in zones}

    def _hold(self, rules: Deducing, s: Layout) -> None:
        for pile, card in rules.holds(s):
            if card not in self.placed:
                zones = self._zones_of(pile)
                self.paths[card] = {p for p in self.paths[card] if p[-1] in zones}

    def _zones_of(self, pile: str) -> set[int]:
        return {zone for bag in self.piles[pile] for zone in bag.zones}

    # -- zones ---------------------------------------------------------------------------------

    def _zone(self, room: int | None, parent: int | None = None) -> int:
        """A new zone; one without room of its own only says where a card stayed."""
        zone = self._zones
        self._zones += 1
        if room is not None:
            self.room[zone] = room
        if parent is not None:
            self.parent[zone] = parent
        return zone

    def _floating(self, zones: set[int]) -> Iterator[tuple[set[Path], Path]]:
        """The paths, by which cards not placed may have come to these zones last."""
        for card, paths in self.paths.items():
            if card not in self.placed:
                for path in [p for p in paths if p[-1] in zones]:
                    yield paths, path

    def _draw(self, bag: Bag) -> Bag:
        """Some card of a bag goes, and nobody sees which."""
        if bag.size == len(bag.known) == 1:
            bag.size = 0
            return Bag(1, known=[bag.known.pop()])
        bag.size -= 1
        pure = len(bag.zones) == 1 and not bag.known
        whole = min(bag.zones) if pure else None
        if whole is not None and whole not in self._worn:
            # As good as dealt apart from the others in the first place.
            new = self._zone(1, parent=whole)
            self.room[whole] -= 1
            for paths, path in self._floating(bag.zones):
                paths.add((*path[:-1], new))
                if not bag.size:
                    paths.remove(path)
            return Bag(1, zones={new})
        new = self._zone(1)
        for paths, path in self._floating(bag.zones):
            paths.add((*path, new))
        if bag.known:
            stayed = self._zone(None)
            for card in bag.known:
                self.placed.remove(card)
                self.paths[card] = {(*p, z) for p in self.paths[card] for z in (stayed, new)}
            bag.known.clear()
            bag.zones.add(stayed)
        self._worn |= bag.zones
        self._close(bag)
        return Bag(1, zones={new})

    def _see(self, bag: Bag, card: Card) -> None:
        """A card is seen to be in a bag."""
        if card not in bag.known:
            self.paths[card] = {p for p in self.paths[card] if p and p[-1] in bag.zones}
            self.placed.add(card)
            bag.known.append(card)
            self._close(bag)

    def _close(self, bag: Bag) -> None:
        """Nothing comes by the zones of a bag in which everything is known."""
        if bag.size == len(bag.known):
            for paths, path in self._floating(bag.zones):
                paths.remove(path)
            bag.zones = set()

    # -- events --------------------------------------------------------------------------------

    def _learn(self, event: Event) -> None:
        match event:
            case ["lay", name, str() as text]:
                self._lay(name, Pile(text))
            case ["take", source, index, target, str() as text]:
                if source in self._unordered:
                    bag = self._take(self.piles[source][0], Card(text))
                else:
                    bag = self.piles[source].pop(self._apart(source, index))
                    self._find(bag, Card(text))
                self._put(target, [bag])
            case ["move", source, target, str() as text, turned]:
                self._move(source, target, Pile(text), turned)
            case ["face", name, index, str() as text, _]:
                if Card(text):
                    self._see(self.piles[name][self._apart(name, index)], Card(text))
            case ["show", name, _, str() as text]:
                for index, card in enumerate(Pile(text)):
                    if card:
                        at = 0 if name in self._unordered else self._apart(name, index)
                        self._see(self.piles[name][at], card)
            case ["shuffle", name, _]:
                self._shuffle(name)

    def _lay(self, name: str, pile: Pile) -> None:
        for card in filter(None, pile):
            self.placed.add(card)
            self.paths[card] = {()}
        hidden = sum(1 for card in pile if not card)
        if not hidden:
            self._put(name, [Bag(1, known=[card]) for card in pile])
            return
        if hidden < len(pile):
            raise LookupError(f"some cards laid on {name} were seen, and others not")
        zone = self._zone(hidden)
        for card, paths in self.paths.items():
            if card not in self.placed:
                paths.add((zone,))
        bag = Bag(hidden, zones={zone})
        self._put(name, [bag])
        self.unseen[self._event] = list(bag.slots) or [zone]

    def _take(self, bag: Bag, card: Card) -> Bag:
        """One card leaves a bag without an order."""
        if card:
            self._see(bag, card)
            bag.known.remove(card)
            bag.size -= 1
            return Bag(1, known=[card])
        gone = self._draw(bag)
        self.unseen[self._event] = [*gone.known, *gone.zones]
        return gone

    def _find(self, bag: Bag, card: Card) -> None:
        """A single card leaves its place in an order: seen, or remembered by its slot."""
        if card:
            self._see(bag, card)
        else:
            self.unseen.setdefault(self._event, []).extend(bag.slots)
        if bag.known:
            bag.slots[0].what = bag.known[0]

    def _apart(self, name: str, index: int) -> int:
        """Make the slot at an index a bag of its own, and return where that is in the pile."""
        bags = self.piles[name]
        at, below = 0, 0
        while below + bags[at].size <= index:
            below += bags[at].size
            at += 1
        for _ in range(below + bags[at].size - 1 - index):
            self._split_top(bags, at)
        if bags[at].size > 1 or bags[at].slots[0].what is None:
            self._split_top(bags, at)
            at += 1
        if at and not bags[at - 1].size:
            del bags[at - 1]
            at -= 1
        return at

    def _split_top(self, bags: list[Bag], at: int) -> None:
        """Make the top slot of a bag one of its own."""
        slot = bags[at].slots.pop()
        top = self._draw(bags[at])
        slot.what = next(iter([*top.known, *top.zones]))
        top.slots = [slot]
        bags.insert(at + 1, top)

    def _move(self, source: str, target: str, pile: Pile, turned: bool) -> None:
        if source in self._unordered:
            bag = self.piles[source][0]
            for card in filter(None, pile):
                self._see(bag, card)
            self.piles[source] = [Bag(0)]
            if target in self._unordered or bag.size == 1:
                self._put(target, [bag])
            elif bag.size == len(bag.known):
                self._put(target, [Bag(1, known=[card]) for card in pile])
            else:
                raise LookupError("cards from a hand lie in an order that was not seen")
            return
        bags = self.piles[source]
        size = sum(bag.size for bag in bags)
        if any(bag.size > 1 or bag.slots[0].what is None for bag in bags):
            for index in range(size - len(pile), size):
                self._apart(source, index)
        moved = bags[len(bags) - len(pile) :]
        del bags[len(bags) - len(pile) :]
        if target in self._unordered:
            # In what order they came is not told, so neither does the text of the pile.
            moved = [_together(moved)] * len(pile)
        elif turned:
            moved.reverse()
        for bag, card in zip(moved, pile, strict=True):
            if card:
                self._see(bag, card)
        self._put(target, list(dict.fromkeys(moved)))

    def _put(self, target: str, bags: list[Bag]) -> None:
        if target in self._unordered:
            hand = self.piles[target][0]
            for bag in bags:
                hand.size += bag.size
                hand.known += bag.known
                hand.zones |= bag.zones
            return
        for bag in bags:
            if not bag.slots:
                bag.slots = [Slot() for _ in range(bag.size)]
                if bag.size == 1:
                    bag.slots[0].what = next(iter([*bag.known, *bag.zones]))
        self.piles[target] += bags

    def _shuffle(self, name: str) -> None:
        bags = self.piles[name]
        if name not in self._unordered:
            for index in range(sum(bag.size for bag in bags)):
                self._apart(name, index)
        mixed = _together(bags)
        if name not in self._unordered:
            mixed.slots = [Slot() for _ in range(mixed.size)]
            self.unseen[self._event] = list(mixed.slots)
        self.piles[name] = [mixed] if mixed.size or name in self._unordered else []
        if mixed.size == 1 and mixed.slots:
            self._apart(name, 0)


def _together(bags: Sequence[Bag]) -> Bag:
    """The cards of some bags in one, without their slots."""
    return Bag(
        sum(bag.size for bag in bags),
        known=[card for bag in bags for card in bag.known],
        zones={zone for bag in bags for zone in bag.zones},
    )


def _layout(fold: Fold) -> Layout:
    """A fold as the rules look at a table."""
    layout = Layout()
    layout.cards, layout.down = fold.cards, fold.down
    layout.seers, layout.facts = fold.seers, fold.facts
    return layout


def family(zone: int, parents: Mapping[int, int]) -> int:
    """The zone that a zone was split off from, however often."""
    while zone in parents:
        zone = parents[zone]
    return zone
