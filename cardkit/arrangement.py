"""How the piles of a game are arranged on the table: data that every way of drawing reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal, get_args

from attrs import field, frozen

from cardkit.cards import Suit
from cardkit.words import did_you_mean

#: How the cards of a pile lie: squared, or each shifted from the one beneath it.
Fan = Literal["none", "down", "right", "left"]
Row = tuple[str | None, ...]

_WORD: Final = re.compile(r"(?P<stem>[a-z]+)(?P<first>[0-9]*)(\.\.(?P=stem)(?P<last>[0-9]+))?")
_LONGEST_RANGE: Final = 200


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


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(names)


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
    those that empty piles wait for. `vanishing` are piles, named like fans, that nobody needs to
    see when they are empty, such as the far end of a row that closes up.

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
    vanishing: Collection[str] = field(default=(), converter=_names)

    def __attrs_post_init__(self) -> None:
        names = self.names
        known = set(names)
        if len(known) < len(names):
            twice = next(name for i, name in enumerate(names) if name in names[:i])
            raise ValueError(f"pile {twice!r} stands twice in the arrangement")
        stems = {stem(name) for name in names}
        _check("fans", self.fans, known | stems)
        _check("vanishing", self.vanishing, known | stems)
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

    def vanishes(self, name: str) -> bool:
        """Whether a pile is left out of sight while it is empty."""
        return name in self.vanishing or stem(name) in self.vanishing

    def label(self, name: str) -> str:
        """What a pile is called."""
        return self.labels.get(name, name)


def _check(what: str, given: Iterable[str], known: set[str]) -> None:
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise ValueError(f"{what}: no pile {name!r} stands in the arrangement{hint}")
