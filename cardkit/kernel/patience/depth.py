"""Depth-first search: quick where wins are many, and the only one that proves a loss."""

from __future__ import annotations

from typing import Final

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.dominance import play_safe
from cardkit.kernel.patience.moves import play
from cardkit.kernel.patience.options import options
from cardkit.kernel.patience.shape import (
    FRAMES,
    HASH,
    LEFT,
    LISTED,
    LOST,
    NEW,
    NODES,
    ROOM_FULL,
    SAFELY,
    SLACK,
    SLICE,
    STORED,
    TABLE_FULL,
    TRAIL_USED,
    UNTIL,
    WON,
)
from cardkit.kernel.patience.steps import undo_to
from cardkit.kernel.words import ZERO, Bits, Longs, Numbers, Words, number, word

#: What is kept of a position on the stack.
FRAME: Final = 3


@typed
def add(table: Words, size: int, key: Bits) -> bool:
    """Add a position to a table of so many slots; False if it is there already.

    Slots are filled from the one that the key's upper half points to, and on from there.
    """
    at = (number(key >> word(32)) * size) >> 32
    while table[at] != ZERO:
        if table[at] == key:
            return False
        at += 1
        if at == size:
            at = 0
    table[at] = key
    return True


@typed
def move_table(table: Words, size: int, old: Words, old_size: int) -> int:
    """Put all that is in an old table into a new one."""
    moved = 0
    for i in range(old_size):
        if old[i] != ZERO and add(table, size, old[i]):
            moved += 1
    return moved


@typed
def search_depth(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    table: Words,
    size: int,
    listed: Numbers,
    frames: Numbers,
    state: Longs,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> int:
    """Search on, until the position is decided or something is used up.

    On the stack a frame is where its next move stands in `listed`, where they end, and how long
    the trail was. After WON the trail holds the way there.
    """
    if state[FRAMES] == 0:
        if state[SAFELY] != 0:
            play_safe(ws, ns, trail, keys, known, places, wants)
        if ns[LEFT] == 0:
            return WON
        add(table, size, ws[HASH])
        state[STORED] = 1
        state[NEW] = 1
    while True:
        if state[NEW] != 0:
            f = state[FRAMES]
            if (
                state[LISTED] + SLACK > len(listed)
                or FRAME * f + SLACK > len(frames)
                or ns[TRAIL_USED] + SLACK > len(trail)
            ):
                return ROOM_FULL
            first = state[LISTED]
            frames[FRAME * f] = first
            state[LISTED] = options(ws, ns, listed, first)
            frames[FRAME * f + 1] = state[LISTED]
            frames[FRAME * f + 2] = ns[TRAIL_USED]
            state[FRAMES] = f + 1
            state[NEW] = 0
        f = FRAME * (state[FRAMES] - 1)
        undo_to(ws, ns, trail, frames[f + 2])
        if frames[f] >= frames[f + 1]:
            state[FRAMES] -= 1
            if state[FRAMES] == 0:
                return LOST
            state[LISTED] = frames[f - FRAME + 1]
            continue
        if state[NODES] >= state[UNTIL]:
            return SLICE
        if 2 * state[STORED] > size + size // 2:
            return TABLE_FULL
        move = listed[frames[f]] & 0x7FFFF
        frames[f] += 1
        play(ws, ns, trail, move)
        state[NODES] += 1
        if state[SAFELY] != 0:
            play_safe(ws, ns, trail, keys, known, places, wants)
        if ns[LEFT] == 0:
            return WON
        if add(table, size, ws[HASH]):
            state[STORED] += 1
            state[NEW] = 1
