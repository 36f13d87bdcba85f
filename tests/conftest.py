"""What all tests share: the toy game, and the ledger of clauses."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

import cardkit
from cardkit.entries import GameEntry
from cardkit.testing.clauses import ClauseLedger

TESTS = Path(__file__).parent

# One seed for everybody: a run that fails here fails everywhere.
settings.register_profile("cardkit", derandomize=True, deadline=None, max_examples=25)
# For a long look: pytest --hypothesis-profile=thorough
settings.register_profile("thorough", settings.get_profile("cardkit"), max_examples=1000)
settings.load_profile("cardkit")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ClauseLedger(_first_party_clauses, TESTS), "cardkit-clauses")


def _first_party_clauses() -> Mapping[str, str]:
    """The clauses of the games of this repository; whatever else is installed has its own tests."""
    return {
        clause.id: entry.name
        for entry in cardkit.games().values()
        if _is_first_party(entry)
        for clause in entry.clauses
    }


def _is_first_party(entry: GameEntry) -> bool:
    module: str = getattr(entry.make, "__module__", "")
    return module.startswith("cardkit_games") or (
        entry.file is not None and "cardkit_games" in entry.file.parts
    )


def load_module(name: str, path: Path) -> ModuleType:
    """A helper module of the tests, which lie in no package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def load_helper() -> Callable[[str, Path], ModuleType]:
    """Loads a helper module of the tests by its path."""
    return load_module


@pytest.fixture(scope="session")
def toy() -> ModuleType:
    """The module of the toy game."""
    return load_module("snatch_toy", TESTS / "core" / "toy.py")


@pytest.fixture(scope="session")
def snatch(toy: ModuleType) -> cardkit.Game:
    """The toy game: two seats, hidden hands, cards put aside unseen, reshuffles, two deals."""
    game: cardkit.Game = toy.Snatch()
    return game
