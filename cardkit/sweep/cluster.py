"""A crew of Dask workers, on this machine or on many: the extra `dask`.

Dask gives what a lost worker had to another one. Everything that is sent is plain data, but Dask
pickles it: trust a scheduler no less than the program itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import Any, Final

from cardkit.sweep.chunks import Chunk, Pace, Queue, size_of
from cardkit.sweep.exports import needed
from cardkit.sweep.plan import Plan, SweepError
from cardkit.sweep.working import Report, work

#: So many seconds a scheduler has to answer and its first worker to be there.
_START: Final = 10
#: So many seconds there may be no worker later on: Dask's nannies begin lost ones anew.
_ABSENCE: Final = 60
#: Chunks for each worker: one at work, and one to go on with.
_AHEAD: Final = 2
#: How often, in seconds, it is looked how many workers there are.
_LOOK: Final = 2


class Cluster:
    """The workers of the Dask scheduler at an address; `with` lets go of them.

    Raises SweepError if Dask is not installed, if no scheduler answers or if it has no workers.
    """

    def __init__(self, plan: Plan, address: str) -> None:
        self._plan = plan.to_text()
        self._address = address
        self._dask = needed("distributed", "--dask", "dask")
        self._killed: type[Exception] = needed(
            "distributed.scheduler", "--dask", "dask"
        ).KilledWorker
        self._hushed = [
            logger
            for name, logger in logging.root.manager.loggerDict.items()
            if isinstance(logger, logging.Logger)
            and name.partition(".")[0] == "distributed"
            and not logger.disabled
        ]
        self._futures: dict[Any, Chunk] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._seen = self._looked = monotonic()
        self._workers = 0

    def __enter__(self) -> Cluster:
        # Whatever happens ends as one line of ours.
        for logger in self._hushed:
            logger.disabled = True
        try:
            self._client = self._dask.Client(self._address, timeout=_START, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            self._speak()
            why = " ".join(str(error).split())[:200]
            raise SweepError(f"no Dask scheduler answers at {self._address}: {why}") from None
        try:
            self._client.wait_for_workers(1, timeout=_START)
        except BaseException as error:
            self._close()
            if not isinstance(error, TimeoutError):
                raise
            raise SweepError(
                f"the Dask scheduler at {self._address} has no workers"
                f" (`dask worker {self._address} --nthreads 1` begins one)"
            ) from None
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        self._futures.clear()  # which cancels what nobody waits for
        with suppress(OSError, TimeoutError):
            self._client.close(timeout=_START)
        self._speak()

    def _speak(self) -> None:
        for logger in self._hushed:
            logger.disabled = False

    def reports(self, queue: Queue) -> Iterator[Report]:
        """What comes of the deals, in whatever order.

        Raises SweepError where the scheduler or all workers are lost, or a deal kills workers.
        """
        pace = Pace(self._look())
        while True:
            while len(self._futures) < _AHEAD * self._look():
                chunk = queue.take(pace.size(queue.left))
                if not chunk:
                    break
                self._submit(chunk)
            if not self._futures:
                return
            try:
                future = self._done.get(timeout=1.0)
            except Empty:
                continue
            chunk = self._futures.pop(future)
            try:
                report = self._report(future)
            except self._killed:
                if size_of(chunk) == 1:
                    deal = str(chunk[0])[:60]
                    raise SweepError(
                        f"deal {deal}: one Dask worker after the other died over it"
                    ) from None
                queue.suspect(chunk)
                continue
            queue.give_back(chunk, len(report.rows))
            if report.rows or report.fault:
                pace.note(report)
                yield report

    def _look(self) -> int:
        """How many workers there are, one at least. Raises SweepError after a long absence."""
        now = monotonic()
        if not self._workers or now > self._looked + _LOOK:
            self._workers, self._looked = len(self._asked()), now
            if self._workers:
                self._seen = now
        if now > self._seen + _ABSENCE:
            raise SweepError(f"the Dask scheduler at {self._address} has lost all its workers")
        return self._workers or 1

    def _asked(self) -> Any:
        try:
            return self._client.nthreads()
        except (OSError, TimeoutError, RuntimeError):
            raise self._gone() from None

    def _submit(self, chunk: Chunk) -> None:
        runs = [str(run) for run in chunk]
        try:
            future = self._client.submit(work, self._plan, runs, pure=False)
        except (OSError, RuntimeError):
            raise self._gone() from None
        self._futures[future] = chunk
        future.add_done_callback(self._done.put)

    def _report(self, future: Any) -> Report:
        """What came of a chunk: nothing, if it was lost with its worker on the way here.

        Raises Dask's error if workers died over the chunk, SweepError if nothing can come of it.
        """
        if future.status in ("pending", "lost"):
            return Report([], 0.0)
        try:
            report: Report = future.result(timeout=_START)
        except CancelledError:
            raise self._gone() from None
        except (OSError, TimeoutError):
            return Report([], 0.0)
        except self._killed:
            raise
        except Exception as error:
            why = " ".join(f"{type(error).__name__}: {error}".split())
            raise SweepError(f"a Dask worker fails: {why}") from error
        return report

    def _gone(self) -> SweepError:
        return SweepError(f"the Dask scheduler at {self._address} is gone")
