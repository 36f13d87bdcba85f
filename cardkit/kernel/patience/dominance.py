"""Cards that are played up at once, since it can never be regretted.

**Safe play-ups.** A card x that fits a foundation now is safe there if every card that may come
to lie on x in the tableau is up already, or all its copies that are not up fit foundations of
their own as soon as x is up, and are safe themselves; and the same holds for the other copies of
x.

Proof. Let nothing be to come that deals to the tableau or gathers it (`OPEN` is 0), and let x be
the top card of a tableau pile or a cell. Take any way to win from here that does not play x up at
once. Play x up now, and then follow that way with these changes. Where it moves x from pile to
pile, do nothing: x was on top of what it left, so what it left is at hand no later, and a space
that x would have filled is free, which hinders no move. Where it plays x up, do nothing. Where it
lays a card y on x, y is up already, or it and its other copies can go up at once, each to a
foundation of its own, so that none takes another's place: play them up instead, which is safe by
induction over the cards not yet up. (Induction ends, since each step plays a card up.) Where it
plays up another copy of x to the foundation that x has taken, that copy had a foundation of its
own, and keeps it. Cards that the way brings back from foundations can be brought back as before,
x among them, as long as the game lets them at all. In the end all cards are up: the changed way
wins, too.

Looking only one step ahead is not enough with two packs, nor is it to forget about copies; and
playing everything up is wrong in most games. The test of this module tries it on thousands of
small boards.

**A lone card stays.** Where spaces are never filled again and cards move one by one, the only
card x of a pile p need not go onto another pile q of the same rules. Whatever such a way does
with x on q, and with the cards laid on x there, can be done on p as well, while q stays at hand.

**Splits are used at once.** Where whatever is built on a pile of the tableau may be lifted with
it, and every pile of the tableau plays to every other, part of a run is moved onto another card
only if the next move plays up the card h that it leaves, or lays something on h. Proof. Take a
way to win with a split that is not followed like that, the last such one, and make it right
before the first move that plays h up or lays something on h. Until then the cards of the run lie
on h: what the way lays on them, or plays up from them, it can as well, and where it moves them
on, that move is the split. Where it moves the pile of h, it moves the run with it. The card that
the split went to stays free meanwhile. If h is never used the split is left out. The way still
wins, and has one such split less. A use may be a split itself; after three in a row all moves are
tried again.

**Twins.** Piles under the same rules that nothing to come tells apart are interchangeable; of
several empty ones one is enough to move to, and moving all cards of a pile to an empty twin
changes nothing.

**Single steps.** Where a run is limited to what single moves could carry, single moves can carry
it, if every pile and cell that takes any card is within reach: the moves of several cards are
left out.
"""

from __future__ import annotations

from typing import Final

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.moves import apply, in_spaces, on_cards, stage
from cardkit.kernel.patience.piles import lay_on, lift_off
from cardkit.kernel.patience.shape import (
    COPIES,
    FOUNDATION_GROUPS,
    FOUNDATION_KINDS,
    FOUNDATIONS,
    GIVES_SAFELY,
    GUESTS,
    HASH_FOUNDATIONS,
    KIN,
    OPEN,
    REACH_BUILD,
    REACH_OPEN,
    SHOWN,
    SPAN,
    TOPS,
    UP,
)
from cardkit.kernel.words import (
    ALL,
    ONE,
    ZERO,
    Bits,
    Numbers,
    Words,
    bit,
    count,
    lowest,
    number,
    word,
)

#: Safe cards are remembered by the hash of the foundations, in so many slots.
SLOTS: Final = 1 << 12
#: By foundation group the cards that are safe there, then all of them.
PER_SLOT: Final = 5
#: How deep one safe card may hang on others.
DEEPEST: Final = 60


@typed
def slots(ws: Words, ns: Numbers, card: int) -> Bits:
    """The foundations that a card fits, as many as its copies could take at the same time."""
    everywhere = ws[FOUNDATIONS]
    spaces = in_spaces(ws, ns, card, everywhere)
    if ns[KIN] != 0:
        # Once its suit lies on one of them the others are barred to it.
        spaces = spaces & (ALL - spaces + ONE)
    return on_cards(ws, card, everywhere) | spaces


