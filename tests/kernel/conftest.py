"""What all tests of the kernel share: plain arrays refuse an index that compiled ones do not."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import pytest

from cardkit.kernel.engines import Engine


class FromTheStart(list[int]):
    """A list without negative indices, which compiled would be places before the array."""

    def __getitem__(self, index: Any) -> Any:
        assert isinstance(index, slice) or index >= 0, f"the kernel reads at {index}"
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert isinstance(index, slice) or index >= 0, f"the kernel writes at {index}"
        super().__setitem__(index, value)


@pytest.fixture(autouse=True)
def indices_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the plain engine such lists in all tests of the kernel."""
    plainly = Engine._zeros

    def zeros(self: Engine, size: int, kind: str) -> MutableSequence[int]:
        made = plainly(self, size, kind)
        return FromTheStart(made) if isinstance(made, list) else made

    monkeypatch.setattr(Engine, "_zeros", zeros)
