"""Sums of fractions that are the same on every Python."""

from __future__ import annotations

from collections.abc import Iterable


def added(numbers: Iterable[float]) -> float:
    """The sum of some numbers, each added to those before it, and rounded each time.

    From Python 3.12 on `sum` makes good what rounding loses. Players compare such sums, and whether
    two of them are equal decides what is played, which must not depend on the version.

    >>> added([0.1] * 10)
    0.9999999999999999
    """
    total = 0.0
    for number in numbers:
        total += number
    return total
