"""Writing: text as the terminal can show it, JSON the same everywhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Final

import click

from cardkit.cli.errors import printable

#: Prose is not set wider than this.
_WIDEST: Final = 96
_NARROWEST: Final = 20


def write(text: str) -> None:
    """Write a text and a newline on standard output, at once.

    Characters that its encoding lacks become `?`. Raises OSError where it cannot be written.
    """
    if sys.stdout is None:  # it was closed before Python started
        raise click.ClickException("cannot write the output: it is closed")
    sys.stdout.write(_encodable(text) + "\n")
    sys.stdout.flush()


def write_json(data: object) -> None:
    """Write data as one line of JSON, in plain ASCII."""
    write(json.dumps(data))


def counted(count: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(2, "move")
    ('1 move', '2 moves')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def prose_width() -> int:
    """How wide prose is set."""
    from cardkit.render import detect

    width = detect(sys.stdout, os.environ).width
    return max(_NARROWEST, min(width, _WIDEST))


def paragraph(text: str, width: int, first: str = "", rest: str | None = None) -> str:
    """A text in lines, behind `first`, the later ones behind `rest` (blanks, if not given).

    >>> print(paragraph("Play with one pack.", 20, "BI-01  "))
    BI-01  Play with one
           pack.
    """
    rest = " " * len(first) if rest is None else rest
    lines = wrap(text, width, initial_indent=first, subsequent_indent=rest)
    return "\n".join(map(printable, lines)) if lines else first.rstrip()


def entries(pairs: Iterable[tuple[str, str]], width: int, indent: str = "") -> str:
    """Names in a column, what they mean beside them; beneath, where the names leave no room.

    >>> print(entries([("games", "list games"), ("run", "play a game")], 80))
    games  list games
    run    play a game
    """
    listed = list(pairs)
    longest = max((len(name) for name, _ in listed), default=0)
    room = width - len(indent) - longest - 2
    if room >= width // 2:
        return "\n".join(
            paragraph(text, width, f"{indent}{name:<{longest}}  ") for name, text in listed
        )
    return "\n".join(
        f"{indent}{name}\n{paragraph(text, width, f'{indent}    ')}" for name, text in listed
    )


def _encodable(text: str) -> str:
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
