"""The page `docs/cli.md`: what it shows is what happens, and it leaves no command out."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.errors import BUG, CLOSED_PIPE, INTERRUPTED, WRONG
from cardkit.cli.root import COMMANDS

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
FENCE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str]]:
    """The commands of the page in their order, and what they are said to write."""
    for block in FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        for typed in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
            line, _, expected = typed.partition("\n")
            yield line, expected


def test_the_page_shows_what_happens(
    ck: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    checker = doctest.OutputChecker()
    for line, expected in examples():
        name, *words = shlex.split(line)
        assert name == "cardkit"
        done = ck(*words)
        # How wide a column is depends on what else is installed.
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert checker.check_output(expected, done.out + done.err, flags), f"{line}\n{done}"


def test_the_page_has_an_example_of_every_command() -> None:
    shown = {line.split()[1] for line, _ in examples()}
    assert shown >= COMMANDS.keys()


def test_the_page_has_a_section_for_every_command() -> None:
    headings = re.findall(r"^### (\w+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert headings == list(COMMANDS)


def test_the_page_has_every_exit_status() -> None:
    told = re.findall(r"^\| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert list(map(int, told)) == [0, WRONG, BUG, INTERRUPTED, CLOSED_PIPE]
