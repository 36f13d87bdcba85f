"""`cardkit replay` and `cardkit check`: records and rules files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

import click
from attrs import asdict

from cardkit.cli.command import (
    chosen_deal,
    command,
    deal_option,
    json_option,
    options_option,
)
from cardkit.cli.errors import plain_errors, printable
from cardkit.cli.output import counted, write, write_json
from cardkit.cli.showing import chosen_format, format_options, outcome_line, shown
from cardkit.headless import Record, check_record, read_record, replay
from cardkit.headless.record import checked_ply
from cardkit.rulebook import Problem, RulesError
from cardkit.rulesfile import read_rules
from cardkit.table import Layout


@command("replay")
@click.argument("file", metavar="FILE")
@click.option(
    "--to", type=click.IntRange(0), metavar="N", help="Stop after N moves.  [default: all]"
)
@format_options
def replay_command(file: str, to: int | None, form: str | None, as_json: bool) -> None:
    """Show the table at the end of a record, or after its first N moves.

    Every move is played again by the rules, and checked. The record of one seat shows what that
    seat knew.

    \b
    Examples:
      cardkit replay game.jsonl
      cardkit replay game.jsonl --to 2 --format svg
    """
    chosen = chosen_format(form, as_json)
    record = read_record(file)
    with plain_errors():
        ply = checked_ply(record, to)
    layout: Layout = record.view(ply) if record.is_seats else replay(record, to)
    result = record.result.to_data() if record.result else None
    more = {"ply": ply, "plies": len(record.moves), "result": result}
    write(shown(layout, chosen, more))
    if chosen == "text":
        write(f"\n{_where(record, ply)}")
    if to is None and record.note:
        raise click.ClickException(f"{file}: {record.note}")


def _where(record: Record, ply: int) -> str:
    """How far into the game a position is, in words."""
    total = len(record.moves)
    if ply < total:
        last = f"; last {record.moves[ply - 1]}" if ply else ""
        return f"after {ply} of {counted(total, 'move')}{last}; next {record.moves[ply]}"
    if record.result is None:
        return f"after {counted(total, 'move')}"
    return outcome_line(record.result, total, tuple(record.header.get("players", ())))


@command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@json_option("the faults as a JSON list")
@click.option("--watch", is_flag=True, help="Look over a rules file again at every save.")
@options_option
@deal_option
def check_command(
    files: Sequence[str],
    as_json: bool,
    watch: bool,
    options: Mapping[str, str],
    deal: str | None,
) -> None:
    """Find every fault of rules files and records, each with its place.

    What a file is, its name tells (.yaml, .jsonl), else its content. The exit status is 2 if
    anything is wrong.

    With --watch it goes on, for whoever edits a rules file: at every save it shows the faults or,
    if there are none, the table at the start of a deal (--deal, -o). Ctrl-C ends it.

    \b
    Examples:
      cardkit check my-game/rules.yaml
      cardkit check game.jsonl other.jsonl
    """
    if watch:
        _watch(files, as_json, options, deal)
        return
    if options or deal is not None:
        raise _usage("-o and --deal choose the table that --watch shows: give --watch, too")
    faults: list[Problem] = []
    for file in files:
        found = _faults(file)
        faults += found
        if not as_json:
            write(
                "\n".join(printable(str(fault)) for fault in found)
                if found
                else f"{file}: no faults"
            )
    if as_json:
        write_json([asdict(fault) for fault in faults])
    if faults:
        raise click.ClickException(counted(len(faults), "fault"))


def _watch(
    files: Sequence[str], as_json: bool, options: Mapping[str, str], deal: str | None
) -> None:
    """Look over one rules file as long as somebody edits it."""
    if as_json:
        raise _usage("give --watch or --json")
    if len(files) > 1:
        raise _usage(f"--watch is for one file, not {len(files)}")
    (file,) = files
    if _is_record(file):
        raise _usage(f"--watch is for rules files, and {printable(file)} is a record")
    from cardkit.cli.watching import watch

    watch(file, options, chosen_deal(deal))


def _usage(text: str) -> click.UsageError:
    return click.UsageError(text, click.get_current_context())


def _faults(file: str) -> list[Problem]:
    """Everything that is wrong with a file."""
    if _is_record(file):
        faults = check_record(file)
        return faults or _cut(read_record(file))
    try:
        read_rules(file).check()
    except RulesError as error:
        return list(error.problems)
    return []


def _cut(record: Record) -> list[Problem]:
    """The fault of a record that stops before the end of its game, in the line where it stops."""
    line = record.last_line + record.torn  # a line that was cut off is none of the record's
    return [Problem(record.path, line, 1, record.note)] if record.note else []


def _is_record(file: str) -> bool:
    """True if a file means to be a record, by its name or else by its first character."""
    suffix = os.path.splitext(file)[1].lower()
    if suffix in (".yaml", ".yml", ".jsonl", ".json"):
        return suffix.startswith(".json")
    try:
        with open(file, "rb") as stream:
            return stream.read(4096).lstrip().startswith(b"{")
    except (OSError, ValueError):
        return False  # reading it will tell what is wrong
