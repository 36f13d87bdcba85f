"""Which files a new game consists of, and what stands in them.

The templates of rules, of Python and of tests lie beside this module as what they are: rules files
that can be checked, modules that can be imported. They are about a game called `my-game`.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from cardkit.scaffold import texts
from cardkit.scaffold.naming import Naming

#: The families of new games: the two whose rules are data, and games written in Python.
FAMILIES: Final = ("patience", "tricks", "python")

_COMMON: Final = {
    ".gitignore": texts.GITIGNORE,
    "LICENSE": texts.LICENCE,
    "pyproject.toml": texts.PYPROJECT,
    "cardkit_my_game/py.typed": "",
}


def rules_text(family: str, naming: Naming) -> str:
    """The rules file of a new game whose rules are data.

    >>> from cardkit.rulesfile import parse_rules
    >>> parse_rules(rules_text("tricks", Naming("red-night"))).header.title["en"]
    'Red Night'
    """
    return naming.rename(_template(family, "rules.yaml"))


def plugin_files(family: str, naming: Naming) -> dict[str, str]:
    """The files of a new game's plugin: their paths within its folder, and their texts.

    >>> for path in plugin_files("patience", Naming("red-night")):
    ...     print(path)
    .gitignore
    LICENSE
    README.md
    cardkit_red_night/__init__.py
    cardkit_red_night/py.typed
    cardkit_red_night/rules.yaml
    pyproject.toml
    tests/test_red_night.py
    """
    named = {**_COMMON, "tests/test_my_game.py": _template(family, "tests.py")}
    if family == "python":
        named["README.md"] = texts.PYTHON_README
        named["cardkit_my_game/__init__.py"] = _template("python", "plugin.py")
        named["cardkit_my_game/game.py"] = _template("python", "game.py")
    else:
        named["README.md"] = texts.RULES_README
        named["cardkit_my_game/__init__.py"] = _template("rules", "plugin.py")
        named["cardkit_my_game/rules.yaml"] = _template(family, "rules.yaml")
    return {naming.rename(path): naming.rename(text) for path, text in sorted(named.items())}


def _template(folder: str, name: str) -> str:
    return (files(__package__) / folder / name).read_text("utf-8")
