"""The player `greedy`, decision for decision that of `cardkit.players.tricks`.

What greedy thinks of a card is a fraction, and whether two cards tie decides what chance it draws:
every value is worked out by the same operations, in the same order, as in `players.tricks` and
`players.tricks_hands`, where the reasons stand.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final, TypeAlias

from cardkit.kernel.engines import inner, typed
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.deals import cards_worth
from cardkit.kernel.words import Longs, count, lowest

Reals: TypeAlias = MutableSequence[float]

#: What a card is looked at for.
USELESS, LEAD, DANGER, CHEAP, RID, WEAK = range(6)
_POINT: Final = 3.0


@inner
def best_moves(rules: Longs, reals: Reals, now: Longs, moves: int) -> int:
    """The moves that look best to greedy, all as good as one another."""
    kind = rules[at.STAGES + now[at.STAGE]]
    if kind == at.ANNOUNCE:
        return best_announcements(rules, reals, now, moves)
    contract = now[at.CONTRACT] if now[at.CONTRACT] else rules[rules[at.NAMES]]
    others = unseen(rules, now)
    if now[at.PLAYED] > 0:
        return follow(rules, now, contract, others, moves)
    what = LEAD if kind == at.PLAY else USELESS
    return best(rules, now, contract, others, moves, what)


@typed
def unseen(rules: Longs, now: Longs) -> int:
    """The cards that others may hold for all that the seat has seen go."""
    seat = now[at.TURN]
    gone = now[at.HAND + seat] | now[at.TRICK]
    for other in range(rules[at.SEAT_COUNT]):
        gone |= now[at.WON + other]
    if rules[at.LAYS] >= 0 and seat == now[at.SEAT + rules[at.LAYS]]:
        gone |= now[at.AWAY]
    return rules[at.PACK] & ~gone


@typed
def follow(rules: Longs, now: Longs, contract: int, others: int, moves: int) -> int:
    """The best cards to play to a trick that others have begun."""
    trumps = now[at.TRUMP] * at.SPAN
    leading = now[at.BEST]
    left = rules[at.SEAT_COUNT] - 1 - now[at.PLAYED]
    winners = moves & rules[at.BEATEN_BY + trumps + leading]
    losers = moves ^ winners
    cards = losers or winners
    what = USELESS
    points = cards_worth(rules, contract, now[at.TRICK])
    wanted = points > 0 if points else rules[contract + at.TAKES] != 0
    ours = rules[at.SIDES + now[at.TURN]] >> now[at.WINNER] & 1
    if not wanted:
        what = DANGER if losers else WEAK if left else RID
    elif not ours or (left and others & rules[at.ABOVE + trumps + leading]):
        sure = 0
        close = 0
        rest = winners
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            above = count(others & rules[at.ABOVE + trumps + card])
            if not left or not above:
                sure |= 1 << card
            if above <= 1:
                close |= 1 << card
        ruffs = False
        if winners and now[at.LED] + 1 != now[at.TRUMP]:
            ruffs = rules[at.SUIT + trumps + lowest(winners)] + 1 == now[at.TRUMP]
        taking = sure
        if not sure:
            if winners and (not losers or ruffs):
                taking = winners
            elif left == 1:
                taking = close
        if taking:
            cards = taking
            what = CHEAP
    return best(rules, now, contract, others, cards, what)


@typed
def best(rules: Longs, now: Longs, contract: int, others: int, cards: int, what: int) -> int:
    """Those of the cards that are worth most."""
    most = 0.0
    found = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth = value(rules, now, contract, others, card, what)
        if not found or worth > most:
            most = worth
            found = 1 << card
        elif worth == most:
            found |= 1 << card
    return found


@inner
def value(rules: Longs, now: Longs, contract: int, others: int, card: int, what: int) -> float:
    """What a card is worth, looked at for one thing."""
    trump = now[at.TRUMP]
    strength = rules[at.STRENGTH + trump * at.SPAN + card]
    suit = rules[at.SUIT + trump * at.SPAN + card]
    is_trump = suit + 1 == trump
    if what == CHEAP:
        return -1.0 * strength - 20.0 * is_trump
    if what == RID:
        return strength + 2 * _POINT * rules[contract + at.POINTS + card]
    if what == WEAK:
        return -1.0 * strength - 100.0 * is_trump
    takes = rules[contract + at.TAKES]
    hand = now[at.HAND + now[at.TURN]]
    suited = rules[at.SUITED + trump * 4 + suit]
    higher = rules[at.ABOVE + trump * at.SPAN + card]
    theirs = count(others & suited)
    above = count(others & higher)
    if what == DANGER or not takes:
        # Lower cards of one's own are a cover as far as others' cards will be above them.
        cover = 0
        if theirs:
            own = hand & suited & ~higher & ~(1 << card)
            while own:
                cover += count(others & rules[at.ABOVE + trump * at.SPAN + lowest(own)])
                own &= own - 1
        points = _POINT * rules[contract + at.POINTS + card]
        if theirs:
            danger = (theirs - above) / (1 + cover / theirs) + strength / 20 - points
        else:
            danger = strength / 20 - points
        if what == LEAD:
            return above / (theirs + 0.5) + danger / 100
        return danger
    length = count(hand & suited)
    if what == USELESS:
        if trump == 0:
            return -1.0 * strength - 1.5 * length
        if is_trump:
            return -100.0 - strength
        return -1.0 * strength - length - 8.0 * (above == 0)
    trumps = count(others & rules[at.TRUMP_CARDS + trump])
    if is_trump:
        if not trumps:
            return -1.0
        if length >= trumps / 2 and not above:
            return 4.0 - above
        return -2.0 - strength / 20
    if not above:
        safe = not trumps or theirs >= 4
        return (3.0 if safe else 1.0) + length / 20
    return length / 10 - strength / 40


# -- announcements -------------------------------------------------------------------------------


@inner
def best_announcements(rules: Longs, reals: Reals, now: Longs, moves: int) -> int:
    """The announcements that the known cards suit best, compared with most cards."""
    hand = 0 if rules[at.BLIND] else now[at.HAND + now[at.TURN]]
    table = now[at.TABLE] if rules[at.LIES_OPEN] else 0
    most = 0.0
    found = 0
    while moves:
        said = lowest(moves)
        moves &= moves - 1
        contract = rules[at.ANNOUNCES + said]
        trump = rules[at.NAMES_TRUMP + said]
        trump = now[at.TURNED_TRUMP] if trump == at.TURNED else trump
        better = (
            hand_worth(rules, reals, now, hand, table, trump)
            - reals[at.USUAL + rules[contract + at.INDEX]]
        )
        if not rules[contract + at.TAKES]:
            better = -better
        if not found or better > most:
            most = better
            found = 1 << said
        elif better == most:
            found |= 1 << said
    return found


@inner
def hand_worth(rules: Longs, reals: Reals, now: Longs, hand: int, table: int, trump: int) -> float:
    """About how many tricks the cards of a hand and the table take (`tricks_hands.strength`)."""
    total = 0.0
    for suit in range(4):
        suited = rules[at.SUITED + trump * 4 + suit]
        high = 0
        cards = hand & suited
        while cards:
            place = rules[at.FROM_TOP + trump * at.SPAN + lowest(cards)]
            high = high * 5 + place if place else high
            cards &= cards - 1
        if table & suited:
            for i in range(rules[at.HANDED], rules[at.CARDS]):
                card = now[at.DECK + i]
                place = rules[at.FROM_TOP + trump * at.SPAN + card]
                high = high * 5 + place if place and suited >> card & 1 else high
        total += reals[at.HIGH_CARDS + high]
        length = count((hand | table) & suited)
        is_trump = suit + 1 == trump
        total += max(0, length - 4) * (0.8 if is_trump else 0.35)
        total += 0.25 * length if is_trump else 0.0
    return total
