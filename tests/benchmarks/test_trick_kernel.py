r"""Trick games in the kernel, beside open-spiel's loop in C++ in the same run.

    pytest tests/benchmarks/test_trick_kernel.py --numprocesses=0 \
        --benchmark-enable --benchmark-only

Whole matches are played, shuffled and scored; what is counted is the deals that they have. The peer
(extra `bench`) plays games of one deal with its own random players. `deals_per_second` in the extra
info is what to compare, within one run. Compiling is done before anything is measured.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import cardkit
from cardkit.kernel.tricks.bulk import Matches


def measure(benchmark: Any, play: Callable[[int], int]) -> float:
    """Time rounds of `play`, which takes a round's number and returns how many deals it played."""
    play(0)
    played = [0, 0.0]
    rounds = iter(range(1, 100))

    def timed() -> None:
        start = time.process_time()
        played[0] += play(next(rounds))
        played[1] += time.process_time() - start

    benchmark.pedantic(timed, rounds=7)
    rate = played[0] / played[1]
    benchmark.extra_info["deals_per_second"] = round(rate)
    return rate


@pytest.mark.parametrize(
    ("name", "player", "matches"),
    [
        ("bismarck", "random", 30_000),
        ("hearts", "random", 5_000),
        ("whist", "random", 30_000),
        ("bismarck", "greedy", 2_000),
        ("hearts", "greedy", 1_000),
    ],
)
def test_matches(benchmark, name, player, matches):
    pytest.importorskip("numba", reason="the kernel is not compiled without numba")
    played = Matches(cardkit.game(name), player)
    measure(benchmark, lambda k: played.count_deals(range(k * matches, (k + 1) * matches)))


def test_results_for_python(benchmark):
    """The same with everything that Python gets to see of a match."""
    pytest.importorskip("numba", reason="the kernel is not compiled without numba")
    played = Matches(cardkit.game("bismarck"), "random")

    def play(k: int) -> int:
        return sum(len(r.deals) for r in played.play(range(k * 2000, (k + 1) * 2000)))

    measure(benchmark, play)


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_peer_open_spiel(benchmark, name):
    pyspiel = pytest.importorskip("pyspiel", reason="the peer open-spiel is not installed")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in range(4)]

    def play(k: int) -> int:
        for i in range(1_500):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, k * 10_000 + i)
        return 1_500

    measure(benchmark, play)
