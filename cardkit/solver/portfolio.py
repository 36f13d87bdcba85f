"""Which searches are tried in which order.

One long search is a gamble: where it goes wrong early it does not come back. So a depth-first
search, which alone proves losses and goes on from slice to slice, takes turns with others that
start anew with more room each time: best-first ones, which rate positions differently, and narrow
ones, which leave out ways to win where there are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.tabulate import Tables
from cardkit.patience.tables import EMPTY
from cardkit.solver.searching import Found, Searching

#: What is weighed, in the order of `cardkit.kernel.patience.rating`. That a card lies above a lower
#: one says most: found by trying some hundred weighings on FreeCell and Baker's Dozen. What the
#: first ones miss others find that weigh it little; the last one asks for little but cards on
#: foundations, which suits games whose piles have no order.
WEIGHTS: Final = (
    (6, 0, 10, 4, 3, 4),
    (2, 1, 9, 3, 4, 4),
    (7, 1, 6, 4, 3, 4),
    (5, 1, 2, 3, 0, 6),
    (2, 3, 0, 4, 1, 3),
    (14, 2, 0, 0, 1, 12),
)
#: The same where much waits in a stock, so that what lies in piles says less.
_WEIGHTS_WITH_WASTE: Final = (
    (3, 2, 1, 2, 0, 4),
    (1, 1, 1, 1, 1, 2),
    (5, 1, 2, 3, 0, 6),
    (2, 3, 0, 4, 1, 3),
    (8, 1, 1, 1, 0, 8),
)


@frozen
class Round:
    """How far some searches go before others have their turn; 0 leaves them out."""

    #: Positions that the depth-first search goes on over.
    deep: int
    #: Positions that each best-first search keeps.
    kept: int
    #: Positions that narrow searches look at: where all goes up that can, and where it need not.
    up: int = 0
    alike: int = 0


@frozen
class Portfolio:
    """The searches of a game: its rounds, and by which weights best-first ones rate positions."""

    rounds: Sequence[Round]
    weights: Sequence[Sequence[int]] = WEIGHTS


_USUAL: Final = Portfolio(
    (
        Round(500, 20_000),
        Round(20_000, 200_000, up=200_000, alike=200_000),
        Round(5_000_000, 2_000_000, up=2_000_000, alike=2_000_000),
    )
)
#: The same with a stock that is turned to a waste: few moves are final there, so that depth-first
#: search comes back from most of them, and what is easy is found narrowly, or by rating.
_WITH_WASTE: Final = Portfolio(
    (
        Round(2_000, 0, up=20_000),
        Round(50_000, 20_000, up=1_000_000, alike=500_000),
        Round(30_000_000, 200_000, up=5_000_000, alike=5_000_000),
    ),
    _WEIGHTS_WITH_WASTE,
)
#: The same where suits are built from both ends. Most cards can leave early there, depth-first
#: search seldom goes wrong for long, and no card is low: what the ratings look at says less.
_FROM_BOTH_ENDS: Final = Portfolio((Round(1_000_000, 20_000), Round(10_000_000, 200_000)))
#: How many random layouts are tried, and how many positions are looked at after each.
_LAYOUTS: Final = 80
_AFTER_LAYOUT: Final = 20_000
#: In how many of a thousand cases a card is dealt though one could go up, layout by layout.
_SKIPS: Final = (0, 50, 100, 200)


def decide(deep: Searching, broad: Searching, portfolio: Portfolio) -> tuple[Found, Searching]:
    """Run one search after the other until the position is decided or something has run out.

    Both searches are over the same position, on boards of their own. The one that decided it is
    returned with what it found.
    """
    latest: tuple[Found, Searching] = "limit", deep
    for latest in _attempts(deep, broad, portfolio):
        if latest[0] in ("won", "lost", "stopped"):
            break
    return latest


def _attempts(
    deep: Searching, broad: Searching, portfolio: Portfolio
) -> Iterator[tuple[Found, Searching]]:
    tables = deep.board.tables
    is_open = broad.start()
    if is_open and (tables.numbers[at.SPREADS] or tables.numbers[at.GATHERS_TABLEAU]):
        for found in _layouts(broad, tables):
            yield found, broad
        broad.start()
    deep.start()
    deep.begin_depth()
    # Where no cards are alike, a search that only merges them would be another depth-first one.
    exhausted = {False} if list(tables.alike) == list(range(at.SPAN)) else set[bool]()
    going: Found = "limit"
    for number, turn in enumerate(portfolio.rounds):
        # It takes longer than the few positions that decide most deals, and less than any others.
        if number == 1 and broad.is_hopeless():
            yield "lost", broad
        if going != "memory":
            going = deep.go_deeper(turn.deep)
            yield going, deep
        for found in _broadly(broad, turn, portfolio.weights, exhausted):
            yield found, broad
    broad.free()
    if going != "memory":
        going = deep.go_deeper(None)
    yield going, deep


def _broadly(
    broad: Searching, turn: Round, weighings: Sequence[Sequence[int]], exhausted: set[bool]
) -> Iterator[Found]:
    """The searches of a round that begin anew."""
    for positions, only_up in ((turn.up, True), (turn.alike, False)):
        if positions and only_up not in exhausted:
            found = broad.narrow(positions, only_up)
            if found == "lost":
                # There is no use in it, but it is no proof either.
                exhausted.add(only_up)
                found = "limit"
            yield found
    for weights in weighings if turn.kept else ():
        yield broad.best(weights, turn.kept)


def portfolio_of(tables: Tables) -> Portfolio:
    """The searches that suit a game."""
    if from_both_ends(tables):
        return _FROM_BOTH_ENDS
    return _WITH_WASTE if tables.numbers[at.TALON_GAME] else _USUAL


def from_both_ends(tables: Tables) -> bool:
    """True if some suit's cards go on foundations upwards as well as downwards."""
    readable = tables.game.tables
    ways = {
        card & 15 > host & 15
        for name in readable.foundations
        for card, hosts in readable.hosts[name].items()
        for host in hosts
        if host is not EMPTY
    }
    return len(ways) == 2


def _layouts(searching: Searching, tables: Tables) -> Iterator[Found]:
    """Play at random through all that deals and gathers, and search from there.

    With few redeals first: most games are won without. Of such a game only a win says anything:
    what is lost without a redeal, or after chance, may be won otherwise.
    """
    allowed = min(tables.numbers[at.REDEALS_ALLOWED], 2)
    for number in range(_LAYOUTS):
        redeals = 0 if number < _LAYOUTS // 4 else number % (allowed + 1)
        searching.start(redeals)
        if searching.descend(number, _SKIPS[number % len(_SKIPS)]):
            found = searching.depth(_AFTER_LAYOUT)
            yield "limit" if found == "lost" else found
