"""Chance: one small generator, the same in every language, for deals, players and sampling alike.

Beside it stand the shuffles of two other programs, whose deals people know by number.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar

_T = TypeVar("_T")

_SPAN: Final = 2**64
_MASK: Final = _SPAN - 1
_GAMMA: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB

#: The most outputs that `_block` computes at once; bounds the tables that `_lanes` keeps.
_LANES: Final = 128


def fnv1a64(text: str) -> int:
    """The 64-bit FNV-1a hash of a text's UTF-8 bytes: turns names into numbers, keeps no secrets.

    >>> hex(fnv1a64("a"))
    '0xaf63dc4c8601ec8c'
    """
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & _MASK
    return value


_label_hash = lru_cache(maxsize=256)(fnv1a64)


def _mix(z: int) -> int:
    """SplitMix64's output for a state that has already been stepped."""
    z = (z ^ (z >> 30)) * _MIX_1 & _MASK
    z = (z ^ (z >> 27)) * _MIX_2 & _MASK
    return z ^ (z >> 31)


class Rng:
    """A stream of numbers: SplitMix64, of which `docs/deals.md` is the full specification.

    `Rng(seed)` takes any integer modulo 2**64. The `state` is all there is to it: `Rng(rng.state)`
    goes on exactly as `rng` does, which is also what its `repr` says.

    >>> rng = Rng(1234567)
    >>> rng.next(), rng.below(6), rng.choice("CDHS")
    (6457827717110365317, 1, 'S')
    >>> rng
    Rng(15755400384261278406)
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    @classmethod
    def stream(cls, number: int, *labels: str | int) -> Rng:
        """A stream of its own for a number and some labels, unrelated to any other's.

        Labels count by their text, so `1` and `"1"` are the same one.

        >>> Rng.stream(42, "shuffle", 0).next() == Rng.stream(42, "shuffle", "0").next()
        True
        >>> Rng.stream(42, "player", 1).next() == Rng.stream(42, "player", 2).next()
        False
        """
        x = number & _MASK
        for label in labels:
            x = _mix(((x ^ _label_hash(str(label))) + _GAMMA) & _MASK)
        return cls(x)

    def next(self) -> int:
        """The next output, from 0 to 2**64 - 1."""
        self.state = state = (self.state + _GAMMA) & _MASK
        return _mix(state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly as likely as any other.

        Outputs beyond the last full multiple of n are thrown away, for they would favour the
        small remainders. Raises ValueError unless 1 <= n <= 2**64.
        """
        if not 1 <= n <= _SPAN:
            raise ValueError(f"below(n) takes an n from 1 to 2**64, not {n}")
        limit = _SPAN - _SPAN % n
        while True:
            self.state = state = (self.state + _GAMMA) & _MASK
            output = _mix(state)
            if output < limit:
                return output % n

    def choice(self, seq: Sequence[_T]) -> _T:
        """One item, each as likely. Raises IndexError if there is none."""
        if not seq:
            raise IndexError("nothing to choose from")
        return seq[self.below(len(seq))]

    def shuffle(self, items: list[Any]) -> None:
        """Put a list in random order, in place: Fisher-Yates from the end.

        For i from the last index down to 1 it draws j = below(i + 1) and swaps items i and j. The
        outputs are computed many at a time, which changes nothing but the time taken.

        >>> cards = ["AS", "2S", "3S", "4S", "5S"]
        >>> Rng(42).shuffle(cards)
        >>> cards
        ['2S', '3S', 'AS', '5S', '4S']
        """
        n = len(items)
        while n > 1:
            count = min(n - 1, _LANES)
            outputs = _block(self.state, count)
            if max(outputs) >= _SPAN - n:
                # Once in some 10**16 blocks an output may be one that `below` throws away, and
                # all after it move up: take one step the plain way and look again.
                j = self.below(n)
                n -= 1
                items[n], items[j] = items[j], items[n]
                continue
            for output in outputs:
                j = output % n
                n -= 1
                items[n], items[j] = items[j], items[n]
            self.state = (self.state + count * _GAMMA) & _MASK

    def copy(self) -> Rng:
        """A generator of its own that goes on exactly as this one does."""
        return Rng(self.state)

    def __repr__(self) -> str:
        return f"Rng({self.state})"


@lru_cache(maxsize=2 * _LANES)
def _lanes(count: int) -> tuple[int, int, int, struct.Struct]:
    """For `count` lanes: a one in each, the low half of each, the state's steps, the unpacker."""
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum(((lane + 1) * _GAMMA & _MASK) << 128 * lane for lane in range(count))
    return ones, ones * _MASK, steps, struct.Struct(f"<{2 * count}Q")


def _block(state: int, count: int) -> tuple[int, ...]:
    """The next `count` outputs after `state`, without touching any generator.

    One long integer holds every state, each in a lane of 128 bits, so that Python does the work
    of a whole shuffle in a dozen operations. A lane is wide enough for the product of two 64-bit
    numbers; what shifts bring in from the lane above lands in the high half, which `low` clears.
    """
    ones, low, steps, lanes = _lanes(count)
    z = (ones * state + steps) & low
    z = (z ^ (z >> 30 & low)) * _MIX_1 & low
    z = (z ^ (z >> 27 & low)) * _MIX_2 & low
    z = z ^ (z >> 31 & low)
    return lanes.unpack(z.to_bytes(lanes.size, "little"))[::2]


def shuffle_microsoft(number: int, items: list[Any]) -> None:
    """Shuffle in place as Microsoft FreeCell does with a deal number, and its followers with more.

    The generator is that of Microsoft's C library. Numbers from 2**31 on, which later programs
    added, change what becomes of its outputs.

    >>> cards = ["AS", "2S", "3S", "4S", "5S"]
    >>> shuffle_microsoft(617, cards)
    >>> cards
    ['AS', '5S', '2S', '3S', '4S']
    """
    keep, force, plus = 0x7FFF, 0, 0
    if number >= 2**32:
        keep, force, plus = 0xFFFF, 0, 1
    elif number >= 2**31:
        force = 0x8000
    state = number
    for n in range(len(items), 1, -1):
        # No output has a bit from above the state's lowest 32, so those are enough to keep.
        state = (state * 214013 + 2531011) % 2**32
        j = ((state >> 16 & keep | force) + plus) % n
        items[n - 1], items[j] = items[j], items[n - 1]


def shuffle_mersenne(number: int, items: list[Any]) -> None:
    """Shuffle in place with the Mersenne Twister, as PySolFC does with a game number.

    Of Python's generator this uses `random()` alone, which Python promises never to change.

    >>> cards = ["AS", "2S", "3S", "4S", "5S"]
    >>> shuffle_mersenne(31415926, cards)
    >>> cards
    ['5S', '3S', 'AS', '2S', '4S']
    """
    uniform = random.Random(number).random
    for n in range(len(items), 1, -1):
        j = int(uniform() * n)
        items[n - 1], items[j] = items[j], items[n - 1]
