"""Moves: which are legal, in the order of the readable engine, and what each comes to."""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.settling import settle
from cardkit.kernel.patience.shape import (
    ALWAYS,
    ANY_SPACE,
    BASES,
    BY_SPACES,
    CARDS,
    CELLS,
    CHAIN,
    CURSOR,
    DEAL,
    DEAL_CARDS,
    DEAL_FULL,
    DEAL_LIST,
    DEAL_ROUNDS,
    DEALS,
    DOWN,
    EMPTY,
    FELLOWS,
    FOLLOWERS,
    FOUNDATIONS,
    FROM_TALON,
    GATHER_LIST,
    GATHER_TURNED,
    GATHERS,
    GROUP,
    HOSTS,
    KIN,
    LAYING_OUT,
    LIE,
    LIFT,
    NEWEST,
    NEWEST_ONLY,
    ONE_CARD,
    OPENERS,
    OPENS,
    OTHERS,
    PHASE,
    PILES,
    PLAYING,
    REACH_BUILD,
    REACH_OPEN,
    REDEAL,
    REDEAL_WHEN,
    REDEALS,
    REDEALS_ALLOWED,
    REFILLS,
    ROOM,
    SETTLES,
    SHOWN,
    SIZE,
    SPAN,
    SPREAD_LIST,
    SPREAD_REFILLS,
    SPREADS,
    STEP_LIST,
    STEPS_USED,
    STOCK,
    STOCK_EMPTY,
    SUIT,
    TABLEAU,
    TALON,
    TALON_DEALT,
    TALON_GAME,
    TALON_SIZE,
    TOPS,
    WASTE,
)
from cardkit.kernel.patience.steps import (
    begin,
    set_fact,
    settle_open,
    shift,
    shift_one,
    talon_out,
    turn,
)
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, count, lowest, word


@typed_inline
def stage(ns: Numbers) -> int:
    """Which reach tables hold: by phase, and by whether there was a redeal."""
    return (ns[PHASE] * 2 + (1 if ns[REDEALS] > 0 else 0)) * SPAN


@typed_inline
def on_cards(ws: Words, card: int, reach: Bits) -> Bits:
    """The piles among `reach` on whose top card a card may go."""
    found = ZERO
    tops = ws[HOSTS + card] & ws[SHOWN]
    while tops != ZERO:
        top = lowest(tops)
        tops &= tops - ONE
        found |= ws[TOPS + top] & ws[LIE + card * SPAN + top]
    return found & reach


@typed
def without_barred(ws: Words, ns: Numbers, card: int, spaces: Bits) -> Bits:
    """Those of some empty piles that no other pile's suit bars the card from."""
    same = ws[BASES + ns[SUIT + card]]
    held = ALL - ws[EMPTY]
    found = ZERO
    while spaces != ZERO:
        p = lowest(spaces)
        spaces &= spaces - ONE
        others = ws[OTHERS + p] & same
        fellows = ws[FELLOWS + p] & held & (ALL - same)
        if others == ZERO and fellows == ZERO:
            found |= bit(p)
    return found


@typed_inline
def in_spaces(ws: Words, ns: Numbers, card: int, reach: Bits) -> Bits:
    """The empty piles among `reach` that a card may open."""
    found = ws[EMPTY] & ws[OPENS + card] & reach
    if ns[KIN] != 0 and found != ZERO:
        found = without_barred(ws, ns, card, found)
    return found


@typed
def next_up(ws: Words, ns: Numbers) -> Bits:
    """Cards that may fit a foundation, among them all that do."""
    found = ws[OPENERS] if ws[FOUNDATIONS] & ws[EMPTY] != ZERO else ZERO
    piles = ws[FOUNDATIONS] & (ALL - ws[EMPTY])
    while piles != ZERO:
        p = lowest(piles)
        piles &= piles - ONE
        found |= ws[FOLLOWERS + ns[CARDS + p * ns[ROOM] + ns[SIZE + p] - 1]]
    return found


@typed_inline
def joined(ws: Words, ns: Numbers, p: int, n: int) -> bool:
    """True if the run of the top `n` cards of a pile goes on with the card below it."""
    size = ns[SIZE + p]
    if n >= size - ns[DOWN + p]:
        return False
    at = CARDS + p * ns[ROOM] + size - n
    chain = ws[CHAIN + ns[GROUP + p] * SPAN + ns[at]]
    return chain >> word(ns[at - 1]) & ONE != ZERO


