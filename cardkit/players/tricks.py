"""A sound simple player of trick-taking games: it counts cards, and looks no trick ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.players.tricks_hands import Outlook, best_announcement
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.table import Layout
from cardkit.tricks.game import TrickGame
from cardkit.view import View


class GreedyTricks:
    """Takes tricks with the cheapest card that will, or keeps below them with the highest.

    Whether tricks are good is a matter of the contract, or of the cards that count. It announces
    the contract that its cards are better for than most, lays away or passes what helps least, and
    leaves a partner's trick alone. Ties are broken by `rng`.

    >>> from cardkit.rulesfile import packaged_game
    >>> game = packaged_game("cardkit_games.bismarck").create()
    >>> state = game.deal(7)
    >>> GreedyTricks(game, state.turn, Rng(1)).choose(state.view(state.turn)) in state.moves
    True
    """

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:  # noqa: ARG002 (views tell the seat)
        if not isinstance(game, TrickGame):
            raise TypeError(f"{game.name} is no trick-taking game with rules as data")
        self._game = game
        self._rng = rng

    def choose(self, view: View) -> Move | None:
        """The move that looks best at once."""
        return self._choose(view, view.moves) if len(view.moves) > 1 else view.moves[0]

    def choose_knowing(self, state: State) -> Move:
        """The same for whoever's turn it is, with all cards known: for playing worlds out."""
        return self._choose(state, state.moves)

    def _choose(self, view: Layout, moves: Sequence[Move]) -> Move:
        phase = view.facts["phase"]
        if phase == "choose":
            return best_announcement(self._game, view, moves, self._rng)
        look = Outlook(self._game, view)
        if phase != "play":
            return self._best(moves, look.useless)
        if view.cards["trick"]:
            return self._follow(view, moves, look)
        return self._best(moves, look.lead)

    def _best(self, moves: Sequence[Move], value: Callable[[Card], float]) -> Move:
        """The move whose card is worth most, one of them if there are several."""
        values = [value(move.card) for move in moves if move.card is not None]
        most = max(values)
        return self._rng.choice([m for m, v in zip(moves, values, strict=True) if v == most])

    def _follow(self, view: Layout, moves: Sequence[Move], look: Outlook) -> Move:
        trick = view.cards["trick"]
        seats = self._game.seats
        seat: int = view.facts["turn"]
        leader = (seat - len(trick)) % seats
        powers = look.powers(trick[0])
        best = max(range(len(trick)), key=lambda i: powers[trick[i]])
        left = seats - 1 - len(trick)
        ours = (leader + best) % seats in self._game.rules.side_of(seat)
        winners = [move for move in moves if powers[move.card or 0] > powers[trick[best]]]
        losers = [move for move in moves if move not in winners]
        if not look.wants_trick(trick):
            return self._duck(winners, losers, look, powers, left)
        if ours and (not left or look.holds(trick[best], powers)):
            return self._best(losers or winners, look.useless)
        sure = [move for move in winners if not left or look.holds(move.card, powers)]
        if sure:
            return self._best(sure, look.cheap)
        if winners and (not losers or look.ruffs(winners[0].card, trick[0])):
            return self._best(winners, look.cheap)
        close = [move for move in winners if look.above(move.card) <= 1]
        if close and left == 1:
            return self._best(close, look.cheap)
        return self._best(losers, look.useless)

    def _duck(
        self,
        winners: Sequence[Move],
        losers: Sequence[Move],
        look: Outlook,
        powers: Sequence[int],
        left: int,
    ) -> Move:
        """Stay below the trick with the worst card that does, or take it if it must be."""
        if losers:
            return self._best(losers, look.danger)
        if not left:
            return self._best(winners, look.rid)
        return self._best(winners, lambda card: -powers[card])
