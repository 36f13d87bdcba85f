"""Pictures of a store: the extra `plot`.

Win rate, length of solutions and nodes where deals were solved; scores, points and tricks with
their intervals where several played against each other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil, log10
from typing import Any, Final

from cardkit.sweep.estimates import Estimate, Wins
from cardkit.sweep.exports import needed
from cardkit.sweep.files import whole_file
from cardkit.sweep.plan import Solving, SweepError
from cardkit.sweep.roles import ROLES
from cardkit.sweep.selection import Selection
from cardkit.sweep.statistics import Statistics
from cardkit.sweep.store import Store

#: The kinds of pictures, by the end of the file's name.
KINDS: Final = ("svg", "png")

#: Colours that stay apart for those who do not see red and green as two, and in grey.
_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#999999"
_OF_VERDICT: Final = {"won": _BLUE, "lost": _ORANGE, "undecided": _GREY}
_OF_ROLE: Final = dict(zip(ROLES, (_BLUE, _ORANGE, _GREY), strict=True))

#: A curve has about so many points, and a histogram so many bars at most.
_POINTS: Final = 240
_BARS: Final = 40
_INCHES: Final = 4.6

#: Draws into one part of a picture.
_Panel = Callable[[Any], None]


def write_plot(
    store: Store,
    found: Statistics,
    path: str | os.PathLike[str],
    selection: Selection | None = None,
) -> None:
    """Draw what the statistics of some deals of a store tell, as SVG or PNG.

    Raises SweepError for another kind of file, for a store without results, where the file cannot
    be written, and without matplotlib.
    """
    kind = os.fspath(path).rpartition(".")[2].lower()
    if kind not in KINDS:
        raise SweepError(f"{os.fspath(path)}: a picture's name ends in .svg or .png")
    if not found.count:
        raise SweepError(f"{store.path}: there is nothing to draw yet")
    matplotlib = needed("matplotlib", "--plot", "plot")
    # Neither a window nor a display: a figure by itself draws with Agg or as SVG.
    figures = needed("matplotlib.figure", "--plot", "plot")
    panels = list(_panels(store, found, selection))
    # The same results give the same bytes.
    with matplotlib.rc_context({"svg.hashsalt": "cardkit", "font.size": 9}):
        figure = figures.Figure(
            figsize=(_INCHES * len(panels) + 0.6, _INCHES), layout="constrained"
        )
        figure.suptitle(_title(found), fontsize=11)
        for axes, panel in zip(
            figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True
        ):
            panel(axes)
            axes.spines[["top", "right"]].set_visible(False)
        with whole_file(path) as stream:
            metadata = {"Date": None} if kind == "svg" else {}
            figure.savefig(stream, format=kind, dpi=150, metadata=metadata)


def _title(found: Statistics) -> str:
    note = ", hidden cards known" if found.thoughtful else ""
    return f"{found.plan.title}: {_deals(found)}\n{found.plan.task}{note}"


def _deals(found: Statistics) -> str:
    return f"{found.count:,} deal{'' if found.count == 1 else 's'} ({found.deals})"


def _panels(store: Store, found: Statistics, selection: Selection | None) -> Iterator[_Panel]:
    if found.wins is not None:
        yield lambda axes: _growth(axes, store, found, selection)
    if isinstance(found.plan.task, Solving):
        if found.ends.get("won"):
            yield lambda axes: _lengths(axes, store, selection, "length", "moves of the solution")
        yield lambda axes: _nodes(axes, store, found, selection)
    elif found.plan.seats == 1:
        yield lambda axes: _lengths(axes, store, selection, "moves", "moves of the game")
    elif found.roles:
        yield lambda axes: _by_role(axes, found, "points", [m.points for m in found.roles])
        yield lambda axes: _by_role(axes, found, "tricks", [m.tricks for m in found.roles])
    else:
        yield lambda axes: _by_seat(axes, found)


def _growth(axes: Any, store: Store, found: Statistics, selection: Selection | None) -> None:
    """The share that is won as the sample grows, with its interval."""
    curve = list(_shares(store, found, selection))
    counts = [wins.count for wins in curve]
    lows, highs = zip(*(wins.interval for wins in curve), strict=True)
    axes.fill_between(
        counts,
        [100 * low for low in lows],
        [100 * high for high in highs],
        color=_BLUE,
        alpha=0.2,
        linewidth=0,
        label="95 % interval",
    )
    axes.plot(counts, [100 * wins.share for wins in curve], color=_BLUE, label="won")
    if counts[-1] > 100:
        axes.set_xscale("log")
    axes.set_xlim(counts[0], max(counts[-1], 2))
    last = curve[-1]
    # The scale is that of the later part: at first anything is possible.
    late = [wins.interval for wins in curve if wins.count >= last.count / 50]
    axes.set_ylim(100 * min(low for low, _ in late), 100 * max(high for _, high in late))
    axes.margins(y=0.05)
    low, high = last.interval
    axes.set_title(f"won {last.share:.2%} ({low:.2%} to {high:.2%})")
    axes.set_xlabel("deals, in their order")
    axes.set_ylabel("share of deals won, %")
    axes.grid(alpha=0.3)
    _legend_below(axes)


def _shares(store: Store, found: Statistics, selection: Selection | None) -> Iterator[Wins]:
    column = "verdict" if isinstance(found.plan.task, Solving) else "won"
    # As far apart on a logarithmic scale, and the first ones one by one.
    step = max(found.count, 2) ** (1 / _POINTS)
    won = undecided = 0
    due = 1.0
    rows = store.ask(f"SELECT {column} FROM asked ORDER BY place", selection)
    for count, (end,) in enumerate(rows, 1):
        won += end in ("won", 1)
        undecided += end == "undecided"
        if count >= due or count == found.count:
            due = count * step
            yield Wins(count, won, undecided)


def _lengths(axes: Any, store: Store, selection: Selection | None, column: str, label: str) -> None:
    """How often games or solutions have how many moves."""
    query = f"SELECT {column}, count(*) FROM asked WHERE {column} NOT NULL GROUP BY 1 ORDER BY 1"
    values, counts = zip(*store.ask(query, selection), strict=True)
    width = ceil((values[-1] - values[0] + 1) / _BARS)
    edges = list(range(values[0], values[-1] + width + 1, width))
    axes.hist(
        values, bins=edges, weights=counts, color=_BLUE, align="left" if width == 1 else "mid"
    )
    axes.set_title(label)
    axes.set_xlabel(label if width == 1 else f"{label}, {width} to a bar")
    _count_deals(axes)


def _nodes(axes: Any, store: Store, found: Statistics, selection: Selection | None) -> None:
    """How many nodes the solver needed, by verdict, on a logarithmic axis."""
    most = max(line.values[-1] for line in found.quantiles if line.name.startswith("nodes"))
    top = log10(max(most, 10))
    edges = [10 ** (top * at / _BARS) for at in range(_BARS + 1)]
    bars = {verdict: [0] * _BARS for verdict in _OF_VERDICT if found.ends.get(verdict)}
    for verdict, nodes in store.ask("SELECT verdict, nodes FROM asked", selection):
        bars[verdict][min(int(log10(max(nodes, 1)) / top * _BARS), _BARS - 1)] += 1
    bottom = [0] * _BARS
    widths = [right - left for left, right in pairwise(edges)]
    for verdict, heights in bars.items():
        axes.bar(
            edges[:-1],
            heights,
            widths,
            bottom,
            align="edge",
            color=_OF_VERDICT[verdict],
            label=f"{verdict} ({found.ends[verdict]:,})",
        )
        bottom = [a + b for a, b in zip(bottom, heights, strict=True)]
    axes.set_xscale("log")
    axes.set_title("nodes of the search")
    axes.set_xlabel("nodes")
    _count_deals(axes)
    _legend_below(axes)


def _by_role(axes: Any, found: Statistics, what: str, means: Sequence[Estimate]) -> None:
    """Mean points or tricks of each role, contract by contract."""
    contracts = list(dict.fromkeys(mean.contract for mean in found.roles))
    for at, role in enumerate(ROLES):
        some = [
            (contracts.index(mean.contract) + 0.18 * (at - 1), estimate)
            for mean, estimate in zip(found.roles, means, strict=True)
            if mean.role == role
        ]
        if some:
            places, estimates = zip(*some, strict=True)
            _points(axes, places, estimates, _OF_ROLE[role], role)
    axes.set_xticks(range(len(contracts)), contracts)
    axes.set_xlim(-0.5, len(contracts) - 0.5)
    axes.set_title(f"{what} of a seat in a deal")
    axes.set_xlabel("contract")
    axes.set_ylabel(f"mean {what}, with the 95 % interval")
    _legend_below(axes)


def _by_seat(axes: Any, found: Statistics) -> None:
    """The mean score of each seat."""
    seats = [mean.seat for mean in found.seats]
    _points(axes, seats, [mean.score for mean in found.seats], _BLUE, None)
    axes.set_xticks(seats, [f"{mean.seat}\n{mean.player}" for mean in found.seats])
    axes.set_title("scores")
    axes.set_xlabel("seat and player")
    axes.set_ylabel("mean score of a match, with the 95 % interval")


def _count_deals(axes: Any) -> None:
    axes.set_ylabel("deals")
    axes.yaxis.get_major_locator().set_params(integer=True)


def _legend_below(axes: Any) -> None:
    """Where it hides nothing."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=3, frameon=False)


def _points(
    axes: Any, places: Sequence[float], means: Sequence[Estimate], colour: str, label: str | None
) -> None:
    intervals = [mean.interval or (mean.mean, mean.mean) for mean in means]
    errors = [
        [mean.mean - low for mean, (low, _) in zip(means, intervals, strict=True)],
        [high - mean.mean for mean, (_, high) in zip(means, intervals, strict=True)],
    ]
    values = [mean.mean for mean in means]
    axes.errorbar(
        places, values, yerr=errors, fmt="o", color=colour, capsize=4, markersize=5, label=label
    )
    axes.grid(axis="y", alpha=0.3)
