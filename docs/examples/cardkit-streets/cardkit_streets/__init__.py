"""Streets and Alleys; all of it is in `rules.yaml`."""

from cardkit.entries import GameEntry
from cardkit.plugins import hookimpl
from cardkit.rulesfile import packaged_game


@hookimpl
def cardkit_games() -> list[GameEntry]:
    """The game of the rules file beside this module."""
    return [packaged_game(__name__)]
