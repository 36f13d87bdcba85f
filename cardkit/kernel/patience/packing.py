"""Positions packed into a few bytes and set up again from them."""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.piles import start_of
from cardkit.kernel.patience.shape import (
    BASES,
    CARDS,
    CHAINS,
    CURSOR,
    DECK,
    DOWN,
    EMPTY,
    FOUNDATIONS,
    HASH,
    HASH_DOWN,
    HASH_FOUNDATIONS,
    HASH_TALON,
    HASH_UP,
    KIN,
    LEFT,
    MOST_REDEALS,
    NEWEST,
    OPEN,
    PHASE,
    PILES,
    REDEALS,
    ROOM,
    SHOWN,
    SIZE,
    SPAN,
    SUIT,
    TALON,
    TALON_DEALT,
    TALON_FIRST,
    TALON_ID,
    TALON_SIZE,
    TOPS,
    TRAIL_USED,
    UP,
)
from cardkit.kernel.patience.steps import fact_hash
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Octets, Words, bit, mix, word

#: So many bytes come before the talon and the piles.
_HEAD = 8


@typed
def width(ns: Numbers) -> int:
    """How many bytes a packed position takes at most."""
    return _HEAD + ns[DECK] + 2 * ns[PILES]


@typed
def pack(ns: Numbers, pool: Octets, start: int) -> None:
    """Write the position into bytes from a place on."""
    pool[start] = ns[PHASE]
    pool[start + 1] = ns[CURSOR]
    pool[start + 2] = ns[NEWEST]
    # More redeals than that are only known to have been some.
    pool[start + 3] = min(ns[REDEALS], MOST_REDEALS)
    pool[start + 4] = ns[OPEN]
    pool[start + 5] = ns[TALON_DEALT]
    pool[start + 6] = ns[TALON_SIZE]
    at = start + _HEAD
    for i in range(ns[TALON_SIZE]):
        pool[at] = ns[TALON_ID + i]
        at += 1
    for p in range(ns[PILES]):
        pool[at] = ns[SIZE + p]
        pool[at + 1] = ns[DOWN + p]
        at += 2
        base = CARDS + p * ns[ROOM]
        for i in range(ns[SIZE + p]):
            pool[at] = ns[base + i]
            at += 1


@typed
def clear(ws: Words, ns: Numbers) -> None:
    """Take all cards off the table."""
    ws[HASH] = ZERO
    # Not zero, which stands for nothing in the memory of safe cards.
    ws[HASH_FOUNDATIONS] = ONE
    ws[SHOWN] = ZERO
    ws[EMPTY] = ZERO
    for i in range(4):
        ws[BASES + i] = ZERO
    for i in range(SPAN):
        ws[TOPS + i] = ZERO
        ns[UP + i] = 0
        ns[SIZE + i] = 0
        ns[DOWN + i] = 0
    for p in range(ns[PILES]):
        ws[EMPTY] |= bit(p)
    ns[LEFT] = ns[DECK]
    ns[TRAIL_USED] = 0


@typed
def hash_of_facts(ws: Words, ns: Numbers) -> Bits:
    """What the facts and the talon add to the hash."""
    total = ZERO
    for fact in (PHASE, CURSOR, NEWEST, REDEALS, OPEN, TALON_DEALT):
        total = (total + fact_hash(ws, ns, fact)) & ALL
    for i in range(ns[TALON_SIZE]):
        total = (total + mix(ws[HASH_TALON], word(ns[TALON_ID + i]))) & ALL
    return total