@typed
def is_safe(ws: Words, ns: Numbers, card: int, target: int, places: Numbers, wants: Words) -> bool:
    """True if a card can be played up to a foundation that it fits, and never be regretted.

    `places` and `wants` are room to work in: at each depth a foundation that a card was laid on,
    and the cards still to be asked about.
    """
    lay_on(ws, ns, target, card)
    depth = 0
    safe = True
    places[0] = target
    wants[0] = ws[GUESTS + card]
    if ns[UP + card] < ns[COPIES + card]:
        wants[0] |= bit(card)
    while depth >= 0:
        if not safe or wants[depth] == ZERO:
            lift_off(ws, ns, places[depth])
            depth -= 1
            continue
        other = lowest(wants[depth])
        wants[depth] &= wants[depth] - ONE
        left = ns[COPIES + other] - ns[UP + other]
        if left <= 0:
            continue
        room = slots(ws, ns, other)
        if count(room) < left or depth + 1 >= DEEPEST:
            safe = False
            continue
        depth += 1
        places[depth] = lowest(room)
        lay_on(ws, ns, places[depth], other)
        wants[depth] = ws[GUESTS + other]
        if ns[UP + other] < ns[COPIES + other]:
            wants[depth] |= bit(other)
    return safe


@typed
def recall(
    ws: Words,
    ns: Numbers,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> int:
    """Where in `known` the safe cards stand, by foundation group, worked out if they do not yet."""
    at = number(ws[HASH_FOUNDATIONS] >> word(52))
    if keys[at] == ws[HASH_FOUNDATIONS]:
        return at * PER_SLOT
    known[at * PER_SLOT + 4] = ZERO
    keys[at] = ws[HASH_FOUNDATIONS]
    for group in range(ns[FOUNDATION_KINDS]):
        found = ZERO
        for card in range(SPAN):
            if ns[COPIES + card] <= ns[UP + card]:
                continue
            room = slots(ws, ns, card) & ws[FOUNDATION_GROUPS + group]
            if room != ZERO and is_safe(ws, ns, card, lowest(room), places, wants):
                found |= bit(card)
        known[at * PER_SLOT + group] = found
        known[at * PER_SLOT + 4] |= found
    return at * PER_SLOT


@typed_inline
def play_safe(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> None:
    """Play safe cards up until there is none, which is seen at once where there never was one."""
    at = number(ws[HASH_FOUNDATIONS] >> word(52))
    looked = keys[at] == ws[HASH_FOUNDATIONS]
    if not looked or known[at * PER_SLOT + 4] & ws[SHOWN] != ZERO:
        play_all_safe(ws, ns, trail, keys, known, places, wants)


@typed
def play_all_safe(
    ws: Words,
    ns: Numbers,
    trail: Numbers,
    keys: Words,
    known: Words,
    places: Numbers,
    wants: Words,
) -> None:
    """Play safe cards up until there is none, unless something is to come that deals or gathers."""
    again = ns[OPEN] == 0
    while again:
        again = False
        slot = recall(ws, ns, keys, known, places, wants)
        for group in range(ns[FOUNDATION_KINDS]):
            cards = known[slot + group] & ws[SHOWN]
            while cards != ZERO and not again:
                card = lowest(cards)
                cards &= cards - ONE
                sources = ws[TOPS + card] & ws[GIVES_SAFELY]
                while sources != ZERO:
                    source = lowest(sources)
                    sources &= sources - ONE
                    at = stage(ns) + source
                    reach = ws[REACH_BUILD + at] & ws[FOUNDATION_GROUPS + group]
                    room = on_cards(ws, card, reach)
                    reach = ws[REACH_OPEN + at] & ws[FOUNDATION_GROUPS + group]
                    room |= in_spaces(ws, ns, card, reach)
                    if room != ZERO:
                        apply(ws, ns, trail, source | lowest(room) << 6 | 1 << 12)
                        again = True
                        break
            if again:
                break
