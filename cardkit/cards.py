"""Suits, ranks, cards and decks: the values everything else is made of."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import field, frozen

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"
SUIT_SYMBOLS: Final = "♣♦♥♠"
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


class Suit(enum.IntEnum):
    """A suit, in the order clubs, diamonds, hearts, spades.

    >>> Suit.parse("H"), Suit.parse("♠").letter, Suit.DIAMONDS.is_red
    (<Suit.HEARTS: 2>, 'S', True)
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One ASCII letter: `C`, `D`, `H` or `S`."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The Unicode symbol: `♣`, `♦`, `♥` or `♠`."""
        return SUIT_SYMBOLS[self]

    @property
    def is_red(self) -> bool:
        """True for diamonds and hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit that a letter (either case) or a symbol stands for.

        Raises ValueError for any other text.
        """
        at = SUIT_LETTERS.find(text.upper()) if len(text) == 1 and text.isascii() else -1
        if at < 0:
            at = SUIT_SYMBOLS.find(text) if len(text) == 1 else -1
        if at < 0:
            raise ValueError(f"not a suit: {text!r} (one of C D H S, or ♣ ♦ ♥ ♠)")
        return cls(at)

    def __str__(self) -> str:
        return self.letter


class Rank(enum.IntEnum):
    """A rank, the ace as 1 up to the king as 13; whether the ace is high is each game's matter.

    >>> Rank.parse("T"), Rank.parse("10").letter, Rank.QUEEN - Rank.ACE
    (<Rank.TEN: 10>, 'T', 11)
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character: `A 2 3 4 5 6 7 8 9 T J Q K`."""
        return RANK_LETTERS[self - 1]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank that a letter (either case), a digit or `10` stands for.

        Raises ValueError for any other text.
        """
        letter = "T" if text == "10" else text.upper()
        at = RANK_LETTERS.find(letter) if len(letter) == 1 and text.isascii() else -1
        if at < 0:
            raise ValueError(f"not a rank: {text!r} (one of A 2 3 4 5 6 7 8 9 T J Q K)")
        return cls(at + 1)

    def __str__(self) -> str:
        return self.letter


class Card(int):
    """A playing card: an interned integer, `code = suit << 4 | rank`.

    Two cards of one kind in two packs are the same value, and in fact the same object. A card
    compares and sorts by its code: suit first (C D H S), then rank from the ace up.

    Give it text (`"AS"`, `"10h"`, `"A♠"`, `"??"`) or a code. Raises ValueError for anything that
    is no card.

    >>> Card("AS"), str(Card("10h")), Card("T♥") is Card("TH"), int(Card("2D"))
    (Card('AS'), 'TH', True, 18)
    >>> Card("QS").rank, Card("QS").suit, Card("QS").pretty
    (<Rank.QUEEN: 12>, <Suit.SPADES: 3>, 'Q♠')
    """

    __slots__ = ()

    def __new__(cls, value: str | int) -> Card:
        if isinstance(value, str):
            card = _BY_TEXT.get(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            card = _BY_CODE.get(value)
        else:
            card = None
        return _parse(value) if card is None else card

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """The card of a rank (1 to 13) and a suit (0 to 3).

        >>> Card.of(Rank.NINE, Suit.HEARTS)
        Card('9H')
        """
        return cls(int(suit) << 4 | int(rank))

    @property
    def code(self) -> int:
        """The plain integer: `suit << 4 | rank`, 0 for a hidden card."""
        return int(self)

    @property
    def rank(self) -> Rank:
        """The rank. Raises ValueError for a hidden card, which has none."""
        return Rank(self & 15)

    @property
    def suit(self) -> Suit:
        """The suit. Raises ValueError for a hidden card, which has none."""
        if not self:
            raise ValueError("a hidden card has no suit")
        return Suit(self >> 4)

    @property
    def is_red(self) -> bool:
        """True for diamonds and hearts. Raises ValueError for a hidden card."""
        return self.suit.is_red

    @property
    def pretty(self) -> str:
        """The text with a suit symbol, such as `Q♠`; `??` for a hidden card."""
        return self.rank.letter + self.suit.symbol if self else "??"

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Card({_TEXT[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(_TEXT[self], spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


_BY_CODE: dict[int, Card] = {}
_BY_TEXT: dict[str, Card] = {}
_TEXT: dict[int, str] = {}


def _intern(code: int, text: str) -> Card:
    card = int.__new__(Card, code)
    _BY_CODE[code] = card
    _BY_TEXT[text] = card
    _TEXT[code] = text
    return card


#: A card whose face is not known; prints as `??`, is false, and has neither rank nor suit.
HIDDEN: Final[Card] = _intern(0, "??")
for _suit in range(4):
    for _rank in range(1, 14):
        _intern(_suit << 4 | _rank, RANK_LETTERS[_rank - 1] + SUIT_LETTERS[_suit])


def _parse(value: str | int) -> Card:
    """The slow way to a card, for spellings that are not canonical."""
    if isinstance(value, str) and 2 <= len(value) <= 3:
        try:
            return Card.of(Rank.parse(value[:-1]), Suit.parse(value[-1]))
        except ValueError:
            pass
    shown = value if not isinstance(value, str) or len(value) <= 20 else value[:20] + "..."
    raise ValueError(f"not a card: {shown!r} (a rank A 2-9 T J Q K and a suit C D H S, like TH)")


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, separated by spaces or commas.

    Raises ValueError naming the first word that is no card.

    >>> parse_cards("AS 10H, ??")
    (Card('AS'), Card('TH'), Card('??'))
    """
    return tuple(Card(word) for word in text.replace(",", " ").split())


