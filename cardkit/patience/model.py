"""The rules of a patience as data: what a rules file holds and what Python may build instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from attrs import field, frozen

from cardkit.arrangement import Fan
from cardkit.cards import Card, Deck, Rank, Suit
from cardkit.relations import Relation
from cardkit.words import did_you_mean

Kind = Literal["tableau", "foundation", "cell", "stock", "waste"]
Phase = Literal["layout", "play"]
#: What may lie on what: words, or in Python any function of the upper and the lower card.
Fits = Callable[[Card, Card], bool]


@frozen
class Build:
    """Which card may go on a pile's available card."""

    cards: Relation | Fits
    clause: str = ""

    def fits(self, card: Card, on: Card) -> bool:
        """True if `card` may lie on the card `on`."""
        if isinstance(self.cards, Relation):
            return self.cards.fits(card, on)
        return self.cards(card, on)


@frozen
class Space:
    """Which card an empty pile accepts: any, none, or those of some ranks."""

    accepts: Literal["any", "none"] | tuple[Rank, ...] = "none"
    clause: str = ""

    def fits(self, card: Card) -> bool:
        """True if `card` may go to an empty pile."""
        if isinstance(self.accepts, str):
            return self.accepts == "any"
        return card.rank in self.accepts


@frozen
class Lift:
    """How many cards leave a pile at once.

    `one` is the available card alone. `run` is any number of face-up cards from the top that lie
    on each other by the relation `run` (the group's own build if it is not given). `by-spaces` is
    such a run, no longer than single moves over free cells and empty tableau piles could carry.
    """

    cards: Literal["one", "run", "by-spaces"] = "one"
    run: Relation | None = None
    clause: str = ""


@frozen
class Group:
    """Piles of one kind under one rule.

    With `count` they are called `t1`, `t2` ... after the group's name; without it there is one,
    called like the group. `attributes` give each pile a value by name, such as its row.
    """

    kind: Kind
    count: int | None = None
    attributes: Mapping[str, tuple[str | int, ...]] = field(factory=dict)
    build: Build | None = None
    space: Space = Space()
    lift: Lift = Lift()
    #: For foundations: any suit, the n-th pile for the n-th suit, or no suit twice in the group.
    suits: Literal["any", "by-pile", "unique"] = "any"
    #: An attribute: of all piles whose groups name it here, those that agree in it hold one suit,
    #: and the others do not hold that suit.
    suits_by: str | None = None
    suits_clause: str = ""
    #: Cards that open this pile go there by themselves, the moment they are available.
    automatic: bool = False
    #: A face-down card that becomes the last one is turned up.
    turn_up: bool = True
    label: Mapping[str, str] = field(factory=dict)

    def names(self, name: str) -> tuple[str, ...]:
        """The names of the piles, if the group is called `name`."""
        if self.count is None:
            return (name,)
        return tuple(f"{name}{i}" for i in range(1, self.count + 1))

    def opens(self, card: Card, at: int) -> bool:
        """True if `card` may go to the pile at place `at` (from 0) of this group when it is empty.

        That no other pile may hold its suit is not asked here: it depends on the position.
        """
        return self.space.fits(card) and (
            self.suits != "by-pile" or card.suit == Suit(at % len(Suit))
        )


@frozen
class Reach:
    """Whether piles of some groups may play to others; the first entry that fits counts.

    An entry fits a move if its phase (any if not given), its groups, the attributes of source
    (`where`) and target (`where_to`) and the attribute that both must share (`same`) do; with
    `opening`, if the target is an empty pile (true) or one that holds cards (false).
    """

    source: tuple[str, ...] = field(metadata={"key": "from"})
    target: tuple[str, ...] = field(metadata={"key": "to"})
    phase: Phase | None = None
    where: Mapping[str, tuple[str | int, ...]] = field(factory=dict)
    where_to: Mapping[str, tuple[str | int, ...]] = field(factory=dict)
    same: str | None = None
    #: Only until, or only after, the first redeal.
    redeals: Literal["none", "some"] | None = None
    opening: bool | None = None
    allow: bool = True
    clause: str = ""


@frozen
class Take:
    """A step of the layout: one card of a rank is taken out of the pack for each of some piles."""

    take: Rank
    to: tuple[str, ...]
    clause: str = ""


@frozen
class DealTo:
    """A step of the layout: `rounds` times, `each` cards go to every pile named, in turn."""

    deal: tuple[str, ...]
    each: int = 1
    rounds: int = 1
    face: Literal["up", "down"] = "up"
    clause: str = ""


@frozen
class Turn:
    """A step of the layout: the last card of each pile named is turned up."""

    turn: tuple[str, ...]
    clause: str = ""


