"""Shorter ways: a line of moves that wins, with what it did not need left out."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.moves import (
    apply,
    carried,
    in_spaces,
    joined,
    may_deal,
    may_redeal,
    on_cards,
    stage,
    transfers,
)
from cardkit.kernel.patience.options import options
from cardkit.kernel.patience.shape import (
    BEGIN,
    BY_SPACES,
    CARDS,
    DEAL,
    FROM_TALON,
    HASH,
    LAYING_OUT,
    LEFT,
    LIFT,
    NEWEST,
    NEWEST_ONLY,
    ONE_CARD,
    PHASE,
    REACH_BUILD,
    REACH_OPEN,
    REDEAL,
    ROOM,
    SIZE,
    TABLEAU,
    TALON,
    TALON_DEALT,
    TALON_GAME,
    TALON_ID,
    TRAIL_USED,
    WASTE,
)
from cardkit.kernel.patience.steps import undo_to
from cardkit.kernel.words import ZERO, Bits, Numbers, Words, bit, number, word

_MOVE = 0x7FFFF


@typed
def moves_made(ns: Numbers, trail: Numbers, line: Numbers) -> int:
    """Read the moves off the trail into `line`, and say how many they are."""
    n = 0
    for i in range(ns[TRAIL_USED]):
        if trail[i] & 15 == BEGIN:
            line[n] = trail[i] >> 4
            n += 1
    return n


@typed
def find(table: Words, size: int, places: Words, key: Bits) -> int:
    """What `places` says of a key in the table; -1 if it is not there."""
    at = (number(key >> word(32)) * size) >> 32
    while table[at] != ZERO:
        if table[at] == key:
            return number(places[at])
        at += 1
        if at == size:
            at = 0
    return -1


@typed
def note_place(table: Words, size: int, places: Words, key: Bits, place: int) -> None:
    """Write down the place of a key, in place of what was there."""
    at = (number(key >> word(32)) * size) >> 32
    while table[at] != ZERO and table[at] != key:
        at += 1
        if at == size:
            at = 0
    table[at] = key
    places[at] = word(place)


@typed
def cut_corners(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    listed: Numbers,
    line: Numbers,
    n: int,
    table: Words,
    size: int,
    places: Words,
    edges: Numbers,
    best: Numbers,
) -> int:
    """The shortest way over the positions of a line, where one move leads from one to another.

    The table is empty and has room for twice as many positions; `edges` has room for pairs, `best`
    for two numbers a position. Writes the way into `line` and says how long it is.
    """
    note_place(table, size, places, ws[HASH], 0)
    for i in range(n):
        apply(ws, ns, trail, line[i])
        note_place(table, size, places, ws[HASH], i + 1)
    undo_to(ws, ns, trail, 0)
    # From each position the later ones that a move leads to; `best` holds where its pairs begin.
    used = 0
    for i in range(n):
        best[2 * i] = used
        if 2 * used + 4096 > len(edges):
            # Too many: from here on only the line itself.
            edges[2 * used] = i + 1
            edges[2 * used + 1] = line[i]
            used += 1
        else:
            moves = options(ws, ns, listed, 0)
            mark = ns[TRAIL_USED]
            for k in range(moves):
                apply(ws, ns, trail, listed[k] & _MOVE)
                j = find(table, size, places, ws[HASH])
                if j > i:
                    edges[2 * used] = j
                    edges[2 * used + 1] = listed[k] & _MOVE
                    used += 1
                undo_to(ws, ns, trail, mark)
        apply(ws, ns, trail, line[i])
    best[2 * n] = used
    undo_to(ws, ns, trail, 0)
    # How far each position is from the end, from behind.
    best[2 * n + 1] = 0
    for i in range(n - 1, -1, -1):
        nearest = n + 1
        for e in range(best[2 * i], best[2 * i + 2]):
            nearest = min(nearest, best[2 * edges[2 * e] + 1] + 1)
        best[2 * i + 1] = nearest
    if best[1] >= n:
        return n
    # Twins may have changed places by then, so each move is looked for anew.
    at = 0
    made = 0
    while at < n:
        moves = options(ws, ns, listed, 0)
        mark = ns[TRAIL_USED]
        onward = -1
        for k in range(moves):
            move = listed[k] & _MOVE
            apply(ws, ns, trail, move)
            j = find(table, size, places, ws[HASH])
            if j > at and best[2 * j + 1] + 1 == best[2 * at + 1]:
                onward = j
                edges[made] = move
                break
            undo_to(ws, ns, trail, mark)
        if onward < 0:
            # A gap can only come from two positions with one hash: keep the line as it is.
            undo_to(ws, ns, trail, 0)
            return n
        made += 1
        at = onward
    undo_to(ws, ns, trail, 0)
    for i in range(made):
        line[i] = edges[i]
    return made


@typed
def moved_card(ns: Numbers, move: int) -> int:
    """The card that a move is about: the lowest of a run; of the talon, its number there; or 0."""
    source = move & 63
    if source == FROM_TALON:
        return ns[TALON_ID + (move >> 12 & 127) - 1]
    if source >= REDEAL:
        return 0
    if ns[TALON_GAME] != 0 and source == ns[WASTE]:
        return ns[TALON + ns[TALON_DEALT] - 1]
    return ns[CARDS + source * ns[ROOM] + ns[SIZE + source] - (move >> 12 & 127)]


@typed
def same_move(ws: Words, ns: Numbers, listed: Numbers, move: int, card: int) -> int:
    """The move that does the same for the same card, if it is legal here; -1 if there is none."""
    source = move & 63
    target = move >> 6 & 63
    n = move >> 12 & 127
    if source == DEAL:
        return move if may_deal(ns) else -1
    if source == REDEAL:
        return move if may_redeal(ns, transfers(ws, ns, listed, 0)) else -1
    if source == FROM_TALON:
        moves = options(ws, ns, listed, 0)
        for i in range(moves):
            other = listed[i] & _MOVE
            is_same = other & 63 == FROM_TALON and other >> 6 & 63 == target
            if is_same and ns[TALON_ID + (other >> 12 & 127) - 1] == card:
                return other
        return -1
    if ns[SIZE + source] < n or moved_card(ns, move) != card:
        return -1
    if ns[PHASE] == LAYING_OUT and ns[NEWEST_ONLY] != 0 and ns[NEWEST] != source:
        return -1
    i = 1
    while i < n:
        if ns[LIFT + source] == ONE_CARD or not joined(ws, ns, source, i):
            return -1
        i += 1
    at = stage(ns) + source
    fits = on_cards(ws, card, ws[REACH_BUILD + at])
    fits |= in_spaces(ws, ns, card, ws[REACH_OPEN + at])
    if n > 1:
        fits &= ws[TABLEAU]
        if ns[LIFT + source] == BY_SPACES and n > carried(ws, target):
            return -1
    return move if fits & bit(target) != ZERO and source != target else -1


@typed
def leave_out(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    listed: Numbers,
    line: Numbers,
    n: int,
    cards: Numbers,
    tried: Numbers,
) -> int:
    """Leave out moves one by one, with all that cannot be made without them, while it still wins.

    Writes what is left into `line` and says how long it is.
    """
    for i in range(n):
        cards[i] = moved_card(ns, line[i])
        apply(ws, ns, trail, line[i])
    undo_to(ws, ns, trail, 0)
    at = 0
    while at < n:
        # The moves before `at` are made already.
        mark = ns[TRAIL_USED]
        made = 0
        for k in range(at + 1, n):
            if ns[LEFT] == 0:
                break
            move = same_move(ws, ns, listed, line[k], cards[k])
            if move >= 0:
                tried[2 * made] = move
                tried[2 * made + 1] = cards[k]
                made += 1
                apply(ws, ns, trail, move)
        won = ns[LEFT] == 0
        undo_to(ws, ns, trail, mark)
        if won and at + made < n:
            for k in range(made):
                line[at + k] = tried[2 * k]
                cards[at + k] = tried[2 * k + 1]
            n = at + made
            continue
        apply(ws, ns, trail, line[at])
        at += 1
    undo_to(ws, ns, trail, 0)
    return n
