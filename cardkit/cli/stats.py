"""`cardkit stats`: what the results in the store of a sweep come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from cardkit.cli.command import command, json_option, settings
from cardkit.cli.errors import say
from cardkit.cli.grid import grid
from cardkit.cli.output import counted, entries, paragraph, write, write_json
from cardkit.sweep import Selection, Statistics, Store, statistics
from cardkit.sweep.estimates import LEVELS, Estimate, Wins
from cardkit.sweep.plan import Solving

#: What the levels of quantiles are called.
_LEVELS: Final = {0: "least", 50: "median", 100: "most"}


@command("stats")
@click.argument("store", metavar="STORE")
@click.option("--deals", metavar="NAMES", help="Only these deals, like 1..100 or 7,ms:1..50.")
@click.option("--csv", metavar="FILE", help="Write the results as CSV, a row for each deal.")
@click.option("--parquet", metavar="FILE", help="Write them as Parquet.")
@click.option(
    "--plot", metavar="FILE", help="Draw a picture: a file whose name ends in .svg or .png."
)
@json_option("a JSON object")
def stats_command(
    store: str,
    deals: str | None,
    csv: str | None,
    parquet: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Tell what the results in the STORE of a sweep come to.

    The share of deals that are won stands with its 95% Wilson interval; its lower bound counts
    the undecided as lost, its upper one as won. In games for several, means stand with 95% t
    intervals, by seat, and by contract and role.

    \b
    Examples:
      cardkit sweep bisley --deals 1..20 --player random --store bisley.sqlite
      cardkit stats bisley.sqlite
      cardkit stats bisley.sqlite --csv bisley.csv --json
    """
    selection = None if deals is None else Selection.of(deals)
    with Store.read(store) as opened:
        tell_of_versions(opened)
        found = statistics(opened, selection)
        if csv is not None:
            from cardkit.sweep.exports import write_csv

            write_csv(opened, csv, selection)
        if parquet is not None:
            from cardkit.sweep.exports import write_parquet

            write_parquet(opened, parquet, selection)
        if plot is not None:
            from cardkit.sweep.plots import write_plot

            write_plot(opened, found, plot, selection)
    tell(found, as_json)


def tell(found: Statistics, as_json: bool) -> None:
    """Write statistics, as text or as data."""
    if as_json:
        write_json(found.to_data())
    else:
        write("\n\n".join(_text(found, settings().terminal().width)))


def tell_of_versions(store: Store) -> None:
    """Say on stderr if the results of a store are not all by the same cardkit."""
    if len(store.versions) > 1:
        versions = " and ".join(store.versions)
        say(f"{store.path}: its results are by more than one cardkit: {versions}")


def share_text(wins: Wins) -> str:
    """A share with its interval."""
    low, high = wins.interval
    return f"{wins.share:.2%}; 95% interval {low:.2%} to {high:.2%}"


def _text(found: Statistics, width: int) -> Iterator[str]:
    """The statistics in sections."""
    yield entries(_about(found), width)
    if found.quantiles:
        yield _quantiles(found, width)
    if found.seats:
        yield _seats(found, width)
    if found.roles:
        yield _roles(found, width)


def _about(found: Statistics) -> Iterator[tuple[str, str]]:
    """What was done, and how it ended."""
    yield "game", found.plan.title
    yield "task", str(found.plan.task)
    yield "deals", f"{found.count}: {found.deals}" if found.count else "none"
    if not found.is_complete:
        yield "partial", f"{found.count} of {counted(found.planned, 'deal')}"
    if not found.count:
        return
    if found.wins is not None:
        yield "won", f"{found.wins.won} ({share_text(found.wins)})"
    if isinstance(found.plan.task, Solving):
        yield "lost", _part(found, "lost")
        ran_out = ", ".join(f"{what} {count}" for what, count in found.ran_out.items())
        yield "undecided", _part(found, "undecided") + (f": {ran_out}" if ran_out else "")
        if found.thoughtful:
            yield "thoughtful", "the solver knew the hidden cards"
    else:
        yield "ended", ", ".join(f"{reason} {count}" for reason, count in found.ends.items())


def _part(found: Statistics, verdict: str) -> str:
    number = found.ends.get(verdict, 0)
    return f"{number} ({number / found.count:.2%})"


def _quantiles(found: Statistics, width: int) -> str:
    rows = [["quantiles", "deals", *(_LEVELS.get(level, f"{level}%") for level in LEVELS)]]
    rows += [[line.name, str(line.count), *map(_short, line.values)] for line in found.quantiles]
    return grid(rows, width, left=[0])


def _short(number: int) -> str:
    """A number in six characters at most: its first digits will do where it is large.

    >>> [_short(number) for number in (99_999, 123_456, 9_999_999, 2_500_000_000)]
    ['99999', '123k', '10.0M', '2.50G']
    """
    if number < 100_000:
        return str(number)
    scaled, letters = number / 1000, "kMG"
    while scaled >= 999.5 and len(letters) > 1:
        scaled, letters = scaled / 1000, letters[1:]
    digits = 0 if scaled >= 99.95 else 1 if scaled >= 9.995 else 2
    return f"{scaled:.{digits}f}{letters[0]}"


def _seats(found: Statistics, width: int) -> str:
    rows = [["seat", "player", "score", "95% interval", "wins", "rate", "95% interval"]]
    for mean in found.seats:
        low, high = mean.wins.interval
        wins = [str(mean.wins.won), f"{mean.wins.share:.2%}", f"{low:.2%} to {high:.2%}"]
        rows.append([str(mean.seat), mean.player, *_estimate(mean.score), *wins])
    title = "Mean scores of a match, and wins, alone or with others:"
    return f"{paragraph(title, width)}\n{grid(rows, width, left=[1])}"


def _roles(found: Statistics, width: int) -> str:
    rows = [["contract", "role", "deals", "tricks", "95% interval", "points", "95% interval"]]
    for mean in found.roles:
        means = [*_estimate(mean.tricks), *_estimate(mean.points)]
        rows.append([mean.contract, mean.role, str(mean.deals), *means])
    title = "Mean tricks and points of a seat in a deal, by contract and role:"
    return f"{paragraph(title, width)}\n{grid(rows, width, left=[0, 1])}"


def _estimate(found: Estimate) -> tuple[str, str]:
    """A mean, and its interval."""
    interval = "-"
    if found.interval is not None:
        interval = " to ".join(f"{_plain(bound):.3f}" for bound in found.interval)
    return f"{_plain(found.mean):.3f}", interval


def _plain(value: float) -> float:
    """No -0.000."""
    return value if abs(value) >= 0.0005 else 0.0
