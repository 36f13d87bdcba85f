"""What the place that text goes to can show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple, TextIO

#: Every character beyond ASCII that a text table may use.
SYMBOLS: Final = "♣♦♥♠▒×…"
_WIDTH: Final = 80


class Terminal(NamedTuple):
    """How to write a text table; `text_table(layout, **terminal._asdict())` takes it."""

    unicode: bool
    colour: bool
    width: int


def detect(stream: TextIO, environ: Mapping[str, str]) -> Terminal:
    """What a stream can show: suit symbols, colour, and how many characters on a line.

    Symbols need an encoding that has them all; a stream in memory has. Colour is off if `NO_COLOR`
    is set to anything, else on if `FORCE_COLOR` is, else on for a terminal that is not `dumb`. The
    width is `COLUMNS`, else the terminal's, else 80.

    >>> import io
    >>> detect(io.StringIO(), {"COLUMNS": "100"})
    Terminal(unicode=True, colour=False, width=100)
    """
    terminal = _is_terminal(stream)
    if environ.get("NO_COLOR"):
        colour = False
    elif environ.get("FORCE_COLOR"):
        colour = True
    else:
        colour = terminal and environ.get("TERM") != "dumb"
    return Terminal(_has_symbols(stream), colour, _width(stream, environ, terminal))


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):  # no such method; or closed
        return False


def _has_symbols(stream: TextIO) -> bool:
    encoding: str | None = getattr(stream, "encoding", "ascii")
    if encoding is None:
        return True
    try:
        SYMBOLS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _width(stream: TextIO, environ: Mapping[str, str], terminal: bool) -> int:
    try:
        columns = int(environ.get("COLUMNS", ""))
    except ValueError:
        columns = 0
    if columns <= 0 and terminal:
        try:
            columns = os.get_terminal_size(stream.fileno()).columns
        except (OSError, ValueError):
            columns = 0
    return columns if columns > 0 else _WIDTH
