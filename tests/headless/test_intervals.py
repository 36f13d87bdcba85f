from __future__ import annotations

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardkit.headless.intervals import mean_interval, student_95


@pytest.mark.parametrize(
    ("freedom", "t"),
    # The column of 0.975 in any table of Student's t.
    [
        (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (7, 2.365),
        (8, 2.306), (9, 2.262), (10, 2.228), (15, 2.131), (20, 2.086), (25, 2.060), (29, 2.045),
        (30, 2.042), (40, 2.021), (60, 2.000), (99, 1.984), (120, 1.980), (1000, 1.962),
    ],
)  # fmt: skip
def test_student_agrees_with_published_tables(freedom: int, t: float) -> None:
    assert student_95(freedom) == pytest.approx(t, abs=5.1e-4)


@given(st.integers(1, 400))
@example(1)
@example(2)
def test_so_much_of_the_density_lies_within(freedom: int) -> None:
    """The density itself, summed up by Simpson's rule."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    scale /= math.sqrt(freedom * math.pi)

    def density(x: float) -> float:
        return scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2)

    steps = 4000
    width = student_95(freedom) / steps
    inner = sum((4 if k % 2 else 2) * density(k * width) for k in range(1, steps))
    half = (density(0) + inner + density(steps * width)) * width / 3
    assert 2 * half == pytest.approx(0.95, abs=1e-9)


def test_it_comes_down_to_the_normal_distribution() -> None:
    found = [student_95(freedom) for freedom in (1, 2, 3, 10, 11, 100, 101, 5000)]
    assert found == sorted(found, reverse=True)
    assert found[-1] == pytest.approx(1.959964, abs=5e-4)
    assert found[-1] > 1.959964


def test_an_interval_that_student_published() -> None:
    """Student's own example (Biometrika 6, 1908): hours of sleep gained by ten patients."""
    hours = ["1.2", "2.4", "1.3", "1.3", "0", "1.0", "1.8", "0.8", "4.6", "1.4"]
    mean, interval = mean_interval(list(map(Fraction, hours)))
    assert mean == Fraction("1.58")
    # As every textbook gives it: 0.70 to 2.46.
    assert interval == (pytest.approx(0.7001, abs=5e-5), pytest.approx(2.4599, abs=5e-5))


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=60), st.integers(1, 30))
def test_it_is_the_mean_and_so_many_standard_errors(values: list[int], parts: int) -> None:
    mean, interval = mean_interval([Fraction(value, parts) for value in values])
    assert interval is not None
    low, high = interval
    plain = [value / parts for value in values]
    error = statistics.stdev(plain) / math.sqrt(len(plain))
    assert float(mean) == pytest.approx(statistics.fmean(plain), abs=1e-6)
    assert high - low == pytest.approx(2 * error * student_95(len(plain) - 1), abs=1e-6)
    assert (low + high) / 2 == pytest.approx(float(mean), abs=1e-6)


@given(st.fractions(), st.integers(2, 50))
def test_equal_values_have_no_spread_at_all(value: Fraction, count: int) -> None:
    assert mean_interval([value] * count) == (value, (float(value), float(value)))


def test_one_value_has_no_interval_and_none_no_mean() -> None:
    assert mean_interval([7]) == (7, None)
    with pytest.raises(ValueError, match="no values have no mean"):
        mean_interval([])
    with pytest.raises(ValueError, match="degrees of freedom, not 0"):
        student_95(0)