def format_cards(cards: Iterable[Card]) -> str:
    """The cards' canonical text, separated by single spaces; the inverse of `parse_cards`.

    >>> format_cards(parse_cards("as, td"))
    'AS TD'
    """
    return " ".join(map(str, cards))


def _ranks(ranks: Iterable[int]) -> tuple[Rank, ...]:
    return tuple(sorted({Rank(rank) for rank in ranks}))


def _suits(suits: Iterable[int]) -> tuple[Suit, ...]:
    return tuple(sorted({Suit(suit) for suit in suits}))


@frozen(repr=False)
class Deck:
    """What a game is played with: so many packs of some ranks and suits.

    Iterating gives every card in order of its code, each as often as there are packs.

    >>> len(Deck()), len(Deck(packs=2)), len(Deck(ranks=range(7, 14)))
    (52, 104, 28)
    >>> print(*list(Deck(packs=2))[:4])
    AC AC 2C 2C
    """

    packs: int = 1
    ranks: tuple[Rank, ...] = field(default=tuple(Rank), converter=_ranks)
    suits: tuple[Suit, ...] = field(default=tuple(Suit), converter=_suits)
    _cards: tuple[Card, ...] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.packs < 1:
            raise ValueError(f"a deck has at least one pack, not {self.packs}")
        cards = [Card.of(r, s) for s in self.suits for r in self.ranks for _ in range(self.packs)]
        object.__setattr__(self, "_cards", tuple(cards))

    def __repr__(self) -> str:
        ranks = "" if len(self.ranks) == 13 else f", ranks={[int(rank) for rank in self.ranks]}"
        suits = "" if len(self.suits) == 4 else f", suits={[int(suit) for suit in self.suits]}"
        return f"Deck(packs={self.packs}{ranks}{suits})"

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in order of their codes."""
        return self._cards

    def faults(self, cards: Iterable[Card]) -> str | None:
        """What keeps `cards` from being exactly this deck, in words; None if nothing does.

        >>> Deck(ranks=[1, 2], suits=[3]).faults(parse_cards("AS AS"))
        '2S is missing; AS stands there twice'
        """
        return describe_difference(self._cards, cards)


def describe_difference(expected: Iterable[Card], found: Iterable[Card]) -> str | None:
    """How `found` differs as a bag of cards from `expected`, in words; None if it does not."""
    want, have = Counter(expected), Counter(found)
    if want == have:
        return None
    missing = sorted((want - have).elements())
    strange = sorted(card for card in have if card not in want)
    extra = sorted(card for card in have - want if card in want)
    parts = []
    if missing:
        parts.append(_list(missing) + (" is missing" if len(missing) == 1 else " are missing"))
    if extra:
        often = {2: "twice", 3: "three times"}
        parts += [f"{c} stands there {often.get(have[c], f'{have[c]} times')}" for c in extra[:4]]
    if strange:
        is_no = " is no card" if len(strange) == 1 else " are no cards"
        parts.append(_list(strange) + is_no + " of this deck")
    return "; ".join(parts)


def _list(cards: list[Card]) -> str:
    shown = ", ".join(map(str, cards[:6]))
    return shown + (f" and {len(cards) - 6} more" if len(cards) > 6 else "")
