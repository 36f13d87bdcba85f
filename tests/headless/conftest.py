from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import cardkit
from cardkit import Game, plugins


@pytest.fixture(scope="session")
def tiny() -> ModuleType:
    """The module `tiny.py` beside this file."""
    path = Path(__file__).with_name("tiny.py")
    spec = importlib.util.spec_from_file_location("headless_tiny", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def registry(tiny: ModuleType) -> plugins.Registry:
    return tiny.tiny_registry()


@pytest.fixture(autouse=True)
def only_tiny_games(registry: plugins.Registry) -> Iterator[None]:
    """No installed plugin takes part: these tests are about the machinery."""
    with plugins.use(registry):
        yield


@pytest.fixture
def stairs(only_tiny_games: None) -> Game:
    return cardkit.game("stairs")


@pytest.fixture
def snatch(only_tiny_games: None) -> Game:
    return cardkit.game("snatch")
