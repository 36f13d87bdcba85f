"""The store: what is in it, what it refuses, and that it never changes what is not its own."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.sweep import Playing, Selection, Solving, Store, StoreError
from cardkit.sweep.plan import Plan, Row
from cardkit.sweep.storefile import APPLICATION, SCHEMA

PLAN = Plan.of(cardkit.game("bisley"), Playing(("random",)))


def row(deal: int | str, reason: str = "stuck") -> Row:
    return (str(deal), reason, int(reason == "won"), 9, None, None, None)


def filled(path: Path | None, *deals: int | str) -> Store:
    store = Store.write(path, PLAN)
    store.add(map(row, deals))
    store.commit()
    return store


def found(store: Store, deals: str | None = None) -> list[str]:
    selection = None if deals is None else Selection.of(deals)
    return [deal for (deal,) in store.ask("SELECT deal FROM asked ORDER BY place", selection)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bisley.sqlite"


def test_rows_come_back_in_the_order_of_deals(path: Path) -> None:
    with filled(path, "ms:1", 10, "AS 2S", 9, 2**64 - 1, f"pysol:{10**20}") as store:
        expected = ["9", "10", str(2**64 - 1), "ms:1", f"pysol:{10**20}", "AS 2S"]
        assert found(store) == expected
    with Store.read(path) as store:
        assert store.plan == PLAN
        assert found(store) == expected
        assert next(store.ask("SELECT * FROM asked WHERE deal = '9'"))[1:] == row(9)


def test_some_deals_can_be_asked_for(path: Path) -> None:
    with filled(path, *range(1, 30), "ms:3") as store:
        assert found(store, "28..99, 5, ms:1..9") == ["5", "28", "29", "ms:3"]
        assert store.count(Selection.of("1..9, ms:1")) == 9


def test_the_missing_deals_are_told_in_runs(path: Path) -> None:
    with filled(path, 2, 3, 7, "ms:1", 15_000) as store:
        missing = list(map(str, store.missing(Selection.of("1..8, ms:1..2, AS 2S"))))
        assert missing == ["1", "4..6", "8", "ms:2", "AS 2S"]
        # They are looked up ten thousand at a time.
        missing = list(map(str, store.missing(Selection.of("10001..30000"))))
        assert missing == ["10001..14999", "15001..20000", "20001..30000"]


def test_a_temporary_store_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with filled(None, *range(1, 1000)) as store:
        assert store.count(Selection.of("1..2000")) == 999
    assert list(tmp_path.iterdir()) == []


def test_the_file_says_what_it_is(path: Path) -> None:
    filled(path, 1).close()
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
        assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        header = dict(db.execute("SELECT name, value FROM header"))
    db.close()
    assert header["game"] == '"bisley"'
    assert header["cardkit"] == f'["{cardkit.__version__}"]'
    assert header["rules"] == f'"{cardkit.game("bisley").digest}"'


# -- committing ------------------------------------------------------------------------------------


def test_what_was_not_committed_is_gone(path: Path) -> None:
    with filled(path, 1) as store:
        store.add([row(2)])
    with Store.read(path) as store:
        assert found(store) == ["1"]


def test_many_rows_are_committed_unasked(path: Path) -> None:
    with filled(path) as store:
        store.add(map(row, range(1, 20_001)))
        with Store.read(path) as reader:
            assert reader.count(Selection.of("1..30000")) == 20_000


def test_rows_are_committed_after_a_second(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(path) as store:
        now = store._committed
        monkeypatch.setattr("cardkit.sweep.store.monotonic", lambda: now + 1.1)
        store.add([row(1)])
        with Store.read(path) as reader:
            assert found(reader) == ["1"]


def test_a_result_that_is_there_stays(path: Path) -> None:
    with filled(path, 1, 2) as store:
        store.add([row(2, "won"), row(3, "won")])
        store.commit()
        rows = list(store.ask("SELECT deal, reason FROM asked ORDER BY place"))
        assert rows == [("1", "stuck"), ("2", "stuck"), ("3", "won")]


def test_a_full_disk_is_told_of_and_harms_nothing(path: Path) -> None:
    with filled(path, 1) as store:
        ((pages,),) = store._db.execute("PRAGMA page_count")
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        store.add(map(row, range(2, 5000)))
        with pytest.raises(StoreError, match="the disk is full"):
            store.commit()
    with Store.read(path) as store:
        assert found(store) == ["1"]


# -- going on --------------------------------------------------------------------------------------


def test_the_same_plan_goes_on(path: Path) -> None:
    filled(path, 1, 2).close()
    with filled(path, 3) as store:
        assert found(store) == ["1", "2", "3"]


def test_another_plan_is_refused_by_what_differs(path: Path) -> None:
    filled(path, 1).close()
    before = digest(path)
    game = cardkit.game("bisley", columns=12)
    with pytest.raises(StoreError) as error:
        Store.write(path, Plan.of(game, Playing(("random",))))
    told = f"{path}: it is the store of another sweep (option columns: 13 there, 12 here)"
    assert str(error.value) == told
    with pytest.raises(StoreError, match=r"\(task: play there, solve here\)"):
        Store.write(path, Plan.of(cardkit.game("bisley"), Solving()))
    assert digest(path) == before


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    filled(path, 1).close()
    with Store.read(path) as store:
        assert found(store) == ["1"]


def test_a_second_sweep_is_refused_while_the_first_one_lasts(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.sweep.store._CLAIM_SECONDS", 0.05)
    with filled(path, 1) as store:
        with pytest.raises(StoreError) as error:
            Store.write(path, PLAN)
        assert str(error.value) == f"{path}: another sweep is writing to it"
        # The first one does not notice, and others may look on.
        store.add([row(2)])
        store.commit()
        with Store.read(path) as reader:
            assert found(reader) == ["1", "2"]
    with filled(path, 3) as store:
        assert found(store) == ["1", "2", "3"]


def test_a_commit_waits_for_readers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(path, 1) as store:
        store._db.execute("PRAGMA busy_timeout = 1")
        reader = Store.read(path)
        assert found(reader) == ["1"]
        commit, tries = store._try_to_commit, []

        def try_to_commit(last: bool) -> bool:
            tries.append(last)
            if len(tries) == 3:
                reader.close()
            return commit(last)

        monkeypatch.setattr(store, "_try_to_commit", try_to_commit)
        store.add([row(2)])
        store.commit()
        assert tries == [False, False, False]
    with Store.read(path) as store:
        assert found(store) == ["1", "2"]


def test_a_reader_that_never_ends_is_told_of(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardkit.sweep.store._COMMIT_SECONDS", 0)
    with filled(path, 1) as store, Store.read(path) as reader:
        store._db.execute("PRAGMA busy_timeout = 1")
        assert found(reader) == ["1"]
        store.add([row(2)])
        with pytest.raises(StoreError, match="another program has locked it"):
            store.commit()
    with Store.read(path) as store:
        assert found(store) == ["1"]


def test_a_sweep_whose_store_was_taken_over_stops(path: Path) -> None:
    with filled(path, 1) as store:
        store._db.execute("ROLLBACK")  # for a moment between two commits nobody holds the lock
        store._db.execute("PRAGMA busy_timeout = 50")
        with filled(path, 2), pytest.raises(StoreError, match="another sweep is writing to it"):
            store._claim()


# -- what is no store ------------------------------------------------------------------------------


def digest(path: Path) -> tuple[str, int]:
    return hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns


def text_file(path: Path) -> None:
    path.write_text("These are my notes on Bisley.\n" * 100)


def short_file(path: Path) -> None:
    path.write_bytes(b"\0")


def foreign(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE header (name, value)")
    db.commit()
    db.close()


def foreign_with_a_log(path: Path) -> None:
    """What another program writes to at this moment: opening it would move its log into it."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    copy = path.with_suffix(".copy")
    copy.write_bytes(path.read_bytes())
    log = Path(f"{path}-wal").read_bytes()
    db.close()
    os.replace(copy, path)
    Path(f"{path}-wal").write_bytes(log)


