"""What only a process of its own can show: signals, pipes, full disks, terminals."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardkit.headless import check_record, read_record

CARDKIT = [sys.executable, "-m", "cardkit"]
ENDLESS = ["run", "bisley", "--deals", "1..1000000", "--player", "random"]


@pytest.fixture
def environ() -> dict[str, str]:
    return {**os.environ, "PYTHONUTF8": "1"}


@pytest.fixture
def full() -> Path:
    """A disk that is full."""
    path = Path("/dev/full")
    assert path.exists()
    return path


def test_the_module_is_the_command(process: Callable[..., Any], ck: Callable[..., Any]) -> None:
    for words in (["moves", "bisley"], ["--help"], ["run", "bisley", "--dael", "1"]):
        done = process(*words)
        assert (done.status, done.out, done.err) == (
            (here := ck(*words)).status,
            here.out,
            here.err,
        )


def test_the_same_command_writes_the_same_bytes_in_every_process(
    process: Callable[..., Any],
) -> None:
    words = ["run", "bisley", "--deals", "1..3,ms:4", "--player", "random", "--json"]
    runs = [process(*words, PYTHONHASHSEED=seed) for seed in ("0", "1", "12345")]
    assert runs[0].out.count("\n") == 5
    assert runs[0] == runs[1] == runs[2]


def test_ctrl_c_ends_a_run_with_a_summary_and_whole_records(
    environ: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    with subprocess.Popen(
        [*CARDKIT, *ENDLESS, "--record", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ,
    ) as running:
        wait_until(lambda: folder.exists() and len(list(folder.glob("*.jsonl"))) > 3)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    records = list(folder.glob("*.jsonl"))
    told = re.fullmatch(r"cardkit: interrupted after (\d+) of 1000000 deals\n", err.decode())
    assert told is not None
    # It may come when a record is written and its game not yet counted.
    assert len(records) - int(told[1]) in (0, 1)
    games, partial = out.decode().splitlines()[:2]
    assert games.split() == ["games", told[1], "of", "bisley"]
    assert partial.split() == ["partial", told[1], "of", "1000000", "deals"]
    assert not [fault for path in records for fault in check_record(path)]
    assert all(read_record(path).result for path in records)


def wait_until(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("words", [[*ENDLESS, "--json"], ["run", "bisley"], ["--help"]])
def test_a_closed_pipe_ends_a_command_without_a_word(
    environ: dict[str, str], words: list[str]
) -> None:
    with subprocess.Popen(
        [*CARDKIT, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
    ) as running:
        assert running.stdout is not None
        if "--json" in words:
            assert running.stdout.readline().startswith(b'{"game": "bisley"')
        running.stdout.close()
        assert running.stderr is not None
        assert running.stderr.read() == b""
        assert running.wait(timeout=30) == 141


@pytest.mark.parametrize(
    "words", [["games"], ["--help"], ["--version"], ["deal", "bisley"], [*ENDLESS, "--json"]]
)
def test_a_full_disk_behind_the_output_is_told_of(
    environ: dict[str, str], full: Path, words: list[str]
) -> None:
    with full.open("w") as stream:
        done = subprocess.run(
            [*CARDKIT, *words], stdout=stream, stderr=subprocess.PIPE, check=False, env=environ
        )
    assert done.returncode == 2
    assert done.stderr == b"cardkit: cannot write the output: No space left on device\n"


def test_a_full_disk_behind_a_record_is_told_of(process: Callable[..., Any], full: Path) -> None:
    done = process("run", "bisley", "--record", str(full))
    assert (done.status, done.out) == (2, "")
    assert done.err == "cardkit: /dev/full: cannot write the record: No space left on device\n"


def test_a_closed_output_is_told_of(environ: dict[str, str]) -> None:
    command = 'exec "$@" >&-'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *CARDKIT, "games"],
        stderr=subprocess.PIPE,
        check=False,
        env=environ,
    )
    assert (done.returncode, done.stderr) == (
        2,
        b"cardkit: cannot write the output: it is closed\n",
    )


def test_a_closed_stderr_changes_nothing_else(environ: dict[str, str]) -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *CARDKIT, "deal", "bisly"],
        stdout=subprocess.PIPE,
        check=False,
        env=environ,
    )
    assert (done.returncode, done.stdout) == (2, b"")


def test_arguments_that_are_no_text_are_told_of(environ: dict[str, str]) -> None:
    for words in ([b"deal", b"\xff\xfe"], [b"replay", b"\xff"], [b"\xff"]):
        done = subprocess.run(
            [*map(os.fsencode, CARDKIT), *words], capture_output=True, check=False, env=environ
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"cardkit: ")
        assert done.stderr.count(b"\n") == 1


def test_without_a_terminal_there_is_neither_colour_nor_progress(
    process: Callable[..., Any],
) -> None:
    done = process("run", "bisley", "--deals", "1..3", "--player", "random", TERM="xterm-256color")
    assert done.err == ""
    assert done.out.isascii()
    assert "\x1b" not in process("deal", "bisley", TERM="xterm-256color").out


def test_the_width_of_a_narrow_terminal_is_kept(process: Callable[..., Any]) -> None:
    for words in (["deal", "bisley"], ["rules", "bisley"], ["run", "bisley", "--deal", "2"]):
        lines = process(*words, COLUMNS="40").out.splitlines()
        assert lines
        assert max(map(len, lines)) <= 40


@pytest.mark.parametrize(
    ("encoding", "suit"), [("utf-8", "A♠"), ("ascii", "AS"), ("latin-1", "AS"), ("cp437", "AS")]
)
def test_suits_are_letters_where_the_encoding_has_no_symbols(
    environ: dict[str, str], encoding: str, suit: str
) -> None:
    done = subprocess.run(
        [*CARDKIT, "deal", "bisley"],
        capture_output=True,
        check=True,
        env={**environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding},
    )
    assert suit in done.stdout.decode(encoding)
    assert done.stderr == b""


def on_terminal(
    words: list[str], interrupt: bool = False, **environ: str
) -> tuple[int, bytes, bytes]:
    """Run a command whose stderr is a terminal: its status, stdout, and what the terminal gets."""
    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            [*CARDKIT, *words],
            stdout=subprocess.PIPE,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "PYTHONUTF8": "1", **environ},
        ) as running:
            os.close(slave)
            shown = b""
            while chunk := _read(master):
                shown += chunk
                if interrupt and b"1000000" in shown:
                    running.send_signal(signal.SIGINT)
                    interrupt = False
            assert running.stdout is not None
            out = running.stdout.read()
            return running.wait(timeout=30), out, shown
    finally:
        os.close(master)


def _read(terminal: int) -> bytes:
    assert select.select([terminal], [], [], 30)[0]
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


def test_a_terminal_is_told_how_far_many_deals_have_got() -> None:
    words = ["run", "bisley", "--deals", "1..30", "--player", "random"]
    status, out, shown = on_terminal(words)
    assert status == 0
    assert out.startswith(b"games   30 of bisley\n")
    assert b"30/30" in shown
    assert b"a second" in shown
    assert shown.endswith(b"\x1b[2K")  # the line is gone in the end


def test_a_narrow_terminal_is_told_in_numbers_alone() -> None:
    words = ["run", "bisley", "--deals", "1..30", "--player", "random"]
    _, _, shown = on_terminal(words, COLUMNS="40")
    assert b"30/30" in shown
    assert b"a second" in shown
    assert "\u2501".encode() not in shown  # no bar


def test_a_dumb_terminal_gets_no_progress() -> None:
    words = ["run", "bisley", "--deals", "1..3", "--player", "random"]
    assert on_terminal(words, TERM="dumb")[2] == b""


def test_ctrl_c_on_a_terminal_clears_the_progress() -> None:
    status, _, shown = on_terminal(ENDLESS, interrupt=True)
    assert status == 130
    assert re.search(rb"\x1b\[2Kcardkit: interrupted[^\r\n]*\r\n\Z", shown)


def test_a_table_on_a_terminal_is_coloured() -> None:
    """With the terminal as stdout, too."""
    master, slave = pty.openpty()
    environ = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    try:
        with subprocess.Popen(
            [*CARDKIT, "deal", "bisley"], stdout=slave, env={**environ, "TERM": "xterm"}
        ) as running:
            os.close(slave)
            shown = b""
            while chunk := _read(master):
                shown += chunk
            assert running.wait(timeout=30) == 0
    finally:
        os.close(master)
    assert b"\x1b[31m" in shown
