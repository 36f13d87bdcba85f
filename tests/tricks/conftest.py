from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from cardkit import State
from cardkit.entries import GameEntry
from cardkit.rulesfile import packaged_game
from cardkit.tricks.game import TrickGame


@pytest.fixture(scope="session")
def referee() -> ModuleType:
    """The module `referee.py` beside this file."""
    path = Path(__file__).with_name("referee.py")
    spec = importlib.util.spec_from_file_location("tricks_referee", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


_entry: Callable[[str], GameEntry] = cache(lambda folder: packaged_game(f"cardkit_games.{folder}"))


@pytest.fixture(scope="session")
def make() -> Callable[..., TrickGame]:
    """A game of one of our folders with some options: `make("bismarck", session="quick")`."""

    def make(folder: str, **options: object) -> TrickGame:
        game = _entry(folder).create(options)
        assert isinstance(game, TrickGame)
        return game

    return make


@pytest.fixture(scope="session")
def texts() -> Callable[[State], list[str]]:
    """A state's legal moves as texts."""
    return lambda state: [str(move) for move in state.moves]
