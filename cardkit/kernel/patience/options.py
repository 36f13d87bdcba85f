"""The moves that a search tries: all legal ones but those that cannot be missed, best first."""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.moves import (
    all_moves,
    carried,
    in_spaces,
    joined,
    may_deal,
    may_redeal,
    on_cards,
    stage,
)
from cardkit.kernel.patience.shape import (
    BACK_TO_USE,
    BY_SPACES,
    CARDS,
    CELLS,
    CLOSED,
    DEAL,
    DEAL_CARDS,
    DOWN,
    FOLLOWED,
    FOUNDATIONS,
    FROM_TALON,
    GUESTS,
    LAYING_OUT,
    LIFT,
    NEWEST,
    NEWEST_ONLY,
    ONE_CARD,
    ONLY_UP,
    OPEN,
    PHASE,
    PILES,
    PLAIN,
    PRIORITY,
    REACH_BUILD,
    REACH_OPEN,
    REDEAL,
    REDEALS,
    REDEALS_ALLOWED,
    ROOM,
    SIZE,
    STEPWISE,
    TABLEAU,
    TALON,
    TALON_AT_ONCE,
    TALON_DEALT,
    TALON_GAME,
    TALON_SIZE,
    TALON_TO_USE,
    TWINS,
    WASTE,
)
from cardkit.kernel.patience.uses import list_available, of_use, within_reach
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, lowest, word

#: The order in which kinds of moves are tried; cards of a talon may come before all others.
_AT_ONCE, RANK_UP, _TURNS, _FREES, _TALON, _SPLITS, _SPACE, _CELL, _BACK, _BACK_OPEN = range(10)
_VERB = 11


@typed_inline
def has(piles: Bits, p: int) -> bool:
    """True if a pile is among some."""
    return piles >> word(p) & ONE != ZERO


@typed
def put_options(
    ws: Words,
    ns: Numbers,
    found: Numbers,
    used: int,
    move: int,
    targets: Bits,
    on: int,
    in_space: int,
) -> int:
    """Write a move to each of some piles; of twins that are empty one will do.

    Onto other cards of the tableau it is one of rank `on`, to a space `in_space`.
    """
    returns = on == _BACK
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        here = bit(target)
        rank = on
        if ws[FOUNDATIONS] & here != ZERO:
            rank = _BACK if returns else RANK_UP
        elif ws[CELLS] & here != ZERO:
            rank = _BACK_OPEN if returns else _CELL
        elif ns[SIZE + target] == 0:
            rank = in_space
        if ns[OPEN] == 0 and ns[SIZE + target] == 0:
            targets &= ALL - ws[TWINS + target]
        found[used] = move | target << 6 | rank << PRIORITY
        used += 1
    return used


@typed_inline
def pile_options(ws: Words, ns: Numbers, found: Numbers, used: int, p: int) -> int:
    """Write the moves from one pile."""
    size = ns[SIZE + p]
    at = stage(ns) + p
    opens = ws[REACH_OPEN + at]
    builds = ws[REACH_BUILD + at]
    if size == 0 or opens | builds == ZERO:
        return used
    many = ns[LIFT + p] != ONE_CARD and not has(ws[STEPWISE], p)
    n = 1
    while True:
        card = ns[CARDS + p * ns[ROOM] + size - n]
        onto = on_cards(ws, card, builds)
        spaces = in_spaces(ws, ns, card, opens)
        goes_on = many and joined(ws, ns, p, n)
        if onto | spaces != ZERO:
            onto &= ALL - bit(p)
            if n == size and ns[OPEN] == 0:
                spaces &= ALL - ws[TWINS + p]
                if has(ws[CLOSED], p):
                    onto &= ALL - (ws[TWINS + p] & ws[CLOSED])
            targets = onto | spaces
            if n > 1:
                targets &= ws[TABLEAU]
                if ns[LIFT + p] == BY_SPACES:
                    targets = within(ws, targets, n)
            if ns[OPEN] == 0 and targets & ws[TABLEAU] != ZERO and not of_use(ws, ns, p, n, card):
                targets &= ALL - ws[TABLEAU]
            if targets != ZERO:
                on = _SPLITS
                in_space = _SPACE
                if has(ws[FOUNDATIONS], p):
                    on = _BACK
                    in_space = _BACK_OPEN
                elif ns[DOWN + p] > 0 and size - n == ns[DOWN + p]:
                    on = _TURNS
                    in_space = _TURNS
                elif has(ws[CELLS], p) or not joined(ws, ns, p, n):
                    on = _FREES
                used = put_options(ws, ns, found, used, p | n << 12, targets, on, in_space)
        if not goes_on:
            return used
        n += 1


