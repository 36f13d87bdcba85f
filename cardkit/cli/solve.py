"""`cardkit solve`: whether deals can be won, and how."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

import click
from attrs import frozen

from cardkit import plugins
from cardkit.cli.command import (
    chosen_deal,
    command,
    deal_option,
    game_argument,
    json_option,
    options_option,
    settings,
)
from cardkit.cli.errors import INTERRUPTED, say
from cardkit.cli.output import counted, write, write_json
from cardkit.cli.progress import is_watched, progress_line
from cardkit.cli.running import record_path
from cardkit.cli.stats import tell
from cardkit.deals import Deal
from cardkit.headless import Recorder, record_file
from cardkit.state import Game, State
from cardkit.sweep.jobs import solved_row
from cardkit.sweep.plan import Plan, Solving
from cardkit.sweep.selection import Selection
from cardkit.sweep.statistics import statistics
from cardkit.sweep.store import Store

if TYPE_CHECKING:
    from cardkit.solver import Solution, Solver

_F = TypeVar("_F", bound=Callable[..., object])

#: Among lines of results the progress of a deal shows only if it takes so many seconds.
_PATIENCE: Final = 0.5


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and not isfinite(value):
        raise click.BadParameter(f"{value} is no time to wait")
    return value


def limits_options(function: _F) -> _F:
    """`--nodes`, `--seconds`, `--memory` and `--short`, how hard the solver tries."""
    for option in (
        click.option("--short", is_flag=True, help="Look on for fewer moves once it is won."),
        click.option(
            "--memory",
            type=click.IntRange(1),
            default=512,
            show_default=True,
            metavar="MIB",
            help="How many MiB the solver may take.",
        ),
        click.option(
            "--seconds",
            type=click.FloatRange(0, min_open=True),
            callback=_finite,
            metavar="S",
            help="Give a deal up after so long. What is decided then depends on the machine.",
        ),
        click.option(
            "--nodes",
            type=click.IntRange(1),
            metavar="N",
            help="Give a deal up after so many positions.",
        ),
    ):
        function = option(function)
    return function


@command("solve")
@game_argument
@deal_option
@click.option("--deals", metavar="NAMES", help="Many deals, like 1..100 or 7,ms:1..50.")
@options_option
@limits_options
@click.option(
    "--record",
    metavar="FILE",
    help="Write the winning game's record. For many deals a folder, or a name with {deal} in it.",
)
@json_option("a JSON object for each deal and, for many deals, one with the summary")
def solve_command(
    name: str,
    deal: str | None,
    deals: str | None,
    options: dict[str, str],
    nodes: int | None,
    seconds: float | None,
    memory: int,
    short: bool,
    record: str | None,
    as_json: bool,
) -> None:
    """Find out whether a deal can be won and with which moves, or how many of many deals can.

    A deal is won, with moves that are played by the rules before they are told; or lost, which is
    proved; or undecided, with what ran out: nodes, seconds or memory. The solver is thoughtful:
    it knows the cards that a player does not see, which is said where there are any.

    \b
    Examples:
      cardkit solve bisley --deal 2
      cardkit solve bisley --deals 1..20 --nodes 2000
      cardkit solve bisley --deal 3 --record game.jsonl
    """
    if deal is not None and deals is not None:
        click.get_current_context().fail("give --deal or --deals, not both")
    game = plugins.game(name, **options)
    task = Solving(nodes, seconds, memory, short)
    if deals is None:
        _solve_one(_Job(game, task, record), chosen_deal(deal), as_json)
    else:
        _solve_many(_Job(game, task, record, many=True), deals, as_json)


@frozen
class _Job:
    """What is the same for every deal."""

    game: Game
    task: Solving
    record: str | None
    many: bool = False

    def solver(self) -> Solver:
        """The solver of the game, ready to begin. Raises Untabulated where there can be none."""
        from cardkit.kernel.engines import CHOICE, engine
        from cardkit.solver import Solver

        try:
            chosen = engine()
        except (ImportError, ValueError) as error:
            raise click.ClickException(str(error)) from error
        chosen.tell.append(say)
        try:
            solver = Solver(self.game)
        finally:
            chosen.tell.remove(say)
        if chosen.name == "python" and not os.environ.get(CHOICE):
            say("without numba this is slow; pip install 'cardkit[fast]' makes it fast")
        return solver

    def solve(self, solver: Solver, state: State, watch: _Watch | None) -> Solution:
        """Solve a deal."""
        task = self.task
        return solver.solve(
            state,
            nodes=task.nodes,
            seconds=task.seconds,
            memory=task.memory,
            short=task.short,
            progress=None if watch is None else watch.looked,
        )

    def record_path(self, deal: Deal) -> str | None:
        """Where the record of a deal goes, if there is to be one. Makes folders, or refuses."""
        return self.record and record_path(self.record, self.game, deal, self.many)

    def data(self, deal: Deal, found: Solution) -> dict[str, object]:
        """What was found as data."""
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "deal": str(deal),
            "verdict": found.verdict,
            "ran_out": found.ran_out,
            "moves": list(map(str, found.moves)),
            "nodes": found.nodes,
            "thoughtful": found.thoughtful,
        }


def _solve_one(job: _Job, deal: Deal, as_json: bool) -> None:
    state = job.game.deal(deal)
    path = job.record_path(deal)
    solver = job.solver()
    with _watching(1) as watch:
        found = job.solve(solver, state, watch)
    if as_json:
        write_json(job.data(deal, found))
    else:
        write("\n".join(_text(found)))
    if path is not None and not _recorded(state, found, path):
        say(f"{path}: not written, as only a win is recorded")


def _text(found: Solution) -> Iterator[str]:
    """What was found of one deal, in lines."""
    yield _verdict(found)
    if found.thoughtful:
        yield "thoughtful: the solver knew the order of the stock and what lies face down"
    if found.moves:
        yield ""
        moves = ", ".join(map(str, found.moves))
        if sys.stdout is not None and sys.stdout.isatty():
            # Hyphens are part of the moves.
            yield from wrap(moves, settings().terminal().width, break_on_hyphens=False)
        else:
            yield moves


def _verdict(found: Solution) -> str:
    """A verdict in words, with what it took."""
    words: str = found.verdict
    if found.verdict == "won":
        words = f"won in {counted(len(found.moves), 'move')}"
    elif found.ran_out is not None:
        words = f"{found.verdict} ({found.ran_out})"
    return f"{words}, {counted(found.nodes, 'position')}"


def _recorded(state: State, found: Solution, path: str) -> bool:
    """Write the record of a win that begins with a state; False if it is none."""
    if found.verdict != "won":
        return False
    for move in found.moves:
        state.play(move)
    with record_file(path) as stream:
        Recorder(state, stream, players=("solver",), path=path).finish()
    return True


def _solve_many(job: _Job, text: str, as_json: bool) -> None:
    deals = Selection.of(text)
    for run in deals.runs:  # what does not fit shows before anything takes long
        first = Deal.of(run.name(run.first))
        job.game.deal(first)
        job.record_path(first)
    solver = job.solver()
    with Store.write(None, Plan.of(job.game, job.task)) as store:
        interrupted = False
        try:
            _decide(job, solver, deals, store, as_json)
        except KeyboardInterrupt:
            interrupted = True
        store.commit()
        summary = statistics(store, deals)
        if as_json:
            write_json({"summary": summary.to_data()})
        else:
            write("")
            tell(summary, as_json=False)
    if interrupted:
        say(f"interrupted after {summary.count} of {counted(len(deals), 'deal')}")
        sys.exit(INTERRUPTED)


def _decide(job: _Job, solver: Solver, deals: Selection, store: Store, as_json: bool) -> None:
    """Decide deal after deal, and tell of each at once."""
    with _watching(len(deals)) as watch:
        for deal in deals:
            state = job.game.deal(deal)
            path = job.record_path(deal)
            found = job.solve(solver, state, watch)
            if watch is not None:
                watch.decided()
            if as_json:
                write_json(job.data(deal, found))
            else:
                write(f"{deal}: {_verdict(found)}")
            store.add([solved_row(deal, found)])
            if path is not None:
                _recorded(state, found, path)


class _Watch:
    """A line on a terminal that tells how many positions of a deal have been looked at.

    Where results are written to a terminal as well, it is there only while they are waited for.
    """

    def __init__(self, total: int) -> None:
        from rich.progress import TextColumn

        text = (
            "{task.fields[before]}{task.completed:,} positions, {task.fields[rate]:,.0f} a second"
        )
        self._line = progress_line(TextColumn(text))
        self._task = self._line.add_task("", total=None, before="", rate=0.0)
        self._total, self._done = total, 0
        self._shown = False
        self._shared = sys.stdout is not None and sys.stdout.isatty()
        self._since = monotonic()

    def looked(self, nodes: int) -> None:
        """Tell that so many positions of a deal have been looked at."""
        seconds = monotonic() - self._since
        if not self._shown and (seconds > _PATIENCE or not self._shared):
            self._line.start()
            self._shown = True
        before = f"{self._done}/{self._total} deals; " if self._total > 1 else ""
        rate = nodes / max(seconds, 1e-9)
        self._line.update(self._task, completed=nodes, before=before, rate=rate)

    def decided(self) -> None:
        """Tell that a deal is decided, before its result is written."""
        self._done += 1
        self._since = monotonic()
        if self._shared:
            self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._line.stop()
            self._shown = False


@contextmanager
def _watching(total: int) -> Iterator[_Watch | None]:
    """What tells how far so many deals have got; None if nobody watches."""
    if not is_watched(False):
        yield None
        return
    watch = _Watch(total)
    try:
        yield watch
    finally:
        watch.clear()
