"""Where everything lies in the kernel's flat arrays; nothing but offsets and small codes.

A game and a position are two arrays, words `ws` and numbers `ns`, each with the game's tables
first and the position behind them: every array that a compiled function is given costs time at
every call. Piles are numbered in the order of the game, cards by their codes.
"""

from __future__ import annotations

from typing import Final

#: No pile has a number, and no card a code, from here on.
SPAN: Final = 64
#: No game has more groups of piles, or allows more redeals unless it does not count them.
MOST_GROUPS: Final = 16
MOST_REDEALS: Final = 100

# -- table words ---------------------------------------------------------------------------------
#: By card and card below it, the piles on which the one may go on the other.
LIE: Final = 0
#: By card, all cards that it may go on somewhere.
HOSTS: Final = LIE + SPAN * SPAN
#: By card, the piles that it may open.
OPENS: Final = HOSTS + SPAN
#: By group and card, the cards that may lie right below it in a run that is lifted.
CHAIN: Final = OPENS + SPAN
#: By state of play (see `REACHES`) and pile, the piles that it plays to: to open, and to build on.
REACH_OPEN: Final = CHAIN + MOST_GROUPS * SPAN
REACH_BUILD: Final = REACH_OPEN + 4 * SPAN
#: By pile, the piles whose suit bars one from opening it, and those that must agree with it.
OTHERS: Final = REACH_BUILD + 4 * SPAN
FELLOWS: Final = OTHERS + SPAN
#: By card, the cards that may come to lie on it in the tableau.
GUESTS: Final = FELLOWS + SPAN
#: By card, the cards that may follow it on a foundation.
FOLLOWERS: Final = GUESTS + SPAN
#: By pile, the piles that are interchangeable with it once nothing tells them apart any more.
TWINS: Final = FOLLOWERS + SPAN
#: By card, what may lie right below it in a run that is removed.
REMOVED: Final = TWINS + SPAN
#: Numbers for hashing: by card face up, by card face down, by pile (told apart, and not), by fact.
HASH_UP: Final = REMOVED + SPAN
HASH_DOWN: Final = HASH_UP + SPAN
HASH_PILE: Final = HASH_DOWN + SPAN
HASH_TWIN: Final = HASH_PILE + SPAN
HASH_FACT: Final = HASH_TWIN + SPAN
HASH_TALON: Final = HASH_FACT + 16
#: Sets of piles: by kind, and those that play a part in some rule.
TABLEAU: Final = HASH_TALON + 2 * SPAN
FOUNDATIONS: Final = TABLEAU + 1
CELLS: Final = TABLEAU + 2
AUTOMATIC: Final = TABLEAU + 3
REMOVE_FROM: Final = TABLEAU + 4
REMOVE_TO: Final = TABLEAU + 5
ANY_SPACE: Final = TABLEAU + 6
DEALT: Final = TABLEAU + 7
#: Where a card that is safe to play up may come from.
GIVES_SAFELY: Final = TABLEAU + 8
#: Foundations by group, as many as there can be.
FOUNDATION_GROUPS: Final = TABLEAU + 9
#: Piles that a lone card need never leave for another one of them.
CLOSED: Final = FOUNDATION_GROUPS + 4
#: Piles from which runs are lifted only as far as single moves could carry them.
STEPWISE: Final = CLOSED + 1
#: Piles from which a run is moved only for what it uncovers.
FOLLOWED: Final = CLOSED + 2
#: Foundations that every card reaches that can go onto another one, and those that cards open
#: without taking another's place.
SURE: Final = CLOSED + 3
UNCONTESTED: Final = CLOSED + 4
#: The cards that may open some foundation.
OPENERS: Final = CLOSED + 5
TABLE_WORDS: Final = CLOSED + 6

