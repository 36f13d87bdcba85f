"""Playing up what cannot be missed: a helper for players and interfaces, never a rule.

A card x may go to a foundation without loss if nothing could want to lie on it any more: each kind
of card that may lie on x in the tableau is up already in all its copies, or all copies that are
left could follow at once, each to a foundation of its own, and are safe themselves; and the same
holds for the other copies of x. Looking one step only, or forgetting the copies in the second
pack, is wrong on some boards. With a single pack a card may also follow on x itself: once x is
up, nothing but that card fits there, so it can go whenever it could have gone onto x.

Nothing is safe during a layout that refills, or while the tableau may still be gathered and dealt
again: there every card counts for what comes after. Nor is a card of a waste that is turned several
cards at a time, since taking it shifts all that follow.
"""

from __future__ import annotations

from cardkit.cards import HIDDEN, Card
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Redeal
from cardkit.state import State
from cardkit.table import Layout


class Safety:
    """Tells safe play-ups of one game, from its tables."""

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        tables = game.tables
        #: By card, the kinds of cards that may come to lie on it in the tableau.
        self.guests: dict[Card, frozenset[Card]] = {
            card: frozenset(
                guest
                for guest in tables.cards
                if any(card in tables.hosts[name][guest] for name in tables.tableau)
            )
            for card in tables.cards
        }
        self._copies = {card: game.deck.cards.count(card) for card in tables.cards}

    def left(self, s: Layout) -> dict[Card, int]:
        """How many copies of each kind are not on a foundation."""
        left = dict(self._copies)
        for name in self._game.tables.foundations:
            for card in s.cards[name]:
                if card:
                    left[card] -= 1
        return left

    def slots(self, s: Layout, card: Card) -> int:
        """On how many foundations a card could go now."""
        tables = self._game.tables
        opens = 0
        builds = 0
        for name in tables.foundations:
            top = s.top(name)
            if top in tables.hosts[name][card]:
                if top is not HIDDEN:
                    builds += 1
                elif not tables.kin[name]:
                    opens += 1
                elif self._game.transfers.barred(s, tables.kin[name], card) is None:
                    # Once the suit lies on one of them, the others are barred to it.
                    opens = max(opens, 1)
        return opens + builds

    def is_safe(self, s: Layout, card: Card, left: dict[Card, int] | None = None) -> bool:
        """True if playing up a card that fits a foundation now can never be regretted."""
        return self._is_safe(s, card, self.left(s) if left is None else left, frozenset())

    def _is_safe(
        self, s: Layout, card: Card, left: dict[Card, int], asked: frozenset[Card]
    ) -> bool:
        if card in asked:
            return True
        asked = asked | {card}
        if left[card] > 1 and self.slots(s, card) < left[card]:
            return False
        return all(
            not left[guest]
            or (
                (self.slots(s, guest) >= left[guest] or self._follows(guest, asked))
                and self._is_safe(s, guest, left, asked)
            )
            for guest in self.guests[card]
        )

    def _follows(self, guest: Card, played: frozenset[Card]) -> bool:
        """True if a card that is the only one of its kind goes on one that is up by then."""
        if self._copies[guest] > 1:
            return False
        tables = self._game.tables
        return any(not played.isdisjoint(tables.hosts[name][guest]) for name in tables.foundations)


def safe_moves(state: State) -> list[Move]:
    """The legal moves of a patience that play a card up safely, in canonical order.

    Raises TypeError for a game that is no patience of the data family.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> safe_moves(state) == [move for move in state.moves if move.target[0] in "ak"]
    True
    """
    game = state.game
    if not isinstance(game, PatienceGame):
        raise TypeError(f"{game.name} is no patience with rules as data")
    if not _settled(game, state):
        return []
    safety = game.safety
    left = safety.left(state)
    tables = game.tables
    found = []
    for move in state.moves:
        source, target = move.source, move.target
        if source is None or target is None or tables.group_of[target].kind != "foundation":
            continue
        kind = tables.group_of[source].kind
        one_by_one = game.rules.deal is None or game.rules.deal.cards == 1
        lasting = kind in ("tableau", "cell") or (kind == "waste" and one_by_one)
        if lasting and safety.is_safe(state, state.top(source), left):
            found.append(move)
    return found


def _settled(game: PatienceGame, state: State) -> bool:
    """True if no layout or refilling is under way and the tableau will not be dealt again."""
    if state.facts.get("phase") == "layout":
        return False
    if game.rules.refill is not None and any(
        state.cards[name] for name in game.rules.piles(game.rules.refill.source)
    ):
        return False
    redeal: Redeal | None = game.rules.redeal
    if redeal is None or not set(game.rules.piles(redeal.gather)) & set(game.tables.tableau):
        return True
    return redeal.times != "unlimited" and state.facts["redeals"] >= redeal.times


def autoplay(state: State) -> list[Move]:
    """Play safe cards up until none is left, and return the moves played.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> played = autoplay(state)
    >>> len(played) == len(state.history), safe_moves(state)
    (True, [])
    """
    played: list[Move] = []
    while moves := safe_moves(state):
        state.push(moves[0])
        played.append(moves[0])
    return played
