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
def start_of(ws: Words, ns: Numbers, p: int) -> Bits:
    """The number that a pile's chain starts from."""
    return ws[HASH_PILE + p] if ns[OPEN] != 0 else ws[HASH_TWIN + p]


@typed_inline
def put(ws: Words, ns: Numbers, p: int, card: int) -> None:
    """Lay a card face up on a pile."""
    n = ns[SIZE + p]
    here = bit(p)
    at = p * ns[ROOM] + n
    if n > 0:
        below = ns[CARDS + at - 1]
        before = ws[CHAINS + at - 1]
        rest = ws[TOPS + below] ^ here
        ws[TOPS + below] = rest
        if rest == ZERO:
            ws[SHOWN] ^= bit(below)
    else:
        before = start_of(ws, ns, p)
        ws[EMPTY] ^= here
        if ns[KIN] != 0:
            ws[BASES + ns[SUIT + card]] |= here
    after = mix(before, ws[HASH_UP + card])
    ns[CARDS + at] = card
    ws[CHAINS + at] = after
    ns[SIZE + p] = n + 1
    gain = (after - before) & ALL
    ws[HASH] = (ws[HASH] + gain) & ALL
    ws[TOPS + card] |= here
    ws[SHOWN] |= bit(card)
    if ws[FOUNDATIONS] >> word(p) & ONE != ZERO:
        ns[UP + card] += 1
        ns[LEFT] -= 1
        ws[HASH_FOUNDATIONS] = (ws[HASH_FOUNDATIONS] + gain) & ALL


@typed_inline
def take(ws: Words, ns: Numbers, p: int) -> int:
    """Take the top card off a pile, be it face up or down, and say which it was."""
    n = ns[SIZE + p] - 1
    here = bit(p)
    at = p * ns[ROOM] + n
    card = ns[CARDS + at]
    after = ws[CHAINS + at]
    ns[SIZE + p] = n
    rest = ws[TOPS + card] ^ here
    ws[TOPS + card] = rest
    if rest == ZERO:
        ws[SHOWN] ^= bit(card)
    if n > 0:
        below = ns[CARDS + at - 1]
        before = ws[CHAINS + at - 1]
        ws[TOPS + below] |= here
        ws[SHOWN] |= bit(below)
    else:
        before = start_of(ws, ns, p)
        ws[EMPTY] ^= here
        if ns[KIN] != 0:
            ws[BASES + ns[SUIT + card]] ^= here
    if ns[DOWN + p] > n:
        ns[DOWN + p] = n
    loss = (before - after) & ALL
    ws[HASH] = (ws[HASH] + loss) & ALL
    if ws[FOUNDATIONS] >> word(p) & ONE != ZERO:
        ns[UP + card] -= 1
        ns[LEFT] += 1
        ws[HASH_FOUNDATIONS] = (ws[HASH_FOUNDATIONS] + loss) & ALL
    return card


@typed
def turn_top(ws: Words, ns: Numbers, p: int, down: int) -> None:
    """Turn the top card of a pile face up (`down` 0) or face down (1).

    All cards below a face-down one lie face down, and none above.
    """
    n = ns[SIZE + p]
    at = p * ns[ROOM] + n - 1
    before = start_of(ws, ns, p) if n == 1 else ws[CHAINS + at - 1]
    face = HASH_DOWN if down != 0 else HASH_UP
    after = mix(before, ws[face + ns[CARDS + at]])
    ws[HASH] = (ws[HASH] + after - ws[CHAINS + at]) & ALL
    ws[CHAINS + at] = after
    ns[DOWN + p] = n if down != 0 else n - 1


@typed
def lay_on(ws: Words, ns: Numbers, p: int, card: int) -> None:
    """Lay a card on a pile, face down on the stock: `put` where speed does not count.

    What is inlined everywhere takes a minute to compile.
    """
    put(ws, ns, p, card)
    if p == ns[STOCK]:
        turn_top(ws, ns, p, 1)


@typed
def lift_off(ws: Words, ns: Numbers, p: int) -> int:
    """Take the top card off a pile: `take` where speed does not count."""
    return take(ws, ns, p)


@typed
def rehash(ws: Words, ns: Numbers) -> None:
    """Work all chains out again, since `OPEN` has changed."""
    for p in range(ns[PILES]):
        base = p * ns[ROOM]
        chain = start_of(ws, ns, p)
        # What the pile adds to the hash counts from where its chain starts.
        first = start_of_other(ws, ns, p)
        last = first
        begin = chain
        for i in range(ns[SIZE + p]):
            last = ws[CHAINS + base + i]
            face = HASH_DOWN if i < ns[DOWN + p] else HASH_UP
            chain = mix(chain, ws[face + ns[CARDS + base + i]])
            ws[CHAINS + base + i] = chain
        gain = (chain - begin - last + first) & ALL
        ws[HASH] = (ws[HASH] + gain) & ALL
        if ws[FOUNDATIONS] >> word(p) & ONE != ZERO:
            ws[HASH_FOUNDATIONS] = (ws[HASH_FOUNDATIONS] + gain) & ALL


@typed_inline
def start_of_other(ws: Words, ns: Numbers, p: int) -> Bits:
    """The number that a pile's chain started from before `OPEN` changed."""
    return ws[HASH_TWIN + p] if ns[OPEN] != 0 else ws[HASH_PILE + p]
