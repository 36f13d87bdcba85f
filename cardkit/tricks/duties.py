"""Duties: what a card held forbids to be played, pair by pair.

A card is legal if no card held beside it forbids it. From this one relation come the legal plays,
the reason against any other, and what a play proves: who played a card held none that forbade it.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

from attrs import field, frozen

from cardkit.cards import SUIT_LETTERS, SUIT_NAMES, Card
from cardkit.outcome import Reason
from cardkit.table import Layout
from cardkit.tricks.classes import Classes, Trump, card_words


@frozen
class Trick:
    """What a duty may know of the trick that a card is played to.

    `led` is the suit led, None if the card would open the trick; `best` the power of the card that
    wins so far (see `Classes.power`). `first` is true in the deal's first trick, `broken` once a
    card that was kept back (`NotLed`) has been played. Of those three a duty sees only what it says
    it reads.
    """

    led: int | None = None
    best: int = 0
    first: bool = False
    broken: bool = False


class Situation:
    """A trick together with the classes of cards under its trumps, for duties to look at."""

    __slots__ = ("classes", "power", "suits", "trick", "trumps")

    def __init__(self, classes: Classes, trick: Trick, trump: Trump) -> None:
        self.classes = classes
        self.trick = trick
        self.suits = classes.suit_of[trump]
        #: The trump suit, from 0 to 3; None without trumps.
        self.trumps = None if trump is None else SUIT_LETTERS.index(trump)
        #: The power of every card in this trick.
        self.power = classes.power[trump][trick.led or 0]


#: A duty of one's own: why a card held forbids another one, or None if it does not.
Forbids = Callable[[Card, Card, Trick, Trump], Reason | None]


class Duty(abc.ABC):
    """A duty that data can name."""

    #: True if it binds the seat that opens a trick.
    binds_lead: ClassVar[bool] = False

    @property
    def reads(self) -> frozenset[str]:
        """The fields of a Trick that it looks at beside `led`."""
        return frozenset()

    @abc.abstractmethod
    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        """True if `held` forbids `card`."""

    @abc.abstractmethod
    def reason(self, at: Situation, card: Card) -> Reason:
        """Why `card` is not allowed, without naming the card that forbids it."""


@frozen
class Must(Duty):
    """What a seat must do if it can.

    `follow` the suit led; `trump` if it cannot follow; `overtrump` with a higher trump, where a
    trump is to be played and a trump wins so far; `head` the trick with a higher card of the suit
    led, where no trump wins so far.
    """

    must: Literal["follow", "trump", "overtrump", "head"]
    clause: str = ""

    @property
    def reads(self) -> frozenset[str]:
        """Who wins so far, for the duties to beat it."""
        return frozenset({"best"} if self.must in ("overtrump", "head") else ())

    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        """True if `held` does what must be done and `card` does not."""
        led, suits = at.trick.led, at.suits
        if led is None:
            return False
        match self.must:
            case "follow":
                return suits[held] == led != suits[card]
            case "trump":
                return suits[held] == at.trumps and suits[card] not in (at.trumps, led)
            case "overtrump":
                both = suits[held] == suits[card] == at.trumps
            case "head":
                both = suits[held] == suits[card] == led
        return both and at.power[held] > at.trick.best > at.power[card]

    def reason(self, at: Situation, card: Card) -> Reason:
        """What must be done instead."""
        led = SUIT_NAMES[at.trick.led or 0]
        text = {
            "follow": f"suit must be followed: {led} were led, and {card} is none of them",
            "trump": f"whoever cannot follow suit must trump, and {card} is no trump",
            "overtrump": f"a higher trump must be played than {card} if one is held",
            "head": f"a higher card of the suit led must be played than {card} if one is held",
        }
        return Reason(self.clause, text[self.must])


@frozen
class NotLed(Duty):
    """Cards that may not open a trick until one like them has been played.

    Who has nothing else may lead them all the same.
    """

    not_led: tuple[str, ...] = field(converter=card_words)
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    @property
    def reads(self) -> frozenset[str]:
        """Whether one of the cards has been played."""
        return frozenset({"broken"})

    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        """True if `card` is kept back and `held` is not."""
        if at.trick.led is not None or at.trick.broken:
            return False
        kept = at.classes.pick(self.not_led)
        return card in kept and held not in kept

    def reason(self, at: Situation, card: Card) -> Reason:  # noqa: ARG002 (what every duty is asked)
        """That the card may not be led yet."""
        return Reason(self.clause, f"{card} may not be led before one like it has been played")


@frozen
class NotInFirst(Duty):
    """Cards that may not be played to a deal's first trick, unless there is nothing else to play.

    Those of the suit led may be, or following suit would be forbidden.
    """

    not_in_first: tuple[str, ...] = field(converter=card_words)
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    @property
    def reads(self) -> frozenset[str]:
        """Whether this is the first trick."""
        return frozenset({"first"})

    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        """True if `card` is barred and `held` is not."""
        if not at.trick.first or at.suits[card] == at.trick.led:
            return False
        barred = at.classes.pick(self.not_in_first)
        return card in barred and held not in barred

    def reason(self, at: Situation, card: Card) -> Reason:  # noqa: ARG002 (what every duty is asked)
        """That the card may not be played yet."""
        return Reason(self.clause, f"{card} may not be played to the first trick")


@frozen
class Opens(Duty):
    """Whoever holds a certain card opens the deal's first trick with it."""

    opens: Card
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    @property
    def reads(self) -> frozenset[str]:
        """Whether this is the first trick."""
        return frozenset({"first"})

    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        """True if `held` is the card that opens and `card` is another."""
        return at.trick.first and at.trick.led is None and held == self.opens != card

    def reason(self, at: Situation, card: Card) -> Reason:  # noqa: ARG002 (what every duty is asked)
        """Which card opens the first trick."""
        return Reason(self.clause, f"{self.opens} opens the first trick")


