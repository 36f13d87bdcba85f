"""Games that nobody plays, for rules that no installed game has."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from cardkit import Card, Deck
from cardkit.outcome import Reason
from cardkit.tricks.classes import Order
from cardkit.tricks.duties import Duty, Must, NotInFirst, NotLed, Situation
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Dealing, Match, Rules, Schedule
from cardkit.tricks.passing import Exchange, PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota
from cardkit.tricks.stages import Announce, LayAway, PickUp

SHORT = Deck(ranks=(1, 7, 8, 9, 10, 11, 12, 13))


@cache
def heading() -> TrickGame:
    """Three seats must follow, trump, overtrump and head; jacks and a queen are the top trumps."""
    rules = Rules(
        seats=3,
        deck=SHORT,
        order=Order("ATKQ987J", trumps="9ATKQ87J", top_trumps=("QC", "J-trump", "J-colour")),
        dealing=Dealing(hands=10, table=2, turned="first-of-table"),
        contracts={
            "grand": Contract(),
            "colour": Contract(trump="named", suits="CHS"),
            "turned": Contract(trump="turned", aim="avoid", scoring=ByQuota(gain=2, loss=3)),
            "red": Contract(trump="D", aim="avoid"),
        },
        schedule=Schedule(once=("turned", "colour", "red", "grand")),
        stages=(Announce("dealer"), PickUp("dealer"), LayAway(2, by="dealer"), Play("dealer")),
        duties=(Must("follow"), Must("trump"), Must("overtrump"), Must("head")),
        scoring=ByCards({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}),
    )
    return TrickGame(rules, name="heading")


@frozen
class Neighbours(Duty):
    """The next card of the suit, up or down, must be played first; it reads all there is."""

    @property
    def reads(self) -> frozenset[str]:
        return frozenset({"best", "first", "broken"})

    def blocks(self, at: Situation, held: Card, card: Card) -> bool:
        trick = at.trick
        if trick.led is None or trick.first or trick.best < 6:
            return False
        # Codes of cards of a suit lie side by side, and those of two suits do not.
        return int(held) - int(card) == (-1 if trick.broken else 1)

    def reason(self, at: Situation, card: Card) -> Reason:
        return Reason("", "the next one is held")


@cache
def stepping() -> TrickGame:
    """Four seats in sides pass cards and obey a duty that forms no chain."""
    rules = Rules(
        seats=4,
        sides=((0, 2), (1, 3)),
        without=(),
        dealing=Dealing(hands=13, turned="last-dealt"),
        contracts={
            "up": Contract(trump="S", quotas={"others": 6}),
            "down": Contract(trump="H", aim="avoid"),
        },
        schedule=Schedule(deals=("up", "down", "down")),
        stages=(
            Announce(),
            PickUp("dealer"),
            PassCards(2, to=("across", "keep", "right")),
            Play(Card("3D")),
        ),
        duties=(Neighbours(), NotLed(("K",)), NotInFirst(("K", "Q"))),
        scoring=ByQuota(gain=3, loss=1),
        match=Match(deals=4, target=12),
    )
    return TrickGame(rules, name="stepping")


@cache
def sharing() -> TrickGame:
    """Two seats exchange cards in sides of one, chosen contracts, after every deal."""
    rules = Rules(
        seats=2,
        deck=Deck(ranks=(1, 10, 11, 12, 13)),
        dealing=Dealing(hands=8, table=4, face="down"),
        contracts={
            "long": Contract(trump="named", quotas={"dealer": 6, "others": 2}),
            "short": Contract(aim="avoid", quotas={"forehand": 5, "others": 3}),
        },
        schedule=Schedule(rounds=("long", "short")),
        stages=(
            Exchange(),
            LayAway(4, by="forehand"),
            PickUp("forehand"),
            Announce(),
            Play("dealer"),
        ),
        duties=(Must("follow"),),
        scoring=ByQuota(loss=1),
        match=Match(deals=7),
    )
    return TrickGame(rules, name="sharing")


@cache
def sweeping() -> TrickGame:
    """Hearts in sides of two and one, with a contract of its own scoring."""
    rules = Rules(
        seats=3,
        sides=((0, 1), (2,)),
        without=(Card("2D"),),
        dealing=Dealing(hands=17),
        contracts={
            "hearts": Contract(aim="avoid"),
            "kings": Contract(scoring=ByCards({"K": 5, "KH": -9, "S": 1})),
            "odd": Contract(scoring=ByCards({"A": -1, "J": -2, "9": -1, "5": -4, "H": -1})),
        },
        schedule=Schedule(deals=("hearts", "kings", "odd")),
        stages=(Announce(), Play(Card("2C"))),
        duties=(Must("follow"), NotLed(("H",))),
        scoring=ByCards({"H": -1, "QS": -13}, sweep_others=True),
        match=Match(target=-60),
        first_dealer=2,
    )
    return TrickGame(rules, name="sweeping")
