"""Duties: what a card held forbids to be played, pair by pair.

A card is legal if no card held beside it forbids it. From this one relation come the legal plays,
the reason against any other, and what a play proves: who played a card held none that forbade it.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal

from attrs import field, frozen

from cardkit.cards import SUIT_LETTERS, Card
from cardkit.outcome import Reason
from cardkit.table import Layout
from cardkit.tricks.classes import Classes, Trump, card_words

_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


@frozen
class Trick:
    """What a duty may know of the trick that a card is played to.

    `led` is the suit led, None if the card would open the trick; `best` the power of the card that
    wins so far (see `Classes.power`). `first` is true in the deal's first trick, `broken` once a
    card that was kept back (`NotLed`) has been played.
    """

    led: int | None = None
    best: int = 0
    first: bool = False
    broken: bool = False


#: A duty of one's own: why a card held forbids another one, or None if it does not.
Forbids = Callable[[Card, Card, Trick, Trump], Reason | None]


class Duty(abc.ABC):
    """A duty that data can name."""

    #: True if it binds the seat that opens a trick.
    binds_lead: ClassVar[bool] = False

    def reads(self) -> frozenset[str]:
        """The fields of a Trick that it looks at beside `led`."""
        return frozenset()

    @abc.abstractmethod
    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if `held` forbids `card`."""

    @abc.abstractmethod
    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """Why `card` is not allowed, without naming any other."""


@frozen
class Must(Duty):
    """What a seat must do if it can.

    `follow` the suit led; `trump` if it cannot follow; `overtrump` the best card, if that is a
    trump and a trump is to be played; `head` the trick with a higher card of the suit led.
    """

    must: Literal["follow", "trump", "overtrump", "head"]
    clause: str = ""

    def reads(self) -> frozenset[str]:
        """The best card so far, for those that must beat it."""
        return frozenset({"best"} if self.must in ("overtrump", "head") else ())

    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if `held` does what must be done and `card` does not."""
        if trick.led is None:
            return False
        suits = at.suit_of[trump]
        if self.must == "follow":
            return suits[held] == trick.led and suits[card] != trick.led
        if self.must == "head":
            power = at.power[trump][trick.led]
            higher = suits[held] == trick.led and power[held] > trick.best
            return higher and suits[card] == trick.led and power[card] < trick.best
        if trump is None:
            return False
        trumps = SUIT_LETTERS.index(trump)
        if self.must == "trump":
            return suits[held] == trumps and suits[card] not in (trumps, trick.led)
        power = at.power[trump][trick.led]
        return suits[held] == suits[card] == trumps and power[held] > trick.best > power[card]

    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """What must be done instead."""
        led = _SUIT_NAMES[trick.led or 0]
        if self.must == "follow":
            return Reason(self.clause, f"suit must be followed: {led} were led, {card} is none")
        if self.must == "trump":
            return Reason(self.clause, f"whoever cannot follow must trump, and {card} is no trump")
        if self.must == "head":
            return Reason(self.clause, f"a higher card must be played if one is held, not {card}")
        return Reason(self.clause, f"a higher trump must be played if one is held, not {card}")


@frozen
class NotLed(Duty):
    """Cards that may not open a trick until one like them has been played.

    Who has nothing else may lead them all the same.
    """

    cards: tuple[str, ...] = field(converter=card_words, metadata={"key": "not-led"})
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    def reads(self) -> frozenset[str]:
        """Whether such a card has been played."""
        return frozenset({"broken"})

    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if `card` is kept back and `held` is not."""
        if trick.led is not None or trick.broken:
            return False
        kept = at.pick(self.cards)
        return card in kept and held not in kept

    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """That the card may not be led yet."""
        return Reason(self.clause, f"{card} may not be led before one like it has been played")


@frozen
class NotInFirst(Duty):
    """Cards that may not be played to a deal's first trick, unless nothing else can be."""

    cards: tuple[str, ...] = field(converter=card_words, metadata={"key": "not-in-first-trick"})
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    def reads(self) -> frozenset[str]:
        """Whether this is the first trick."""
        return frozenset({"first"})

    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if `card` is barred and `held` is not."""
        if not trick.first:
            return False
        barred = at.pick(self.cards)
        return card in barred and held not in barred

    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """That the card may not be played yet."""
        return Reason(self.clause, f"{card} may not be played to the first trick")


@frozen
class Opens(Duty):
    """Whoever holds a certain card opens the deal's first trick with it."""

    opens: Card
    clause: str = ""

    binds_lead: ClassVar[bool] = True

    def reads(self) -> frozenset[str]:
        """Whether this is the first trick."""
        return frozenset({"first"})

    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if `held` is the card that opens and `card` is another."""
        return trick.first and trick.led is None and held == self.opens and card != held

    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """Which card opens the first trick."""
        return Reason(self.clause, f"{self.opens} opens the first trick")


@frozen
class Own(Duty):
    """A duty given as a function of Python."""

    function: Forbids

    binds_lead: ClassVar[bool] = True

    def reads(self) -> frozenset[str]:
        """Everything, for nobody can say what the function looks at."""
        return frozenset({"best", "first", "broken"})

    def blocks(self, at: Classes, held: Card, card: Card, trick: Trick, trump: Trump) -> bool:
        """True if the function gives a reason."""
        return self.function(held, card, trick, trump) is not None

    def reason(self, card: Card, trick: Trick, trump: Trump) -> Reason:
        """The function's reason is asked for with the card held; this stands in without one."""
        return Reason("", f"{card} is not allowed here")


