"""Sweeps: a task done with many deals, by many workers, into a store."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType

from attrs import frozen

from cardkit.deals import Deal
from cardkit.headless.choosing import chosen_game
from cardkit.plugins.sources import folders_of_environment
from cardkit.state import Game
from cardkit.sweep.chunks import Queue
from cardkit.sweep.crews import Alone, Crew, cores
from cardkit.sweep.estimates import Wins
from cardkit.sweep.exports import needed
from cardkit.sweep.jobs import make_job
from cardkit.sweep.plan import Plan, Row, Solving, Task
from cardkit.sweep.selection import Selection
from cardkit.sweep.statistics import Statistics, statistics, wins_of
from cardkit.sweep.store import Store
from cardkit.sweep.storefile import StoreError


@frozen
class Progress:
    """How far a sweep has got: so many of all its deals, and how many of these are won.

    `wins` is None in games that seats win from each other. Deals of an earlier start count, too.
    """

    done: int
    total: int
    wins: Wins | None


#: Told of progress after every report of a worker.
Watch = Callable[[Progress], None]


class Sweep:
    """A task that is to be done with many deals of a game.

    - `game`, `options` and other keywords are as for `cardkit.run`. With several workers the game
      has to be one that they find by its name;
    - `deals`: `"1..1000000"`, or anything with deals in it, each of them once;
    - `task`: `Solving(...)` or `Playing(...)`;
    - `store`: the path of the store, which is made, or goes on if it is that of the same sweep;
      None for one that is thrown away;
    - `workers`: how many processes, None for as many as there are cores. One does without another
      process;
    - `dask`: the address of a Dask scheduler, whose workers are taken instead;
    - `folders`: folders with rules files that workers need, besides those of `CARDKIT_GAMES_DIR`.

    Within `with` it can be `run`, and asked for `statistics` of what there is by then. Which
    results there are depends on the deals and the task alone, not on who did them or when.

    Raises ValueError (OptionError, DealError ... are such) for what is wrong with these,
    Untabulated for rules that the solver cannot hold, StoreError for a store that cannot be used,
    SweepError where Dask is asked for and not installed.

    >>> from cardkit.sweep import Playing
    >>> with Sweep("bisley", "1..20", Playing(("random",)), workers=1, columns=12) as sweep:
    ...     sweep.run()
    ...     print(sweep.statistics().ends)
    {'stuck': 20}
    """

    def __init__(
        self,
        game: str | Game,
        deals: str | Iterable[object],
        task: Task,
        *,
        options: Mapping[str, object] | None = None,
        store: str | os.PathLike[str] | None = None,
        workers: int | None = None,
        dask: str | None = None,
        folders: Iterable[str] = (),
        **more_options: object,
    ) -> None:
        rules = chosen_game(type(self), game, options, more_options)
        if workers is not None and workers < 1:
            raise ValueError(f"there is one worker at least, not {workers}")
        if dask is not None:
            needed("distributed", "--dask", "dask")
        everywhere = [*folders_of_environment(), *folders]
        self.plan = Plan.of(rules, task, tuple(map(os.path.abspath, everywhere)))
        self.selection = Selection.of(deals)
        self._workers = cores() if workers is None else workers
        self._dask = dask
        # What is wrong shows before there is a store; and what is compiled here is kept on disk,
        # where the workers find it.
        self._job = make_job(rules, self.plan.task)
        for deal in _samples(self.selection):
            self._job.probe(deal)
        self.store = Store.write(store, self.plan)
        try:
            self._done = self.store.count(self.selection)
            self._wins = wins_of(self.store, self.selection)
        except BaseException:
            self.store.close()
            raise

    def __enter__(self) -> Sweep:
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.store.close()

    @property
    def progress(self) -> Progress:
        """How far it has got."""
        return Progress(self._done, len(self.selection), self._wins)

    def run(self, watch: Watch = lambda _: None) -> None:
        """Do what is left to be done, and commit it as it comes in.

        Raises SweepError if a deal goes wrong or workers are lost. After that, as after Ctrl-C,
        what was done is in the store, and another sweep goes on from there.
        """
        left = len(self.selection) - self._done
        if not left:
            return
        queue = Queue(self.store.missing(self.selection), left)
        try:
            with self._crew(left) as crew:
                for report in crew.reports(queue):
                    self.store.add(report.rows)
                    self._count(report.rows)
                    if report.fault is not None:
                        raise report.fault.error()
                    watch(self.progress)
        except StoreError:
            raise  # nothing more can be committed
        except BaseException:
            self.store.commit()
            raise
        self.store.commit()

    @contextmanager
    def _crew(self, left: int) -> Iterator[Crew]:
        workers = min(self._workers, left)
        if self._dask is not None:
            from cardkit.sweep.cluster import Cluster

            with Cluster(self.plan, self._dask) as cluster:
                yield cluster
        elif workers == 1:
            yield Alone(self._job)
        else:
            from cardkit.sweep.processes import Processes

            with Processes(self.plan, workers) as processes:
                yield processes

    def _count(self, rows: list[Row]) -> None:
        self._done += len(rows)
        wins = self._wins
        if wins is not None:
            verdicts = [row[1] if isinstance(self.plan.task, Solving) else row[2] for row in rows]
            self._wins = Wins(
                self._done,
                wins.won + sum(verdict in ("won", 1) for verdict in verdicts),
                wins.undecided + verdicts.count("undecided"),
            )

    def statistics(self) -> Statistics:
        """What the results come to that there are by now."""
        return statistics(self.store, self.selection)


def _samples(selection: Selection) -> Iterator[Deal]:
    """The first deal of each numbering: others of the same one fit a game as well."""
    seen: set[int] = set()
    for run in selection.runs:
        if run.numbering not in seen:
            seen.add(run.numbering)
            yield Deal.of(run.name(run.first))
