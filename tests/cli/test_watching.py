"""`cardkit check --watch`: at every save the faults of a rules file, or else its table."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli import watching
from cardkit.deals import Deal
from cardkit.render import text_table
from cardkit.rulesfile import game_entry

GOOD = """\
name: two-rows
family: patience
title: {en: Two rows}
options: {rounds: {default: 5, min: 1, max: 5, help: "how many cards the columns get"}}
groups:
  stock: {kind: stock}
  t: {kind: tableau, count: 10, build: down alternate-colour, space: {accepts: any}}
  f: {kind: foundation, count: 4, suits: by-pile, build: up same-suit, space: {accepts: A}}
layout:
  - {deal: t, rounds: $rounds}
  - {rest: stock}
deal: {to: t}
reach: [{from: t, to: [t, f]}]
"""
BAD = GOOD.replace("build: down", "biuld: down")
FAULT = "two-rows.yaml:7:33: unknown key 'biuld' (did you mean 'build'?)\n1 fault\n\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rules file that is not there yet, in the folder where commands are typed."""
    monkeypatch.chdir(tmp_path)
    return Path("two-rows.yaml")


class Watcher:
    """The command in a process of its own, writing to a pipe or a terminal."""

    def __init__(self, *words: str, terminal: bool = False, **environ: str) -> None:
        self._out, theirs = pty.openpty() if terminal else os.pipe()
        self.running = subprocess.Popen(
            [sys.executable, "-m", "cardkit", "check", "--watch", *words],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80", **environ},
        )
        os.close(theirs)
        self._read = b""

    def sees(self, text: str) -> str:
        """Everything up to the next time that some text is written, which must happen soon."""
        end = time.monotonic() + 30
        while (at := self._read.find(text.encode())) < 0:
            ready, _, _ = select.select([self._out], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} is not in {self._read.decode()!r}"
            chunk = self._chunk()
            assert chunk, f"it ended, and {text!r} is not in {self._read.decode()!r}"
            self._read += chunk
        size = at + len(text.encode())
        seen, self._read = self._read[:size], self._read[size:]
        return seen.decode()

    def interrupt(self) -> tuple[int, str, str]:
        """Type Ctrl-C: the exit status, what was still written, and what on stderr."""
        self.running.send_signal(signal.SIGINT)
        while chunk := self._chunk():
            self._read += chunk
        _, err = self.running.communicate(timeout=60)
        return self.running.returncode, self._read.decode(), err.decode()

    def _chunk(self) -> bytes:
        try:
            return os.read(self._out, 4096)
        except OSError:  # a terminal whose other end is closed
            return b""

    def stop_reading(self) -> None:
        """Close the pipe at this end."""
        os.close(self._out)
        self._out = -1

    def close(self) -> None:
        """End it, if it has not ended."""
        self.running.kill()
        self.running.communicate()
        if self._out >= 0:
            os.close(self._out)


@pytest.fixture
def watch(file: Path) -> Iterator[Callable[..., Watcher]]:
    """Begin to watch, until the test ends at the latest."""
    begun: list[Watcher] = []

    def begin(*words: str, terminal: bool = False, **environ: str) -> Watcher:
        begun.append(Watcher(*words, terminal=terminal, **environ))
        return begun[-1]

    yield begin
    for watcher in begun:
        watcher.close()


def table(file: Path, deal: int = 1, **options: object) -> str:
    """What is written of a file without faults."""
    state = game_entry(file).create(options).deal(deal)
    return f"{file}: no faults\n\n{text_table(state)}\n\n"


def test_faults_and_tables_are_shown_save_by_save(
    file: Path, watch: Callable[..., Watcher]
) -> None:
    file.write_text(BAD, "utf-8")
    watcher = watch(str(file))
    assert watcher.sees("1 fault\n\n") == FAULT
    file.write_text(GOOD, "utf-8")
    assert watcher.sees(table(file)) == table(file)
    file.write_text(GOOD.replace("default: 5", "default: 4"), "utf-8")
    assert watcher.sees(table(file)) == table(file)
    file.write_text("name: [", "utf-8")
    assert re.fullmatch(r"two-rows\.yaml:1:\d+: .*\n1 fault\n\n", watcher.sees("1 fault\n\n"))
    assert watcher.interrupt() == (0, "", "")


def test_options_and_the_deal_hold_at_every_save(file: Path, watch: Callable[..., Watcher]) -> None:
    file.write_text(GOOD, "utf-8")
    watcher = watch(str(file), "-o", "rounds=2", "--deal", "7")
    assert watcher.sees(table(file, 7, rounds=2)) == table(file, 7, rounds=2)
    renamed = GOOD.replace("{rounds:", "{rows:").replace("$rounds", "$rows")
    file.write_text(renamed, "utf-8")
    missing = "two-rows has no option 'rounds' (did you mean 'rows'? options: rows)"
    assert missing in watcher.sees("options: rows)\n\n")
    file.write_text(GOOD, "utf-8")
    assert watcher.sees(table(file, 7, rounds=2)) == table(file, 7, rounds=2)


def test_a_file_that_an_editor_replaces_is_looked_at(
    file: Path, watch: Callable[..., Watcher]
) -> None:
    watcher = watch(str(file))
    assert watcher.sees("1 fault\n\n") == "two-rows.yaml:1:1: no such file\n1 fault\n\n"
    for text in (GOOD, GOOD.replace("count: 10", "count: 8")):
        new = Path("two-rows.yaml~")
        new.write_text(text, "utf-8")
        new.replace(file)
        assert watcher.sees(table(file)) == table(file)


