from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import cardkit
from cardkit.kernel.engines import Engine
from cardkit.kernel.engines import engine as engine_named
from cardkit.tricks.game import TrickGame

ENGINES = ["python", *(["numba"] if importlib.util.find_spec("numba") else [])]


@pytest.fixture(params=ENGINES, scope="session")
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine that there is; what one has compiled it keeps."""
    return engine_named(request.param)


@pytest.fixture(scope="session")
def plain() -> Engine:
    """The engine that needs nothing."""
    return engine_named("python")


@pytest.fixture(scope="session")
def fastest() -> Engine:
    """The best engine that there is."""
    return engine_named(ENGINES[-1])


@cache
def _game(name: str, options: tuple[tuple[str, object], ...]) -> cardkit.Game:
    return cardkit.game(name, **dict(options))


@pytest.fixture(scope="session")
def make() -> Callable[..., TrickGame]:
    """An installed game with some options: `make("bismarck", session="quick")`."""

    def make(name: str, **options: object) -> TrickGame:
        game = _game(name, tuple(sorted(options.items())))
        assert isinstance(game, TrickGame)
        return game

    return make


@pytest.fixture(scope="session")
def exotic(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The module `exotic.py` beside this file."""
    return load_helper("tricks_exotic", Path(__file__).with_name("exotic.py"))
