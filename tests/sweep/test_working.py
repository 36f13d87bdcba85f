"""What a worker does with a chunk: as much as there is time for, and faults as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import cardkit
from cardkit import Deal
from cardkit.deals import DealError
from cardkit.sweep import Playing, Selection
from cardkit.sweep import working as module
from cardkit.sweep.plan import Plan, Row
from cardkit.sweep.worker import serve
from cardkit.sweep.working import Fault, do, work


class Clock:
    """A clock that a job sets forward."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """A job in which every deal takes two seconds, and some fail."""

    def __init__(self, clock: Clock, faulty: dict[str, Exception] | None = None) -> None:
        self.clock, self.faulty = clock, faulty or {}
        self.done: list[str] = []

    def play(self, deals: Iterable[Deal]) -> Iterator[Row]:
        for deal in deals:
            self.clock.now += 2
            if str(deal) in self.faulty:
                raise self.faulty[str(deal)]
            self.done.append(str(deal))
            yield (str(deal),)

    def probe(self, deal: Deal) -> None:
        pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "monotonic", clock)
    return clock


def test_a_worker_stops_when_its_time_is_up(clock: Clock) -> None:
    job = Slow(clock)
    report = do(job, Selection.of("1..9"), patience=5)
    assert report.rows == [("1",), ("2",), ("3",)]
    assert job.done == ["1", "2", "3"]
    assert (report.seconds, report.fault) == (6, None)


def test_a_worker_does_one_deal_at_least(clock: Clock) -> None:
    assert do(Slow(clock), Selection.of("1..9"), patience=0).rows == [("1",)]


def test_a_fault_names_its_deal_and_keeps_what_came_before(clock: Clock) -> None:
    report = do(Slow(clock, {"3": KeyError("nowhere")}), Selection.of("1..9"), patience=99)
    assert report.rows == [("1",), ("2",)]
    assert report.fault is not None
    assert report.fault[:2] == ("3", "KeyError: 'nowhere'")
    assert "Traceback" in report.fault.trace
    error = report.fault.error()
    assert str(error) == "deal 3: KeyError: 'nowhere'"
    assert "KeyError: 'nowhere'" in str(error.__cause__)


def test_a_fault_that_was_foreseen_says_no_more(clock: Clock) -> None:
    report = do(Slow(clock, {"1": DealError("does not fit")}), Selection.of("1"))
    assert report.fault == Fault("1", "does not fit")
    assert report.fault.error().__cause__ is None


def test_a_plan_is_done_as_the_library_does_it() -> None:
    plan = Plan.of(cardkit.game("bisley", columns=12), Playing(("random",), seed=4))
    report = work(plan.to_text(), ["1..3", "ms:7"], patience=60)
    assert report.fault is None
    for row in report.rows:
        played = cardkit.run("bisley", deal=row[0], players="random", seed=4, columns=12)
        assert row[1:4] == (played.outcome.reason, int(bool(played.outcome.won)), played.moves)
    assert [row[0] for row in report.rows] == ["1", "2", "3", "ms:7"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rules": "other"}, "a worker has other rules of bisley than the sweep"),
        ({"game": "bisly"}, "no game is called 'bisly' (did you mean 'bisley'?)"),
        ({"options": {"colums": 12}}, "bisley has no option 'colums'"),
        ({"folders": ("/no/such/folder",)}, "the folder of games '/no/such/folder' does not exist"),
    ],
)
def test_a_plan_that_cannot_be_done_is_a_fault(changes: dict[str, Any], told: str) -> None:
    plan = evolve(Plan.of(cardkit.game("bisley"), Playing(("random",))), **changes)
    report = work(plan.to_text(), ["1"])
    assert report.rows == []
    assert report.fault is not None
    assert report.fault.text.startswith(told)
    assert (report.fault.deal, report.fault.trace) == ("", "")


def test_a_game_of_a_folder_is_found_there(tmp_path: Path) -> None:
    source = cardkit.games()["bisley"].file
    assert source is not None
    rules = source.read_text(encoding="utf-8").replace("name: bisley", "name: two-rows", 1)
    (tmp_path / "two-rows.yaml").write_text(rules, encoding="utf-8")
    with cardkit.plugins.use(cardkit.plugins.load(games_dirs=[tmp_path])):
        plan = Plan.of(cardkit.game("two-rows"), Playing(("random",)), (str(tmp_path),))
    report = work(plan.to_text(), ["1"])
    assert report.fault is None
    assert report.rows[0][1] == cardkit.run("bisley", deal=1, players="random").outcome.reason


def test_a_worker_process_talks_in_lines_of_json() -> None:
    plan = Plan.of(cardkit.game("bisley"), Playing(("random",))).to_text()
    out = StringIO()
    ended: list[Callable[[], object]] = []
    serve(StringIO(f'{plan}\n["1..2"]\n["ms:3"]\n'), out, lambda: ended.append(print))
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [[row[0] for row in rows] for rows, _, _ in answers] == [["1", "2"], ["ms:3"]]
    assert [fault for _, _, fault in answers] == [None, None]
    assert ended == [print]
