"""What a plugin hands in to show a table: a renderer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from cardkit.table import Layout


@frozen
class RendererEntry:
    """A way to show a table, as it is offered: its name (`svg`), one line of help, the function.

    `render` takes a `Layout`, which every `State` and every `View` is, and returns text.

    >>> from cardkit import Card, PileSpec, Table
    >>> counts = RendererEntry(
    ...     "counts",
    ...     lambda layout: " ".join(f"{name}:{len(cards)}" for name, cards in layout.cards.items()),
    ...     help="how many cards lie in each pile",
    ... )
    >>> table = Table([PileSpec("stock"), PileSpec("waste")])
    >>> table.lay("waste", [Card("QS")])
    >>> counts.render(table)
    'stock:0 waste:1'
    """

    name: str
    render: Callable[[Layout], str] = field(repr=False)
    help: str
