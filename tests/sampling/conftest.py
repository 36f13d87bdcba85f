from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def enumeration(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The module `enumeration.py` beside this file."""
    return load_helper("sampling_enumeration", Path(__file__).with_name("enumeration.py"))
