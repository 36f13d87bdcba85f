"""The law of observation: what one seat sees of each entry in a table's journal.

A seat sees a moved card's face if it sees it where it was or where it lands. Nothing else in
cardkit decides who learns what: views, seats' records and sampling all read these events. An event
is a list of plain data, ready for JSON:

    ["play", seat, move]                   somebody decided; what the seat may not know is `??`
    ["move", source, target, pile, turned] cards as they landed, unseen faces `??`, [face down]
    ["take", source, index, target, card]  a chosen card; index null for a pile without order
    ["face", pile, index, card, up]        a card was turned over
    ["show", pile, seats, pile text]       who sees the pile now; its text if the seat does
    ["set", fact, value]                   a fact that the seat knows
    ["lay", pile, pile text]               cards came onto the table
    ["shuffle", pile, count]               whoever knew cards in that pile knows them no more
    ["deal"]                               a new deal: everything was gathered up
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardkit import journal
from cardkit.cards import HIDDEN, Card
from cardkit.journal import Entry, flipped
from cardkit.moves import Move
from cardkit.piles import ONLOOKER, Pile, PileSpec, format_pile, mask_seats, seat_mask
from cardkit.table import FactSpec

Event = list[Any]


def seat_bit(seat: int | None) -> int:
    """The bit of a seat in a mask of seats; an onlooker's for None."""
    return 1 << (ONLOOKER if seat is None else seat)


class Observer:
    """Turns journal entries into one seat's events.

    It follows who sees which pile as the entries go by, so entries must come in order.
    """

    def __init__(self, seat: int | None, piles: Iterable[PileSpec]) -> None:
        self.seat = seat
        self._bit = seat_bit(seat)
        specs = tuple(piles)
        self._start = {spec.name: seat_mask(spec.seats) for spec in specs}
        self._seers = self._start.copy()
        self._unordered = frozenset(spec.name for spec in specs if not spec.ordered)

    def _sees(self, pile: str) -> bool:
        return bool(self._seers[pile] & self._bit)

    def knows_fact(self, spec: FactSpec) -> bool:
        """True if the seat is told a fact's value."""
        return spec.seats is None or self.seat in spec.seats

    def events(self, entries: Iterable[Entry], facts: Mapping[str, FactSpec]) -> list[Event]:
        """What the seat sees of complete moves (or a setup), in order."""
        found: list[Event] = []
        choice: _Choice | None = None
        for entry in entries:
            event = self._event(entry, facts)
            if entry[0] == journal.MARK:
                choice = self._choice(entry, event)
            elif choice is not None and choice.is_told(entry, event):
                choice = None
            if event is not None:
                found.append(event)
        return found

    def _event(self, entry: Entry, facts: Mapping[str, FactSpec]) -> Event | None:
        match entry:
            case (journal.MARK, Move() as move, by):
                return ["play", by, str(move)]
            case (journal.MOVE, source, target, cards, down, turned):
                return self._moved(source, target, cards, down, turned)
            case (journal.TAKE, source, index, card, down, target):
                seen = self._sees(target) or (self._sees(source) and not down)
                place = None if source in self._unordered else index
                return ["take", source, place, target, str(card if seen else HIDDEN)]
            case (journal.FACE, pile, index, card, up):
                return ["face", pile, index, str(card if self._sees(pile) else HIDDEN), up]
            case (journal.SHOW, pile, _, after, (cards, down)):
                self._seers[pile] = after
                text = format_pile(_faces(cards, down), down) if after & self._bit else None
                seats = mask_seats(after)
                return ["show", pile, None if seats is None else list(seats), text]
            case (journal.SET, name, _, after):
                return ["set", name, plain(after)] if self.knows_fact(facts[name]) else None
            case (journal.LAY, pile, cards, down):
                down = 0 if pile in self._unordered else down
                faces = _faces(cards, down) if self._sees(pile) else [HIDDEN] * len(cards)
                return ["lay", pile, self._text(pile, faces, down)]
            case (journal.SHUFFLE, pile, before, _, _):
                return ["shuffle", pile, len(before)]
            case (journal.BEGIN, _, _):
                self._seers = self._start.copy()
                return ["deal"]
            case _:  # a drawn order is seen by nobody
                return None

    def _moved(
        self, source: str, target: str, cards: Sequence[Card], down: int, turned: bool
    ) -> Event:
        size = len(cards)
        landing = flipped(down, size) if turned else down
        if target in self._unordered:
            landing = 0  # a hand has no face-down cards: whoever sees it sees them all
        seen = [
            (self._sees(source) and not down >> i & 1)
            or (self._sees(target) and not landing >> (size - 1 - i if turned else i) & 1)
            for i in range(size)
        ]
        shown = [card if see else HIDDEN for card, see in zip(cards, seen, strict=True)]
        if turned:
            shown.reverse()
        return ["move", source, target, self._text(target, shown, landing), turned]

    def _text(self, pile: str, cards: Sequence[Card], down: int) -> str:
        """Cards landing on a pile; sorted if it has no order, so that nobody reads one into it."""
        if pile in self._unordered:
            return format_pile(sorted(cards))
        return format_pile(cards, down)

    def _choice(self, entry: Entry, play: Event | None) -> _Choice | None:
        """What is not yet known of a move: whether the seat may know what was chosen."""
        _, move, by = entry
        if play is None or move.source is not None or by == self.seat:
            return None
        return None if move.verb and not move.args else _Choice(play, move, set(move.cards))


class _Choice:
    """Another's move with something chosen in it, until it shows whether the seat is told what.

    A chosen card is told to those who see it go, words and numbers to those who know every fact
    that the choice set. Else the seat sees `??` for what was chosen.
    """

    def __init__(self, play: Event, move: Move, cards: set[Card]) -> None:
        self._play, self._move, self._cards = play, move, cards

    def is_told(self, entry: Entry, event: Event | None) -> bool:
        """True if it is settled now, by an entry and what the seat sees of it."""
        kind = entry[0]
        if kind == journal.SET and event is None:
            # A secret was made of the choice, unless the card itself is seen to go.
            self._play[2] = str(self._move.hiding())
            return not self._cards
        if kind == journal.TAKE and event is not None:
            return self._gone([entry[3]], event[4])
        if kind == journal.MOVE and event is not None:
            return self._gone(entry[3], event[3])
        # Cards that are gathered or shuffled go on as other cards than those that were chosen.
        return kind in (journal.BEGIN, journal.SHUFFLE)

    def _gone(self, cards: Iterable[Card], seen: str) -> bool:
        gone = self._cards.intersection(cards)
        if not gone:
            return False
        if not gone.issubset(Pile(seen)):
            self._play[2] = str(self._move.hiding())
            return True
        self._cards -= gone
        if self._cards:
            return False
        self._play[2] = str(self._move)
        return True


def _faces(cards: Sequence[Card], down: int) -> list[Card]:
    return [HIDDEN if down >> i & 1 else card for i, card in enumerate(cards)]


def plain(value: object) -> object:
    """A fact's value as JSON has it: lists for tuples."""
    return [plain(item) for item in value] if isinstance(value, tuple) else value
