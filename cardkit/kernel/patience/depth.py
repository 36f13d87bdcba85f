"""Depth-first search: quick where wins are many, and the only one that proves a loss."""

from __future__ import annotations

from typing import Final

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.dominance import play_safe
from cardkit.kernel.patience.moves import play
from cardkit.kernel.patience.options import RANK_SPLITS, options, uses
from cardkit.kernel.patience.shape import (
    FOLLOWED,
    FRAMES,
    HASH,
    IN_ROW,
    LEFT,
    LISTED,
    LOST,
    NEW,
    NODES,
    OPEN,
    PRIORITY,
    ROOM_FULL,
    SAFELY,
    SIZE,
    SLACK,
    SLICE,
    SPLIT,
    STORED,
    TABLE_FULL,
    TRAIL_USED,
    UNTIL,
    WON,
)
from cardkit.kernel.patience.steps import undo_to
from cardkit.kernel.words import ONE, ZERO, Bits, Longs, Numbers, Words, number, word

#: What is kept of a position on the stack.
FRAME: Final = 4
#: So many splits may follow each other, each one using the card that the last one left.
MOST_IN_ROW: Final = 3


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

    On the stack a frame is where its next move stands in `listed`, where they end, how long the
    trail was, and how many splits in a row led there. After WON the trail holds the way there.
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
            last = options(ws, ns, listed, first)
            if state[SPLIT] != 0:
                last = uses(ws, listed, first, last, state[SPLIT] - 1)
            state[LISTED] = last
            frames[FRAME * f + 1] = state[LISTED]
            frames[FRAME * f + 2] = ns[TRAIL_USED]
            frames[FRAME * f + 3] = state[IN_ROW]
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
        option = listed[frames[f]]
        frames[f] += 1
        source = option & 63
        is_split = (
            ns[OPEN] == 0
            and option >> PRIORITY == RANK_SPLITS
            and ws[FOLLOWED] >> word(source) & ONE != ZERO
        )
        left = ns[SIZE + source] - (option >> 12 & 127)
        play(ws, ns, trail, option & 0x7FFFF)
        state[NODES] += 1
        if state[SAFELY] != 0:
            play_safe(ws, ns, trail, keys, known, places, wants)
        if ns[LEFT] == 0:
            return WON
        # Safe cards may have used the card already that the split has left.
        if is_split and ns[SIZE + source] == left and frames[f + 3] < MOST_IN_ROW:
            state[SPLIT] = source + 1
            state[IN_ROW] = frames[f + 3] + 1
            state[NEW] = 1
        elif add(table, size, ws[HASH]):
            state[SPLIT] = 0
            state[IN_ROW] = 0
            state[STORED] += 1
            state[NEW] = 1
