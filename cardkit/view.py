"""A view: what one seat knows, folded from what it saw since the current deal began.

A seat forgets nothing until a pile is shuffled: it knows a card that went face down after all had
seen it. The fold needs no rules, so a seat's record alone gives its view back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attrs import frozen

from cardkit import journal
from cardkit.cards import HIDDEN, Card
from cardkit.moves import Move
from cardkit.named import ByPile, Told
from cardkit.observation import Event, Observer, plain
from cardkit.piles import ONLOOKER, Pile, PileSpec, seat_mask
from cardkit.position import format_value
from cardkit.table import FactSpec, Layout, Table, Value

if TYPE_CHECKING:
    from cardkit.rng import Rng
    from cardkit.state import Game, State


@frozen(eq=False)
class Knowledge:
    """A fold at one moment, safe from whatever happens later."""

    cards: Mapping[str, Sequence[Card]]
    down: Mapping[str, int]
    seers: Mapping[str, int]
    facts: Mapping[str, Value]
    base: Mapping[str, Value]
    events: Sequence[Event]


class Fold:
    """One seat's knowledge as it grows, event by event.

    Of a pile without order the known cards come first, sorted, then `HIDDEN` for each other one.
    """

    def __init__(
        self, piles: Iterable[PileSpec], facts: Iterable[FactSpec], observer: Observer
    ) -> None:
        self.specs = tuple(piles)
        self.fact_specs = {spec.name: spec for spec in facts}
        self.observer = observer
        self.facts: dict[str, Value] = {
            name: spec.start for name, spec in self.fact_specs.items() if observer.knows_fact(spec)
        }
        self._unordered = frozenset(spec.name for spec in self.specs if not spec.ordered)
        self.parts_read = 0
        self.entries_read = 0
        self._clear()

    def _clear(self) -> None:
        self.cards: dict[str, list[Card]] = {spec.name: [] for spec in self.specs}
        self.down = dict.fromkeys(self.cards, 0)
        self.seers = {spec.name: seat_mask(spec.seats) for spec in self.specs}
        self.base = dict(self.facts)
        self.events: list[Event] = []

    def snapshot(self) -> Knowledge:
        """The knowledge of this moment."""
        return Knowledge(
            ByPile({name: tuple(cards) for name, cards in self.cards.items()}),
            ByPile(self.down),
            ByPile(self.seers),
            self.facts.copy(),
            self.base,
            tuple(self.events),
        )

    def read(self, events: Iterable[Event]) -> None:
        """Learn from more events. Raises ValueError for one that cannot be."""
        for event in events:
            if event == ["deal"]:
                self._clear()
                continue
            try:
                self._learn(event)
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError(f"not an event of this game: {str(event)[:60]}") from error
            self.events.append(event)

    def _learn(self, event: Event) -> None:
        match event:
            case ["play", _, str()]:
                pass
            case ["move", source, target, str() as text, bool() as turned]:
                pile = Pile(text)
                memory = self._leave(source, len(pile), turned)
                self._arrive(target, self._landed(source, target, pile, memory), pile.down)
            case ["take", source, index, target, str() as text]:
                self._arrive(target, [self._leave_one(source, index, Card(text))], 0)
            case ["face", name, int() as index, str() as text, bool() as up]:
                index = range(len(self.cards[name]))[index]
                self.down[name] = self.down[name] & ~(1 << index) | (0 if up else 1 << index)
                self.cards[name][index] = Card(text) or self.cards[name][index]
            case ["show", name, seats, text]:
                self.seers[name] = seat_mask(_seats(seats))
                if text is not None:
                    past = self.cards[name]
                    self.cards[name] = [c or p for c, p in zip(Pile(text), past, strict=True)]
            case ["set", name, value]:
                if name not in self.fact_specs:
                    raise KeyError(name)
                self.facts[name] = _value(value)
            case ["lay", name, str() as text]:
                pile = Pile(text)
                self._arrive(name, pile, pile.down)
            case ["shuffle", name, int() as count] if count == len(self.cards[name]):
                self.cards[name] = [HIDDEN] * count
                self.down[name] = 0 if name in self._unordered else (1 << count) - 1
            case _:
                raise ValueError(f"not an event: {str(event)[:60]}")

    def _leave(self, source: str, count: int, turned: bool) -> list[Card]:
        cards = self.cards[source]
        rest = len(cards) - count
        if rest < 0:
            raise IndexError(source)
        memory = cards[rest:]
        del cards[rest:]
        self.down[source] &= (1 << rest) - 1
        return memory[::-1] if turned else memory

    def _landed(self, source: str, target: str, pile: Pile, memory: list[Card]) -> Iterable[Card]:
        """What is known of cards that moved: what was seen now, and what was known before."""
        if target in self._unordered:
            # Here the text is sorted, so it cannot be matched with memory card by card; but a seat
            # that does not see the target sees no more of them now than it knew.
            return memory if HIDDEN in pile else pile
        if source in self._unordered and HIDDEN in memory:
            return pile  # which of them is which is not known once they lie in an order
        return [card or past for card, past in zip(pile, memory, strict=True)]

    def _leave_one(self, source: str, index: int | None, seen: Card) -> Card:
        cards = self.cards[source]
        if index is not None:
            index = range(len(cards))[index]
            mask = self.down[source]
            self.down[source] = mask & ((1 << index) - 1) | mask >> index + 1 << index
            memory = cards.pop(index)
            return seen or memory
        if seen:
            cards.remove(seen if seen in cards else HIDDEN)
            return seen
        if len(set(cards)) == 1:
            return cards.pop()
        # Any of them may have gone: no card is certain to be here any more.
        cards[:] = [HIDDEN] * (len(cards) - 1)
        return HIDDEN

    def _arrive(self, target: str, cards: Iterable[Card], down: int) -> None:
        pile = self.cards[target]
        if target in self._unordered:
            pile += cards
            pile.sort(key=lambda card: (not card, card))
            return
        self.down[target] |= down << len(pile)
        pile += cards


def _value(data: object) -> Value:
    if isinstance(data, list | tuple):
        return tuple(_value(item) for item in data)
    if data is None or isinstance(data, bool | int | str):
        return data
    raise TypeError(data)


def fold_table(table: Table, seat: int | None, fold: Fold | None = None) -> Fold:
    """One seat's fold of a table, carried on from an earlier one of the same table if given.

    Only the deal under way is read: what came before it is forgotten with the cards.
    """
    if fold is None or fold.parts_read != len(table.past):
        fold = Fold(table.pile_specs, table.fact_specs, Observer(seat, table.pile_specs))
        fold.parts_read = len(table.past)
        if table.journal and table.journal[0][0] == journal.BEGIN:
            before = table.journal[0][2]
            fold.facts = {name: before[name] for name in fold.facts}
    events = fold.observer.events(table.journal[fold.entries_read :], fold.fact_specs)
    fold.read(events)
    fold.entries_read = len(table.journal)
    return fold


class FoldError(ValueError):
    """A line that is not of a seat's record: which one, counted from 1, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line} is not of a seat's record: {self.reason}"


