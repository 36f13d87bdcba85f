"""Sweeps on Dask: a scheduler and two workers as processes of this machine, one of them killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

from cardkit.sweep import Playing, Progress, Sweep, SweepError

RANDOM = Playing(("random",))


@define
class Machines:
    """A scheduler and its workers: processes that talk by the loopback interface alone."""

    folder: Path
    address: str = ""
    processes: list[subprocess.Popen[bytes]] = field(factory=list)

    def begin(self, program: str, *words: str) -> None:
        here = ("--host", "127.0.0.1", "--no-dashboard")
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"distributed.cli.dask_{program}", *words, *here],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            cwd=self.folder,
        )
        self.processes.append(process)

    def kill(self, number: int) -> None:
        """End one without warning: 0 is the scheduler, 1 and 2 are the workers."""
        self.processes[number].kill()
        self.processes[number].wait()


@pytest.fixture
def machines(coin: Any, helpers: Any, tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    told = tmp_path / "scheduler.json"
    try:
        found.begin("scheduler", "--port", "0", "--scheduler-file", str(told))
        helpers.wait_until(lambda: told.exists() and told.read_text().endswith("}"))
        found.address = json.loads(told.read_text())["address"]
        for _ in range(2):
            words = ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
            found.begin("worker", found.address, *words)
        yield found
    finally:
        for number, _ in enumerate(found.processes):
            found.kill(number)


def test_the_table_is_the_same_though_a_worker_is_killed(
    machines: Machines, coin: Any, helpers: Any, tmp_path: Path
) -> None:
    path = tmp_path / "dask.sqlite"
    told: list[Progress] = []

    def watch(progress: Progress) -> None:
        told.append(progress)
        # As soon as both have been seen at work, one of them is killed.
        if len(coin.workers() - {os.getpid()}) == 2 and machines.processes[1].returncode is None:
            machines.kill(1)

    with Sweep("coin", "1..400", RANDOM, store=path, dask=machines.address, pause=15) as sweep:
        sweep.run(watch)
        assert machines.processes[1].returncode is not None
        assert told[-1].done == 400
        found = sweep.statistics()
    assert helpers.rows_of(path) == coin.rows(1, 400)
    with Sweep("coin", "1..400", RANDOM, workers=1, pause=15) as alone:
        alone.run()
        assert alone.statistics() == found


def test_a_fault_and_a_lost_scheduler_are_one_line_each(machines: Machines, coin: Any) -> None:
    with (
        Sweep("coin", "1..30", RANDOM, dask=machines.address, trouble="fault") as sweep,
        pytest.raises(SweepError, match=r"^deal 13: KeyError: 'nowhere'$"),
    ):
        sweep.run()
    with (
        Sweep("coin", "1..4000", RANDOM, dask=machines.address, pause=15) as sweep,
        pytest.raises(SweepError, match=f"^the Dask scheduler at {machines.address} is gone$"),
    ):
        sweep.run(lambda _: machines.kill(0))


def test_where_no_scheduler_answers(coin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.sweep.cluster._START", 0.5)
    with (
        Sweep("coin", "1..30", RANDOM, dask="tcp://127.0.0.1:1") as sweep,
        pytest.raises(SweepError, match=r"^no Dask scheduler answers at tcp://127\.0\.0\.1:1: "),
    ):
        sweep.run()


def test_without_dask_it_says_what_to_install(
    coin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    store = tmp_path / "coin.sqlite"
    with pytest.raises(SweepError) as error:
        Sweep("coin", "1..30", RANDOM, dask="tcp://127.0.0.1:1", store=store)
    assert not store.exists()
    assert str(error.value) == (
        "distributed is not installed, which --dask needs (pip install 'cardkit[dask]')"
    )
