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
def open_automatic(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> bool:
    """Open the first foundation that opens by itself and can; True if there is one."""
    targets = tw[AUTOMATIC] & sw[EMPTY]
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        first = -1
        tops = sw[SHOWN]
        while tops != ZERO:
            card = lowest(tops)
            tops &= tops - ONE
            if tw[OPENS + card] >> word(target) & ONE == ZERO:
                continue
            sources = sw[TOPS + card] & tw[TABLEAU]
            if sources != ZERO and (first < 0 or lowest(sources) < first):
                first = lowest(sources)
        if first >= 0:
            shift(tw, tn, sw, sn, trail, first, target, 1)
            return True
    return False


@typed
def remove_run(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> bool:
    """Take away the first complete run; True if there is one."""
    n = tn[REMOVAL]
    targets = tw[REMOVE_TO] & sw[EMPTY]
    if n == 0 or targets == ZERO:
        return False
    sources = tw[REMOVE_FROM]
    while sources != ZERO:
        p = lowest(sources)
        sources &= sources - ONE
        rest = sn[SIZE + p] - n
        if rest < sn[DOWN + p]:
            continue
        at = CARDS + p * tn[ROOM] + rest
        i = 1
        while i < n and tw[REMOVED + sn[at + i]] >> word(sn[at + i - 1]) & ONE != ZERO:
            i += 1
        if i == n:
            shift(tw, tn, sw, sn, trail, p, lowest(targets), n)
            return True
    return False


@typed
def fill_space(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> bool:
    """Fill the first space that is to be filled; True if there is one, and a card for it."""
    source = -1
    for i in range(tn[REFILL_SOURCES]):
        if sn[SIZE + tn[REFILL_FROM + i]] > 0:
            source = tn[REFILL_FROM + i]
            break
    if source < 0:
        return False
    for i in range(tn[REFILLS]):
        target = tn[REFILL_TO + i]
        if sn[SIZE + target] == 0:
            if source == tn[STOCK]:
                turn(tw, tn, sw, sn, trail, source, target, 1)
            else:
                shift(tw, tn, sw, sn, trail, source, target, 1)
            return True
    return False


@typed
def settle(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> None:
    """Let everything happen that the rules make happen by itself."""
    while (
        open_automatic(tw, tn, sw, sn, trail)
        or remove_run(tw, tn, sw, sn, trail)
        or fill_space(tw, tn, sw, sn, trail)
    ):
        pass
