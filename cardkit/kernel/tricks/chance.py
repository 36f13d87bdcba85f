"""Chance: the generator, the streams and the shuffle of `cardkit.rng`, number for number.

The streams of a match are words in the array `chance`; `docs/deals.md` says what they are.
"""

from __future__ import annotations

from typing import Final

from cardkit.kernel.engines import Engine, typed, typed_inline
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.words import (
    ALL,
    ONE,
    Bits,
    Longs,
    Word,
    Words,
    count,
    lowest,
    number,
    upper,
    word,
)
from cardkit.rng import fnv1a64

_GAMMA: Final[int] = Word(0x9E3779B97F4A7C15)
_MIX_1: Final[int] = Word(0xBF58476D1CE4E5B9)
_MIX_2: Final[int] = Word(0x94D049BB133111EB)
_22: Final[int] = Word(22)
_27: Final[int] = Word(27)
_30: Final[int] = Word(30)
_31: Final[int] = Word(31)
_36: Final[int] = Word(36)
_44: Final[int] = Word(44)
_LOW: Final[int] = Word(2**22 - 1)

_FNV_START: Final[int] = Word(fnv1a64(""))
_FNV_PRIME: Final[int] = Word(0x100000001B3)
_SHUFFLE: Final[int] = Word(fnv1a64("shuffle"))
_PLAYER: Final[int] = Word(fnv1a64("player"))
_FIRST_DEALER: Final[int] = Word(fnv1a64("first dealer"))

#: Below this no output is ever thrown away, for any number of choices that comes up here.
_SAFE: Final[int] = Word(2**64 - 64)


def new_chance(engine: Engine, seed: int) -> Words:
    """The array of chance for players with a seed, whose streams are yet to be begun."""
    chance = engine.words(at.CHANCE)
    chance[at.SEED] = fnv1a64(str(seed))
    for n in range(1, at.SPAN + 1):
        chance[at.INVERSE + n] = (2**64 - 1) // n
    return chance


@typed_inline
def mixed(z: Bits) -> Bits:
    """SplitMix64's output for a state that has been stepped."""
    z = (z ^ (z >> _30)) * _MIX_1 & ALL
    z = (z ^ (z >> _27)) * _MIX_2 & ALL
    return z ^ (z >> _31)


@typed
def labelled(stream: Bits, label: Bits) -> Bits:
    """The beginning of a stream with one more label, given by its hash."""
    return mixed(((stream ^ label) + _GAMMA) & ALL)


@typed
def hash_of_number(n: int) -> Bits:
    """The hash of a number, not negative, as a label: of its decimal digits."""
    unit = 1
    while unit * 10 <= n:
        unit *= 10
    value = _FNV_START
    while unit > 1:
        value = ((value ^ word(48 + n // unit % 10)) * _FNV_PRIME) & ALL
        unit //= 10
    return ((value ^ word(48 + n % 10)) * _FNV_PRIME) & ALL


@typed_inline
def stepped(state: Bits, n: Bits) -> Bits:
    """The state of a stream at the next output that counts for n choices, up to 64.

    What lies beyond the last full multiple of n would favour small remainders.
    """
    state = (state + _GAMMA) & ALL
    while mixed(state) >= _SAFE and ALL - mixed(state) < (ALL % n + ONE) % n:
        state = (state + _GAMMA) & ALL
    return state


@typed_inline
def remainder(chance: Words, output: Bits, n: Bits) -> Bits:
    """An output modulo n, up to 64, without a division, which would take half the time.

    With m the whole part of (2**64 - 1) / n, at least 2**64 / n - 1, the quotient that m gives is
    too small by less than output / 2**64 < 1: its whole part is the right one or the one before.
    """
    rest = output - upper(output, chance[word(at.INVERSE) + n]) * n
    return rest - n if rest >= n else rest


@typed_inline
def below(chance: Words, stream: int, n: int) -> int:
    """The next number from 0 to n - 1 of a stream, for an n up to 64."""
    state = stepped(chance[stream], word(n))
    chance[stream] = state
    return number(remainder(chance, mixed(state), word(n)))


@typed_inline
def draw(chance: Words, stream: int, items: int) -> int:
    """One item of a set, which has some."""
    skip = below(chance, stream, count(items))
    # The first few without a branch, for no processor foresees what chance decides; `rest` waits
    # for nothing that has been drawn.
    rest = items
    for i in range(4):
        rest &= rest - 1
        items = rest if skip > i else items
    while skip > 4:
        items &= items - 1
        skip -= 1
    return lowest(items)


@typed
def shuffle(rules: Longs, now: Longs, chance: Words) -> None:
    """Put the deck into the order of the match's next shuffle."""
    size = rules[at.CARDS]
    for i in range(size):
        now[at.DECK + i] = rules[at.ORDER + i]
    state = labelled(chance[at.SHUFFLE_STREAM], hash_of_number(now[at.SHUFFLES]))
    now[at.SHUFFLES] += 1
    deck, n = word(at.DECK), word(size)
    while n > ONE:
        state = stepped(state, n)
        j = deck + remainder(chance, mixed(state), n)
        n -= ONE
        card = now[deck + n]
        now[deck + n] = now[j]
        now[j] = card


@typed
def begin_streams(rules: Longs, now: Longs, chance: Words, deal: Bits) -> None:
    """Set up the streams of a match for a deal's number."""
    chance[at.SHUFFLE_STREAM] = labelled(deal, _SHUFFLE)
    chance[at.STREAM] = labelled(deal, _FIRST_DEALER)
    player = labelled(deal, _PLAYER)
    for seat in range(rules[at.SEAT_COUNT]):
        own = labelled(player, hash_of_number(seat))
        chance[at.PLAYER_STREAM + seat] = labelled(own, chance[at.SEED])
    now[at.SHUFFLES] = 0
