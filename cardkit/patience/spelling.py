"""How a patience is written in a rules file: what `reading` accepts, for the schema."""

from __future__ import annotations

from typing import Final

from cardkit.cards import Rank, Suit
from cardkit.patience.model import Build, Rules
from cardkit.relations import SUIT_WORDS, Relation
from cardkit.rulebook.grammar import Grammar, Spelling
from cardkit.rulebook.shapes import Record, Shape, Sort, whole
from cardkit.suits import SUIT

_STEP: Final = r"[+-](?:0?[0-9]|1[0-2])"
_DIRECTION: Final = rf"(?:up|down|up-or-down|equal|{_STEP}(?:,{_STEP})*)"
_SUITS: Final = rf"(?:{'|'.join(SUIT_WORDS)})"
_WRAP: Final = r"(?:\s+wrap)*"
_EXAMPLES: Final = (
    "down alternate-colour",
    "down same-suit",
    "up same-suit",
    "up-or-down same-suit wrap",
)

RELATION: Final = Sort.of_pattern(
    "a relation in words, such as `down alternate-colour`",
    rf"\s*(?:wrap\s+)*(?:{_DIRECTION}{_WRAP}\s+{_SUITS}|{_SUITS}{_WRAP}\s+{_DIRECTION}){_WRAP}\s*",
    "relation",
    examples=list(_EXAMPLES),
)


def _rank(rank: Rank) -> str | int:
    """A rank as people write it: 10 rather than T."""
    return int(rank) if 2 <= rank <= 10 else rank.letter


RANK: Final = Sort.of_words(
    [*map(_rank, Rank), *map(str, range(2, 11))], "a rank (`A`, `2` to `10`, `J`, `Q`, `K`)", "rank"
)

