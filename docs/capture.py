"""Draws what a terminal shows when some commands are typed, for the README: docs/capture.svg.

    python docs/capture.py            run the commands, write the picture
    python docs/capture.py --check    run them, write nothing; tell whether the picture is stale

The commands run with a pseudo-terminal for their output, so that they write as they do for people.
"""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

PICTURE: Final = Path(__file__).resolve().with_name("capture.svg")
COMMANDS: Final = (
    "cardkit deal bisley --deal 42",
    "cardkit moves bisley --deal 42",
    "cardkit run bisley --deals 1..20",
)

#: A character of the grid, and the rim around it.
_WIDTH: Final = 8.4
_HEIGHT: Final = 18
_RIM: Final = 16
_COLUMNS: Final = 80
#: What the codes of colours look like; the empty text is the colour of all the rest.
_COLOURS: Final = {"0": "", "31": "#ff8a80"}
_TYPED: Final = "#9ccc65"
_CONTROL: Final = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


class Word(NamedTuple):
    """Characters between blanks, in one colour, and where they begin on their line."""

    column: int
    text: str
    colour: str


def session(commands: Iterable[str]) -> str:
    """What is typed and what is written, as a terminal gets it."""
    return "\n".join(f"$ {command}\n{written(command)}" for command in commands)


def written(command: str) -> str:
    """What a command writes into a terminal of 80 columns. Raises OSError if the command fails."""
    program, *words = shlex.split(command)
    master, slave = pty.openpty()
    env = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "COLUMNS": str(_COLUMNS),
    }
    # Without a terminal for its errors it shows no progress, which would be gone at the end.
    process = subprocess.Popen(
        [sys.executable, "-m", program, *words], stdout=slave, stderr=subprocess.PIPE, env=env
    )
    os.close(slave)
    text = b"".join(_chunks(master)).decode()
    os.close(master)
    _, said = process.communicate()
    if process.returncode:
        raise OSError(f"{command}: {said.decode().strip()}")
    return text.replace("\r\n", "\n")


def _chunks(master: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(master, 4096)
        except OSError:  # Linux says so when the other end is closed
            return
        if not chunk:
            return
        yield chunk


def words(line: str) -> Iterator[Word]:
    """The words of a line, without the codes between them.

    >>> list(words("a \\x1b[31mK♥\\x1b[0m"))
    [Word(column=0, text='a', colour=''), Word(column=2, text='K♥', colour='#ff8a80')]

    Raises ValueError for a code that is no colour.
    """
    column, colour, at = 0, "", 0
    for code in [*_CONTROL.finditer(line), None]:
        run = line[at : code.start() if code else None]
        for match in re.finditer(r"\S+", run):
            yield Word(column + match.start(), match[0], colour)
        column += len(run)
        if code is not None:
            if code[2] != "m" or code[1] not in _COLOURS:
                raise ValueError(f"a picture cannot show the code {code[0]!r}")
            colour, at = _COLOURS[code[1]], code.end()


def drawn(text: str) -> str:
    """A picture of what a terminal shows.

    Every word has its place and its width by the grid, whatever font there is for its characters.
    """
    lines = text.rstrip("\n").split("\n")
    plain = _CONTROL.sub("", "\n".join(lines))
    height = len(lines) * _HEIGHT + 2 * _RIM
    width = round(max(map(len, plain.split("\n"))) * _WIDTH) + 2 * _RIM
    rows = []
    for row, line in enumerate(lines):
        y = _RIM + row * _HEIGHT + 13
        for word in words(line):
            colour = _TYPED if line.startswith("$ ") else word.colour
            rows.append(
                f'<text x="{_RIM + word.column * _WIDTH:.1f}" y="{y}"'
                f' textLength="{len(word.text) * _WIDTH:.1f}"'
                + (f' fill="{colour}"' if colour else "")
                + f">{escape(word.text)}</text>"
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-labelledby="capture-title capture-desc">'
        '<title id="capture-title">A terminal in which cardkit is used</title>'
        f'<desc id="capture-desc">{escape(plain)}</desc>'
        f'<rect width="{width}" height="{height}" rx="8" fill="#1e2329"/>'
        '<g font-family="monospace" font-size="14" fill="#e4e7eb">\n'
        + "\n".join(rows)
        + "\n</g></svg>\n"
    )


def main(arguments: list[str]) -> int:
    """Draw, or check. Returns the exit status: 1 if a check finds it stale, 2 for wrong usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python docs/capture.py [--check]", file=sys.stderr)
        return 2
    picture = drawn(session(COMMANDS)).encode()
    if not arguments:
        PICTURE.write_bytes(picture)
        return 0
    if PICTURE.exists() and PICTURE.read_bytes() == picture:
        return 0
    print(f"docs/{PICTURE.name}: stale, run: python docs/capture.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
