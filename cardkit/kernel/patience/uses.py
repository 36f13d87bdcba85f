"""Moves that are made for the sake of another: left out while no other could use them.

All of this holds only while nothing is to come that goes by the order of piles (`OPEN` is 0). It
makes no way to win longer, so it holds together with what `cardkit.kernel.patience.dominance` says.

**What can wait.** Let whatever is built on a pile of the tableau be lifted with it, and all its
piles be under the same rules and play to one another and to foundations alone (`FOLLOWED`). Then a
run X that is moved from p onto k can be moved later as well, until what it leaves on p is used: the
card w that it uncovers is moved, played up or covered, or the space is opened. Till then X stays on
p. What is laid on it, lifted off it or played up from it on k can be on p; where the pile of k is
moved with X on it, it is moved without, and X follows to where it lies by then; where X is moved
on, that move alone is made; and if all of X has gone piece by piece, none is. Meanwhile k is free
and w covered, which hinders no move. If X lay joined on w, w is used only by being played up or
covered with something else: wherever it could go, it can go with X on it.

Likewise a card of a talon that goes round for ever card by card (`TALON_TO_USE`) can wait there
until something is laid on it in the tableau; and one that comes back from a foundation
(`BACK_TO_USE`) until something is laid on it, or the card that it lay on there comes back as well.

**What is left out.** Take a shortest way to win, and let all moves wait that can. Each is followed
by its use then, or by others that can wait and serve the same use. A use lays a card y somewhere;
one move may wait to uncover y, and one to make the place for it, and others to make these possible,
and so on. Put what those two depend on first, then the one that makes the place, then the one that
uncovers y. (If y's pile gives its run to a space, and the place is a space as well, the other way
round: of twins one space at a time is made.) So when any of them is made, its use is possible at
once, or after one more move, which uncovers y. A move is left out if its use is not:
- a move that uncovers w, if w fits no foundation, and nothing can be laid on it that is available
  or covered by one run only; and, but for a card that X lay joined on, if neither w nor a card of
  the run that it ends can go onto another card, the last of X among them, or to a space. X itself
  may come back onto a card that it was not joined to: that has been turned up meanwhile.
- a move that leaves a space, if there is another, or no card to open it that leaves none itself;
- a move of a card from the talon, if nothing can be laid on it; and of one from a foundation, if
  nothing can be laid on it or on any card below it there.
"""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.moves import in_spaces, joined, on_cards, stage
from cardkit.kernel.patience.shape import (
    AVAILABLE,
    BACK_TO_USE,
    CARDS,
    CHAIN,
    COVERED,
    DEAL_CARDS,
    DOWN,
    EMPTY,
    FOLLOWED,
    FOUNDATIONS,
    GROUP,
    GUESTS,
    LIFT,
    ONE_CARD,
    OPENING,
    OPENS,
    PILES,
    REACH_BUILD,
    REACH_OPEN,
    REDEALS,
    REDEALS_ALLOWED,
    ROOM,
    SIZE,
    SPAN,
    TABLEAU,
    TALON,
    TALON_DEALT,
    TALON_GAME,
    TALON_SIZE,
    TWICE,
    TWINS,
)
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, lowest, word


@typed_inline
def note_available(ws: Words, card: int, opens: bool) -> None:
    """Note a card that could go onto another, and whether it could open a space."""
    here = bit(card)
    ws[TWICE] |= ws[AVAILABLE] & here
    ws[AVAILABLE] |= here
    if opens:
        ws[OPENING] |= here


@typed_inline
def within_reach(ws: Words) -> Bits:
    """The cards that could go onto others, now or once a move has uncovered them."""
    return ws[AVAILABLE] | ws[COVERED]


@typed
def run_below(ws: Words, ns: Numbers, p: int, rest: int) -> Bits:
    """The cards of the run that a pile ends with if only its first cards are left."""
    base = CARDS + p * ns[ROOM]
    chain = CHAIN + ns[GROUP + p] * SPAN
    found = bit(ns[base + rest - 1])
    while rest - 1 > ns[DOWN + p]:
        rest -= 1
        if ws[chain + ns[base + rest]] >> word(ns[base + rest - 1]) & ONE == ZERO:
            break
        found |= bit(ns[base + rest - 1])
    return found


