"""A line on stderr that tells how far a long command has got, if somebody watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

#: How wide a terminal is that has room for a bar beside the numbers.
_ROOM_FOR_BAR: Final = 66


@contextmanager
def playing(total: int, writing: bool, things: str = "deals") -> Iterator[Callable[[], None]]:
    """A function to be called after each of so many things; `writing` if each writes a line."""
    if not is_watched(writing):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    rate = TextColumn(things + ", {task.fields[rate]:.3g} a second")
    bar = [BarColumn()] if Console(stderr=True).width >= _ROOM_FOR_BAR else []
    with progress_line(*bar, MofNCompleteColumn(), rate, TimeRemainingColumn()) as line:
        task = line.add_task("", total=total, rate=0.0)
        start = monotonic()
        done = 0

        def played() -> None:
            nonlocal done
            done += 1
            line.update(task, completed=done, rate=done / max(monotonic() - start, 1e-9))

        yield played


@contextmanager
def counting() -> Iterator[Callable[[int, int], None] | None]:
    """A function to be told now and then of a depth and of the positions found there."""
    if not is_watched(False):
        yield None
        return
    from rich.progress import TextColumn

    with progress_line(TextColumn("depth {task.fields[ply]}: {task.completed} positions")) as line:
        task = line.add_task("", total=None, ply=1)
        yield lambda ply, count: line.update(task, ply=ply, completed=count)


def is_watched(writing: bool) -> bool:
    """True if stderr is a terminal whose line can be rewritten, and nothing else writes to it.

    `writing` says that lines go to stdout meanwhile: they would get between if that is a terminal.
    """
    try:
        busy = writing and sys.stdout.isatty()
        return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not busy
    except (AttributeError, ValueError):  # closed
        return False


def progress_line(*columns: ProgressColumn) -> Progress:
    """A line on stderr of these columns, which goes away in the end."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    )
