"""Deals handed out in chunks, and taken back where somebody did not get to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from attrs import evolve

from cardkit.sweep.selection import Run
from cardkit.sweep.working import PATIENCE, Report

#: Deals that one worker does in a row.
Chunk: TypeAlias = tuple[Run, ...]

#: A chunk has so many deals at most: what a worker has done is kept in memory until it tells.
_LARGEST: Final = 10_000
#: So much larger than the last one may the next chunk be.
_GROWTH: Final = 4


def size_of(chunk: Chunk) -> int:
    """How many deals a chunk has."""
    return sum(map(len, chunk))


class Queue:
    """The deals that are to be done, from the first to the last; `left` counts them.

    >>> queue = Queue([Run(0, 1, 6), Run(1, 1, 1)], left=7)
    >>> chunk = queue.take(5)
    >>> queue.give_back(chunk, done=2)
    >>> [list(map(str, queue.take(most))) for most in (2, 9, 9)], queue.left
    ([['3..4'], ['5', '6', 'ms:1'], []], 0)
    """

    def __init__(self, runs: Iterable[Run], left: int) -> None:
        self._fresh = iter(runs)
        self._back: deque[Run] = deque()
        self._suspects: deque[Run] = deque()
        self.left = left

    def take(self, most: int) -> Chunk:
        """The next deals, so many at most; none if nothing is left."""
        if self._suspects:
            self.left -= 1
            return (self._suspects.popleft(),)
        chunk: list[Run] = []
        for run in iter(self._next, None):
            head, tail = _split(run, most - size_of(tuple(chunk)))
            chunk += head
            self._back.extendleft(tail)
            if tail:
                break
        self.left -= size_of(tuple(chunk))
        return tuple(chunk)

    def _next(self) -> Run | None:
        return self._back.popleft() if self._back else next(self._fresh, None)

    def give_back(self, chunk: Chunk, done: int) -> None:
        """Take back a chunk whose first deals have been done."""
        rest = tuple(_without(chunk, done))
        self._back.extendleft(reversed(rest))
        self.left += size_of(rest)

    def suspect(self, chunk: Chunk) -> None:
        """Take back a chunk on which a worker died, to hand out each of its deals by itself."""
        singles = [single for run in chunk for single in run.blocks(1)]
        self._suspects.extend(singles)
        self.left += len(singles)


def _split(run: Run, count: int) -> tuple[list[Run], list[Run]]:
    if len(run) <= count:
        return [run], []
    if count == 0:
        return [], [run]
    last = run.first + count - 1
    return [evolve(run, last=last)], [evolve(run, first=last + 1)]


def _without(chunk: Chunk, done: int) -> Iterator[Run]:
    for run in chunk:
        _, tail = _split(run, min(done, len(run)))
        yield from tail
        done -= min(done, len(run))


class Pace:
    """How large the next chunk should be, so that a worker tells of it soon, but not all the time.

    >>> pace = Pace(workers=2)
    >>> pace.size(left=1000)
    1
    >>> for _ in range(9):
    ...     pace.note(Report(rows=[("1",)] * 100, seconds=PATIENCE))
    >>> pace.size(left=1000), pace.size(left=40)
    (100, 10)
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._size = 1

    def size(self, left: int) -> int:
        """How many deals to hand out of those that are left: towards the end everybody has some."""
        return max(1, min(self._size, left // (2 * self._workers)))

    def note(self, report: Report) -> None:
        """Learn from what a worker got done."""
        in_time = int(len(report.rows) * PATIENCE / max(report.seconds, 1e-6))
        self._size = max(1, min(in_time, self._size * _GROWTH, _LARGEST))
