"""Moves one by one: what may be done now, and what comes of it."""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.deals import (
    announce,
    announcements,
    enter,
    give,
    given_back,
    pass_on,
    score,
)
from cardkit.kernel.words import Longs, count, lowest


@typed_inline
def legal(rules: Longs, hand: int, row: int) -> int:
    """The cards of a hand that may be played by the row of a situation (see `duties`)."""
    first = hand & rules[row]
    second = hand & rules[row + 1]
    # Without a branch, which would be wrong half the time.
    found = first | (second & ((first != 0) - 1))
    return found if found else further(rules, hand, rules[row + 2])


@typed
def further(rules: Longs, hand: int, place: int) -> int:
    """The same where the hand has nothing of the first two sets."""
    found = 0
    for i in range(rules[place]):
        if not found:
            found = hand & rules[place + 1 + i]
    rest = 0 if found else hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if not hand & rules[place + 1 + card]:
            found |= 1 << card
    return found


@typed_inline
def choices(rules: Longs, now: Longs, kind: int) -> int:
    """The legal moves of a stage before the tricks as a set: of cards, or of announcements."""
    if kind == at.ANNOUNCE:
        return announcements(rules, now)
    if kind == at.EXCHANGE and now[at.GIFT]:
        return given_back(rules, now)
    return now[at.HAND + now[at.TURN]]


@typed_inline
def decide(rules: Longs, now: Longs, kind: int, move: int) -> None:
    """Make a move of a stage before the tricks, and go on if the stage is over with it."""
    over = True
    if kind == at.ANNOUNCE:
        announce(rules, now, move)
    elif kind == at.PASS:
        over = pass_on(rules, now, move)
    elif kind == at.EXCHANGE:
        over = give(rules, now, move)
    else:
        now[at.HAND + now[at.TURN]] ^= 1 << move
        now[at.AWAY] |= 1 << move
        over = count(now[at.AWAY]) == rules[at.LAID]
    now[at.MOVES] += 1
    if over:
        now[at.STAGE] += 1
        enter(rules, now)


@typed_inline
def options(rules: Longs, now: Longs) -> int:
    """The legal moves as a set; none when the match is over."""
    kind = rules[at.STAGES + now[at.STAGE]]
    if kind == at.OVER:
        return 0
    if kind != at.PLAY:
        return choices(rules, now, kind)
    row = at.ROWS + now[at.TRUMP] * at.TRUMP_STEP + now[at.LED] * at.LED_STEP
    row += now[at.FLAGS] * at.FLAG_STEP
    if rules[at.READS_BEST] and now[at.PLAYED]:
        row = rules[row + 3] + now[at.BEST] * at.ROW_SIZE
    return legal(rules, now[at.HAND + now[at.TURN]], row)


@typed_inline
def push(rules: Longs, now: Longs, move: int) -> int:
    """Make a legal move, and say whether the deal goes on, is over, or the match is.

    When a deal is over it has been scored, and the next one is to be begun.
    """
    kind = rules[at.STAGES + now[at.STAGE]]
    if kind != at.PLAY:
        decide(rules, now, kind, move)
        return at.GOES_ON
    now[at.MOVES] += 1
    play(rules, now, move)
    if now[at.PLAYED] or now[at.HAND + now[at.TURN]]:
        return at.GOES_ON
    if not score(rules, now):
        return at.DEAL_OVER
    now[at.STAGE] += 1
    return at.MATCH_OVER


@typed_inline
def play(rules: Longs, now: Longs, card: int) -> None:
    """Play a card; if the trick is complete, it goes to its winner, who leads the next."""
    seat = now[at.TURN]
    trumps = now[at.TRUMP] * at.SPAN
    one = 1 << card
    now[at.HAND + seat] ^= one
    now[at.TRICK] |= one
    now[at.LINE + now[at.PLAYED]] = card
    if one & rules[at.KEPT_BACK]:
        now[at.FLAGS] |= at.BROKEN
    if now[at.PLAYED] == 0:
        now[at.LED] = rules[at.SUIT + trumps + card]
    if now[at.PLAYED] == 0 or one & rules[at.BEATEN_BY + trumps + now[at.BEST]]:
        now[at.BEST] = card
        now[at.WINNER] = seat
    now[at.PLAYED] += 1
    now[at.TURN] = rules[at.LEFT + seat]
    if now[at.PLAYED] == rules[at.SEAT_COUNT]:
        winner = now[at.WINNER]
        now[at.WON + winner] |= now[at.TRICK]
        now[at.TRICKS + winner] += 1
        now[at.TURN] = winner
        now[at.TRICK] = 0
        now[at.PLAYED] = 0
        now[at.LED] = at.OPENING
        now[at.BEST] = 0
        now[at.FLAGS] &= at.BROKEN
