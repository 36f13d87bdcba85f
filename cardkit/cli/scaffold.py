"""`cardkit new-game`: a game to begin with."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from cardkit.cli.command import command
from cardkit.cli.output import write


@command("new-game")
@click.argument("name", metavar="NAME")
@click.option(
    "--family",
    metavar="FAMILY",
    default="patience",
    show_default=True,
    help="What it is to be: patience, tricks, or python for rules written in Python.",
)
@click.option("--package", is_flag=True, help="Write a plugin to install, not a rules file alone.")
@click.option(
    "--to", metavar="FOLDER", default=".", help="Where to write it.  [default: this folder]"
)
def new_game_command(name: str, family: str, package: bool, to: str) -> None:
    """Write a new game to begin with, which runs at once.

    It is a rules file, NAME.yaml, with comments that say what each part is for. With --package,
    and always for the family python, it is a folder cardkit-NAME with everything that a plugin
    has: rules, tests, a README and what pip needs to know.

    Nothing is overwritten, and if it cannot be written nothing is left behind.

    \b
    Examples:
      cardkit new-game red-night
      cardkit new-game long-night --family tricks --to my-games
      cardkit new-game short-night --family python
    """
    from cardkit.scaffold import new_game

    made = new_game(name, family, package, to)
    for line in _told(name, made):
        write(line)


def _told(name: str, made: Path) -> Iterator[str]:
    """What was written, and what to type next."""
    if made.is_dir():
        yield f"{made}{os.sep}"
        yield from (
            f"  {path.relative_to(made)}" for path in sorted(made.rglob("*")) if path.is_file()
        )
        following = (
            f"pip install -e {shlex.quote(f'{made}[test]')}",
            f"pytest {shlex.quote(str(made))}",
            f"cardkit run {name} --deals 1..100",
        )
    else:
        yield str(made)
        folder = shlex.quote(str(made.parent))
        following = (
            f"cardkit check --watch {shlex.quote(str(made))}",
            f"cardkit deal {name} --games-dir {folder}",
            f"cardkit run {name} --games-dir {folder} --deals 1..100",
        )
    yield "\nNext:"
    yield from (f"  {line}" for line in following)
