"""The rules of My Game: cards leave the table in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardkit import FactSpec, Game, Move, Outcome, PileSpec, Reason, State, Table
from cardkit.arrangement import Arrangement
from cardkit.entries import Clause, OptionValue

#: The rules in words. Whoever tries what a rule forbids is told its clause.
CLAUSES = (
    Clause("MG-01", {"en": "One pack. A row of cards is dealt face up; the rest is the stock."}),
    Clause("MG-02", {"en": "At any time the stock may deal the next card to every column."}),
    Clause("MG-03", {"en": "Two columns' last cards that make thirteen together leave the table."}),
    Clause("MG-04", {"en": "A king makes thirteen by himself. A queen counts 12, a jack 11."}),
    Clause("MG-05", {"en": "When the stock is gone, the columns may become it again, as agreed."}),
    Clause("MG-06", {"en": "The patience comes out when all cards have left the table."}),
)

DEAL, REDEAL = Move("deal"), Move("redeal")


class MyGame(Game):
    """The game with its options chosen: so many `columns`, and so many `redeals`.

    What lies on the table changes by the verbs of `Table` alone (`lay`, `move`, `set` ...). Undo,
    records, pictures and what a seat may know follow from these, and are nothing to write.

    >>> state = MyGame({"columns": 6, "redeals": 1}).deal(1)
    >>> [len(pile) for pile in state.piles.values()]
    [46, 1, 1, 1, 1, 1, 1, 0]
    """

    name = "my-game"

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        """The options have been checked: each is there, and one of its values."""
        self.options = dict(options)
        self._columns = tuple(f"t{n}" for n in range(1, int(options["columns"]) + 1))
        self.piles = (PileSpec("stock"), *map(PileSpec, self._columns), PileSpec("gone"))
        self.facts = (FactSpec("redeals", int(options["redeals"])),)
        rows = ["stock . gone", " ".join(self._columns)]
        self.arrangement = Arrangement(rows, fans={"t": "down"})
        # Every move that there could be, in canonical order: by source, then by target.
        pairs = [
            Move.transfer(left, right)
            for at, left in enumerate(self._columns)
            for right in (*self._columns[at + 1 :], "gone")
        ]
        self._all = (*pairs, DEAL, REDEAL)

    def setup(self, t: Table) -> None:
        """Lay the shuffled pack face down, its first card on top, and deal the first row."""
        t.lay("stock", t.shuffled(self.deck)[::-1], up=False)
        self._deal(t)

    def _deal(self, t: Table) -> None:
        for column in self._columns:
            if t.cards["stock"]:
                t.move("stock", column, turned=True)

    def moves(self, s: State) -> Sequence[Move]:
        """The moves that `why_not` has nothing to say against: so the two can never disagree."""
        return [move for move in self._all if self.why_not(s, move) is None]

    def why_not(self, s: State, m: Move) -> Reason | None:
        """Why a move is not legal, or None if it is. Any move may be asked about."""
        if m not in self._all:
            return Reason("MG-03", "a move is a pair from left to right, a king, deal or redeal")
        if m is DEAL:
            return None if s.cards["stock"] else Reason("MG-02", "the stock is empty")
        if m is REDEAL:
            return self._why_no_redeal(s)
        played = [pile for pile in (m.source, m.target) if pile in self._columns]
        for pile in played:
            if not s.cards[pile]:
                return Reason("MG-03", f"{pile} is empty")
        count = sum(s.top(pile).rank for pile in played)
        if count != 13:
            return Reason("MG-03" if len(played) == 2 else "MG-04", f"that makes {count}, not 13")
        return None

    def _why_no_redeal(self, s: State) -> Reason | None:
        if s.cards["stock"]:
            return Reason("MG-05", "the stock is not gone yet")
        if not s.facts["redeals"]:
            return Reason("MG-05", "no redeal is left")
        gone = len(s.cards["gone"]) == len(self.deck)
        return Reason("MG-05", "there is nothing to deal again") if gone else None

    def apply(self, t: Table, m: Move) -> None:
        """Carry out a legal move, with everything that follows from it."""
        if m is REDEAL:
            for column in self._columns:
                if t.cards[column]:
                    t.move(column, "stock", len(t.cards[column]), turned=True)
            t.set("redeals", t.facts["redeals"] - 1)
        if m in (DEAL, REDEAL):
            self._deal(t)
        for pile in (m.source, m.target):
            if pile in self._columns:
                t.move(pile, "gone")

    def outcome(self, s: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if len(s.cards["gone"]) == len(self.deck):
            return Outcome("won", won=True)
        return None if self.moves(s) else Outcome("stuck", won=False)
