"""A position set up from the numbers that Python writes down."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.packing import clear, hash_of_facts
from cardkit.kernel.patience.piles import lay_on, turn_top
from cardkit.kernel.patience.steps import is_open, put_fact
from cardkit.kernel.words import ALL, Numbers, Words


@typed
def lay(ws: Words, ns: Numbers, given: Numbers) -> int:
    """Set up a position: phase, cursor, newest, redeals, talon dealt; the talon; pile by pile.

    The talon and each pile come as how many cards, how many of them face down, and the cards.
    """
    clear(ws, ns)
    ns[at.PHASE] = given[0]
    ns[at.CURSOR] = given[1]
    ns[at.NEWEST] = given[2]
    ns[at.REDEALS] = given[3]
    ns[at.OPEN] = 0
    ns[at.TALON_DEALT] = given[4]
    ns[at.TALON_SIZE] = given[5]
    read = 7
    for i in range(given[5]):
        ns[at.TALON + i] = given[read]
        ns[at.TALON_FIRST + i] = given[read]
        ns[at.TALON_ID + i] = i
        read += 1
    for p in range(ns[at.PILES]):
        n = given[read]
        down = given[read + 1]
        read += 2
        for i in range(n):
            lay_on(ws, ns, p, given[read])
            if i < down:
                turn_top(ws, ns, p, 1)
            read += 1
    ws[at.HASH] = (ws[at.HASH] + hash_of_facts(ws, ns)) & ALL
    if is_open(ns) != 0:
        put_fact(ws, ns, at.OPEN, 1)
    return ns[at.OPEN]