@typed
def list_available(ws: Words, ns: Numbers) -> None:
    """Note all cards that a next move could bring to the tableau, deals and redeals included."""
    ws[AVAILABLE] = ZERO
    ws[TWICE] = ZERO
    ws[OPENING] = ZERO
    ws[COVERED] = ZERO
    at = stage(ns)
    for p in range(ns[PILES]):
        size = ns[SIZE + p]
        if size == 0 or (ws[REACH_OPEN + at + p] | ws[REACH_BUILD + at + p]) & ws[TABLEAU] == ZERO:
            continue
        stays = ws[TABLEAU] >> word(p) & ONE != ZERO
        n = 1
        while True:
            card = ns[CARDS + p * ns[ROOM] + size - n]
            note_available(ws, card, not stays or n < size)
            if ns[LIFT + p] == ONE_CARD or not joined(ws, ns, p, n):
                break
            n += 1
        if stays and n < size:
            ws[COVERED] |= run_below(ws, ns, p, size - n)
    if ns[TALON_GAME] != 0 and ns[TALON_SIZE] > 0:
        list_talon(ws, ns, ns[TALON_DEALT])
        if ns[REDEALS] < ns[REDEALS_ALLOWED]:
            list_talon(ws, ns, 0)


@typed
def list_talon(ws: Words, ns: Numbers, place: int) -> None:
    """Note the cards of the talon that deals bring to the top from a place on."""
    size = ns[TALON_SIZE]
    while True:
        if place > 0:
            note_available(ws, ns[TALON + place - 1], True)
        if place >= size:
            return
        place = min(place + ns[DEAL_CARDS], size)


@typed
def of_use(ws: Words, ns: Numbers, p: int, n: int, card: int) -> bool:
    """True if moving the top `n` cards of a pile, the lowest of them `card`, may be of use at once.

    That is asked of moves within the tableau, and from foundations to it.
    """
    if ws[FOUNDATIONS] >> word(p) & ONE != ZERO:
        return ns[BACK_TO_USE] == 0 or comes_back_to_use(ws, ns, p)
    if ws[FOLLOWED] >> word(p) & ONE == ZERO:
        return True
    rest = ns[SIZE + p] - n
    if rest == 0:
        return space_of_use(ws, p)
    base = CARDS + p * ns[ROOM]
    left = ns[base + rest - 1]
    at = stage(ns) + p
    opens = ws[REACH_OPEN + at]
    builds = ws[REACH_BUILD + at]
    if on_cards(ws, left, builds & ws[FOUNDATIONS]) != ZERO:
        return True
    if in_spaces(ws, ns, left, opens & ws[FOUNDATIONS]) != ZERO:
        return True
    guests = ws[GUESTS + left]
    if joined(ws, ns, p, n):
        # Another card must be laid on it; and where it could go, all of the run can.
        others = ws[TWICE] | (ws[AVAILABLE] & (ALL - bit(card))) | ws[COVERED]
        return guests & others != ZERO
    if guests & within_reach(ws) != ZERO:
        return True
    # It may go onto the run itself, whose top card is still that of the pile.
    builds |= bit(p)
    chain = CHAIN + ns[GROUP + p] * SPAN
    while True:
        left = ns[base + rest - 1]
        if on_cards(ws, left, builds & ws[TABLEAU]) != ZERO:
            return True
        if rest > 1 and in_spaces(ws, ns, left, opens & ws[TABLEAU]) != ZERO:
            return True
        rest -= 1
        if rest <= ns[DOWN + p] or ws[chain + left] >> word(ns[base + rest - 1]) & ONE == ZERO:
            return False


@typed
def space_of_use(ws: Words, p: int) -> bool:
    """True if the pile, emptied, would be the only space of its kind, and a card could open it."""
    if ws[EMPTY] & ws[TWINS + p] != ZERO:
        return False
    return may_open(ws, ws[OPENING] | ws[COVERED], p)


@typed
def may_open(ws: Words, cards: Bits, p: int) -> bool:
    """True if one of some cards may open a pile."""
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        if ws[OPENS + card] >> word(p) & ONE != ZERO:
            return True
    return False


@typed
def comes_back_to_use(ws: Words, ns: Numbers, f: int) -> bool:
    """True if something could be laid on the top card of a foundation, or on one below it."""
    found = within_reach(ws)
    base = CARDS + f * ns[ROOM]
    for i in range(ns[SIZE + f] - 1, -1, -1):
        card = ns[base + i]
        if ws[GUESTS + card] & found != ZERO:
            return True
        found |= bit(card)
    return False
