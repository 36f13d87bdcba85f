"""Words: unsigned 64-bit numbers, written so that the same line is right in Python and compiled.

Python's numbers have no end, so what may overflow is cut with `& ALL`; compiled, that costs
nothing. A constant that is combined with words is a `Word` itself: numba would take a plain number
for a signed one, and signed with unsigned makes a float there.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final, TypeAlias


class Word(int):
    """A constant that becomes an unsigned 64-bit number when it is compiled."""


#: Flat arrays: lists in Python; compiled, numpy arrays of 64-bit words and of numbers with 32, 64
#: and 8 bits.
Words: TypeAlias = MutableSequence[int]
Numbers: TypeAlias = MutableSequence[int]
Longs: TypeAlias = MutableSequence[int]
Octets: TypeAlias = MutableSequence[int]
#: One word, where a plain `int` is a signed number.
Bits: TypeAlias = int

ZERO: Final[int] = Word(0)
ONE: Final[int] = Word(1)
ALL: Final[int] = Word(2**64 - 1)
#: What `mix` multiplies by, an odd number without a pattern, and how far it folds the product.
STEP: Final[int] = Word(0x9E3779B97F4A7C15)
HALF: Final[int] = Word(32)


def bit(at: int) -> int:
    """The word with one bit set.

    >>> bit(3)
    8
    """
    return 1 << at


def word(number: int) -> int:
    """A number, not negative, as a word."""
    return number


def number(word: int) -> int:
    """A word below 2**63 as a number to count and index with."""
    return word


def lowest(word: int) -> int:
    """The place of the lowest bit of a word that has any.

    >>> lowest(0b101000)
    3
    """
    return (word & -word).bit_length() - 1


def count(word: int) -> int:
    """How many bits of a word are set.

    >>> count(0b101000)
    2
    """
    return word.bit_count()


def upper(one: int, other: int) -> int:
    """The upper half of the product of two words, which has 128 bits.

    >>> upper(2**63, 6)
    3
    """
    return one * other >> 64


def mix(chain: int, item: int) -> int:
    """The hash of a sequence that goes on with `item`, from the hash of what came before.

    One multiplication by an odd constant, folded: enough for table slots and fast enough to be
    done for every card that moves.

    >>> mix(mix(0, 5), 7) == mix(mix(0, 7), 5)
    False
    """
    x = ((chain + item) & ALL) * STEP & ALL
    return x ^ (x >> HALF)
