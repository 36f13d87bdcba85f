"""Players that come with cardkit, offered through the same door as anybody's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardkit.entries import Player, PlayerEntry
from cardkit.options import Option
from cardkit.players.random import RandomPlayer
from cardkit.plugins import hookimpl
from cardkit.rng import Rng
from cardkit.state import Game

__all__ = ["RandomPlayer", "cardkit_players"]


#: The settings of `pimc`, as they may follow its name: `pimc:worlds=50`.
_PIMC: Final = (
    Option("worlds", "int", 20, min=1, max=100_000, help="how many worlds a decision samples"),
    Option("seconds", "int", 0, min=0, max=3600, help="time for a decision instead, if not 0"),
)


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
    yield PlayerEntry(
        "greedy",
        _greedy_tricks,
        help="counts cards and tricks to win or to avoid, and looks no trick ahead",
        families=("tricks",),
    )
    yield PlayerEntry(
        "pimc",
        _pimc,
        help="plays out worlds that it may believe in, and takes what does best in them",
        families=("tricks",),
        settings=_PIMC,
    )


def _greedy_patience(game: Game, seat: int, rng: Rng) -> Player:
    from cardkit.players.patience import GreedyPatience

    return GreedyPatience(game, seat, rng)


def _greedy_tricks(game: Game, seat: int, rng: Rng) -> Player:
    from cardkit.players.tricks import GreedyTricks

    return GreedyTricks(game, seat, rng)


def _pimc(game: Game, seat: int, rng: Rng, *, worlds: int, seconds: int) -> Player:
    from cardkit.players.pimc import Pimc

    return Pimc(game, seat, rng, worlds=worlds, seconds=seconds)
