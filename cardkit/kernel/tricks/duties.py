"""Duties as rows of sets: what may be played from a hand in each situation that comes up.

A row is four numbers. The first two are sets: of the first one that the hand has a card of, those
cards may be played. If it has none of either, the third number says where to look on; there stands
how many more such sets follow, and then those. Where duties form no such chain both sets are empty,
there stands 0, and behind it, by card, all cards that forbid it. Where duties look at the card that
wins so far, the fourth number says where the rows by that card stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

from cardkit.cards import Card
from cardkit.kernel import Untabulated
from cardkit.kernel.tricks import shape as at
from cardkit.tricks.classes import TRUMPS
from cardkit.tricks.duties import (
    Duties,
    Duty,
    Must,
    NotInFirst,
    NotLed,
    Opens,
    Situation,
    Trick,
)

#: Duties that certainly look at nothing but what they say they read.
_OURS: Final = (Must, NotInFirst, NotLed, Opens)


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
        self._cards = duties.classes.cards
        self._suits = duties.classes.suit_of[self._letter]
        self._known: dict[Trick, list[int]] = {}
        self._forbidden: dict[tuple[int, Trick], Mapping[Card, int]] = {}

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
        """The cards that may win so far, 0 if the trick is to be opened; what duties see then."""
        first, broken = bool(flags & at.FIRST), bool(flags & at.BROKEN)
        if led == at.OPENING:
            return [(0, self._duties.trick_of((), self._letter, first, broken))]
        cards = [card for card in self._cards if self._suits[card] == led]
        trumps = [card for card in self._cards if self._suits[card] == self._trump - 1 != led]
        played: list[tuple[Card, ...]] = [(card,) for card in cards]
        played += [(cards[0], trump) for trump in trumps if cards]
        return [(p[-1], self._duties.trick_of(p, self._letter, first, broken)) for p in played]

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
            self._known[trick] = self._new_row(trick)
        return self._known[trick]

    def _new_row(self, trick: Trick) -> list[int]:
        forbidding = dict.fromkeys(self._cards, 0)
        for index, duty in enumerate(self._duties.named):
            for card, holders in self._by_duty(index, duty, trick).items():
                forbidding[card] |= holders
        sets, place = _chain(forbidding), len(self._rules)
        if sets:
            self._rules += [max(1, len(sets) - 2), *(sets[2:] or [mask(self._cards)])]
            first, second = sets[0], sets[1] if len(sets) > 1 else 0
            return [first, second, place, 0]
        _check_some_card_is_free(forbidding)
        by_card = [0] * at.SPAN
        for card, holders in forbidding.items():
            by_card[card] = holders
        self._rules += [0, *by_card]
        return [0, 0, place, 0]

    def _by_duty(self, index: int, duty: Duty, trick: Trick) -> Mapping[Card, int]:
        """The cards that forbid each card by one duty."""
        if type(duty) in _OURS:
            reads = duty.reads
            trick = Trick(
                trick.led,
                trick.best if "best" in reads else 0,
                trick.first and "first" in reads,
                trick.broken and "broken" in reads,
            )
        if (index, trick) not in self._forbidden:
            now = Situation(self._duties.classes, trick, self._letter)
            self._forbidden[index, trick] = {
                card: mask(h for h in self._cards if h != card and duty.blocks(now, h, card))
                for card in self._cards
            }
        return self._forbidden[index, trick]


def _chain(forbidding: Mapping[Card, int]) -> list[int]:
    """The sets of which the first that a hand has any card of may be played; none if none do."""
    sets: list[int] = []
    above, everything = 0, mask(forbidding)
    while above != everything:
        found = mask(card for card, holders in forbidding.items() if holders == above)
        if not found:
            return []
        sets.append(found)
        above |= found
    return sets


def _check_some_card_is_free(forbidding: Mapping[Card, int]) -> None:
    """Raise Untabulated if each of some cards is forbidden by another of them."""
    bound = mask(forbidding)
    while bound:
        cards = [card for card in forbidding if bound >> card & 1]
        free = mask(card for card in cards if not forbidding[card] & bound)
        if not free:
            some = " ".join(map(str, cards[:3]))
            raise Untabulated(f"duties: they may forbid every card of a hand (such as {some})")
        bound ^= free
