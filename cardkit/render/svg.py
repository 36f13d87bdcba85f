"""A layout as a picture: one SVG document that needs nothing but itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from html import escape
from itertools import accumulate
from textwrap import wrap
from typing import Final

from attrs import frozen

from cardkit.arrangement import Arrangement, Fan
from cardkit.cards import Card, Suit
from cardkit.render import shapes
from cardkit.render.arrangement import alike, arrangement_of, covering
from cardkit.render.shapes import HEIGHT, WIDTH, Index
from cardkit.render.sight import facts_in_words, heading, seen
from cardkit.render.text import text_table
from cardkit.table import Layout

_MARGIN: Final = 16
_GAP: Final = 12
_LABEL: Final = 15
_LINE: Final = 16
#: How far a card of a fan is shifted from the one beneath, if that shows its face or its back.
_STEPS: Final[dict[Fan, tuple[int, int]]] = {
    "none": (0, 0),
    "down": (20, 9),
    "right": (18, 10),
    "left": (18, 10),
}
_INDEX: Final[dict[Fan, Index]] = {
    "none": "left",
    "down": "top",
    "right": "left",
    "left": "right",
}
#: A letter of a label or the facts is about so wide.
_LETTER: Final = 6.5
_NARROWEST: Final = 240
_FELT: Final = "#2f6a4f"
_CHALK: Final = "#e6f1ea"


def svg_table(layout: Layout, *, arrangement: Arrangement | None = None) -> str:
    """A state or a view as an SVG document.

    It needs no script, style sheet or font, has ids of its own, so that several may stand on one
    page, and is the same text for the same layout. `<title>` says whose table it is, `<desc>`
    holds the text table. Piles lie as `arrangement` says, else as the game does.

    Raises ValueError if the arrangement names a pile that the layout has not.

    >>> from cardkit import Pile, PileSpec, Table
    >>> table = Table([PileSpec("stock"), PileSpec("waste")])
    >>> table.lay("waste", Pile("QS"))
    >>> svg = svg_table(table)
    >>> svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"'), svg.endswith("</svg>")
    (True, True)
    """
    plan = arrangement_of(layout) if arrangement is None else covering(arrangement, layout)
    title = heading(layout)
    text = text_table(layout, unicode=False, arrangement=plan)
    prefix = "ck" + hashlib.sha256(f"{title}\n{text}".encode()).hexdigest()[:6] + "-"

    spots = list(_spots(layout, plan))
    right = max((spot.x + spot.width for spot in spots), default=0)
    width = max(right + _MARGIN, _NARROWEST)
    bottom = max((spot.y + spot.height for spot in spots), default=0) + _MARGIN
    words = "; ".join(facts_in_words(layout))
    facts = wrap(words, int((width - 2 * _MARGIN) / _LETTER), break_on_hyphens=False)
    height = bottom + (len(facts) * _LINE + _MARGIN // 2 if facts else 0)

    suits = {card.suit for spot in spots for card in spot.cards if card}
    suits.update(spot.suit for spot in spots if spot.suit is not None and not spot.cards)
    cards = "".join(spot.drawn(prefix) for spot in spots)
    labels = "".join(spot.labelled() for spot in spots)
    notes = "".join(
        f'<text x="{_MARGIN}" y="{bottom + _LINE * i + 10}">{escape(line)}</text>'
        for i, line in enumerate(facts)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-labelledby="{prefix}title {prefix}desc">'
        f'<title id="{prefix}title">{escape(title)}</title>'
        f'<desc id="{prefix}desc">{escape(text)}</desc>'
        f"{shapes.definitions(prefix, suits)}"
        f'<rect width="{width}" height="{height}" rx="10" fill="{_FELT}"/>'
        f'<g fill="{shapes.BLACK}" font-family="Georgia,\'DejaVu Serif\',serif" font-size="15"'
        f' font-weight="bold" text-anchor="middle">{cards}</g>'
        f'<g fill="{_CHALK}" font-family="Helvetica,Arial,\'DejaVu Sans\',sans-serif"'
        f' font-size="11">{labels}{notes}</g></svg>'
    )


@frozen
class _Spot:
    """A pile where it is drawn: `x` and `y` are the upper left corner of all its cards."""

    label: str
    cards: list[Card]
    fan: Fan
    suit: Suit | None
    x: int = 0
    y: int = 0

    @property
    def shifts(self) -> list[int]:
        """How far each card lies from the first."""
        face, back = _STEPS[self.fan]
        return list(accumulate((face if c else back for c in self.cards[:-1]), initial=0))

    @property
    def width(self) -> int:
        cards = WIDTH + (self.shifts[-1] if self.fan in ("left", "right") else 0)
        return max(cards, int(len(self.label) * _LETTER))

    @property
    def height(self) -> int:
        return HEIGHT + (self.shifts[-1] if self.fan == "down" else 0)

    def drawn(self, prefix: str) -> str:
        """The cards, the available one last and on top; of a squared pile that one alone."""
        if not self.cards:
            return shapes.empty(prefix, self.suit, self.x, self.y)
        last = len(self.cards) - 1
        parts = []
        for i, (card, shift) in enumerate(zip(self.cards, self.shifts, strict=True)):
            if self.fan == "none" and i < last:
                continue
            x, y = self.x, self.y
            if self.fan == "down":
                y += shift
            elif self.fan == "right":
                x += shift
            elif self.fan == "left":
                x += self.width - WIDTH - shift
            if card:
                parts.append(shapes.face(prefix, card, _INDEX[self.fan], i < last, x, y))
            else:
                parts.append(shapes.back(prefix, x, y))
        return "".join(parts)

    def labelled(self) -> str:
        """The name above the pile, at the end where its first card lies."""
        x, anchor = self.x, ""
        if self.fan == "left":
            x, anchor = self.x + self.width, ' text-anchor="end"'
        return f'<text x="{x}" y="{self.y - 4}"{anchor}>{escape(self.label)}</text>'


def _spots(layout: Layout, plan: Arrangement) -> Iterator[_Spot]:
    rows = [[None if n is None else _spot(layout, plan, n) for n in row] for row in plan.rows]
    lefts: dict[int, list[int]] = {}
    widths: dict[int, list[int]] = {}
    for among in alike(plan):
        columns = [0] * max(len(rows[at]) for at in among)
        for at in among:
            for i, spot in enumerate(rows[at]):
                columns[i] = max(columns[i], spot.width if spot else WIDTH)
        starts = list(accumulate((c + _GAP for c in columns), initial=_MARGIN))
        for at in among:
            lefts[at], widths[at] = starts, columns
    y = _MARGIN
    for at, row in enumerate(rows):
        if not row:
            y += _LINE
            continue
        y += _LABEL
        for i, spot in enumerate(row):
            if spot is not None:
                spare = widths[at][i] - spot.width if spot.fan == "left" else 0
                yield _Spot(spot.label, spot.cards, spot.fan, spot.suit, lefts[at][i] + spare, y)
        y += max((spot.height for spot in row if spot), default=HEIGHT) + _GAP


def _spot(layout: Layout, plan: Arrangement, name: str) -> _Spot:
    cards, fan = seen(layout, name), plan.fan(name)
    label = plan.label(name)
    if len(cards) > 1 and (fan == "none" or not any(cards)):
        label += f" ×{len(cards)}"
    return _Spot(label, cards, fan, plan.suits.get(name))
