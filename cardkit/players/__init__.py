"""Players that come with cardkit, offered through the same door as anybody's."""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.entries import PlayerEntry
from cardkit.players.random import RandomPlayer
from cardkit.plugins import hookimpl

__all__ = ["RandomPlayer", "cardkit_players"]


@hookimpl
def cardkit_players() -> Iterable[PlayerEntry]:
    """Our players: one that knows no game, and those of the families."""
    yield PlayerEntry("random", RandomPlayer, help="any legal move, each as likely")
