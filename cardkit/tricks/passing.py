"""Cards that go from hand to hand before the tricks: the pass of Hearts, the exchange of 8-5-3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from attrs import frozen

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.piles import PileSpec
from cardkit.table import FactSpec, Layout, Table
from cardkit.tricks.model import seat_of
from cardkit.tricks.stage import Decision, card_of

if TYPE_CHECKING:
    from cardkit.tricks.game import TrickGame
    from cardkit.tricks.model import Rules

#: How many seats to the left cards go by each word; None if nobody passes.
_WAYS = {"left": 1, "right": -1, "across": 2, "keep": None}
Way = Literal["left", "right", "across", "keep"]
Ways = tuple[Way, ...] | Callable[[int], int | None]


@frozen
class PassCards(Decision):
    """Every seat passes cards to another: `pass QS`, one by one.

    The cards go seat by seat, forehand first, into piles that only the passing seat sees, and all
    are handed over together when everybody has passed. `to` says which way by deal, again and
    again; in Python it may be a function from the deal's number to how many seats to the left.
    """

    pass_: int
    to: Ways = ("left",)
    clause: str = ""

    phase: ClassVar[str] = "pass"
    verb: ClassVar[str | None] = "pass"
    by_card: ClassVar[bool] = True
    example: ClassVar[str] = "pass 2C"
    doing: ClassVar[str] = "cards are passed"
    over: ClassVar[str] = "cards are not passed any more"

    def piles(self, rules: Rules) -> tuple[PileSpec, ...]:
        """Where passed cards wait."""
        return tuple(PileSpec(f"pass{i}", seats=(i,)) for i in range(rules.seats))

    def _way(self, s: Layout) -> int | None:
        deal: int = s.facts["deal"]
        if callable(self.to):
            return self.to(deal)
        return _WAYS[self.to[deal % len(self.to)]]

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Ask forehand, unless everybody keeps the cards in this deal."""
        if self._way(t) is None:
            return True
        game.pass_turn(t, seat_of("forehand", t.facts["dealer"], game.seats))
        return False

    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """Every card of the hand."""
        return game.hand_moves(self.verb, s)

    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why a card is not passed."""
        return game.why_not_held(self, s, m)

    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:
        """Put the card aside; when everybody has, hand all of them over."""
        seat = t.facts["turn"]
        t.take(t.facts["hand"], card_of(m), f"pass{seat}")
        if len(t.cards[f"pass{seat}"]) < self.pass_:
            return False
        if seat != t.facts["dealer"]:
            game.pass_turn(t, game.left_of[seat])
            return False
        way = self._way(t) or 0
        for giver in range(game.seats):
            t.move(f"pass{giver}", game.hands[(giver + way) % game.seats], self.pass_)
        return True


@frozen
class Exchange(Decision):
    """Who did better than the quota in the last deal gives cards to who did worse: `give 2C`.

    For each trick of the surplus one card goes over, and the other gives the highest card of its
    suit back, which may be the same one; that is a move too, though there is no choice. Seats that
    owe more in this deal come first, on both sides. A card given waits in the pile `gift`, which
    those two see, until the other one has come.
    """

    give: Literal["last-surplus"] = "last-surplus"
    clause: str = ""

    phase: ClassVar[str] = "exchange"
    verb: ClassVar[str | None] = "give"
    by_card: ClassVar[bool] = True
    example: ClassVar[str] = "give 2C"
    doing: ClassVar[str] = "cards are exchanged"
    over: ClassVar[str] = "the exchange is over"

    def piles(self, rules: Rules) -> tuple[PileSpec, ...]:  # noqa: ARG002 (what every stage is asked)
        """Where a card given waits."""
        return (PileSpec("gift", seats=()),)

    def facts(self, rules: Rules) -> tuple[FactSpec, ...]:
        """How many pairs of cards were exchanged in this deal, and the surplus of the last one."""
        none = (0,) * rules.seats
        return (FactSpec("exchanged", 0, scope="deal"), FactSpec("surplus", none))

    def pairs(self, game: TrickGame, s: Layout) -> list[tuple[int, int]]:
        """Who gives to whom, card by card."""
        dealer: int = s.facts["dealer"]
        surplus = s.facts["surplus"]
        schedule = game.rules.schedule
        name = schedule.contract(s.facts["deal"], game.seats) or schedule.once[0]
        contract = game.rules.contracts[name]

        def order(seat: int) -> tuple[int, int]:
            return -contract.quota(dealer, seat, game.seats), (seat - dealer) % game.seats

        seats = sorted(range(game.seats), key=order)
        givers = [seat for seat in seats for _ in range(surplus[seat])]
        takers = [seat for seat in seats for _ in range(-surplus[seat])]
        return list(zip(givers, takers, strict=False))

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Ask the first who gives, if anybody does."""
        pairs, done = self.pairs(game, t), t.facts["exchanged"]
        if done == len(pairs):
            return True
        t.show("gift", pairs[done])
        game.pass_turn(t, pairs[done][0])
        return False

    def _highest(self, game: TrickGame, s: Layout, gift: Card) -> Card:
        """The card to be given back."""
        suits, strength = game.classes.suit_of[None], game.classes.strength[None]
        same = [card for card in s.cards[s.facts["hand"]] if suits[card] == suits[gift]]
        return max([gift, *same], key=lambda card: strength[card])

    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """Every card of the hand that gives, or the one that must be given back."""
        gift = s.top("gift")
        if gift:
            return [game.hand_move(self.verb, self._highest(game, s, gift))]
        return game.hand_moves(self.verb, s)

    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why a card is not given."""
        gift = s.top("gift")
        if not gift:
            return game.why_not_held(self, s, m)
        if m is game.hand_move(self.verb, self._highest(game, s, gift)):
            return None
        return Reason(self.clause, f"the highest card of the suit of {gift} goes back for it")

    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:
        """Put the gift down; or give the highest card for it and hand the gift over."""
        pairs, done = self.pairs(game, t), t.facts["exchanged"]
        giver, taker = pairs[done]
        card = card_of(m)
        if not t.cards["gift"]:
            t.take(game.hands[giver], card, "gift")
            game.pass_turn(t, taker)
            return False
        # Through the hand, so that nobody else can tell whether the same card goes back.
        t.move("gift", game.hands[taker])
        t.take(game.hands[taker], card, game.hands[giver])
        t.set("exchanged", done + 1)
        return self.enter(game, t)

    def lacks(self, game: TrickGame, s: Layout, m: Move) -> Iterable[Card]:
        """Higher cards of the suit of the gift, if the card that goes back for it is seen."""
        gift = s.top("gift")
        if not gift or m.card is None:
            return ()
        suits, strength = game.classes.suit_of[None], game.classes.strength[None]
        return [
            card
            for card in game.classes.cards
            if suits[card] == suits[gift] and strength[card] > strength[m.card]
        ]

    def is_free(self, s: Layout) -> bool:
        """What goes back for a gift is no choice."""
        return not s.cards["gift"]
