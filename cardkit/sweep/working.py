"""What a worker does with a few deals: as many as there is time for."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

from attrs import frozen

from cardkit import plugins
from cardkit.deals import Deal, parse_deals
from cardkit.plugins import Registry
from cardkit.sweep.jobs import Job, make_job
from cardkit.sweep.plan import Plan, Row, SweepError

#: A worker gives deals back after so many seconds, and says what it has. The last of its deals may
#: take longer: a deal is never given up in the middle.
PATIENCE: Final = 0.5


class Fault(NamedTuple):
    """What went wrong with a deal (the empty text: with none of them)."""

    deal: str
    text: str
    #: Where it comes from, if nobody foresaw it.
    trace: str = ""

    def error(self) -> SweepError:
        """The error to raise of it."""
        error = SweepError(f"deal {self.deal[:60]}: {self.text}" if self.deal else self.text)
        if self.trace:
            error.__cause__ = _Elsewhere(self.trace)
        return error


class _Elsewhere(Exception):
    """Stands for an error that was raised in another process; its text is the traceback."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class Report(NamedTuple):
    """What came of a chunk: the rows of its first deals, perhaps a fault of the next one.

    Plain data, as it goes through pipes and networks.
    """

    rows: list[Row]
    seconds: float
    fault: Fault | None = None


def do(job: Job, deals: Iterable[Deal], patience: float = PATIENCE) -> Report:
    """Do a job with some deals, one at least, until there are no more or patience is at an end."""
    rows: list[Row] = []
    fault = None
    start = monotonic()
    listed = list(deals)
    results = job.play(listed)
    for deal in listed:
        try:
            rows.append(next(results))
        except Exception as error:
            fault = fault_of(error, str(deal))
            break
        if monotonic() - start > patience:
            break
    return Report(rows, monotonic() - start, fault)


def fault_of(error: Exception, deal: str = "") -> Fault:
    """An error as plain data."""
    foreseen = _is_ours(error)
    text = str(error) if foreseen else f"{type(error).__name__}: {error}"
    surprising = not foreseen or not (error.__cause__ is None or _is_ours(error.__cause__))
    return Fault(deal, " ".join(text.split()), traceback.format_exc() if surprising else "")


def _is_ours(error: BaseException) -> bool:
    """True for errors that are made to be read."""
    ours = type(error).__module__.partition(".")[0] == "cardkit"
    return ours and isinstance(error, ValueError | RuntimeError)


@frozen
class _Prepared:
    """A plan's job, and the plugins that it was made with."""

    job: Job
    registry: Registry

    @classmethod
    def of(cls, plan: Plan) -> _Prepared:
        """Make the job. Raises ValueError or SweepError where it would be another one."""
        registry = plugins.load(games_dirs=plan.folders) if plan.folders else plugins.registry()
        with plugins.use(registry):
            game = registry.game(plan.game, **plan.options)
            if game.digest != plan.rules:
                raise SweepError(f"a worker has other rules of {plan.game} than the sweep")
            return cls(make_job(game, plan.task), registry)


@lru_cache(maxsize=4)
def _prepared(plan: str) -> _Prepared:
    return _Prepared.of(Plan.from_text(plan))


#: One chunk at a time in a process: Dask gives a worker several threads, and which plugins there
#: are is a matter of the whole process.
_turn: Final = Lock()


def work(plan: str, runs: Iterable[str], patience: float = PATIENCE) -> Report:
    """Do what a plan says with some deals: what a worker process is asked for.

    `plan` is `Plan.to_text()`, `runs` the texts of the runs of deals. Raises nothing: what goes
    wrong is in the report.
    """
    with _turn:
        try:
            prepared = _prepared(plan)
            with plugins.use(prepared.registry):
                return do(prepared.job, chain.from_iterable(map(parse_deals, runs)), patience)
        except Exception as error:
            return Report([], 0.0, fault_of(error))
