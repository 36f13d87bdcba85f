"""Where everything lies in the kernel's flat arrays; nothing but offsets and small codes.

The rules of a game are the numbers `rules` and the fractions `reals`; a match under way is the
numbers `now` and the words `chance`. A set of cards is a number whose bit `card` is set for each
card: every code is below 62, so that such a set fits a signed number. Trumps count 0 for none, then
1 to 4 for clubs to spades; suits count from 0.
"""

from __future__ import annotations

from typing import Final

#: No card has a code from here on.
SPAN: Final = 64
#: No seat has a number from here on.
SEATS: Final = 8
TRUMPS: Final = 5

# -- rules: single numbers -----------------------------------------------------------------------
SEAT_COUNT: Final = 0
#: How many cards there are, how many of them are dealt into hands, and how many tricks that makes.
CARDS: Final = 1
HANDED: Final = 2
TRICK_COUNT: Final = 3
#: The deals of a match, 0 if that is not settled; the total that ends it, 0 if none does.
LENGTH: Final = 4
TARGET: Final = 5
#: The seat that deals first, -1 if it is drawn.
FIRST_DEALER: Final = 6
#: How the schedule names contracts (see `BY_DEAL`), how many, and where their list stands.
SCHEDULE: Final = 7
SCHEDULED: Final = 8
NAMES: Final = 9
#: Whether cards on the table lie open, and whether a contract is announced with the hand unseen.
LIES_OPEN: Final = 10
BLIND: Final = 11
#: Cards whose play breaks what was kept back from being led.
KEPT_BACK: Final = 12
#: How many cards are laid away, and by which role (-1 for none).
LAID: Final = 13
LAYS: Final = 14
#: How many cards are passed; how many ways there are by deal.
PASSED_ON: Final = 15
WAY_COUNT: Final = 16
#: The card whose holder leads to the first trick, -1 for none.
LEAD_CARD: Final = 17
#: All cards of the game.
PACK: Final = 18
#: Whether some duty looks at which card wins so far.
READS_BEST: Final = 19

# -- rules: tables -------------------------------------------------------------------------------
#: The cards in order of their codes.
ORDER: Final = SPAN
#: By trump and card: the suit it belongs to, its strength, the stronger cards of its suit, and
#: those that beat it in a trick that it wins so far.
SUIT: Final = ORDER + SPAN
STRENGTH: Final = SUIT + TRUMPS * SPAN
ABOVE: Final = STRENGTH + TRUMPS * SPAN
BEATEN_BY: Final = ABOVE + TRUMPS * SPAN
#: By trump and card: 1 for the top card of a suit, then 2 and so on; 0 for low ones (see `worth`).
FROM_TOP: Final = BEATEN_BY + TRUMPS * SPAN
#: By trump and suit, the cards of the suit; by trump, the trumps.
SUITED: Final = FROM_TOP + TRUMPS * SPAN
TRUMP_CARDS: Final = SUITED + TRUMPS * 4
#: By trump, suit led (`OPENING` for none) and flags, the row that says what may be played: two sets
#: to choose from, where more is to be found, and where the rows by best card stand (see `duties`).
ROWS: Final = TRUMP_CARDS + TRUMPS
ROW_SIZE: Final = 4
FLAG_STEP: Final = ROW_SIZE
LED_STEP: Final = 4 * FLAG_STEP
TRUMP_STEP: Final = 5 * LED_STEP
#: The stages of a deal, what they are and which role is asked; the last is `OVER`.
STAGES: Final = ROWS + TRUMPS * TRUMP_STEP
ROLES: Final = STAGES + SEATS
#: By seat, the next one, and the seats of its side.
LEFT: Final = ROLES + SEATS
SIDES: Final = LEFT + SEATS
#: By deal, how many seats to the left cards are passed; `KEEP` for not at all.
WAYS: Final = SIDES + SEATS
#: By announcement, its contract and trump (`TURNED` for that of the card turned).
ANNOUNCES: Final = WAYS + SPAN
NAMES_TRUMP: Final = ANNOUNCES + SPAN
#: The records of contracts, which are known by where they begin; behind them stand lists.
RECORDS: Final = NAMES_TRUMP + SPAN

#: The suit led to a trick that is to be opened.
OPENING: Final = 4
#: Flags of the situation in a deal: a card that was kept back is out, no trick is complete yet.
BROKEN: Final = 1
FIRST: Final = 2

