"""Crews: whoever does the chunks of a sweep. This one is the process itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from typing import Final, Protocol

from cardkit.deals import parse_deals
from cardkit.sweep.chunks import Pace, Queue
from cardkit.sweep.jobs import Job
from cardkit.sweep.plan import SweepError
from cardkit.sweep.working import Report, do

#: A deal at which so many workers died is not tried again.
STRIKES: Final = 3


class Crew(Protocol):
    """Takes deals from a queue, has them done, and reports."""

    def reports(self, queue: Queue) -> Iterator[Report]:
        """What comes of the deals, in whatever order, until the queue is empty.

        A report with a fault is the last that has to be heeded. Raises SweepError where nothing
        gets done any more.
        """


class Alone:
    """Does everything in this process."""

    def __init__(self, job: Job) -> None:
        self._job = job

    def reports(self, queue: Queue) -> Iterator[Report]:
        """What comes of the deals, in their order."""
        pace = Pace(workers=1)
        while chunk := queue.take(pace.size(queue.left)):
            report = do(self._job, chain.from_iterable(parse_deals(str(run)) for run in chunk))
            queue.give_back(chunk, len(report.rows))
            pace.note(report)
            yield report


def cores() -> int:
    """How many processes can run at a time."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system can tell
        return os.cpu_count() or 1


class Strikes:
    """Counts the workers that died over each deal.

    >>> strikes = Strikes()
    >>> for _ in range(3):
    ...     strikes.count("7", "killed by signal 9")
    Traceback (most recent call last):
    ...
    cardkit.sweep.plan.SweepError: deal 7: 3 workers died over it, the last killed by signal 9
    """

    def __init__(self) -> None:
        self._deals: dict[str, int] = {}

    def count(self, deal: str, how: str) -> None:
        """A worker died over a deal that it had alone. Raises SweepError once it is enough."""
        self._deals[deal] = self._deals.get(deal, 0) + 1
        if self._deals[deal] == STRIKES:
            raise SweepError(f"deal {deal[:60]}: {STRIKES} workers died over it, the last {how}")
