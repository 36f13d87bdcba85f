"""Writing a record's file: whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from cardkit.headless.record import RecordError, write_error


@contextmanager
def record_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream that becomes the file `path` when the block ends without an error.

    Until then it is a file of another name next to it, which an error, or an interruption, takes
    away again; what lay at `path` before is kept then. A path that is no plain file, such as a
    pipe or `/dev/stdout`, is written straight to. Raises RecordError where that fails.
    """
    name = os.fspath(path)
    try:
        special = not stat.S_ISREG(os.stat(name).st_mode)
    except (OSError, ValueError):  # nothing there yet, or nothing that could be: opening will tell
        special = False
    # The file behind a link is replaced, not the link.
    target = name if special else os.path.realpath(name)
    folder, base = os.path.split(target)
    draft = target if special else os.path.join(folder, f".{base[:80]}.{secrets.token_hex(4)}.tmp")
    try:
        stream = open(draft, "w" if special else "x", encoding="ascii", newline="\n")  # noqa: SIM115 (closed below, whatever happens)
    except (OSError, ValueError) as error:
        raise write_error(error, name) from error
    done = False
    try:
        yield stream
        _finish(stream, draft, target, name)
        done = True
    finally:
        if not done:
            with suppress(OSError):  # a full disk also fails to close
                stream.close()
            if not special:
                with suppress(OSError):
                    os.unlink(draft)


def _finish(stream: TextIO, draft: str, target: str, name: str) -> None:
    try:
        stream.close()
        if draft != target:
            os.replace(draft, target)
    except OSError as error:
        raise write_error(error, name) from error


__all__ = ["RecordError", "record_file"]
