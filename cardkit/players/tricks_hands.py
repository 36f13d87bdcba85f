"""What a hand of cards is worth in a trick-taking game, as far as one seat can tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cardkit.cards import SUIT_LETTERS, Card
from cardkit.moves import Move
from cardkit.players.adding import added
from cardkit.rng import Rng
from cardkit.table import Layout
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract
from cardkit.tricks.scoring import ByCards, Scoring

#: A card that counts is so much more worth avoiding than one rank of a high card.
_POINT = 3.0
#: So many hands are looked at to tell what is usual.
_HANDS = 60


class Outlook:
    """One seat's cards against all that others may hold, under the contract of the deal."""

    def __init__(self, game: TrickGame, view: Layout) -> None:
        facts = view.facts
        trump = facts["trump"]
        name = facts["contract"] or game.rules.schedule.names[0]
        contract = game.rules.contracts[name]
        scoring = contract.scoring or game.rules.scoring
        self._trump = None if trump is None else SUIT_LETTERS.index(trump)
        self._suit = game.classes.suit_of[trump]
        self._strength = game.classes.strength[trump]
        self._power = game.classes.power[trump]
        self._points = scoring.points if isinstance(scoring, ByCards) else {}
        self.takes = takes(contract, scoring)
        self.hand = [card for card in view.cards[facts["hand"]] if card]
        gone = {card for pile in (*game.won, "trick") for card in view.cards[pile]}
        gone.update(view.cards.get("away", ()))
        self.others = [c for c in game.classes.cards if c not in gone and c not in self.hand]

    def powers(self, led: Card) -> Sequence[int]:
        """The power of every card in a trick to which `led` was led."""
        return self._power[self._suit[led]]

    def wants_trick(self, trick: Sequence[Card]) -> bool:
        """True if taking a trick with these cards is good."""
        points = sum(self._points.get(card, 0) for card in trick)
        return points > 0 if points else self.takes

    def _in_suit(self, card: Card, cards: Iterable[Card]) -> list[int]:
        """The strengths of the cards of one suit."""
        return [self._strength[c] for c in cards if self._suit[c] == self._suit[card]]

    def above(self, card: Card | None) -> int:
        """How many cards of its suit that others may hold are higher."""
        assert card is not None
        return sum(s > self._strength[card] for s in self._in_suit(card, self.others))

    def like(self, card: Card) -> object:
        """What is equal for two cards of the hand that are as good as each other."""
        return self._suit[card], self.above(card), self._points.get(card, 0)

    def holds(self, card: Card | None, powers: Sequence[int]) -> bool:
        """True if no card of its suit that others may hold beats it in this trick."""
        assert card is not None
        return not any(
            powers[c] > powers[card] for c in self.others if self._suit[c] == self._suit[card]
        )

    def ruffs(self, card: Card | None, led: Card) -> bool:
        """True if the card is a trump on another suit."""
        assert card is not None
        return self._suit[card] == self._trump != self._suit[led]

    def cheap(self, card: Card) -> float:
        """How little it costs to part with a card."""
        return -self._strength[card] - 20 * (self._suit[card] == self._trump)

    def danger(self, card: Card) -> float:
        """How likely a card is to take a trick against one's will, and how bad that is."""
        others = self._in_suit(card, self.others)
        strength = self._strength[card]
        if not others:
            return strength / 20 - _POINT * self._points.get(card, 0)
        below = sum(s < strength for s in others)
        # Lower cards of one's own are a cover as far as others' cards will be above them.
        own = [s for s in self._in_suit(card, self.hand) if s < strength]
        cover = sum(o > s for s in own for o in others) / len(others)
        return below / (1 + cover) + strength / 20 - _POINT * self._points.get(card, 0)

    def rid(self, card: Card) -> float:
        """How good it is to lose a card in a trick that is taken anyway."""
        return self._strength[card] + 2 * _POINT * self._points.get(card, 0)

    def useless(self, card: Card) -> float:
        """How good it is to be without a card."""
        if not self.takes:
            return self.danger(card)
        strength, length = self._strength[card], len(self._in_suit(card, self.hand))
        if self._trump is None:
            return -strength - 1.5 * length
        if self._suit[card] == self._trump:
            return -100 - strength
        # A side suit that is soon used up can be trumped; an ace is better played than laid away.
        return -strength - length - 8 * (not self.above(card))

    def lead(self, card: Card) -> float:
        """How good it is to open a trick with a card."""
        others = self._in_suit(card, self.others)
        above = self.above(card)
        if not self.takes:
            return above / (len(others) + 0.5) + self.danger(card) / 100
        trumps = [c for c in self.others if self._suit[c] == self._trump]
        length = len(self._in_suit(card, self.hand))
        if self._suit[card] == self._trump:
            if not trumps:
                return -1.0
            drawing = length >= len(trumps) / 2
            return 4.0 - above if drawing and not above else -2.0 - self._strength[card] / 20
        if not above:
            safe = not trumps or len(others) >= 4
            return (3.0 if safe else 1.0) + length / 20
        return length / 10 - self._strength[card] / 40


