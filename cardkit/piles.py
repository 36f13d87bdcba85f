"""Piles: cards lying on one another, each face up or face down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from attrs import frozen

from cardkit.cards import HIDDEN, Card

#: A bit mask of seats: bit i for seat i. Everybody includes onlookers, who have no seat.
EVERYBODY: Final = -1
NOBODY: Final = 0
#: The bit that stands for an onlooker; no game has so many seats.
ONLOOKER: Final = 62

_NAME: Final = re.compile(r"[a-z]+[0-9]*")


def seat_mask(seats: Iterable[int] | None) -> int:
    """The bit mask of some seats; None means everybody, onlookers included.

    >>> seat_mask([0, 2]), seat_mask([]) == NOBODY, seat_mask(None) == EVERYBODY
    (5, True, True)
    """
    return EVERYBODY if seats is None else sum(1 << seat for seat in set(seats))


def mask_seats(mask: int) -> tuple[int, ...] | None:
    """The seats of a bit mask, the inverse of `seat_mask`."""
    if mask == EVERYBODY:
        return None
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


@frozen
class PileSpec:
    """What a game says of a pile before any card lies on it.

    `seats` are those that see the faces of its face-up cards: None for everybody. A pile that is
    not `ordered` (a hand) tells nobody where in it a card lay: an index would give away a rank.
    """

    name: str
    ordered: bool = True
    seats: tuple[int, ...] | None = None

    def __attrs_post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"a pile's name is small letters, then digits, not {self.name!r}")


class Pile(Sequence[Card]):
    """Cards lying on one another; the last is on top and the available one. Never changes.

    The text shows face-down cards in brackets, and reading it gives the pile back. Methods return
    new piles. Raises ValueError for a text that is no pile.

    >>> pile = Pile("[2C 9D] QH JS")
    >>> pile.top, len(pile), pile.is_up(1), pile.up
    (Card('JS'), 4, False, (Card('QH'), Card('JS')))
    >>> rest, taken = pile.split(1)
    >>> str(rest), str(taken), str(taken + rest)
    ('[2C 9D] QH', 'JS', 'JS [2C 9D] QH')
    >>> str(pile.turned())
    '[JS QH] 9D 2C'
    """

    __slots__ = ("_cards", "_down")

    def __init__(self, cards: str | Iterable[Card] = (), down: int = 0) -> None:
        """A pile of cards, bottom first; bit i of `down` is set if card i lies face down."""
        if isinstance(cards, str):
            self._cards, self._down = _parse(cards)
        else:
            self._cards = tuple(cards)
            self._down = down & ((1 << len(self._cards)) - 1)

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> Pile: ...
    def __getitem__(self, index: int | slice) -> Card | Pile:
        if isinstance(index, slice):
            at = range(len(self))[index]
            mask = sum(1 << new for new, old in enumerate(at) if self._down >> old & 1)
            return Pile(self._cards[index], mask)
        return self._cards[index]

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pile):
            return NotImplemented
        return self._cards == other._cards and self._down == other._down

    def __hash__(self) -> int:
        return hash((self._cards, self._down))

    def __add__(self, other: Pile) -> Pile:
        """This pile with another laid on top."""
        return Pile(self._cards + other._cards, self._down | other._down << len(self))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, bottom first."""
        return self._cards

    @property
    def down(self) -> int:
        """A bit mask: bit i is set if card i, counted from the bottom, lies face down."""
        return self._down

    @property
    def top(self) -> Card | None:
        """The last card, which is the available one; None for an empty pile."""
        return self._cards[-1] if self._cards else None

    @property
    def up(self) -> tuple[Card, ...]:
        """The face-up cards, bottom first."""
        return tuple(c for i, c in enumerate(self._cards) if not self._down >> i & 1)

    def is_up(self, index: int) -> bool:
        """True if the card at `index` (from the bottom, or negative from the top) is face up."""
        return not self._down >> range(len(self))[index] & 1

    def split(self, count: int) -> tuple[Pile, Pile]:
        """The pile without its top `count` cards, and those cards. Raises ValueError if short."""
        if not 0 <= count <= len(self):
            raise ValueError(f"a pile of {len(self)} cards has no top {count}")
        return self[: len(self) - count], self[len(self) - count :]

    def turned(self) -> Pile:
        """The pile turned over as one packet: order and faces both reversed."""
        size = len(self)
        down = sum(1 << (size - 1 - i) for i in range(size) if not self._down >> i & 1)
        return Pile(self._cards[::-1], down)

    def __str__(self) -> str:
        return format_pile(self._cards, self._down)

    def __repr__(self) -> str:
        return f"Pile({str(self)!r})"


def format_pile(cards: Sequence[Card], down: int = 0) -> str:
    """The text of cards, bottom first, with face-down ones in brackets.

    >>> format_pile([Card("2C"), HIDDEN, Card("QH")], down=0b11)
    '[2C ??] QH'
    """
    if not down:
        return " ".join(map(str, cards))
    words = []
    for i, card in enumerate(cards):
        word = str(card)
        if down >> i & 1:
            if not i or not down >> (i - 1) & 1:
                word = "[" + word
            if i + 1 == len(cards) or not down >> (i + 1) & 1:
                word += "]"
        words.append(word)
    return " ".join(words)


def _parse(text: str) -> tuple[tuple[Card, ...], int]:
    cards: list[Card] = []
    down, inside = 0, False
    for word in text.replace("[", " [ ").replace("]", " ] ").split():
        if word in ("[", "]"):
            if inside == (word == "["):
                raise ValueError(f"brackets around face-down cards do not pair up in {text[:60]!r}")
            inside = not inside
            continue
        if inside:
            down |= 1 << len(cards)
        cards.append(HIDDEN if word == "??" else Card(word))
    if inside:
        raise ValueError(f"a bracket around face-down cards stays open in {text[:60]!r}")
    return tuple(cards), down
