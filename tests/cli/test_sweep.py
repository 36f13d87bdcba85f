"""`cardkit sweep` and `cardkit stats`."""

from __future__ import annotations

import csv
import fcntl
import json
import os
import pty
import re
import select
import signal
import sqlite3
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.cli import sweep as sweep_module
from cardkit.cli.stats import _short
from cardkit.headless import run_many, wilson
from cardkit.sweep import Playing, Progress, Selection, Solving, Store, Sweep, statistics
from cardkit.sweep.estimates import Wins
from cardkit.sweep.plan import Plan, Row

CARDKIT = [sys.executable, "-m", "cardkit"]
RANDOM = ("--player", "random", "--workers", "1")
ENDLESS = ("sweep", "bisley", "--deals", "1..1000000", "--player", "random")

#: Ten deals as a solver might leave them.
SOLVED: list[Row] = [
    *((str(deal), "won", None, 60 + deal, 10**deal, 1, None) for deal in range(1, 8)),
    ("8", "lost", None, None, 123_456, 1, None),
    ("9", "undecided", "nodes", None, 10_000_000, 1, None),
    ("10", "undecided", "memory", None, 9_000_000, 1, None),
]


@pytest.fixture
def solved(tmp_path: Path) -> str:
    """The store of a sweep that solved deals."""
    path = tmp_path / "solved.sqlite"
    plan = Plan.of(cardkit.game("bisley", columns=12), Solving(nodes=10_000_000))
    with Store.write(path, plan) as store:
        store.add(SOLVED)
        store.commit()
    return str(path)


@pytest.fixture(autouse=True)
def plain_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled has its own tests: nobody waits for it here."""
    monkeypatch.setenv("CARDKIT_ENGINE", "python")


# -- what is written -------------------------------------------------------------------------------


def test_deals_that_were_played_are_summed_up(ck: Callable[..., Any]) -> None:
    done = ck("sweep", "bisley", "--deals", "1..20,ms:1..3", *RANDOM, "-o", "columns=12")
    deals = [*range(1, 21), "ms:1", "ms:2", "ms:3"]
    runs = list(run_many("bisley", deals, players="random", columns=12))
    won = sum(bool(run.outcome.won) for run in runs)
    low, high = wilson(won, 23)
    moves = sorted(run.moves for run in runs)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[:4] == [
        "game   bisley (columns=12)",
        "task   play by random",
        "deals  23: 1..20, ms:1..3",
        f"won    {won} ({won / 23:.2%}; 95% interval {low:.2%} to {high:.2%})",
    ]
    # Of 23 games in order: 10 % do not exceed the third, half the twelfth, 90 % the 21st.
    expected = [moves[i] for i in (0, 2, 11, 20, 22, 22)]
    assert lines[-1].split() == ["moves", "23", *map(str, expected)]


WIDE = """\
game        bisley (columns=12)
task        solve within 10,000,000 nodes and 512 MiB
deals       10: 1..10
won         7 (70.00%; 95% interval 39.68% to 98.21%)
lost        1 (10.00%)
undecided   2 (20.00%): memory 1, nodes 1
thoughtful  the solver knew the hidden cards

quantiles          deals  least    10%  median    90%    99%   most
length                 7     61     61      64     67     67     67
nodes (lost)           1   123k   123k    123k   123k   123k   123k
nodes (undecided)      2  9.00M  9.00M   9.00M  10.0M  10.0M  10.0M
nodes (won)            7     10     10   10000  10.0M  10.0M  10.0M
"""

NARROW = """\
game        bisley (columns=12)
task        solve within 10,000,000
            nodes and 512 MiB
deals       10: 1..10
won         7 (70.00%; 95% interval
            39.68% to 98.21%)
lost        1 (10.00%)
undecided   2 (20.00%): memory 1, nodes
            1
thoughtful  the solver knew the hidden
            cards

quantiles length
  deals   7
