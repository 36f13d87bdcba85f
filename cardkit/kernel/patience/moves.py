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
    OPENS,
    OTHERS,
    PASS_DOWN,
    PHASE,
    PILES,
    PLAYING,
    REACH_BUILD,
    REACH_OPEN,
    REDEAL,
    REDEAL_WHEN,
    REDEALS,
    REDEALS_ALLOWED,
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
    note,
    pass_down,
    set_fact,
    settle_open,
    shift,
    talon_out,
    turn,
)
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, count, lowest, word


@typed_inline
def stage(sn: Numbers) -> int:
    """Which reach tables hold: by phase, and by whether there was a redeal."""
    return (sn[PHASE] * 2 + (1 if sn[REDEALS] > 0 else 0)) * SPAN


@typed_inline
def on_cards(tw: Words, sw: Words, card: int, reach: Bits) -> Bits:
    """The piles among `reach` on whose top card a card may go."""
    found = ZERO
    tops = tw[HOSTS + card] & sw[SHOWN]
    while tops != ZERO:
        top = lowest(tops)
        tops &= tops - ONE
        found |= sw[TOPS + top] & tw[LIE + card * SPAN + top]
    return found & reach


@typed
def without_barred(tw: Words, tn: Numbers, sw: Words, card: int, spaces: Bits) -> Bits:
    """Those of some empty piles that no other pile's suit bars the card from."""
    same = sw[BASES + tn[SUIT + card]]
    held = ALL - sw[EMPTY]
    found = ZERO
    while spaces != ZERO:
        p = lowest(spaces)
        spaces &= spaces - ONE
        others = tw[OTHERS + p] & same
        fellows = tw[FELLOWS + p] & held & (ALL - same)
        if others == ZERO and fellows == ZERO:
            found |= bit(p)
    return found


@typed_inline
def in_spaces(tw: Words, tn: Numbers, sw: Words, card: int, reach: Bits) -> Bits:
    """The empty piles among `reach` that a card may open."""
    found = sw[EMPTY] & tw[OPENS + card] & reach
    if tn[KIN] != 0 and found != ZERO:
        found = without_barred(tw, tn, sw, card, found)
    return found


@typed_inline
def joined(tw: Words, tn: Numbers, sn: Numbers, p: int, n: int) -> bool:
    """True if the run of the top `n` cards of a pile goes on with the card below it."""
    size = sn[SIZE + p]
    if n >= size - sn[DOWN + p]:
        return False
    at = CARDS + p * tn[ROOM] + size - n
    chain = tw[CHAIN + tn[GROUP + p] * SPAN + sn[at]]
    return chain >> word(sn[at - 1]) & ONE != ZERO


@typed_inline
def carried(tw: Words, sw: Words, target: int) -> int:
    """How many cards single moves could carry to a pile over free cells and spaces."""
    free = count(sw[EMPTY] & tw[CELLS])
    spaces = count(sw[EMPTY] & tw[ANY_SPACE] & (ALL - bit(target)))
    return (free + 1) << spaces


@typed
def transfers(tw: Words, tn: Numbers, sw: Words, sn: Numbers, found: Numbers, used: int) -> int:
    """Write all legal transfers into `found` from place `used` on, and say where they end.

    They come by source; `Kernel.moves` sorts them by target and count.
    """
    at = stage(sn)
    only = sn[PHASE] == LAYING_OUT and tn[NEWEST_ONLY] != 0
    for p in range(tn[PILES]):
        if only and sn[NEWEST] != p:
            continue
        opens = tw[REACH_OPEN + at + p]
        builds = tw[REACH_BUILD + at + p]
        if opens | builds == ZERO:
            continue
        if tn[TALON_GAME] != 0 and p == tn[WASTE]:
            if sn[TALON_DEALT] == 0:
                continue
            card = sn[TALON + sn[TALON_DEALT] - 1]
        else:
            if sn[SIZE + p] == 0:
                continue
            card = sn[CARDS + p * tn[ROOM] + sn[SIZE + p] - 1]
        n = 1
        while True:
            targets = on_cards(tw, sw, card, builds) | in_spaces(tw, tn, sw, card, opens)
            targets &= ALL - bit(p)
            if n > 1:
                targets &= tw[TABLEAU]
            while targets != ZERO:
                target = lowest(targets)
                targets &= targets - ONE
                if n > 1 and tn[LIFT + p] == BY_SPACES and n > carried(tw, sw, target):
                    continue
                found[used] = p | target << 6 | n << 12
                used += 1
            if tn[LIFT + p] == ONE_CARD or not joined(tw, tn, sn, p, n):
                break
            n += 1
            card = sn[CARDS + p * tn[ROOM] + sn[SIZE + p] - n]
    return used


