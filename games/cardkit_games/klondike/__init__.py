"""Klondike, the patience with a stock and a waste; its rules are in `rules.yaml`."""

from __future__ import annotations

from cardkit.entries import GameEntry
from cardkit.plugins import hookimpl
from cardkit.rulesfile import packaged_game


@hookimpl
def cardkit_games() -> list[GameEntry]:
    """The one game of this folder."""
    return [packaged_game(__name__)]
