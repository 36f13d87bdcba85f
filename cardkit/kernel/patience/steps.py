"""Steps: the smallest changes of a position, written on a trail so that they can be taken back.

A move is its own code on the trail (`BEGIN`) and the steps that it came to. Taking steps back needs
no copy of anything, and the moves that led to a position are read off the trail.
"""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.piles import lay_on, lift_off, put, rehash, take, turn_top
from cardkit.kernel.patience.shape import (
    BEGIN,
    CARDS,
    DEAL_CARDS,
    DEALS_TABLEAU,
    DOWN,
    ENDLESS,
    GATHERS_TABLEAU,
    HASH,
    HASH_FACT,
    HASH_TALON,
    LAYING_OUT,
    LEFT,
    OPEN,
    PHASE,
    PLAIN,
    PLAY_TALON,
    REACH_REDEALT,
    REDEAL_WHEN,
    REDEALS,
    REDEALS_ALLOWED,
    REFILL_FED,
    REFILL_FROM,
    REFILL_SOURCES,
    REFILLS,
    ROOM,
    SET,
    SHIFT,
    SIZE,
    SPAN,
    STOCK,
    STUCK,
    TALON,
    TALON_DEALT,
    TALON_ID,
    TALON_SIZE,
    TRAIL_USED,
    TURN,
    UNCOVER,
    WITHOUT_END,
)
from cardkit.kernel.words import ALL, Bits, Numbers, Words, mix, word


@typed_inline
def note(ns: Numbers, trail: Numbers, step: int) -> None:
    """Write a step on the trail."""
    trail[ns[TRAIL_USED]] = step
    ns[TRAIL_USED] += 1


@typed_inline
def begin(ns: Numbers, trail: Numbers, move: int) -> None:
    """Write on the trail that a move begins."""
    note(ns, trail, BEGIN | move << 4)


@typed
def carry(ws: Words, ns: Numbers, source: int, target: int, n: int) -> None:
    """The top cards of a pile go onto another in their order, face up (on the stock, face down)."""
    base = CARDS + source * ns[ROOM] + ns[SIZE + source] - n
    for i in range(n):
        lay_on(ws, ns, target, ns[base + i])
    for _ in range(n):
        lift_off(ws, ns, source)


@typed
def turn_over(ws: Words, ns: Numbers, source: int, target: int, n: int) -> None:
    """The top cards of a pile go onto another one by one, so that their order is reversed."""
    for _ in range(n):
        lay_on(ws, ns, target, lift_off(ws, ns, source))


@typed_inline
def shift_one(ws: Words, ns: Numbers, trail: Numbers, source: int, target: int) -> None:
    """Carry one card between piles that are no stock, as `shift` does."""
    put(ws, ns, target, take(ws, ns, source))
    note(ns, trail, SHIFT | source << 4 | target << 10 | 1 << 16)
    if ns[DOWN + source] > 0 and ns[DOWN + source] == ns[SIZE + source]:
        turn_top(ws, ns, source, 0)
        note(ns, trail, UNCOVER | source << 4)


@typed
def shift(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    source: int,
    target: int,
    n: int,
) -> None:
    """Carry cards and note it; a face-down card that comes to light is turned up."""
    carry(ws, ns, source, target, n)
    note(ns, trail, SHIFT | source << 4 | target << 10 | n << 16)
    if ns[DOWN + source] > 0 and ns[DOWN + source] == ns[SIZE + source] and source != ns[STOCK]:
        turn_top(ws, ns, source, 0)
        note(ns, trail, UNCOVER | source << 4)


@typed
def turn(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    source: int,
    target: int,
    n: int,
) -> None:
    """Turn cards over onto another pile and note it."""
    turn_over(ws, ns, source, target, n)
    note(ns, trail, TURN | source << 4 | target << 10 | n << 16)


@typed
def fact_hash(ws: Words, ns: Numbers, fact: int) -> Bits:
    """What a fact adds to the hash: nothing where the rest of the game does not depend on it."""
    value = ns[fact]
    if fact == REDEALS:
        if ns[REDEALS_ALLOWED] >= ENDLESS:
            # Only whether there was one can matter, and only where reach depends on it.
            value = 1 if value > 0 and ns[REACH_REDEALT] != 0 else 0
    elif fact == TALON_DEALT:
        # A waste that ends where deals from the start end lets the same cards be reached.
        endless = ns[WITHOUT_END] != 0 and ns[PLAIN] == 0
        if endless and (value == ns[TALON_SIZE] or value % ns[DEAL_CARDS] == 0):
            value = 0
        return mix(ws[HASH_TALON + SPAN], word(value))
    return mix(ws[HASH_FACT + fact - LEFT], word(value))


@typed
def set_fact(ws: Words, ns: Numbers, trail: Numbers, fact: int, value: int) -> None:
    """Change a fact and note what it was."""
    note(ns, trail, SET | (fact - LEFT) << 4 | ns[fact] << 10)
    put_fact(ws, ns, fact, value)


