"""A table as text, as a picture, as data, or as a plugin shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import click

from cardkit import plugins
from cardkit.cli.command import settings
from cardkit.cli.errors import printable
from cardkit.cli.output import counted
from cardkit.outcome import Outcome
from cardkit.plugins import RendererEntry
from cardkit.render import svg_table, text_table
from cardkit.state import State
from cardkit.table import Layout
from cardkit.view import View
from cardkit.words import did_you_mean

_F = TypeVar("_F", bound=Callable[..., object])
#: Formats that need no plugin.
_FORMATS: Final = ("text", "json", "svg")


def format_options(function: _F) -> _F:
    """`--format NAME` and `--json`, how to show a table."""
    function = click.option("--json", "as_json", is_flag=True, help="The same as --format json.")(
        function
    )
    return click.option(
        "--format",
        "form",
        metavar="FORMAT",
        help="text, json, svg, or the name of a plugin's renderer.  [default: text]",
    )(function)


def chosen_format(form: str | None, as_json: bool) -> str:
    """The format that the options ask for. Raises a usage error for one that nobody offers."""
    if as_json and form not in (None, "json"):
        click.get_current_context().fail(f"give --json or --format {form}")
    chosen = "json" if as_json else form or "text"
    if chosen not in _FORMATS:
        renderer(chosen)
    return chosen


def shown(layout: Layout, form: str, more: Mapping[str, object] | None = None) -> str:
    """A table in some format, for the terminal if it is text; `more` is added to data."""
    if form == "text":
        return text_table(layout, **settings().terminal()._asdict())
    if form == "svg":
        # XML may spell characters by number, and then no encoding can spoil them.
        return svg_table(layout).encode("ascii", "xmlcharrefreplace").decode()
    if form == "json":
        import json

        return json.dumps({**layout_data(layout), **(more or {})})
    return renderer(form).render(layout)


def renderer(name: str) -> RendererEntry:
    """A plugin's renderer by name. Raises a usage error if there is none."""
    offered = plugins.registry().renderers
    if name not in offered:
        known = [*_FORMATS, *(other for other in offered if other not in _FORMATS)]
        hint = did_you_mean(name, known) or f" (there are {', '.join(known)})"
        click.get_current_context().fail(f"no format is called {name!r:.60}{hint}")
    return offered[name]


def layout_data(layout: Layout) -> dict[str, object]:
    """A state or a view as plain data: a pile is the text that `Pile` reads."""
    data: dict[str, object] = {}
    game = getattr(layout, "game", None)
    if game is not None:
        data |= {"game": game.name, "options": dict(game.options)}
    if isinstance(layout, View):
        data["seat"] = layout.seat
    data |= {
        "piles": {name: str(pile) for name, pile in layout.piles.items()},
        "facts": dict(layout.facts),
    }
    if isinstance(layout, State):
        data |= {
            "deal": None if layout.deal is None else str(layout.deal),
            "position": layout.position,
            "turn": layout.turn,
            "outcome": None if layout.outcome is None else layout.outcome.to_data(),
        }
    if game is not None and isinstance(layout, State | View):
        data["moves"] = [str(move) for move in layout.moves]
    return data


def outcome_line(outcome: Outcome, moves: int, players: tuple[str, ...] = ()) -> str:
    """How a game ended, in words.

    >>> outcome_line(Outcome("stuck", won=False), 53)
    'stuck after 53 moves'
    >>> outcome_line(Outcome("scored", scores=(5, -5), winners=(0,)), 96, ("greedy", "random"))
    'scored after 96 moves: 5, -5; won by seat 0 (greedy)'
    """
    reason = "stopped at the limit" if outcome.reason == "limit" else outcome.reason
    line = f"{reason} after {counted(moves, 'move')}"
    if outcome.scores is not None:
        line += f": {', '.join(map(str, outcome.scores))}"
    if outcome.winners:
        line += f"; won by {', '.join(seat_name(seat, players) for seat in outcome.winners)}"
    return printable(line)


def seat_name(seat: int, players: tuple[str, ...]) -> str:
    """A seat, and who plays it."""
    return f"seat {seat} ({players[seat]})" if seat < len(players) else f"seat {seat}"
