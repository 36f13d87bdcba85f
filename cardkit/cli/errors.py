"""The one place where what went wrong becomes a line on stderr and an exit status.

| status | means |
| --- | --- |
| 0 | it was done |
| 2 | the input is wrong, or a file cannot be read or written |
| 70 | a bug, in cardkit or in a plugin |
| 130 | interrupted (Ctrl-C) |
| 141 | whoever read the output stopped reading; nothing is said |

Every line begins with `cardkit: `. With `CARDKIT_TRACEBACK=1` a traceback comes first.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import click
from click.exceptions import Exit

from cardkit.words import did_you_mean

WRONG: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141

TRACEBACK: Final = "CARDKIT_TRACEBACK"
_LONGEST: Final = 2000


def guarded(work: Callable[[], object]) -> int:
    """Do some work; the exit status that it comes to. Whatever it raises is told on stderr.

    >>> guarded(lambda: None)
    0
    """
    try:
        work()
        if sys.stdout is not None:
            sys.stdout.flush()
    except BaseException as error:
        return _report(error)
    return 0


@contextmanager
def plain_errors() -> Iterator[None]:
    """What raises a plain ValueError in here says what is wrong with what was typed.

    Elsewhere a plain ValueError is a bug, as it is whatever some code did not expect.
    """
    try:
        yield
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise click.UsageError(str(error), click.get_current_context()) from error


def say(text: str) -> None:
    """Write a text on stderr, each of its lines beginning with `cardkit: `."""
    if sys.stderr is None:  # it was closed before Python started
        return
    lines = [printable(line) for line in text.splitlines() if line.strip()]
    with suppress(OSError, ValueError):  # there is nowhere left to say that stderr is gone
        sys.stderr.write("".join(f"cardkit: {line}\n" for line in lines))
        sys.stderr.flush()


def _report(error: BaseException) -> int:
    """Tell of an error on stderr; the exit status that it means."""
    if isinstance(error, Exit):
        return guarded(lambda: None) or error.exit_code
    if isinstance(error, SystemExit):
        return _status_of_exit(error)
    if isinstance(error, BrokenPipeError):
        _close_stdout()
        return CLOSED_PIPE
    if _wants_traceback() and sys.stderr is not None:
        with suppress(OSError):
            traceback.print_exception(error)
    if _is_of_output(error):
        _close_stdout()
    if isinstance(error, KeyboardInterrupt | click.Abort):
        say("interrupted")
        return INTERRUPTED
    text = _explained(error)
    if text is not None:
        say(text)
        return WRONG
    what = " ".join(f"{type(error).__name__}: {error}".split())
    say(f"this is a bug: {what}{_hint()}")
    return BUG


def _wants_traceback() -> bool:
    return os.environ.get(TRACEBACK, "") not in ("", "0")


def _hint() -> str:
    return "" if _wants_traceback() else f" ({TRACEBACK}=1 shows where it comes from)"


def _explained(error: BaseException) -> str | None:
    """What an error says to the person who typed; None if it was not made to be read."""
    if isinstance(error, click.UsageError):
        return _usage(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError):
        reason = error.strerror or str(error) or type(error).__name__
        what = "cannot write the output" if _is_of_output(error) else error.filename
        return reason if what is None else f"{what}: {reason}"
    if _is_ours(error):
        return str(error) + (_hint() if _hides_a_bug(error) else "")
    return None


def _is_of_output(error: BaseException) -> bool:
    """True if standard output takes no more: what is written to a file names the file."""
    if not isinstance(error, OSError) or error.filename is not None:
        return False
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def _is_ours(error: BaseException | None) -> bool:
    """True for errors that cardkit raises to say what is wrong with what it was given."""
    if type(error).__module__.partition(".")[0] != "cardkit":
        return False
    from cardkit.outcome import StaleMoves
    from cardkit.table import TableError

    faults_of_code = StaleMoves | TableError
    return isinstance(error, ValueError | RuntimeError) and not isinstance(error, faults_of_code)


def _hides_a_bug(error: BaseException) -> bool:
    """True if an error of ours tells of another one that nobody made to be read."""
    cause = error.__cause__
    while isinstance(cause, OSError) or _is_ours(cause):
        cause = cause.__cause__ if cause else None
    return cause is not None


def _usage(error: click.UsageError) -> str:
    """A usage error in one line, with the nearest name and where to read on."""
    message = " ".join(error.format_message().split())
    context = error.ctx
    if isinstance(error, click.NoSuchOption):
        params = context.command.get_params(context) if context else []
        hint = did_you_mean(error.option_name, [name for param in params for name in param.opts])
        message = f"no such option: {error.option_name}{hint}"
    # What click calls a range is any number, within bounds or not: a word is no number at all.
    message = re.sub(r"valid (integer|float) range$", r"valid \1", message.removesuffix("."))
    where = f"; see {context.command_path} --help" if context else ""
    return message[:1].lower() + message[1:] + where


def _status_of_exit(error: SystemExit) -> int:
    if error.code is None or isinstance(error.code, int):
        return error.code or 0
    say(str(error.code))
    return 1


def _close_stdout() -> None:
    """Let nothing be written any more, or Python would try once again while it exits."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def printable(line: str) -> str:
    """A line without control characters, which a file or an argument may have brought in.

    >>> printable("a\\x1b[31mb")
    'a\ufffd[31mb'
    """
    text = "".join(c if c.isprintable() else "\ufffd" for c in line)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
