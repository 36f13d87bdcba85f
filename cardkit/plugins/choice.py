"""Players as people name them: `greedy`, or `pimc:worlds=50` with settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from attrs import frozen

from cardkit.entries import Player, PlayerEntry
from cardkit.options import OptionValue, check_options, format_value, same_value
from cardkit.plugins.checks import normal_name
from cardkit.words import BY_HAND, did_you_mean

if TYPE_CHECKING:
    from cardkit.rng import Rng
    from cardkit.state import Game


#: What people call a player that asks them for their moves, which there is not.
_ONESELF: Final = ("human", "me", "user")


class UnknownPlayer(LookupError, ValueError):
    """No player of the game has that name, or the text names no player at all."""


@frozen
class PlayerChoice:
    """A player with its settings chosen; its text leaves out settings as they are by default."""

    entry: PlayerEntry
    settings: Mapping[str, OptionValue]

    def make(self, game: Game, seat: int, rng: Rng) -> Player:
        """A player for one seat of a game, whose chance is drawn from `rng`."""
        return self.entry.make(game, seat, rng, **self.settings)

    def __str__(self) -> str:
        chosen = ",".join(
            f"{option.name}={format_value(self.settings[option.name])}"
            for option in self.entry.settings
            if not same_value(self.settings[option.name], option.default)
        )
        return f"{self.entry.name}:{chosen}" if chosen else self.entry.name


def choose_player(text: str, game: Game, players: Iterable[PlayerEntry]) -> PlayerChoice:
    """The one of `players` meant by a text, for a game, with its settings.

    Raises UnknownPlayer for a name that is none of the game's and for a text that is none, and
    OptionError for settings that the player does not have.

    >>> from types import SimpleNamespace
    >>> from cardkit import Option
    >>> worlds = Option("worlds", "int", 20, min=1)
    >>> pimc = PlayerEntry("pimc", print, "thinks", settings=(worlds,))
    >>> snap = SimpleNamespace(name="snap", family="python")
    >>> str(choose_player("pimc:worlds=50", snap, [pimc]))
    'pimc:worlds=50'
    >>> choose_player("pimc:world=50", snap, [pimc])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cardkit.options.OptionError: the player pimc has no option 'world' (did you mean 'worlds'? ...
    """
    word, colon, rest = text.partition(":")
    name = normal_name(word)
    offered = list(players)
    fitting = {e.name: e for e in offered if e.families is None or game.family in e.families}
    entry = fitting.get(name)
    if entry is None:
        others = sorted({f for e in offered if e.name == name for f in e.families or ()})
        if others:
            raise UnknownPlayer(f"the player {name!r} plays {', '.join(others)}, not {game.name}")
        known = f"; there are: {', '.join(fitting)}" if fitting else ""
        hint = did_you_mean(name, fitting)
        if name in _ONESELF:
            known = f"{known}; {BY_HAND}"
        raise UnknownPlayer(f"no player of {game.name} is called {word!r}{hint}{known}")
    settings = _settings(text, rest) if colon else {}
    return PlayerChoice(entry, check_options(entry.settings, settings, where=f"the player {name}"))


def _settings(text: str, rest: str) -> dict[str, object]:
    settings: dict[str, object] = {}
    for part in rest.split(","):
        key, equals, value = (word.strip() for word in part.partition("="))
        if not (key and equals and value):
            raise UnknownPlayer(
                f"a player is written name or name:key=value,key=value, not {text!r}"
            )
        if key in settings:
            raise UnknownPlayer(f"the player {text!r} has {key!r} set twice")
        settings[key] = value
    return settings
