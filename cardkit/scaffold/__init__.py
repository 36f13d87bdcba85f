"""New games to begin with: a rules file that runs at once, or a whole plugin to install.

>>> import tempfile
>>> from cardkit.rulesfile import game_entry
>>> with tempfile.TemporaryDirectory() as folder:
...     path = new_game("red-night", to=folder)
...     state = game_entry(path).create().deal(1)
...     print(path.name, len(state.piles["stock"]))
red-night.yaml 24
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from cardkit import plugins
from cardkit.scaffold.files import FAMILIES, plugin_files, rules_text
from cardkit.scaffold.naming import Naming, ScaffoldError, checked_name
from cardkit.scaffold.writing import write_new
from cardkit.words import did_you_mean


def new_game(
    name: str,
    family: str = "patience",
    package: bool = False,
    to: str | os.PathLike[str] = ".",
) -> Path:
    """Write a new game and return where it is: `NAME.yaml`, or the folder `cardkit-NAME`.

    The folder is a plugin to install, which is what `package` asks for, and what a game of the
    family `python` always is. Both lie in the folder `to`, which is made if there is none.

    Raises ScaffoldError, and leaves nothing behind, for a name that is none or is taken, for an
    unknown family, if something is there already, and where it cannot be written.
    """
    naming = checked_name(name)
    if family not in FAMILIES:
        hint = did_you_mean(family, FAMILIES) or f" (families: {', '.join(FAMILIES)})"
        raise ScaffoldError(f"there is no family {family!r:.60}{hint}")
    package = package or family == "python"
    _refuse_taken(naming, package)
    if not package:
        path = Path(to, f"{name}.yaml")
        write_new(path, rules_text(family, naming))
        return path
    folder = Path(to, naming.project)
    write_new(folder, plugin_files(family, naming))
    return folder


def _refuse_taken(naming: Naming, package: bool) -> None:
    """Raise ScaffoldError for a name under which the game could not be found."""
    registry = plugins.registry()
    if naming.name in registry.games:
        raise ScaffoldError(f"a game is called {naming.name!r} already; `cardkit games` lists them")
    if not package:
        return
    for plugin in registry.plugins:
        if plugin.name == naming.name:
            raise ScaffoldError(f"a plugin is called {naming.name!r} already: {plugin}")
    if find_spec(naming.module) is not None:
        raise ScaffoldError(f"a package is called {naming.module!r} already; choose another name")


__all__ = ["FAMILIES", "ScaffoldError", "new_game"]
