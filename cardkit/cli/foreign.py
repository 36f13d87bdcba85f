"""Commands that plugins add.

`cardkit --help` lists them, so it has to import plugins; but not ours, whose commands are listed
without, and it need not load a single game. Where no foreign plugin is installed, nothing is
imported but the list of entry points.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final, NamedTuple

import click

from cardkit.cli.output import counted

_OURS: Final = ("cardkit.", "cardkit_games.")


class Foreign(NamedTuple):
    """The commands of plugins by name, and a remark if some plugin cannot be used."""

    commands: Mapping[str, click.Command]
    remark: str = ""


def foreign_commands(taken: Container[str]) -> Foreign:
    """What the installed plugins add to our commands, whose names are `taken`."""
    from importlib import metadata  # heavy: it reads mail and zip files

    try:
        points = metadata.entry_points(group="cardkit")
        foreign = [point for point in points if not point.value.startswith(_OURS)]
    except Exception:  # a broken distribution: the loader of plugins will find out which
        foreign = None
    if foreign == []:
        return Foreign({})
    from cardkit import plugins

    found = plugins.load(games_dirs=[], entry_points=foreign, strict=False)
    remarks = []
    if count := len(found.problems):
        remarks.append(f"{counted(count, 'plugin problem')}: `cardkit plugins` tells more")
    remarks += [
        f"the command {name!r} of a plugin is left out: cardkit has one"
        for name in found.commands
        if name in taken
    ]
    commands = {name: one for name, one in found.commands.items() if name not in taken}
    return Foreign(commands, "; ".join(remarks))
