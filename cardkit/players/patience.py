"""A sensible player of patiences: what a person does who sees the table but does not calculate."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.rng import Rng
from cardkit.state import Game
from cardkit.view import View

_UP, _UP_HELD = 100.0, 45.0
_TURNS, _FREES = 60.0, 50.0
_BURIES, _ROOM = 30.0, 5.0
_FROM_WASTE, _BUILDS, _DEAL, _REDEAL = 40.0, 10.0, 5.0, 1.0


class GreedyPatience:
    """Plays the move that looks best at once, and resigns when nothing it has not tried is left.

    Cards go up if nothing could want to lie on them any more, and otherwise only when the tableau
    offers nothing useful. What turns a card over, or lets one go up, comes before mere building; a
    card goes on the same card only once until something has got on, so no two piles are shuffled
    to and fro. Ties are broken by `rng`.

    >>> import cardkit
    >>> result = cardkit.run("bisley", deal=8, players=["greedy"])
    >>> result.outcome.reason in ("won", "stuck", "resigned")
    True
    """

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:  # noqa: ARG002 (patience has one seat)
        if not isinstance(game, PatienceGame):
            raise TypeError(f"{game.name} is no patience with rules as data")
        self._game = game
        self._rng = rng
        self._tables = game.tables
        self._safety = game.safety
        self._tried: set[tuple[Card, Card]] = set()
        self._progress = -1
        self._idle_redeal = False

    def choose(self, view: View) -> Move | None:
        """The move that looks best, or None if there is nothing left to try."""
        left = self._safety.left(view)
        self._note_progress(view, left)
        best: list[Move] = []
        most = 0.0
        for move in view.moves:
            worth = self._worth(view, move, left)
            if worth > most:
                best, most = [move], worth
            elif worth == most and worth > 0:
                best.append(move)
        if not best:
            return None
        move = best[0] if len(best) == 1 else self._rng.choice(best)
        if move.source is not None and move.target is not None:
            card = view.cards[move.source][-(move.count or 1)]
            self._tried.add((card, view.top(move.target)))
        elif move.verb == "redeal":
            self._idle_redeal = True
        return move

    def _note_progress(self, view: View, left: dict[Card, int]) -> None:
        """Start trying anew once a card has gone up, been turned over or been dealt."""
        hidden = sum(mask.bit_count() for mask in view.down.values())
        waste = sum(
            len(view.cards[n])
            for n in self._tables.names
            if self._tables.group_of[n].kind == "waste"
        )
        turned = -hidden - waste
        progress = -sum(left.values()) * 1000 + turned
        if progress != self._progress:
            if progress > self._progress:
                self._idle_redeal = False
            self._progress = progress
            self._tried.clear()

    def _worth(self, view: View, move: Move, left: dict[Card, int]) -> float:
        source, target = move.source, move.target
        if source is None or target is None:
            if move.verb == "redeal":
                return 0.0 if self._idle_redeal else _REDEAL
            return _DEAL
        tables = self._tables
        card = view.cards[source][-(move.count or 1)]
        kind = tables.group_of[source].kind
        if tables.group_of[target].kind == "foundation":
            if kind == "foundation":
                return 0.0
            safe = view.facts.get("phase") == "layout" or self._safety.is_safe(view, card, left)
            return _UP if safe else _UP_HELD
        if kind == "foundation" or (card, view.top(target)) in self._tried:
            return 0.0
        return self._worth_in_tableau(view, move, card, target)

    def _worth_in_tableau(self, view: View, move: Move, card: Card, target: str) -> float:
        """What a move within the tableau is good for: what it digs for, less what it buries."""
        assert move.source is not None
        pile, goal = view.cards[move.source], view.cards[target]
        under = len(pile) - (move.count or 1)
        group = self._tables.group_of[move.source]
        if group.kind == "waste":
            return _FROM_WASTE
        if group.kind == "cell":
            return _BUILDS if goal else 0.0
        if not under:
            # Nothing is uncovered; only a space that others may use is worth it.
            return _BUILDS + 1 if goal and group.space.accepts != "none" else 0.0
        if view.down[move.source] >> (under - 1) & 1:
            return _TURNS
        worth = _FREES * self._nearness(view, pile[:under]) - _BURIES * self._nearness(view, goal)
        if self._tables.group_of[target].kind == "cell" or not goal:
            # Room is spent only on what is wanted soon.
            return worth - _ROOM
        if pile[under - 1] in self._tables.hosts[target][card]:
            # The card lies as well where it is.
            return max(worth - _BUILDS, 0.0)
        return max(worth + _BUILDS, 1.0)

    def _nearness(self, view: View, cards: Sequence[Card]) -> float:
        """1 if the last card fits a foundation now, 1/2 if the one beneath it does, and so on."""
        for depth, card in enumerate(reversed(cards)):
            if card and self._safety.slots(view, card):
                return 1 / (depth + 1)
        return 0.0
