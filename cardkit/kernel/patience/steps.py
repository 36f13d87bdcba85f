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
    PASS_DOWN,
    PHASE,
    PLAY_TALON,
    REACH_REDEALT,
    REDEALS,
    REDEALS_ALLOWED,
    REFILL_FROM,
    REFILL_SOURCES,
    ROOM,
    SET,
    SHIFT,
    SIZE,
    SPAN,
    STOCK,
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
def note(sn: Numbers, trail: Numbers, step: int) -> None:
    """Write a step on the trail."""
    trail[sn[TRAIL_USED]] = step
    sn[TRAIL_USED] += 1


@typed_inline
def begin(sn: Numbers, trail: Numbers, move: int) -> None:
    """Write on the trail that a move begins."""
    note(sn, trail, BEGIN | move << 4)


@typed
def carry(tw: Words, tn: Numbers, sw: Words, sn: Numbers, source: int, target: int, n: int) -> None:
    """The top cards of a pile go onto another in their order, face up (on the stock, face down)."""
    base = CARDS + source * tn[ROOM] + sn[SIZE + source] - n
    for i in range(n):
        lay_on(tw, tn, sw, sn, target, sn[base + i])
    for _ in range(n):
        lift_off(tw, tn, sw, sn, source)


@typed
def turn_over(
    tw: Words, tn: Numbers, sw: Words, sn: Numbers, source: int, target: int, n: int
) -> None:
    """The top cards of a pile go onto another one by one, so that their order is reversed."""
    for _ in range(n):
        lay_on(tw, tn, sw, sn, target, lift_off(tw, tn, sw, sn, source))


@typed
def pass_down(
    tw: Words, tn: Numbers, sw: Words, sn: Numbers, source: int, target: int, n: int
) -> None:
    """Cards of a face-down pile go onto another in their order, and stay face down."""
    base = CARDS + source * tn[ROOM] + sn[SIZE + source] - n
    for i in range(n):
        lay_on(tw, tn, sw, sn, target, sn[base + i])
        turn_top(tw, tn, sw, sn, target, 1)
    for _ in range(n):
        lift_off(tw, tn, sw, sn, source)


@typed
def shift(
    tw: Words,
    tn: Numbers,
    sw: Words,
    sn: Numbers,
    trail: Numbers,
    source: int,
    target: int,
    n: int,
) -> None:
    """Carry cards and note it; a face-down card that comes to light is turned up."""
    if n == 1 and target != tn[STOCK]:
        put(tw, tn, sw, sn, target, take(tw, tn, sw, sn, source))
    else:
        carry(tw, tn, sw, sn, source, target, n)
    note(sn, trail, SHIFT | source << 4 | target << 10 | n << 16)
    if sn[DOWN + source] > 0 and sn[DOWN + source] == sn[SIZE + source] and source != tn[STOCK]:
        turn_top(tw, tn, sw, sn, source, 0)
        note(sn, trail, UNCOVER | source << 4)


@typed
def turn(
    tw: Words,
    tn: Numbers,
    sw: Words,
    sn: Numbers,
    trail: Numbers,
    source: int,
    target: int,
    n: int,
) -> None:
    """Turn cards over onto another pile and note it."""
    turn_over(tw, tn, sw, sn, source, target, n)
    note(sn, trail, TURN | source << 4 | target << 10 | n << 16)


@typed
def fact_hash(tw: Words, tn: Numbers, sn: Numbers, fact: int) -> Bits:
    """What a fact adds to the hash: nothing where the rest of the game does not depend on it."""
    value = sn[fact]
    if fact == REDEALS:
        if tn[REDEALS_ALLOWED] >= ENDLESS:
            # Only whether there was one can matter, and only where reach depends on it.
            value = 1 if value > 0 and tn[REACH_REDEALT] != 0 else 0
    elif fact == TALON_DEALT:
        # A waste that ends where deals from the start end lets the same cards be reached.
        endless = tn[WITHOUT_END] != 0
        if endless and (value == sn[TALON_SIZE] or value % tn[DEAL_CARDS] == 0):
            value = 0
        return mix(tw[HASH_TALON + SPAN], word(value))
    return mix(tw[HASH_FACT + fact - LEFT], word(value))


@typed
def set_fact(
    tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, fact: int, value: int
) -> None:
    """Change a fact and note what it was."""
    note(sn, trail, SET | (fact - LEFT) << 4 | sn[fact] << 10)
    put_fact(tw, tn, sw, sn, fact, value)