#: What a view knows only once it is settled.
_SETTLED = frozenset({"_base", "cards", "down", "events", "facts", "seers"})


class View(Layout):
    """What one seat knows: cards it cannot name are `??`, facts it is not told are missing.

    Two views are equal if the same seat saw the same things since the deal began. `moves` are the
    seat's legal moves, empty when it is not its turn. A view stays as it is, whatever is played
    afterwards.
    """

    __slots__ = ("__weakref__", "_base", "_fold", "_moves", "events", "game", "seat")

    def __init__(
        self,
        seat: int | None,
        fold: Callable[[], Knowledge],
        game: Game | None,
        moves: tuple[Move, ...] | None,
    ) -> None:
        """A view as `State.view` and `View.from_record` make it.

        `fold` gives the knowledge when it is first asked for: many a player looks at nothing but
        the moves. Whoever makes the view calls `settle` before that can change.
        """
        self.seat = seat
        self._fold: Callable[[], Knowledge] | None = fold
        self.game = game
        self._moves = moves

    def settle(self) -> None:
        """Take the knowledge of this moment, if that was not done yet."""
        if self._fold is not None:
            known = self._fold()
            self._fold = None
            self.cards, self.down, self.seers = known.cards, known.down, known.seers
            self.facts = MappingProxyType(Told(known.facts))
            self._base = known.base
            self.events = known.events

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            # Python asks this only for what `settle` has not set yet.
            if name not in _SETTLED or self._fold is None:
                raise AttributeError(f"a view has no {name!r}")
            self.settle()
            return getattr(self, name)

    @classmethod
    def from_record(cls, lines: Iterable[str]) -> View:
        """The view that a seat's record folds to, without knowing the rules.

        `lines` are the record's lines of JSON. Raises FoldError if they are no seat's record.
        """
        seat, fold = None, None
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                if fold is None:
                    seat, fold = _fold_of_header(data)
                else:
                    fold.read(data.get("saw", ()))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise FoldError(number, str(error)) from None
        if fold is None:
            raise FoldError(1, "it is empty, and the header is missing")
        return cls(seat, fold.snapshot, None, None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The seat's legal moves, empty when others decide. Raises LookupError without rules."""
        if self._moves is None:
            raise LookupError("a view made from a record has no rules to ask for moves")
        return self._moves

    @property
    def turn(self) -> int | None:
        """The seat that decides now, as the seat was told."""
        turn = self.facts.get("turn")
        return turn if isinstance(turn, int) else None

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves of this deal as the seat may know them: `away ??` for another's choice."""
        return tuple(Move(event[2]) for event in self.events if event[0] == "play")

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        return self

    def sample(self, rng: Rng, past: bool = False) -> State:
        """A world that this seat cannot tell from the real one, each as likely as any other.

        Later chance is drawn afresh. With `past` the world reaches back to the start of the deal,
        and its view of this seat equals this one. Whoever wants many worlds of one view keeps a
        `cardkit.sampling.Sampler`. Raises LookupError if the view has no rules, or for a game whose
        hidden cards cannot be told apart from others.

        >>> import cardkit
        >>> view = cardkit.game("bismarck").deal(7).view(0)
        >>> view.sample(cardkit.Rng(1), past=True).view(0) == view
        True
        """
        from cardkit.sampling import Sampler

        return Sampler(self).sample(rng, past)

    def _same(self) -> tuple[object, ...]:
        return self.seat, dict(self._base), list(self.events)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._same() == other._same()

    def __hash__(self) -> int:
        return hash((self.seat, json.dumps(self.events)))

    def __str__(self) -> str:
        from cardkit.render import text_table

        return text_table(self)

    def __repr__(self) -> str:
        piles = " / ".join(f"{name} {pile}" for name, pile in self.piles.items() if pile)
        facts = " ".join(f"{name}={format_value(value)}" for name, value in self.facts.items())
        who = "an onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {piles} ; {facts}>"


def header_of(table: Table, seat: int | None) -> dict[str, object]:
    """What a seat's record must tell of the piles and facts so that it can be folded."""
    return {
        "seat": seat,
        "piles": [
            [spec.name, spec.ordered, None if spec.seats is None else list(spec.seats)]
            for spec in table.pile_specs
        ],
        "facts": [
            [spec.name, plain(spec.start)]
            for spec in table.fact_specs
            if spec.seats is None or seat in spec.seats
        ],
    }


def _fold_of_header(data: dict[str, Any]) -> tuple[int | None, Fold]:
    seat: int | None = data["seat"]
    if seat is not None:
        _seats([seat])
    piles = [PileSpec(name, ordered, _seats(seats)) for name, ordered, seats in data["piles"]]
    facts = [FactSpec(name, _value(start)) for name, start in data["facts"]]
    return seat, Fold(piles, facts, Observer(seat, piles))


def _seats(seats: list[int] | None) -> tuple[int, ...] | None:
    """Seats as a record has them. Raises ValueError for what is none."""
    if seats is None:
        return None
    if not all(isinstance(seat, int) and 0 <= seat <= ONLOOKER for seat in seats):
        raise ValueError(f"not a list of seats: {str(seats)[:60]}")
    return tuple(seats)
