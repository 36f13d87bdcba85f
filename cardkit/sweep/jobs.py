"""Jobs: what turns deals into results, deal by deal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol

from cardkit.deals import Deal
from cardkit.headless import Run, run, score_sheet
from cardkit.state import Game
from cardkit.sweep.plan import Playing, Row, Solving, Task

if TYPE_CHECKING:
    from cardkit.solver import Solution

#: The solver, or what stands in for it.
Solver = Callable[..., "Solution"]


class Job(Protocol):
    """A task that is done with deals of one game."""

    def play(self, deals: Iterable[Deal]) -> Iterator[Row]:
        """A row for each deal, in their order, each made when it is asked for.

        What goes wrong with a deal is raised in place of its row.
        """

    def probe(self, deal: Deal) -> None:
        """Find out what is wrong with such deals, and compile what has to be, before the first."""


class SolvingJob:
    """Solves deals."""

    def __init__(self, game: Game, task: Solving, solver: Solver | None = None) -> None:
        self._game, self._task = game, task
        self._solve = _our_solver() if solver is None else solver

    def play(self, deals: Iterable[Deal]) -> Iterator[Row]:
        """A row for each deal."""
        task = self._task
        for deal in deals:
            found = self._solve(
                self._game.deal(deal),
                nodes=task.nodes,
                seconds=task.seconds,
                memory=task.memory,
                short=task.short,
            )
            yield solved_row(deal, found, keep_moves=task.keep_moves)

    def probe(self, deal: Deal) -> None:
        """Raise DealError for a deal that does not fit, Untabulated for rules that do not."""
        self._solve(self._game.deal(deal), nodes=1, memory=self._task.memory)


def solved_row(deal: Deal, found: Solution, *, keep_moves: bool = False) -> Row:
    """What a deal that the solver had comes to; the moves of a win if they are kept.

    >>> from cardkit.solver import Solution
    >>> lost = Solution("lost", moves=(), ran_out=None, nodes=7, thoughtful=False)
    >>> solved_row(Deal.of("42"), lost)
    ('42', 'lost', None, None, 7, 0, None)
    """
    won = found.verdict == "won"
    length = len(found.moves) if won else None
    moves = ", ".join(map(str, found.moves)) if won and keep_moves else None
    return (
        str(deal),
        found.verdict,
        found.ran_out,
        length,
        found.nodes,
        int(found.thoughtful),
        moves,
    )


def _our_solver() -> Solver:
    from cardkit.solver import solve  # heavy, as the kernel is

    return solve


class ReadableJob:
    """Lets players play deals on the readable engine."""

    def __init__(self, game: Game, task: Playing) -> None:
        self._game, self._task = game, task

    def play(self, deals: Iterable[Deal]) -> Iterator[Row]:
        """A row for each deal."""
        return map(self.row, deals)

    def row(self, deal: Deal) -> Row:
        """The row for one deal."""
        task = self._task
        return played_row(
            run(self._game, deal=deal, players=task.players, seed=task.seed, limit=task.limit)
        )

    def probe(self, deal: Deal) -> None:
        """Raise DealError for a deal that does not fit the game."""
        self._game.deal(deal)


def played_row(run: Run) -> Row:
    """What a game that was played comes to.

    >>> import cardkit
    >>> played_row(cardkit.run("bisley", deal=42, players="random"))
    ('42', 'stuck', 0, 9, None, None, None)
    """
    outcome = run.outcome
    sheet = score_sheet(run.state)
    if sheet is None:
        deals = None
    else:
        deals = [[d.contract, d.trump, d.dealer, d.tricks, d.points] for d in sheet.deals]
    return (
        str(run.deal),
        outcome.reason,
        None if outcome.won is None else int(outcome.won),
        run.moves,
        compact(outcome.scores),
        compact(outcome.winners) if run.game.seats > 1 else None,
        compact(deals),
    )


_encode: Final = json.JSONEncoder(separators=(",", ":")).encode


def compact(data: object) -> str | None:
    """Data as short JSON; None stays None."""
    return None if data is None else _encode(data)


def make_job(game: Game, task: Task) -> Job:
    """The job that does a task with deals of a game, on the kernel where that can be.

    Raises Untabulated where the solver cannot say the game's rules.
    """
    if isinstance(task, Solving):
        return SolvingJob(game, task)
    from cardkit.sweep.bulk import bulk_job

    readable = ReadableJob(game, task)
    return bulk_job(game, task, readable) or readable
