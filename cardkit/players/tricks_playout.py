"""Playing a deal of a trick-taking game out with all cards known, fast and not badly.

Worlds are played out by the thousand, so this knows no piles and no journal: it plays the rest of
the tricks from lists of cards, by the same tables as the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.cards import SUIT_LETTERS, Card
from cardkit.moves import Move
from cardkit.players.tricks import GreedyTricks
from cardkit.players.tricks_hands import Outlook, takes
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.table import Layout
from cardkit.tricks.game import TrickGame
from cardkit.tricks.scoring import ByCards, Result
from cardkit.view import View

#: What a trick is worth that changes no score yet: one more may.
_TRICK = 0.1


class TricksPlayout:
    """Everybody plays for tricks, or against them, as the contract has it, knowing all cards."""

    def __init__(self, game: Game, seat: int, rng: Rng) -> None:
        if not isinstance(game, TrickGame):
            raise TypeError(f"{game.name} is no trick-taking game with rules as data")
        self._game = game
        self._greedy = GreedyTricks(game, seat, rng)

    def candidates(self, view: View) -> Sequence[Move]:
        """One move for each run of cards between which no other seat can hold one."""
        if view.facts["phase"] == "choose":
            return view.moves
        look = Outlook(self._game, view)
        found: dict[object, Move] = {}
        for move in view.moves:
            assert move.card is not None
            found.setdefault(look.like(move.card), move)
        return list(found.values())

    def fallback(self, view: View) -> Move | None:
        """What a player does who counts cards and samples none."""
        return self._greedy.choose(view)

    def value(self, world: State, move: Move, seat: int, rng: Rng) -> float:
        """The points of the deal that the seat gets, less what the others get on average."""
        state: Layout = world
        if world.facts["phase"] != "play":
            state = self._to_tricks(world, move)
            tricks = _Tricks(self._game, state)
        else:
            tricks = _Tricks(self._game, state)
            assert move.card is not None
            tricks.play(move.card)
        return self._worth(tricks.finish(rng), seat)

    def _to_tricks(self, world: State, move: Move) -> State:
        """The world when its tricks begin: what is left to decide before goes the easiest way."""
        state = world.copy(history=False)
        state.push(move)
        while state.facts["phase"] != "play":
            state.push(self._greedy.choose_knowing(state))
        return state

    def _worth(self, deal: Result, seat: int) -> float:
        points = (deal.contract.scoring or self._game.rules.scoring)(deal)
        side = self._game.rules.side_of(seat)
        others = [i for i in range(self._game.seats) if i not in side]
        mean = sum(points[i] for i in others) / len(others)
        return points[seat] - mean + _TRICK * deal.surplus[seat]


class _Tricks:
    """The rest of a deal's tricks."""

    def __init__(self, game: TrickGame, s: Layout) -> None:
        facts = s.facts
        self._game = game
        self._duties = game.duties
        self.hands = [list(s.cards[name]) for name in game.hands]
        self.trick = list(s.cards["trick"])
        self.won = [list(s.cards[name]) for name in game.won]
        self.tricks = list(facts["tricks"])
        self.turn: int = facts["turn"]
        self._trump: str | None = facts["trump"]
        self._broken = facts.get("broken", False)
        self._contract = game.rules.contracts[facts["contract"]]
        self._dealer: int = facts["dealer"]
        scoring = self._contract.scoring or game.rules.scoring
        self._takes = takes(self._contract, scoring)
        self._points = scoring.points if isinstance(scoring, ByCards) else {}
        self._suits = game.classes.suit_of[self._trump]
        self._strength = game.classes.strength[self._trump]
        self._powers = game.classes.power[self._trump]
        self._trumps = None if self._trump is None else SUIT_LETTERS.index(self._trump)
        #: The power of all cards in the trick under way, of the best in it, and whose that is.
        self._power: Sequence[int] = self._powers[0]
        self._best = 0
        self._winner = 0
        played, self.trick = self.trick, []
        for i, card in enumerate(played):
            self._put(card, (self.turn - len(played) + i) % game.seats)

    def _put(self, card: Card, seat: int) -> None:
        if not self.trick:
            self._power = self._powers[self._suits[card]]
            self._best, self._winner = self._power[card], seat
        elif self._power[card] > self._best:
            self._best, self._winner = self._power[card], seat
        self.trick.append(card)

    def play(self, card: Card) -> None:
        """The seat whose turn it is plays a card."""
        seat = self.turn
        self.hands[seat].remove(card)
        self._put(card, seat)
        if card in self._duties.kept_back:
            self._broken = True
        if len(self.trick) < self._game.seats:
            self.turn = self._game.left_of[seat]
            return
        winner = self.turn = self._winner
        self.tricks[winner] += 1
        self.won[winner] += self.trick
        self.trick = []

    def finish(self, rng: Rng) -> Result:
        """Play until the hands are empty."""
        while hand := self.hands[self.turn]:
            legal = self._legal(hand) if len(hand) > 1 else hand
            if len(legal) == 1:
                self.play(legal[0])
            elif self.trick:
                self.play(self._follow(legal))
            else:
                self.play(self._lead(legal, rng))
        game = self._game
        sides = [game.rules.side_of(seat) for seat in range(game.seats)]
        return Result(
            self._contract,
            self._dealer,
            tuple(self._contract.quota(self._dealer, i, game.seats) for i in range(game.seats)),
            tuple(sum(self.tricks[i] for i in side) for side in sides),
            tuple(tuple(c for i in side for c in self.won[i]) for side in sides),
        )

    def _legal(self, hand: Sequence[Card]) -> Sequence[Card]:
        duties = self._duties
        if duties.only_led:
            if not self.trick:
                return hand
            row = duties.after[self._trump, self.trick[0]]
        else:
            first = not any(self.tricks)
            row = duties.row_for(
                duties.trick_of(self.trick, self._trump, first, self._broken), self._trump
            )
        for tier in row.tiers:
            found = [card for card in hand if card in tier]
            if found:
                return found
        return row.legal(hand)

    def _lead(self, legal: Sequence[Card], rng: Rng) -> Card:
        """A card that nobody can beat, or a low one."""
        strength, suits = self._strength, self._suits
        top = [0, 0, 0, 0]
        for seat, hand in enumerate(self.hands):
            if seat != self.turn:
                for card in hand:
                    suit = suits[card]
                    if strength[card] > top[suit]:
                        top[suit] = strength[card]
        if self._takes:
            best = [card for card in legal if strength[card] > top[suits[card]] > 0]
            if best:
                trumps = [card for card in best if suits[card] == self._trumps]
                return rng.choice(trumps or best)
            return min(legal, key=lambda c: strength[c] + 20 * (suits[c] == self._trumps))
        return max(legal, key=lambda c: top[suits[c]] - strength[c])

    def _follow(self, legal: Sequence[Card]) -> Card:
        power, best, strength, points = self._power, self._best, self._strength, self._points
        worth = sum(points.get(card, 0) for card in self.trick) if points else 0
        last = len(self.trick) + 1 == self._game.seats
        if worth > 0 or (self._takes and not worth):
            winners = [card for card in legal if power[card] > best]
            if winners and not last:
                most = self._to_come()
                winners = [card for card in winners if power[card] > most]
            if winners:
                return min(winners, key=power.__getitem__)
            return min(legal, key=lambda c: power[c] * 20 + strength[c])
        losers = [card for card in legal if power[card] < best]
        if losers:
            return max(losers, key=lambda c: strength[c] - 20 * points.get(c, 0))
        if last:
            return max(legal, key=lambda c: power[c] + 20 * points.get(c, 0))
        return min(legal, key=power.__getitem__)

    def _to_come(self) -> int:
        """The power of the best card that those who still play to the trick could play."""
        power, suits, led = self._power, self._suits, self._suits[self.trick[0]]
        most, seat = 0, self.turn
        for _ in range(self._game.seats - len(self.trick) - 1):
            seat = self._game.left_of[seat]
            hand = self.hands[seat]
            same = [power[card] for card in hand if suits[card] == led]
            most = max([most, *(same or [power[card] for card in hand])])
        return most
