"""Who came where: ranks, which equals share, and wins, which they share too."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from attrs import frozen

from cardkit.outcome import Outcome


@frozen
class Place:
    """A seat's place at the end of a match. `win` is 1, or a part of it if the win is shared."""

    rank: int
    seat: int
    score: int
    win: Fraction

    def to_data(self) -> dict[str, object]:
        """The place as plain data for JSON."""
        return {
            "rank": self.rank,
            "seat": self.seat,
            "score": self.score,
            "win": float(self.win),
        }


def final_places(outcome: Outcome) -> tuple[Place, ...]:
    """The seats from the first place to the last; none if there are no scores.

    >>> [(place.rank, place.seat, str(place.win))
    ...  for place in final_places(Outcome("scored", scores=(4, 7, 7), winners=(1, 2)))]
    [(1, 1, '1/2'), (1, 2, '1/2'), (3, 0, '0')]
    """
    scores = outcome.scores or ()
    wins = win_shares(outcome, len(scores))
    found = [Place(r, s, scores[s], wins[s]) for s, r in enumerate(ranks(scores))]
    return tuple(sorted(found, key=lambda place: (place.rank, place.seat)))


def ranks(values: Sequence[Any]) -> list[int]:
    """The rank of each value, the highest being 1; equal values share a rank.

    >>> ranks([4, 7, 7])
    [3, 1, 1]
    """
    ordered = sorted(values, reverse=True)
    return [ordered.index(value) + 1 for value in values]


def win_shares(outcome: Outcome, seats: int) -> tuple[Fraction, ...]:
    """For each seat, how much of the win is its own.

    >>> [str(share) for share in win_shares(Outcome("scored", winners=(0, 2)), 3)]
    ['1/2', '0', '1/2']
    """
    if outcome.won is not None:
        return (Fraction(outcome.won),)
    share = Fraction(1, max(1, len(outcome.winners)))
    return tuple(share if seat in outcome.winners else Fraction() for seat in range(seats))
