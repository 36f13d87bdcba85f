"""Players that come with cardkit, offered through the same door as anybody's."""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.entries import Player, PlayerEntry
from cardkit.players.random import RandomPlayer
from cardkit.plugins import hookimpl
from cardkit.rng import Rng
from cardkit.state import Game

__all__ = ["RandomPlayer", "cardkit_players"]


@hookimpl
def cardkit_players() -> Iterable[PlayerEntry]:
    """Our players: one that knows no game, and those of the families."""
    yield PlayerEntry("random", RandomPlayer, help="any legal move, each as likely")
    yield PlayerEntry(
        "greedy",
        _greedy_patience,
        help="the move that looks best at once, holding back where playing up would hurt",
        families=("patience",),
    )


def _greedy_patience(game: Game, seat: int, rng: Rng) -> Player:
    from cardkit.players.patience import GreedyPatience

    return GreedyPatience(game, seat, rng)
