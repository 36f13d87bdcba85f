"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from cardkit.sweep.plan import SweepError


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream that becomes the file `path` when the block ends without an error.

    Until then it is a file of another name beside it, which an error takes away again. What is no
    plain file, such as a pipe, is written straight to. Raises SweepError where that fails.
    """
    name = os.fspath(path)
    draft: str | None = None
    try:
        target, draft = _places(name)
        with open(draft, "wb" if draft == target else "xb") as stream:
            yield stream
        if draft != target:
            os.replace(draft, target)
    except BaseException as error:
        if draft is not None and draft != target:
            with suppress(OSError):
                os.unlink(draft)
        if isinstance(error, OSError):
            raise SweepError(f"{name}: {error.strerror or error}") from None
        raise


def _places(name: str) -> tuple[str, str]:
    """The file to end with, and the one to write to."""
    if "\0" in name:
        raise SweepError(f"{name}: there is a null character in the path")
    with suppress(OSError):  # nothing lies there yet
        found = os.stat(name).st_mode
        if stat.S_ISDIR(found):
            raise SweepError(f"{name}: it is a folder")
        if not stat.S_ISREG(found):
            return name, name
    # The file behind a link is replaced, not the link.
    target = os.path.realpath(name)
    folder, base = os.path.split(target)
    return target, os.path.join(folder, f".{base[:80]}.{secrets.token_hex(4)}.tmp")
