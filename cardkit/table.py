"""The table: named piles and facts that change only through its verbs.

Every verb applies at once and writes what it did into the journal, so that everything can be taken
back. A table needs no game: a program of its own can use it for nothing but piles with undo.
"""

from __future__ import annotations

import re
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from attrs import frozen

from cardkit import journal
from cardkit.cards import HIDDEN, Card
from cardkit.deals import Deal, DealError
from cardkit.journal import Entry, flipped
from cardkit.named import unknown_pile
from cardkit.piles import Pile, PileSpec, mask_seats, seat_mask
from cardkit.words import did_you_mean

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")

#: What a fact may hold: plain immutable values, so that a position can be written as text.
Value = None | bool | int | str | tuple["Value", ...]
Scope = Literal["match", "deal", "trick"]


@frozen
class FactSpec:
    """A fact of the game: its name, the value it starts with, and when it starts anew.

    A fact of scope "deal" returns to `start` when a deal begins, one of scope "trick" also when a
    trick begins. `seats` are those that know its value: None for everybody.
    """

    name: str
    start: Value = None
    scope: Scope = "match"
    seats: tuple[int, ...] | None = None

    def __attrs_post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"a fact's name is small letters, digits and '_', not {self.name!r}")


#: Facts that every table has: the seat that decides, how many shuffles were drawn, who resigned.
BUILT_IN: Final = (FactSpec("turn", 0), FactSpec("chance", 0), FactSpec("resigned", None))


class TableError(ValueError):
    """A verb was asked for something impossible: a fault in the game's code, not the player's."""


def _twice(specs: Iterable[PileSpec | FactSpec]) -> str:
    counts = Counter((type(spec) is PileSpec, spec.name) for spec in specs)
    return ", ".join(
        f"the {'pile' if pile else 'fact'} {name}" for (pile, name), n in counts.items() if n > 1
    )


class PilesView(Mapping[str, Pile]):
    """The piles of a layout by name; each look makes a `Pile` that no later change touches."""

    __slots__ = ("_cards", "_down")

    def __init__(self, cards: Mapping[str, Sequence[Card]], down: Mapping[str, int]) -> None:
        self._cards = cards
        self._down = down

    def __getitem__(self, name: str) -> Pile:
        try:
            return Pile(self._cards[name], self._down[name])
        except KeyError:
            raise unknown_pile(name, self._cards) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __repr__(self) -> str:
        return repr(dict(self))


class Layout:
    """Piles and facts as they lie, for reading.

    `cards[name]` are a pile's cards, bottom first; `down[name]` a bit mask of those face down;
    `seers[name]` a bit mask of the seats that see its faces; `facts[name]` a fact's value. A name
    that nothing has raises KeyError; where `piles` or `top` are asked, it says what is near.
    """

    __slots__ = ("cards", "down", "facts", "seers")

    cards: Mapping[str, Sequence[Card]]
    down: Mapping[str, int]
    seers: Mapping[str, int]
    # Each a `Value`; Any, so that a game's code reads its own facts without casting them.
    facts: Mapping[str, Any]

    @property
    def piles(self) -> PilesView:
        """The piles by name, as immutable values."""
        return PilesView(self.cards, self.down)

    def top(self, name: str) -> Card:
        """A pile's last card, or `HIDDEN` (which is false) if there is none."""
        try:
            pile = self.cards[name]
        except KeyError:
            raise unknown_pile(name, self.cards) from None
        return pile[-1] if pile else HIDDEN


