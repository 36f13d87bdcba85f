"""The store of a sweep: an SQLite file with a row for each deal, written so that no kill harms it.

| table | column | |
| --- | --- | --- |
| `header` | `name`, `value` | what the sweep is, as JSON: `game`, `options`, `task` ... |
| `results` | `place` | sorts the deals: an octet for the numbering, nine for the number |
| | `deal` | the deal's name |
| | ... | the columns of the task, see `cardkit.sweep.plan` |

Rows are committed in batches, about a second apart. From one commit to the next the sweep holds
SQLite's reserved lock: others may read, nobody else can write.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import Any, Final

from cardkit import __version__
from cardkit.sweep.plan import Plan, Row
from cardkit.sweep.selection import Run, Selection, place
from cardkit.sweep.storefile import APPLICATION, SCHEMA, StoreError, check_file, told

#: Rows wait so many seconds for their commit, or until there are so many.
_BATCH_SECONDS: Final = 1.0
_BATCH_ROWS: Final = 20_000
#: How long a commit waits for readers, a reader for a commit, and a new sweep for an older one's.
_COMMIT_SECONDS: Final = 600
_READ_SECONDS: Final = 60
_CLAIM_SECONDS: Final = 2
#: Deals are looked up in blocks of so many.
_BLOCK: Final = 10_000


class Store:
    """The results of a sweep. `Store.write` and `Store.read` open one, `with` closes it."""

    def __init__(self, path: str | None, wait: float) -> None:
        self.path = path or "the temporary store"
        with told(self.path):
            # Without a path SQLite keeps it in memory, and in a nameless file once it grows.
            self._db = sqlite3.connect(path or "", timeout=wait, isolation_level=None)
        self._waiting: list[Row] = []
        self._committed = monotonic()
        #: What was done with which game; set when the header is known.
        self.plan: Plan
        #: The versions of cardkit that wrote it, the first one first.
        self.versions: list[str] = []

    # -- opening -----------------------------------------------------------------------------

    @classmethod
    def write(cls, path: str | os.PathLike[str] | None, plan: Plan) -> Store:
        """The store at a path, to write the results of a plan to; None for a temporary one.

        It is made if nothing lies there. Raises StoreError if what lies there is no store, is that
        of another plan, or is being written to; it is left as it is then.
        """
        name = None if path is None else os.fspath(path)
        if name is not None:
            check_file(name, writing=True)
        store = cls(name, _CLAIM_SECONDS)
        with store._closed_on_error():
            store._db.execute("PRAGMA cache_size = -32768")
            store._claim()
            if store._is_new():
                store._create(plan)
            else:
                store._read_header()
                store._go_on(plan)
            store._commit()
        return store

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Store:
        """The store at a path, to be looked at. Raises StoreError if there is none."""
        name = os.fspath(path)
        check_file(name, writing=False)
        # Not read-only: after a kill, whoever opens it first rolls back what was not committed.
        store = cls(name, _READ_SECONDS)
        with store._closed_on_error():
            store._db.execute("BEGIN")  # all that is read is of one moment
            if store._is_new():
                raise StoreError(name, "it is empty: its sweep was killed before the first commit")
            store._read_header()
        return store

    @contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            with told(self.path):
                yield
        except BaseException:
            self._db.close()
            raise

    def _is_new(self) -> bool:
        ((tables,),) = self._db.execute("SELECT count(*) FROM sqlite_master")
        return int(tables) == 0

    def _create(self, plan: Plan) -> None:
        run = self._db.execute
        run(f"PRAGMA application_id = {APPLICATION}")
        run(f"PRAGMA user_version = {SCHEMA}")
        run("CREATE TABLE header (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        columns = "".join(f", {name} {kind}" for name, kind in plan.task.columns.items())
        run(
            "CREATE TABLE results (place BLOB PRIMARY KEY, deal TEXT NOT NULL"
            f"{columns}) WITHOUT ROWID"
        )
        self.plan, self.versions = plan, [__version__]
        for name, value in {**plan.to_data(), "cardkit": self.versions}.items():
            self._set(name, value)

    def _set(self, name: str, value: object) -> None:
        self._db.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", (name, json.dumps(value)))

    def _read_header(self) -> None:
        try:
            rows = self._db.execute("SELECT name, value FROM header").fetchall()
            data: dict[str, Any] = {name: json.loads(value) for name, value in rows}
            self.versions = data.pop("cardkit")
            self.plan = Plan.from_data(data)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise StoreError(self.path, f"its header cannot be read: {error!r}") from None

    def _go_on(self, plan: Plan) -> None:
        difference = self.plan.difference(plan)
        if difference is not None:
            raise StoreError(self.path, f"it is the store of another sweep ({difference})")
        if __version__ not in self.versions:
            self.versions.append(__version__)
            self._set("cardkit", self.versions)

    # -- writing -----------------------------------------------------------------------------

    def _claim(self) -> None:
        """Take the lock that writers need, and that this one holds from commit to commit."""
        with told(self.path, busy="another sweep is writing to it"):
            self._db.execute("BEGIN IMMEDIATE")

    def _commit(self) -> None:
        end = monotonic() + _COMMIT_SECONDS
        with told(self.path):
            while not self._try_to_commit(last=monotonic() > end):
                pass
        self._waiting = []
        self._committed = monotonic()
        self._claim()

    def _try_to_commit(self, last: bool) -> bool:
        """Try to commit; False if readers are in the way and it is not the last time."""
        # Not once and for long: SQLite heeds no Ctrl-C while it waits.
        try:
            self._db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if last or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True

    def add(self, rows: Iterable[Row]) -> None:
        """Take in some results, and commit now and then."""
        self._waiting += rows
        waited = monotonic() - self._committed
        if waited > _BATCH_SECONDS or len(self._waiting) >= _BATCH_ROWS:
            self.commit()

    def commit(self) -> None:
        """Commit what has come in. Raises StoreError where it cannot be written."""
        marks = ", ".join("?" * (2 + len(self.plan.task.columns)))
        # A Ctrl-C may come anywhere in here, and another commit after it: rows that are there
        # already are the same ones.
        if not self._db.in_transaction:
            self._claim()
        insert = f"INSERT OR IGNORE INTO results VALUES ({marks})"
        with told(self.path):
            self._db.executemany(insert, ((place(str(row[0])), *row) for row in self._waiting))
        self._commit()

    def close(self) -> None:
        """Close it; what was not committed is lost."""
        self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    # -- reading -----------------------------------------------------------------------------

    def missing(self, selection: Selection) -> Iterator[Run]:
        """Those deals that have no result yet. They are looked up as they are asked for."""
        for whole in selection.runs:
            for run in whole.blocks(_BLOCK):
                done = self._count(run)
                if done == 0:
                    yield run
                elif done < len(run):
                    yield from run.without(self._places(run))

    def count(self, selection: Selection) -> int:
        """How many of some deals have a result."""
        ((found,),) = self.ask("SELECT count(*) FROM asked", selection)
        return int(found)

    def _count(self, run: Run) -> int:
        query = "SELECT count(*) FROM results WHERE place BETWEEN ? AND ?"
        with told(self.path):
            found: tuple[int] = self._db.execute(query, (run.low, run.high)).fetchone()
        return found[0]

    def _places(self, run: Run) -> list[bytes]:
        query = "SELECT place FROM results WHERE place BETWEEN ? AND ? ORDER BY place"
        with told(self.path):
            return [found for (found,) in self._db.execute(query, (run.low, run.high))]

    def ask(self, query: str, selection: Selection | None = None) -> Iterator[tuple[Any, ...]]:
        """What a query finds among the results of some deals, or of all.

        The query names the results `asked`: `"SELECT deal FROM asked ORDER BY place"`.
        """
        with told(self.path):
            if selection is None:
                source = "results"
            else:
                self._select(selection)
                source = (
                    "(SELECT results.* FROM chosen CROSS JOIN results"
                    " ON results.place BETWEEN chosen.low AND chosen.high)"
                )
            yield from self._db.execute(f"WITH asked AS (SELECT * FROM {source}) {query}")

    def _select(self, selection: Selection) -> None:
        run = self._db.execute
        run("CREATE TEMP TABLE IF NOT EXISTS chosen (low BLOB PRIMARY KEY, high BLOB)")
        run("DELETE FROM chosen")
        self._db.executemany(
            "INSERT INTO chosen VALUES (?, ?)", ((run.low, run.high) for run in selection.runs)
        )
