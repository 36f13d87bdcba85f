"""Worlds that a seat cannot tell from the real one, each as likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import factorial
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from cardkit import journal
from cardkit.cards import Card
from cardkit.deals import Deal
from cardkit.moves import Move, hides
from cardkit.observation import Event
from cardkit.piles import Pile
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.table import Table, Value
from cardkit.whereabouts import Bag, Slot, Unseen, Whereabouts, family
from cardkit.zones import Path, Worlds

if TYPE_CHECKING:
    from cardkit.view import View


class Sampler:
    """The worlds of one view: all deals and hidden choices that are consistent with what it saw.

    Making one reads the view and counts; after that each world costs little.

    >>> from cardkit.rulesfile import packaged_game
    >>> state = packaged_game("cardkit_games.bismarck").create().deal(7)
    >>> world = Sampler(state.view(1)).sample(Rng(1))
    >>> world.cards["hand1"] == state.cards["hand1"], world.cards["hand2"] == state.cards["hand2"]
    (True, False)
    """

    def __init__(self, view: View) -> None:
        """Raises LookupError if the view has no rules, or if it cannot be told what is hidden."""
        if view.game is None:
            raise LookupError("a view made from a record has no rules to sample by")
        self._view = view
        self._game: Game = view.game
        self._known = Whereabouts(view, view.game)
        self._worlds: Worlds[Card] = Worlds(self._known.paths, self._known.room)
        self._hidden_facts = len(view.facts) < len(Table((), view.game.facts).facts)

    @property
    def count(self) -> int:
        """How many worlds there are: deals, up to the order within a hand, and hidden choices."""
        orders = 1
        for bags in self._known.piles.values():
            for bag in bags:
                orders *= factorial(len(bag.slots))
        return orders * self._worlds.count

    def sample(self, rng: Rng, past: bool = False) -> State:
        """One world, with a deal number of its own for all chance to come.

        With `past` it can be undone to the start of the deal under way, and this seat's view of it
        equals the one that it was drawn from. Raises LookupError if there is no world.
        """
        world = _World(self._known, self._worlds.draw(rng), rng)
        number = rng.next()
        if past:
            return self._replayed(world, number)
        if self._hidden_facts:
            # What they are, only the rules can tell.
            return self._replayed(world, number).copy(history=False)
        view, table = self._view, Table(self._game.piles, self._game.facts, Deal.of(number))
        for name, cards in world.piles().items():
            table.cards[name][:] = cards
        table.down.update(view.down)
        table.seers.update(view.seers)
        table.facts.update(view.facts)
        return State(self._game, table)

    def _replayed(self, world: _World, number: int) -> State:
        """The deal under way once more, with a card for everything that was not seen."""
        view = self._view
        deal = _Remembering(seed=number)
        table = Table(self._game.piles, self._game.facts, deal)
        table.facts.update(view._base)
        table.begin("deal")
        moves: list[Move] = []
        chance = 0
        for at, event in enumerate(view.events):
            things = self._known.unseen.get(at, ())
            unseen = [card for thing in things for card in world.cards(thing)]
            match event:
                case ["play", *_]:
                    moves.append(self._move(world, at))
                case ["set", "chance", int() as chance]:
                    pass
                case ["shuffle", *_]:
                    deal.drawn[chance - 1] = unseen
            if not moves:
                _again(table, event, unseen)
        state = State(self._game, table)
        for move in moves:
            state.push(move)
        return state

    def _move(self, world: _World, at: int) -> Move:
        """A move, with the card that it hid: the next that goes."""
        move = Move(self._view.events[at][2])
        if not hides(move):
            return move
        for later in range(at + 1, len(self._view.events)):
            if self._view.events[later][0] == "take":
                (card,) = world.cards(self._known.unseen[later][0])
                return Move(str(move).replace("??", str(card)))
        raise LookupError(f"{move} hid a choice that moved no card")


@frozen(repr=False)
class _Remembering(Deal):
    """A numbered deal, but for the shuffles of the past, which come out as they did."""

    drawn: dict[int, list[Card]] = field(factory=dict, kw_only=True, eq=False)

    def order(self, k: int, cards: Iterable[Card]) -> list[Card]:
        return self.drawn[k].copy() if k in self.drawn else super().order(k, cards)


class _World:
    """One choice of paths for all cards, and of an order where none is known."""

    def __init__(self, known: Whereabouts, paths: Mapping[Card, Path], rng: Rng) -> None:
        self._known = known
        self._through: dict[int, list[Card]] = {}
        self._last: dict[int, list[Card]] = {}
        for card in sorted(paths):
            path = paths[card]
            for zone in path:
                self._through.setdefault(zone, []).append(card)
            if path and family(path[0], known.parent) not in path:
                first = family(path[0], known.parent)
                self._through.setdefault(first, []).append(card)
            if card not in known.placed:
                self._last.setdefault(path[-1], []).append(card)
        self._lying: dict[Slot, Card] = {}
        for bags in known.piles.values():
            for bag in bags:
                if bag.slots and bag.slots[0].what is None:
                    cards = self._content(bag)
                    rng.shuffle(cards)
                    self._lying.update(zip(bag.slots, cards, strict=True))

    def _content(self, bag: Bag) -> list[Card]:
        lying = [card for zone in bag.zones for card in self._last.get(zone, ())]
        return sorted([*bag.known, *lying])

    def cards(self, thing: Unseen) -> list[Card]:
        """The cards that went unseen by a zone or lay in a slot."""
        if isinstance(thing, Slot):
            what = self._lying[thing] if thing.what is None else thing.what
            return self.cards(what)
        return [thing] if isinstance(thing, Card) else self._through[thing]

    def piles(self) -> dict[str, list[Card]]:
        """All cards as they lie."""
        return {
            name: [card for bag in bags for card in self._pile(bag)]
            for name, bags in self._known.piles.items()
        }

    def _pile(self, bag: Bag) -> list[Card]:
        if not bag.slots:
            return self._content(bag)
        return [card for slot in bag.slots for card in self.cards(slot)]


def _again(table: Table, event: Event, unseen: Sequence[Card]) -> None:
    """Let an event happen on a table, with the cards that were not seen in it."""
    match event:
        case ["lay", name, str() as text]:
            pile = Pile(text)
            table.lay(name, [c for c in pile if c] or unseen, up=not pile.down)
        case ["take", source, _, target, str() as text]:
            table.take(source, Card(text) or unseen[0], target)
        case ["move", source, target, str() as text, turned]:
            table.move(source, target, len(Pile(text)), turned)
        case ["face", name, index, _, up]:
            table.face(name, index, up)
        case ["show", name, seats, _]:
            table.show(name, seats)
        case ["set", name, value]:
            table.set(name, as_value(value))
        case ["shuffle", name, _]:
            before, down = tuple(table.cards[name]), table.down[name]
            after = tuple(unseen or before)
            table.cards[name][:] = after
            table.down[name] = (1 << len(after)) - 1 if unseen else 0
            table.journal.append((journal.SHUFFLE, name, before, down, after))


def as_value(data: Any) -> Value:
    """A fact's value from an event, where lists stand for tuples."""
    return tuple(map(as_value, data)) if isinstance(data, list) else data
