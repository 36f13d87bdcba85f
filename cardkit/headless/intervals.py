"""How sure a mean is: Student's t interval."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import atan2, pi, sqrt

from cardkit.headless.tally import Z_95


def mean_interval(
    values: Sequence[Fraction | int],
) -> tuple[Fraction, tuple[float, float] | None]:
    """The mean of some values, and the 95 % interval of the mean that they were drawn from.

    It is Student's t interval, exact for values that are distributed normally and good for many
    of any kind. A single value gives none. Raises ValueError without any value.

    >>> mean, interval = mean_interval([1, 2, 3, 4])
    >>> mean, [round(bound, 3) for bound in interval]
    (Fraction(5, 2), [0.446, 4.554])
    """
    n = len(values)
    if n == 0:
        raise ValueError("no values have no mean")
    mean = Fraction(sum(values)) / n
    if n == 1:
        return mean, None
    # In fractions nothing is rounded, so equal values have a spread of exactly 0.
    spread = Fraction(sum(value * value for value in values)) - n * mean * mean
    half = student_95(n - 1) * sqrt(spread / (n - 1) / n)
    return mean, (float(mean) - half, float(mean) + half)


@lru_cache(maxsize=64)
def student_95(freedom: int) -> float:
    """Student's t of so many degrees of freedom lies within this of 0 in 95 % of cases.

    Raises ValueError for less than one.

    >>> [round(student_95(freedom), 3) for freedom in (1, 10, 120)]
    [12.706, 2.228, 1.98]
    """
    if freedom < 1:
        raise ValueError(f"there are at least 1 degrees of freedom, not {freedom}")
    low, high = Z_95, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        if _within(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    # Machines differ in the last digit of an arc tangent, which must not show.
    return round(low, 12)


def _within(t: float, freedom: int) -> float:
    """How likely it is that Student's t lies within `t` of 0.

    For whole degrees of freedom that is a finite sum: Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    square = freedom / (freedom + t * t)
    sine = t / sqrt(freedom + t * t)
    odd = freedom % 2
    term = sine * sqrt(square) if odd else sine
    total = term if freedom > 1 else 0.0
    for k in range(1 + odd, freedom - 2, 2):
        term *= k / (k + 1) * square
        total += term
    return 2 / pi * (atan2(t, sqrt(freedom)) + total) if odd else total