_COUNT: Final = whole(1)
_MEANINGS: Final = {
    # The same in every class.
    "clause": "The id of the clause that says so, told to whoever tries what it does not allow.",
    "stock": "The pile of kind `stock` that it is about.",
    "label": "What the piles are called, by language.",
    # One by one.
    "Rules": "A patience: its piles, how the cards are laid out, and how they may move.",
    "Build": "Which card may go on a pile's available card. A relation alone may stand for it.",
    "Build.cards": "The relation that the card must have to the card it goes on.",
    "Space.accepts": "Any card, none, or cards of certain ranks.",
    "Lift.cards": "One card, a run, or a run as long as free spaces allow.",
    "Lift.run": "The relation by which cards form a run, if it is not that of `build`.",
    "Group.kind": "What the piles are for. A game is won when all cards lie on foundations.",
    "Group.build": "Which card may go on another one here; without it, none.",
    "Group.space": "Which card an empty pile takes.",
    "Group.lift": "How many cards leave a pile at once.",
    "Group.suits_clause": "The clause about `suits` and `suits_by`, if `build` has another one.",
    "Reach": "Whether piles of some groups may play to others. The first entry that fits a move"
    " decides; a move that none fits is not allowed.",
    "Reach.from": "The groups that the card comes from.",
    "Reach.to": "The groups that it goes to.",
    "Reach.phase": "The phase in which it holds, `layout` while a spread lasts and `play` after"
    " it; left out, in both.",
    "Reach.where": "The attributes that the source must have, each with its value or values.",
    "Reach.where_to": "The attributes that the target must have, each with its value or values.",
    "Reach.same": "An attribute in which source and target must agree.",
    "Reach.opening": "Only if the target is an empty pile (true), or holds cards (false).",
    "Reach.allow": "Whether such moves are allowed or forbidden.",
    "Take.take": "The rank of the cards that are taken.",
    "Take.to": "The piles that get one card each, of their own suits if they have such.",
    "DealTo.deal": "The piles that get cards.",
    "DealTo.each": "How many cards a pile gets at a time.",
    "DealTo.rounds": "How often it goes round the piles.",
    "DealTo.face": "How the cards lie.",
    "Turn.turn": "The piles whose last cards are turned up.",
    "Sink.sink": "The rank of the cards that go to the bottom.",
    "Sink.within": "The piles in which they do.",
    "Rest.rest": "The pile that gets the rest.",
    "Spread.to": "The piles that get cards, in the order in which they do.",
    "Spread.refill": "When a pile that played a card away gets another one: at once, or when it is"
    " its turn.",
    "Spread.refill_clause": "The clause about `refill`, if `clause` is not about it.",
    "Spread.playable_clause": "The clause about `playable`, if `clause` is not about it.",
    "DealMove.to": "The waste, or the piles that get a card each.",
    "DealMove.cards": "How many cards a waste gets at once.",
    "DealMove.rounds": "How often it goes round the piles, or `all` until the stock is empty.",
    "DealMove.unless_spaces": "Whether it is forbidden while one of the piles is empty.",
    "Refill.to": "The piles that are filled.",
    "Refill.from": "The piles that they are filled from, the first that has a card.",
    "Redeal.times": "How often there is a redeal.",
    "Redeal.gather": "The piles that are gathered, in this order.",
    "Redeal.top": "Whose cards end on top of the new stock: the last pile's, or the first's.",
    "Redeal.turned": "Whether each pile is turned over as it is gathered.",
    "Redeal.shuffle": "Whether the new stock is shuffled.",
    "Redeal.layout": "Steps that deal from the new stock at once; left out, a spread begins again,"
    " or play goes on.",
    "Redeal.times_clause": "The clause about `times`, if `clause` is not about it.",
    "Removal.from": "The piles that runs leave.",
    "Removal.to": "The foundations that they go to, one run each.",
    "Removal.run": "The relation by which cards form a run.",
    "Removal.length": "How many cards a complete run has.",
    "Rules.groups": "The piles, in groups under one rule, by the groups' names (small letters).",
    "Rules.layout": "How the cards are laid out, step by step.",
    "Rules.reach": "Which piles may play to which.",
    "Rules.deck": "The cards that it is played with.",
    "Rules.spread": "The player plays while cards are still being laid out.",
    "Rules.deal": "The move `deal`: cards come from the stock.",
    "Rules.refill": "Empty piles are filled by themselves.",
    "Rules.redeal": "The move `redeal`: piles become the stock again.",
    "Rules.removal": "Complete runs leave the table by themselves.",
    "Rules.goal": "When the game is won.",
    "Plan.rows": "The rows from top to bottom, each a text of words: a pile, a group, a range"
    " (`t1..t4`), or `.` for a blank. An empty text is a gap.",
    "Relation": "Which card may lie on which. Words may stand for it: a direction (`up`, `down`,"
    " `up-or-down`, `equal`, or steps such as `+2,-2`), a word for suits, and `wrap`, as in"
    " `down alternate-colour`.",
    "Relation.suit": "What the suits of the two cards must be to each other.",
    "Relation.steps": "The rank of the card less that of the card it lies on: `-1` builds down.",
    "Relation.wrap": "Whether ace and king are neighbours.",
    "Deck": "What a game is played with: so many packs of some ranks and suits.",
    "Deck.packs": "How many packs there are.",
    "Deck.ranks": "The ranks in each of them.",
    "Deck.suits": "The suits in each of them.",
}

SPELLING: Final = Spelling(
    types={Rank: Shape.of(RANK), Suit: Shape.of(SUIT)},
    shorthands={Relation: RELATION, Build: RELATION},
    keys={
        "DealMove.cards": Shape.of(_COUNT),
        "DealTo.each": Shape.of(_COUNT),
        "DealTo.rounds": Shape.of(_COUNT),
        "Deck.packs": Shape.of(_COUNT),
        "Group.count": Shape.of(whole(1, 60)) | Shape(nullable=True),
        "Relation.steps": Shape.of(whole(-12, 12)).listed(lone=True),
        "Relation.suit": Shape.of(Sort.of_words(SUIT_WORDS)),
    },
    names={"Rules.groups": Sort.of_pattern("small letters", "[a-z]+")},
    lone_items=True,
    meanings=_MEANINGS,
    values={Rank: _rank, Suit: lambda suit: suit.letter},
)


def record() -> Record:
    """The keys of a patience's rules file, beside those of every rules file."""
    return Grammar(SPELLING).record(Rules)
