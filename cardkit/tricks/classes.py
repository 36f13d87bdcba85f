"""Classes of cards: which suit a card belongs to, and what it beats, once trumps are known.

Nothing in this family asks a card for its suit or rank: a jack may be the highest trump of another
suit. All of it is computed once from the rules and read from tables indexed by `Card.code`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import field, frozen

from cardkit.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_NAMES, Card
from cardkit.words import did_you_mean

#: A trump suit's letter; None where there are no trumps.
Trump = str | None
TRUMPS: Final[tuple[Trump, ...]] = (None, *SUIT_LETTERS)

#: Every code a card may have is below this.
_CODES: Final = 64
#: What a trump has over any other card.
_TRUMP_BONUS: Final = 100


def card_words(words: Iterable[str]) -> tuple[str, ...]:
    """Words that stand for cards, checked: a suit `H` or `hearts`, a rank `Q` or a card `QS`.

    Raises ValueError for a word that is none of them.

    >>> card_words(["hearts", "QS"])
    ('hearts', 'QS')
    """
    found = tuple(words)
    for word in found:
        if word in (*SUIT_LETTERS, *SUIT_NAMES, *RANK_LETTERS):
            continue
        if hint := did_you_mean(word, SUIT_NAMES):
            raise ValueError(f"no suit is called {word!r}{hint}")
        Card(word)
    return found


def pick(words: Iterable[str], cards: Iterable[Card]) -> frozenset[Card]:
    """Those of the cards that the words stand for.

    >>> sorted(pick(["hearts", "QS"], map(Card, ["2H", "QS", "KS"])))
    [Card('2H'), Card('QS')]
    """
    wanted = set(words)
    return frozenset(card for card in cards if wanted & _words(card))


def _words(card: Card) -> set[str]:
    """All words that stand for a card."""
    return {str(card), card.rank.letter, card.suit.letter, SUIT_NAMES[card.suit]}


def _ranks(text: str) -> str:
    for letter in text:
        if letter not in RANK_LETTERS or text.count(letter) > 1:
            raise ValueError(f"{text!r} is no order of ranks: each of {RANK_LETTERS} at most once")
    return text


def _top_words(words: Iterable[str]) -> tuple[str, ...]:
    found = tuple(words)
    for word in found:
        rank, _, which = word.partition("-")
        if which:
            if rank not in tuple(RANK_LETTERS) or which not in ("trump", "colour"):
                raise ValueError(f"{word!r} is no top trump (a card like QC, J-trump or J-colour)")
        else:
            Card(word)
    return found


@frozen
class Order:
    """How cards rank, the highest first.

    `trumps` is another order for the trump suit, if it has one. `top_trumps` go above it and belong
    to it whatever suit they show: a card (`QC`), or a rank with `-trump` for the one of the trump
    suit and `-colour` for its fellow of the same colour.

    >>> Order(top_trumps=("J-trump", "J-colour")).ranks[:4]
    'AKQJ'
    """

    ranks: str = field(default="AKQJT98765432", converter=_ranks)
    trumps: str = field(default="", converter=_ranks)
    top_trumps: tuple[str, ...] = field(default=(), converter=_top_words)

    def tops(self, trump: Trump) -> tuple[Card, ...]:
        """The cards above all other trumps, the highest first."""
        return () if trump is None else tuple(_top(word, trump) for word in self.top_trumps)


def _top(word: str, trump: str) -> Card:
    rank, _, which = word.partition("-")
    if not which:
        return Card(word)
    suit = SUIT_LETTERS.index(trump)
    return Card(rank + SUIT_LETTERS[suit if which == "trump" else 3 - suit])


class Classes:
    """The tables of suits and strengths for a deck.

    `suit_of[trump][card]` is the suit that a card belongs to, from 0 to 3, and
    `strength[trump][card]` its place within it, the weakest 1. `power[trump][led][card]` compares
    across suits: 0 for a card that cannot win where the suit `led` was led.

    >>> from cardkit.cards import Deck
    >>> euchre = Classes(Deck(), Order(top_trumps=("J-trump", "J-colour")))
    >>> euchre.suit_of["H"][Card("JD")] == euchre.suit_of["H"][Card("2H")]
    True
    >>> euchre.strength["H"][Card("JH")] > euchre.strength["H"][Card("JD")] > (
    ...     euchre.strength["H"][Card("AH")])
    True
    """

    def __init__(self, cards: Iterable[Card], order: Order) -> None:
        self.cards = tuple(sorted(set(cards)))
        self._picked: dict[tuple[str, ...], frozenset[Card]] = {}
        self.suit_of: dict[Trump, Sequence[int]] = {}
        self.strength: dict[Trump, Sequence[int]] = {}
        self.power: dict[Trump, tuple[Sequence[int], ...]] = {}
        for trump in TRUMPS:
            suits, strengths = [-1] * _CODES, [0] * _CODES
            tops = order.tops(trump)
            for card in self.cards:
                suit = SUIT_LETTERS.index(trump) if trump and card in tops else int(card.suit)
                in_trumps = trump is not None and suit == SUIT_LETTERS.index(trump)
                ranks = order.trumps if in_trumps and order.trumps else order.ranks
                suits[card] = suit
                if in_trumps and card in tops:
                    strengths[card] = len(RANK_LETTERS) + len(tops) - tops.index(card)
                else:
                    strengths[card] = len(ranks) - ranks.index(card.rank.letter)
            self.suit_of[trump] = suits
            self.strength[trump] = strengths
            self.power[trump] = tuple(_power(suits, strengths, trump, led) for led in range(4))

    def pick(self, words: tuple[str, ...]) -> frozenset[Card]:
        """Those of the cards that the words stand for (see `pick`)."""
        if words not in self._picked:
            self._picked[words] = pick(words, self.cards)
        return self._picked[words]


def _power(
    suits: Sequence[int], strengths: Sequence[int], trump: Trump, led: int
) -> tuple[int, ...]:
    trumps = None if trump is None else SUIT_LETTERS.index(trump)
    return tuple(
        strength + _TRUMP_BONUS if suit == trumps else strength if suit == led else 0
        for suit, strength in zip(suits, strengths, strict=True)
    )
