"""Best-first search: the position that looks best goes on, whichever it is."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.depth import add
from cardkit.kernel.patience.dominance import play_safe
from cardkit.kernel.patience.moves import play
from cardkit.kernel.patience.options import options
from cardkit.kernel.patience.packing import pack, unpack, width
from cardkit.kernel.patience.rating import forget_ratings, rate, remember_ratings
from cardkit.kernel.patience.shape import (
    BUCKET,
    BUCKETS,
    HASH,
    HERE,
    LEFT,
    LINKS,
    LOST,
    MOVES,
    NODES,
    POOL_ROOM,
    POOLED,
    ROOM_FULL,
    SAFELY,
    SLICE,
    STORED,
    TABLE_FULL,
    TRIED,
    UNTIL,
    WON,
)
from cardkit.kernel.patience.steps import undo_to
from cardkit.kernel.words import Longs, Numbers, Octets, Words


@typed
def keep(
    ws: Words,
    ns: Numbers,
    pool: Octets,
    links: Numbers,
    heads: Numbers,
    weights: Numbers,
    state: Longs,
    parent: int,
    move: int,
) -> None:
    """Put the position into the pool and into the bucket of its rating."""
    at = state[POOLED]
    pack(ns, pool, at * width(ns))
    bucket = min(max(rate(ws, ns, weights), 0), BUCKETS - 1)
    links[LINKS * at] = parent
    links[LINKS * at + 1] = move
    links[LINKS * at + 2] = heads[bucket]
    heads[bucket] = at
    state[POOLED] = at + 1
    if bucket < state[BUCKET]:
        state[BUCKET] = bucket


@typed
def follow(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    line: Numbers,
    moves: int,
    state: Longs,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> None:
    """Make the moves that led from position to position, as the search made them."""
    for i in range(moves + 1):
        if i > 0:
            play(ws, ns, trail, line[i - 1])
        if state[SAFELY] != 0:
            play_safe(ws, ns, trail, keys, known, places, wants)


@typed
def search_best(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    table: Words,
    size: int,
    listed: Numbers,
    pool: Octets,
    links: Numbers,
    heads: Numbers,
    weights: Numbers,
    state: Longs,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> int:
    """Search on, until the position is decided or something is used up.

    After WON, `state[HERE]` is the position in the pool from which the moves on the trail won. LOST
    is a proof, for a pool that has taken every position has them all.
    """
    if state[POOLED] == 0:
        for i in range(BUCKETS):
            heads[i] = -1
        if state[SAFELY] != 0:
            play_safe(ws, ns, trail, keys, known, places, wants)
        if ns[LEFT] == 0:
            state[HERE] = -1
            return WON
        add(table, size, ws[HASH])
        state[STORED] = 1
        state[BUCKET] = BUCKETS - 1
        forget_ratings(ws, ns)
        keep(ws, ns, pool, links, heads, weights, state, -1, 0)
    while True:
        if state[TRIED] == state[MOVES]:
            while state[BUCKET] < BUCKETS and heads[state[BUCKET]] < 0:
                state[BUCKET] += 1
            if state[BUCKET] == BUCKETS:
                return LOST
            if 2 * state[STORED] > size + size // 2 - 1024:
                return TABLE_FULL
            if state[POOLED] + 1024 > state[POOL_ROOM]:
                return ROOM_FULL
            here = heads[state[BUCKET]]
            heads[state[BUCKET]] = links[LINKS * here + 2]
            unpack(ws, ns, pool, here * width(ns))
            remember_ratings(ws, ns, weights)
            state[HERE] = here
            state[TRIED] = 0
            state[MOVES] = options(ws, ns, listed, 0)
        for i in range(state[TRIED], state[MOVES]):
            if state[NODES] >= state[UNTIL]:
                # The position lies there until the search goes on.
                state[TRIED] = i
                return SLICE
            move = listed[i] & 0x7FFFF
            play(ws, ns, trail, move)
            state[NODES] += 1
            if state[SAFELY] != 0:
                play_safe(ws, ns, trail, keys, known, places, wants)
            if ns[LEFT] == 0:
                return WON
            if add(table, size, ws[HASH]):
                state[STORED] += 1
                keep(ws, ns, pool, links, heads, weights, state, state[HERE], move)
            undo_to(ws, ns, trail, 0)
        state[TRIED] = state[MOVES]
