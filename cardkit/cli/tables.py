"""`cardkit deal`, `cardkit moves` and `cardkit perft`: a position and where it leads."""

from __future__ import annotations

import click

from cardkit import plugins
from cardkit.cli.command import (
    chosen_deal,
    command,
    deal_option,
    game_argument,
    json_option,
    options_option,
)
from cardkit.cli.errors import say
from cardkit.cli.output import write, write_json
from cardkit.cli.progress import counting
from cardkit.cli.showing import chosen_format, format_options, layout_data, shown


@command("deal")
@game_argument
@deal_option
@options_option
@format_options
def deal_command(
    name: str, deal: str | None, options: dict[str, str], form: str | None, as_json: bool
) -> None:
    """Show the table at the start of a deal.

    \b
    Examples:
      cardkit deal bisley --deal 42
      cardkit deal bisley --deal ms:617 -o columns=12
      cardkit deal bisley --format svg
    """
    chosen = chosen_format(form, as_json)
    write(shown(plugins.game(name, **options).deal(chosen_deal(deal)), chosen))


@command("moves")
@game_argument
@deal_option
@click.option("--position", metavar="TEXT", help="The position, as `deal --format json` writes it.")
@options_option
@json_option("the position with its moves as a JSON object")
def moves_command(
    name: str, deal: str | None, position: str | None, options: dict[str, str], as_json: bool
) -> None:
    """List the legal moves at the start of a deal, or in a position: one a line, in their order.

    \b
    Examples:
      cardkit moves bisley --deal 42
      cardkit moves bisley --deal 42 --json
    """
    if deal is not None and position is not None:
        click.get_current_context().fail("give --deal or --position, not both")
    game = plugins.game(name, **options)
    state = game.deal(chosen_deal(deal)) if position is None else game.at(position)
    if as_json:
        write_json(layout_data(state))
    elif state.moves:
        write("\n".join(map(str, state.moves)))
    else:
        say(f"no legal moves: {state.outcome.reason if state.outcome else 'yet it is not over'}")


@command("perft")
@game_argument
@deal_option
@click.option(
    "--depth", required=True, type=click.IntRange(1), metavar="D", help="How many moves deep."
)
@options_option
@json_option("a JSON object")
def perft_command(
    name: str, deal: str | None, depth: int, options: dict[str, str], as_json: bool
) -> None:
    """Count the distinct positions after exactly 1, 2 ... D moves, one count a line.

    \b
    Example:
      cardkit perft bisley --deal 42 --depth 3
    """
    from cardkit.headless import perft

    state = plugins.game(name, **options).deal(chosen_deal(deal))
    with counting() as progress:
        counts = perft(state, depth, progress)
    if as_json:
        game = state.game
        named = {"game": game.name, "options": dict(game.options), "deal": str(state.deal)}
        write_json({**named, "counts": counts})
    else:
        write("\n".join(f"{ply} {count}" for ply, count in enumerate(counts, 1)))
