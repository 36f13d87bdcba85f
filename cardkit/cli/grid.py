"""Rows of short texts in columns, or one below the other where the line is too short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardkit.cli.errors import printable
from cardkit.cli.output import entries

#: The gaps between columns, the widest that fits.
_GAPS: Final = (2, 1)


def grid(rows: Iterable[Sequence[str]], width: int, left: Iterable[int] = ()) -> str:
    """Rows in columns beneath the first one, their head, or each row as a list of its own.

    Columns are set to the right but for those whose numbers are in `left`.

    >>> rows = [("seat", "player", "score", "win"), ("0", "greedy", "17", "1/2")]
    >>> print(grid(rows, 80, left=[1]))
    seat  player  score  win
       0  greedy     17  1/2
    >>> print(grid(rows, 20))
    seat 0
      player  greedy
      score   17
      win     1/2
    """
    listed = [[printable(cell) for cell in row] for row in rows]
    flush = tuple(left)
    for gap in _GAPS:
        lines = columns(listed, flush, gap)
        if max(map(len, lines)) <= width:
            return "\n".join(lines)
    (first, *names), *below = listed
    blocks = []
    for name, *cells in below:
        pairs = [(head, cell) for head, cell in zip(names, cells, strict=True) if cell]
        blocks.append(f"{first} {name}".strip())
        blocks += [entries(pairs, width, "  ")] if pairs else []
    return "\n".join(blocks)


def columns(rows: Sequence[Sequence[str]], left: Sequence[int] = (), gap: int = 2) -> list[str]:
    """The lines of rows in columns, as wide as they come."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return [
        (" " * gap)
        .join(
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]
