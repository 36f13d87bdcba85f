"""Cards put on piles and taken off them, with everything that is kept up to date meanwhile.

A pile's hash is a chain over its cards from the bottom, a face-down card being another one than the
same card face up; the hash of a position is the sum of its piles' chains, so it does not depend on
the order of piles that start from the same number.
"""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.shape import (
    BASES,
    CARDS,
    CHAINS,
    DOWN,
    EMPTY,
    FOUNDATIONS,
    HASH,
    HASH_DOWN,
    HASH_FOUNDATIONS,
    HASH_PILE,
    HASH_TWIN,
    HASH_UP,
    KIN,
    LEFT,
    OPEN,
    PILES,
    ROOM,
    SHOWN,
    SIZE,
    STOCK,
    SUIT,
    TOPS,
    UP,
)
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, mix, word


@typed_inline
def start(tw: Words, sn: Numbers, p: int) -> Bits:
    """The number that a pile's chain starts from."""
    return tw[HASH_PILE + p] if sn[OPEN] != 0 else tw[HASH_TWIN + p]


@typed_inline
def put(tw: Words, tn: Numbers, sw: Words, sn: Numbers, p: int, card: int) -> None:
    """Lay a card face up on a pile."""
    n = sn[SIZE + p]
    here = bit(p)
    at = p * tn[ROOM] + n
    if n > 0:
        below = sn[CARDS + at - 1]
        before = sw[CHAINS + at - 1]
        rest = sw[TOPS + below] ^ here
        sw[TOPS + below] = rest
        if rest == ZERO:
            sw[SHOWN] ^= bit(below)
    else:
        before = start(tw, sn, p)
        sw[EMPTY] ^= here
        if tn[KIN] != 0:
            sw[BASES + tn[SUIT + card]] |= here
    after = mix(before, tw[HASH_UP + card])
    sn[CARDS + at] = card
    sw[CHAINS + at] = after
    sn[SIZE + p] = n + 1
    gain = (after - before) & ALL
    sw[HASH] = (sw[HASH] + gain) & ALL
    sw[TOPS + card] |= here
    sw[SHOWN] |= bit(card)
    if tw[FOUNDATIONS] >> word(p) & ONE != ZERO:
        sn[UP + card] += 1
        sn[LEFT] -= 1
        sw[HASH_FOUNDATIONS] = (sw[HASH_FOUNDATIONS] + gain) & ALL


@typed_inline
def take(tw: Words, tn: Numbers, sw: Words, sn: Numbers, p: int) -> int:
    """Take the top card off a pile, be it face up or down, and say which it was."""
    n = sn[SIZE + p] - 1
    here = bit(p)
    at = p * tn[ROOM] + n
    card = sn[CARDS + at]
    after = sw[CHAINS + at]
    sn[SIZE + p] = n
    rest = sw[TOPS + card] ^ here
    sw[TOPS + card] = rest
    if rest == ZERO:
        sw[SHOWN] ^= bit(card)
    if n > 0:
        below = sn[CARDS + at - 1]
        before = sw[CHAINS + at - 1]
        sw[TOPS + below] |= here
        sw[SHOWN] |= bit(below)
    else:
        before = start(tw, sn, p)
        sw[EMPTY] ^= here
        if tn[KIN] != 0:
            sw[BASES + tn[SUIT + card]] ^= here
    if sn[DOWN + p] > n:
        sn[DOWN + p] = n
    loss = (before - after) & ALL
    sw[HASH] = (sw[HASH] + loss) & ALL
    if tw[FOUNDATIONS] >> word(p) & ONE != ZERO:
        sn[UP + card] -= 1
        sn[LEFT] += 1
        sw[HASH_FOUNDATIONS] = (sw[HASH_FOUNDATIONS] + loss) & ALL
    return card


@typed
def turn_top(tw: Words, tn: Numbers, sw: Words, sn: Numbers, p: int, down: int) -> None:
    """Turn the top card of a pile face up (`down` 0) or face down (1).

    All cards below a face-down one lie face down, and none above.
    """
    n = sn[SIZE + p]
    at = p * tn[ROOM] + n - 1
    before = start(tw, sn, p) if n == 1 else sw[CHAINS + at - 1]
    face = HASH_DOWN if down != 0 else HASH_UP
    after = mix(before, tw[face + sn[CARDS + at]])
    sw[HASH] = (sw[HASH] + after - sw[CHAINS + at]) & ALL
    sw[CHAINS + at] = after
    sn[DOWN + p] = n if down != 0 else n - 1


@typed
def lay_on(tw: Words, tn: Numbers, sw: Words, sn: Numbers, p: int, card: int) -> None:
    """Lay a card on a pile, face down on the stock: `put` where speed does not count.

    What is inlined everywhere takes a minute to compile.
    """
    put(tw, tn, sw, sn, p, card)
    if p == tn[STOCK]:
        turn_top(tw, tn, sw, sn, p, 1)


@typed
def lift_off(tw: Words, tn: Numbers, sw: Words, sn: Numbers, p: int) -> int:
    """Take the top card off a pile: `take` where speed does not count."""
    return take(tw, tn, sw, sn, p)


@typed
def rehash(tw: Words, tn: Numbers, sw: Words, sn: Numbers) -> None:
    """Work all chains out again, since `OPEN` has changed."""
    for p in range(tn[PILES]):
        base = p * tn[ROOM]
        chain = start(tw, sn, p)
        # What the pile adds to the hash counts from where its chain starts.
        first = start_of_other(tw, sn, p)
        last = first
        begin = chain
        for i in range(sn[SIZE + p]):
            last = sw[CHAINS + base + i]
            face = HASH_DOWN if i < sn[DOWN + p] else HASH_UP
            chain = mix(chain, tw[face + sn[CARDS + base + i]])
            sw[CHAINS + base + i] = chain
        gain = (chain - begin - last + first) & ALL
        sw[HASH] = (sw[HASH] + gain) & ALL
        if tw[FOUNDATIONS] >> word(p) & ONE != ZERO:
            sw[HASH_FOUNDATIONS] = (sw[HASH_FOUNDATIONS] + gain) & ALL


@typed_inline
def start_of_other(tw: Words, sn: Numbers, p: int) -> Bits:
    """The number that a pile's chain started from before `OPEN` changed."""
    return tw[HASH_TWIN + p] if sn[OPEN] != 0 else tw[HASH_PILE + p]