@typed_inline
def carried(ws: Words, target: int) -> int:
    """How many cards single moves could carry to a pile over free cells and spaces."""
    free = count(ws[EMPTY] & ws[CELLS])
    spaces = count(ws[EMPTY] & ws[ANY_SPACE] & (ALL - bit(target)))
    return (free + 1) << spaces


@typed
def transfers(ws: Words, ns: Numbers, found: Numbers, used: int) -> int:
    """Write all legal transfers into `found` from place `used` on, and say where they end.

    They come by source; `Kernel.moves` sorts them by target and count.
    """
    at = stage(ns)
    only = ns[PHASE] == LAYING_OUT and ns[NEWEST_ONLY] != 0
    for p in range(ns[PILES]):
        if only and ns[NEWEST] != p:
            continue
        opens = ws[REACH_OPEN + at + p]
        builds = ws[REACH_BUILD + at + p]
        if opens | builds == ZERO:
            continue
        if ns[TALON_GAME] != 0 and p == ns[WASTE]:
            if ns[TALON_DEALT] == 0:
                continue
            card = ns[TALON + ns[TALON_DEALT] - 1]
        else:
            if ns[SIZE + p] == 0:
                continue
            card = ns[CARDS + p * ns[ROOM] + ns[SIZE + p] - 1]
        n = 1
        while True:
            targets = on_cards(ws, card, builds) | in_spaces(ws, ns, card, opens)
            targets &= ALL - bit(p)
            if n > 1:
                targets &= ws[TABLEAU]
            while targets != ZERO:
                target = lowest(targets)
                targets &= targets - ONE
                if n > 1 and ns[LIFT + p] == BY_SPACES and n > carried(ws, target):
                    continue
                found[used] = p | target << 6 | n << 12
                used += 1
            if ns[LIFT + p] == ONE_CARD or not joined(ws, ns, p, n):
                break
            n += 1
            card = ns[CARDS + p * ns[ROOM] + ns[SIZE + p] - n]
    return used


@typed_inline
def stock_size(ns: Numbers) -> int:
    """How many cards the stock has."""
    if ns[TALON_GAME] != 0:
        return ns[TALON_SIZE] - ns[TALON_DEALT]
    return ns[SIZE + ns[STOCK]] if ns[STOCK] >= 0 else 0


@typed
def may_deal(ns: Numbers) -> bool:
    """True if `deal` is legal."""
    if ns[PHASE] == LAYING_OUT:
        return True
    if ns[DEALS] == 0 or stock_size(ns) == 0:
        return False
    if ns[DEAL_FULL] != 0:
        for i in range(ns[DEALS]):
            if ns[SIZE + ns[DEAL_LIST + i]] == 0:
                return False
    return True


@typed
def may_redeal(ns: Numbers, moves: int) -> bool:
    """True if `redeal` is legal, when there are so many transfers."""
    if ns[GATHERS] == 0 or ns[REDEALS] >= ns[REDEALS_ALLOWED] or ns[PHASE] == LAYING_OUT:
        return False
    when = ns[REDEAL_WHEN]
    if when == STOCK_EMPTY and stock_size(ns) > 0:
        return False
    if when != STOCK_EMPTY and when != ALWAYS and moves > 0:
        return False
    if ns[TALON_GAME] != 0:
        return ns[TALON_DEALT] > 0
    gathered = 0
    for i in range(ns[GATHERS]):
        gathered += ns[SIZE + ns[GATHER_LIST + i]]
    return gathered > 0


@typed
def all_moves(ws: Words, ns: Numbers, found: Numbers, used: int) -> int:
    """Write all legal moves into `found` from place `used` on, and say where they end."""
    end = transfers(ws, ns, found, used)
    again = may_redeal(ns, end - used)
    if may_deal(ns):
        found[end] = DEAL
        end += 1
    if again:
        found[end] = REDEAL
        end += 1
    return end


@typed
def lay_next(ws: Words, ns: Numbers, trail: Numbers, p: int) -> None:
    """The next card of the stock goes to a pile of the layout, which ends with the last card."""
    turn(ws, ns, trail, ns[STOCK], p, 1)
    if ns[NEWEST_ONLY] != 0:
        set_fact(ws, ns, trail, NEWEST, p)
    end_layout(ws, ns, trail)


@typed
def end_layout(ws: Words, ns: Numbers, trail: Numbers) -> None:
    """Pass to the play if the stock is used up."""
    if ns[SIZE + ns[STOCK]] == 0:
        set_fact(ws, ns, trail, PHASE, PLAYING)
        set_fact(ws, ns, trail, CURSOR, 0)
        if ns[NEWEST_ONLY] != 0:
            set_fact(ws, ns, trail, NEWEST, -1)


