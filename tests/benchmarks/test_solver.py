"""The solver on the compiled kernel: positions and deals a second, and how many it decides.

    pytest tests/benchmarks/test_solver.py --numprocesses=0 --benchmark-enable --benchmark-only

One core. `extra_info` of each benchmark has what to compare. The peer for Klondike, pyksolve (the
extra `bench`), solves other random deals in the same run; the peer for FreeCell, Freecell Solver,
solves the same ones where it is installed (as `freecell-solver-bin` on Debian). The first run on a
machine compiles the kernel before anything is timed.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import cardkit
from cardkit.kernel.engines import engine
from cardkit.solver import Solver
from cardkit.solver.budget import Budget
from cardkit.solver.portfolio import WEIGHTS
from cardkit.solver.searching import Searching

Search = Callable[[Searching], object]


def decide(benchmark: Any, name: str, deals: list[str], **limits: Any) -> Counter[str]:
    """Time the solving of deals, dealing and replaying included, and note what came of them."""
    pytest.importorskip("numba")
    game = cardkit.game(name)
    solver = Solver(game)
    solver.solve(game.deal(deals[0]), nodes=100)
    verdicts: Counter[str] = Counter()
    lengths: list[int] = []
    nodes = 0
    start = time.process_time()

    def timed() -> None:
        nonlocal nodes
        for deal in deals:
            found = solver.solve(game.deal(deal), **limits)
            verdicts[found.verdict] += 1
            nodes += found.nodes
            if found.moves:
                lengths.append(len(found.moves))

    benchmark.pedantic(timed, rounds=1)
    seconds = time.process_time() - start
    benchmark.extra_info.update(
        verdicts=dict(verdicts),
        deals_per_second=round(len(deals) / seconds, 1),
        nodes_per_second=round(nodes / seconds),
        median_length=sorted(lengths)[len(lengths) // 2] if lengths else None,
        peak_mib=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )
    return verdicts


def test_bisley(benchmark):
    assert decide(benchmark, "bisley", list(map(str, range(1, 1001))))["undecided"] == 0


def search_alone(benchmark: Any, name: str, deals: list[str], search: Search) -> None:
    """Time one search of each deal, which is what positions a second are compared by."""
    pytest.importorskip("numba")
    game = cardkit.game(name)
    solver = Solver(game)
    solver.solve(game.deal(deals[0]), nodes=100)
    nodes, seconds = 0, 0.0

    def timed() -> None:
        nonlocal nodes, seconds
        for deal in deals:
            board = solver.boards[0]
            budget = Budget(board.engine, None, None, 512, None)
            searching = Searching(board, game.deal(deal), budget)
            start = time.process_time()
            search(searching)
            seconds += time.process_time() - start
            nodes += budget.used

    benchmark.pedantic(timed, rounds=1)
    benchmark.extra_info["nodes_per_second"] = round(nodes / seconds)


def test_bisley_depth_first(benchmark):
    deals = [str(number) for number in range(1, 201)]
    search_alone(benchmark, "bisley", deals, lambda searching: searching.depth(None))


def test_freecell_best_first(benchmark):
    deals = [f"ms:{number}" for number in range(1, 201)]

    def by_all_weights(searching: Searching) -> None:
        for weights in WEIGHTS:
            searching.best(weights, 20_000)

    search_alone(benchmark, "freecell", deals, by_all_weights)


def test_bisley_without_numba(benchmark):
    game = cardkit.game("bisley")
    solver = Solver(game, engine("python"))
    solver.solve(game.deal(2), nodes=100)
    start = time.process_time()
    found = []
    benchmark.pedantic(lambda: found.append(solver.solve(game.deal(1), nodes=20_000)), rounds=1)
    rate = found[0].nodes / (time.process_time() - start)
    benchmark.extra_info["nodes_per_second"] = round(rate)


def test_freecell(benchmark):
    deals = [f"ms:{number}" for number in range(1, 1001)]
    assert decide(benchmark, "freecell", deals)["won"] == 1000


@pytest.mark.parametrize("name", ["klondike", "klondike-draw-1", "bakers-dozen"])
def test_fifty_deals(benchmark, name):
    """Ten seconds for each deal, as the published trials of other solvers have."""
    name, _, draw = name.partition("-draw-")
    pytest.importorskip("numba")
    game = cardkit.game(name, **({"draw": int(draw)} if draw else {}))
    solver = Solver(game)
    solver.solve(game.deal(1), nodes=100)
    verdicts: Counter[str] = Counter()

    def timed() -> None:
        for deal in range(1, 51):
            verdicts[solver.solve(game.deal(deal), seconds=10).verdict] += 1

    benchmark.pedantic(timed, rounds=1)
    benchmark.extra_info["verdicts"] = dict(verdicts)


def test_prince_bismarck(benchmark):
    decks = list(map(str, range(1, 1001)))
    assert decide(benchmark, "prince-bismarck", decks, nodes=20_000_000)["won"] >= 995


#: What shares nothing, for how much more two cores of a machine do than one.
SPIN = "for _ in range(40_000_000): pass"


def seconds_of(*commands: list[str]) -> float:
    """How long some processes take that start at once."""
    start = time.monotonic()
    running = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for command in commands
    ]
    assert [process.wait() for process in running] == [0] * len(running)
    return time.monotonic() - start


def test_two_workers(benchmark):
    """A sweep by two processes beside the same by one: the ratio of the times on the clock.

    `control` is what two processes that share nothing get done in the time of one.
    """
    pytest.importorskip("numba")
    command = [sys.executable, "-m", "cardkit", "sweep", "bisley", "--deals", "1..10000", "--solve"]
    spin = [sys.executable, "-c", SPIN]
    took = {}
    control = []

    def timed() -> None:
        for workers in (1, 2):
            control.append(2 * seconds_of(spin) / seconds_of(spin, spin))
            took[workers] = seconds_of([*command, "--workers", str(workers)])

    benchmark.pedantic(timed, rounds=1)
    benchmark.extra_info.update(
        ratio=round(took[1] / took[2], 2),
        control=[round(one, 2) for one in control],
        cores=os.cpu_count(),
    )


@pytest.mark.parametrize("preset", ["lg", "as"])
def test_peer_freecell_solver(benchmark, preset):
    """It finds ways to win as well; it does not make them short, nor check them by other rules."""
    command = shutil.which("freecell-solver-range-parallel-solve")
    if command is None:
        pytest.skip("Freecell Solver is not installed")
    run = [command, "1", "1000", "1000", "-l", preset]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    told = benchmark.pedantic(
        lambda: subprocess.run(run, check=True, capture_output=True, text=True).stdout, rounds=1
    )
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    assert "Unsolved" not in told
    assert "Intractable" not in told
    version = subprocess.run(["fc-solve", "--version"], check=True, capture_output=True, text=True)
    benchmark.extra_info.update(
        version=version.stdout.split()[-1],
        deals_per_second=round(1000 / seconds),
        positions=int(told.rpartition("total_num_iters=")[2].rstrip(")\n")),
    )


@pytest.mark.parametrize("draw", [1, 3])
def test_peer_pyksolve(benchmark, draw):
    solving = pytest.importorskip("pyksolve.solver")
    results: Counter[str] = Counter()

    def timed() -> None:
        for seed in range(1, 51):
            deal = solving.Solitaire()
            deal.draw_count = draw
            deal.shuffle1(seed)
            deal.reset_game()
            results[deal.solve_fast(max_closed_count=1_000_000).name] += 1

    benchmark.pedantic(timed, rounds=1)
    benchmark.extra_info["verdicts"] = dict(results)
