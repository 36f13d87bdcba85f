"""Playing tricks: the stage that every deal ends with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from cardkit.cards import Card
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.table import FactSpec, Layout, Table
from cardkit.tricks.duties import Duty, NotLed, Opens, Row
from cardkit.tricks.model import Role, seat_of
from cardkit.tricks.stage import Decision, card_of

if TYPE_CHECKING:
    from cardkit.tricks.game import TrickGame
    from cardkit.tricks.model import Rules

#: Who opens a deal's first trick.
Lead = Role | Card | Callable[[Layout], int]


@frozen
class Play(Decision):
    """Tricks until the hands are empty: each seat plays a card, in turn to the left.

    `lead` says who opens the first trick: a role, whoever holds a certain card (and must open with
    it), or in Python a function. The winner of a trick opens the next.
    """

    lead: Lead = "forehand"
    clause: str = ""

    phase: ClassVar[str] = "play"
    by_card: ClassVar[bool] = True
    example: ClassVar[str] = "a card"
    doing: ClassVar[str] = "tricks are played"
    over: ClassVar[str] = "the tricks have been played"

    def duties(self) -> tuple[Duty, ...]:
        """The duty that comes with it."""
        return (Opens(self.lead, self.clause),) if isinstance(self.lead, Card) else ()

    def facts(self, rules: Rules) -> tuple[FactSpec, ...]:
        """Whether a card that was kept back has been played, if some are."""
        if any(isinstance(duty, NotLed) for duty in rules.duties):
            return (FactSpec("broken", False, scope="deal"),)
        return ()

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Say who leads."""
        game.pass_turn(t, self._leader(game, t))
        return False

    def _leader(self, game: TrickGame, t: Table) -> int:
        if isinstance(self.lead, Card):
            holders = (i for i, hand in enumerate(game.hands) if self.lead in t.cards[hand])
            return next(holders, seat_of("forehand", t.facts["dealer"], game.seats))
        if callable(self.lead):
            return self.lead(t)
        return seat_of(self.lead, t.facts["dealer"], game.seats)

    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """The cards of the hand that no other card in it forbids."""
        facts, cards = s.facts, s.cards
        hand: Sequence[Card] = cards[facts["hand"]]
        if game.doubles:
            hand = list(dict.fromkeys(hand))
        plays = game.plays
        duties = game.duties
        row: Row | None
        if duties.only_led:
            trick = cards["trick"]
            row = duties.after[facts["trump"], trick[0]] if trick else None
        else:
            row = duties.row(s)
        if row is None:
            return [plays[card] for card in hand]
        for tier in row.tiers:
            found = [plays[card] for card in hand if card in tier]
            if found:
                return found
        return [plays[card] for card in row.legal(hand)]

    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why a card may not be played: it is not held, or another card forbids it."""
        reason = game.why_not_held(self, s, m)
        if reason is not None or m.card is None:
            return reason
        trick, trump = game.duties.trick(s), s.facts["trump"]
        for held in s.cards[s.facts["hand"]]:
            if held != m.card:
                reason = game.duties.forbids(held, m.card, trick, trump)
                if reason is not None:
                    return reason
        return None

    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:
        """Play the card; if the trick is complete, it goes to its winner, who leads the next."""
        facts = t.facts
        seat = facts["turn"]
        card = card_of(m)
        t.take(facts["hand"], card, "trick")
        if card in game.duties.kept_back and not facts["broken"]:
            t.set("broken", True)
        trick = t.cards["trick"]
        if len(trick) < game.seats:
            seat = game.left_of[seat]
            t.set("turn", seat)
            t.set("hand", game.hands[seat])
            return False
        trump = facts["trump"]
        classes = game.classes
        powers = classes.power[trump][classes.suit_of[trump][trick[0]]]
        best = [powers[played] for played in trick]
        # The one who played last sits to the right of the one who led.
        winner = (seat + 1 + best.index(max(best))) % game.seats
        t.move("trick", game.won[winner], game.seats)
        tricks = facts["tricks"]
        t.set("tricks", (*tricks[:winner], tricks[winner] + 1, *tricks[winner + 1 :]))
        hand = game.hands[winner]
        t.set("turn", winner)
        t.set("hand", hand)
        return not t.cards[hand]

    def lacks(self, game: TrickGame, s: Layout, m: Move) -> Iterable[Card]:
        """All cards that would have forbidden the one played."""
        row = game.duties.row(s)
        return () if row is None or m.card is None else row.forbidding[m.card]

    def holds(self, s: Layout) -> Card | None:
        """The card that opens the first trick."""
        opening = not s.cards["trick"] and not any(s.facts["tricks"])
        return self.lead if isinstance(self.lead, Card) and opening else None
