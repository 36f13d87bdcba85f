"""Stairs: a tiny patience that a reader can play in the head, and a registry that knows the toys.

Six clubs lie in three columns of two. The available card of a column goes to the foundation `f` in
the order A to 6, or onto a higher card or a space of another column. A redeal gathers all columns,
shuffles and deals them anew. Moving a single card to and fro never ends.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType, SimpleNamespace

import cardkit.players
from cardkit import Deck, FactSpec, Game, Move, Option, Outcome, PileSpec, Reason, State, Table
from cardkit.entries import GameEntry
from cardkit.plugins import Registry, hookimpl, load

COLUMNS = ("t1", "t2", "t3")
MOVES = [
    *(Move.transfer(a, b) for a in COLUMNS for b in ("f", *COLUMNS) if a != b),
    Move("redeal"),
]


class Stairs(Game):
    name = "stairs"
    family = "steps"
    deck = Deck(ranks=range(1, 7), suits=(0,))
    piles = (*map(PileSpec, COLUMNS), PileSpec("f"), PileSpec("stock", seats=()))
    facts = (FactSpec("redeals", 0),)

    def __init__(self, options: Mapping[str, bool | int | str]) -> None:
        self.options = MappingProxyType(dict(options))

    def setup(self, t: Table) -> None:
        order = t.shuffled(self.deck)
        for i, column in enumerate(COLUMNS):
            by_rows = self.options["deal"] == "rows"
            t.lay(column, order[i::3] if by_rows else order[2 * i : 2 * i + 2])

    def moves(self, s: State) -> Sequence[Move]:
        return [move for move in MOVES if self.why_not(s, move) is None]

    def why_not(self, s: State, m: Move) -> Reason | None:
        if m.verb == "redeal":
            spent = s.facts["redeals"] == self.options["redeals"]
            held = any(s.cards[column] for column in COLUMNS)
            return Reason("ST-3", "no redeal is left") if spent or not held else None
        if m.source not in COLUMNS or m.target not in ("f", *COLUMNS) or m.count != 1:
            return Reason("ST-1", "one available card goes to the foundation or another column")
        if not s.cards[m.source] or m.source == m.target:
            return Reason("ST-1", "there is no card to move")
        card, on = s.top(m.source), s.top(m.target)
        if m.target == "f":
            return (
                None if card.rank == len(s.cards["f"]) + 1 else Reason("ST-2", "not the next one")
            )
        return None if not on or card.rank < on.rank else Reason("ST-1", f"{on} is not higher")

    def apply(self, t: Table, m: Move) -> None:
        if m.verb != "redeal":
            t.move(m.source, m.target)
            return
        t.set("redeals", t.facts["redeals"] + 1)
        for column in COLUMNS:
            if t.cards[column]:
                t.move(column, "stock", len(t.cards[column]))
        t.shuffle("stock")
        for column in COLUMNS:
            count = min(2, len(t.cards["stock"]))
            if count:
                t.move("stock", column, count, turned=True)

    def outcome(self, s: State) -> Outcome | None:
        if len(s.cards["f"]) == 6:
            return Outcome("won", won=True)
        return None if self.moves(s) else Outcome("stuck", won=False)


STAIRS = GameEntry(
    "stairs",
    make=Stairs,
    title={"en": "Stairs"},
    family="steps",
    options=(
        Option("deal", "choice", "columns", choices=("columns", "rows")),
        Option("redeals", "int", 1, min=0, max=3),
    ),
)


def toy_module() -> ModuleType:
    """The two-seat toy game of the core's tests."""
    path = Path(__file__).parents[1] / "core" / "toy.py"
    spec = importlib.util.spec_from_file_location("headless_toy", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def tiny_registry(*more: object) -> Registry:
    """A registry of the two toy games, our players, and any more plugins."""
    snatch = toy_module().Snatch

    class Toys:
        @hookimpl
        def cardkit_games(self) -> list[GameEntry]:
            entry = GameEntry("snatch", lambda _: snatch(), {"en": "Snatch"}, family="python")
            return [STAIRS, entry]

    plugins = {"toys": Toys(), "players": cardkit.players}
    plugins |= {f"more{i}": plugin for i, plugin in enumerate(more)}
    points = [SimpleNamespace(name=n, load=lambda p=p: p) for n, p in plugins.items()]
    return load(games_dirs=[], entry_points=points, strict=True)
