"""What a stream can show, decided from the stream and the environment."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from cardkit.render import detect


class Stream:
    """A stream that says of itself what it is told to say."""

    def __init__(self, encoding: str | None = "utf-8", terminal: bool = True) -> None:
        self.encoding = encoding
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def fileno(self) -> int:
        raise io.UnsupportedOperation("fileno")


@pytest.mark.parametrize(
    ("environ", "terminal", "colour"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "xterm-256color"}, False, False),
    ],
)
def test_colour_follows_the_environment_then_the_terminal(environ, terminal, colour):
    assert detect(Stream(terminal=terminal), environ).colour is colour


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [
        ("utf-8", True),
        ("UTF8", True),
        ("ascii", False),
        ("latin-1", False),
        ("cp437", False),
        ("no-such-encoding", False),
        (None, True),
    ],
)
def test_symbols_need_an_encoding_that_has_them(encoding, unicode):
    assert detect(Stream(encoding), {}).unicode is unicode


def test_a_stream_that_says_nothing_of_itself_gets_plain_ascii():
    assert detect(object(), {}) == (False, False, 80)


def test_a_closed_stream_is_no_terminal():
    stream = io.StringIO()
    stream.close()
    assert detect(stream, {}).colour is False


@pytest.mark.parametrize(
    ("columns", "width"), [("132", 132), ("", 80), ("0", 80), ("-4", 80), ("wide", 80)]
)
def test_columns_set_the_width_if_they_are_a_number(columns, width):
    assert detect(Stream(), {"COLUMNS": columns}).width == width


def test_a_terminal_is_as_wide_as_it_says():
    ours, theirs = pty.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 57, 0, 0))
        with open(theirs, "w", encoding="utf-8", closefd=False) as stream:
            assert detect(stream, {}) == (True, True, 57)
            assert detect(stream, {"COLUMNS": "100"}).width == 100
    finally:
        os.close(ours)
        os.close(theirs)


def test_importing_the_renderer_is_light():
    code = (
        "import sys, cardkit.render; print(*sorted({'rich', 'click', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ""