@typed
def unpack(ws: Words, ns: Numbers, pool: Octets, start: int) -> None:
    """Set up the position that was packed at a place.

    From one position of a game to the next most piles stay as they are: those are left alone.
    """
    if ns[OPEN] != pool[start + 4]:
        # Chains start from other numbers.
        clear(ws, ns)
    else:
        ws[HASH] = (ws[HASH] - hash_of_facts(ws, ns)) & ALL
    ns[PHASE] = pool[start]
    ns[CURSOR] = pool[start + 1]
    ns[NEWEST] = pool[start + 2]
    ns[REDEALS] = pool[start + 3]
    ns[OPEN] = pool[start + 4]
    ns[TALON_DEALT] = pool[start + 5]
    ns[TALON_SIZE] = pool[start + 6]
    ns[TRAIL_USED] = 0
    at = start + _HEAD
    for i in range(ns[TALON_SIZE]):
        ns[TALON_ID + i] = pool[at]
        ns[TALON + i] = ns[TALON_FIRST + pool[at]]
        at += 1
    for p in range(ns[PILES]):
        n = pool[at]
        if not lies_so(ns, pool, at, p, n):
            if ns[SIZE + p] > 0:
                clear_pile(ws, ns, p)
            if n > 0:
                unpack_pile(ws, ns, pool, at, p, n)
        at += 2 + n
    ws[HASH] = (ws[HASH] + hash_of_facts(ws, ns)) & ALL


@typed_inline
def lies_so(ns: Numbers, pool: Octets, at: int, p: int, n: int) -> bool:
    """True if a pile has the cards that were packed at a place."""
    if ns[SIZE + p] != n or ns[DOWN + p] != pool[at + 1]:
        return False
    base = CARDS + p * ns[ROOM]
    # Most differences are near the top.
    i = n - 1
    while i >= 0 and ns[base + i] == pool[at + 2 + i]:
        i -= 1
    return i < 0


@typed_inline
def clear_pile(ws: Words, ns: Numbers, p: int) -> None:
    """Take away at once all cards of a pile that has any."""
    here = bit(p)
    base = p * ns[ROOM]
    n = ns[SIZE + p]
    card = ns[CARDS + base + n - 1]
    rest = ws[TOPS + card] ^ here
    ws[TOPS + card] = rest
    if rest == ZERO:
        ws[SHOWN] ^= bit(card)
    ws[EMPTY] |= here
    if ns[KIN] != 0:
        ws[BASES + ns[SUIT + ns[CARDS + base]]] ^= here
    loss = (ws[CHAINS + base + n - 1] - start_of(ws, ns, p)) & ALL
    ws[HASH] = (ws[HASH] - loss) & ALL
    ns[SIZE + p] = 0
    ns[DOWN + p] = 0
    if ws[FOUNDATIONS] & here != ZERO:
        ws[HASH_FOUNDATIONS] = (ws[HASH_FOUNDATIONS] - loss) & ALL
        ns[LEFT] += n
        for i in range(n):
            ns[UP + ns[CARDS + base + i]] -= 1


@typed_inline
def unpack_pile(ws: Words, ns: Numbers, pool: Octets, at: int, p: int, n: int) -> None:
    """Lay out one pile at once: nothing but its top card is ever on top."""
    here = bit(p)
    base = p * ns[ROOM]
    down = pool[at + 1]
    first = start_of(ws, ns, p)
    chain = first
    card = 0
    for i in range(n):
        card = pool[at + 2 + i]
        face = HASH_DOWN if i < down else HASH_UP
        chain = mix(chain, ws[face + card])
        ns[CARDS + base + i] = card
        ws[CHAINS + base + i] = chain
    ns[SIZE + p] = n
    ns[DOWN + p] = down
    ws[EMPTY] ^= here
    ws[TOPS + card] |= here
    ws[SHOWN] |= bit(card)
    if ns[KIN] != 0:
        ws[BASES + ns[SUIT + ns[CARDS + base]]] |= here
    gain = (chain - first) & ALL
    ws[HASH] = (ws[HASH] + gain) & ALL
    if ws[FOUNDATIONS] & here != ZERO:
        ws[HASH_FOUNDATIONS] = (ws[HASH_FOUNDATIONS] + gain) & ALL
        ns[LEFT] -= n
        for i in range(n):
            ns[UP + ns[CARDS + base + i]] += 1
