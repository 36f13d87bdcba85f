"""What happens by itself after a move: foundations open, complete runs leave, spaces are filled."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.shape import (
    AUTOMATIC,
    CARDS,
    DOWN,
    EMPTY,
    OPENS,
    REFILL_FROM,
    REFILL_SOURCES,
    REFILL_TO,
    REFILLS,
    REMOVAL,
    REMOVE_FROM,
    REMOVE_TO,
    REMOVED,
    ROOM,
    SHOWN,
    SIZE,
    STOCK,
    TABLEAU,
    TOPS,
)
from cardkit.kernel.patience.steps import shift, turn
from cardkit.kernel.words import ONE, ZERO, Numbers, Words, lowest, word


@typed
def open_automatic(ws: Words, ns: Numbers, trail: Numbers) -> bool:
    """Open the first foundation that opens by itself and can; True if there is one."""
    targets = ws[AUTOMATIC] & ws[EMPTY]
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        first = -1
        tops = ws[SHOWN]
        while tops != ZERO:
            card = lowest(tops)
            tops &= tops - ONE
            if ws[OPENS + card] >> word(target) & ONE == ZERO:
                continue
            sources = ws[TOPS + card] & ws[TABLEAU]
            if sources != ZERO and (first < 0 or lowest(sources) < first):
                first = lowest(sources)
        if first >= 0:
            shift(ws, ns, trail, first, target, 1)
            return True
    return False


@typed
def remove_run(ws: Words, ns: Numbers, trail: Numbers) -> bool:
    """Take away the first complete run; True if there is one."""
    n = ns[REMOVAL]
    targets = ws[REMOVE_TO] & ws[EMPTY]
    if n == 0 or targets == ZERO:
        return False
    sources = ws[REMOVE_FROM]
    while sources != ZERO:
        p = lowest(sources)
        sources &= sources - ONE
        rest = ns[SIZE + p] - n
        if rest < ns[DOWN + p]:
            continue
        at = CARDS + p * ns[ROOM] + rest
        i = 1
        while i < n and ws[REMOVED + ns[at + i]] >> word(ns[at + i - 1]) & ONE != ZERO:
            i += 1
        if i == n:
            shift(ws, ns, trail, p, lowest(targets), n)
            return True
    return False


@typed
def fill_space(ws: Words, ns: Numbers, trail: Numbers) -> bool:
    """Fill the first space that is to be filled; True if there is one, and a card for it."""
    source = -1
    for i in range(ns[REFILL_SOURCES]):
        if ns[SIZE + ns[REFILL_FROM + i]] > 0:
            source = ns[REFILL_FROM + i]
            break
    if source < 0:
        return False
    for i in range(ns[REFILLS]):
        target = ns[REFILL_TO + i]
        if ns[SIZE + target] == 0:
            if source == ns[STOCK]:
                turn(ws, ns, trail, source, target, 1)
            else:
                shift(ws, ns, trail, source, target, 1)
            return True
    return False


@typed
def settle(ws: Words, ns: Numbers, trail: Numbers) -> None:
    """Let everything happen that the rules make happen by itself."""
    while open_automatic(ws, ns, trail) or remove_run(ws, ns, trail) or fill_space(ws, ns, trail):
        pass
