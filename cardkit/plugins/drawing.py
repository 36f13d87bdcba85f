"""The ways to show a table that come with cardkit, offered through the same door as anybody's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardkit.plugins.hookspecs import hookimpl
from cardkit.plugins.renderer import RendererEntry

if TYPE_CHECKING:
    from cardkit.table import Layout


@hookimpl
def cardkit_renderers() -> Iterable[RendererEntry]:
    """Ours: text and SVG, as they are without any settings.

    >>> [entry.name for entry in cardkit_renderers()]
    ['text', 'svg']
    """
    yield RendererEntry("text", _text, help="plain text that fits a terminal")
    yield RendererEntry("svg", _svg, help="a picture of the table, for a browser or a notebook")


# Drawing is a layer above this one and costs time to load, so it is only reached for when used.


def _text(layout: Layout) -> str:
    from cardkit.render import text_table

    return text_table(layout)


def _svg(layout: Layout) -> str:
    from cardkit.render import svg_table

    return svg_table(layout)