@typed
def deal(ws: Words, ns: Numbers, trail: Numbers) -> None:
    """What `deal` does."""
    if ns[PHASE] == LAYING_OUT:
        cursor = ns[CURSOR]
        set_fact(ws, ns, trail, CURSOR, (cursor + 1) % ns[SPREADS])
        lay_next(ws, ns, trail, ns[SPREAD_LIST + cursor])
        return
    each = ns[DEAL_CARDS]
    if ns[TALON_GAME] != 0:
        dealt = min(ns[TALON_DEALT] + each, ns[TALON_SIZE])
        set_fact(ws, ns, trail, TALON_DEALT, dealt)
        return
    rounds = ns[DEAL_ROUNDS]
    stock = ns[STOCK]
    while rounds > 0 and ns[SIZE + stock] > 0:
        for i in range(ns[DEALS]):
            n = min(each, ns[SIZE + stock])
            if n > 0:
                turn(ws, ns, trail, stock, ns[DEAL_LIST + i], n)
        rounds -= 1


@typed
def redeal(ws: Words, ns: Numbers, trail: Numbers) -> None:
    """What `redeal` does."""
    set_fact(ws, ns, trail, REDEALS, ns[REDEALS] + 1)
    if ns[TALON_GAME] != 0:
        set_fact(ws, ns, trail, TALON_DEALT, 0)
        return
    stock = ns[STOCK]
    for i in range(ns[GATHERS]):
        p = ns[GATHER_LIST + i]
        n = ns[SIZE + p]
        if n > 0 and ns[GATHER_TURNED] != 0:
            turn(ws, ns, trail, p, stock, n)
        elif n > 0:
            shift(ws, ns, trail, p, stock, n)
    if ns[SPREADS] > 0:
        set_fact(ws, ns, trail, PHASE, LAYING_OUT)
        set_fact(ws, ns, trail, CURSOR, 0)
        end_layout(ws, ns, trail)
    for i in range(ns[STEPS_USED]):
        n = min(ns[STEP_LIST + 2 * i + 1], ns[SIZE + stock])
        if n > 0:
            turn(ws, ns, trail, stock, ns[STEP_LIST + 2 * i], n)


@typed
def draw(ws: Words, ns: Numbers, trail: Numbers, place: int) -> None:
    """Deal, and redeal if need be, until so many cards of the talon have been dealt."""
    dealt = ns[TALON_DEALT]
    if place == dealt:
        return
    ahead = place - dealt
    if ahead < 0 or (ahead % ns[DEAL_CARDS] != 0 and place != ns[TALON_SIZE]):
        set_fact(ws, ns, trail, REDEALS, ns[REDEALS] + 1)
    set_fact(ws, ns, trail, TALON_DEALT, place)


@typed_inline
def play(ws: Words, ns: Numbers, trail: Numbers, move: int) -> None:
    """Make a legal move, as `apply` does; a single card that nothing follows goes at once."""
    source = move & 63
    stays = ns[STOCK] < 0
    if ns[TALON_GAME] != 0:
        stays = source < REDEAL and source != ns[WASTE]
    if move >> 12 == 1 and stays and ns[SETTLES] == 0:
        begin(ns, trail, move)
        shift_one(ws, ns, trail, source, move >> 6 & 63)
    else:
        apply(ws, ns, trail, move)


@typed
def apply(ws: Words, ns: Numbers, trail: Numbers, move: int) -> None:
    """Make a legal move with all that follows from it, and note it on the trail."""
    begin(ns, trail, move)
    source = move & 63
    target = move >> 6 & 63
    n = move >> 12 & 127
    if source == DEAL:
        deal(ws, ns, trail)
    elif source == REDEAL:
        redeal(ws, ns, trail)
    elif source == FROM_TALON:
        draw(ws, ns, trail, n)
        talon_out(ws, ns, trail, target)
    elif ns[TALON_GAME] != 0 and source == ns[WASTE]:
        talon_out(ws, ns, trail, target)
    else:
        shift(ws, ns, trail, source, target, n)
        if ns[PHASE] == LAYING_OUT:
            if ns[NEWEST_ONLY] != 0:
                set_fact(ws, ns, trail, NEWEST, -1)
            if ns[SPREAD_REFILLS] != 0:
                lay_next(ws, ns, trail, source)
    if ns[SETTLES] != 0:
        settle(ws, ns, trail)
    if ns[STOCK] >= 0 or ns[REFILLS] != 0:
        settle_open(ws, ns, trail)
