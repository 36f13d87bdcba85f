"""`cardkit run`: players play one deal, or many."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

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
from cardkit.cli.errors import INTERRUPTED, plain_errors, say
from cardkit.cli.output import counted, entries, paragraph, write, write_json
from cardkit.cli.progress import playing
from cardkit.cli.scoresheet import crossed_off_text, places_text, sheet_text
from cardkit.cli.showing import outcome_line, shown
from cardkit.deals import Deal, parse_deals
from cardkit.headless import LIMIT, Run, Summary, final_places, run, score_sheet
from cardkit.headless.record import Witness
from cardkit.headless.seating import choose_players
from cardkit.state import Game

_F = TypeVar("_F", bound=Callable[..., object])


def seed_option(function: _F) -> _F:
    """`--seed N`, which gives the players other chance."""
    return click.option(
        "--seed",
        type=int,
        default=0,
        show_default=True,
        help="Seed of the players' random choices.",
    )(function)


def limit_option(function: _F) -> _F:
    """`--limit N`, which ends games that go on for ever."""
    return click.option(
        "--limit",
        type=click.IntRange(0),
        default=LIMIT,
        show_default=True,
        help="End a game after so many moves.",
    )(function)


@contextmanager
def telling_of_observers() -> Iterator[None]:
    """At the end, or where it is interrupted, say on stderr which observers among plugins failed.

    What went wrong otherwise is told alone.
    """
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        _tell_of_observers()
        raise
    _tell_of_observers()


def _tell_of_observers() -> None:
    for problem in plugins.registry().problems:
        if problem.kind == "observer":
            say(str(problem))


def _seat(_: click.Context, __: click.Parameter, text: str | None) -> Witness | None:
    """The seat that a text means: its number, or `onlooker`."""
    if text is None or text == "onlooker":
        return "onlooker" if text else None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise click.BadParameter(f"a seat is a number from 0, or onlooker, not {text!r:.60}")
    return int(text)


@command("run")
@game_argument
@deal_option
@click.option("--deals", metavar="NAMES", help="Many deals, like 1..100 or 7,ms:1..50.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="P",
    help="Who plays: once for all seats, or once for each. By default greedy, else random.",
)
@options_option
@seed_option
@limit_option
@click.option(
    "--record",
    metavar="FILE",
    help="Write the record of the game. For many deals a folder, or a name with {deal} in it.",
)
@click.option(
    "--record-seat",
    callback=_seat,
    metavar="SEAT",
    help="Record what this seat saw: a number from 0, or onlooker.",
)
@json_option("a JSON object for each deal and, for many deals, one with the summary")
def run_command(
    name: str,
    deal: str | None,
    deals: str | None,
    players: Sequence[str],
    options: dict[str, str],
    seed: int,
    limit: int,
    record: str | None,
    record_seat: Witness | None,
    as_json: bool,
) -> None:
    """Let players play one deal, and show how it ends, or many deals, and sum them up.

    A match of several deals ends with its score sheet, the ranking and the winners.

    Records are written when a game is over, whole or not at all. Those of many deals lie in the
    folder FILE as GAME-DEAL.jsonl, or where FILE says if it has {deal} in it.

    \b
    Examples:
      cardkit run bisley --deal 42 --player random
      cardkit run bisley --deals 1..20
      cardkit run bisley --deals ms:1..5 --record games/{deal}.jsonl --json
      cardkit run bismarck -o session=modern --player random
    """
    context = click.get_current_context()
    if deal is not None and deals is not None:
        context.fail("give --deal or --deals, not both")
    if record_seat is not None and record is None:
        context.fail("--record-seat says whose record to write, so it goes with --record")
    game = plugins.game(name, **options)
    with plain_errors():
        choose_players(game, players or None)
    job = _Job(game, tuple(players) or None, seed, limit, record, record_seat)
    with telling_of_observers():
        if deals is None:
            _run_one(job, chosen_deal(deal), as_json)
        else:
            _run_many(job, deals, as_json)


@frozen
class _Job:
    """What is the same for every deal."""

    game: Game
    players: tuple[str, ...] | None
    seed: int
    limit: int
    record: str | None
    seat: Witness | None

    def run(self, deal: Deal, many: bool = False) -> Run:
        """Play one deal, and write its record if there is to be one."""
        target = self.record
        path = None if target is None else record_path(target, self.game, deal, many)
        return run(
            self.game,
            deal=deal,
            players=self.players,
            seed=self.seed,
            limit=self.limit,
            record=path,
            seat=self.seat,
        )


def record_path(target: str, game: Game, deal: Deal, many: bool) -> str:
    """Where the record of a deal goes. Folders are made where the target says less than a file.

    `target` is what `--record` says. If records of `many` deals cannot all go there, the command
    ends with a UsageError.
    """
    name = f"cards-{deal.number:016x}" if deal.orders else str(deal).replace(":", "-")
    if "{deal}" in target:
        path = target.replace("{deal}", name)
    elif os.path.isdir(target) or (many and not os.path.exists(target)):
        path = os.path.join(target, f"{game.name}-{name}.jsonl")
    elif not many:
        return target
    else:
        click.get_current_context().fail(
            f"many deals are recorded in a folder, or in files with {{deal}} in their names;"
            f" {target} is a file"
        )
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    return path


def _run_one(job: _Job, deal: Deal, as_json: bool) -> None:
    result = job.run(deal)
    if as_json:
        write_json(_data(result))
    else:
        write("\n\n".join(_end(result)))


def _end(result: Run) -> Iterator[str]:
    """How one game came out: the table, or the score sheet of a match that is over."""
    sheet = score_sheet(result.state)
    terminal = settings().terminal()
    if sheet is None or result.outcome.scores is None:
        yield shown(result.state, "text")
    if sheet is not None and sheet.deals:
        yield sheet_text(sheet, terminal.width, terminal.unicode)
        if sheet.crossed_off:
            yield crossed_off_text(sheet, terminal.width)
    if places := final_places(result.outcome):
        yield places_text(places, result.players, terminal.width)
    line = outcome_line(result.outcome, result.moves, result.players)
    yield paragraph(line, terminal.width)


def _data(result: Run) -> dict[str, object]:
    """The same as data."""
    data = result.to_data()
    sheet = score_sheet(result.state)
    if sheet is not None:
        data |= sheet.to_data()
    if places := final_places(result.outcome):
        data["ranking"] = [place.to_data() for place in places]
    return data


def _run_many(job: _Job, text: str, as_json: bool) -> None:
    deals = parse_deals(text)
    total = Summary()
    players: tuple[str, ...] = ()
    interrupted = False
    try:
        with playing(len(deals), writing=as_json) as played:
            for deal in deals:
                result = job.run(deal, many=True)
                total.add(result)
                players = result.players
                if as_json:
                    write_json(_data(result))
                played()
    except KeyboardInterrupt:
        if not total.count:
            raise
        interrupted = True
    if as_json:
        about = {
            "game": job.game.name,
            "options": dict(job.game.options),
            "deals": text,
            "players": list(players),
            "seed": job.seed,
            "partial": total.count < len(deals),
        }
        write_json({"summary": {**about, **total.to_data()}})
    else:
        write("\n".join(_summary(total, len(deals), job.game, players)))
    if interrupted:
        say(f"interrupted after {total.count} of {counted(len(deals), 'deal')}")
        sys.exit(INTERRUPTED)


def _summary(total: Summary, planned: int, game: Game, players: tuple[str, ...]) -> Iterator[str]:
    """What many games came to, in lines; `planned` is how many there should be."""
    count = total.count
    lines = [("games", f"{count} of {game.name}")]
    if count < planned:
        lines.append(("partial", f"{count} of {counted(planned, 'deal')}"))
    if game.seats == 1:
        lines.append(("player", players[0]))
    if total.won is not None and total.interval is not None:
        low, high = (f"{bound:.1%}" for bound in total.interval)
        share = f"{total.won / count:.1%}; 95% interval {low} to {high}"
        lines.append(("won", f"{total.won} ({share})"))
    lines.append(("moves", f"{total.moves / count:.1f} a game"))
    ends = ", ".join(f"{reason} {number}" for reason, number in sorted(total.reasons.items()))
    lines.append(("ended", ends))
    yield entries(lines, 10**6)
    if game.seats > 1:
        yield ""
        yield from _seats(total, players)


def _seats(total: Summary, players: tuple[str, ...]) -> Iterator[str]:
    """A line for each seat: who played it, its mean score, its wins."""
    width = max(len("player"), *map(len, players))
    means = total.mean_scores
    yield f"seat  {'player':<{width}}  {'mean score':>10}  {'wins':>6}"
    for seat, player in enumerate(players):
        mean = "" if means is None else f"{means[seat]:.2f}"
        wins = total.wins[seat] if seat < len(total.wins) else 0
        yield f"{seat:>4}  {player:<{width}}  {mean:>10}  {wins:>6}"
