"""What many results come to: shares and means with their 95 % intervals, and quantiles."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Final

from attrs import define, frozen

from cardkit.headless import wilson
from cardkit.headless.intervals import student_95

#: The quantiles that are told, in hundredths, the least and the greatest value among them.
LEVELS: Final = (0, 10, 50, 90, 99, 100)

#: From so many degrees of freedom on Student's t changes by little more than one in ten thousand.
_MANY: Final = 10_000


@frozen
class Wins:
    """How many of some games are won; those that are undecided may be won or lost.

    >>> wins = Wins(count=148, won=15)
    >>> [round(bound, 4) for bound in wins.interval]
    [0.0624, 0.1605]
    """

    count: int
    won: int
    undecided: int = 0

    @property
    def share(self) -> float:
        """The share that is known to be won."""
        return self.won / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the chance to win.

        Its lower bound counts the undecided as lost, the upper one as won.
        """
        low, _ = wilson(self.won, self.count)
        _, high = wilson(self.won + self.undecided, self.count)
        return low, high

    def to_data(self) -> dict[str, object]:
        """The same as plain data for JSON."""
        return {"won": self.won, "share": self.share, "interval": list(self.interval)}


@frozen
class Estimate:
    """A mean and its 95 % interval, None if a single value does not tell one."""

    mean: float
    interval: tuple[float, float] | None

    def to_data(self) -> dict[str, object]:
        """The same as plain data for JSON."""
        return {"mean": self.mean, "interval": self.interval and list(self.interval)}


@define
class Ratio:
    """The mean of values that come in groups, all of a group being of one match.

    What happens in one deal of a match may depend on the deals before it, so it is the matches
    that the interval takes for independent: it is that of a ratio, the sum of the groups' sums by
    the sum of their sizes. All is summed up in whole numbers, so that the order does not matter.

    >>> ratio = Ratio()
    >>> for value in (1, 2, 3, 4):
    ...     ratio.add(value, 1)
    >>> found = ratio.estimate()
    >>> found.mean, [round(bound, 3) for bound in found.interval]
    (2.5, [0.446, 4.554])
    """

    groups: int = 0
    size: int = 0
    total: int = 0
    #: The sums of the groups' totals squared, of totals by sizes, of sizes squared.
    _squares: int = 0
    _products: int = 0
    _sizes: int = 0

    def add(self, total: int, size: int, times: int = 1) -> None:
        """Take in a group by its sum and its size, or so many groups like it."""
        self.groups += times
        self.size += size * times
        self.total += total * times
        self._squares += total * total * times
        self._products += total * size * times
        self._sizes += size * size * times

    def estimate(self) -> Estimate:
        """The mean. Raises ZeroDivisionError if there is no value."""
        mean = Fraction(self.total, self.size)
        if self.groups == 1:
            return Estimate(float(mean), None)
        # The squares of what each group's sum differs by from the mean times its size.
        spread = self._squares - 2 * mean * self._products + mean * mean * self._sizes
        error = sqrt(spread * self.groups / (self.groups - 1)) / self.size
        half = student_95(min(self.groups - 1, _MANY)) * error
        return Estimate(float(mean), (float(mean) - half, float(mean) + half))


@frozen
class Quantiles:
    """Quantiles of some whole numbers: for each level the least of them that so many do not exceed.

    >>> Quantiles.of("moves", range(1, 101), 100).values
    (1, 10, 50, 90, 99, 100)
    """

    name: str
    count: int
    values: tuple[int, ...]

    @classmethod
    def of(cls, name: str, ordered: Iterable[int], count: int) -> Quantiles:
        """The quantiles of so many numbers, which come in order. There has to be one at least."""
        ranks = [max(1, -(-level * count // 100)) for level in LEVELS]  # rounded up
        wanted = set(ranks)
        found = {rank: value for rank, value in enumerate(ordered, 1) if rank in wanted}
        return cls(name, count, tuple(found[rank] for rank in ranks))

    def to_data(self) -> dict[str, object]:
        """The same as plain data for JSON."""
        levels = dict(zip(map(str, LEVELS), self.values, strict=True))
        return {"count": self.count, "quantiles": levels}
