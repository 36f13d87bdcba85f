"""`cardkit solve`."""

from __future__ import annotations

import importlib.util
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.headless import check_record, read_record, replay
from cardkit.kernel.engines import CHOICE, engine
from cardkit.moves import Move
from cardkit.solver import Solution, solve

CARDKIT = [sys.executable, "-m", "cardkit"]


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setenv(CHOICE, "python")


class Scripted:
    """Stands in for the solver: finds what it was told to, one thing after the other."""

    def __init__(self, found: list[Solution | BaseException]) -> None:
        self.found = found
        self.asked: list[dict[str, object]] = []

    def __call__(self, game: cardkit.Game) -> Scripted:
        return self

    def solve(self, state: cardkit.State, **limits: object) -> Solution:
        self.asked.append({"deal": str(state.deal), **limits})
        found = self.found[len(self.asked) - 1]
        if isinstance(found, BaseException):
            raise found
        return found


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Scripted]:
    """Let these be what the solver finds."""

    def script(*found: Solution | BaseException) -> Scripted:
        solver = Scripted(list(found))
        monkeypatch.setattr("cardkit.solver.Solver", solver)
        return solver

    return script


WON = Solution("won", (Move("t1-t2"), Move("deal"), Move("t2-a1*3")), nodes=7)
LOST = Solution("lost", nodes=2000)
OPEN = Solution("undecided", ran_out="memory", nodes=1)


def end_of(moves: list[str], game: str, deal: int) -> cardkit.State:
    """The readable engine after some moves."""
    state = cardkit.game(game).deal(deal)
    for move in moves:
        state.play(Move(move))
    return state


# -- one deal --------------------------------------------------------------------------------------


def test_a_win_is_told_with_moves_that_win(ck: Callable[..., Any]) -> None:
    done = ck("solve", "bisley", "--deal", "2")
    assert (done.status, done.err) == (0, "")
    verdict, empty, line = done.out.splitlines()
    moves = line.split(", ")
    assert re.fullmatch(rf"won in {len(moves)} moves, \d+ positions?", verdict)
    assert empty == ""
    outcome = end_of(moves, "bisley", 2).outcome
    assert outcome is not None
    assert outcome.won


def test_what_is_told_is_what_the_solver_finds(ck: Callable[..., Any]) -> None:
    found = solve(cardkit.game("bisley", columns=12).deal(19), nodes=1000)
    done = ck("solve", "bisley", "--deal", "19", "-o", "columns=12", "--nodes", "1000")
    assert found.verdict == "lost"
    assert (done.status, done.out, done.err) == (0, f"lost, {found.nodes} positions\n", "")


@pytest.mark.parametrize(
    ("limit", "what"), [(("--nodes", "1"), "nodes"), (("--seconds", "1e-9"), "seconds")]
)
def test_undecided_says_what_ran_out(ck: Callable[..., Any], limit: list[str], what: str) -> None:
    done = ck("solve", "freecell", "--deal", "ms:1", *limit)
    assert done.status == 0
    assert re.fullmatch(rf"undecided \({what}\), \d+ positions?\n", done.out)


