"""Matches of trick games in bulk: on the kernel, with the results of the readable engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from cardkit import plugins
from cardkit.deals import Deal
from cardkit.headless.seating import choose_players
from cardkit.kernel import Untabulated
from cardkit.plugins import PlayerChoice
from cardkit.state import Game
from cardkit.sweep.jobs import ReadableJob, compact
from cardkit.sweep.plan import Playing, Row

if TYPE_CHECKING:
    from cardkit.kernel.tricks.bulk import Matches, MatchResult

#: Our own players whom the kernel knows; others of the same names are other players.
_KNOWN: Final = ("random", "greedy")
_OURS: Final = "cardkit.players"
#: Whoever watches games has to be shown states, which the kernel does not have.
_WATCHED: Final = ("cardkit_deal_started", "cardkit_move_played", "cardkit_game_over")


def bulk_job(game: Game, task: Playing, readable: ReadableJob) -> BulkJob | None:
    """The job that plays on the kernel; None where only the readable engine can.

    That is so for players whom the kernel does not know, for rules that it cannot hold, and where
    a plugin watches the games.
    """
    hook = plugins.registry().hook
    players = choose_players(game, task.players)
    if game.seats == 1 or any(map(hook.watching, _WATCHED)) or not all(map(_is_known, players)):
        return None
    from cardkit.kernel.tricks.bulk import Matches

    try:
        matches = Matches(game, task.players, seed=task.seed, limit=task.limit)
    except Untabulated:
        return None
    return BulkJob(matches, readable)


def _is_known(choice: object) -> bool:
    if not isinstance(choice, PlayerChoice) or str(choice) not in _KNOWN:
        return False
    module: str = getattr(choice.entry.make, "__module__", "")
    return module == _OURS or module.startswith(f"{_OURS}.")


class BulkJob:
    """Plays numbered deals on the kernel, and all others on the readable engine."""

    def __init__(self, matches: Matches, readable: ReadableJob) -> None:
        self._matches, self._readable = matches, readable

    def play(self, deals: Iterable[Deal]) -> Iterator[Row]:
        """A row for each deal."""
        for in_bulk, some in groupby(deals, _is_numbered):
            if in_bulk:
                yield from map(_row, self._matches.play(some))
            else:
                yield from self._readable.play(some)

    def probe(self, deal: Deal) -> None:
        """Raise DealError for a deal that does not fit the game; compile the kernel."""
        self._readable.probe(deal)
        for _ in self._matches.play([deal.number]):
            pass


def _is_numbered(deal: Deal) -> bool:
    """True if every shuffle of a deal follows from its number."""
    return str(deal) == str(deal.number)


def _row(match: MatchResult) -> Row:
    """The row that `played_row` makes of the same match."""
    return (
        str(match.number),
        "scored" if match.ended else "limit",
        None,
        match.moves,
        compact(match.scores if match.ended else None),
        compact(match.winners),
        compact([[d.contract, d.trump, d.dealer, d.tricks, d.points] for d in match.deals]),
    )