@typed
def put_fact(tw: Words, tn: Numbers, sw: Words, sn: Numbers, fact: int, value: int) -> None:
    """Change a fact, with all that depends on it."""
    before = fact_hash(tw, tn, sn, fact)
    sn[fact] = value
    sw[HASH] = (sw[HASH] + fact_hash(tw, tn, sn, fact) - before) & ALL
    if fact == OPEN:
        rehash(tw, tn, sw, sn)


@typed
def is_open(tn: Numbers, sn: Numbers) -> int:
    """1 while something is to come that goes through the tableau in the order of its piles.

    A layout, a gather or a deal to several piles tells piles apart that are alike in everything
    else; once none is left they are interchangeable.
    """
    if sn[PHASE] == LAYING_OUT:
        return 1
    if tn[GATHERS_TABLEAU] != 0 and sn[REDEALS] < tn[REDEALS_ALLOWED]:
        return 1
    if tn[DEALS_TABLEAU] != 0 and sn[SIZE + tn[STOCK]] > 0:
        return 1
    for i in range(tn[REFILL_SOURCES]):
        if sn[SIZE + tn[REFILL_FROM + i]] > 0:
            return 1
    return 0


@typed
def talon_out(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, target: int) -> None:
    """Play the top card of the waste, which is kept in the talon, to a pile."""
    at = sn[TALON_DEALT] - 1
    card = sn[TALON + at]
    place = sn[TALON_ID + at]
    before = fact_hash(tw, tn, sn, TALON_DEALT)
    for i in range(at, sn[TALON_SIZE] - 1):
        sn[TALON + i] = sn[TALON + i + 1]
        sn[TALON_ID + i] = sn[TALON_ID + i + 1]
    sn[TALON_SIZE] -= 1
    sn[TALON_DEALT] = at
    after = fact_hash(tw, tn, sn, TALON_DEALT)
    sw[HASH] = (sw[HASH] + after - before - mix(tw[HASH_TALON], word(place))) & ALL
    lay_on(tw, tn, sw, sn, target, card)
    note(sn, trail, PLAY_TALON | target << 4 | place << 10)


@typed
def talon_back(tw: Words, tn: Numbers, sw: Words, sn: Numbers, target: int, place: int) -> None:
    """Take the last card of a pile back to the top of the waste."""
    card = lift_off(tw, tn, sw, sn, target)
    at = sn[TALON_DEALT]
    before = fact_hash(tw, tn, sn, TALON_DEALT)
    for i in range(sn[TALON_SIZE], at, -1):
        sn[TALON + i] = sn[TALON + i - 1]
        sn[TALON_ID + i] = sn[TALON_ID + i - 1]
    sn[TALON + at] = card
    sn[TALON_ID + at] = place
    sn[TALON_SIZE] += 1
    sn[TALON_DEALT] = at + 1
    after = fact_hash(tw, tn, sn, TALON_DEALT)
    sw[HASH] = (sw[HASH] + after - before + mix(tw[HASH_TALON], word(place))) & ALL


@typed
def undo_to(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, mark: int) -> None:
    """Take steps back until the trail is as long as it was then."""
    used = sn[TRAIL_USED]
    while used > mark:
        used -= 1
        step = trail[used]
        what = step & 15
        a = step >> 4 & 63
        b = step >> 10 & 63
        n = step >> 16
        if what == SHIFT and n == 1 and a != tn[STOCK]:
            put(tw, tn, sw, sn, a, take(tw, tn, sw, sn, b))
        elif what == SHIFT:
            carry(tw, tn, sw, sn, b, a, n)
        elif what == UNCOVER:
            turn_top(tw, tn, sw, sn, a, 1)
        elif what == TURN:
            turn_over(tw, tn, sw, sn, b, a, n)
        elif what == SET:
            put_fact(tw, tn, sw, sn, LEFT + a, step >> 10)
        elif what == PLAY_TALON:
            talon_back(tw, tn, sw, sn, a, step >> 10)
        elif what == PASS_DOWN:
            pass_down(tw, tn, sw, sn, b, a, n)
    sn[TRAIL_USED] = mark


@typed
def settle_open(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> None:
    """Note if piles of a kind are told apart from now on, or not any more."""
    value = is_open(tn, sn)
    if value != sn[OPEN]:
        set_fact(tw, tn, sw, sn, trail, OPEN, value)
