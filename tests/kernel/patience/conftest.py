"""The kinds of small games, one by one or all at once."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


SMALL = _load("small_games")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `small_game` runs once for each kind of small game."""
    if "small_game" in metafunc.fixturenames:
        metafunc.parametrize("small_game", list(SMALL.KINDS), indirect=True)


@pytest.fixture
def small_game(request: pytest.FixtureRequest) -> object:
    """A small game of some kind."""
    return SMALL.KINDS[request.param].game(request.param)


@pytest.fixture(scope="session")
def small() -> ModuleType:
    """The module of small games."""
    return SMALL
