"""`cardkit tournament`: players compared over the same deals, in every seating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import click

from cardkit import plugins
from cardkit.cli.command import command, game_argument, json_option, options_option, settings
from cardkit.cli.errors import plain_errors
from cardkit.cli.grid import grid
from cardkit.cli.output import counted, entries, paragraph, write, write_json
from cardkit.cli.progress import playing
from cardkit.cli.running import limit_option, seed_option, telling_of_observers
from cardkit.headless import Contest, Difference, Tournament
from cardkit.headless.comparing import CLEAR_FROM


@command("tournament")
@game_argument
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="P",
    help="Who takes part. To be given for each of two players or more.",
)
@click.option(
    "--deals",
    default="1..20",
    metavar="NAMES",
    show_default=True,
    help="The deals, each the cards of a match, like 1..100 or 7,ms:1..50.",
)
@options_option
@seed_option
@limit_option
@json_option("a JSON object")
def tournament_command(
    name: str,
    players: Sequence[str],
    deals: str,
    options: dict[str, str],
    seed: int,
    limit: int,
    as_json: bool,
) -> None:
    """Compare players: they play the same deals in every seating.

    Every deal is played once for each way in which the players can take the seats. More players
    than seats meet in every choice of them; with fewer, everybody has one seat and some have more.
    A player given twice has two seats. In a game for one everybody plays every deal.

    The ranking goes by the mean score. A shared win counts as a fraction. The difference of two
    players is paired: on each deal the mean of one over all seatings less that of the other. Its
    interval is Student's t interval over the deals, each by itself.

    Ctrl-C ends a tournament early; what has been played by then is told.

    \b
    Examples:
      cardkit tournament bisley --player greedy --player random --deals 1..100
      cardkit tournament bisley --player greedy --player random --json
    """
    game = plugins.game(name, **options)
    with plain_errors():
        contest = Contest(game, players, deals, seed=seed, limit=limit)
    with telling_of_observers():
        try:
            with playing(contest.total, writing=False, things="games") as played:
                for _ in contest.play():
                    played()
        except KeyboardInterrupt:
            _tell(contest.result(), options, as_json)
            raise
        _tell(contest.result(), options, as_json)


def _tell(result: Tournament, options: dict[str, str], as_json: bool) -> None:
    if as_json:
        write_json(result.to_data())
    else:
        write("\n\n".join(_text(result, options, settings().terminal().width)))


def _text(result: Tournament, options: dict[str, str], width: int) -> Iterator[str]:
    """What a tournament came to, in sections."""
    yield entries(_about(result, options), width)
    if result.deals:
        yield _ranking(result, width)
        yield _differences(result, width)


def _about(result: Tournament, options: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What was played."""
    title = result.game.name
    if options:
        title += f" ({', '.join(f'{key}={value}' for key, value in options.items())})"
    yield "game", title
    deals = counted(len(result.deals), "deal")
    seatings = counted(len(result.seatings), "seating")
    yield "played", f"{counted(result.matches, 'game')}: {deals}, each in {seatings}"
    if result.left_out:
        some = ", ".join(str(deal)[:60] for deal in result.left_out[:5])
        more = ", ..." if len(result.left_out) > 5 else ""
        text = f"{counted(len(result.left_out), 'deal')} without scores: {some}{more}"
        yield "left out", f"{text} (somebody resigned, or the limit came first)"
    if not result.is_complete:
        done = len(result.deals) + len(result.left_out)
        yield "partial", f"interrupted after {done} of {counted(result.planned, 'deal')}"


def _ranking(result: Tournament, width: int) -> str:
    """A line for each player."""
    scored = result.measure == "score"
    whole = all(standing.wins.denominator == 1 for standing in result.ranking)
    rows = [["rank", "player", *(["mean score"] if scored else []), "wins", "of", "rate"]]
    for standing in result.ranking:
        mean = [f"{float(standing.mean):.2f}"] if scored else []
        wins = str(standing.wins) if whole else f"{float(standing.wins):.2f}"
        rate = f"{float(standing.win_rate):.1%}"
        rows.append([str(standing.rank), standing.player, *mean, wins, str(standing.played), rate])
    return grid(rows, width, left=[1])


def _differences(result: Tournament, width: int) -> str:
    """A line for every two players."""
    scored = result.measure == "score"
    what = "mean score" if scored else "rate of wins"
    title = f"Differences in the {what}, paired by deal, with 95% t intervals:"
    rows = [["players", "difference", "95% interval", "verdict"]]
    for found in result.differences:
        interval = "-"
        if found.interval is not None:
            interval = " to ".join(_signed(bound, scored) for bound in found.interval)
        pair = f"{found.player} over {found.against}"
        rows.append([pair, _signed(found.mean, scored), interval, _verdict(found)])
    return f"{paragraph(title, width)}\n{grid(rows, width, left=[0, 3])}"


def _signed(value: Fraction | float, scored: bool) -> str:
    """A difference with its sign, unless nothing of it is left in so many digits."""
    text = f"{abs(float(value)):.2f}" if scored else f"{abs(float(value)):.1%}"
    if not text.strip("0.%"):
        return text
    return f"{'-' if value < 0 else '+'}{text}"


def _verdict(found: Difference) -> str:
    """What a difference says."""
    if found.is_clear:
        return f"{found.player} is better"
    if found.deals < CLEAR_FROM:
        return f"not clear: fewer than {CLEAR_FROM} deals"
    return "not clear of equality"
