"""Results of many runs: how often won, how sure that is, the mean scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Final

from attrs import define, field

from cardkit.headless.running import Run
from cardkit.outcome import Outcome

#: Two-sided 95 %: the standard normal distribution lies within this of its mean so often.
Z_95: Final = 1.959963984540054


def wilson(wins: int, n: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval for the chance of winning, of which `wins` in `n` games tell.

    Without any game it is all that there is, from 0 to 1. Raises ValueError unless
    0 <= wins <= n.

    >>> low, high = wilson(15, 148)
    >>> round(low, 4), round(high, 4)
    (0.0624, 0.1605)
    """
    if not 0 <= wins <= n:
        raise ValueError(f"{wins} of {n} games cannot have been won")
    if n == 0:
        return 0.0, 1.0
    share = wins / n
    spread = z * z / n
    middle = share + spread / 2
    half = z * sqrt(share * (1 - share) / n + spread / (4 * n))
    low = 0.0 if wins == 0 else (middle - half) / (1 + spread)
    high = 1.0 if wins == n else (middle + half) / (1 + spread)
    return low, high


@define
class Summary:
    """What many runs of one game came to; `add` takes in one more.

    >>> tally = Summary()
    >>> tally.add_outcome(Outcome("won", won=True))
    >>> tally.add_outcome(Outcome("stuck", won=False))
    >>> tally.count, tally.won, [round(bound, 3) for bound in tally.interval]
    (2, 1, [0.095, 0.905])
    """

    #: How many games.
    count: int = 0
    #: How many of them a single player won; None in games that seats win from each other.
    won: int | None = None
    #: How many moves in all.
    moves: int = 0
    #: How often each reason ended a game.
    reasons: Counter[str] = field(factory=Counter)
    #: For each seat, how many games it won, alone or with others.
    wins: list[int] = field(factory=list)
    #: How many games gave scores.
    scored: int = 0
    #: For each seat, the sum of its scores.
    totals: list[int] = field(factory=list)

    def add(self, run: Run) -> None:
        """Count one more run."""
        self.moves += run.moves
        self.add_outcome(run.outcome)

    def add_outcome(self, outcome: Outcome) -> None:
        """Count one more game, of which no more is known than how it came out."""
        self.count += 1
        self.reasons[outcome.reason] += 1
        if outcome.won is not None:
            self.won = (self.won or 0) + outcome.won
        for seat in outcome.winners:
            self.wins += [0] * (seat + 1 - len(self.wins))
            self.wins[seat] += 1
        if outcome.scores is not None:
            self.scored += 1
            self.totals += [0] * (len(outcome.scores) - len(self.totals))
            self.totals = [a + b for a, b in zip(self.totals, outcome.scores, strict=True)]

    @property
    def interval(self) -> tuple[float, float] | None:
        """The Wilson 95 % interval of the chance to win; None where seats win from each other."""
        return None if self.won is None else wilson(self.won, self.count)

    @property
    def mean_scores(self) -> tuple[float, ...] | None:
        """Each seat's mean score over the games that gave scores, None if none did."""
        return tuple(total / self.scored for total in self.totals) if self.scored else None

    def to_data(self) -> dict[str, object]:
        """The summary as plain data for JSON, without what does not apply."""
        data: dict[str, object] = {
            "games": self.count,
            "moves": self.moves,
            "reasons": dict(sorted(self.reasons.items())),
        }
        if self.interval is not None:
            data |= {"won": self.won, "interval": list(self.interval)}
        if self.wins:
            data["wins"] = list(self.wins)
        if self.mean_scores is not None:
            data["mean_scores"] = list(self.mean_scores)
        return data


def summary(runs: Iterable[Run]) -> Summary:
    """What some runs came to; each is let go of once it is counted.

    >>> import cardkit.headless
    >>> runs = cardkit.headless.run_many("bisley", "1..3", players="random")
    >>> cardkit.headless.summary(runs).count
    3
    """
    total = Summary()
    for run in runs:
        total.add(run)
    return total
