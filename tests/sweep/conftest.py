"""What the tests of sweeps share: Coin, installed so that other processes find it, too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import cardkit
from cardkit import Deal, plugins
from cardkit.headless import run_many
from cardkit.sweep import Store

HERE = Path(__file__).parent


@frozen
class Coin:
    """The plugin Coin, as it is installed for a test."""

    folder: Path
    log: Path

    def played(self) -> list[str]:
        """The deals that any process has played, in the order of their beginnings."""
        return [line.split()[1] for line in self._lines()]

    def workers(self) -> set[int]:
        """The processes that played any."""
        return {int(line.split()[0]) for line in self._lines()}

    def _lines(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []

    def forget(self) -> None:
        self.log.unlink(missing_ok=True)

    def rows(self, first: int, last: int) -> list[tuple[Any, ...]]:
        """The rows of these deals, by the player `random`, from the library itself."""
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("COIN_LOG")
            runs = run_many("coin", map(Deal.of, range(first, last + 1)), players="random")
            return [
                (str(run.deal), run.outcome.reason, int(bool(run.outcome.won)), 1, None, None, None)
                for run in runs
            ]


@pytest.fixture(autouse=True)
def plain_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled has its own tests: nobody waits for it here."""
    monkeypatch.setenv("CARDKIT_ENGINE", "python")


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Coin]:
    """Coin is installed, for this process and those that it begins."""
    folder = tmp_path / "plugins"
    info = folder / "coin-1.0.dist-info"
    info.mkdir(parents=True)
    shutil.copy(HERE / "coin.py", folder / "cardkit_coin.py")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardkit]\ncoin = cardkit_coin\n")
    found = Coin(folder, tmp_path / "coin.log")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("COIN_LOG", str(found.log))
    monkeypatch.delenv("CARDKIT_GAMES_DIR", raising=False)
    with plugins.use(plugins.load()):
        yield found
    sys.modules.pop("cardkit_coin", None)


def rows_of(path: str | Path) -> list[tuple[Any, ...]]:
    """All rows of a store, in the order of deals, as they stand there."""
    with Store.read(path) as store:
        names = ", ".join(["deal", *store.plan.task.columns])
        return list(store.ask(f"SELECT {names} FROM asked ORDER BY place"))


def begin(*words: str) -> subprocess.Popen[str]:
    """A sweep in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "cardkit", "sweep", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def wait_until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process lives; one that only waits to be noticed does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.fixture(scope="session")
def helpers() -> Any:
    """The functions of this file, for the tests."""
    return sys.modules[__name__]


@pytest.fixture(scope="session")
def bisley() -> cardkit.Game:
    return cardkit.game("bisley")
