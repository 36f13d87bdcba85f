"""What a new game is called, in every form of the name that its files need."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from attrs import frozen

#: The name in all forms that the templates have, each of them a game called `my-game`.
_FORMS: Final = re.compile(r"my-game|my_game|MyGame|My Game|MG(?=-\d)")
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_LONGEST: Final = 40
_EXAMPLE: Final = "four-winds"


class ScaffoldError(ValueError):
    """A new game cannot be written as it was asked for; nothing of it was."""


@frozen
class Naming:
    """The forms of a game's name.

    >>> naming = Naming("red-night")
    >>> naming.module, naming.title, naming.class_name, naming.prefix
    ('cardkit_red_night', 'Red Night', 'RedNightGame', 'RN')
    >>> naming.rename("class MyGame(Game):  # My Game, clause MG-01, in cardkit_my_game")
    'class RedNightGame(Game):  # Red Night, clause RN-01, in cardkit_red_night'
    """

    name: str

    @property
    def project(self) -> str:
        """The distribution of the game's plugin, and the folder that it lies in."""
        return f"cardkit-{self.name}"

    @property
    def module(self) -> str:
        """The plugin's package."""
        return self.project.replace("-", "_")

    @property
    def title(self) -> str:
        """The name for people."""
        return " ".join(word.capitalize() for word in self.name.split("-"))

    @property
    def class_name(self) -> str:
        """The class of a game in Python: never a name that it imports, such as `Game`."""
        camel = self.title.replace(" ", "")
        return camel if camel.endswith("Game") and camel != "Game" else f"{camel}Game"

    @property
    def prefix(self) -> str:
        """What its clauses begin with."""
        words = self.name.split("-")
        letters = "".join(word[0] for word in words) if len(words) > 1 else self.name[:2]
        return letters.upper()

    def rename(self, text: str) -> str:
        """A template's text, about this game instead of `my-game`."""
        forms = {
            "my-game": self.name,
            "my_game": self.name.replace("-", "_"),
            "MyGame": self.class_name,
            "My Game": self.title,
            "MG": self.prefix,
        }
        return _FORMS.sub(lambda found: forms[found[0]], text)


def checked_name(text: str) -> Naming:
    """The forms of a name. Raises ScaffoldError for a text that is none.

    >>> checked_name("Baker's Dozen")
    Traceback (most recent call last):
    cardkit.scaffold.naming.ScaffoldError: a game is called by small letters, digits and hyphens, \
not "Baker's Dozen" (did you mean 'bakers-dozen'?)
    """
    if not _NAME.fullmatch(text):
        near = nearest_name(text)
        hint = f"did you mean {near!r}?" if near else f"such as {_EXAMPLE!r}"
        raise ScaffoldError(
            f"a game is called by small letters, digits and hyphens, not {text!r:.60} ({hint})"
        )
    if len(text) > _LONGEST:
        raise ScaffoldError(
            f"the name of a game has at most {_LONGEST} characters, not {len(text)}"
            f" (did you mean {nearest_name(text)!r}?)"
        )
    return Naming(text)


def nearest_name(text: str) -> str | None:
    """The correct name that is nearest to what was typed; None if it has no letter.

    >>> nearest_name("21 Élan_Vital!"), nearest_name("42")
    ('elan-vital', None)
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).replace("'", "").replace("\u2019", "")
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    name = "-".join(words).lstrip("0123456789-")
    return name[:_LONGEST].rstrip("-") or None
