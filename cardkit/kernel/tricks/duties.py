"""Duties as rows of sets: what may be played from a hand in each situation that comes up.

A row is four numbers. The first two are sets: of the first one that the hand has a card of, those
cards may be played. If it has none of either, the third number says where to look on; there stands
how many more such sets follow, and then those. Where duties form no such chain both sets are empty,
there stands 0, and behind it, by card, all cards that forbid it. Where duties look at the card that
wins so far, the fourth number says where the rows by that card stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from cardkit.cards import Card
from cardkit.kernel import Untabulated
from cardkit.kernel.tricks import shape as at
from cardkit.tricks.classes import TRUMPS
from cardkit.tricks.duties import Duties, Row, Trick


def mask(cards: Iterable[int]) -> int:
    """Cards as a set.

    >>> mask([1, 3])
    10
    """
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def lay_rows(rules: list[int], duties: Duties, trumps: Iterable[int]) -> None:
    """Write a row for each situation into its table; append to `rules` what has no room there.

    Raises Untabulated if duties forbid one another in a circle, or are functions.
    """
    if duties.own:
        raise Untabulated("duties: a function does not say which situations it tells apart")
    for trump in trumps:
        _Rows(rules, duties, trump).lay()


class _Rows:
    """The rows for all situations under one trump; situations that duties see alike share one."""

    def __init__(self, rules: list[int], duties: Duties, trump: int) -> None:
        self._rules, self._duties, self._trump = rules, duties, trump
        self._letter = TRUMPS[trump]
        self._suits = duties.classes.suit_of[self._letter]
        self._known: dict[Trick, list[int]] = {}

    def lay(self) -> None:
        """Write them all."""
        for led, flags in product(range(5), range(4)):
            tricks = self._situations(led, flags)
            if tricks:
                row = self._row(tricks[0][1])
                if any(trick.best for _, trick in tricks):
                    row = [*row[:3], self._by_best(tricks)]
                place = at.ROWS + self._trump * at.TRUMP_STEP
                place += led * at.LED_STEP + flags * at.FLAG_STEP
                self._rules[place : place + at.ROW_SIZE] = row

    def _situations(self, led: int, flags: int) -> list[tuple[int, Trick]]:
        """The cards that may win so far in a trick, 0 if it is to be opened; what duties see then."""
        first, broken = bool(flags & at.FIRST), bool(flags & at.BROKEN)
        duties, suits = self._duties, self._suits
        if led == at.OPENING:
            return [(0, duties.trick_of((), self._letter, first, broken))]
        cards = [card for card in duties.classes.cards if suits[card] == led]
        trumps = [card for card in duties.classes.cards if suits[card] == self._trump - 1 != led]
        played: list[tuple[Card, ...]] = [(card,) for card in cards]
        played += [(cards[0], trump) for trump in trumps if cards]
        return [(p[-1], duties.trick_of(p, self._letter, first, broken)) for p in played]

    def _by_best(self, tricks: Iterable[tuple[int, Trick]]) -> int:
        """Append the rows by best card, and say where they stand."""
        self._rules[at.READS_BEST] = 1
        rows = [0] * (at.SPAN * at.ROW_SIZE)
        for best, trick in tricks:
            place = best * at.ROW_SIZE
            rows[place : place + at.ROW_SIZE] = self._row(trick)
        self._rules += rows
        return len(self._rules) - len(rows)

    def _row(self, trick: Trick) -> list[int]:
        if trick not in self._known:
            row = self._duties.row_for(trick, self._letter)
            tiers = [*map(mask, row.tiers[:2]), 0, 0][:2]
            self._known[trick] = [*tiers, len(self._rules), 0]
            self._rules += _more(row)
        return self._known[trick]


def _more(row: Row) -> list[int]:
    """What follows on the first two sets of a row."""
    if row.tiers:
        more = row.tiers[2:]
        # A set that has every card, for the rows that need no more: no hand comes to it.
        return [len(more), *map(mask, more)] if more else [1, -1]
    _check_some_card_is_free(row)
    forbidding = [0] * at.SPAN
    for card, holders in row.forbidding.items():
        forbidding[card] = mask(holders)
    return [0, *forbidding]


def _check_some_card_is_free(row: Row) -> None:
    """Raise Untabulated if each of some cards is forbidden by another of them."""
    bound = dict(row.forbidding)
    while bound:
        free = [card for card, holders in bound.items() if holders.isdisjoint(bound)]
        if not free:
            cards = " ".join(map(str, list(bound)[:3]))
            raise Untabulated(f"duties: they may forbid every card of a hand (such as {cards})")
        for card in free:
            del bound[card]