class _Allowed(dict[int, int]):
    """By the kinds of cards held, as a mask, the mask of those that may be played."""

    def __init__(self, blockers: Sequence[int]) -> None:
        self._blockers = blockers

    def __missing__(self, present: int) -> int:
        allowed = sum(
            1 << kind
            for kind, blockers in enumerate(self._blockers)
            if present >> kind & 1 and not blockers & present
        )
        self[present] = allowed
        return allowed


class Row:
    """One situation, tabulated: `bits[card]` is the bit of the card's kind.

    Cards of one kind forbid, and are forbidden by, the same cards. `allowed[present]` are the kinds
    that may be played of a hand with the kinds `present`; `forbidding[card]` the cards that forbid
    it.
    """

    __slots__ = ("allowed", "bits", "forbidding")

    def __init__(self, cards: Sequence[Card], blocks: Callable[[Card, Card], bool]) -> None:
        self.forbidding = {
            card: tuple(held for held in cards if held != card and blocks(held, card))
            for card in cards
        }
        forbidden: dict[Card, list[Card]] = {card: [] for card in cards}
        for card, holders in self.forbidding.items():
            for held in holders:
                forbidden[held].append(card)
        kinds: dict[object, int] = {}
        self.bits = [0] * 64
        for card in cards:
            # A card never forbids itself, so the two of a pair of one kind do not either.
            key = (self.forbidding[card], tuple(forbidden[card]))
            self.bits[card] = 1 << kinds.setdefault(key, len(kinds))
        blockers = [0] * len(kinds)
        for card, holders in self.forbidding.items():
            kind = self.bits[card].bit_length() - 1
            for held in holders:
                blockers[kind] |= self.bits[held]
        self.allowed = _Allowed(blockers)


class Duties:
    """All duties of a game over its cards, tabulated for each situation when it first comes up."""

    def __init__(self, duties: Iterable[Duty | Forbids], classes: Classes) -> None:
        self.duties = tuple(d if isinstance(d, Duty) else Own(d) for d in duties)
        self._classes = classes
        self._suit_of = classes.suit_of
        self._lead_is_free = not any(duty.binds_lead for duty in self.duties)
        reads = frozenset().union(*(duty.reads() for duty in self.duties))
        self._reads_best = "best" in reads
        self._reads_first = "first" in reads
        self._reads_broken = "broken" in reads
        self._reads_more = bool(reads)
        kept = [word for duty in self.duties if isinstance(duty, NotLed) for word in duty.cards]
        #: Cards whose first play breaks what was kept back.
        self.kept_back = classes.pick(tuple(kept))
        self._rows: dict[tuple[Trump, Trick], Row] = {}
        self._plain_rows: dict[tuple[Trump, int | None], Row] = {}

    def forbids(self, held: Card, card: Card, trick: Trick, trump: Trump) -> Reason | None:
        """Why a hand that has `held` may not play `card`, or None if that is no obstacle."""
        for duty in self.duties:
            if isinstance(duty, Own):
                reason = duty.function(held, card, trick, trump)
                if reason is not None:
                    return reason
            elif duty.blocks(self._classes, held, card, trick, trump):
                return duty.reason(card, trick, trump)
        return None

    def trick(self, s: Layout) -> Trick:
        """What there is to know of the trick that lies, of the next one if none does."""
        cards = s.cards["trick"]
        trump: Trump = s.facts["trump"]
        led = self._suit_of[trump][cards[0]] if cards else None
        best, first = 0, False
        if self._reads_best and led is not None:
            power = self._classes.power[trump][led]
            best = max(power[card] for card in cards)
        if self._reads_first:
            first = not any(s.facts["tricks"])
        return Trick(led, best, first, self._reads_broken and s.facts["broken"])

    def row(self, s: Layout) -> Row | None:
        """The table for what lies on the table; None where every card may be played."""
        trick = s.cards["trick"]
        if not trick and self._lead_is_free:
            return None
        trump: Trump = s.facts["trump"]
        if self._reads_more:
            return self._row(self.trick(s), trump)
        led = self._suit_of[trump][trick[0]] if trick else None
        row = self._plain_rows.get((trump, led))
        if row is None:
            row = self._plain_rows[trump, led] = self._row(self.trick(s), trump)
        return row

    def _row(self, trick: Trick, trump: Trump) -> Row:
        row = self._rows.get((trump, trick))
        if row is None:
            duties, classes = self.duties, self._classes

            def blocks(held: Card, card: Card) -> bool:
                return any(d.blocks(classes, held, card, trick, trump) for d in duties)

            row = self._rows[trump, trick] = Row(classes.cards, blocks)
        return row