AnyDuty = Duty | Forbids


class Row:
    """One situation, tabulated.

    `forbidding[card]` are the cards that forbid it: a card may be played from a hand that has none
    of them. `tiers` say the same, where they can: the cards of the first tier that the hand has
    any of may be played. They are empty where duties form no such chain.
    """

    __slots__ = ("forbidding", "tiers")

    def __init__(self, cards: Sequence[Card], blocks: Callable[[Card, Card], bool]) -> None:
        self.forbidding = {
            card: frozenset(held for held in cards if held != card and blocks(held, card))
            for card in cards
        }
        self.tiers = tuple(self._chain())

    def _chain(self) -> list[frozenset[Card]]:
        tiers: list[frozenset[Card]] = []
        above: frozenset[Card] = frozenset()
        while len(above) < len(self.forbidding):
            tier = frozenset(c for c, holders in self.forbidding.items() if holders == above)
            if not tier:
                return []
            tiers.append(tier)
            above |= tier
        return tiers

    def legal(self, hand: Sequence[Card]) -> list[Card]:
        """The cards of a hand that may be played, in the order of the hand."""
        return [card for card in hand if self.forbidding[card].isdisjoint(hand)]


class _After(dict[tuple[Trump, Card], Row]):
    """Tables by trump and card led, for duties that look at nothing else."""

    def __init__(self, duties: Duties) -> None:
        self._duties = duties

    def __missing__(self, key: tuple[Trump, Card]) -> Row:
        trump, card = key
        led = self._duties.classes.suit_of[trump][card]
        row = self[key] = self._duties.row_for(Trick(led), trump)
        return row


class Duties:
    """All duties of a game, tabulated for each situation when it first comes up."""

    def __init__(self, duties: Iterable[AnyDuty], classes: Classes) -> None:
        given = tuple(duties)
        self.named = tuple(duty for duty in given if isinstance(duty, Duty))
        self.own = tuple(duty for duty in given if not isinstance(duty, Duty))
        self.classes = classes
        reads = frozenset().union(*(duty.reads for duty in self.named))
        if self.own:  # nobody can say what a function looks at
            reads = frozenset({"best", "first", "broken"})
        self._reads_best = "best" in reads
        self._reads_first = "first" in reads
        self._reads_broken = "broken" in reads
        self._lead_is_free = not self.own and not any(duty.binds_lead for duty in self.named)
        kept = [word for duty in self.named if isinstance(duty, NotLed) for word in duty.not_led]
        #: Cards whose first play breaks what was kept back.
        self.kept_back = classes.pick(tuple(kept))
        self._rows: dict[tuple[Trump, Trick], Row] = {}
        #: True if nothing but trumps and the card led decides what may be played.
        self.only_led = self._lead_is_free and not reads
        #: For such duties, the table for each trump and card led.
        self.after = _After(self)

    def forbids(self, held: Card, card: Card, trick: Trick, trump: Trump) -> Reason | None:
        """Why a hand that has `held` may not play `card`, or None if that is no obstacle."""
        at = Situation(self.classes, trick, trump)
        for duty in self.named:
            if duty.blocks(at, held, card):
                return duty.reason(at, card)
        return next(filter(None, (own(held, card, trick, trump) for own in self.own)), None)

    def trick(self, s: Layout) -> Trick:
        """What there is to know of the trick that lies, of the next one if none does."""
        facts = s.facts
        first = self._reads_first and not any(facts["tricks"])
        broken = self._reads_broken and facts.get("broken", False)
        return self.trick_of(s.cards["trick"], facts["trump"], first, broken)

    def trick_of(
        self, cards: Sequence[Card], trump: Trump, first: bool = False, broken: bool = False
    ) -> Trick:
        """The same of some cards played to a trick, as far as any duty looks at it."""
        if not cards:
            return Trick(None, 0, self._reads_first and first, self._reads_broken and broken)
        led = self.classes.suit_of[trump][cards[0]]
        best = 0
        if self._reads_best:
            power = self.classes.power[trump][led]
            best = max(power[card] for card in cards)
        return Trick(led, best, self._reads_first and first, self._reads_broken and broken)

    def row(self, s: Layout) -> Row | None:
        """The table for what lies on the table; None where every card may be played."""
        if self._lead_is_free and not s.cards["trick"]:
            return None
        return self.row_for(self.trick(s), s.facts["trump"])

    def row_for(self, trick: Trick, trump: Trump) -> Row:
        """The table for a trick as duties see it."""
        row = self._rows.get((trump, trick))
        if row is None:
            at = Situation(self.classes, trick, trump)

            def blocks(held: Card, card: Card) -> bool:
                return any(duty.blocks(at, held, card) for duty in self.named) or any(
                    own(held, card, trick, trump) is not None for own in self.own
                )

            row = self._rows[trump, trick] = Row(self.classes.cards, blocks)
        return row
