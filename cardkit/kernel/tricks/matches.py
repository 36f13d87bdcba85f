"""Whole matches inside the kernel, one after the other."""

from __future__ import annotations

from cardkit.kernel.engines import entry, inner, typed
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.chance import begin_streams, below, draw, shuffle
from cardkit.kernel.tricks.deals import begin_deal, score
from cardkit.kernel.tricks.greedy import Reals, best_moves
from cardkit.kernel.tricks.play import choices, decide, legal
from cardkit.kernel.words import Bits, Longs, Words, lowest, word


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
        dealer = below(rules, chance, at.STREAM, seats)
    # The deal is yet to pass to the left.
    now[at.SEAT + at.DEALER] = (dealer + seats - 1) % seats


@inner
def before_tricks(rules: Longs, reals: Reals, now: Longs, chance: Words) -> None:
    """Let the players decide what there is to decide before the tricks."""
    while rules[at.STAGES + now[at.STAGE]] != at.PLAY:
        kind = rules[at.STAGES + now[at.STAGE]]
        moves = choices(rules, now, kind)
        seat = now[at.TURN]
        chooses = True
        if now[at.PLAYER + seat] == at.GREEDY:
            chooses = moves & (moves - 1) != 0
            if chooses:
                moves = best_moves(rules, reals, now, moves)
        move = draw(rules, chance, at.PLAYER_STREAM + seat, moves) if chooses else lowest(moves)
        decide(rules, now, kind, move)


@inner
def tricks(rules: Longs, reals: Reals, now: Longs, chance: Words) -> None:
    """Play all tricks of a deal: what `play.play` does, kept out of the array where it can be."""
    seats = rules[at.SEAT_COUNT]
    suits = at.SUIT + now[at.TRUMP] * at.SPAN
    beaten_by = at.BEATEN_BY + now[at.TRUMP] * at.SPAN
    rows = at.ROWS + now[at.TRUMP] * at.TRUMP_STEP
    kept_back = rules[at.KEPT_BACK]
    reads_best = rules[at.READS_BEST]
    seat = now[at.TURN]
    for _ in range(rules[at.TRICK_COUNT]):
        led = at.OPENING
        trick = 0
        best = 0
        better = rules[at.PACK]
        winner = seat
        for played in range(seats):
            hand = now[word(at.HAND + seat)]
            row = rows + led * at.LED_STEP + now[at.FLAGS] * at.FLAG_STEP
            if reads_best and played:
                row = rules[row + 3] + best * at.ROW_SIZE
            moves = legal(rules, hand, row)
            chooses = True
            if now[word(at.PLAYER + seat)] == at.GREEDY:
                chooses = moves & (moves - 1) != 0
                if chooses:
                    now[at.TURN] = seat
                    now[at.TRICK] = trick
                    now[at.PLAYED] = played
                    now[at.LED] = led
                    now[at.BEST] = best
                    now[at.WINNER] = winner
                    moves = best_moves(rules, reals, now, moves)
            card = draw(rules, chance, at.PLAYER_STREAM + seat, moves) if chooses else lowest(moves)
            one = 1 << card
            now[word(at.HAND + seat)] = hand ^ one
            trick |= one
            if played == 0:
                led = rules[word(suits + card)]
            if one & kept_back:
                now[at.FLAGS] |= at.BROKEN
            # Without a branch, as in `chance.draw`.
            wins = -((one & better) != 0)
            best ^= (best ^ card) & wins
            winner ^= (winner ^ seat) & wins
            better ^= (better ^ rules[word(beaten_by + card)]) & wins
            seat = rules[word(at.LEFT + seat)]
        now[at.FLAGS] &= at.BROKEN
        now[word(at.WON + winner)] |= trick
        now[word(at.TRICKS + winner)] += 1
        seat = winner


@typed
def write_row(rules: Longs, now: Longs, rows: Longs, row: int) -> None:
    """Write down a deal that is over."""
    rows[row + at.ROW_CONTRACT] = rules[now[at.CONTRACT] + at.INDEX]
    rows[row + at.ROW_TRUMP] = now[at.TRUMP]
    rows[row + at.ROW_DEALER] = now[at.SEAT + at.DEALER]
    for seat in range(rules[at.SEAT_COUNT]):
        rows[row + at.ROW_TRICKS + seat] = now[at.TRICKS + seat]
        rows[row + at.ROW_POINTS + seat] = now[at.GAINED + seat]


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
    rows: Longs,
) -> int:
    """Play the matches of the first `count` deals, and say how many of them were played.

    They are written into `matches` and their deals into `rows`; when there is no room for another
    deal the match under way is left out. A match of `limit` moves is stopped.
    """
    used = 0
    for i in range(count):
        begin_match(rules, now, chance, deals[i])
        ended = False
        while not ended:
            shuffle(rules, now, chance)
            begin_deal(rules, now)
            before_tricks(rules, reals, now, chance)
            now[at.MOVES] += rules[at.SEAT_COUNT] * rules[at.TRICK_COUNT]
            # A deal that the limit cuts off leaves nothing behind that has to be known.
            if now[at.MOVES] > limit:
                now[at.MOVES] = limit
                break
            if (used + 1) * at.ROW > len(rows):
                return i
            tricks(rules, reals, now, chance)
            ended = score(rules, now)
            write_row(rules, now, rows, used * at.ROW)
            used += 1
        write_match(rules, now, matches, i * at.MATCH, now[at.MOVES], ended, used)
    return count
