"""The end of a game for its page: a recorded line of moves, replayed, and what is shown of it.

A line is a record (`docs/lines/NAME.jsonl`) that `docs/record_lines.py` found once. Building the
pages only replays it. Where the rules have changed since, but the moves are as legal as before and
come to the same end, its first line is brought up to date like any other file that is built.
"""

from __future__ import annotations

import json
from pathlib import Path

from attrs import evolve, frozen

from cardkit.arrangement import Arrangement
from cardkit.cli.scoresheet import sheet_text
from cardkit.headless import Record, RecordError, read_record, replay, score_sheet
from cardkit.render import arrangement_of, svg_table
from cardkit.state import RESIGN, Game, State

LINES = Path(__file__).resolve().parent / "lines"


@frozen
class Ending:
    """How a recorded game ended: the record as it should be, and what the page shows."""

    record: str
    picture: str
    caption: str
    #: The score sheet of a match.
    sheet: str | None


def line_path(name: str) -> Path:
    """Where the line of a game lies."""
    return LINES / f"{name}.jsonl"


def ending(game: Game) -> Ending:
    """The end of the line that is recorded for a game with its usual options.

    Raises RecordError if there is none, it has no end, or it is none by the rules as they are.
    """
    path = line_path(game.name)
    record = read_record(path)
    if record.note:
        raise RecordError(record.note, str(path))
    header, *moves = path.read_text("ascii").splitlines()
    now = {
        "game": game.name,
        "version": game.version,
        "rules": game.digest,
        "options": dict(game.options),
    }
    current = {**json.loads(header), **now}
    record = evolve(record, header={**record.header, **now})
    state = replay(record, game=game)
    sheet = score_sheet(state)
    caption = _caption(record, state)
    _show_last_trick(state)
    return Ending(
        record="\n".join([json.dumps(current), *moves, ""]),
        picture=_picture(state),
        caption=caption,
        sheet=None if sheet is None else sheet_text(sheet, width=80, unicode=True),
    )


def _caption(record: Record, state: State) -> str:
    deal, moves = record.header["deal"], len(record.moves) - record.moves.count(RESIGN)
    who = ", ".join(f"`{name}`" for name in dict.fromkeys(record.header["players"]))
    if state.game.seats > 1:
        return (
            f"The last card of the first deal of match {deal}, as the seat that plays it sees the"
            f" table. At each seat plays {who}."
        )
    if state.outcome is not None and state.outcome.won:
        return f"Deal {deal}, won by {who} in {moves} moves."
    return f"Deal {deal} as far as {who} came with it, in {moves} moves. It is not won."


def _show_last_trick(state: State) -> None:
    """Go back, in a match, to where its first deal lacks one card: then its last trick lies there.

    When a trick is complete it is taken at once, and a deal that is over makes room for the next.
    """
    if state.game.seats > 1:
        state.undo()
        while state.facts.get("deal", 0):
            state.undo()


def _picture(state: State) -> str:
    if state.game.seats == 1:
        return svg_table(state)
    view = state.view(state.turn)
    plan = arrangement_of(view)
    # What was won lies squared at a table, and in columns would be as long as a pack; the hands
    # are empty but one.
    fans = {name: fan for name, fan in plan.fans.items() if fan != "down"}
    squared = Arrangement(plan.rows, fans, plan.labels, plan.suits, vanishing=plan.names)
    return svg_table(view, arrangement=squared)
