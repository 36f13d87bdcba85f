"""The door: how games, players, commands, renderers and observers get in.

They come from entry points of the group `cardkit` and from rules files in folders; ours come the
same way. `hookspecs` says what a plugin can do, `loader` how a broken one is kept from harming
the others.

>>> sorted({"game", "games", "players"} & set(__all__))
['game', 'games', 'players']
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins.choice import PlayerChoice, UnknownPlayer
from cardkit.plugins.hookspecs import hookimpl, hookspec
from cardkit.plugins.loader import load
from cardkit.plugins.problems import PluginError, PluginProblem
from cardkit.plugins.registry import Plugin, Registry, UnknownGame
from cardkit.plugins.renderer import RendererEntry

if TYPE_CHECKING:
    from cardkit.state import Game

__all__ = [
    "PlayerChoice",
    "Plugin",
    "PluginError",
    "PluginProblem",
    "Registry",
    "RendererEntry",
    "UnknownGame",
    "UnknownPlayer",
    "find_player",
    "game",
    "games",
    "hookimpl",
    "hookspec",
    "load",
    "players",
    "registry",
    "use",
]

_lock = threading.RLock()
_current: Registry | None = None
_loading = False


def registry() -> Registry:
    """Everything that the installed plugins offer, loaded at first use and kept.

    Raises PluginError if a folder of games cannot be read, or if a plugin asks for this while
    plugins are being loaded.
    """
    global _current, _loading
    with _lock:
        if _current is None:
            if _loading:
                raise PluginError("plugins are still being loaded: ask for games and players later")
            _loading = True
            try:
                _current = load()
            finally:
                _loading = False
        return _current


@contextmanager
def use(chosen: Registry) -> Iterator[Registry]:
    """Within this, `registry()` and all that builds on it is the registry given.

    >>> with use(load(games_dirs=[], entry_points=[])):
    ...     game("bisley")
    Traceback (most recent call last):
    ...
    cardkit.plugins.registry.UnknownGame: no game is called 'bisley'; no games are installed
    """
    global _current
    with _lock:
        before, _current = _current, chosen
    try:
        yield chosen
    finally:
        with _lock:
            _current = before


def game(name: str, /, **options: object) -> Game:
    """A game with its options chosen; `_` and capitals in its name do not matter.

    Raises UnknownGame, OptionError if an option is wrong (it names every fault, and the nearest
    option), and PluginError if the game's plugin fails to make it.

    >>> game("Bisley", columns=12).options["columns"]
    12
    """
    return registry().game(name, **options)


def games() -> Mapping[str, GameEntry]:
    """Every game by name, as it is offered.

    >>> games()["bisley"].title["en"]
    'Bisley'
    """
    return registry().games


def players(family: str | None = None) -> Mapping[str, PlayerEntry]:
    """The players of a family of games by name; without a family, the first of each name."""
    return registry().players_of(family)


def find_player(text: str, game: Game) -> PlayerChoice:
    """The player meant by `name` or `name:key=value,key=value`, for a game.

    Raises UnknownPlayer, or OptionError if a setting is wrong.
    """
    return registry().find_player(text, game)