@typed_inline
def stock_size(tn: Numbers, sn: Numbers) -> int:
    """How many cards the stock has."""
    if tn[TALON_GAME] != 0:
        return sn[TALON_SIZE] - sn[TALON_DEALT]
    return sn[SIZE + tn[STOCK]] if tn[STOCK] >= 0 else 0


@typed
def may_deal(tn: Numbers, sn: Numbers) -> bool:
    """True if `deal` is legal."""
    if sn[PHASE] == LAYING_OUT:
        return True
    if tn[DEALS] == 0 or stock_size(tn, sn) == 0:
        return False
    if tn[DEAL_FULL] != 0:
        for i in range(tn[DEALS]):
            if sn[SIZE + tn[DEAL_LIST + i]] == 0:
                return False
    return True


@typed
def may_redeal(tn: Numbers, sn: Numbers, moves: int) -> bool:
    """True if `redeal` is legal, when there are so many transfers."""
    if tn[GATHERS] == 0 or sn[REDEALS] >= tn[REDEALS_ALLOWED] or sn[PHASE] == LAYING_OUT:
        return False
    when = tn[REDEAL_WHEN]
    if when == STOCK_EMPTY and stock_size(tn, sn) > 0:
        return False
    if when != STOCK_EMPTY and when != ALWAYS and moves > 0:
        return False
    if tn[TALON_GAME] != 0:
        return sn[TALON_DEALT] > 0
    for i in range(tn[GATHERS]):
        if sn[SIZE + tn[GATHER_LIST + i]] > 0:
            return True
    return False


@typed
def all_moves(tw: Words, tn: Numbers, sw: Words, sn: Numbers, found: Numbers, used: int) -> int:
    """Write all legal moves into `found` from place `used` on, and say where they end."""
    end = transfers(tw, tn, sw, sn, found, used)
    again = may_redeal(tn, sn, end - used)
    if may_deal(tn, sn):
        found[end] = DEAL
        end += 1
    if again:
        found[end] = REDEAL
        end += 1
    return end


@typed
def lay_next(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, p: int) -> None:
    """The next card of the stock goes to a pile of the layout, which ends with the last card."""
    turn(tw, tn, sw, sn, trail, tn[STOCK], p, 1)
    if tn[NEWEST_ONLY] != 0:
        set_fact(tw, tn, sw, sn, trail, NEWEST, p)
    end_layout(tw, tn, sw, sn, trail)


