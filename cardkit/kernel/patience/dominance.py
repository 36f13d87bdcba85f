"""Cards that are played up at once, since it can never be regretted; and what else is left out.

What each dominance needs of a game is asked of its tables in `cardkit.kernel.patience.leaving`. All
of them hold only while nothing is to come that goes by the order of piles (`OPEN` is 0), but for
the last one. Those that leave moves out make a way to win shorter or keep its length, so that they
hold together, too.

**Safe play-ups.** A card x that fits a foundation now is safe there if all copies that are not up
of each card concerned fit foundations of their own as soon as x is up, and are safe themselves.
Concerned are the other copies of x and all cards that may come to lie on x in the tableau; where x
fits foundations of several kinds, all that may follow it on any; and where cards may come back from
foundations, those that lie below x there. Of a concerned card that is up for good nothing more is
asked; if it may come back, so are those that may lie on it or that lie below it.

Proof. Let x be the top card of a tableau pile or a cell. Take any way to win from here that does
not play x up at once. Play x up now, and follow that way. At each point let the cards that are up
here but not on that way be called early: they are concerned, and every pile of the tableau is as it
is on that way but for the early cards, which are its last ones there.
- Where the way moves an early card, do nothing. A space or a cell that such a card would have taken
  is free, which hinders no move.
- Where it lays a card y on an early card, y is concerned, so it is up or goes up now, to a
  foundation of its own: one that it reaches from wherever it is (`SURE`), since no other card can
  have taken its place there: what may follow on a card is one kind only, and cards that open
  foundations do not compete for them (`UNCONTESTED`). The cards of a run go up one by one, the last
  one first: none of them has to follow one that lies below it.
- Where it plays a card z up that follows c, and c lies on another foundation here, c fitted
  foundations of several kinds, and z is concerned as well: play it up where it has a place.
- Where it brings back a card t that lies below an early card here, t is concerned: do nothing, and
  t is early from now on. Other cards come back here as they do there; a game whose cards may pass
  from one foundation to another is left alone.
- Where a foundation is opened by itself, that may happen here before, which takes no place from
  another card.
In the end all cards are up, and the way here has no more moves than the other one.

Looking only one step ahead is not enough with two packs, nor is it to forget about copies; and
playing everything up is wrong in most games.

**A lone card stays.** Where spaces are never filled again and cards move one by one, the only
card x of a pile p need not go onto another pile q of the same rules. Whatever such a way does
with x on q, and with the cards laid on x there, can be done on p as well, while q stays at hand.

**Twins.** Piles under the same rules that nothing to come tells apart are interchangeable; of
several empty ones one is enough to move to, and moving all cards of a pile to an empty twin
changes nothing.

**Single steps.** Where a run is limited to what single moves could carry, single moves can carry
it, if every pile and cell that takes any card is within reach, and every pile of the tableau takes
the cards of the run one on the other: the moves of several cards are left out.

Moves that only serve other moves are looked at in `cardkit.kernel.patience.uses`.
"""

from __future__ import annotations

