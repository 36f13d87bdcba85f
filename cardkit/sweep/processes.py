"""A crew of processes on this machine. One that dies is replaced, and what it had is done again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Final

from cardkit.sweep.chunks import Chunk, Pace, Queue, size_of
from cardkit.sweep.crews import STRIKES, Strikes
from cardkit.sweep.plan import Plan, SweepError
from cardkit.sweep.working import Fault, Report

#: Set, what workers write on stderr is shown.
_TRACEBACK: Final = "CARDKIT_TRACEBACK"


class Processes:
    """So many worker processes; `with` ends them.

    Each is a new interpreter, which knows nothing of this one but its path, and is sent lines of
    JSON: so it does not matter where the program that sweeps comes from, nor on which system.
    """

    def __init__(self, plan: Plan, workers: int) -> None:
        self._plan = plan.to_text()
        self._number = workers
        self._workers: list[_Worker] = []
        #: What workers say, and None from one that died.
        self._said: SimpleQueue[tuple[_Worker, str]] = SimpleQueue()

    def __enter__(self) -> Processes:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()

    def reports(self, queue: Queue) -> Iterator[Report]:
        """What comes of the deals, in whatever order. Raises SweepError if workers keep dying."""
        pace, strikes = Pace(self._number), Strikes()
        deaths = 0
        while True:
            for worker in self._idle(queue):
                worker.give(queue.take(pace.size(queue.left)))
            if not any(worker.chunk for worker in self._workers):
                return
            worker, answer = self._next()
            chunk = worker.chunk
            if not answer:
                self._workers.remove(worker)
                how = worker.how_it_died()
                deaths += 1
                if size_of(chunk) == 1:
                    strikes.count(str(chunk[0]), how)
                if deaths == STRIKES * self._number:
                    raise SweepError(f"the workers keep dying, the last {how}")
                queue.suspect(chunk)
                continue
            deaths = 0
            report = _report(json.loads(answer))
            queue.give_back(chunk, len(report.rows))
            pace.note(report)
            # It goes on while whoever asked deals with the report.
            worker.give(queue.take(pace.size(queue.left)))
            yield report

    def _idle(self, queue: Queue) -> Iterator[_Worker]:
        """Those who have nothing to do, as long as there is something: new ones, too."""
        for worker in self._workers:
            if queue.left and not worker.chunk:
                yield worker
        while queue.left and len(self._workers) < self._number:
            self._workers.append(_Worker(self._plan, self._said))
            yield self._workers[-1]

    def _next(self) -> tuple[_Worker, str]:
        while True:  # not for ever at once: some systems heed no Ctrl-C meanwhile
            with suppress(Empty):
                return self._said.get(timeout=1.0)


def _report(data: Any) -> Report:
    rows, seconds, fault = data
    return Report([tuple(row) for row in rows], seconds, None if fault is None else Fault(*fault))


class _Worker:
    """A worker process, seen from outside."""

    def __init__(self, plan: str, said: SimpleQueue[tuple[_Worker, str]]) -> None:
        shown = os.environ.get(_TRACEBACK, "") not in ("", "0")
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cardkit.sweep.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if shown else subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
            text=True,
            encoding="ascii",
            **_APART,
        )
        #: What it is at work on; nothing if it is idle.
        self.chunk: Chunk = ()
        self._tell(plan)
        self._listener = threading.Thread(target=self._listen, args=(said,), daemon=True)
        self._listener.start()

    def _listen(self, said: SimpleQueue[tuple[_Worker, str]]) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError, OSError):  # it is closed from this side
            for line in self._process.stdout:
                if line.endswith("\n"):  # or it died while it wrote
                    said.put((self, line))
        said.put((self, ""))

    def give(self, chunk: Chunk) -> None:
        """Let it do some deals, if there are any."""
        self.chunk = chunk
        if chunk:
            self._tell(json.dumps([str(run) for run in chunk]))

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has died, which shows when it does not answer
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def how_it_died(self) -> str:
        """In words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
        self.end()
        code = self._process.returncode
        if code >= 0:
            return f"with exit status {code}"
        name = signal.Signals(-code).name
        return f"killed by {name}" + (" (out of memory?)" if name == "SIGKILL" else "")

    def end(self) -> None:
        """See that it is gone."""
        self._process.terminate()
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):  # what it was not told any more
                    stream.close()


def _apart() -> dict[str, Any]:
    """How to begin a process that a Ctrl-C on the terminal does not reach: its parent ends it."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}


_APART: Final = _apart()