def test_one_of_a_thing_is_told_as_one(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    scripted(OPEN)
    assert ck("solve", "bisley").out == "undecided (memory), 1 position\n"
    scripted(Solution("won", (Move("t1-a1"),), nodes=3))
    assert ck("solve", "bisley").out == "won in 1 move, 3 positions\n\nt1-a1\n"


def test_a_solver_that_knew_hidden_cards_is_called_thoughtful(ck: Callable[..., Any]) -> None:
    words = ("solve", "klondike", "--deal", "1", "--nodes", "5")
    told = "thoughtful: the solver knew the order of the stock and what lies face down"
    assert ck(*words).out.splitlines()[1:] == [told]
    assert json.loads(ck(*words, "--json").out)["thoughtful"] is True
    assert "thoughtful" not in ck("solve", "bisley", "--nodes", "5").out


def test_one_deal_as_json(ck: Callable[..., Any], scripted: Callable[..., Scripted]) -> None:
    scripted(WON)
    done = ck("solve", "bisley", "--deal", "ms:5", "-o", "columns=12", "--json")
    game = cardkit.game("bisley", columns=12)
    assert json.loads(done.out) == {
        "game": "bisley",
        "options": dict(game.options),
        "deal": "ms:5",
        "verdict": "won",
        "ran_out": None,
        "moves": ["t1-t2", "deal", "t2-a1*3"],
        "nodes": 7,
        "thoughtful": False,
    }


def test_the_limits_reach_the_solver(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    solver = scripted(LOST)
    words = ("--nodes", "9", "--seconds", "2.5", "--memory", "64", "--short")
    ck("solve", "bisley", "--deal", "7", *words)
    limits = {"nodes": 9, "seconds": 2.5, "memory": 64, "short": True, "progress": None}
    assert solver.asked == [{"deal": "7", **limits}]
    solver = scripted(LOST)
    ck("solve", "bisley")
    limits = {"nodes": None, "seconds": None, "memory": 512, "short": False, "progress": None}
    assert solver.asked == [{"deal": "1", **limits}]


# -- many deals ------------------------------------------------------------------------------------


def test_many_deals_get_a_line_each_and_a_summary(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    scripted(WON, LOST, OPEN, WON)
    done = ck("solve", "bisley", "--deals", "8..10,ms:3", "-o", "columns=12", "--nodes", "5000")
    lines = done.out.splitlines()
    assert lines[:8] == [
        "8: won in 3 moves, 7 positions",
        "9: lost, 2000 positions",
        "10: undecided (memory), 1 position",
        "ms:3: won in 3 moves, 7 positions",
        "",
        "game       bisley (columns=12)",
        "task       solve within 5,000 nodes and 512 MiB",
        "deals      4: 8..10, ms:3",
    ]
    # Wilson's bounds, the lower one of 2 wins among 4, the upper one of 3 among 4.
    z = 1.959963984540054
    low = (2 / 4 + z * z / 8 - z * sqrt(1 / 16 + z * z / 64)) / (1 + z * z / 4)
    high = (3 / 4 + z * z / 8 + z * sqrt(3 / 64 + z * z / 64)) / (1 + z * z / 4)
    assert lines[8:11] == [
        f"won        2 (50.00%; 95% interval {low:.2%} to {high:.2%})",
        "lost       1 (25.00%)",
        "undecided  1 (25.00%): memory 1",
    ]
    assert (done.status, done.err) == (0, "")


def test_many_deals_as_json_lines_and_a_summary(ck: Callable[..., Any]) -> None:
    done = ck("solve", "bisley", "--deals", "2..4", "--nodes", "200", "--json")
    *lines, last = map(json.loads, done.out.splitlines())
    game = cardkit.game("bisley")
    found = [solve(game.deal(deal), nodes=200) for deal in (2, 3, 4)]
    assert [line["deal"] for line in lines] == ["2", "3", "4"]
    assert [line["verdict"] for line in lines] == [one.verdict for one in found]
    assert [line["moves"] for line in lines] == [list(map(str, one.moves)) for one in found]
    summary = last["summary"]
    assert (summary["game"], summary["deals"], summary["count"]) == ("bisley", "2..4", 3)
    assert sum(summary["ends"].values()) == 3
    assert summary["won"] == sum(one.verdict == "won" for one in found)


def test_many_deals_come_to_what_a_sweep_says(ck: Callable[..., Any]) -> None:
    words = ["bisley", "--deals", "1..3", "--nodes", "30", "--json"]
    *_, summary = ck("solve", *words).out.splitlines()
    swept = json.loads(ck("sweep", *words, "--solve", "--workers", "1").out)
    assert json.loads(summary)["summary"] == swept


def test_the_summary_says_that_hidden_cards_were_known(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    scripted(LOST, Solution("lost", nodes=1, thoughtful=True))
    lines = ck("solve", "klondike", "--deals", "1..2").out.splitlines()
    assert "thoughtful  the solver knew the hidden cards" in lines


def test_an_interruption_tells_of_what_was_decided(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    scripted(WON, LOST, KeyboardInterrupt())
    done = ck("solve", "bisley", "--deals", "1..5")
    assert (done.status, done.err) == (130, "cardkit: interrupted after 2 of 5 deals\n")
    lines = done.out.splitlines()
    assert lines[:2] == ["1: won in 3 moves, 7 positions", "2: lost, 2000 positions"]
    told = {" ".join(line.split()) for line in lines}
    assert {"deals 2: 1..2", "partial 2 of 5 deals"} <= told


def test_an_interruption_of_one_deal_is_told(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    scripted(KeyboardInterrupt())
    done = ck("solve", "bisley")
    assert (done.status, done.out, done.err) == (130, "", "cardkit: interrupted\n")


def test_every_line_is_there_as_soon_as_its_deal_is_decided() -> None:
    words = ["solve", "bisley", "--deals", "2..1000000", "--nodes", "200"]
    with subprocess.Popen(
        [*CARDKIT, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
        text=True,
    ) as running:
        assert running.stdout is not None
        first = [running.stdout.readline() for _ in range(3)]
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert [line.partition(": ")[0] for line in first] == ["2", "3", "4"]
    lines, _, summary = ("".join(first) + out).partition("\n\n")
    counted = len(lines.splitlines())
    found = re.fullmatch(r"cardkit: interrupted after (\d+) of 999999 deals\n", err)
    assert found is not None
    # It may come when a line is written and not yet counted.
    assert counted - int(found[1]) in (0, 1)
    assert "partial" in summary
    assert running.returncode == 130


# -- records ---------------------------------------------------------------------------------------


def test_the_record_of_a_win_can_be_replayed(ck: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "won.jsonl"
    done = ck("solve", "bisley", "--deal", "3", "--record", str(path))
    assert (done.status, done.err) == (0, "")
    assert not check_record(path)
    record = read_record(path)
    assert ", ".join(map(str, record.moves)) == done.out.splitlines()[2]
    outcome = replay(path).outcome
    assert outcome is not None
    assert outcome.won
    shown = ck("replay", str(path))
    assert shown.out.endswith(f"\nwon after {len(record.moves)} moves\n")


def test_only_wins_are_recorded(
    ck: Callable[..., Any], scripted: Callable[..., Scripted], tmp_path: Path
) -> None:
    scripted(LOST)
    path = tmp_path / "game.jsonl"
    path.write_text("before")
    done = ck("solve", "bisley", "--record", str(path))
    assert done.status == 0
    assert done.err == f"cardkit: {path}: not written, as only a win is recorded\n"
    assert path.read_text() == "before"


def test_the_records_of_many_deals_lie_in_a_folder(ck: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "wins"
    done = ck("solve", "bisley", "--deals", "2..4", "--nodes", "200", "--record", str(folder))
    won = [line.partition(":")[0] for line in done.out.splitlines() if ": won in" in line]
    assert won
    assert {path.name for path in folder.iterdir()} == {f"bisley-{deal}.jsonl" for deal in won}


# -- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["bismarck", "whist", "accordion"])
def test_a_game_that_cannot_be_tabulated_is_refused(ck: Callable[..., Any], game: str) -> None:
    for words in ([], ["--deals", "1..3"]):
        done = ck("solve", game, *words)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"cardkit: {game} ")
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--deal", "1", "--deals", "1..2"], "give --deal or --deals, not both"),
        (["--deals", "1..3,2"], "the deal 2 is given twice, and would count twice"),
        (["--deal", "ms:0"], "no such deal: 'ms:0'"),
        (["--deals", "3..1"], "it runs backwards"),
        (["--nodes", "0"], "invalid value for '--nodes'"),
        (["--seconds", "nan"], "nan is no time to wait"),
        (["--seconds", "inf"], "inf is no time to wait"),
        (["--memory", "0"], "invalid value for '--memory'"),
        (["-o", "colums=12"], "did you mean 'columns'?"),
    ],
)
def test_what_is_typed_wrong_is_told_in_a_line(
    ck: Callable[..., Any], words: list[str], says: str
) -> None:
    done = ck("solve", "bisley", *words)
    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_deals_that_do_not_fit_are_told_of_before_any_is_solved(
    ck: Callable[..., Any], scripted: Callable[..., Scripted]
) -> None:
    solver = scripted(LOST, LOST)
    done = ck("solve", "spider", "--deals", "1,ms:1")
    assert (done.status, done.out) == (2, "")
    assert "ms:1 deals one pack" in done.err
    assert solver.asked == []


def test_a_file_where_a_folder_has_to_be_is_told_of_at_once(
    ck: Callable[..., Any], scripted: Callable[..., Scripted], tmp_path: Path
) -> None:
    solver = scripted(LOST)
    path = tmp_path / "file"
    path.write_text("")
    done = ck("solve", "bisley", "--deals", "1..2", "--record", str(path))
    assert done.status == 2
    assert "many deals are recorded in a folder" in done.err
    assert solver.asked == []


# -- the engines -----------------------------------------------------------------------------------


def test_what_takes_long_before_the_first_deal_is_told(
    ck: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Compiling(Scripted):
        def __call__(self, game: cardkit.Game) -> Scripted:
            for tell in engine().tell:
                tell("compiling the kernel")
            return self

    monkeypatch.setattr("cardkit.solver.Solver", Compiling([LOST]))
    done = ck("solve", "bisley")
    assert (done.out, done.err) == ("lost, 2000 positions\n", "cardkit: compiling the kernel\n")
    assert engine().tell == []


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if numba were not installed, and nobody had chosen an engine."""
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "numba" else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", found)
    monkeypatch.delenv(CHOICE)


def test_without_numba_it_says_once_how_to_make_it_fast(
    ck: Callable[..., Any], no_numba: None
) -> None:
    done = ck("solve", "bisley", "--deals", "2..3")
    assert done.status == 0
    assert done.out.startswith("2: won in ")
    assert "pip install 'cardkit[fast]'" in done.err
    assert done.err.count("\n") == 1


def test_what_is_missing_is_told_before_what_is_slow(
    ck: Callable[..., Any], no_numba: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = ck("sweep", "bisley", "--deals", "1..9", "--solve", "--dask", "tcp://127.0.0.1:1")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: distributed is not installed, which --dask needs")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("chosen", "says"), [("numba", "cardkit[fast]"), ("fast", "not 'fast'")])
def test_an_engine_that_is_not_there_is_told_of(
    ck: Callable[..., Any], no_numba: None, chosen: str, says: str
) -> None:
    done = ck("solve", "bisley", CARDKIT_ENGINE=chosen)
    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


# -- terminals -------------------------------------------------------------------------------------


def on_terminal(*words: str, both: bool) -> tuple[str, str]:
    """Run a command with stderr, or both streams, on a terminal: stdout, what the terminal got."""
    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            [*CARDKIT, *words],
            stdout=slave if both else subprocess.PIPE,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "60", "PYTHONUTF8": "1"},
        ) as running:
            os.close(slave)
            shown = b""
            while chunk := _read(master):
                shown += chunk
            out = running.stdout.read() if running.stdout else b""
            assert running.wait(timeout=60) == 0
            return out.decode(), shown.decode()
    finally:
        os.close(master)


def _read(terminal: int) -> bytes:
    assert select.select([terminal], [], [], 60)[0]
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


def test_on_a_terminal_the_moves_are_wrapped(ck: Callable[..., Any]) -> None:
    words = ("solve", "bisley", "--deal", "3")
    _, shown = on_terminal(*words, both=True)
    plain = ck(*words).out.splitlines()
    text = re.sub(r"\x1b\[\?25[lh]|[^\n]*\x1b\[2K", "", shown).replace("\r", "")
    verdict, _, lines = text.partition("\n\n")
    assert verdict.endswith(plain[0])
    assert max(map(len, lines.splitlines())) <= 60
    assert len(lines.splitlines()) > 5
    assert " ".join(lines.split()) == plain[2]


def test_a_terminal_is_told_how_many_positions_were_looked_at(ck: Callable[..., Any]) -> None:
    words = ("solve", "spider", "--deals", "1..2", "--nodes", "1500")
    out, shown = on_terminal(*words, both=False)
    assert out == ck(*words, COLUMNS="60").out
    assert re.search(r"1/2 deals; [\d,]+ positions, [\d,]+ a second", shown)
    assert shown.endswith("\x1b[2K")  # the line is gone in the end


def test_without_a_terminal_no_progress_is_told(process: Callable[..., Any]) -> None:
    done = process("solve", "spider", "--nodes", "1500", TERM="xterm")
    assert (done.status, done.err) == (0, "")
