"""Sweeps: the same table from any number of workers, and after any kill."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.deals import DealError
from cardkit.sweep import Playing, Progress, Solving, Store, StoreError, Sweep, SweepError
from cardkit.sweep.estimates import Wins

RANDOM = Playing(("random",))


def swept(deals: str, *, workers: int = 1, **more: Any) -> Sweep:
    """A sweep of Coin that has been run."""
    with Sweep("coin", deals, RANDOM, workers=workers, **more) as sweep:
        sweep.run()
    return sweep


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "coin.sqlite"


def test_a_sweep_is_what_the_library_says_deal_by_deal(coin: Any, helpers: Any, path: Path) -> None:
    swept("1..200", store=path)
    assert helpers.rows_of(path) == coin.rows(1, 200)


def test_the_number_of_workers_does_not_show(coin: Any, helpers: Any, tmp_path: Path) -> None:
    tables = []
    for workers in (1, 2, 3):
        path = tmp_path / f"{workers}.sqlite"
        coin.forget()
        deals = "1..300, 2S AS"
        with Sweep("coin", deals, RANDOM, store=path, workers=workers, pause=2) as sweep:
            sweep.run()
            tables.append((helpers.rows_of(path), sweep.statistics().to_data()))
        # So many took part.
        assert len(coin.workers() - {os.getpid()}) == (0 if workers == 1 else workers)
    assert tables[0] == tables[1] == tables[2]
    assert tables[0][0][:300] == coin.rows(1, 300)
    assert tables[0][0][300:] == [("2S AS", "won", 1, 1, None, None, None)]


def test_progress_counts_what_is_done_and_won(coin: Any) -> None:
    told: list[Progress] = []
    with Sweep("coin", "1..50", RANDOM, workers=1) as sweep:
        assert sweep.progress == Progress(0, 50, Wins(0, 0))
        sweep.run(told.append)
    won = sum(row[2] for row in coin.rows(1, 50))
    assert told[-1] == Progress(50, 50, Wins(50, won))
    assert [progress.done for progress in told] == sorted({progress.done for progress in told})


def test_a_sweep_goes_on_where_it_ended(coin: Any, helpers: Any, path: Path) -> None:
    swept("1..20", store=path)
    coin.forget()
    swept("11..40", store=path)
    # The first deal of each numbering is tried out beforehand.
    assert coin.played() == ["11", *map(str, range(21, 41))]
    assert helpers.rows_of(path) == coin.rows(1, 40)
    with Sweep("coin", "1..40", RANDOM, store=path, workers=1) as sweep:
        assert sweep.progress.done == 40


def test_the_table_is_of_the_deals_that_were_asked_for(coin: Any, path: Path) -> None:
    swept("1..40", store=path)
    with Sweep("coin", "31..60", RANDOM, store=path, workers=1) as sweep:
        found = sweep.statistics()
        assert (found.count, found.planned, found.is_complete) == (10, 30, False)
        assert found.deals == "31..40"


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_of_the_rules_names_the_deal(
    coin: Any, helpers: Any, path: Path, workers: int
) -> None:
    with (
        Sweep("coin", "1..30", RANDOM, store=path, workers=workers, trouble="fault") as sweep,
        pytest.raises(SweepError, match=r"^deal 13: KeyError: 'nowhere'$"),
    ):
        sweep.run()
    # What was done before is kept, and is right.
    rows = helpers.rows_of(path)
    assert set(rows) <= set(coin.rows(1, 30))
    assert set(coin.rows(1, 12)) <= set(rows) or workers > 1


def test_what_is_wrong_shows_before_there_is_a_store(coin: Any, path: Path) -> None:
    for deals in ("ms:1..9", "1..5,5", "9..1"):
        with pytest.raises(DealError):
            Sweep("coin", deals, RANDOM, store=path)
    with pytest.raises(ValueError, match="no player of coin"):
        Sweep("coin", "1..9", Playing(("grady",)), store=path)
    with pytest.raises(ValueError, match="cannot be solved"):
        Sweep("coin", "1..9", Solving(), store=path)
    with pytest.raises(ValueError, match="one worker at least"):
        Sweep("coin", "1..9", RANDOM, store=path, workers=0)
    assert not path.exists()


def test_a_game_that_workers_cannot_find_is_told_of(snatch: cardkit.Game) -> None:
    with (
        Sweep(snatch, "1..9", Playing(("random", "random")), workers=2) as sweep,
        pytest.raises(SweepError, match="no game is called 'snatch'"),
    ):
        sweep.run()
    with Sweep(snatch, "1..9", Playing(("random", "random")), workers=1) as sweep:
        sweep.run()
        assert sweep.statistics().count == 9


# -- kills -----------------------------------------------------------------------------------------


def test_the_deals_of_a_worker_that_dies_are_done_again(
    coin: Any, helpers: Any, path: Path
) -> None:
    swept("1..40", store=path, workers=2, trouble="death-once")
    assert helpers.rows_of(path) == coin.rows(1, 40)
    assert coin.played().count("13") == 2
    assert len(coin.workers() - {os.getpid()}) >= 3  # one took its place


def test_a_deal_that_kills_every_worker_is_told_of(coin: Any, helpers: Any, path: Path) -> None:
    with (
        Sweep("coin", "1..40", RANDOM, store=path, workers=2, trouble="death") as sweep,
        pytest.raises(SweepError) as error,
    ):
        sweep.run()
    told = "deal 13: 3 workers died over it, the last killed by SIGKILL (out of memory?)"
    assert str(error.value) == told
    assert set(helpers.rows_of(path)) <= set(coin.rows(1, 40))


def test_workers_that_cannot_begin_are_told_of(
    coin: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setattr("cardkit.sweep.processes.sys.executable", str(broken))
    with (
        Sweep("coin", "1..40", RANDOM, workers=2) as sweep,
        pytest.raises(SweepError, match="workers died over it, the last with exit status 7"),
    ):
        sweep.run()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_at_any_moment_it_loses_and_repeats_nothing_committed(
    coin: Any, helpers: Any, path: Path, workers: str
) -> None:
    words = ["coin", "--deals", "1..400", "--player", "random", "-o", "pause=10"]
    words += ["--store", str(path), "--workers", workers]
    before: set[tuple[Any, ...]] = set()
    for _ in range(2):
        running = helpers.begin(*words)

        def committed() -> set[tuple[Any, ...]]:
            try:
                return set(helpers.rows_of(path))
            except StoreError:  # there is none yet
                return set()

        helpers.wait_until(lambda so_far=before: len(committed()) > len(so_far))
        running.send_signal(signal.SIGKILL)
        running.communicate(timeout=30)
        assert running.returncode == -signal.SIGKILL
        # Its workers end with it.
        helpers.wait_until(lambda: not any(map(helpers.is_running, coin.workers() - {os.getpid()})))
        kept = committed()
        assert before < kept < set(coin.rows(1, 400))
        before = kept
    coin.forget()
    with Sweep("coin", "1..400", RANDOM, store=path, workers=2, pause=10) as sweep:
        sweep.run()
    expected = coin.rows(1, 400)
    assert helpers.rows_of(path) == expected
    # But for the first deal, which is tried out, none is played again that was committed.
    again = sorted(map(int, coin.played()))
    done = {int(row[0]) for row in before}
    assert again == sorted([1, *(set(range(1, 401)) - done)])


def test_a_store_that_was_killed_while_it_was_made_is_begun_anew(
    coin: Any, helpers: Any, path: Path
) -> None:
    path.touch()
    Path(f"{path}-journal").write_bytes(b"")
    swept("1..9", store=path)
    assert helpers.rows_of(path) == coin.rows(1, 9)


def test_two_sweeps_do_not_write_to_one_store(coin: Any, helpers: Any, path: Path) -> None:
    words = ["coin", "--deals", "1..500", "--player", "random", "-o", "pause=10"]
    words += ["--store", str(path), "--workers", "1"]
    first = helpers.begin(*words)
    helpers.wait_until(lambda: path.exists() and path.stat().st_size > 0)
    second = helpers.begin(*words)
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out) == (2, "")
    assert err == f"cardkit: {path}: another sweep is writing to it\n"
    out, _ = first.communicate(timeout=60)
    assert first.returncode == 0
    assert out.startswith("game ")
    with Store.read(path) as store:
        assert list(store.ask("SELECT count(*) FROM asked")) == [(500,)]