# -- table numbers -------------------------------------------------------------------------------
GROUP: Final = 0
#: By pile, what it lifts: ONE_CARD, a RUN, or a run limited BY_SPACES.
LIFT: Final = GROUP + SPAN
SUIT: Final = LIFT + SPAN
RANK: Final = SUIT + SPAN
COPIES: Final = RANK + SPAN
#: Lists of piles in the order in which a rule goes through them.
SPREAD_LIST: Final = COPIES + SPAN
DEAL_LIST: Final = SPREAD_LIST + SPAN
GATHER_LIST: Final = DEAL_LIST + SPAN
REFILL_TO: Final = GATHER_LIST + SPAN
REFILL_FROM: Final = REFILL_TO + SPAN
#: Steps of the layout of a redeal: pile, and how many cards.
STEP_LIST: Final = REFILL_FROM + SPAN
STEPS: Final = 1024
_SCALARS: Final = STEP_LIST + 2 * STEPS
PILES: Final = _SCALARS
GROUPS: Final = _SCALARS + 1
DECK: Final = _SCALARS + 2
#: How many cards a pile has room for.
ROOM: Final = _SCALARS + 3
STOCK: Final = _SCALARS + 4
SPREADS: Final = _SCALARS + 5
SPREAD_REFILLS: Final = _SCALARS + 6
NEWEST_ONLY: Final = _SCALARS + 7
DEALS: Final = _SCALARS + 8
DEAL_CARDS: Final = _SCALARS + 9
DEAL_ROUNDS: Final = _SCALARS + 10
DEAL_FULL: Final = _SCALARS + 11
GATHERS: Final = _SCALARS + 12
REDEALS_ALLOWED: Final = _SCALARS + 13
REDEAL_WHEN: Final = _SCALARS + 14
GATHER_TURNED: Final = _SCALARS + 15
STEPS_USED: Final = _SCALARS + 16
REFILLS: Final = _SCALARS + 17
REFILL_SOURCES: Final = _SCALARS + 18
REMOVAL: Final = _SCALARS + 19
KIN: Final = _SCALARS + 20
#: Stock and waste are kept as one talon (see `TALON`); the waste's number.
TALON_GAME: Final = _SCALARS + 21
WASTE: Final = _SCALARS + 22
SETTLES: Final = _SCALARS + 23
FOUNDATION_KINDS: Final = _SCALARS + 24
#: Whether a redeal gathers the tableau, and whether a deal in play goes to it pile by pile.
GATHERS_TABLEAU: Final = _SCALARS + 25
DEALS_TABLEAU: Final = _SCALARS + 26
REACH_REDEALT: Final = _SCALARS + 27
#: Whether the talon goes round for ever and nothing counts how often.
WITHOUT_END: Final = _SCALARS + 28
#: Set to search plainly: every legal move, every pile told apart, nothing left out.
PLAIN: Final = _SCALARS + 29
#: Whether cards may leave foundations, and whether cards may be moved to where refills come from.
RETURNS: Final = _SCALARS + 30
REFILL_FED: Final = _SCALARS + 31
#: Whether cards come back from foundations, and from an endless talon, only to be used at once.
BACK_TO_USE: Final = _SCALARS + 32
TALON_TO_USE: Final = _SCALARS + 33
#: Set to try cards of a talon first, and to try nothing else where a card can go up.
TALON_AT_ONCE: Final = _SCALARS + 34
ONLY_UP: Final = _SCALARS + 35
TABLE_NUMBERS: Final = _SCALARS + 36

ONE_CARD: Final = 0
RUN: Final = 1
BY_SPACES: Final = 2
#: When a redeal is allowed.
ALWAYS: Final = 0
STOCK_EMPTY: Final = 1
STUCK: Final = 2
#: A number of redeals or rounds without a bound.
ENDLESS: Final = 1 << 20

