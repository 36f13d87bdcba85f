"""My Game, as a plugin of cardkit.

The rules are in `game.py`.
"""

from __future__ import annotations

from cardkit import Option
from cardkit.entries import GameEntry
from cardkit.plugins import hookimpl

from .game import CLAUSES, MyGame


@hookimpl
def cardkit_games() -> list[GameEntry]:
    """What cardkit asks this plugin for: its game, and what people read before they play it."""
    return [
        GameEntry(
            name="my-game",
            make=MyGame,
            title={"en": "My Game"},
            family="python",
            version="1",
            summary={"en": "Cards leave the table in pairs that make thirteen."},
            source="Written for a start; say here where your rules come from.",
            options=(
                Option("columns", "int", 6, min=4, max=8, help="how many columns there are"),
                Option("redeals", "int", 1, min=0, max=3, help="how often the stock comes again"),
            ),
            clauses=CLAUSES,
            notation={
                "t1-t4": {"en": "the last cards of the first and the fourth column leave together"},
                "t2-gone": {"en": "the king at the end of the second column leaves"},
                "deal": {"en": "the stock deals a card to every column"},
                "redeal": {"en": "the columns become the stock, and the first row is dealt"},
            },
        )
    ]
