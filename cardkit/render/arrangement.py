"""How the piles of a game are arranged on the table: data that every way of drawing reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, Literal, get_args

from attrs import field, frozen

from cardkit.cards import Card, Suit
from cardkit.piles import EVERYBODY, NOBODY, PileSpec
from cardkit.render.sight import seen
from cardkit.table import Layout
from cardkit.words import did_you_mean

#: How the cards of a pile lie: squared, or each shifted from the one beneath it.
Fan = Literal["none", "down", "right", "left"]
Row = tuple[str | None, ...]

_WORD: Final = re.compile(r"(?P<stem>[a-z]+)(?P<first>[0-9]*)(\.\.(?P=stem)(?P<last>[0-9]+))?")
_LONGEST_RANGE: Final = 200
#: So many piles stand beside each other where a game does not say how.
_WIDEST_ROW: Final = 13


def _rows(rows: Iterable[str | Iterable[str | None]]) -> tuple[Row, ...]:
    return tuple(tuple(_cells(row.split() if isinstance(row, str) else row)) for row in rows)


def _cells(words: Iterable[str | None]) -> Iterable[str | None]:
    for word in words:
        if word is None or word == ".":
            yield None
            continue
        match = _WORD.fullmatch(word)
        if match is None:
            raise ValueError(
                f"a row of an arrangement holds piles like 'a1', ranges like 't1..t13' and '.'"
                f" for a blank, not {word[:40]!r}"
            )
        if match["last"] is None:
            yield word
            continue
        first, last = int(match["first"] or 0), int(match["last"])
        if not match["first"] or abs(last - first) >= _LONGEST_RANGE:
            raise ValueError(f"{word[:40]!r} is no range of at most {_LONGEST_RANGE} piles")
        step = 1 if first <= last else -1
        yield from (f"{match['stem']}{i}" for i in range(first, last + step, step))


def _suits(suits: Mapping[str, Suit | str]) -> dict[str, Suit]:
    return {k: Suit.parse(v) if isinstance(v, str) else Suit(v) for k, v in suits.items()}


def stem(name: str) -> str:
    """A pile's name without its number.

    >>> stem("t13"), stem("stock")
    ('t', 'stock')
    """
    return name.rstrip("0123456789")


@frozen
class Arrangement:
    """Rows of piles, seen from above.

    `rows` lists each row's piles from left to right, as a sequence of names or as one text; a
    range `t1..t13` stands for its piles, and `.` (or None) for a blank. A row without piles is a
    gap. `fans` says how cards lie, by pile or by the name without number, so that `t` stands for
    all of `t1`, `t2` ...: `none` (squared, which is what a pile does that is not named), `down`,
    `right`, or `left`. `labels` are what piles are called if not by their names, and `suits` are
    those that empty piles wait for.

    Raises ValueError if a pile stands twice, or for a name or a word that is none.

    >>> plan = Arrangement(["a1..a4 . k1..k4", "t1..t13"], fans={"t": "down"}, suits={"a1": "C"})
    >>> plan.rows[0]
    ('a1', 'a2', 'a3', 'a4', None, 'k1', 'k2', 'k3', 'k4')
    >>> plan.fan("t7"), plan.fan("a1"), plan.label("t7"), plan.suits
    ('down', 'none', 't7', {'a1': <Suit.CLUBS: 0>})
    """

    rows: tuple[Row, ...] = field(converter=_rows)
    fans: Mapping[str, Fan] = field(factory=dict)
    labels: Mapping[str, str] = field(factory=dict)
    suits: Mapping[str, Suit] = field(factory=dict, converter=_suits)

    def __attrs_post_init__(self) -> None:
        names = self.names
        known = set(names)
        if len(known) < len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise ValueError(f"pile {twice!r} stands twice in the arrangement")
        _check("fans", self.fans, known | {stem(name) for name in names})
        _check("labels", self.labels, known)
        _check("suits", self.suits, known)
        for name, fan in self.fans.items():
            if fan not in get_args(Fan):
                options = ", ".join(get_args(Fan))
                hint = did_you_mean(str(fan), get_args(Fan))
                raise ValueError(f"fans: {name} lies one of {options}, not {fan!r}{hint}")
        for name, label in self.labels.items():
            if not label.strip() or not label.isprintable():
                raise ValueError(f"labels: {name} is called something on one line, not {label!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """The piles arranged, row by row."""
        return tuple(name for row in self.rows for name in row if name is not None)

    def fan(self, name: str) -> Fan:
        """How the cards of a pile lie."""
        return self.fans.get(name) or self.fans.get(stem(name), "none")

    def label(self, name: str) -> str:
        """What a pile is called."""
        return self.labels.get(name, name)

    def covering(self, layout: Layout) -> Arrangement:
        """This arrangement with the piles of a layout that it leaves out, if cards lie in them.

        No card is ever lost from sight because an arrangement forgets its pile. Raises ValueError
        if the arrangement names a pile that the layout has not.
        """
        names = self.names
        for name in names:
            if name not in layout.cards:
                hint = did_you_mean(name, layout.cards)
                raise ValueError(f"the arrangement names {name!r}, no pile of this table{hint}")
        rest = [name for name, cards in layout.cards.items() if cards and name not in names]
        if not rest:
            return self
        more = default_arrangement(layout, rest)
        rows, fans = (*self.rows, *more.rows), {**more.fans, **self.fans}
        return Arrangement(rows, fans, self.labels, self.suits)


def _check(what: str, given: Iterable[str], known: set[str]) -> None:
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise ValueError(f"{what}: no pile {name!r} stands in the arrangement{hint}")


def columned(plan: Arrangement) -> list[bool]:
    """For each row whether it stands on the grid of columns that hang down.

    Those are rows with a column, and on the same table rows of squared piles, so that foundations
    stand above columns. Rows with a sideways fan keep out of it: fans would tear the grid apart.
    """
    fans = [{plan.fan(name) for name in row if name} for row in plan.rows]
    columns = any("down" in row for row in fans)
    return ["down" in row or (columns and not row & {"left", "right"}) for row in fans]


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
    return default_arrangement(layout) if given is None else given.covering(layout)


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
 't3': 'down'}, labels={}, suits={})
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
