"""What a search may use: positions, seconds, memory."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from cardkit.kernel.engines import Engine
from cardkit.solver.solution import Resource

MIB: Final = 1 << 20
#: What is used before any position is stored: Python with numba and numpy, or by itself.
_BASE: Final = {"numba": 240 * MIB, "python": 70 * MIB}
#: Positions looked at before the search comes back to see about time and progress.
_SLICE: Final = {"numba": 100_000, "python": 500}
#: The least that makes sense for tables.
_LEAST: Final = 4 * MIB
#: What a word in a list costs in Python, beyond its place.
WORD_COST: Final = {"numba": 8, "python": 110}

#: Told now and then how many positions have been looked at.
Progress = Callable[[int], None]


class Budget:
    """How much is left; `nodes` and `seconds` may be without bound, memory is in MiB."""

    def __init__(
        self,
        engine: Engine,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        progress: Progress | None,
    ) -> None:
        self.engine = engine
        self.nodes = nodes
        self.deadline = None if seconds is None else monotonic() + seconds
        #: Bytes for tables and pools. It is the same on every machine, so that what a search finds
        #: does not depend on what else the process holds.
        self.bytes = max(memory * MIB - _BASE[engine.name], _LEAST)
        self.used = 0
        self._progress = progress

    @property
    def slice(self) -> int:
        """How many positions may be looked at before asking again."""
        size = _SLICE[self.engine.name]
        return size if self.nodes is None else min(size, self.nodes - self.used)

    def spend(self, nodes: int) -> None:
        """Count positions that were looked at."""
        self.used += nodes
        if self._progress is not None:
            self._progress(self.used)

    @property
    def exhausted(self) -> Resource | None:
        """What has run out, if anything has."""
        if self.nodes is not None and self.used >= self.nodes:
            return "nodes"
        if self.deadline is not None and monotonic() >= self.deadline:
            return "seconds"
        return None
