"""How a trick-taking game is written in a rules file: what `reading` accepts, for the schema."""

from __future__ import annotations

from typing import Final

from cardkit.cards import RANK_LETTERS, SUIT_LETTERS, SUIT_NAMES, SUIT_SYMBOLS, Card, Rank, Suit
from cardkit.rulebook.grammar import Grammar, Spelling
from cardkit.rulebook.shapes import Record, Shape, Sort, whole
from cardkit.suits import SUIT
from cardkit.tricks.duties import Duty, Must, NotInFirst, NotLed, Opens
from cardkit.tricks.model import Rules
from cardkit.tricks.passing import Exchange, PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.stage import Stage
from cardkit.tricks.stages import Announce, LayAway, PickUp

_R: Final = f"[{RANK_LETTERS}atjqk]"
_S: Final = f"[{SUIT_LETTERS}cdhs{SUIT_SYMBOLS}]"
_CARD: Final = rf"(?:{_R}|10){_S}"

CARD: Final = Sort.of_pattern("a card, such as `QS`", _CARD, "card")
#: Cards as `classes.card_words` takes them.
CARDS: Final = Sort.of_pattern(
    "a suit `H` or `hearts`, a rank `Q` or a card `QS`",
    rf"[{SUIT_LETTERS}]|{'|'.join(SUIT_NAMES)}|[{RANK_LETTERS}]|{_CARD}",
)


def _rank(rank: Rank) -> str | int:
    """A rank as people write it: 10 rather than T."""
    return int(rank) if 2 <= rank <= 10 else rank.letter


RANK: Final = Sort.of_words(
    [*map(_rank, Rank), "T", *map(str, range(2, 11))],
    "a rank (`A`, `2` to `10`, `J`, `Q`, `K`)",
    "rank",
)
_ORDER: Final = Sort.of_pattern(
    "ranks, the highest first and none twice", rf"(?!.*(.).*\1)[{RANK_LETTERS}]*"
)
_TOP: Final = Sort.of_pattern(
    "a card such as `QC`, or a rank such as `J-trump` or `J-colour`",
    rf"{_CARD}|[{RANK_LETTERS}]-(?:trump|colour)",
)

#: The suits that may be named, in a word.
_LETTERS: Final = Shape.of(Sort.of_pattern("letters of suits, such as `CDH`", f"[{SUIT_LETTERS}]*"))

_COUNT: Final = whole(1)
_MEANINGS: Final = {
    # The same in every class.
    "clause": "The id of the clause that says so, told to whoever tries what it does not allow.",
    "label": "What it is called, by language.",
    # Whole classes, where their docstrings speak to those who write Python.
    "Rules": "A trick-taking game. A deal passes through its stages in order; the next dealer sits"
    " to the left of the last.",
    "PassCards": "Every seat passes cards to another: `pass QS`, one by one, forehand first. Nobody"
    " sees what it gets before everybody has passed.",
    "Play": "Tricks until the hands are empty: each seat plays a card, in turn to the left, and the"
    " winner of a trick opens the next.",
    # One by one.
    "Rules.seats": "How many play.",
    "Rules.dealing": "How a deal begins.",
    "Rules.contracts": "What a deal can be played for, by names (small letters and hyphens).",
    "Rules.schedule": "Which contract each deal has.",
    "Rules.stages": "What a deal consists of, in order; the last stage is that of the tricks.",
    "Rules.duties": "What a player must do, or must not, when playing to a trick.",
    "Rules.scoring": "How a deal is scored.",
    "Rules.match": "When the match is over.",
    "Rules.deck": "The cards that it is played with.",
    "Rules.order": "How the cards rank.",
    "Rules.sides": "The seats (counted from 0) that play together, a list for each side; left out,"
    " each is on its own.",
    "Dealing.hands": "How many cards each seat gets.",
    "Dealing.table": "How many cards go to the table.",
    "Dealing.face": "How those lie.",
    "Contract.aim": "Whether tricks above the quota are good (`take`), or those below (`avoid`).",
    "Contract.suits_clause": "The clause about `suits`, if `clause` is not about them.",
    "Contract.suits": "The suits that may be named as trumps.",
    "Order.ranks": "The order of the ranks, each by its letter (`T` is the ten).",
    "Must.must": "What must be done.",
    "NotLed.not_led": "The cards that are kept back.",
    "NotInFirst.not_in_first": "The cards that are barred.",
    "Opens.opens": "The card.",
    "ByQuota.gain": "The points for each trick better than the quota.",
    "ByQuota.loss": "The points off for each trick worse.",
    "ByCards.cards": "The points of each card, by suits, ranks or single cards.",
    "Announce.announce": "The seat that decides, if there is anything to decide.",
    "PickUp.pick_up": "The seat that takes the cards.",
    "LayAway.lay_away": "How many cards are laid away.",
    "LayAway.by": "The seat that lays them away.",
    "PassCards.pass": "How many cards each seat passes.",
    "PassCards.to": "Which way, deal by deal and again from the first; `keep` for no pass at all.",
    "Exchange.give": "For what cards are given: the surplus of the last deal.",
    "Play.lead": "Who opens the first trick: a role, or whoever holds a certain card.",
    "Deck": "What a game is played with: so many packs of some ranks and suits.",
    "Deck.packs": "How many packs there are.",
    "Deck.ranks": "The ranks in each of them.",
    "Deck.suits": "The suits in each of them.",
}

SPELLING: Final = Spelling(
    types={Rank: Shape.of(RANK), Suit: Shape.of(SUIT), Card: Shape.of(CARD)},
    keys={
        "Contract.suits": _LETTERS | Shape.of(SUIT).listed(lone=True),
        "Contract.trump": Shape.of(Sort.of_words(["none", "turned", "named"])) | Shape.of(SUIT),
        "Dealing.hands": Shape.of(_COUNT),
        "Dealing.table": Shape.of(whole(0)),
        "Deck.packs": Shape.of(_COUNT),
        "NotInFirst.not_in_first": Shape.of(CARDS).listed(),
        "NotLed.not_led": Shape.of(CARDS).listed(),
        "Order.ranks": Shape.of(_ORDER),
        "Order.top_trumps": Shape.of(_TOP).listed(),
        "Order.trumps": Shape.of(_ORDER),
        "Rules.seats": Shape.of(whole(2, 8)),
    },
    names={
        "ByCards.cards": CARDS,
        "Rules.contracts": Sort.of_pattern("small letters and hyphens", "[a-z]+(?:-[a-z]+)*"),
    },
    kinds={
        Duty: (Must, NotLed, NotInFirst, Opens),
        Stage: (Announce, PickUp, LayAway, PassCards, Exchange, Play),
    },
    meanings=_MEANINGS,
    values={Rank: _rank, Suit: lambda suit: suit.letter},
)


def record() -> Record:
    """The keys of a trick-taking game's rules file, beside those of every rules file."""
    return Grammar(SPELLING).record(Rules)
