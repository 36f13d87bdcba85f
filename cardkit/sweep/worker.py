"""A worker process: `python -m cardkit.sweep.worker`, which `cardkit.sweep.processes` talks to.

It reads lines of JSON on standard input, first the plan, then the runs of deals of one chunk after
the other; to each of these it answers with a report on standard output. Nothing is pickled. When
its input ends, so does it: a worker never outlives whoever began it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TextIO

from cardkit.sweep.working import work


def serve(lines: TextIO, answers: TextIO, at_end: Callable[[], object]) -> None:
    """Do what the lines ask for; call `at_end`, in another thread, when there are no more.

    >>> from io import StringIO
    >>> out = StringIO()
    >>> serve(StringIO(""), out, lambda: None)
    >>> out.getvalue()
    ''
    """
    asked: SimpleQueue[str] = SimpleQueue()

    # They are read in a thread of their own, so that their end is noticed in the middle of a deal.
    def listen() -> None:
        for line in lines:
            asked.put(line)
        asked.put("")
        at_end()

    threading.Thread(target=listen, daemon=True).start()
    given = iter(asked.get, "")
    plan = next(given, "")
    for line in given:
        answers.write(json.dumps(work(plan, json.loads(line))) + "\n")
        answers.flush()


def _main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # what a player prints must not get among the answers
    serve(sys.stdin, answers, lambda: os._exit(0))


if __name__ == "__main__":
    _main()
