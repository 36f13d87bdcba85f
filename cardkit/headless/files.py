"""Writing a record's file: whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from cardkit.headless.record import file_error


@contextmanager
def record_file(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A stream that becomes the file `path` when the block ends without an error.

    Until then it is a file of another name next to it, which an error, or an interruption, takes
    away again; what lay at `path` before is kept then. A path that is no plain file, such as a
    pipe or `/dev/stdout`, is written straight to. Raises RecordError where that fails.
    """
    name = os.fspath(path)
    try:
        target, draft = _places(name)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise file_error("write", name, error) from error
    stream: TextIO | None = None
    try:
        stream = _open(draft, target, name)
        yield stream
        _close(stream, draft, target, name)
    except BaseException:
        if stream is not None:
            with suppress(OSError):  # a full disk also fails to close
                stream.close()
        if draft != target:
            # Also where an interruption came between the opening and its result.
            with suppress(OSError):
                os.unlink(draft)
        raise


def _open(draft: str, target: str, name: str) -> TextIO:
    try:
        return open(draft, "w" if draft == target else "x", encoding="ascii", newline="\n")
    except (OSError, ValueError) as error:
        raise file_error("write", name, error) from error


def _places(name: str) -> tuple[str, str]:
    """The file to end with, and the one to write to."""
    with suppress(OSError):  # nothing lies there yet
        if not stat.S_ISREG(os.stat(name).st_mode):
            return name, name
    # The file behind a link is replaced, not the link.
    target = os.path.realpath(name)
    folder, base = os.path.split(target)
    return target, os.path.join(folder, f".{base[:80]}.{secrets.token_hex(4)}.tmp")


def _close(stream: TextIO, draft: str, target: str, name: str) -> None:
    try:
        stream.close()
        if draft != target:
            os.replace(draft, target)
    except OSError as error:
        raise file_error("write", name, error) from error
