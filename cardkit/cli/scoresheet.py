"""The end of a match as text: the score sheet deal by deal, and who came where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cardkit.cards import SUIT_LETTERS, SUIT_SYMBOLS
from cardkit.cli.errors import printable
from cardkit.cli.grid import columns, grid
from cardkit.cli.output import paragraph
from cardkit.headless import Place

if TYPE_CHECKING:
    from cardkit.tricks.sheet import FinishedDeal, ScoreSheet

#: Numbers of one digit stand as far apart as those of two.
_SLIMMEST: Final = 2


def sheet_text(sheet: ScoreSheet, width: int, unicode: bool) -> str:
    """A sheet as a table with a line for each deal, or in blocks where the line is too short."""
    lines = columns([*_head(sheet), *_rows(sheet, unicode)], left=[3])
    if max(map(len, lines)) > width:
        lines = [line for deal in sheet.deals for line in _block(sheet, deal, width, unicode)]
    return "\n".join(lines)


def crossed_off_text(sheet: ScoreSheet, width: int) -> str:
    """The contracts that each seat has crossed off, with the deals in which it did."""
    first, *_ = sheet.crossed_off
    rows = [["contract", *(f"seat {seat}" for seat in range(len(sheet.crossed_off)))]]
    for contract in first:
        deals = (seat[contract] for seat in sheet.crossed_off)
        marks = ("-" if deal is None else f"x {deal}" for deal in deals)
        rows.append([sheet.label(contract), *marks])
    title = "Contracts crossed off (x), and the deals in which that was:"
    return f"{paragraph(title, width)}\n{grid(rows, width, left=[0])}"


def places_text(places: Sequence[Place], players: Sequence[str], width: int) -> str:
    """Who came where. Who shares the win has a fraction of it."""
    rows = [["rank", "seat", "player", "score", "win"]]
    for place in places:
        win = str(place.win) if place.win else ""
        player = players[place.seat]
        rows.append([str(place.rank), str(place.seat), player, str(place.score), win])
    return grid(rows, width, left=[2])


def _contract(sheet: ScoreSheet, deal: FinishedDeal, unicode: bool) -> str:
    """A contract with its trumps."""
    label = printable(sheet.label(deal.contract))
    if deal.trump is None:
        return label
    return f"{label} {SUIT_SYMBOLS[SUIT_LETTERS.index(deal.trump)] if unicode else deal.trump}"


def _head(sheet: ScoreSheet) -> Iterator[list[str]]:
    """Two lines: what is told of each seat, and beneath it the seats."""
    cells = []
    for name, size in zip(("tricks", "points", "total"), _sizes(sheet), strict=True):
        seats = _seats(range(len(sheet.deals[0].tricks)), size)
        cells.append((name.center(len(seats)), seats))
    yield ["", "", "fore-", "", *(name for name, _ in cells)]
    yield ["deal", "dealer", "hand", "contract", *(seats for _, seats in cells)]


def _rows(sheet: ScoreSheet, unicode: bool) -> Iterator[list[str]]:
    sizes = _sizes(sheet)
    for deal in sheet.deals:
        told = map(_seats, (deal.tricks, deal.points, deal.totals), sizes)
        dealt = [str(deal.number), str(deal.dealer), str(deal.forehand)]
        yield [*dealt, _contract(sheet, deal, unicode), *told]


def _sizes(sheet: ScoreSheet) -> list[int]:
    """How wide the numbers of tricks, points and totals are."""
    parts = (
        [deal.tricks for deal in sheet.deals],
        [deal.points for deal in sheet.deals],
        [deal.totals for deal in sheet.deals],
    )
    return [
        max(_SLIMMEST, *(len(str(number)) for numbers in part for number in numbers))
        for part in parts
    ]


def _seats(numbers: Iterable[int], size: int) -> str:
    return " ".join(f"{number:>{size}}" for number in numbers)


def _block(sheet: ScoreSheet, deal: FinishedDeal, width: int, unicode: bool) -> Iterator[str]:
    """A deal in a few short lines."""
    yield paragraph(_contract(sheet, deal, unicode), width, f"deal {deal.number}: ", "  ")
    yield f"  dealer {deal.dealer}, forehand {deal.forehand}"
    told = {
        "seat": range(len(deal.tricks)),
        "tricks": deal.tricks,
        "points": deal.points,
        "total": deal.totals,
    }
    size = max(_sizes(sheet))
    for name, numbers in told.items():
        yield f"  {name:<6}  {_seats(numbers, size)}"