@typed
def put_fact(ws: Words, ns: Numbers, fact: int, value: int) -> None:
    """Change a fact, with all that depends on it."""
    before = fact_hash(ws, ns, fact)
    ns[fact] = value
    ws[HASH] = (ws[HASH] + fact_hash(ws, ns, fact) - before) & ALL
    if fact == OPEN:
        rehash(ws, ns)


@typed
def is_open(ns: Numbers) -> int:
    """1 while something is to come that goes through the tableau in the order of its piles.

    A layout, a gather or a deal to several piles tells piles apart that are alike in everything
    else; once none is left they are interchangeable.
    """
    if ns[PHASE] == LAYING_OUT or ns[PLAIN] != 0:
        return 1
    if ns[GATHERS_TABLEAU] != 0 and ns[REDEALS] < ns[REDEALS_ALLOWED]:
        return 1
    if ns[REDEAL_WHEN] == STUCK and ns[REDEALS] < ns[REDEALS_ALLOWED]:
        # Whether anything else can be moved counts as well, so nothing may be left out.
        return 1
    if ns[DEALS_TABLEAU] != 0 and (ns[SIZE + ns[STOCK]] > 0 or ns[REDEALS] < ns[REDEALS_ALLOWED]):
        return 1
    if ns[REFILLS] == 0:
        return 0
    if ns[REFILL_FED] != 0 or ns[REDEALS] < ns[REDEALS_ALLOWED]:
        return 1
    if ns[STOCK] >= 0 and ns[SIZE + ns[STOCK]] > 0:
        return 1
    for i in range(ns[REFILL_SOURCES]):
        if ns[SIZE + ns[REFILL_FROM + i]] > 0:
            return 1
    return 0


@typed
def talon_out(ws: Words, ns: Numbers, trail: Numbers, target: int) -> None:
    """Play the top card of the waste, which is kept in the talon, to a pile."""
    at = ns[TALON_DEALT] - 1
    card = ns[TALON + at]
    place = ns[TALON_ID + at]
    before = fact_hash(ws, ns, TALON_DEALT)
    for i in range(at, ns[TALON_SIZE] - 1):
        ns[TALON + i] = ns[TALON + i + 1]
        ns[TALON_ID + i] = ns[TALON_ID + i + 1]
    ns[TALON_SIZE] -= 1
    ns[TALON_DEALT] = at
    after = fact_hash(ws, ns, TALON_DEALT)
    ws[HASH] = (ws[HASH] + after - before - mix(ws[HASH_TALON], word(place))) & ALL
    lay_on(ws, ns, target, card)
    note(ns, trail, PLAY_TALON | target << 4 | place << 10)


@typed
def talon_back(ws: Words, ns: Numbers, target: int, place: int) -> None:
    """Take the last card of a pile back to the top of the waste."""
    card = lift_off(ws, ns, target)
    at = ns[TALON_DEALT]
    before = fact_hash(ws, ns, TALON_DEALT)
    for i in range(ns[TALON_SIZE], at, -1):
        ns[TALON + i] = ns[TALON + i - 1]
        ns[TALON_ID + i] = ns[TALON_ID + i - 1]
    ns[TALON + at] = card
    ns[TALON_ID + at] = place
    ns[TALON_SIZE] += 1
    ns[TALON_DEALT] = at + 1
    after = fact_hash(ws, ns, TALON_DEALT)
    ws[HASH] = (ws[HASH] + after - before + mix(ws[HASH_TALON], word(place))) & ALL


@typed
def undo_other(ws: Words, ns: Numbers, step: int) -> None:
    """Take one step back."""
    what = step & 15
    a = step >> 4 & 63
    b = step >> 10 & 63
    n = step >> 16
    if what == SHIFT:
        carry(ws, ns, b, a, n)
    elif what == UNCOVER:
        turn_top(ws, ns, a, 1)
    elif what == TURN:
        turn_over(ws, ns, b, a, n)
    elif what == SET:
        put_fact(ws, ns, LEFT + a, step >> 10)
    elif what == PLAY_TALON:
        talon_back(ws, ns, a, step >> 10)


@typed_inline
def undo_to(ws: Words, ns: Numbers, trail: Numbers, mark: int) -> None:
    """Take steps back until the trail is as long as it was then.

    A single card is carried back at once; whatever else there is goes to `undo_other`.
    """
    used = ns[TRAIL_USED]
    while used > mark:
        used -= 1
        step = trail[used]
        if step & 15 == BEGIN:
            continue
        if step & 15 == SHIFT and step >> 16 == 1 and step >> 4 & 63 != ns[STOCK]:
            put(ws, ns, step >> 4 & 63, take(ws, ns, step >> 10 & 63))
        else:
            undo_other(ws, ns, step)
    ns[TRAIL_USED] = mark


@typed
def settle_open(ws: Words, ns: Numbers, trail: Numbers) -> None:
    """Note if piles of a kind are told apart from now on, or not any more."""
    value = is_open(ns)
    if value != ns[OPEN]:
        set_fact(ws, ns, trail, OPEN, value)
