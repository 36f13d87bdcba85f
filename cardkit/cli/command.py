"""What our commands have in common: options that every one takes, and kinds of arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from cardkit.deals import Deal
    from cardkit.render import Terminal

_F = TypeVar("_F", bound=Callable[..., Any])


class Settings:
    """What the options say that every command takes, before the command's name or behind it."""

    # Neither here nor in `root` is anything made by attrs: it would be imported for `--help`.
    def __init__(self) -> None:
        self.games_dirs: list[str] = []
        self.ascii = False
        self.colour: bool | None = None

    def terminal(self) -> Terminal:
        """How a table is to be written on standard output."""
        from cardkit.render import detect

        found = detect(sys.stdout, os.environ)
        return found._replace(
            unicode=found.unicode and not self.ascii,
            colour=found.colour if self.colour is None else self.colour,
        )

    def open_games(self, ctx: click.Context) -> None:
        """Offer the games of the folders that were named, as long as a context lasts."""
        if self.games_dirs:
            from cardkit import plugins
            from cardkit.plugins.sources import folders_of_environment

            folders = [*folders_of_environment(), *self.games_dirs]
            ctx.with_resource(plugins.use(plugins.load(games_dirs=folders)))


def settings(ctx: click.Context | None = None) -> Settings:
    """The settings of the command that is being run."""
    return (ctx or click.get_current_context()).ensure_object(Settings)


class _CommonOption(click.Option):
    """An option that every command takes, kept in the settings."""

    def __init__(self, *declarations: str, **attributes: Any) -> None:
        super().__init__(declarations, expose_value=False, callback=_keep, **attributes)


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    kept = settings(ctx)
    if param.name == "games_dirs":
        kept.games_dirs += value
    elif param.name == "ascii":
        kept.ascii = kept.ascii or value
    elif value is not None:
        kept.colour = value


def common_options() -> list[click.Parameter]:
    """The options that every command takes."""
    return [
        _CommonOption(
            "--games-dir",
            "games_dirs",
            multiple=True,
            metavar="DIR",
            help="Offer the games of the rules files in this folder, too. May be given again.",
        ),
        _CommonOption("--ascii", is_flag=True, help="Write tables without suit symbols."),
        _CommonOption(
            "--colour/--no-colour",
            default=None,
            help="Write red suits in red, or not. By default on terminals, if NO_COLOR is not set.",
        ),
        _CommonOption("--color/--no-color", "colour", default=None, hidden=True),
    ]


class Command(click.Command):
    """A command of ours: it takes the options that every command takes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += common_options()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the command's own options, and beneath them those of every command."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for title, common in (("Options", False), ("Options of every command", True)):
            some = [option for option in options if isinstance(option, _CommonOption) == common]
            records = [record for option in some if (record := option.get_help_record(ctx))]
            with formatter.section(title):
                formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        settings(ctx).open_games(ctx)
        return super().invoke(ctx)


def command(name: str) -> Callable[[Callable[..., Any]], Command]:
    """Make a command of ours of a function."""
    return click.command(name, cls=Command)


# -- arguments that several commands take --------------------------------------------------------


def game_argument(function: _F) -> _F:
    """GAME, the name of a game."""
    return click.argument("name", metavar="GAME")(function)


def options_option(function: _F) -> _F:
    """`-o key=value`, an option of the game."""
    return click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        callback=_pairs,
        help="Choose an option of the game; `cardkit rules GAME` lists them. May be given again.",
    )(function)


def _pairs(_: click.Context, __: click.Parameter, values: Sequence[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in values:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise click.BadParameter(f"an option is written key=value, not {text!r:.60}")
        if pairs.get(key, value) != value:
            raise click.BadParameter(f"{key!r:.60} is given twice")
        pairs[key] = value
    return pairs


def deal_option(function: _F) -> _F:
    """`--deal NAME`, where the cards come from."""
    return click.option(
        "--deal",
        metavar="NAME",
        help="The deal: 42, ms:617, pysol:31415, or all cards in order.  [default: 1]",
    )(function)


def chosen_deal(text: str | None) -> Deal:
    """The deal of `--deal`: 1, if it was not given. Raises DealError."""
    from cardkit.deals import Deal

    return Deal.of("1" if text is None else text)


def json_option(what: str) -> Callable[[_F], _F]:
    """`--json`, to write data instead of text."""
    return click.option("--json", "as_json", is_flag=True, help=f"Write {what}.")
