"""The registry: everything that plugins offer, under the names people type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import field, frozen

from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins.checks import normal_name
from cardkit.plugins.observers import Observers
from cardkit.plugins.problems import PluginError, PluginProblem, describe
from cardkit.plugins.renderer import RendererEntry
from cardkit.words import did_you_mean

if TYPE_CHECKING:
    import click

    from cardkit.plugins.choice import PlayerChoice
    from cardkit.state import Game


class UnknownGame(LookupError, ValueError):
    """No game has that name, or the plugin that offers it cannot be used."""


@frozen
class Plugin:
    """A plugin that was found: its entry name, what was installed, and where its code is.

    A rules file of a folder has no distribution; `target` is then its path.

    >>> print(Plugin("golf", "cardkit-golf", "0.1", "cardkit_golf"))
    golf (cardkit-golf 0.1)
    """

    name: str
    distribution: str
    version: str
    target: str
    #: The hooks it implements.
    hooks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} ({f'{self.distribution} {self.version}'.strip() or self.target})"


@frozen
class Registry:
    """What the plugins offer, and what is wrong with those that cannot be used.

    Names lead to entries, in the order of the names; `players` are in a list, since two may share
    a name. `problems` grows when an observer fails. `load` makes a registry.
    """

    games: Mapping[str, GameEntry]
    players: tuple[PlayerEntry, ...]
    commands: Mapping[str, click.Command]
    renderers: Mapping[str, RendererEntry]
    plugins: tuple[Plugin, ...]
    problems: list[PluginProblem]
    #: Tells the observers: `registry.hook.cardkit_move_played(state, move)`.
    hook: Observers = field(repr=False)

    @property
    def observes_moves(self) -> bool:
        """True if anybody wants to hear of each move."""
        return self.hook.watching("cardkit_move_played")

    def game(self, name: str, /, **options: object) -> Game:
        """A game with its options chosen.

        Raises UnknownGame, OptionError if an option is wrong, and PluginError if the plugin cannot
        make the game that it offers.
        """
        from cardkit.state import Game

        entry = self.game_entry(name)
        try:
            game = entry.create(options)
        except ValueError:
            raise  # about the options or the rules, and made to be read
        except Exception as error:
            raise PluginError(
                f"the game {entry.name!r} fails to start: {describe(error)}"
            ) from error
        if not isinstance(game, Game) or game.name != entry.name:
            made = f"one called {game.name!r}" if isinstance(game, Game) else repr(game)[:60]
            raise PluginError(f"the plugin of the game {entry.name!r} makes {made} instead of it")
        return game

    def game_entry(self, name: str, /) -> GameEntry:
        """What is offered under a game's name. Raises UnknownGame, which says why there is none."""
        key = normal_name(name)
        entry = self.games.get(key)
        if entry is None:
            if problem := self._problem_of(key):
                raise UnknownGame(f"the game {key!r} cannot be loaded: {problem}")
            hint = did_you_mean(key, self.games)
            where = "`cardkit games` lists them" if self.games else "no games are installed"
            if key.endswith((".yaml", ".yml")):
                where = "a rules file is found by its folder (--games-dir), its game by its name"
            raise UnknownGame(f"no game is called {name!r:.60}{hint}; {where}")
        return entry

    def players_of(self, family: str | None = None) -> Mapping[str, PlayerEntry]:
        """The players of a family of games by name; of all families (the first of each name)."""
        found: dict[str, PlayerEntry] = {}
        for entry in self.players:
            if family is None or entry.families is None or family in entry.families:
                found.setdefault(entry.name, entry)
        return found

    def find_player(self, text: str, game: Game) -> PlayerChoice:
        """The player meant by `name` or `name:key=value,key=value`, for a game.

        Raises UnknownPlayer, which says why there is none, or OptionError if a setting is wrong.
        """
        from cardkit.plugins.choice import UnknownPlayer, choose_player

        name = normal_name(text.partition(":")[0])
        offered = any(entry.name == name for entry in self.players)
        if not offered and (problem := self._problem_of(name)):
            raise UnknownPlayer(f"the player {name!r} cannot be loaded: {problem}")
        return choose_player(text, game, self.players)

    def _problem_of(self, name: str) -> PluginProblem | None:
        """The first problem of a plugin that may have offered something of that name."""
        return next((problem for problem in self.problems if name in _names(problem)), None)


def _names(problem: PluginProblem) -> set[str]:
    """What somebody may call the game or player that a plugin did not get to offer."""
    names = {normal_name(problem.name), normal_name(problem.distribution)}
    return names | {name.removeprefix("cardkit-") for name in names}
