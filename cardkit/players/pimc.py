"""Perfect-information Monte Carlo: sample worlds, play each of them out, take what does best."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Protocol

from cardkit.moves import Move
from cardkit.players.adding import added
from cardkit.rng import Rng
from cardkit.sampling import Sampler
from cardkit.state import Game, State
from cardkit.view import View

#: So many moves a playout may take where a game does not end by itself.
_LIMIT = 400
#: After so many worlds, moves are dropped that are behind the best by so many standard errors.
_BLOCK = 5
_CLEARLY = 2.5


class Playout(Protocol):
    """How a world is played to an end, and what that is worth."""

    def candidates(self, view: View) -> Sequence[Move]:
        """The moves to try: of several that come to the same, one will do."""

    def value(self, world: State, move: Move, seat: int, rng: Rng) -> float:
        """How well a seat fares in the world if it makes the move. The world is left as it is."""

    def fallback(self, view: View) -> Move | None:
        """The move where no world can be sampled."""


class RandomPlayout:
    """Any legal moves until the game is over: for games that nobody has told more about."""

    def candidates(self, view: View) -> Sequence[Move]:
        """Every legal move."""
        return view.moves

    def value(self, world: State, move: Move, seat: int, rng: Rng) -> float:
        """The seat's score less the others' average; without scores, 1 for a win and 0 for none."""
        state = world.copy(history=False)
        state.push(move)
        for _ in range(_LIMIT):
            if state.outcome is not None or not state.moves:
                break
            state.push(rng.choice(state.moves))
        outcome = state.outcome
        if outcome is None:
            return 0.0
        if outcome.scores is not None:
            others = [score for i, score in enumerate(outcome.scores) if i != seat]
            return outcome.scores[seat] - sum(others) / max(1, len(others))
        return float(bool(outcome.won) or seat in outcome.winners)

    def fallback(self, view: View) -> Move | None:
        """The first move."""
        return view.moves[0]


class Pimc:
    """Samples worlds that its view allows, plays every move out in each, and takes the best.

    For a decision it samples so many `worlds`, or as many as it can play out in `seconds`, if that
    is not 0 (then the choice depends on the machine). Moves that fall clearly behind are dropped on
    the way. What a playout is depends on the game's family.

    >>> from cardkit.rulesfile import packaged_game
    >>> game = packaged_game("cardkit_games.bismarck").create()
    >>> state = game.deal(7)
    >>> Pimc(game, state.turn, Rng(1), worlds=2).choose(state.view(state.turn)) in state.moves
    True
    """

    def __init__(
        self, game: Game, seat: int, rng: Rng, *, worlds: int = 20, seconds: int = 0
    ) -> None:
        """Raises ValueError if there is to be no world at all."""
        if worlds < 1 or seconds < 0:
            raise ValueError("at least one world is sampled, in no less than no time")
        self._seat = seat
        self._rng = rng
        self._worlds = worlds
        self._seconds = seconds
        self._playout = _playout(game, seat, rng)

    def choose(self, view: View) -> Move | None:
        """The move that did best in the worlds sampled."""
        moves = self._playout.candidates(view)
        if len(moves) == 1:
            return moves[0]
        try:
            sampler = Sampler(view)
        except LookupError:
            return self._playout.fallback(view)
        values: dict[Move, list[float]] = {move: [] for move in moves}
        end = time.monotonic() + self._seconds
        played = 0
        while not played or (time.monotonic() < end if self._seconds else played < self._worlds):
            world = sampler.sample(self._rng)
            for move, found in values.items():
                found.append(self._playout.value(world, move, self._seat, self._rng))
            played += 1
            if played % _BLOCK == 0:
                values = _still_hopeful(values)
                if len(values) == 1:
                    break
        return max(values, key=lambda move: added(values[move]))


def _still_hopeful(values: dict[Move, list[float]]) -> dict[Move, list[float]]:
    """The moves that have not fallen clearly behind the best, world by world."""
    best = max(values.values(), key=added)
    return {move: found for move, found in values.items() if not _behind(best, found)}


def _behind(best: list[float], other: list[float]) -> bool:
    size = len(best)
    gaps = [one - two for one, two in zip(best, other, strict=True)]
    mean = added(gaps) / size
    spread = added((gap - mean) ** 2 for gap in gaps) / (size - 1)
    return mean > _CLEARLY * math.sqrt(spread / size)


def _playout(game: Game, seat: int, rng: Rng) -> Playout:
    if game.family == "tricks":
        from cardkit.players.tricks_playout import TricksPlayout

        return TricksPlayout(game, seat, rng)
    return RandomPlayout()