"""


def test_deals_that_were_solved_are_summed_up(ck: Callable[..., Any], solved: str) -> None:
    # Wilson's interval of 7 in 10 begins at 0.3968, that of 9 in 10 ends at 0.9821.
    done = ck("stats", solved)
    assert (done.status, done.err, done.out) == (0, "", WIDE)
    narrow = ck("stats", solved, COLUMNS="40").out
    assert narrow.startswith(NARROW)
    assert max(map(len, narrow.splitlines())) <= 40


def test_matches_are_summed_up_by_seat_contract_and_role(ck: Callable[..., Any]) -> None:
    words = ("bismarck", "-o", "session=quick", "--deals", "1..30", "--player", "random")
    words += ("--player", "greedy", "--player", "random", "--workers", "1")
    done = ck("sweep", *words)
    runs = list(
        run_many("bismarck", range(1, 31), players=["random", "greedy", "random"], session="quick")
    )
    lines = done.out.splitlines()
    assert lines[:4] == [
        "game   bismarck (session=quick)",
        "task   play by random, greedy, random",
        "deals  30: 1..30",
        "ended  scored 30",
    ]
    for seat, player in enumerate(("random", "greedy", "random")):
        scores = [run.outcome.scores[seat] for run in runs if run.outcome.scores]
        wins = sum(seat in run.outcome.winners for run in runs)
        found = lines[7 + seat].split()
        assert found[:3] == [str(seat), player, f"{sum(scores) / 30:.3f}"]
        assert found[6:8] == [str(wins), f"{wins / 30:.2%}"]
    roles = [line.split()[:3] for line in lines[13:]]
    assert roles == [
        [contract, role, "30"]
        for contract in ("trump", "no-trump", "pass")
        for role in ("dealer", "forehand", "others")
    ]


def test_the_data_is_that_of_the_library(ck: Callable[..., Any], solved: str) -> None:
    done = ck("sweep", "bisley", "--deals", "1..20", *RANDOM, "--seed", "4", "--json")
    with Sweep("bisley", "1..20", Playing(("random",), seed=4), workers=1) as sweep:
        sweep.run()
        assert json.loads(done.out) == sweep.statistics().to_data()
    assert done.out.isascii()
    assert done.out.count("\n") == 1
    with Store.read(solved) as store:
        assert json.loads(ck("stats", solved, "--json").out) == statistics(store).to_data()
        part = statistics(store, Selection.of("1..3"))
    assert json.loads(ck("stats", solved, "--deals", "1..3", "--json").out) == part.to_data()


def test_two_workers_write_the_same(ck: Callable[..., Any]) -> None:
    words = ("sweep", "bisley", "--deals", "1..60", "--player", "random")
    assert ck(*words, "--workers", "2") == ck(*words, "--workers", "1")


def test_workers_find_the_games_of_folders(ck: Callable[..., Any], tmp_path: Path) -> None:
    source = cardkit.games()["bisley"].file
    assert source is not None
    rules = source.read_text(encoding="utf-8").replace("name: bisley", "name: two-rows", 1)
    (tmp_path / "two-rows.yaml").write_text(rules, encoding="utf-8")
    words = ("--deals", "1..30", "--player", "random", "--workers", "2")
    done = ck("sweep", "two-rows", *words, "--games-dir", str(tmp_path))
    assert (done.status, done.err) == (0, "")
    assert done.out == ck("sweep", "bisley", *words).out.replace("bisley", "two-rows")


def test_deals_are_solved(ck: Callable[..., Any], tmp_path: Path) -> None:
    store = str(tmp_path / "a.sqlite")
    words = ("sweep", "bisley", "--deals", "2..3", "--solve", "--nodes", "500", "--workers", "1")
    done = ck(*words, "--store", store, "--keep-moves", "--json")
    assert done.status == 0
    data = json.loads(done.out)
    assert data["task"] == {
        "do": "solve",
        "nodes": 500,
        "seconds": None,
        "memory": 512,
        "short": False,
        "keep_moves": True,
    }
    assert sum(data["ends"].values()) == 2
    path = tmp_path / "a.csv"
    assert ck("stats", store, "--csv", str(path)).status == 0
    for row in csv.DictReader(path.read_text().splitlines()):
        state = cardkit.game("bisley").deal(row["deal"])
        if row["verdict"] == "won":
            moves = row["moves"].split(", ")
            for move in moves:
                state.play(move)
            assert state.outcome is not None
            assert (state.outcome.won, str(len(moves))) == (True, row["length"])


def test_numbers_are_short() -> None:
    assert [_short(number) for number in (0, 99_999, 100_000, 999_499, 999_500)] == [
        "0", "99999", "100k", "999k", "1.00M",
    ]  # fmt: skip
    assert [_short(number) for number in (9_994_999, 99_950_000, 10**12)] == [
        "9.99M", "100M", "1000G",
    ]  # fmt: skip


# -- stores ----------------------------------------------------------------------------------------


def test_a_sweep_goes_on_and_stats_tell_of_all(ck: Callable[..., Any], tmp_path: Path) -> None:
    store = str(tmp_path / "bisley.sqlite")
    first = ck("sweep", "bisley", "--deals", "1..10", *RANDOM, "--store", store)
    more = ck("sweep", "bisley", "--deals", "6..30", *RANDOM, "--store", store)
    assert "deals  10: 1..10\n" in first.out
    assert "deals  25: 6..30\n" in more.out
    told = ck("stats", store)
    assert told == ck("sweep", "bisley", "--deals", "1..30", *RANDOM)
    assert ck("stats", store, "--deals", "1..10") == first


def test_the_store_of_another_sweep_is_refused(ck: Callable[..., Any], tmp_path: Path) -> None:
    store = str(tmp_path / "bisley.sqlite")
    ck("sweep", "bisley", "--deals", "1..3", *RANDOM, "--store", store)
    done = ck("sweep", "bisley", "--deals", "1..3", *RANDOM, "--store", store, "-o", "columns=12")
    assert (done.status, done.out) == (2, "")
    what = "it is the store of another sweep (option columns: 13 there, 12 here)"
    assert done.err == f"cardkit: {store}: {what}\n"


def test_a_store_of_another_version_is_gone_on_with_and_told_of(
    ck: Callable[..., Any], tmp_path: Path
) -> None:
    store = tmp_path / "bisley.sqlite"
    words = ("sweep", "bisley", *RANDOM, "--store", str(store), "--deals")
    ck(*words, "1..3")
    with sqlite3.connect(store) as db:
        db.execute("""UPDATE header SET value = '["0.0.1"]' WHERE name = 'cardkit'""")
    db.close()
    done = ck(*words, "1..5")
    assert done.status == 0
    versions = f"0.0.1 and {cardkit.__version__}"
    assert done.err == f"cardkit: {store}: its results are by more than one cardkit: {versions}\n"
    assert ck("stats", str(store)).err == done.err


# -- exports ---------------------------------------------------------------------------------------


def test_stats_write_files(ck: Callable[..., Any], solved: str, tmp_path: Path) -> None:
    words = [("--csv", "a.csv"), ("--parquet", "a.parquet"), ("--plot", "a.svg")]
    paths = [str(tmp_path / name) for _, name in words]
    done = ck("stats", solved, *(w for (o, _), p in zip(words, paths, strict=True) for w in (o, p)))
    assert (done.status, done.err, done.out) == (0, "", WIDE)
    assert all(Path(path).stat().st_size > 100 for path in paths)


@pytest.mark.parametrize("option", ["--csv", "--parquet", "--plot"])
def test_stats_say_where_they_cannot_write(
    ck: Callable[..., Any], solved: str, tmp_path: Path, option: str
) -> None:
    path = tmp_path / "none" / "a.svg"
    done = ck("stats", solved, option, str(path))
    assert (done.status, done.out) == (2, "")
    assert done.err == f"cardkit: {path}: No such file or directory\n"


# -- bad input -------------------------------------------------------------------------------------

BAD: list[tuple[str, list[str]]] = [
    ("sweep bisley --deals 1..9", ["what to do", "--solve, or --player P", "cardkit sweep --help"]),
    ("sweep bisley --deals 1..9 --solve --player random", ["--solve or --player, not both"]),
    ("sweep bisley --deals 1..9 --solve --seed 3", ["--seed goes with --player"]),
    ("sweep bisley --deals 1..9 --solve --limit 3", ["--limit goes with --player"]),
    ("sweep bisley --deals 1..9 --player random --nodes 3", ["--nodes goes with --solve"]),
    ("sweep bisley --deals 1..9 --player random --keep-moves", ["--keep-moves goes with --solve"]),
    ("sweep bisley --player random", ["missing option '--deals'"]),
    ("sweep bisley --deals 9..1 --player random", ["it runs backwards"]),
    ("sweep bisley --deals 1,1 --player random", ["the deal 1 is given twice"]),
    ("sweep spider --deals ms:1..9 --player random", ["ms:1 deals one pack"]),
    ("sweep bisly --deals 1..9 --player random", ["no game is called 'bisly'", "'bisley'?"]),
    ("sweep bisley --deals 1..9 --player grady", ["no player of bisley is called 'grady'"]),
    ("sweep bisley --deals 1..9 --player random -o x=1", ["no option 'x'"]),
    ("sweep bismarck --deals 1..9 --solve", ["bismarck is played by 3 against each other"]),
    ("sweep bisley --deals 1..9 --solve --nodes 0", ["--nodes"]),
    ("sweep bisley --deals 1..9 --solve --seconds nan", ["nan is no time to wait"]),
    ("sweep bisley --deals 1..9 --player random --workers 0", ["--workers"]),
    ("sweep bisley --deals 1..9 --player random --workers 2 --dask x:1", ["not both"]),
    ("sweep bisley --deals 1..9 --player random --stroe x", ["did you mean '--store'?"]),
    (
        "sweep bisley --deals 1..9 --player random --store no/a.sqlite",
        ["No such file or directory"],
    ),
    ("sweep bisley --deals 1..9 --player random --store .", ["it is no store of a sweep"]),
    ("sweep bisley --deals 1..9 --player random --store notes", ["it is no store of a sweep"]),
    ("stats none.sqlite", ["none.sqlite: No such file or directory"]),
    ("stats notes", ["notes: it is no store of a sweep"]),
    ("stats /dev/null", ["it is no store of a sweep"]),
    ("stats", ["missing argument 'STORE'"]),
    ("stats solved.sqlite --deals 3..1", ["it runs backwards"]),
    ("stats solved.sqlite --plot a.pdf", ["a picture's name ends in .svg or .png"]),
]


@pytest.mark.parametrize(("typed", "said"), BAD, ids=[typed for typed, _ in BAD])
def test_bad_input_gets_one_line_and_leaves_no_file(
    ck: Callable[..., Any],
    solved: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    said: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes").write_text("no store")
    done = ck(*typed.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: ")
    assert done.err.count("\n") == 1
    for part in said:
        assert part in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes", "solved.sqlite"]


def test_a_folder_that_cannot_be_written_to_is_told_of(
    ck: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever may do anything, as in many containers, is refused by no folder: so the system is
    # made to say what it says to others.
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cardkit.sweep.storefile.os.open", refuse)
    path = tmp_path / "a.sqlite"
    done = ck("sweep", "bisley", "--deals", "1..3", *RANDOM, "--store", str(path))
    assert (done.status, done.err) == (2, f"cardkit: {path}: Permission denied\n")


def test_an_engine_that_there_is_not_is_told_of(ck: Callable[..., Any]) -> None:
    done = ck("sweep", "bisley", "--deals", "1..3", *RANDOM, CARDKIT_ENGINE="numbat")
    assert (done.status, done.out) == (2, "")
    assert done.err == "cardkit: CARDKIT_ENGINE is numba or python, not 'numbat'\n"


def test_a_broken_rule_names_the_deal(ck: Callable[..., Any], toys: None) -> None:
    words = ("sweep", "broken", "--deals", "3..9", "--player", "random", "--workers", "1")
    done = ck(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: deal 3: ValueError: 3 is not in list (CARDKIT_TRACEBACK=1")
    assert done.err.count("\n") == 1


def test_a_broken_player_names_the_deal(ck: Callable[..., Any], toys: None) -> None:
    done = ck("sweep", "snatch", "--deals", "3..9", "--player", "clumsy", "--workers", "1")
    assert done.status == 2
    assert done.err.startswith("cardkit: deal 3: player clumsy at seat 0, move 1: raised KeyError")
    assert done.err.count("\n") == 1


# -- ending it early -------------------------------------------------------------------------------


def wait_until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_done_and_tells_how_to_go_on(
    ck: Callable[..., Any], tmp_path: Path, workers: str
) -> None:
    store = tmp_path / "bisley.sqlite"
    with subprocess.Popen(
        [*CARDKIT, *ENDLESS, "--store", str(store), "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    ) as running:
        wait_until(lambda: store.exists() and store.stat().st_size > 20_000)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    found = re.fullmatch(
        r"cardkit: interrupted after (\d+) of 1000000 deals; they are in (.*), and the same command"
        r" goes on from there\n",
        err,
    )
    assert found is not None, err
    assert found[2] == str(store)
    assert f"partial  {found[1]} of 1000000 deals" in out
    with Store.read(store) as opened:
        assert opened.count(Selection.of("1..1000000")) == int(found[1])
    last = 50 + int(found[1])
    words = ("--deals", f"1..{last}", *RANDOM)
    assert ck("sweep", "bisley", *words, "--store", str(store)) == ck("sweep", "bisley", *words)


def test_ctrl_c_without_a_store_says_that_nothing_is_kept() -> None:
    status, out, shown = on_terminal([*ENDLESS, "--workers", "1"], interrupt=b"won")
    assert status == 130
    assert out.startswith(b"game     bisley\n")
    *_, last = shown.split(b"\x1b[2K")
    assert re.fullmatch(
        rb"cardkit: interrupted after \d+ of 1000000 deals; nothing is kept without --store\r\n",
        last,
    )


# -- progress --------------------------------------------------------------------------------------


def on_terminal(
    words: list[str], interrupt: bytes = b"", columns: int = 80
) -> tuple[int, bytes, bytes]:
    """Run a command whose stderr is a terminal: its status, stdout, and what the terminal gets."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environ = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    try:
        with subprocess.Popen(
            [*CARDKIT, *words],
            stdout=subprocess.PIPE,
            stderr=slave,
            env={**environ, "TERM": "xterm", "PYTHONUTF8": "1"},
        ) as running:
            os.close(slave)
            shown = b""
            while chunk := _read(master):
                shown += chunk
                if interrupt and interrupt in shown:
                    running.send_signal(signal.SIGINT)
                    interrupt = b""
            assert running.stdout is not None
            out = running.stdout.read()
            return running.wait(timeout=60), out, shown
    finally:
        os.close(master)