def test_a_terminal_is_cleared_and_told_how_to_end(
    file: Path, watch: Callable[..., Watcher]
) -> None:
    file.write_text(BAD, "utf-8")
    watcher = watch(str(file), terminal=True, TERM="xterm", NO_COLOR="1")
    last = "  watching two-rows.yaml; Ctrl-C ends it\r\n"
    shown = watcher.sees(last)
    assert re.fullmatch(CLEAR + re.escape(lines(FAULT)) + TIME + re.escape(last), shown)
    file.write_text(GOOD, "utf-8")
    shown = watcher.sees(last)
    assert re.fullmatch(CLEAR + re.escape(lines(table(file))) + TIME + re.escape(last), shown)
    assert watcher.interrupt() == (0, "\r\n", "")


CLEAR = r"\x1b\[2J\x1b\[1;1H"
TIME = r"\d\d:\d\d:\d\d"


def lines(text: str) -> str:
    """A text as a terminal gets it."""
    return text.replace("\n", "\r\n")


def test_a_dumb_terminal_is_not_cleared(file: Path, watch: Callable[..., Watcher]) -> None:
    file.write_text(BAD, "utf-8")
    watcher = watch(str(file), terminal=True, TERM="dumb")
    assert "\x1b" not in watcher.sees("Ctrl-C ends it\r\n\r\n")


def test_it_ends_when_nobody_reads_any_more(file: Path, watch: Callable[..., Watcher]) -> None:
    file.write_text(BAD, "utf-8")
    watcher = watch(f"./{file}")
    watcher.sees("1 fault\n\n")
    watcher.stop_reading()
    file.write_text(GOOD, "utf-8")
    assert watcher.running.wait(timeout=60) == 141


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--watch", "a.yaml", "b.yaml"], "--watch is for one file, not 2"),
        (["--watch", "a.jsonl"], "--watch is for rules files, and a.jsonl is a record"),
        (["--watch", "a.yaml", "--json"], "give --watch or --json"),
        (["--watch", "a.yaml", "--deal", "x"], "no such deal: 'x'"),
        (["--watch", "a.yaml", "-o", "x"], "an option is written key=value, not 'x'"),
        (["a.yaml", "-o", "x=1"], "-o and --deal choose the table that --watch shows"),
        (["a.yaml", "--deal", "1"], "-o and --deal choose the table that --watch shows"),
    ],
)
def test_what_cannot_be_watched_is_told_in_one_line(
    ck: Callable[..., Any], words: list[str], said: str
) -> None:
    done = ck("check", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: ")
    assert len(done.err.splitlines()) == 1
    assert said in done.err


# -- when a file is looked at ----------------------------------------------------------------------


def play(monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], object]) -> None:
    """Let one thing after the other happen, one in each pause; after the last comes Ctrl-C."""
    left = list(acts)

    def pause(_: float) -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    monkeypatch.setattr(watching, "sleep", pause)


def seen(file: Path) -> list[str | None]:
    """What stands in a file each time that it is to be looked at; None where it is gone."""
    found: list[str | None] = []
    with suppress(KeyboardInterrupt):
        for _ in watching.saves(str(file)):
            found += [file.read_text("utf-8") if file.exists() else None]
    return found


def nothing() -> None:
    """A moment in which nobody does anything."""


@pytest.fixture
def stage(file: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let things happen to a file that says `1`: it says another text, goes (None), or rests."""

    def act(what: str | None) -> Callable[[], object]:
        if what is None:
            return file.unlink
        return nothing if what == "rest" else lambda: file.write_text(what, "utf-8")

    def set_up(*acts: str | None) -> None:
        file.write_text("1", "utf-8")
        play(monkeypatch, *map(act, acts))

    return set_up


REST = ["rest"] * 3
LONG = ["rest"] * 20


@pytest.mark.parametrize(
    ("acts", "looks"),
    [
        ([], ["1"]),
        (LONG, ["1"]),
        (["22", *REST], ["1", "22"]),
        (["22", *REST, "333", *REST], ["1", "22", "333"]),
        # It is written bit by bit.
        (["22", "333", "4444", *REST], ["1", "4444"]),
        # It goes for a moment, and another one or the same comes.
        ([None, "rest", "22", *REST], ["1", "22"]),
        # It goes for good, or for a while.
        ([None, *LONG], ["1", None]),
        ([None, *LONG, "1", *REST], ["1", None, "1"]),
    ],
)
def test_a_file_is_looked_at_when_it_lies_still(
    stage: Callable[..., None], file: Path, acts: list[str | None], looks: list[str | None]
) -> None:
    stage(*acts)
    assert seen(file) == looks


def test_a_save_that_changes_no_letter_counts(
    stage: Callable[..., None], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage()
    later = file.stat().st_mtime_ns + 1
    play(monkeypatch, lambda: os.utime(file, ns=(later, later)), nothing)
    assert seen(file) == ["1", "1"]


def test_a_sound_file_with_a_deal_that_does_not_fit_says_so(file: Path) -> None:
    file.write_text(GOOD, "utf-8")
    text = watching.looked_over(str(file), {}, Deal.of("AS 2S"))
    first, second = text.splitlines()
    assert first == "two-rows.yaml: no faults"
    assert "does not fit" in second
