"""cardkit: card games as rules written once; played, run, checked and shown from there.

>>> from cardkit import Card, Pile
>>> Pile("[2C] QH").top
Card('QH')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardkit.cards import HIDDEN, Card, Deck, Rank, Suit
    from cardkit.deals import Deal
    from cardkit.headless import run
    from cardkit.moves import Move
    from cardkit.options import Option
    from cardkit.outcome import IllegalMove, Outcome, Reason
    from cardkit.piles import Pile, PileSpec
    from cardkit.plugins import game, games
    from cardkit.relations import Relation
    from cardkit.rng import Rng
    from cardkit.state import Game, State
    from cardkit.table import FactSpec, Layout, Table
    from cardkit.view import View

__version__ = "0.1.0"

# Loaded when first named: nobody pays for what is not used.
_LATER = {
    "HIDDEN": "cardkit.cards",
    "Card": "cardkit.cards",
    "Deck": "cardkit.cards",
    "IllegalMove": "cardkit.outcome",
    "Move": "cardkit.moves",
    "Outcome": "cardkit.outcome",
    "Pile": "cardkit.piles",
    "PileSpec": "cardkit.piles",
    "Rank": "cardkit.cards",
    "Reason": "cardkit.outcome",
    "Relation": "cardkit.relations",
    "Suit": "cardkit.cards",
    "Deal": "cardkit.deals",
    "FactSpec": "cardkit.table",
    "Game": "cardkit.state",
    "Layout": "cardkit.table",
    "Option": "cardkit.options",
    "Rng": "cardkit.rng",
    "State": "cardkit.state",
    "Table": "cardkit.table",
    "View": "cardkit.view",
    "game": "cardkit.plugins",
    "games": "cardkit.plugins",
    "run": "cardkit.headless",
}

__all__ = [
    "HIDDEN",
    "Card",
    "Deal",
    "Deck",
    "FactSpec",
    "Game",
    "IllegalMove",
    "Layout",
    "Move",
    "Option",
    "Outcome",
    "Pile",
    "PileSpec",
    "Rank",
    "Reason",
    "Relation",
    "Rng",
    "State",
    "Suit",
    "Table",
    "View",
    "game",
    "games",
    "run",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'cardkit' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
