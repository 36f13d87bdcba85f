"""The hooks of cardkit: everything that a plugin can do, and the whole reference of it.

A plugin is a module (or any object) named by an entry point of the group `cardkit`. It implements
any of the hooks below by a function of the same name, marked with `hookimpl`:

    from cardkit.plugins import hookimpl

    @hookimpl
    def cardkit_games():
        yield GameEntry(...)

A hook that takes arguments may leave out those that it has no use for. Each plugin is called by
itself: no plugin sees what another one returned, and none fails with another. So there are no
hook wrappers, and the order in which plugins are called means nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import pluggy

from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins.renderer import RendererEntry

if TYPE_CHECKING:
    import click

    from cardkit.moves import Move
    from cardkit.outcome import Outcome
    from cardkit.state import State

#: The name of the pluggy project and of the group of entry points.
PROJECT: Final = "cardkit"

hookspec = pluggy.HookspecMarker(PROJECT)

#: Marks a function of a plugin as the implementation of the hook of that name.
hookimpl = pluggy.HookimplMarker(PROJECT)


# -- what a plugin offers: asked once, when plugins are loaded ----------------------------------


@hookspec
def cardkit_games() -> Iterable[GameEntry]:
    """Offer games, to be found by `cardkit.game(name)` and `cardkit games`.

    A game's name is small letters, digits and single hyphens, and nobody else's. `make` gets
    every declared option with a checked value and is only called when the game is wanted, so
    work that takes time belongs there. A rules file becomes an entry by
    `cardkit.rulesfile.game_entry(path)`; a RulesError of it may be let through.

    >>> from cardkit import Game, Option
    >>> class Snap(Game):
    ...     name = "snap"
    >>> @hookimpl
    ... def cardkit_games():
    ...     yield GameEntry(
    ...         name="snap",
    ...         make=lambda options: Snap(),
    ...         title={"en": "Snap", "de": "Schnipp Schnapp"},
    ...         family="python",
    ...         options=(Option("packs", "int", 1, min=1, max=4, help="how many packs"),),
    ...     )
    """
    return ()


@hookspec
def cardkit_players() -> Iterable[PlayerEntry]:
    """Offer players, to be chosen by name wherever a game is run (`--player`).

    Two players may share a name if no family of games knows both.

    >>> class First:
    ...     def choose(self, view):
    ...         return view.moves[0]
    >>> @hookimpl
    ... def cardkit_players():
    ...     yield PlayerEntry("first", lambda game, seat, rng: First(), help="the first move")
    """
    return ()


@hookspec
def cardkit_commands() -> Iterable[click.Command]:
    """Offer commands of the command line: `cardkit NAME`.

    >>> import click
    >>> @click.command("hello", help="Say hello.")
    ... def hello():
    ...     click.echo("hello")
    >>> @hookimpl
    ... def cardkit_commands():
    ...     yield hello
    """
    return ()


@hookspec
def cardkit_renderers() -> Iterable[RendererEntry]:
    """Offer ways to show a table, to be chosen by name wherever one is shown (`--format`).

    >>> @hookimpl
    ... def cardkit_renderers():
    ...     yield RendererEntry("piles", lambda layout: repr(layout.piles), help="as Python code")
    """
    return ()


# -- what a plugin may watch: called while games are run ----------------------------------------
#
# An observer sees the whole state, hidden cards too, and must not change it. What it returns is
# ignored. One that raises is not called again and is listed among the plugin problems.


@hookspec
def cardkit_deal_started(state: State) -> None:
    """A deal of a game has been laid out, and nobody has moved yet. A match has several.

    >>> @hookimpl
    ... def cardkit_deal_started(state):
    ...     print("new deal:", state.position)
    """


@hookspec
def cardkit_move_played(state: State, move: Move) -> None:
    """A move has just been played; `state` is as it lies after it.

    This is the one hook in the way of speed: a run without such an observer pays nothing.

    >>> played = []
    >>> @hookimpl
    ... def cardkit_move_played(move):
    ...     played.append(str(move))
    """


@hookspec
def cardkit_game_over(state: State, outcome: Outcome) -> None:
    """A game has ended, by its rules, by resignation or by a limit of the run.

    >>> @hookimpl
    ... def cardkit_game_over(state, outcome):
    ...     print(state.game.name, "is over:", outcome.reason)
    """