# -- rules: the record of a contract -------------------------------------------------------------
#: Its number in the order of the rules.
INDEX: Final = 0
#: 1 if tricks are to be taken, else -1; whether a player is better off with tricks.
AIM: Final = 1
TAKES: Final = 2
#: Its trump, `TURNED` or `NAMED`.
TRUMP_OF: Final = 3
#: Whether cards are counted; otherwise the points for each trick above the quota and below it.
COUNTS_CARDS: Final = 4
GAIN: Final = 5
LOSS: Final = 6
#: Whether who takes all that counts scores for the others; the cards that count.
SWEEP: Final = 7
COUNTING: Final = 8
#: Its announcements.
SAID: Final = 9
#: By dealer and seat: the quota; by dealer and place, the seats in the order of an exchange.
QUOTA: Final = 16
FAVOUR: Final = QUOTA + SEATS * SEATS
#: By card, what it counts.
POINTS: Final = FAVOUR + SEATS * SEATS
RECORD: Final = POINTS + SPAN

TURNED: Final = -1
NAMED: Final = -2
#: Schedules: a contract for each deal, for each round of deals, or each one once.
BY_DEAL, BY_ROUND, ONCE = range(3)
#: Kinds of stages.
OVER, ANNOUNCE, PICK_UP, LAY_AWAY, PASS, EXCHANGE, PLAY = range(7)
#: Roles.
DEALER, FOREHAND = range(2)
#: Cards are not passed.
KEEP: Final = SEATS

# -- reals ---------------------------------------------------------------------------------------
#: What high cards of a suit are worth, by their places from its top, in the order in which they are
#: held, as digits to the base five.
HIGH_CARDS: Final = 0
#: By contract, the worth that hands usually have.
USUAL: Final = 5**4

# -- now -----------------------------------------------------------------------------------------
STAGE: Final = 0
TURN: Final = 1
DEAL: Final = 2
#: By role, the seat.
SEAT: Final = 3
#: How many shuffles were drawn.
SHUFFLES: Final = 5
#: The contract that the schedule gives the deal, 0 if it is chosen; the one that is played, 0 while
#: there is none; its trump, and the trump that the card turned would make.
DUE: Final = 6
CONTRACT: Final = 7
TRUMP: Final = 8
TURNED_TRUMP: Final = 9
#: The suit led to the trick under way or `OPENING`, its best card so far and whose it is (0 while
#: there is none), how many cards it has.
LED: Final = 10
BEST: Final = 11
WINNER: Final = 12
PLAYED: Final = 13
FLAGS: Final = 14
#: How many seats to the left cards are passed in this deal, or `KEEP`.
WAY: Final = 15
#: How many pairs of cards were exchanged; who gives the next card, and who takes it.
EXCHANGED: Final = 16
GIVER: Final = 17
TAKER: Final = 18
#: How many moves were made in the match.
MOVES: Final = 19
#: Sets of cards.
TABLE: Final = 20
AWAY: Final = 21
GIFT: Final = 22
TRICK: Final = 23
#: By seat: cards in hand, won, and waiting to be passed; tricks, points of the deal, totals,
#: surplus of the last deal, contracts used, and who plays.
HAND: Final = 24
WON: Final = HAND + SEATS
WAITING: Final = WON + SEATS
TRICKS: Final = WAITING + SEATS
GAINED: Final = TRICKS + SEATS
SCORE: Final = GAINED + SEATS
SURPLUS: Final = SCORE + SEATS
USED: Final = SURPLUS + SEATS
PLAYER: Final = USED + SEATS
#: The cards of the trick in the order in which they were played.
LINE: Final = PLAYER + SEATS
#: The cards of the deal in the order of dealing; those on the table are the last.
DECK: Final = LINE + SEATS
NOW: Final = DECK + SPAN

#: Players.
RANDOM, GREEDY = range(2)
#: What follows a move.
GOES_ON, DEAL_OVER, MATCH_OVER = range(3)

# -- chance --------------------------------------------------------------------------------------
#: The hash of the seed as a label.
SEED: Final = 0
#: The beginning of every shuffle's stream, and a stream of its own for whatever is drawn next.
SHUFFLE_STREAM: Final = 1
STREAM: Final = 2
#: By seat, the stream of its player.
PLAYER_STREAM: Final = 3
#: By n, the whole part of (2**64 - 1) / n (see `chance.remainder`).
INVERSE: Final = PLAYER_STREAM + SEATS
CHANCE: Final = INVERSE + SPAN + 1

# -- what is written down ------------------------------------------------------------------------
#: Of each match how many moves it had, whether it came to its end, how many rows there are up to
#: its last, and the totals.
MATCH_MOVES, MATCH_ENDED, MATCH_ROWS, MATCH_SCORES = range(4)
MATCH: Final = MATCH_SCORES + SEATS
#: Of each deal a row of the score sheet.
SHEET_CONTRACT, SHEET_TRUMP, SHEET_DEALER, SHEET_TRICKS = range(4)
SHEET_POINTS: Final = SHEET_TRICKS + SEATS
SHEET: Final = SHEET_POINTS + SEATS