class Table(Layout):
    """A layout together with the verbs that change it and the journal they write.

    >>> table = Table([PileSpec("stock"), PileSpec("waste")])
    >>> table.lay("stock", [Card("AS"), Card("2S"), Card("3S")], up=False)
    >>> table.mark("turn two cards")
    >>> table.move("stock", "waste", 2, turned=True)
    >>> table.piles
    {'stock': Pile('[AS]'), 'waste': Pile('3S 2S')}
    >>> table.undo()
    'turn two cards'
    >>> table.piles["stock"]
    Pile('[AS 2S 3S]')
    """

    __slots__ = ("_unordered", "deal", "fact_specs", "journal", "past", "pile_specs")

    cards: dict[str, list[Card]]
    down: dict[str, int]
    seers: dict[str, int]
    facts: dict[str, Any]

    def __init__(
        self,
        piles: Iterable[PileSpec],
        facts: Iterable[FactSpec] = (),
        deal: Deal | None = None,
    ) -> None:
        """An empty table; `deal` is where its shuffles come from, None if it may draw none."""
        self.pile_specs = tuple(piles)
        own = tuple(facts)
        declared = {spec.name for spec in own}
        self.fact_specs = (*own, *(spec for spec in BUILT_IN if spec.name not in declared))
        self.deal = deal
        self.cards = {spec.name: [] for spec in self.pile_specs}
        if len(self.cards) != len(self.pile_specs) or len(declared) != len(own):
            raise TableError(f"declared twice: {_twice([*self.pile_specs, *own])}")
        self.down = dict.fromkeys(self.cards, 0)
        self.seers = {spec.name: seat_mask(spec.seats) for spec in self.pile_specs}
        self.facts = {spec.name: spec.start for spec in self.fact_specs}
        self._unordered = frozenset(spec.name for spec in self.pile_specs if not spec.ordered)
        #: The entries of the deal under way.
        self.journal: list[Entry] = []
        #: The entries of the deals before it, which never change again and are shared by copies.
        self.past: list[tuple[Entry, ...]] = []

    # -- verbs ---------------------------------------------------------------------------------

    def move(self, source: str, target: str, n: int = 1, turned: bool = False) -> None:
        """Move the top `n` cards onto another pile, as one packet and in their order.

        With `turned` the packet is turned over: order and faces are reversed, as when cards are
        dealt from a face-down stock one after another. An unordered pile only moves as a whole.
        """
        pile = self.cards.get(source)
        if pile is None or target not in self.cards:
            raise self._no_pile(source, target)
        rest = len(pile) - n
        if n < 1 or rest < 0 or (rest and source in self._unordered):
            raise TableError(f"cannot move {n} of {len(pile)} cards from {source} to {target}")
        cards = pile[rest:]
        del pile[rest:]
        down = self.down[source] >> rest
        if down:
            self.down[source] &= (1 << rest) - 1
        self.journal.append((journal.MOVE, source, target, tuple(cards), down, turned))
        if turned:
            cards.reverse()
            down = flipped(down, n)
        self._put(target, cards, down)

    def take(self, source: str, card: Card, target: str) -> None:
        """Take one chosen card out of a pile, wherever it lies, face up onto another.

        Of several equal cards in an ordered pile it is the one nearest the top.
        """
        pile = self.cards.get(source)
        if pile is None or target not in self.cards:
            raise self._no_pile(source, target)
        try:
            # In a pile without order equal cards are one as good as the other.
            unordered = source in self._unordered
            index = pile.index(card) if unordered else len(pile) - 1 - pile[::-1].index(card)
        except ValueError:
            raise TableError(f"{card} does not lie in {source}") from None
        del pile[index]
        mask = self.down[source]
        lay_down = bool(mask >> index & 1)
        if mask:
            self.down[source] = mask & ((1 << index) - 1) | mask >> index + 1 << index
        self.journal.append((journal.TAKE, source, index, card, lay_down, target))
        self._put(target, [card], 0)

    def face(self, pile: str, index: int, up: bool) -> None:
        """Turn the card at `index` (from the bottom, or negative from the top) up or down."""
        if pile in self._unordered:
            raise TableError(f"the cards of {pile} have no order, and so no place to turn one over")
        cards = self.cards.get(pile)
        if cards is None:
            raise self._no_pile(pile)
        if not -len(cards) <= index < len(cards):
            raise TableError(f"{pile} has {len(cards)} cards, and none at {index}")
        at = range(len(cards))[index]
        if bool(self.down[pile] >> at & 1) != up:
            return
        self.down[pile] ^= 1 << at
        self.journal.append((journal.FACE, pile, at, cards[at], up))

    def show(self, pile: str, seats: Iterable[int] | None) -> None:
        """Let exactly these seats (None: everybody) see the pile's faces from now on."""
        if pile not in self.cards:
            raise self._no_pile(pile)
        before, after = self.seers[pile], seat_mask(seats)
        if before != after:
            self.seers[pile] = after
            lying = (tuple(self.cards[pile]), self.down[pile])
            self.journal.append((journal.SHOW, pile, before, after, lying))

    def set(self, fact: str, value: Value) -> None:
        """Give a fact another value."""
        if fact not in self.facts:
            raise TableError(f"no fact is called {fact!r}{did_you_mean(fact, self.facts)}")
        before = self.facts[fact]
        if before != value or type(before) is not type(value):
            self.facts[fact] = value
            self.journal.append((journal.SET, fact, before, value))

    def lay(self, pile: str, cards: Iterable[Card], up: bool = True) -> None:
        """Lay cards that were not on the table onto a pile, the last of them on top."""
        if pile not in self.cards:
            raise self._no_pile(pile)
        new = list(cards)
        if new:
            down = 0 if up else (1 << len(new)) - 1
            self.journal.append((journal.LAY, pile, tuple(new), down))
            self._put(pile, new, down)

    def shuffle(self, pile: str) -> None:
        """Shuffle a pile face down. Who knew a card in it knows nothing of it any more."""
        if pile not in self.cards:
            raise self._no_pile(pile)
        if pile in self._unordered:
            raise TableError(f"the cards of {pile} have no order that could be shuffled")
        before, down = tuple(self.cards[pile]), self.down[pile]
        after = self._draw(before)
        self.cards[pile][:] = after
        self.down[pile] = (1 << len(after)) - 1
        self.journal.append((journal.SHUFFLE, pile, before, down, tuple(after)))

    def shuffled(self, cards: Iterable[Card]) -> list[Card]:
        """The next shuffle of cards that are not on the table: the order they are dealt in."""
        order = self._draw(tuple(cards))
        self.journal.append((journal.DRAW, tuple(order)))
        return order

    def begin(self, scope: Literal["deal", "trick"]) -> None:
        """Start a new deal or trick: facts of that scope, and of smaller ones, start anew.

        A new deal also gathers up all cards, closes every pile to those who could not see it at
        the start, and lets every seat forget what it knew of the cards.
        """
        if scope == "deal":
            if self.journal:
                self.past.append(tuple(self.journal))
                self.journal = []
            piles = {n: (tuple(c), self.down[n], self.seers[n]) for n, c in self.cards.items()}
            self.journal.append((journal.BEGIN, piles, self.facts.copy()))
            for spec in self.pile_specs:
                self.cards[spec.name].clear()
                self.down[spec.name] = 0
                self.seers[spec.name] = seat_mask(spec.seats)
        for fact in self.fact_specs:
            if fact.scope == "trick" or fact.scope == scope:
                self.set(fact.name, fact.start)

    def mark(self, label: object) -> None:
        """Begin a move: `undo` takes everything back that happens from here on."""
        self.journal.append((journal.MARK, label, self.facts["turn"]))

    # -- and back ------------------------------------------------------------------------------

    def undo(self) -> object:
        """Take back everything since the last mark, and return its label.

        Raises TableError if there is no mark.
        """
        if not any(e[0] == journal.MARK for e in reversed(self.journal)) and not any(
            e[0] == journal.MARK for part in self.past for e in part
        ):
            raise TableError("nothing to undo")
        while True:
            if not self.journal:
                self.journal = list(self.past.pop())
            entry = self.journal.pop()
            if entry[0] == journal.MARK:
                return entry[1]
            self._undo(entry)

    def _undo(self, entry: Entry) -> None:
        match entry:
            case (journal.MOVE, source, target, cards, down, _):
                self._lift(target, cards)
                self._put(source, list(cards), down)
            case (journal.SET, fact, before, _):
                self.facts[fact] = before
            case (journal.TAKE, source, index, card, down, target):
                self._lift(target, (card,))
                self.cards[source].insert(index, card)
                mask = self.down[source]
                self.down[source] = (
                    mask & ((1 << index) - 1) | mask >> index << index + 1 | down << index
                )
            case (journal.FACE, pile, index, _, _):
                self.down[pile] ^= 1 << index
            case (journal.SHOW, pile, before, _, _):
                self.seers[pile] = before
            case (journal.LAY, pile, cards, _):
                self._lift(pile, cards)
            case (journal.SHUFFLE, pile, before, down, _):
                self.cards[pile][:] = before
                self.down[pile] = down
            case (journal.BEGIN, piles, _):
                for name, (cards, down, seers) in piles.items():
                    self.cards[name][:] = cards
                    self.down[name], self.seers[name] = down, seers

    def copy(self, past: bool = True) -> Table:
        """A table of its own that lies the same; without `past` it cannot undo beyond here."""
        other = object.__new__(Table)
        other.pile_specs, other.fact_specs = self.pile_specs, self.fact_specs
        other._unordered, other.deal = self._unordered, self.deal
        other.cards = {name: cards[:] for name, cards in self.cards.items()}
        other.down, other.seers = self.down.copy(), self.seers.copy()
        other.facts = self.facts.copy()
        other.journal = self.journal[:] if past else []
        other.past = self.past[:] if past else []
        return other

    # -- helpers -------------------------------------------------------------------------------

    def _no_pile(self, *names: str) -> TableError:
        name = next(name for name in names if name not in self.cards)
        return TableError(f"no pile is called {name!r}{did_you_mean(name, self.cards)}")

    def _put(self, target: str, cards: list[Card], down: int) -> None:
        pile = self.cards[target]
        if target in self._unordered:
            # Kept sorted, so that the order tells nothing of how the cards came.
            for card in cards:
                insort(pile, card)
            return
        if down:
            self.down[target] |= down << len(pile)
        pile += cards

    def _lift(self, target: str, cards: Sequence[Card]) -> None:
        pile = self.cards[target]
        if target in self._unordered:
            for card in cards:
                pile.remove(card)
            return
        del pile[len(pile) - len(cards) :]
        self.down[target] &= (1 << len(pile)) - 1

    def _draw(self, cards: tuple[Card, ...]) -> list[Card]:
        if self.deal is None:
            raise DealError("no deal was named, and this move needs a shuffle")
        k: int = self.facts["chance"]
        order = self.deal.order(k, cards)
        self.set("chance", k + 1)
        return order

    def seats_of(self, pile: str) -> tuple[int, ...] | None:
        """The seats that see a pile's faces; None for everybody."""
        if pile not in self.seers:
            raise unknown_pile(pile, self.seers)
        return mask_seats(self.seers[pile])
