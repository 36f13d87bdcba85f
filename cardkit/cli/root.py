"""The command `cardkit` itself: what commands there are, and which module has each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from cardkit import __version__
from cardkit.cli.command import common_options, settings
from cardkit.cli.errors import guarded
from cardkit.cli.foreign import Foreign, foreign_commands
from cardkit.cli.output import write
from cardkit.words import BY_HAND, did_you_mean

#: Our commands: the module that has each, and what `cardkit --help` says of it. The modules, and
#: all that they need, are imported when a command is used.
COMMANDS: Final = {
    "games": ("listing", "List the games."),
    "plugins": ("listing", "List the plugins, and what is wrong with any."),
    "rules": ("listing", "Show the rules and the options of a game."),
    "deal": ("tables", "Show the table at the start of a deal."),
    "moves": ("tables", "List the legal moves of a position."),
    "perft": ("tables", "Count the positions so many moves away."),
    "run": ("running", "Let players play one deal or many."),
    "solve": ("solve", "Find out whether deals can be won, and how."),
    "tournament": ("tournament", "Compare players over the same deals, in every seating."),
    "sweep": ("sweep", "Solve or play many deals, and keep what comes out."),
    "stats": ("stats", "Tell what the results of a sweep come to."),
    "replay": ("records", "Show the table at the end of a record, or earlier."),
    "check": ("records", "Find every fault of rules files and records."),
    "schema": ("schema", "Print the JSON Schema of rules files."),
    "new-game": ("scaffold", "Write a new game to begin with."),
}

#: Commands that people expect, and what there is instead.
_INSTEAD: Final = {
    "play": f"{BY_HAND}; `cardkit run` has it played by players",
    "show": "`cardkit deal` shows a table, `cardkit replay` a record",
    "list": "`cardkit games` lists the games",
    "help": "`cardkit --help` lists the commands, `cardkit COMMAND --help` tells of one",
    "version": "`cardkit --version` tells it",
}

_COMPLETE: Final = "_CARDKIT_COMPLETE"


class Root(click.Group):
    """`cardkit`: our commands, each loaded when it is used, and those of plugins."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> NoReturn:
        """Do what the arguments say, and exit with the status that it comes to."""
        words = list(sys.argv[1:] if args is None else args)
        sys.exit(guarded(lambda: self._run(words)))

    def _run(self, words: list[str]) -> None:
        instruction = os.environ.get(_COMPLETE)
        if instruction:
            from click.shell_completion import shell_complete

            raise SystemExit(shell_complete(self, {}, "cardkit", _COMPLETE, instruction))
        with self.make_context("cardkit", words) as ctx:
            self.invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command's name."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. What is wrong with its use is wrong with that of some command."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if error.ctx is None:  # click does not always say
                name = ctx.invoked_subcommand or ""
                found = self.get_command(ctx, name)
                error.ctx = click.Context(found, ctx, info_name=name) if found else ctx
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, ours first."""
        return [*COMMANDS, *_foreign(ctx).commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return _foreign(ctx).commands.get(cmd_name)
        module, _ = COMMANDS[cmd_name]
        attribute = f"{cmd_name.replace('-', '_')}_command"
        found = getattr(import_module(f"cardkit.cli.{module}"), attribute)
        return found if isinstance(found, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with, and the rest of them."""
        name, *rest = args
        found = self.get_command(ctx, name)
        if found is None:
            hint = _game_hint(ctx, name) or did_you_mean(name, self.list_commands(ctx))
            if name in _INSTEAD:
                hint = f": {_INSTEAD[name]}"
            remark = _foreign(ctx).remark
            ctx.fail(f"no command is called {name!r:.60}{hint}{remark and f'; {remark}'}")
        if name not in COMMANDS:
            settings(ctx).open_games(ctx)
        return name, found, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what commands there are, without loading ours."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])
        foreign = _foreign(ctx)
        if foreign.commands:
            with formatter.section("Commands of plugins"):
                formatter.write_dl(
                    [(name, found.get_short_help_str()) for name, found in foreign.commands.items()]
                )
        if foreign.remark:
            formatter.write_paragraph()
            formatter.write_text(foreign.remark)


def _game_hint(ctx: click.Context, name: str) -> str:
    """What to type if a command is called like a game; empty if no game is."""
    from cardkit import plugins

    settings(ctx).open_games(ctx)
    entry = plugins.games().get(name)
    return f" (it is a game: `cardkit run {name}` has it played)" if entry else ""


def _foreign(ctx: click.Context) -> Foreign:
    """What plugins add, found out once."""
    found = ctx.meta.get(__name__)
    if not isinstance(found, Foreign):
        found = ctx.meta[__name__] = foreign_commands(taken=COMMANDS)
    return found


@click.group(
    cls=Root,
    name="cardkit",
    params=common_options(),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="cardkit", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Card games as rules written once: show, deal, play, record and check them.

    \b
    Examples:
      cardkit games
      cardkit deal bisley --deal 42
      cardkit run bisley --deals 1..100
    """
    if ctx.invoked_subcommand is None:
        write(ctx.get_help())
