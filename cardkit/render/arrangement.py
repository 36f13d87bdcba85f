"""Arranging piles for drawing: as a game says, or by default where nobody said how."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from cardkit.arrangement import Arrangement, Fan, stem
from cardkit.cards import Card
from cardkit.piles import EVERYBODY, NOBODY, PileSpec
from cardkit.render.sight import seen
from cardkit.table import Layout
from cardkit.words import did_you_mean

#: So many piles stand beside each other where a game does not say how.
_WIDEST_ROW: Final = 13
#: In a row of more squared piles than this, names beside them would take more room than above.
_FEW: Final = 8


def columned(plan: Arrangement) -> list[bool]:
    """For each row whether it stands on the grid of columns that hang down.

    Those are rows with a column, and long rows of squared piles; if there is any, other rows of
    squared piles as well, so that foundations stand above columns. Rows with a sideways fan keep
    out of it: fans would tear the grid apart.
    """
    fans = [{plan.fan(name) for name in row if name} for row in plan.rows]
    squared = [not row & {"down", "left", "right"} for row in fans]
    columns = any("down" in row for row in fans)
    long = any(alone and len(row) > _FEW for row, alone in zip(plan.rows, squared, strict=True))
    return [
        "down" in row or (alone and (columns or long))
        for row, alone in zip(fans, squared, strict=True)
    ]


def alike(plan: Arrangement) -> list[list[int]]:
    """Which rows share the widths of their columns: those on the grid; others of one length."""
    among: dict[int, list[int]] = {}
    for at, (row, gridded) in enumerate(zip(plan.rows, columned(plan), strict=True)):
        if row:
            among.setdefault(0 if gridded else len(row), []).append(at)
    return list(among.values())


def arrangement_of(layout: Layout) -> Arrangement:
    """How a layout's piles are arranged: as its game says (`game.arrangement`), else by default.

    Raises ValueError if the game's arrangement names a pile that the layout has not.
    """
    given: Arrangement | None = getattr(getattr(layout, "game", None), "arrangement", None)
    return default_arrangement(layout) if given is None else covering(given, layout)


def covering(plan: Arrangement, layout: Layout) -> Arrangement:
    """An arrangement with the piles of a layout that it leaves out, if cards lie in them.

    No card is ever lost from sight because an arrangement forgets its pile; empty piles that it
    lets vanish are. Raises ValueError if the arrangement names a pile that the layout has not.
    """
    names = plan.names
    for name in names:
        if name not in layout.cards:
            hint = did_you_mean(name, layout.cards)
            raise ValueError(f"the arrangement names {name!r}, no pile of this table{hint}")
    rest = [name for name, cards in layout.cards.items() if cards and name not in names]
    plan = _without_vanished(plan, layout)
    if not rest:
        return plan
    more = default_arrangement(layout, rest)
    rows, fans = (*plan.rows, *more.rows), {**more.fans, **plan.fans}
    return Arrangement(rows, fans, plan.labels, plan.suits)


def _without_vanished(plan: Arrangement, layout: Layout) -> Arrangement:
    """An arrangement without the empty piles that may vanish; the others stay in their places."""
    gone = {name for name in plan.names if plan.vanishes(name) and not layout.cards[name]}
    if not gone:
        return plan
    rows = [[None if name in gone else name for name in row] for row in plan.rows]
    rows = [left for left, row in zip(rows, plan.rows, strict=True) if any(left) or not any(row)]
    shown = {name for name in plan.names if name not in gone}
    return Arrangement(
        rows,
        fans={name: plan.fan(name) for name in shown},
        labels={name: label for name, label in plan.labels.items() if name in shown},
        suits={name: suit for name, suit in plan.suits.items() if name in shown},
    )


def default_arrangement(layout: Layout, names: Iterable[str] | None = None) -> Arrangement:
    """An arrangement for piles (all of them, if not named) of which nobody said how they lie.

    Piles keep their order. Those that differ only in their number stand in one row, fanned down
    if one of them shows more than its top card; hands, and single piles that show more, are fanned
    sideways, each in a row of its own.

    >>> from cardkit import Pile, PileSpec, Table
    >>> table = Table([PileSpec(name) for name in ("stock", "waste", "t1", "t2", "t3")])
    >>> table.lay("t2", Pile("2C 9D"))
    >>> default_arrangement(table)
    Arrangement(rows=(('stock', 'waste'), ('t1', 't2', 't3')), fans={'t1': 'down', 't2': 'down',\
 't3': 'down'}, labels={}, suits={}, vanishing=())
    """
    game = getattr(layout, "game", None)
    specs: Iterable[PileSpec] = getattr(layout, "pile_specs", getattr(game, "piles", ()))
    unordered = {spec.name for spec in specs if not spec.ordered}
    rows: list[list[str]] = []
    fans: dict[str, Fan] = {}
    squared: list[str] = []  # the row under way, which several groups may share
    for _, group in groupby(layout.cards if names is None else names, key=stem):
        piles = list(group)
        hands = any(name in unordered or _private(layout, name) for name in piles)
        spread = hands or any(_spreads(seen(layout, name)) for name in piles)
        if not spread:
            if len(squared) + len(piles) > _WIDEST_ROW:
                squared = []
            if not squared:
                rows.append(squared)
            squared += piles
            continue
        squared = []
        sideways = hands or len(piles) < 3
        fans.update(dict.fromkeys(piles, "right" if sideways else "down"))
        rows += [[name] for name in piles] if sideways else [piles]
    return Arrangement(
        [row[i : i + _WIDEST_ROW] for row in rows for i in range(0, len(row), _WIDEST_ROW)], fans
    )


def _private(layout: Layout, name: str) -> bool:
    return layout.seers[name] not in (EVERYBODY, NOBODY)


def _spreads(cards: list[Card]) -> bool:
    return len(cards) > 1 and any(cards)
