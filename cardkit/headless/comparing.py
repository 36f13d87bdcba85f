"""What a tournament came to: who is better than whom, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, Literal

from attrs import field, frozen

from cardkit.deals import Deal
from cardkit.headless.intervals import mean_interval
from cardkit.headless.places import ranks, win_shares
from cardkit.outcome import Outcome
from cardkit.state import Game

#: A difference is called clear from so many deals on: even if all of them went the same way,
#: fewer would do that by chance more than once in twenty times.
CLEAR_FROM: Final = 6


@frozen
class DealComparison:
    """What the players came to in all seatings of one deal, in the order of the tournament.

    `means` are their mean scores for each seat that they had (their part of the wins, in a game
    without scores), `wins` the sums of their parts of the wins.
    """

    deal: Deal
    means: tuple[Fraction, ...]
    wins: tuple[Fraction, ...]


def compare_deal(
    deal: Deal, outcomes: Sequence[Outcome], seatings: Sequence[Sequence[int]]
) -> DealComparison | None:
    """The comparison over a deal's seatings; None if a match was not played to its end."""
    if not all(map(_has_ended, outcomes)):
        return None
    count = 1 + max(map(max, seatings))
    points, wins, seats = ([Fraction()] * count for _ in range(3))
    for outcome, seating in zip(outcomes, seatings, strict=True):
        shares = win_shares(outcome, len(seating))
        scores: Sequence[Fraction | int] = shares if outcome.scores is None else outcome.scores
        for seat, player in enumerate(seating):
            points[player] += scores[seat]
            wins[player] += shares[seat]
            seats[player] += 1
    means = tuple(total / number for total, number in zip(points, seats, strict=True))
    return DealComparison(deal, means, tuple(wins))


def _has_ended(outcome: Outcome) -> bool:
    """False if somebody resigned or the limit came first, and so nobody among several has a score.

    Who plays alone has not won then, which is a result as any other.
    """
    return outcome.won is not None or outcome.reason not in ("resigned", "limit")


@frozen
class Standing:
    """A player's place in the ranking.

    `mean` is the mean score for each seat that the player had, `played` their number, `wins` the
    wins, a shared one counting as the fraction that is each one's own.
    """

    rank: int
    player: str
    mean: Fraction
    played: int
    wins: Fraction

    @property
    def win_rate(self) -> Fraction:
        """The wins for each seat that the player had."""
        return self.wins / self.played

    def to_data(self) -> dict[str, object]:
        """The standing as plain data for JSON."""
        return {
            "rank": self.rank,
            "player": self.player,
            "mean": float(self.mean),
            "played": self.played,
            "wins": float(self.wins),
            "win_rate": float(self.win_rate),
        }


@frozen
class Difference:
    """By how much a player's mean score is above another's, paired deal by deal.

    `interval` is Student's 95 % t interval over so many `deals`, None if there is but one.
    """

    player: str
    against: str
    mean: Fraction
    interval: tuple[float, float] | None
    deals: int

    @property
    def is_clear(self) -> bool:
        """True if equality lies outside the interval, and the deals are not too few to tell."""
        if self.interval is None or self.deals < CLEAR_FROM:
            return False
        low, high = self.interval
        return low > 0 or high < 0

    def to_data(self) -> dict[str, object]:
        """The difference as plain data for JSON."""
        return {
            "player": self.player,
            "against": self.against,
            "mean": float(self.mean),
            "interval": None if self.interval is None else list(self.interval),
            "clear": self.is_clear,
        }


@frozen
class Tournament:
    """What a tournament came to.

    The ranking goes by the mean score. Differences are paired by deal: for each deal, the mean
    of one player over all seatings less the mean of the other, so that neither cards nor seats
    favour anybody; intervals are over the deals. Deals in which a match was resigned or stopped
    by the limit have no scores to compare; they are `left_out`.
    """

    game: Game
    #: In the order in which they were first named.
    players: tuple[str, ...]
    #: Every seating of a deal: who has seat 0, seat 1 ...
    seatings: tuple[tuple[str, ...], ...]
    deals: tuple[DealComparison, ...] = field(repr=False)
    left_out: tuple[Deal, ...]
    #: How many deals there were to be.
    planned: int
    #: What `mean` is the mean of: scores, or parts of wins in a game that gives no scores.
    measure: Literal["score", "wins"]
    seed: int
    limit: int

    @property
    def is_complete(self) -> bool:
        """True if all deals have been played."""
        return len(self.deals) + len(self.left_out) == self.planned

    @property
    def matches(self) -> int:
        """How many matches the comparison is made from."""
        return len(self.deals) * len(self.seatings)

    @property
    def ranking(self) -> tuple[Standing, ...]:
        """The players from the best to the worst; none before the first deal."""
        if not self.deals:
            return ()
        columns = range(len(self.players))
        means = [mean_interval([deal.means[i] for deal in self.deals])[0] for i in columns]
        places = ranks(means)
        standings = []
        for i in sorted(columns, key=lambda i: (places[i], i)):
            seats = sum(seating.count(self.players[i]) for seating in self.seatings)
            wins = sum((deal.wins[i] for deal in self.deals), Fraction())
            played = seats * len(self.deals)
            standings.append(Standing(places[i], self.players[i], means[i], played, wins))
        return tuple(standings)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Of every two players the difference, the better one's to the other's."""
        names = [standing.player for standing in self.ranking]
        return tuple(self.difference(one, other) for one, other in combinations(names, 2))

    def difference(self, player: str, against: str) -> Difference:
        """By how much `player` is better than `against`.

        Raises ValueError for a name that is no player's, and before the first deal.
        """
        for name in (player, against):
            if name not in self.players:
                raise ValueError(f"{name!r} took no part: there were {', '.join(self.players)}")
        one, other = self.players.index(player), self.players.index(against)
        paired = [deal.means[one] - deal.means[other] for deal in self.deals]
        mean, interval = mean_interval(paired)
        return Difference(player, against, mean, interval, len(paired))

    def to_data(self) -> dict[str, object]:
        """The tournament as plain data for JSON; `by_deal` has what it was computed from."""
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "players": list(self.players),
            "seed": self.seed,
            "limit": self.limit,
            "seatings": [list(seating) for seating in self.seatings],
            "planned_deals": self.planned,
            "deals": len(self.deals),
            "left_out": [str(deal) for deal in self.left_out],
            "matches": self.matches,
            "partial": not self.is_complete,
            "measure": self.measure,
            "ranking": [standing.to_data() for standing in self.ranking],
            "differences": [difference.to_data() for difference in self.differences],
            "by_deal": [
                {
                    "deal": str(deal.deal),
                    "means": list(map(float, deal.means)),
                    "wins": list(map(float, deal.wins)),
                }
                for deal in self.deals
            ],
        }
