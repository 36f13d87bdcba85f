"""The conformance kit: laws that every game keeps, and the means to check them.

    from cardkit.testing import check_game
    check_game(MyGame())                  # raises LawBroken, which says which law, where and why

Installed games are checked without any code: `pytest --cardkit-game NAME`. A law of one's own is a
function with `law` in front. That the solver misses nothing in a patience is tried out on small
boards by `check_solver`. Strategies for Hypothesis are in `cardkit.testing.strategies`; the ledger
that ties tests to the clauses of the rules is in `cardkit.testing.clauses`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardkit.testing.lawbook import Law, LawBroken, law
    from cardkit.testing.laws import LAWS, check_game, check_law
    from cardkit.testing.small_boards import Tally, WrongVerdict, check_solver

# Loaded when first named: pytest imports this package to find its plugin.
_LATER = {
    "LAWS": "cardkit.testing.laws",
    "Law": "cardkit.testing.lawbook",
    "LawBroken": "cardkit.testing.lawbook",
    "Tally": "cardkit.testing.small_boards",
    "WrongVerdict": "cardkit.testing.small_boards",
    "check_game": "cardkit.testing.laws",
    "check_law": "cardkit.testing.laws",
    "check_solver": "cardkit.testing.small_boards",
    "law": "cardkit.testing.lawbook",
}

__all__ = [
    "LAWS",
    "Law",
    "LawBroken",
    "Tally",
    "WrongVerdict",
    "check_game",
    "check_law",
    "check_solver",
    "law",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'cardkit.testing' has no attribute {name!r}")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
