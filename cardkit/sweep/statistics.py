"""The statistics of a store: what its results come to, read once and in little memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from cardkit.sweep.estimates import Quantiles, Wins
from cardkit.sweep.plan import Plan, Playing, Solving
from cardkit.sweep.roles import RoleMean, RoleTally, SeatMean, SeatTally
from cardkit.sweep.selection import Selection, extent
from cardkit.sweep.store import Store


@frozen
class Statistics:
    """What the results of some deals come to. `statistics` makes it; nothing in it tells the time.

    `ends` counts the verdicts of a solver, or the reasons that ended games; `ran_out` what the
    undecided deals ran out of.
    """

    plan: Plan
    #: How many results there are, how many there are to be, and of which deals they are.
    count: int
    planned: int
    deals: str
    ends: dict[str, int]
    ran_out: dict[str, int]
    #: None in games that seats win from each other.
    wins: Wins | None
    #: True if the solver knew hidden cards.
    thoughtful: bool
    quantiles: tuple[Quantiles, ...]
    seats: tuple[SeatMean, ...]
    roles: tuple[RoleMean, ...]

    @property
    def is_complete(self) -> bool:
        """True if there are all results that there are to be."""
        return self.count == self.planned

    def to_data(self) -> dict[str, object]:
        """The statistics as plain data for JSON, without what does not apply."""
        data: dict[str, object] = {
            "game": self.plan.game,
            "version": self.plan.version,
            "rules": self.plan.rules,
            "options": dict(self.plan.options),
            "task": self.plan.task.to_data(),
            "deals": self.deals,
            "count": self.count,
            "partial": not self.is_complete,
            "ends": self.ends,
        }
        if isinstance(self.plan.task, Solving):
            data |= {"ran_out": self.ran_out, "thoughtful": self.thoughtful}
        if self.wins is not None:
            data |= self.wins.to_data()
        for found in self.quantiles:
            data[found.name] = found.to_data()
        if self.seats:
            data["seats"] = [mean.to_data() for mean in self.seats]
        if self.roles:
            data["roles"] = [mean.to_data() for mean in self.roles]
        return data


def statistics(store: Store, selection: Selection | None = None) -> Statistics:
    """What the results of some deals in a store come to, or of all.

    >>> import cardkit
    >>> from cardkit.sweep import Playing, Sweep
    >>> with Sweep("bisley", "1..3", Playing(("random",))) as sweep:
    ...     sweep.run()
    ...     statistics(sweep.store).wins
    Wins(count=3, won=0, undecided=0)
    """
    plan = store.plan
    solving = isinstance(plan.task, Solving)
    ends = dict(_counts(store, selection, "verdict" if solving else "reason"))
    ran_out = dict(_counts(store, selection, "ran_out")) if solving else {}
    count = sum(ends.values())
    seats, roles = _matches(store, selection)
    return Statistics(
        plan=plan,
        count=count,
        planned=count if selection is None else len(selection),
        deals=", ".join(_extents(store, selection)),
        ends=ends,
        ran_out=ran_out,
        wins=wins_of(store, selection),
        thoughtful=solving and _has(store, selection, "thoughtful"),
        quantiles=tuple(_quantiles(store, selection, ends)),
        seats=seats,
        roles=roles,
    )


def wins_of(store: Store, selection: Selection | None = None) -> Wins | None:
    """How many of some deals are won; None in games that seats win from each other."""
    plan = store.plan
    if plan.seats > 1:
        return None
    if isinstance(plan.task, Solving):
        columns = "total(verdict = 'won'), total(verdict = 'undecided')"
    else:
        columns = "total(won), 0"
    ((count, won, undecided),) = store.ask(f"SELECT count(*), {columns} FROM asked", selection)
    return Wins(count, int(won), int(undecided))


def _counts(store: Store, selection: Selection | None, column: str) -> Iterator[tuple[str, int]]:
    query = f"SELECT {column}, count(*) FROM asked WHERE {column} NOT NULL GROUP BY 1 ORDER BY 1"
    yield from store.ask(query, selection)


def _has(store: Store, selection: Selection | None, column: str) -> bool:
    return any(store.ask(f"SELECT 1 FROM asked WHERE {column} LIMIT 1", selection))


def _extents(store: Store, selection: Selection | None) -> Iterator[str]:
    """The deals in words, numbering by numbering."""
    query = "SELECT min(place), max(place), count(*) FROM asked GROUP BY substr(place, 1, 1)"
    for low, high, count in store.ask(query, selection):
        yield extent(low, high, count)


def _quantiles(
    store: Store, selection: Selection | None, ends: dict[str, int]
) -> Iterator[Quantiles]:
    if isinstance(store.plan.task, Playing):
        if store.plan.seats == 1:
            yield from _ordered(store, selection, "moves", "moves", "1", sum(ends.values()))
        return
    yield from _ordered(store, selection, "length", "length", "1", ends.get("won", 0))
    for verdict, count in ends.items():
        name, where = f"nodes ({verdict})", f"verdict = '{verdict}'"
        yield from _ordered(store, selection, name, "nodes", where, count)


def _ordered(
    store: Store, selection: Selection | None, name: str, column: str, where: str, count: int
) -> Iterator[Quantiles]:
    if count:
        query = f"SELECT {column} FROM asked WHERE {column} NOT NULL AND {where} ORDER BY 1"
        yield Quantiles.of(name, (value for (value,) in store.ask(query, selection)), count)


def _matches(
    store: Store, selection: Selection | None
) -> tuple[tuple[SeatMean, ...], tuple[RoleMean, ...]]:
    plan = store.plan
    if plan.seats == 1 or not isinstance(plan.task, Playing):
        return (), ()
    seats, roles = SeatTally(plan.task.players), RoleTally(plan.seats)
    query = "SELECT scores, winners, sheet FROM asked WHERE scores NOT NULL"
    rows: Iterator[tuple[Any, ...]] = store.ask(query, selection)
    for scores, winners, sheet in rows:
        seats.add(scores, winners)
        if sheet is not None:
            roles.add(sheet)
    return tuple(seats.means()), tuple(roles.means())