@typed
def end_layout(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> None:
    """Pass to the play if the stock is used up."""
    if sn[SIZE + tn[STOCK]] == 0:
        set_fact(tw, tn, sw, sn, trail, PHASE, PLAYING)
        set_fact(tw, tn, sw, sn, trail, CURSOR, 0)
        if tn[NEWEST_ONLY] != 0:
            set_fact(tw, tn, sw, sn, trail, NEWEST, -1)


@typed
def deal(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> None:
    """What `deal` does."""
    if sn[PHASE] == LAYING_OUT:
        cursor = sn[CURSOR]
        set_fact(tw, tn, sw, sn, trail, CURSOR, (cursor + 1) % tn[SPREADS])
        lay_next(tw, tn, sw, sn, trail, tn[SPREAD_LIST + cursor])
        return
    each = tn[DEAL_CARDS]
    if tn[TALON_GAME] != 0:
        dealt = min(sn[TALON_DEALT] + each, sn[TALON_SIZE])
        set_fact(tw, tn, sw, sn, trail, TALON_DEALT, dealt)
        return
    rounds = tn[DEAL_ROUNDS]
    stock = tn[STOCK]
    while rounds > 0 and sn[SIZE + stock] > 0:
        for i in range(tn[DEALS]):
            n = min(each, sn[SIZE + stock])
            if n > 0:
                turn(tw, tn, sw, sn, trail, stock, tn[DEAL_LIST + i], n)
        rounds -= 1


@typed
def redeal(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers) -> None:
    """What `redeal` does."""
    set_fact(tw, tn, sw, sn, trail, REDEALS, sn[REDEALS] + 1)
    if tn[TALON_GAME] != 0:
        set_fact(tw, tn, sw, sn, trail, TALON_DEALT, 0)
        return
    stock = tn[STOCK]
    for i in range(tn[GATHERS]):
        p = tn[GATHER_LIST + i]
        n = sn[SIZE + p]
        if n > 0 and tn[GATHER_TURNED] != 0:
            turn(tw, tn, sw, sn, trail, p, stock, n)
        elif n > 0:
            shift(tw, tn, sw, sn, trail, p, stock, n)
    if tn[SPREADS] > 0:
        set_fact(tw, tn, sw, sn, trail, PHASE, LAYING_OUT)
        set_fact(tw, tn, sw, sn, trail, CURSOR, 0)
        end_layout(tw, tn, sw, sn, trail)
    for i in range(tn[STEPS_USED]):
        p = tn[STEP_LIST + 3 * i]
        n = min(tn[STEP_LIST + 3 * i + 1], sn[SIZE + stock])
        if n > 0 and tn[STEP_LIST + 3 * i + 2] != 0:
            turn(tw, tn, sw, sn, trail, stock, p, n)
        elif n > 0:
            pass_down(tw, tn, sw, sn, stock, p, n)
            note(sn, trail, PASS_DOWN | stock << 4 | p << 10 | n << 16)


@typed
def draw(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, place: int) -> None:
    """Deal, and redeal if need be, until so many cards of the talon have been dealt."""
    dealt = sn[TALON_DEALT]
    if place == dealt:
        return
    ahead = place - dealt
    if ahead < 0 or (ahead % tn[DEAL_CARDS] != 0 and place != sn[TALON_SIZE]):
        set_fact(tw, tn, sw, sn, trail, REDEALS, sn[REDEALS] + 1)
    set_fact(tw, tn, sw, sn, trail, TALON_DEALT, place)


@typed
def apply(tw: Words, tn: Numbers, sw: Words, sn: Numbers, trail: Numbers, move: int) -> None:
    """Make a legal move with all that follows from it, and note it on the trail."""
    begin(sn, trail, move)
    source = move & 63
    target = move >> 6 & 63
    n = move >> 12 & 127
    if source == DEAL:
        deal(tw, tn, sw, sn, trail)
    elif source == REDEAL:
        redeal(tw, tn, sw, sn, trail)
    elif source == FROM_TALON:
        draw(tw, tn, sw, sn, trail, n)
        talon_out(tw, tn, sw, sn, trail, target)
    elif tn[TALON_GAME] != 0 and source == tn[WASTE]:
        talon_out(tw, tn, sw, sn, trail, target)
    else:
        shift(tw, tn, sw, sn, trail, source, target, n)
        if sn[PHASE] == LAYING_OUT:
            if tn[NEWEST_ONLY] != 0:
                set_fact(tw, tn, sw, sn, trail, NEWEST, -1)
            if tn[SPREAD_REFILLS] != 0:
                lay_next(tw, tn, sw, sn, trail, source)
    if tn[SETTLES] != 0:
        settle(tw, tn, sw, sn, trail)
    if tn[STOCK] >= 0:
        settle_open(tw, tn, sw, sn, trail)