def _read(terminal: int) -> bytes:
    assert select.select([terminal], [], [], 60)[0]
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("columns", [30, 50, 80])
def test_a_terminal_shows_the_share_with_its_interval(columns: int) -> None:
    words = ["sweep", "bisley", "--deals", "1..40", "--player", "random", "--workers", "1"]
    status, out, shown = on_terminal(words, columns=columns)
    assert status == 0
    assert out.startswith(b"game")
    lines = [
        re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", line).decode()
        for line in re.split(rb"[\r\n]", shown)
    ]
    assert max(map(len, lines)) <= columns
    share = "won 0.00% (0.00% to 8.76%)"  # of 40 deals without a win
    assert any(share in line for line in lines) or columns == 30
    assert any("40/40" in line and "/s" in line for line in lines) == (columns == 80)
    assert shown.endswith(b"\x1b[2K")  # the line is gone in the end


def test_without_a_terminal_a_line_tells_now_and_then(
    ck: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_module, "_TELL_EVERY", 0)
    done = ck("sweep", "bisley", "--deals", "1..40", *RANDOM)
    lines = done.err.splitlines()
    assert lines[0].startswith("cardkit: 1 of 40 deals, ")
    assert re.fullmatch(
        r"cardkit: 40 of 40 deals, [\d.]+ a second, won 0\.00% \(0\.00% to 8\.76%\)", lines[-1]
    )


def test_a_game_for_several_has_no_share_to_show() -> None:
    assert sweep_module._share(Progress(3, 9, None)) == ""
    assert sweep_module._share(Progress(4, 9, Wins(4, 2, 1))) == "won 50.00% (15.00% to 95.44%)"


def test_neither_help_nor_the_list_of_commands_loads_what_is_heavy(
    process: Callable[..., Any],
) -> None:
    code = (
        "import sys; import cardkit.cli.root\n"
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    )
    loaded = set(process(command=[sys.executable, "-c", code]).err.split())
    heavy = {"sqlite3", "numpy", "numba", "distributed", "pyarrow", "matplotlib", "cardkit.sweep"}
    assert not loaded & heavy
