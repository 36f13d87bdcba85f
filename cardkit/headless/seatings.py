"""Who sits where: all the ways in which players take the seats of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import Final

#: So many seatings of one deal are played at most: more would take longer than anybody waits.
MOST_SEATINGS: Final = 1000


def seatings(named: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """Every seating of players of whom player i was named `named[i]` times, in order.

    A seating says which player has each seat. If more players are named than there are seats,
    nobody sits more often than named; otherwise nobody sits less often. So everybody has each
    seat equally often. Raises ValueError if there are more than `MOST_SEATINGS`.

    >>> seatings([1, 1], 3)
    ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    >>> len(seatings([1, 1, 1], 3)), seatings([2, 1], 3), seatings([1, 1, 1], 1)
    (6, ((0, 0, 1), (0, 1, 0), (1, 0, 0)), ((0,), (1,), (2,)))
    """
    least, most = _bounds(named, seats)
    number = _count(least, most, seats)
    if number > MOST_SEATINGS:
        raise ValueError(
            f"{sum(named)} players can take {seats} seats in {_shown(number)} ways, and at most"
            f" {MOST_SEATINGS} are played: name fewer players"
        )
    return tuple(_seatings(least, most, seats))


def _bounds(named: Sequence[int], seats: int) -> tuple[list[int], list[int]]:
    """How many seats each player has at least, and at most."""
    if sum(named) > seats:
        return [0] * len(named), list(named)
    return list(named), [seats] * len(named)


def _count(least: Sequence[int], most: Sequence[int], seats: int) -> int:
    """How many seatings there are, without listing them."""
    # ways[k]: in how many ways the players so far take k seats, the order of all k counted.
    ways = [1] + [0] * seats
    for low, high in zip(least, most, strict=True):
        ways = [
            sum(ways[k - own] * comb(k, own) for own in range(low, min(high, k) + 1))
            for k in range(seats + 1)
        ]
    return ways[seats]


def _seatings(least: Sequence[int], most: Sequence[int], seats: int) -> Iterator[tuple[int, ...]]:
    """The seatings one by one; no beginning of one leads nowhere."""
    if not seats:
        yield ()
        return
    for player, high in enumerate(most):
        after = [max(0, low - (other == player)) for other, low in enumerate(least)]
        if high and sum(after) < seats:
            left = [more - (other == player) for other, more in enumerate(most)]
            for rest in _seatings(after, left, seats - 1):
                yield player, *rest


def _shown(number: int) -> str:
    return str(number) if number < 10**12 else "more than a million million"
