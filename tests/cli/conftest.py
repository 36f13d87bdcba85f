"""What the tests of the command line share: a command run in this process, or in its own."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from attrs import frozen
from click.testing import CliRunner

import cardkit.players
from cardkit import plugins
from cardkit.cli.root import cli
from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins import hookimpl

UNWANTED = (
    "CARDKIT_GAMES_DIR", "CARDKIT_STRICT_PLUGINS", "CARDKIT_TRACEBACK", "COLUMNS", "FORCE_COLOR",
    "NO_COLOR", "PYTHONHASHSEED", "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONUTF8",
)  # fmt: skip


@frozen
class Result:
    """What a command wrote, and its exit status."""

    status: int
    out: str
    err: str


Cardkit = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that the caller has set shows in what commands write."""
    for name in UNWANTED:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def ck() -> Cardkit:
    """Run a command in this process: `ck("moves", "bisley")`."""
    # Up to click 8.1 the two streams have to be kept apart by asking for it.
    apart = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}

    def run(*words: str, charset: str = "utf-8", **environ: str) -> Result:
        done = CliRunner(charset=charset, env=environ, **apart).invoke(cli, words)
        assert isinstance(done.exception, SystemExit | None), done.exception
        return Result(done.exit_code, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def process() -> Callable[..., Result]:
    """Run a command in a process of its own, with the environment given on top of a plain one."""

    def run(
        *words: str, command: list[str] | None = None, cwd: Path | None = None, **environ: str
    ) -> Result:
        done = subprocess.run(
            [*(command or [sys.executable, "-m", "cardkit"]), *words],
            capture_output=True,
            check=False,
            cwd=cwd,
            env=plain(environ),
            stdin=subprocess.DEVNULL,
            timeout=60,
        )
        return Result(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


def plain(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of this process without what would show, and with something more."""
    kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    return kept | {"PYTHONUTF8": "1"} | dict(more or {})


class _Clumsy:
    """A player that breaks down at its first move."""

    def __init__(self, *_: object) -> None:
        pass

    def choose(self, view: object) -> None:
        raise KeyError("nowhere")


@pytest.fixture
def toys(toy: ModuleType) -> Iterator[None]:
    """Snatch, a game for two, a broken game, and players, instead of what is installed."""

    class Broken(toy.Snatch):
        name = "broken"

        def moves(self, s: object) -> list[cardkit.Move]:
            raise ValueError("3 is not in list")

    class Toys:
        @hookimpl
        def cardkit_games(self) -> Iterator[GameEntry]:
            for game in (toy.Snatch, Broken):
                yield GameEntry(
                    game.name, lambda _, game=game: game(), {"en": "A toy"}, family="toy"
                )

        @hookimpl
        def cardkit_players(self) -> Iterator[PlayerEntry]:
            yield PlayerEntry("clumsy", _Clumsy, help="breaks down")

    class Watcher:
        @hookimpl
        def cardkit_deal_started(self) -> None:
            raise RuntimeError("asleep")

    found = {"toys": Toys(), "players": cardkit.players, "watcher": Watcher()}
    points = [SimpleNamespace(name=n, load=lambda p=p: p) for n, p in found.items()]
    with plugins.use(plugins.load(games_dirs=[], entry_points=points, strict=False)):
        yield
