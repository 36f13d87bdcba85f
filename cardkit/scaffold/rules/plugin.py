"""My Game, as a plugin of cardkit.

All of it is in `rules.yaml`.
"""

from __future__ import annotations

from cardkit.entries import GameEntry
from cardkit.plugins import hookimpl
from cardkit.rulesfile import packaged_game


@hookimpl
def cardkit_games() -> list[GameEntry]:
    """What cardkit asks this plugin for: the game of the rules file beside this module."""
    return [packaged_game(__name__)]
