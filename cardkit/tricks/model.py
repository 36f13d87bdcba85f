"""The rules of a trick-taking game as data: from a rules file, or built in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from cardkit.cards import SUIT_LETTERS, Card, Deck
from cardkit.tricks.classes import Order
from cardkit.tricks.duties import AnyDuty
from cardkit.tricks.scoring import ByQuota, Scoring
from cardkit.tricks.stage import Stage

#: A seat by its place at the table: the dealer, the dealer's left neighbour, or whoever is neither.
Role = Literal["dealer", "forehand"]
QuotaRole = Literal["dealer", "forehand", "others"]

#: The trumps of a contract: a suit by its letter, or how they come about.
Trumps = Literal["none", "turned", "named", "C", "D", "H", "S"]
#: Some suits by their letters, in a word.
SuitLetters: TypeAlias = Annotated[str, "letters of suits"]


@frozen
class Dealing:
    """How a deal begins: cards go singly to the seats in turn, from the dealer's left.

    Each seat gets `hands` cards, then `table` more go to the middle, lying `face` up or down.
    `turned` is the card that may set trumps, laid on the table too: the first of those, or the
    last card of all, which is the dealer's and completes the hand once it is picked up.
    """

    hands: int
    table: int = 0
    face: Literal["up", "down"] = "up"
    turned: Literal["none", "first-of-table", "last-dealt"] = "none"
    clause: str = ""

    @property
    def lies_open(self) -> bool:
        """True if everybody sees what lies on the table."""
        return self.face == "up" or self.turned == "last-dealt"


def _suit_letters(suits: str) -> str:
    for letter in suits:
        if letter not in SUIT_LETTERS:
            raise ValueError(f"{suits!r} has letters that are no suits (suits are C D H S)")
    return "".join(letter for letter in SUIT_LETTERS if letter in suits)


@frozen
class Contract:
    """What a deal is played for.

    `trump` is a suit, the suit of the card `turned`, a suit `named` by whoever declares (one of
    `suits`), or `none`. With the aim `avoid` tricks are to be kept below the quota. `quotas` say
    by role how many tricks a seat's side owes (or may take); roles left out owe none.
    """

    trump: Trumps = "none"
    suits: SuitLetters = field(default=SUIT_LETTERS, converter=_suit_letters)
    aim: Literal["take", "avoid"] = "take"
    quotas: Mapping[QuotaRole, int] = field(factory=dict)
    #: How it is scored, if not as the rules say for all contracts.
    scoring: Scoring | None = None
    clause: str = ""
    suits_clause: str = ""
    label: Mapping[str, str] = field(factory=dict)

    def quota(self, dealer: int, seat: int, seats: int) -> int:
        """The quota of a seat in a deal.

        >>> Contract(quotas={"forehand": 8, "others": 4}).quota(dealer=2, seat=0, seats=3)
        8
        """
        role: QuotaRole = "others"
        if seat == dealer and "dealer" in self.quotas:
            role = "dealer"
        elif seat == (dealer + 1) % seats and "forehand" in self.quotas:
            role = "forehand"
        return self.quotas.get(role, 0)


@frozen
class Schedule:
    """Which contract a deal has: exactly one of three ways to say it.

    `deals` names one for each deal, `rounds` one for as many deals as there are seats; both begin
    again when they are through, if the match goes on. With `once` whoever declares chooses, each
    contract exactly once in the match.
    """

    deals: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    clause: str = ""
    #: The clause that says what is left when all but one are used up, if it is not `clause`.
    forced_clause: str = ""

    def __attrs_post_init__(self) -> None:
        given = [name for name in ("deals", "rounds", "once") if getattr(self, name)]
        if len(given) != 1:
            raise ValueError("a schedule has exactly one of 'deals', 'rounds' and 'once'")

    @property
    def names(self) -> tuple[str, ...]:
        """The contracts that it names, each as often as it does."""
        return self.deals or self.rounds or self.once

    def length(self, seats: int) -> int:
        """How many deals it is for."""
        return len(self.deals) or len(self.names) * seats

    def contract(self, deal: int, seats: int) -> str | None:
        """The contract of a deal, counted from 0; None if it is chosen.

        >>> Schedule(rounds=("trump", "pass")).contract(3, seats=3)
        'pass'
        """
        if self.once:
            return None
        if self.deals:
            return self.deals[deal % len(self.deals)]
        return self.rounds[deal // seats % len(self.rounds)]


@frozen
class Match:
    """When the match is over; the highest total wins, and equal totals share the win.

    After so many `deals`, or as soon as a total reaches the `target`, from above if that is below
    zero. Without either it lasts as long as the schedule.
    """

    deals: int | None = None
    target: int | None = None
    clause: str = ""

    def __attrs_post_init__(self) -> None:
        if self.deals is not None and self.deals < 1:
            raise ValueError(f"a match has at least one deal, not {self.deals}")
        if self.target == 0:
            raise ValueError("a match cannot have the target 0, where every score begins")

    def reached(self, scores: tuple[int, ...]) -> bool:
        """True if one of the totals has reached the target."""
        if self.target is None:
            return False
        return max(scores) >= self.target if self.target > 0 else min(scores) <= self.target


@frozen
class Rules:
    """A trick-taking game with its options chosen.

    A deal passes through its `stages` in order; the next dealer sits to the left of the last. The
    seats of one of the `sides` count their tricks and their points together; left out, each seat
    is on its own.
    """

    seats: int
    dealing: Dealing
    contracts: Mapping[str, Contract]
    schedule: Schedule
    stages: tuple[Stage, ...]
    duties: tuple[AnyDuty, ...] = ()
    scoring: Scoring = field(factory=ByQuota)
    match: Match = field(factory=Match)
    deck: Deck = field(factory=Deck)
    #: Cards of the deck that the game is played without.
    without: tuple[Card, ...] = ()
    order: Order = field(factory=Order)
    sides: tuple[tuple[int, ...], ...] = ()
    #: Who deals first: a seat, or one drawn from the deal.
    first_dealer: int | Literal["drawn"] = "drawn"
    #: The clause that says what the game is played with, named when nothing fitter is.
    clause: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in play, in order of their codes."""
        return tuple(card for card in self.deck if card not in self.without)

    @property
    def tricks(self) -> int:
        """How many tricks are played in a deal."""
        return self.dealing.hands

    @property
    def length(self) -> int | None:
        """How many deals the match has; None if that depends on the scores."""
        if self.match.target is not None and self.match.deals is None:
            return None
        return self.match.deals or self.schedule.length(self.seats)

    def side_of(self, seat: int) -> tuple[int, ...]:
        """The seats on the side of a seat, itself among them.

        >>> from cardkit.tricks.model import Contract, Dealing, Rules, Schedule
        >>> whist = Rules(4, Dealing(13), {"whist": Contract()}, Schedule(deals=("whist",)), (),
        ...               sides=((0, 2), (1, 3)))
        >>> whist.side_of(3)
        (1, 3)
        """
        return next((side for side in self.sides if seat in side), (seat,))


def seat_of(role: Role, dealer: int, seats: int) -> int:
    """The seat that a role is.

    >>> seat_of("forehand", dealer=2, seats=3)
    0
    """
    return dealer if role == "dealer" else (dealer + 1) % seats
