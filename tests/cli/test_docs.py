"""The page `docs/cli.md` leaves no command and no option out; its examples are run in `docs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from cardkit.cli.command import common_options
from cardkit.cli.errors import BUG, CLOSED_PIPE, INTERRUPTED, WRONG
from cardkit.cli.root import COMMANDS, cli

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
HEADING = re.compile(r"^### ([\w-]+)", re.MULTILINE)
#: What the help of a command says by itself.
HELP = {"--help"}


def sections() -> dict[str, str]:
    """What the page says of each command."""
    commands = PAGE[: PAGE.index("\n## Options of every command")]
    _, *parts = HEADING.split(commands)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def options(params: list[click.Parameter]) -> Iterator[str]:
    """The names of options: of each the longest, and of a switch both words."""
    for param in params:
        if isinstance(param, click.Option) and not param.hidden:
            for names in (param.opts, param.secondary_opts):
                yield from sorted(names, key=len)[-1:]


def options_of(command: str) -> set[str]:
    """The options of a command of ours, but those of every command."""
    found = cli.get_command(click.Context(cli), command)
    assert found is not None
    return set(options(found.params)) - set(options(common_options())) - HELP


def says(text: str, option: str) -> bool:
    """True if a text has an option, by its name or by the short one of the game's options."""
    names = [option, "-o"] if option == "--option" else [option]
    return any(re.search(rf"(?<![\w-]){name}(?![\w-])", text) for name in names)


def test_the_page_has_a_section_for_every_command() -> None:
    assert HEADING.findall(PAGE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_shown(command: str) -> None:
    text = sections().get(command, "")
    assert re.search(rf"^(\$ )?cardkit {command}\b", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_has_every_option_of_a_command(command: str) -> None:
    """Where several commands have an option, what it does is said at one of them at least."""
    for option in options_of(command):
        told = [text for name, text in sections().items() if option in options_of(name)]
        assert any(says(text, option) for text in told), f"docs/cli.md lacks {command} {option}"


def test_the_page_has_the_options_of_every_command() -> None:
    *_, common = PAGE.partition("\n## Options of every command")
    for option in options(common_options()):
        assert says(common.partition("\n## ")[0], option), option


def test_an_option_that_the_page_lacks_would_be_found() -> None:
    assert not says("with `--deals` and --dealer", "--deal")
    assert says("with `--deal NAME`", "--deal")
    assert options_of("run") >= {"--deal", "--deals", "--record-seat", "--option", "--json"}


def test_the_page_has_every_exit_status() -> None:
    told = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
    assert list(map(int, told)) == [0, WRONG, BUG, INTERRUPTED, CLOSED_PIPE]
