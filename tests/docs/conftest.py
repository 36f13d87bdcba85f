"""The builder of pages, which lies beside them and in no package, and a reader of pages."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="session")
def builder() -> Iterator[ModuleType]:
    """The module `docs/build_pages.py`, whose neighbours can be imported meanwhile."""
    sys.path.insert(0, str(DOCS))
    yield importlib.import_module("build_pages")
    sys.path.remove(str(DOCS))


@pytest.fixture(scope="session")
def files(builder: ModuleType) -> dict[Path, str]:
    """Everything that the builder makes, made once."""
    made: dict[Path, str] = builder.built()
    return made


@pytest.fixture(scope="session")
def reading(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The module `reader.py` beside this file."""
    return load_helper("cardkit_reader", Path(__file__).with_name("reader.py"))
