"""Which cards a seat has not seen, followed card by card: a second reading of the journal.

Views are folded from one seat's events. Here every single card is followed from the shuffle that
drew it, by whoever knows everything, and beside it stands when the seat last saw its face. What
the two readings say of a game is compared by the laws of secrecy.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from attrs import define

from cardkit import journal
from cardkit.cards import Card
from cardkit.journal import Entry, flipped
from cardkit.moves import Move
from cardkit.piles import ONLOOKER, seat_mask
from cardkit.state import State


@define(eq=False)
class Slot:
    """One card on its way: when it was last shuffled, and when the seat last came to see it.

    Both are numbers of journal entries; -1 if it never saw it.
    """

    card: Card
    shuffled: int = 0
    seen: int = -1
    down: bool = False

    @property
    def known(self) -> bool:
        """True if the seat saw the card since it was last shuffled."""
        return self.seen >= self.shuffled

    def __lt__(self, other: Slot) -> bool:
        return self.card < other.card


@define
class Drawn:
    """One shuffle: its number, the entry that drew it, and the cards in the order drawn."""

    number: int
    at: int
    slots: list[Slot]

    def unseen(self) -> list[Slot]:
        """The cards whose place the seat cannot know: neither they nor their twins were seen."""
        known = {slot.card for slot in self.slots if slot.seen >= self.at}
        return [slot for slot in self.slots if slot.card not in known]


class Slots:
    """The cards of the deal under way as one seat sees them, from its beginning.

    >>> import cardkit
    >>> state = cardkit.game("klondike").deal(1)
    >>> slots = Slots(state, 0)
    >>> [slot.known for slot in slots.piles["t3"]]
    [False, False, True]
    """

    def __init__(self, state: State, seat: int | None) -> None:
        """Follow the cards of a state. `seat` is None for an onlooker."""
        table = state._table
        self._bit = 1 << (ONLOOKER if seat is None else seat)
        self._unordered = {spec.name for spec in table.pile_specs if not spec.ordered}
        self._start = {spec.name: seat_mask(spec.seats) for spec in table.pile_specs}
        self._seers = dict(self._start)
        self.piles: dict[str, list[Slot]] = {name: [] for name in self._start}
        self.drawn: list[Drawn] = []
        #: For each move of the deal under way, its entry and the cards taken that its text names.
        self.named: list[tuple[int, dict[Card, Slot]]] = []
        self._words: set[Card] = set()
        self._not_laid: list[Slot] = []
        for at, entry in enumerate(table.journal):
            self._follow(at, entry)
        first = state.facts["chance"] - len(self.drawn)
        for number, drawn in enumerate(self.drawn, first):
            drawn.number = number

    def _follow(self, at: int, entry: Entry) -> None:
        match entry:
            case (journal.MARK, Move() as move, _):
                self._words = set(move.cards)
                self.named.append((at, {}))
            case (journal.DRAW, cards):
                self._not_laid = [Slot(card) for card in cards]
                self._draw(at, self._not_laid)
            case (journal.LAY, pile, cards, down):
                slots = [self._to_lay(card) for card in cards]
                self._put(at, pile, slots, down)
            case (journal.MOVE, source, target, cards, down, turned):
                slots = self._lift(source, cards)
                if turned:
                    slots.reverse()
                    down = flipped(down, len(slots))
                self._put(at, target, slots, down)
            case (journal.TAKE, source, _, card, _, target):
                slot = self._lift_one(source, card, entry[2])
                if self.named and card in self._words:
                    self.named[-1][1][card] = slot
                self._put(at, target, [slot], 0)
            case (journal.FACE, pile, index, _, up):
                self.piles[pile][index].down = not up
                self._look(at, pile, [self.piles[pile][index]])
            case (journal.SHOW, pile, _, after, _):
                self._seers[pile] = after
                self._look(at, pile, self.piles[pile])
            case (journal.SHUFFLE, pile, _, _, after):
                slots = [_pulled(self.piles[pile], card) for card in after]
                self._draw(at, slots)
                self.piles[pile] = []
                self._put(at, pile, slots, (1 << len(slots)) - 1)
            case (journal.BEGIN, _, _):
                self._seers = dict(self._start)

    def _draw(self, at: int, slots: Sequence[Slot]) -> None:
        for slot in slots:
            slot.shuffled = at
        self.drawn.append(Drawn(0, at, list(slots)))

    def _to_lay(self, card: Card) -> Slot:
        """The card of the last drawn order that is laid now, or one that no shuffle drew."""
        if any(slot.card == card for slot in self._not_laid):
            return _pulled(self._not_laid, card)
        return Slot(card)

    def _lift(self, pile: str, cards: Sequence[Card]) -> list[Slot]:
        slots = self.piles[pile]
        lifted = slots[len(slots) - len(cards) :]
        del slots[len(slots) - len(cards) :]
        return lifted

    def _lift_one(self, pile: str, card: Card, index: int) -> Slot:
        slots = self.piles[pile]
        return _pulled(slots, card) if pile in self._unordered else slots.pop(index)

    def _put(self, at: int, pile: str, slots: Sequence[Slot], down: int) -> None:
        ordered = pile not in self._unordered
        for i, slot in enumerate(slots):
            slot.down = ordered and bool(down >> i & 1)
            if ordered:
                self.piles[pile].append(slot)
            else:
                insort(self.piles[pile], slot)
        self._look(at, pile, slots)

    def _look(self, at: int, pile: str, slots: Sequence[Slot]) -> None:
        if self._seers[pile] & self._bit:
            for slot in slots:
                if not slot.down:
                    slot.seen = at


def _pulled(slots: list[Slot], card: Card) -> Slot:
    """The first slot with that card, taken out of the list."""
    return slots.pop(next(i for i, slot in enumerate(slots) if slot.card == card))
