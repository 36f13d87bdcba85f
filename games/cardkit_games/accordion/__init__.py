"""Accordion: a row of cards that folds up into one pile.

Rules as data cannot say it: whether a pile may move depends on how many others lie in between, and
after a move the row closes up. So it is Python, and changes nothing but by the verbs of a table,
from which undo, records, views and pictures follow by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from cardkit import Card, Game, Layout, Move, Option, Outcome, PileSpec, Reason, State, Table
from cardkit.arrangement import Arrangement
from cardkit.entries import Clause, GameEntry, OptionValue
from cardkit.plugins import hookimpl

#: The places of the row from left to right: at most, every card of the pack has one to itself.
PLACES: Final = tuple(f"p{number}" for number in range(1, 53))
#: How many places to the left a pile may go; moves are listed by target, so the farther one first.
STEPS: Final = (3, 1)
DEAL: Final = Move("deal")
CLAUSES: Final = {
    "AC-01": "One pack is dealt face up into a row, left to right, and each card begins a pile.",
    "AC-02": "A pile may go onto the next pile on its left, or onto the third, if the cards on top"
    " of the two are of one suit or of one rank.",
    "AC-03": "A pile goes as a whole, and its top card stays on top.",
    "AC-04": "The gap closes at once: all piles on its right go one place to the left.",
    "AC-05": "Nobody has to move, and the next card of a stock may be dealt at any time.",
    "AC-06": "The game is won with all cards in one pile, and lost when nothing can be done.",
}


class Accordion(Game):
    """The game with its options chosen.

    >>> state = Accordion({"deal": "all", "target": 1}).deal(1)
    >>> state.moves[0], state.top("p5"), state.top("p2")
    (Move('p5-p2'), Card('QS'), Card('3S'))
    """

    name = "accordion"
    # Nobody sees the faces of a stock. Each place of the row is a pile that everybody sees.
    piles = (*map(PileSpec, PLACES), PileSpec("stock", seats=()))
    arrangement = Arrangement(
        ["stock", "p1..p13", "p14..p26", "p27..p39", "p40..p52"], vanishing=["stock", "p"]
    )

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """The game with a value for every option that its entry declares."""
        self.options = dict(options)

    def setup(self, t: Table) -> None:
        """Lay the stock, its first card on top, and deal it unless that is left to the player."""
        t.lay("stock", reversed(t.shuffled(self.deck.cards)), up=False)
        while self.options["deal"] == "all" and t.cards["stock"]:
            self.apply(t, DEAL)

    def moves(self, s: State) -> Sequence[Move]:
        """The piles that can go somewhere, from left to right, and then the deal."""
        folds = [] if self._is_won(s) else list(_folds(s))
        return [*folds, DEAL] if s.cards["stock"] else folds

    def why_not(self, s: State, m: Move) -> Reason | None:
        """The same rules asked about one move: which clause forbids it."""
        if self._is_won(s):
            return Reason("AC-06", "the game is won")
        if m is DEAL:
            return None if s.cards["stock"] else Reason("AC-05", "there is no card left to deal")
        if m.source not in PLACES or m.target not in PLACES:
            return Reason("AC-02", f"a move is p5-p2 or the like, or deal, and not {m}")
        card, on = s.top(m.source), s.top(m.target)
        if not card:
            return Reason("AC-04", f"the row does not reach {m.source}")
        if PLACES.index(m.source) - PLACES.index(m.target) not in STEPS:
            return Reason("AC-02", "a pile goes onto the next on its left, or onto the third")
        if not _alike(card, on):
            return Reason("AC-02", f"{card} and {on} have neither suit nor rank in common")
        whole = Move.transfer(m.source, m.target, len(s.cards[m.source]))
        return None if m is whole else Reason("AC-03", f"the whole pile goes, which is {whole}")

    def apply(self, t: Table, m: Move) -> None:
        """Deal a card, or lay one pile onto another and close the row up."""
        if m is DEAL:
            t.move("stock", PLACES[len(_row(t))], turned=True)
            return
        source, target = str(m.source), str(m.target)
        t.move(source, target, len(t.cards[source]))
        # A pile is called by its place, so closing up is moves as well: undone and seen like all.
        for gap, place in pairwise(PLACES[PLACES.index(source) :]):
            if t.cards[place]:
                t.move(place, gap, len(t.cards[place]))

    def outcome(self, s: State) -> Outcome | None:
        """Won with few enough piles, stuck when nothing can be done."""
        if self._is_won(s):
            return Outcome("won", won=True)
        return None if s.moves else Outcome("stuck", won=False)

    def position_fault(self, s: Layout) -> str | None:
        """What is wrong with a position that somebody typed, as no game leads to it."""
        row = _row(s)
        wrong = row != PLACES[: len(row)] or s.piles["stock"].up or any(s.down[p] for p in row)
        return "the row has no gaps and lies face up, the stock face down" if wrong else None

    def _is_won(self, s: Layout) -> bool:
        return len(_row(s)) <= int(self.options["target"]) and not s.cards["stock"]


def _row(s: Layout) -> tuple[str, ...]:
    """The places where piles lie, which are the first ones: there are no gaps."""
    return tuple(place for place in PLACES if s.cards[place])


def _folds(s: Layout) -> Iterator[Move]:
    row = _row(s)
    for at, source in enumerate(row):
        for target in (row[at - steps] for steps in STEPS if steps <= at):
            if _alike(s.top(source), s.top(target)):
                yield Move.transfer(source, target, len(s.cards[source]))


def _alike(one: Card, other: Card) -> bool:
    return one.suit is other.suit or one.rank is other.rank


@hookimpl
def cardkit_games() -> Iterator[GameEntry]:
    """The game as it is offered."""
    deal = "whether all cards lie in the row at the start, or are dealt one by one from a stock"
    yield GameEntry(
        name="accordion",
        make=Accordion,
        title={"en": "Accordion"},
        family="python",
        summary={"en": "One pack in a row, which folds up by suit or rank into one pile."},
        source="Tradition, which also calls it Idle Year or Tower of Babel, in our own words.",
        options=(
            Option("deal", "choice", "all", choices=("all", "stock"), help=deal),
            Option("target", "int", 1, min=1, max=51, help="the game is won with so many piles"),
        ),
        clauses=tuple(Clause(name, {"en": text}) for name, text in CLAUSES.items()),
        notation={
            "p5-p4": {"en": "the fifth pile, a single card, goes onto the next on its left"},
            "p5-p2*3": {"en": "the fifth pile, of three cards, goes onto the third on its left"},
            "deal": {"en": "the next card of the stock goes to the right end of the row"},
        },
    )
