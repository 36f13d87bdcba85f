"""`cardkit sweep`: many deals solved or played, by many workers, into a store."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Final, NoReturn

import click
from click.core import ParameterSource

from cardkit import plugins
from cardkit.cli.command import command, game_argument, json_option, options_option, settings
from cardkit.cli.errors import INTERRUPTED, plain_errors, say
from cardkit.cli.progress import is_watched, progress_line
from cardkit.cli.running import limit_option, seed_option, telling_of_observers
from cardkit.cli.solve import limits_options
from cardkit.cli.stats import tell, tell_of_versions
from cardkit.sweep import Playing, Progress, Solving, Statistics, Sweep
from cardkit.sweep.plan import Task
from cardkit.sweep.sweeping import Watch

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

#: Options that go with one of the two tasks only, by what they are called in here.
_SOLVING: Final = ("nodes", "seconds", "memory", "short", "keep_moves")
_PLAYING: Final = ("seed", "limit")

#: Without a terminal a line tells every so many seconds how far it has got.
_TELL_EVERY: Final = 30


@command("sweep")
@game_argument
@click.option(
    "--deals",
    required=True,
    metavar="NAMES",
    help="The deals, like 1..1000000 or 7,ms:1..50.",
)
@click.option("--solve", is_flag=True, help="Solve every deal.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="P",
    help="Let players play every deal: once for all seats, or once for each.",
)
@options_option
@click.option(
    "--store",
    metavar="FILE",
    help="Keep the results in this file, and go on from what is in it.",
)
@click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many processes work on it.  [default: one for each core]",
)
@click.option(
    "--dask", metavar="ADDRESS", help="Let the workers of a Dask scheduler do it instead."
)
@limits_options
@click.option("--keep-moves", is_flag=True, help="Keep the moves of the solutions in the store.")
@seed_option
@limit_option
@json_option("a JSON object with what it comes to")
def sweep_command(
    name: str,
    deals: str,
    solve: bool,
    players: Sequence[str],
    options: dict[str, str],
    store: str | None,
    workers: int | None,
    dask: str | None,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    short: bool,
    keep_moves: bool,
    seed: int,
    limit: int,
    as_json: bool,
) -> None:
    """Solve or play many deals, and sum them up.

    With --store the results are kept in a file, one row a deal, and committed every second. The
    same command goes on from there, whatever ended the sweep, and so does one with more deals;
    `cardkit stats FILE` tells what is there. What comes out depends neither on the number of
    workers nor on who is first.

    \b
    Examples:
      cardkit sweep bisley --deals 1..20 --player random
      cardkit sweep bisley --deals ms:1..9 --player greedy --store ms.sqlite
      cardkit sweep bismarck -o must_trump=on --deals 1..6 --player greedy
    """
    task = _task(solve, players, Solving(nodes, seconds, memory, short, keep_moves), seed, limit)
    if workers is not None and dask is not None:
        _fail("give --workers or --dask, not both")
    game = plugins.game(name, **options)
    with _compiling(task), plain_errors():
        sweep = Sweep(
            game,
            deals,
            task,
            store=store,
            workers=workers,
            dask=dask,
            folders=settings().games_dirs,
        )
    with telling_of_observers(), sweep:
        tell_of_versions(sweep.store)
        try:
            with _watching(sweep.progress) as watch:
                sweep.run(watch)
        except KeyboardInterrupt:
            found = sweep.statistics()
            tell(found, as_json)
            say(_interrupted(found, store))
            sys.exit(INTERRUPTED)
        tell(sweep.statistics(), as_json)


@contextmanager
def _compiling(task: Task) -> Iterator[None]:
    """Within this it is said on stderr what a first run has to compile."""
    from cardkit.kernel.engines import CHOICE, engine

    try:
        chosen = engine()
    except (ImportError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    chosen.tell.append(say)
    try:
        yield
    finally:
        chosen.tell.remove(say)
    if isinstance(task, Solving) and chosen.name == "python" and not os.environ.get(CHOICE):
        say("without numba this is slow; pip install 'cardkit[fast]' makes it fast")


def _task(solve: bool, players: Sequence[str], solving: Solving, seed: int, limit: int) -> Task:
    """What is to be done; options of the other task are refused."""
    if solve and players:
        _fail("give --solve or --player, not both")
    if not (solve or players):
        _fail("say what to do with the deals: --solve, or --player P")
    context = click.get_current_context()
    for other in _PLAYING if solve else _SOLVING:
        if context.get_parameter_source(other) is not ParameterSource.DEFAULT:
            partner = "--player" if solve else "--solve"
            _fail(f"--{other.replace('_', '-')} goes with {partner}")
    return solving if solve else Playing(tuple(players), seed, limit)


def _fail(message: str) -> NoReturn:
    click.get_current_context().fail(message)


def _interrupted(found: Statistics, store: str | None) -> str:
    rest = "nothing is kept without --store"
    if store is not None:
        rest = f"they are in {store}, and the same command goes on from there"
    return f"interrupted after {found.count} of {found.planned} deals; {rest}"


@contextmanager
def _watching(start: Progress) -> Iterator[Watch]:
    """A function that shows how far it has got: on a terminal a line that is rewritten."""
    begun = monotonic()

    def rate(now: Progress) -> str:
        found = (now.done - start.done) / max(monotonic() - begun, 1e-9)
        return f"{found:.0f}" if found >= 100 else f"{found:.3g}"

    if is_watched(False):
        with progress_line(*_columns()) as line:
            task = line.add_task("", total=start.total, completed=start.done, rate="0", share="")
            yield lambda now: line.update(
                task, completed=now.done, rate=rate(now), share=_share(now)
            )
        return
    told = begun

    def watch(now: Progress) -> None:
        nonlocal told
        if monotonic() >= told + _TELL_EVERY:
            told = monotonic()
            parts = [f"{now.done} of {now.total} deals", f"{rate(now)} a second", _share(now)]
            say(", ".join(filter(None, parts)))

    yield watch


def _columns() -> Iterator[ProgressColumn]:
    """What a terminal is shown, as much as it has room for."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    width = Console(stderr=True).width
    if width >= 76:
        yield BarColumn(bar_width=None)
    if width >= 66:
        yield MofNCompleteColumn()
        yield TextColumn("{task.fields[rate]}/s")
    else:
        yield TaskProgressColumn()
    if width >= 46:
        yield TimeRemainingColumn(compact=True)
    yield TextColumn("{task.fields[share]}")


def _share(now: Progress) -> str:
    """The share that is won so far, with its interval; nothing in games for several."""
    if now.wins is None:
        return ""
    low, high = now.wins.interval
    return f"won {now.wins.share:.2%} ({low:.2%} to {high:.2%})"
