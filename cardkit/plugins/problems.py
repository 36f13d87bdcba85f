"""What is wrong with a plugin, told in one line."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final, Literal, TypeAlias

from attrs import frozen

#: What sort of fault it is: the distribution's metadata; the import; a hook or the lack of one; a
#: name that is taken; a malformed game, player, command or renderer; faulty rules; an observer
#: that failed while it watched.
Kind: TypeAlias = Literal[
    "metadata",
    "import",
    "hook",
    "duplicate",
    "game",
    "player",
    "command",
    "renderer",
    "rules",
    "observer",
]

_LONGEST: Final = 400


@frozen
class PluginProblem:
    """One thing that is wrong with one plugin, which the others do not suffer from.

    `name` is the plugin's entry name; `distribution` and `version` say what was installed, and
    are empty for a rules file that lies in a folder.

    >>> print(PluginProblem("golf", "cardkit-golf", "0.1", "hook", "cardkit_gmaes is no hook"))
    golf (cardkit-golf 0.1): hook: cardkit_gmaes is no hook
    """

    name: str
    distribution: str
    version: str
    kind: Kind
    message: str

    def __str__(self) -> str:
        origin = f"{self.distribution} {self.version}".strip()
        return f"{self.name}{f' ({origin})' if origin else ''}: {self.kind}: {self.message}"


class PluginError(ValueError):
    """Plugins that cannot be used, where that must not be passed over.

    `problems` are what is wrong; the text has one line for each.
    """

    def __init__(self, text: str, problems: Iterable[PluginProblem] = ()) -> None:
        super().__init__(text)
        self.problems = tuple(problems)

    @classmethod
    def listing(cls, problems: Iterable[PluginProblem]) -> PluginError:
        """The error that tells of all these problems.

        >>> problem = PluginProblem("golf", "", "", "rules", "golf.yaml is empty")
        >>> print(PluginError.listing([problem]))
        golf: rules: golf.yaml is empty
        """
        found = tuple(problems)
        return cls("\n".join(map(str, found)), found)


def one_line(text: object) -> str:
    """A text without line breaks or other control characters, cut if it goes on and on.

    >>> one_line("bad thing:\\n    here\\x1b[31m")
    'bad thing: here [31m'
    """
    words = "".join(c if c.isprintable() else " " for c in str(text)).split()
    line = " ".join(words)
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def describe(error: BaseException) -> str:
    """What was raised, in one line, and the place in the plugin's code that it came from.

    >>> describe(LookupError("no such deck"))
    'LookupError: no such deck'
    """
    try:
        text = one_line(error)
    except Exception:  # an exception class of the plugin may be as broken as the rest of it
        text = ""
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return said + _place(error)


def _place(error: BaseException) -> str:
    """The innermost line of code outside the import machinery and this package."""
    if isinstance(error, SyntaxError):
        return ""  # its own text names the line
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = PurePath(frame.filename)
        foreign = not frame.filename.startswith("<") and path.parent != _HERE
        if foreign and path.parent.name != "importlib":
            return f" ({path.parent.name}/{path.name}, line {frame.lineno})"
    return ""


_HERE: Final = PurePath(__file__).parent
