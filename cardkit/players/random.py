"""A player without a thought: the measure of all others."""

from __future__ import annotations

from cardkit.moves import Move
from cardkit.rng import Rng
from cardkit.state import Game
from cardkit.view import View


class RandomPlayer:
    """Chooses among the legal moves, each as likely as any other; never resigns.

    `rng` is all that it decides by; game and seat are taken, as for every player, and not needed.

    >>> import cardkit
    >>> bisley = cardkit.game("bisley")
    >>> view = bisley.deal(1).view(0)
    >>> RandomPlayer(bisley, 0, cardkit.Rng(1)).choose(view) in view.moves
    True
    """

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:  # noqa: ARG002 (what every player is made with)
        self._rng = rng

    def choose(self, view: View) -> Move:
        """One of `view.moves`."""
        return self._rng.choice(view.moves)
