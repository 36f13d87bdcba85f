"""How a rules file of any family names suits: by letter, as cards and moves do, or by name."""

from __future__ import annotations

from typing import Any, Final

from cardkit.cards import SUIT_NAMES, Suit
from cardkit.rulebook import WrongKindError
from cardkit.rulebook.shapes import Sort

_BY_WORD: Final = {
    **{suit.letter: suit for suit in Suit},
    **{name: Suit(at) for at, name in enumerate(SUIT_NAMES)},
}

#: The words for a suit, for the schema.
SUIT: Final = Sort.of_words(
    _BY_WORD, "a suit (`C`, `D`, `H`, `S`, or by name: `clubs` and so on)", "suit"
)


def read_suit(value: Any, _: Any = None) -> Suit:
    """The suit that a value of a rules file means; a hook for the converter of a family.

    Raises WrongKindError for anything else.

    >>> read_suit("H"), read_suit("hearts")
    (<Suit.HEARTS: 2>, <Suit.HEARTS: 2>)
    >>> read_suit("heart")
    Traceback (most recent call last):
    ...
    cardkit.rulebook.faults.WrongKindError: expected a suit (C D H S, or clubs diamonds hearts \
spades), found the text 'heart' (did you mean 'hearts'?)
    """
    if isinstance(value, str) and value in _BY_WORD:
        return _BY_WORD[value]
    what = f"a suit ({' '.join(suit.letter for suit in Suit)}, or {' '.join(SUIT_NAMES)})"
    raise WrongKindError(what, value, _BY_WORD)
