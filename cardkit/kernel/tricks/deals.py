"""A deal from its shuffle to its score: the stages before the tricks, and what comes after them."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.words import Longs, count, lowest


@typed
def begin_deal(rules: Longs, now: Longs) -> None:
    """The deal passes to the left; deal the cards of the deck, and go on to the first decision."""
    seats = rules[at.SEAT_COUNT]
    now[at.DEAL] += 1
    now[at.SEAT + at.DEALER] = rules[at.LEFT + now[at.SEAT + at.DEALER]]
    now[at.SEAT + at.FOREHAND] = rules[at.LEFT + now[at.SEAT + at.DEALER]]
    seat = now[at.SEAT + at.FOREHAND]
    for first in range(seats):
        hand = 0
        i = first
        while i < rules[at.HANDED]:
            hand |= 1 << now[at.DECK + i]
            i += seats
        now[at.HAND + seat] = hand
        now[at.WON + seat] = 0
        now[at.WAITING + seat] = 0
        now[at.TRICKS + seat] = 0
        seat = rules[at.LEFT + seat]
    table = 0
    for i in range(rules[at.HANDED], rules[at.CARDS]):
        table |= 1 << now[at.DECK + i]
    now[at.TABLE] = table
    now[at.AWAY] = 0
    now[at.GIFT] = 0
    now[at.TRICK] = 0
    now[at.EXCHANGED] = 0
    now[at.PLAYED] = 0
    now[at.BEST] = 0
    now[at.WINNER] = 0
    now[at.LED] = at.OPENING
    now[at.FLAGS] = at.FIRST
    settle(rules, now)
    now[at.STAGE] = 0
    enter(rules, now)


@typed
def settle(rules: Longs, now: Longs) -> None:
    """What the number of the deal and the card turned decide."""
    now[at.CONTRACT] = 0
    now[at.TRUMP] = 0
    now[at.DUE] = 0
    turn = now[at.DEAL]
    if rules[at.SCHEDULE] != at.ONCE:
        if rules[at.SCHEDULE] == at.BY_ROUND:
            turn //= rules[at.SEAT_COUNT]
        now[at.DUE] = rules[rules[at.NAMES] + turn % rules[at.SCHEDULED]]
    now[at.TURNED_TRUMP] = 0
    if rules[at.HANDED] < rules[at.CARDS]:
        now[at.TURNED_TRUMP] = 1 + rules[at.SUIT + now[at.DECK + rules[at.HANDED]]]


@typed
def enter(rules: Longs, now: Longs) -> None:
    """Enter the stage, and those after it until somebody has to decide."""
    while True:
        kind = rules[at.STAGES + now[at.STAGE]]
        seat = now[at.SEAT + rules[at.ROLES + now[at.STAGE]]]
        waits = True
        if kind == at.ANNOUNCE:
            due = now[at.DUE]
            if due and rules[due + at.TRUMP_OF] != at.NAMED:
                trump = rules[due + at.TRUMP_OF]
                now[at.CONTRACT] = due
                now[at.TRUMP] = now[at.TURNED_TRUMP] if trump == at.TURNED else trump
                waits = False
        elif kind == at.PICK_UP:
            now[at.HAND + seat] |= now[at.TABLE]
            now[at.TABLE] = 0
            waits = False
        elif kind == at.PASS:
            now[at.WAY] = rules[at.WAYS + now[at.DEAL] % rules[at.WAY_COUNT]]
            waits = now[at.WAY] != at.KEEP
        elif kind == at.EXCHANGE:
            waits = pair_up(rules, now)
            seat = now[at.GIVER]
        elif kind == at.PLAY and rules[at.LEAD_CARD] >= 0:
            for holder in range(rules[at.SEAT_COUNT]):
                if now[at.HAND + holder] >> rules[at.LEAD_CARD] & 1:
                    seat = holder
        if waits:
            now[at.TURN] = seat
            return
        now[at.STAGE] += 1


@typed
def announcements(rules: Longs, now: Longs) -> int:
    """What may be announced, as a set."""
    if now[at.DUE]:
        return rules[now[at.DUE] + at.SAID]
    used = now[at.USED + now[at.TURN]]
    found = 0
    for i in range(rules[at.SCHEDULED]):
        contract = rules[rules[at.NAMES] + i]
        if not used >> rules[contract + at.INDEX] & 1:
            found |= rules[contract + at.SAID]
    return found


@typed
def announce(rules: Longs, now: Longs, said: int) -> None:
    """Make an announcement."""
    contract = rules[at.ANNOUNCES + said]
    trump = rules[at.NAMES_TRUMP + said]
    now[at.CONTRACT] = contract
    now[at.TRUMP] = now[at.TURNED_TRUMP] if trump == at.TURNED else trump
    if rules[at.SCHEDULE] == at.ONCE:
        now[at.USED + now[at.TURN]] |= 1 << rules[contract + at.INDEX]


# -- cards that change hands ---------------------------------------------------------------------


@typed
def pass_on(rules: Longs, now: Longs, card: int) -> bool:
    """Put a card aside to be passed; when everybody has, hand all of them over and say so."""
    seat = now[at.TURN]
    now[at.HAND + seat] ^= 1 << card
    now[at.WAITING + seat] |= 1 << card
    if count(now[at.WAITING + seat]) < rules[at.PASSED_ON]:
        return False
    if seat != now[at.SEAT + at.DEALER]:
        now[at.TURN] = rules[at.LEFT + seat]
        return False
    for giver in range(rules[at.SEAT_COUNT]):
        taker = (giver + now[at.WAY]) % rules[at.SEAT_COUNT]
        now[at.HAND + taker] |= now[at.WAITING + giver]
        now[at.WAITING + giver] = 0
    return True


@typed
def pair_up(rules: Longs, now: Longs) -> bool:
    """Say who exchange the next pair of cards; False if nobody does."""
    contract = now[at.DUE] if now[at.DUE] else rules[rules[at.NAMES]]
    order = contract + at.FAVOUR + now[at.SEAT + at.DEALER] * at.SEATS
    for taking in range(2):
        before = now[at.EXCHANGED]
        found = -1
        for i in range(rules[at.SEAT_COUNT]):
            seat = rules[order + i]
            cards = -now[at.SURPLUS + seat] if taking else now[at.SURPLUS + seat]
            if found < 0 and cards > before:
                found = seat
            before -= max(cards, 0)
        if found < 0:
            return False
        now[at.GIVER + taking] = found
    return True


@typed
def given_back(rules: Longs, now: Longs) -> int:
    """The one card that goes back for a gift, as a set: the highest of its suit."""
    suit = rules[at.SUIT + lowest(now[at.GIFT])]
    cards = (now[at.HAND + now[at.TURN]] | now[at.GIFT]) & rules[at.SUITED + suit]
    rest = cards
    while cards & rules[at.ABOVE + lowest(rest)]:
        rest &= rest - 1
    return 1 << lowest(rest)


@typed
def give(rules: Longs, now: Longs, card: int) -> bool:
    """Give a card, or one for a gift; True if no more are exchanged."""
    if not now[at.GIFT]:
        now[at.HAND + now[at.TURN]] ^= 1 << card
        now[at.GIFT] = 1 << card
        now[at.TURN] = now[at.TAKER]
        return False
    taker = now[at.TURN]
    now[at.HAND + taker] = (now[at.HAND + taker] | now[at.GIFT]) ^ (1 << card)
    now[at.HAND + now[at.GIVER]] |= 1 << card
    now[at.GIFT] = 0
    now[at.EXCHANGED] += 1
    goes_on = pair_up(rules, now)
    if goes_on:
        now[at.TURN] = now[at.GIVER]
    return not goes_on


# -- the score -----------------------------------------------------------------------------------


@typed
def cards_worth(rules: Longs, contract: int, cards: int) -> int:
    """The points of the cards that count among some."""
    points = 0
    counting = cards & rules[contract + at.COUNTING]
    while counting:
        points += rules[contract + at.POINTS + lowest(counting)]
        counting &= counting - 1
    return points


@typed
def score(rules: Longs, now: Longs) -> bool:
    """Score the deal; True if the match is over with it."""
    seats = rules[at.SEAT_COUNT]
    contract = now[at.CONTRACT]
    quotas = contract + at.QUOTA + now[at.SEAT + at.DEALER] * at.SEATS
    everything = 0
    for seat in range(seats):
        everything |= now[at.WON + seat] & rules[contract + at.COUNTING]
    sweeper = 0
    for seat in range(seats):
        tricks = 0
        cards = 0
        for other in range(seats):
            if rules[at.SIDES + seat] >> other & 1:
                tricks += now[at.TRICKS + other]
                cards |= now[at.WON + other]
        surplus = rules[contract + at.AIM] * (tricks - rules[quotas + seat])
        now[at.SURPLUS + seat] = surplus
        if rules[contract + at.COUNTS_CARDS]:
            now[at.GAINED + seat] = cards_worth(rules, contract, cards)
            if rules[contract + at.SWEEP] and cards & everything == everything:
                sweeper = rules[at.SIDES + seat]
        else:
            step = rules[contract + at.GAIN] if surplus > 0 else rules[contract + at.LOSS]
            now[at.GAINED + seat] = step * surplus
    if sweeper:
        points = cards_worth(rules, contract, everything)
        for seat in range(seats):
            now[at.GAINED + seat] = 0 if sweeper >> seat & 1 else points
    over = now[at.DEAL] + 1 == rules[at.LENGTH]
    target = rules[at.TARGET]
    for seat in range(seats):
        total = now[at.SCORE + seat] + now[at.GAINED + seat]
        now[at.SCORE + seat] = total
        if (target > 0 and total >= target) or (target < 0 and total <= target):
            over = True
    return over