@typed
def within(ws: Words, targets: Bits, n: int) -> Bits:
    """Those of some piles that so many cards can be carried to."""
    found = ZERO
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        if n <= carried(ws, target):
            found |= bit(target)
    return found


@typed
def talon_options(ws: Words, ns: Numbers, found: Numbers, used: int) -> int:
    """Write the moves from the waste, with all deals and redeals that bring a card there."""
    each = ns[DEAL_CARDS]
    size = ns[TALON_SIZE]
    dealt = ns[TALON_DEALT]
    at = stage(ns) + ns[WASTE]
    opens = ws[REACH_OPEN + at]
    builds = ws[REACH_BUILD + at]
    place = dealt
    again = False
    rank = _AT_ONCE if ns[TALON_AT_ONCE] != 0 else _TALON
    while size > 0:
        ahead = place - dealt
        # In the second round, what the first one reached is known already.
        known = again and ahead >= 0 and (ahead % each == 0 or place == size)
        if place > 0 and not known:
            card = ns[TALON + place - 1]
            onto = on_cards(ws, card, builds)
            spaces = in_spaces(ws, ns, card, opens)
            move = FROM_TALON | place << 12
            up = (onto | spaces) & ws[FOUNDATIONS]
            used = put_options(ws, ns, found, used, move, up, rank, rank)
            onto |= spaces
            onto &= ALL - ws[FOUNDATIONS]
            if ns[TALON_TO_USE] == 0 or ws[GUESTS + card] & within_reach(ws) != ZERO:
                used = put_options(ws, ns, found, used, move, onto, rank, rank)
        if place >= size:
            if again or ns[REDEALS] >= ns[REDEALS_ALLOWED]:
                break
            again = True
            place = 0
        place = min(place + each, size)
    return used


@typed
def options(ws: Words, ns: Numbers, found: Numbers, used: int) -> int:
    """Write the moves to try into `found` from place `used` on, best first; say where they end."""
    if ns[PLAIN] != 0:
        return all_moves(ws, ns, found, used)
    first = used
    only = ns[PHASE] == LAYING_OUT and ns[NEWEST_ONLY] != 0
    if ns[OPEN] == 0 and (ws[FOLLOWED] != ZERO or ns[BACK_TO_USE] != 0):
        list_available(ws, ns)
    for p in range(ns[PILES]):
        if not only or ns[NEWEST] == p:
            used = pile_options(ws, ns, found, used, p)
    if ns[TALON_GAME] != 0:
        used = talon_options(ws, ns, found, used)
    else:
        again = may_redeal(ns, used - first)
        if may_deal(ns):
            found[used] = DEAL | _VERB << PRIORITY
            used += 1
        if again:
            found[used] = REDEAL | (_VERB + 1) << PRIORITY
            used += 1
    if ns[ONLY_UP] != 0:
        for i in range(first, used):
            if found[i] >> PRIORITY == RANK_UP:
                found[first] = found[i]
                return first + 1
    for i in range(first + 1, used):
        move = found[i]
        rank = move >> PRIORITY
        j = i - 1
        while j >= first and found[j] >> PRIORITY > rank:
            found[j + 1] = found[j]
            j -= 1
        found[j + 1] = move
    return used
