"""Whole matches inside the kernel, one after the other."""

from __future__ import annotations

from cardkit.kernel.engines import entry, inner, typed
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.chance import begin_streams, below, draw, shuffle
from cardkit.kernel.tricks.deals import begin_deal, score
from cardkit.kernel.tricks.greedy import Reals, best_moves
from cardkit.kernel.tricks.play import legal, options, push
from cardkit.kernel.words import Bits, Longs, Words, lowest


@typed
def begin_match(rules: Longs, now: Longs, chance: Words, deal: Bits) -> None:
    """Everything that comes before a match's first deal."""
    begin_streams(rules, now, chance, deal)
    seats = rules[at.SEAT_COUNT]
    for seat in range(seats):
        now[at.SCORE + seat] = 0
        now[at.SURPLUS + seat] = 0
        now[at.USED + seat] = 0
    now[at.MOVES] = 0
    now[at.DEAL] = -1
    dealer = rules[at.FIRST_DEALER]
    if dealer < 0:
        dealer = below(chance, at.STREAM, seats)
    # The deal is yet to pass to the left.
    now[at.SEAT + at.DEALER] = (dealer + seats - 1) % seats


@inner
def decisions(
    rules: Longs, reals: Reals, now: Longs, chance: Words, limit: int, shortcut: bool
) -> int:
    """Let the players decide until the deal is over, and say what follows.

    They stop where the limit of moves is reached, and with a shortcut where the tricks begin.
    """
    after = at.GOES_ON
    while after == at.GOES_ON and now[at.MOVES] < limit:
        if shortcut and rules[at.STAGES + now[at.STAGE]] == at.PLAY:
            break
        moves = options(rules, now)
        seat = now[at.TURN]
        draws = True
        if now[at.PLAYER + seat] == at.GREEDY:
            # One move is no choice, and greedy draws nothing for it.
            draws = moves & (moves - 1) != 0
            if draws:
                moves = best_moves(rules, reals, now, moves)
        move = draw(chance, at.PLAYER_STREAM + seat, moves) if draws else lowest(moves)
        after = push(rules, now, move)
    return after


@typed
def tricks_at_random(rules: Longs, now: Longs, chance: Words) -> None:
    """Play all tricks of a deal at random.

    It comes to what `decisions` comes to, only faster: of what `play.play` keeps in the array so
    that players can look at it, nothing has to be there. Duties may not look at the best card.
    """
    seats = rules[at.SEAT_COUNT]
    suits = at.SUIT + now[at.TRUMP] * at.SPAN
    beaten_by = at.BEATEN_BY + now[at.TRUMP] * at.SPAN
    rows = at.ROWS + now[at.TRUMP] * at.TRUMP_STEP
    kept_back = rules[at.KEPT_BACK]
    seat = now[at.TURN]
    for _ in range(rules[at.TRICK_COUNT]):
        led = at.OPENING
        trick = 0
        winner = seat
        better = rules[at.PACK]
        for played in range(seats):
            hand = now[at.HAND + seat]
            row = rows + led * at.LED_STEP + now[at.FLAGS] * at.FLAG_STEP
            card = draw(chance, at.PLAYER_STREAM + seat, legal(rules, hand, row))
            one = 1 << card
            now[at.HAND + seat] = hand ^ one
            trick |= one
            if played == 0:
                led = rules[suits + card]
            if one & kept_back:
                now[at.FLAGS] |= at.BROKEN
            # Without a branch, as in `chance.draw`.
            wins = -((one & better) != 0)
            winner ^= (winner ^ seat) & wins
            better ^= (better ^ rules[beaten_by + card]) & wins
            seat = rules[at.LEFT + seat]
        now[at.FLAGS] &= at.BROKEN
        now[at.WON + winner] |= trick
        now[at.TRICKS + winner] += 1
        seat = winner


@typed
def write_deal(rules: Longs, now: Longs, sheet: Longs, row: int) -> None:
    """Write down a deal that is over."""
    sheet[row + at.SHEET_CONTRACT] = rules[now[at.CONTRACT] + at.INDEX]
    sheet[row + at.SHEET_TRUMP] = now[at.TRUMP]
    sheet[row + at.SHEET_DEALER] = now[at.SEAT + at.DEALER]
    for seat in range(rules[at.SEAT_COUNT]):
        sheet[row + at.SHEET_TRICKS + seat] = now[at.TRICKS + seat]
        sheet[row + at.SHEET_POINTS + seat] = now[at.GAINED + seat]


@typed
def write_match(
    rules: Longs, now: Longs, matches: Longs, match: int, moves: int, ended: bool, rows: int
) -> None:
    """Write down a match that is over, or was stopped."""
    matches[match + at.MATCH_MOVES] = moves
    matches[match + at.MATCH_ENDED] = 1 if ended else 0
    matches[match + at.MATCH_ROWS] = rows
    for seat in range(rules[at.SEAT_COUNT]):
        matches[match + at.MATCH_SCORES + seat] = now[at.SCORE + seat]


@entry(
    "int64(int64[::1], float64[::1], int64[::1], uint64[::1],"
    " uint64[::1], int64, int64, int64[::1], int64[::1])"
)
def play_matches(
    rules: Longs,
    reals: Reals,
    now: Longs,
    chance: Words,
    deals: Words,
    count: int,
    limit: int,
    matches: Longs,
    sheet: Longs,
) -> int:
    """Play the matches of the first `count` deals, and say how many of them were played.

    They are written into `matches` and their deals into `sheet`; when there is no room for another
    deal the match under way is left out. A match of `limit` moves is stopped.
    """
    shortcut = rules[at.READS_BEST] == 0
    for seat in range(rules[at.SEAT_COUNT]):
        if now[at.PLAYER + seat] != at.RANDOM:
            shortcut = False
    used = 0
    for i in range(count):
        begin_match(rules, now, chance, deals[i])
        ended = False
        while not ended:
            shuffle(rules, now, chance)
            begin_deal(rules, now)
            if (used + 1) * at.SHEET > len(sheet):
                return i
            after = decisions(rules, reals, now, chance, limit, shortcut)
            if shortcut:
                now[at.MOVES] += rules[at.SEAT_COUNT] * rules[at.TRICK_COUNT]
                # Of a deal that the limit cuts off nothing is told but the moves.
                if now[at.MOVES] <= limit:
                    tricks_at_random(rules, now, chance)
                    after = at.MATCH_OVER if score(rules, now) else at.DEAL_OVER
            if after == at.GOES_ON:
                now[at.MOVES] = limit
                break
            ended = after == at.MATCH_OVER
            write_deal(rules, now, sheet, used * at.SHEET)
            used += 1
        write_match(rules, now, matches, i * at.MATCH, now[at.MOVES], ended, used)
    return count
