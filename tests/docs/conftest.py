"""The builder of pages, which lies beside them and in no package."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
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