# -- state words ---------------------------------------------------------------------------------
#: The hash of the position, and of its foundations alone.
HASH: Final = TABLE_WORDS
HASH_FOUNDATIONS: Final = HASH + 1
#: The empty piles, and all cards that are on top of some pile.
EMPTY: Final = HASH + 2
SHOWN: Final = HASH + 3
#: By suit, the piles whose lowest card has it (kept only where that matters).
BASES: Final = HASH + 4
#: By card, the piles that it is on top of.
TOPS: Final = HASH + 8
#: While options are listed: the cards that could go onto others, those of which there are two at
#: least, those that could open a space of the tableau and leave none, and those of the tableau that
#: one more move would uncover.
AVAILABLE: Final = TOPS + SPAN
TWICE: Final = AVAILABLE + 1
OPENING: Final = AVAILABLE + 2
COVERED: Final = AVAILABLE + 3
#: By pile, which cards it was that the rating of the pile is remembered of.
RATED_FOR: Final = AVAILABLE + 4
#: The cards that fit a foundation, and of which foundations this is remembered.
WANTED: Final = RATED_FOR + SPAN
WANTED_FOR: Final = WANTED + 1
#: By pile and place, the hash of the pile up to there.
CHAINS: Final = WANTED + 2
# -- state numbers -------------------------------------------------------------------------------
#: By pile, how many cards it has, and how many of them, from the bottom, lie face down.
SIZE: Final = TABLE_NUMBERS
DOWN: Final = SIZE + SPAN
#: By card, how many of it are on foundations.
UP: Final = DOWN + SPAN
#: Cards that are not on foundations yet.
LEFT: Final = UP + SPAN
PHASE: Final = LEFT + 1
CURSOR: Final = LEFT + 2
NEWEST: Final = LEFT + 3
REDEALS: Final = LEFT + 4
#: 1 while something is to come that tells piles of a kind apart (see `steps.is_open`).
OPEN: Final = LEFT + 5
#: The talon: stock and waste in the order in which they are dealt. The first `TALON_DEALT` of its
#: `TALON_SIZE` cards are the waste, the last of them on top; the next one is dealt first.
TALON_DEALT: Final = LEFT + 6
TALON_SIZE: Final = LEFT + 7
TRAIL_USED: Final = LEFT + 8
TALON: Final = LEFT + 16
#: By place in the talon, its place when the position was loaded: which cards are left says it all.
TALON_ID: Final = TALON + 2 * SPAN
#: The cards of the talon as it was loaded.
TALON_FIRST: Final = TALON_ID + 2 * SPAN
#: By pile, what it adds to the rating of a position, if that is remembered.
RATED: Final = TALON_FIRST + 2 * SPAN
#: By pile and place, the cards.
CARDS: Final = RATED + SPAN

PLAYING: Final = 0
LAYING_OUT: Final = 1

# -- moves: source | target << 6 | count << 12 | priority << 19 ------------------------------------
#: Sources beyond all piles: the verbs, and a card of the talon that deals bring to the top.
FROM_TALON: Final = 63
DEAL: Final = 62
REDEAL: Final = 61
PRIORITY: Final = 19

# -- the trail: operation | arguments --------------------------------------------------------------
BEGIN: Final = 0
SHIFT: Final = 1
TURN: Final = 2
UNCOVER: Final = 3
SET: Final = 4
PLAY_TALON: Final = 5

# -- what a search keeps while Python looks after it -----------------------------------------------
#: Frames on the stack, moves listed, positions visited, positions in the table, whether the
#: position is new, how many positions may be visited before it comes back, and whether safe cards
#: are played at once; of a best-first search the positions in the pool, how many there may be, the
#: bucket looked at, the position that goes on, how many of its moves were tried, and how many it
#: has.
(
    FRAMES,
    LISTED,
    NODES,
    STORED,
    NEW,
    UNTIL,
    SAFELY,
    POOLED,
    POOL_ROOM,
    BUCKET,
    HERE,
    TRIED,
    MOVES,
) = range(13)
STATE: Final = 16
#: What a search comes back with: decided, or what it needs more of to go on.
WON: Final = 1
LOST: Final = -1
SLICE: Final = 0
TABLE_FULL: Final = 2
ROOM_FULL: Final = 3
#: At least so much room is free before a position is looked at.
SLACK: Final = 4096
#: Buckets of positions with the same rating, and what is kept of a position in the pool: where it
#: came from, by which move, and the next one in its bucket.
BUCKETS: Final = 4096
LINKS: Final = 3
