"""Whether a file is a store, found out without touching it; and SQLite's errors in plain words."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from cardkit.sweep.plan import SweepError

#: The number of this layout of tables, which the file's header tells as `user_version`.
SCHEMA: Final = 1
#: What marks a file as a store, as `application_id`: "cdkt".
APPLICATION: Final = 0x63646B74

_NO_STORE: Final = "it is no store of a sweep"


class StoreError(SweepError):
    """A store that cannot be used: which file, and what is wrong, in one line.

    >>> print(StoreError("bisley.sqlite", "it is no store of a sweep"))
    bisley.sqlite: it is no store of a sweep
    """

    def __init__(self, path: str, what: str) -> None:
        super().__init__(path, what)
        self.path, self.what = path, what

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


def check_file(path: str, writing: bool) -> None:
    """Raise StoreError if a file is no store that this version knows. Nothing is changed.

    An empty file will do, and to write to, one that is made here.
    """
    if "\0" in path:
        raise StoreError(path, "there is a null character in the path")
    try:
        if writing and not os.path.exists(path):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666))
        found = os.stat(path)
    except OSError as error:
        raise StoreError(path, error.strerror or str(error)) from None
    if not stat.S_ISREG(found.st_mode):
        raise StoreError(path, _NO_STORE)
    if found.st_size == 0:
        return
    with told(path):
        # Immutable: SQLite takes no lock and heeds no journal, so that it writes nothing.
        address = Path(path).absolute().as_uri() + "?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as db:
            application, schema = (
                db.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("application_id", "user_version")
            )
    if application != APPLICATION:
        raise StoreError(path, _NO_STORE)
    if schema > SCHEMA:
        raise StoreError(
            path,
            f"it was written by a newer cardkit (its layout is number {schema}, this version knows"
            f" {SCHEMA})",
        )


@contextmanager
def told(path: str, busy: str = "another program has locked it") -> Iterator[None]:
    """Within this, what SQLite complains of is a StoreError about a file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(path, _reason(path, error, busy)) from None


def _reason(path: str, error: sqlite3.Error, busy: str) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return busy
    if code == sqlite3.SQLITE_NOTADB:
        return _NO_STORE
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full"
    if code == sqlite3.SQLITE_READONLY:
        return "it cannot be written to"
    if code == sqlite3.SQLITE_CANTOPEN and (fault := _why_not_open(path)):
        return fault
    return f"SQLite says: {error}"


def _why_not_open(path: str) -> str | None:
    """What the system says to opening a file, and one beside it, as SQLite has to."""
    folder = os.path.dirname(path) or "."
    try:
        os.close(os.open(path, os.O_RDWR))
    except OSError as error:
        return error.strerror
    return None if os.access(folder, os.W_OK) else f"the folder {folder} cannot be written to"
