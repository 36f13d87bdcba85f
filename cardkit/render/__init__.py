"""Drawing what lies on the table: as text and as SVG, for a whole state or for one seat's view.

How piles are arranged is data that a game may offer as `game.arrangement`, an `Arrangement`;
without it a sensible one is derived. Nothing is drawn that the layout does not show: a card lying
face down, and one that a view cannot name, is a back.

>>> from cardkit import Pile, PileSpec, Table
>>> table = Table([PileSpec("stock"), PileSpec("t1"), PileSpec("t2"), PileSpec("t3")])
>>> table.lay("stock", Pile("2C 7H"), up=False)
>>> table.lay("t1", Pile("QS JD"))
>>> print(text_table(table))
stock
▒▒
×2
<BLANKLINE>
t1      t2   t3
Q♠      --   --
J♦
"""

from __future__ import annotations

from cardkit.arrangement import Arrangement, Fan
from cardkit.render.arrangement import arrangement_of, default_arrangement
from cardkit.render.svg import svg_table
from cardkit.render.terminal import Terminal, detect
from cardkit.render.text import text_table

__all__ = [
    "Arrangement",
    "Fan",
    "Terminal",
    "arrangement_of",
    "default_arrangement",
    "detect",
    "svg_table",
    "text_table",
]
