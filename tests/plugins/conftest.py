"""Plugins that are not installed: stand-ins for entry points, and a game small enough to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from cardkit import Card, Deck, Game, Move, Outcome, PileSpec, Reason, State, Table
from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins import Registry, hookimpl, load


class Turn(Game):
    """Turn over the one card that lies there, and you have won."""

    name = "turn"
    deck = Deck(ranks=(1,), suits=(3,))
    piles = (PileSpec("stock"),)

    def __init__(self, name: str = "turn", options: Mapping[str, bool | int | str] | None = None):
        self.name = name
        self.options = dict(options or {})

    def setup(self, t: Table) -> None:
        t.lay("stock", [Card("AS")], up=False)

    def moves(self, s: State) -> Sequence[Move]:
        return () if self.outcome(s) else (Move("turn"),)

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if m in self.moves(s) else Reason("", "there is only the card to turn")

    def apply(self, t: Table, m: Move) -> None:
        t.face("stock", 0, up=True)

    def outcome(self, s: State) -> Outcome | None:
        return None if s.down["stock"] else Outcome("won", won=True)


def game_entry(name: str = "turn", **changes: Any) -> GameEntry:
    given: dict[str, Any] = {
        "name": name,
        "make": lambda options: Turn(name, options),
        "title": {"en": str(name).title()},
        "family": "python",
    }
    return GameEntry(**(given | changes))


def player_entry(name: str = "first", **changes: Any) -> PlayerEntry:
    def make(game: Game, seat: int, rng: object, **settings: object) -> SimpleNamespace:
        return SimpleNamespace(game=game, seat=seat, rng=rng, settings=settings)

    return PlayerEntry(**({"name": name, "make": make, "help": "plays"} | changes))


class EntryPoint:
    """An entry point as importlib.metadata has them, of a distribution that is not there.

    Loading it gives `plugin`, or raises it if it is an exception.
    """

    def __init__(self, name: str, plugin: object, distribution: str, version: str) -> None:
        self.name = name
        self.value = f"{name}_module"
        self.dist = SimpleNamespace(name=distribution, version=version)
        self._plugin = plugin

    def load(self) -> object:
        if isinstance(self._plugin, BaseException):
            raise self._plugin
        return self._plugin


def entry_point(
    name: str, plugin: object, distribution: str | None = None, version: str = "1.0"
) -> EntryPoint:
    return EntryPoint(name, plugin, distribution or f"cardkit-{name}", version)


def offering(
    games: Iterable[object] = (),
    players: Iterable[object] = (),
    commands: Iterable[object] = (),
    renderers: Iterable[object] = (),
) -> object:
    """A plugin that offers these things."""

    class Plugin:
        @hookimpl
        def cardkit_games(self) -> Iterable[object]:
            return games

        @hookimpl
        def cardkit_players(self) -> Iterable[object]:
            return players

        @hookimpl
        def cardkit_commands(self) -> Iterable[object]:
            return commands

        @hookimpl
        def cardkit_renderers(self) -> Iterable[object]:
            return renderers

    return Plugin()


def hooking(**functions: Callable[..., object]) -> object:
    """A plugin whose marked functions are these, by name."""
    return SimpleNamespace(**{name: hookimpl(function) for name, function in functions.items()})


def load_all(*points: EntryPoint, strict: bool = False) -> Registry:
    """The registry of a sound plugin called `good`, with the game `good`, and of these."""
    good = entry_point("good", offering([game_entry("good")]))
    return load(games_dirs=[], entry_points=[good, *points], strict=strict)


@pytest.fixture
def kit() -> SimpleNamespace:
    """The helpers of this module."""
    return SimpleNamespace(
        Turn=Turn,
        entry_point=entry_point,
        game_entry=game_entry,
        hooking=hooking,
        load_all=load_all,
        offering=offering,
        player_entry=player_entry,
    )