from typing import Final

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.moves import in_spaces, next_up, on_cards, play, stage
from cardkit.kernel.patience.piles import lay_on, lift_off
from cardkit.kernel.patience.shape import (
    CARDS,
    COPIES,
    FOLLOWERS,
    FOUNDATION_GROUPS,
    FOUNDATION_KINDS,
    FOUNDATIONS,
    GIVES_SAFELY,
    GUESTS,
    HASH_FOUNDATIONS,
    KIN,
    OPEN,
    PILES,
    REACH_BUILD,
    REACH_OPEN,
    RETURNS,
    ROOM,
    SHOWN,
    SIZE,
    SURE,
    TOPS,
    TWINS,
    UNCONTESTED,
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
SLOTS: Final = 1 << 14
#: By foundation group the cards that are safe there, or that fit and were not asked about yet; then
#: all of these, and those that were asked about.
PER_SLOT: Final = 6
MAYBE: Final = 4
ASKED: Final = 5
#: How deep one safe card may hang on others.
DEEPEST: Final = 60


@typed
def slots(ws: Words, ns: Numbers, card: int) -> Bits:
    """The foundations that a card fits, as many as its copies could take at the same time."""
    everywhere = ws[FOUNDATIONS] & ws[SURE]
    spaces = in_spaces(ws, ns, card, everywhere & ws[UNCONTESTED])
    if ns[KIN] != 0:
        # Once its suit lies on one of them the others are barred to it.
        spaces = spaces & (ALL - spaces + ONE)
    return on_cards(ws, card, everywhere) | spaces


@typed
def lying_below(ws: Words, ns: Numbers, card: int) -> Bits:
    """The cards that lie below copies of a card on foundations."""
    found = ZERO
    for p in range(ns[PILES]):
        if ws[FOUNDATIONS] >> word(p) & ONE == ZERO:
            continue
        base = CARDS + p * ns[ROOM]
        below = ZERO
        for i in range(ns[SIZE + p]):
            if ns[base + i] == card:
                found |= below
            below |= bit(ns[base + i])
    return found


@typed
def concerned(ws: Words, card: int, room: Bits) -> Bits:
    """The cards that must be safe, too, if a card is that may go to some foundations."""
    found = ws[GUESTS + card]
    if room & (ALL - ws[TWINS + lowest(room)]) != ZERO:
        # It may be wanted where it does not go now, to be followed there.
        found |= ws[FOLLOWERS + card]
    return found


@typed
def is_safe(ws: Words, ns: Numbers, card: int, target: int, places: Numbers, wants: Words) -> bool:
    """True if a card can be played up to a foundation that it fits, and never be regretted.

    `places` and `wants` are room to work in: at each depth a foundation that a card was laid on (or
    -1), and the cards still to be asked about.
    """
    room = slots(ws, ns, card)
    lay_on(ws, ns, target, card)
    depth = 0
    safe = True
    asked = bit(card)
    places[0] = target
    wants[0] = concerned(ws, card, room)
    if ns[RETURNS] != 0:
        wants[0] |= lying_below(ws, ns, card)
    if ns[UP + card] < ns[COPIES + card]:
        wants[0] |= bit(card)
    while depth >= 0:
        if not safe or wants[depth] == ZERO:
            if places[depth] >= 0:
                lift_off(ws, ns, places[depth])
            depth -= 1
            continue
        other = lowest(wants[depth])
        wants[depth] &= wants[depth] - ONE
        left = ns[COPIES + other] - ns[UP + other]
        if left <= 0 and (ns[RETURNS] == 0 or asked & bit(other) != ZERO):
            continue
        if depth + 1 >= DEEPEST:
            safe = False
            continue
        if left <= 0:
            # It may be brought back, and cards be laid on it.
            asked |= bit(other)
            depth += 1
            places[depth] = -1
            wants[depth] = ws[GUESTS + other] | lying_below(ws, ns, other)
            continue
        room = slots(ws, ns, other)
        if count(room) < left:
            safe = False
            continue
        depth += 1
        places[depth] = lowest(room)
        lay_on(ws, ns, places[depth], other)
        wants[depth] = concerned(ws, other, room)
        if ns[RETURNS] != 0:
            wants[depth] |= lying_below(ws, ns, other)
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
    """Where in `known` it stands which cards are safe, worked out for those that are on top."""
    slot = number(ws[HASH_FOUNDATIONS] >> word(50))
    at = slot * PER_SLOT
    if keys[slot] != ws[HASH_FOUNDATIONS]:
        keys[slot] = ws[HASH_FOUNDATIONS]
        known[at + MAYBE] = ZERO
        known[at + ASKED] = ZERO
        for group in range(ns[FOUNDATION_KINDS]):
            known[at + group] = fitting(ws, ns, ws[FOUNDATION_GROUPS + group])
            known[at + MAYBE] |= known[at + group]
    cards = known[at + MAYBE] & ws[SHOWN] & (ALL - known[at + ASKED])
    known[at + ASKED] |= cards
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        safe = False
        for group in range(ns[FOUNDATION_KINDS]):
            if known[at + group] >> word(card) & ONE == ZERO:
                continue
            room = slots(ws, ns, card) & ws[FOUNDATION_GROUPS + group]
            if is_safe(ws, ns, card, lowest(room), places, wants):
                safe = True
            else:
                known[at + group] &= ALL - bit(card)
        if not safe:
            known[at + MAYBE] &= ALL - bit(card)
    return at


@typed
def fitting(ws: Words, ns: Numbers, foundations: Bits) -> Bits:
    """The cards not all up yet that fit one of some foundations."""
    found = ZERO
    cards = next_up(ws, ns)
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        if ns[COPIES + card] > ns[UP + card] and slots(ws, ns, card) & foundations != ZERO:
            found |= bit(card)
    return found


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
    """Play safe cards up until there is none, which is mostly seen at once."""
    at = number(ws[HASH_FOUNDATIONS] >> word(50))
    looked = keys[at] == ws[HASH_FOUNDATIONS]
    if not looked or known[at * PER_SLOT + MAYBE] & ws[SHOWN] != ZERO:
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
                        play(ws, ns, trail, source | lowest(room) << 6 | 1 << 12)
                        again = True
                        break
            if again:
                break
