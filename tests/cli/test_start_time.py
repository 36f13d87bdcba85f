"""How long `cardkit --help` takes, from nothing to the end of its process: a figure, no test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_wall_time_of_help(benchmark: Any, process: Callable[..., Any]) -> None:
    """The aim is a quarter of a second."""
    done = benchmark.pedantic(process, ("--help",), rounds=15, warmup_rounds=2)
    assert "Commands:" in done.out
