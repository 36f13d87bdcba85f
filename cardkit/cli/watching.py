"""`cardkit check --watch`: a rules file looked over again at every save, and its table shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import sleep, strftime
from typing import Final

import click

from cardkit.cli.errors import printable
from cardkit.cli.output import counted, write
from cardkit.cli.showing import shown
from cardkit.deals import Deal, DealError
from cardkit.options import OptionError
from cardkit.rulebook import RulesError
from cardkit.rulesfile import read_rules

#: Seconds between two looks at a file, and for how many looks it must have lain still.
_PAUSE: Final = 0.1
_REST: Final = 1
#: As above, for a file that is not there: an editor may be about to put a new one in its place.
_GONE: Final = 10


def watch(file: str, options: Mapping[str, str], deal: Deal) -> None:
    """Show the faults of a rules file, or else its table, at once and at every save.

    The table is that of a deal under some options. A terminal is cleared each time; elsewhere an
    empty line comes after each text. Ends when it is interrupted, without a word.
    """
    terminal = sys.stdout is not None and sys.stdout.isatty()
    clears = terminal and os.environ.get("TERM") != "dumb"
    with suppress(KeyboardInterrupt):
        for _ in saves(file):
            text = looked_over(file, options, deal)
            if clears:
                click.clear()
            if terminal:
                text += f"\n\n{strftime('%H:%M:%S')}  watching {printable(file)}; Ctrl-C ends it"
            write(text if clears else f"{text}\n")
    if terminal:
        write("")  # the terminal has written ^C


def looked_over(file: str, options: Mapping[str, str], deal: Deal) -> str:
    """Every fault of a rules file with its place, or else the table at the start of a deal."""
    try:
        rules = read_rules(file)
        rules.check()
    except RulesError as error:
        faults = [printable(str(fault)) for fault in error.problems]
        return "\n".join([*faults, counted(len(faults), "fault")])
    sound = f"{printable(file)}: no faults"
    try:
        state = rules.entry().create(options).deal(deal)
    except (OptionError, DealError) as error:
        return f"{sound}\n{printable(str(error))}"
    return f"{sound}\n\n{shown(state, 'text')}"


def saves(path: str) -> Iterator[None]:
    """Come at once, and again after every save, as soon as the file lies still.

    Editors write a file bit by bit, or take it away and put a new one there: neither is told of
    before it is done. A file that stays away is.
    """
    told: object = "nothing yet"
    stamp, looks = _stamp(path), _GONE
    while True:
        if stamp != told and looks >= (_REST if stamp else _GONE):
            told = stamp
            yield
        sleep(_PAUSE)
        last, stamp = stamp, _stamp(path)
        looks = looks + 1 if stamp == last else 0


def _stamp(path: str) -> tuple[int, ...] | None:
    """What changes whenever a file is saved; None if there is no file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