def takes(contract: Contract, scoring: Scoring) -> bool:
    """True if tricks are good to take under a contract."""
    if isinstance(scoring, ByCards):
        return sum(scoring.points.values()) > 0
    return contract.aim == "take"


def best_announcement(game: TrickGame, view: Layout, moves: Sequence[Move], rng: Rng) -> Move:
    """The contract, with its trumps, that the known cards suit best, compared with most cards.

    Without knowing its hand a seat goes by what lies on the table.
    """
    piles = (view.cards[view.facts["hand"]], view.cards.get("table", ()))
    known = [card for pile in piles for card in pile if card]
    values: dict[Move, float] = {}
    for move in moves:
        name, trump = game.announces(move, view)
        contract = game.rules.contracts[name]
        scoring = contract.scoring or game.rules.scoring
        better = strength(game, known, trump) - usual_strength(game, name, len(known))
        values[move] = better if takes(contract, scoring) else -better
    most = max(values.values())
    return rng.choice([move for move, value in values.items() if value == most])


def strength(game: TrickGame, cards: Sequence[Card], trump: str | None) -> float:
    """About how many tricks cards take: the high ones, those of long suits, trumps somewhat."""
    suits, strengths = game.classes.suit_of[trump], game.classes.strength[trump]
    trumps = None if trump is None else SUIT_LETTERS.index(trump)
    total = 0.0
    for suit in range(4):
        own = [strengths[c] for c in cards if suits[c] == suit]
        top = max((strengths[c] for c in game.classes.cards if suits[c] == suit), default=0)
        total += high_cards(top - s for s in own)
        total += max(0, len(own) - 4) * (0.8 if suit == trumps else 0.35)
        total += 0.25 * len(own) if suit == trumps else 0.0
    return total


def high_cards(places: Iterable[int]) -> float:
    """What high cards of one suit are worth: each by its place from the top, counted from 0.

    >>> high_cards([0, 3])
    1.16
    """
    return added(max(0.0, 1.0 - 0.28 * place) for place in places)


@lru_cache(maxsize=256)
def usual_strength(game: TrickGame, name: str, size: int) -> float:
    """The strength that so many cards have under a contract, on the average of some hands.

    A suit that may be named is the best one of each hand.
    """
    contract = game.rules.contracts[name]
    named = contract.suits if contract.trump == "named" else ""
    rng = Rng.stream(0, "usual", name, size)
    cards, total = list(game.classes.cards), 0.0
    for _ in range(_HANDS):
        rng.shuffle(cards)
        trumps = named or [contract.trump if contract.trump in SUIT_LETTERS else None]
        total += max(strength(game, cards[:size], trump) for trump in trumps)
    return total / _HANDS