def newer(path: Path) -> None:
    filled(path, 1).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (text_file, "it is no store of a sweep"),
        (short_file, "it is no store of a sweep"),
        (foreign, "it is no store of a sweep"),
        (foreign_with_a_log, "it is no store of a sweep"),
        (newer, f"it was written by a newer cardkit (its layout is number {SCHEMA + 1}, this"),
    ],
)
@pytest.mark.parametrize("use", [Store.read, lambda path: Store.write(path, PLAN)])
def test_what_is_no_store_is_refused_and_left_alone(
    tmp_path: Path, path: Path, make: Callable[[Path], None], told: str, use: Callable[[Path], Any]
) -> None:
    make(path)
    before = {each.name: digest(each) for each in tmp_path.iterdir()}
    with pytest.raises(StoreError) as error:
        use(path)
    assert str(error.value).startswith(f"{path}: {told}")
    assert {each.name: digest(each) for each in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("missing/a.sqlite", "No such file or directory"),
        (".", "it is no store of a sweep"),
        ("a\0b", "there is a null character in the path"),
    ],
)
@pytest.mark.parametrize("use", [Store.read, lambda path: Store.write(path, PLAN)])
def test_a_path_that_leads_nowhere(
    tmp_path: Path, name: str, told: str, use: Callable[[str], Any]
) -> None:
    with pytest.raises(StoreError, match=f"{told}$"):
        use(f"{tmp_path}/{name}")
    assert list(tmp_path.iterdir()) == []


def test_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(StoreError, match="No such file or directory"):
        Store.read(path)
    assert not path.exists()


def test_an_empty_file_holds_no_results(path: Path) -> None:
    path.touch()
    with pytest.raises(StoreError, match="it is empty"):
        Store.read(path)


@pytest.mark.parametrize(
    "change",
    ["UPDATE header SET value = '{' WHERE name = 'task'", "DELETE FROM header WHERE name = 'game'"],
)
def test_a_header_that_makes_no_sense_is_told_of(path: Path, change: str) -> None:
    filled(path, 1).close()
    db = sqlite3.connect(path)
    db.execute(change)
    db.commit()
    db.close()
    with pytest.raises(StoreError, match="its header cannot be read"):
        Store.read(path)


def test_a_damaged_file_is_told_of(path: Path) -> None:
    filled(path, *range(1, 2000)).close()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x55" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"bisley.sqlite: SQLite says: .*malformed"):
        Store.read(path)
