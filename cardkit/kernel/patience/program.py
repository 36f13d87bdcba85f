"""The one function of the kernel that Python calls.

It is one function since every function that Python calls is compiled with all that it needs: a
second one would take as long again.
"""

from __future__ import annotations

from cardkit.kernel.engines import entry
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.best import follow, search_best
from cardkit.kernel.patience.depth import move_table, search_depth
from cardkit.kernel.patience.descent import descend, renounce
from cardkit.kernel.patience.laying import lay
from cardkit.kernel.patience.moves import all_moves, apply
from cardkit.kernel.patience.shortening import cut_corners, leave_out, moves_made
from cardkit.kernel.patience.steps import undo_to
from cardkit.kernel.words import Longs, Numbers, Octets, Words

#: What can be asked.
(
    LAY,
    LIST,
    MAKE,
    BACK,
    DEPTH,
    BEST,
    FOLLOW,
    REFILL,
    DESCEND,
    RENOUNCE,
    READ,
    CORNERS,
    OMIT,
) = range(13)
_W, _N, _L, _O = "uint64[::1]", "int32[::1]", "int64[::1]", "int8[::1]"


@entry(
    f"int64(int64, int64, {_W}, {_N}, {_N}, {_N}, {_L}, {_W}, int64, {_W}, int64,"
    f" {_N}, {_N}, {_O}, {_N}, {_N}, {_W}, {_W}, {_N}, {_W}, {_W})"
)
def run(
    what: int,
    argument: int,
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    listed: Numbers,
    state: Longs,
    table: Words,
    size: int,
    old: Words,
    old_size: int,
    frames: Numbers,
    line: Numbers,
    pool: Octets,
    heads: Numbers,
    weights: Numbers,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
    chance: Words,
) -> int:
    """Do one thing, and say what came of it; what each takes and gives is said where it is done."""
    if what == LAY:
        return lay(ws, ns, line)
    if what == LIST:
        return all_moves(ws, ns, listed, 0)
    if what == MAKE:
        apply(ws, ns, trail, argument)
    elif what == BACK:
        undo_to(ws, ns, trail, argument)
    elif what == DEPTH:
        return search_depth(
            ws, ns, trail, table, size, listed, frames, state, keys, known, places, wants
        )
    elif what == BEST:
        return search_best(
            ws,
            ns,
            trail,
            table,
            size,
            listed,
            pool,
            frames,
            heads,
            weights,
            state,
            keys,
            known,
            places,
            wants,
        )
    elif what == FOLLOW:
        follow(ws, ns, trail, line, argument, state, keys, known, places, wants)
    elif what == REFILL:
        return move_table(table, size, old, old_size)
    elif what == DESCEND:
        return descend(ws, ns, trail, listed, chance, argument)
    elif what == RENOUNCE:
        return renounce(ws, ns, trail, argument)
    elif what == READ:
        return moves_made(ns, trail, line)
    elif what == CORNERS:
        return cut_corners(ws, ns, trail, listed, line, argument, table, size, old, frames, heads)
    elif what == OMIT:
        return leave_out(ws, ns, trail, listed, line, argument, frames, heads)
    return ns[at.TRAIL_USED]