@frozen
class Sink:
    """A step of the layout: cards of a rank go to the bottom of their own pile."""

    sink: Rank
    within: tuple[str, ...]
    clause: str = ""


@frozen
class Rest:
    """The last step of a layout: what is left of the pack lies face down on a pile."""

    rest: str
    clause: str = ""


Step = Take | DealTo | Turn | Sink | Rest


@frozen
class Spread:
    """A layout that the player takes part in: `deal` lays the next card of the stock.

    Cards go one by one to the piles named, in turn and round again. A pile that played a card away
    takes the next one `immediate`ly, or when its turn comes (`on_pass`). While it lasts the phase
    is "layout"; when the last card lies it is "play".
    """

    to: tuple[str, ...]
    stock: str = "stock"
    refill: Literal["immediate", "on_pass"] = "immediate"
    #: Which cards may be played meanwhile: every available one, or only the newest.
    playable: Literal["any", "newest"] = "any"
    clause: str = ""
    refill_clause: str = ""
    playable_clause: str = ""


@frozen
class DealMove:
    """What `deal` does in play: cards go from the stock to a waste, or one to each of some piles.

    It goes round the piles as often as `rounds` says, and ends when the stock does. With
    `unless_spaces` it is not allowed while one of those piles is empty.
    """

    to: tuple[str, ...]
    stock: str = "stock"
    cards: int = 1
    rounds: int | Literal["all"] = 1
    unless_spaces: bool = False
    clause: str = ""


@frozen
class Refill:
    """Piles that become empty are filled at once, each with one card.

    It comes from the first of the piles `from` that has one; when none has, spaces stay.
    """

    to: tuple[str, ...]
    source: tuple[str, ...] = field(metadata={"key": "from"})
    clause: str = ""


@frozen
class Redeal:
    """What `redeal` does: piles are gathered into a new stock.

    Each pile is turned over as a packet; the packets are laid one on the other in the order of
    `gather`, so the last ends on top. Then the stock is shuffled if `shuffle` says so, and a
    spread begins again, `layout` is dealt, or play goes on with the new stock.
    """

    times: int | Literal["unlimited"]
    gather: tuple[str, ...]
    top: Literal["last", "first"] = "last"
    turned: bool = True
    stock: str = "stock"
    shuffle: bool = False
    #: When it is allowed: at any time in play, once the stock is empty, or when nothing else moves.
    allowed: Literal["always", "stock-empty", "stuck"] = "stock-empty"
    layout: tuple[DealTo, ...] = ()
    clause: str = ""
    times_clause: str = ""


@frozen
class Removal:
    """Complete runs leave the tableau for a foundation as soon as they lie open."""

    source: tuple[str, ...] = field(metadata={"key": "from"})
    to: tuple[str, ...]
    run: Relation
    length: int = 13
    clause: str = ""


@frozen
class Goal:
    """The game is won when every card lies on a foundation."""

    clause: str = ""


@frozen
class Plan:
    """How the piles lie on the table: rows of words for piles, with `.` for a blank.

    A word is a pile, a group or a range `t1..t4`; `fans` says how the cards of some lie (those of
    a tableau hang down if nothing is said).
    """

    rows: tuple[str, ...]
    fans: Mapping[str, Fan] = field(factory=dict)


@frozen
class Rules:
    """A patience with its options chosen."""

    groups: Mapping[str, Group]
    layout: tuple[Step, ...]
    reach: tuple[Reach, ...]
    deck: Deck = field(factory=Deck)
    spread: Spread | None = None
    deal: DealMove | None = None
    refill: Refill | None = None
    redeal: Redeal | None = None
    removal: Removal | None = None
    goal: Goal = Goal()
    #: Where the piles lie; if it is not given, as in most patiences.
    arrangement: Plan | None = None
    #: The clause that says only an available card moves, named when nothing fitter is.
    clause: str = ""

    def group_of(self, pile: str) -> Group:
        """The group of a pile. Raises ValueError if no pile is called so."""
        for name, group in self.groups.items():
            if pile in group.names(name):
                return group
        raise ValueError(f"no pile is called {pile!r}")

    def piles(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The pile names that words stand for: a group, a pile, or a range `t1..t4`.

        Raises ValueError for a word that is none.
        """
        known = {name: group.names(name) for name, group in self.groups.items()}
        every = [pile for names in known.values() for pile in names]
        found: list[str] = []
        for word in words:
            first, dots, last = word.partition("..")
            if word in known:
                found += known[word]
            elif word in every:
                found.append(word)
            elif dots and first in every and last in every:
                found += every[every.index(first) : every.index(last) + 1]
            else:
                hint = did_you_mean(word, [*known, *every])
                raise ValueError(f"{word!r} is no group or pile{hint}")
        return tuple(found)
