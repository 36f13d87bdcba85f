"""`cardkit` itself: its help, and how its commands are found."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import cardkit
from cardkit.cli.root import COMMANDS, cli

PLUGIN = """\
import click
from cardkit.plugins import RendererEntry, hookimpl

@click.command(help="Say hello. And more.")
@click.argument("how", default="")
@click.option("--loud")
def hello(how, loud):
    import cardkit
    click.echo(f"hello {' '.join(name for name in cardkit.games() if 'rows' in name)}".strip())
    if how == "wrong":
        raise click.UsageError("Wrong.")
    if how == "bug":
        raise KeyError("nowhere")

@click.command(help="Not ours.")
def games():
    click.echo("not ours")

@hookimpl
def cardkit_commands():
    yield hello
    yield games

@hookimpl
def cardkit_renderers():
    count = lambda layout: str(sum(map(len, layout.cards.values())))
    yield RendererEntry("count", count, help="how many cards")
"""


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that finds a plugin, and another one that is broken."""
    (tmp_path / "greeting.py").write_text(PLUGIN)
    info = tmp_path / "greeting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: greeting\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardkit]\nhi = greeting\nbroken = no_such_module\n")
    return {"PYTHONPATH": f"{tmp_path}:{':'.join(filter(None, sys.path))}"}


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_every_command(ck: Callable[..., Any], words: list[str]) -> None:
    done = ck(*words)
    assert (done.status, done.err) == (0, "")
    for name, (_, summary) in COMMANDS.items():
        assert any(line.split(maxsplit=1) == [name, summary] for line in done.out.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_commands_help_has_its_summary_and_an_example(ck: Callable[..., Any], name: str) -> None:
    context = click.Context(cli, info_name="cardkit")
    command = cli.get_command(context, name)
    assert command is not None
    assert command.name == name
    done = ck(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert "Example" in done.out
    assert f"\n    cardkit {name} " in done.out or f"\n    cardkit {name}\n" in done.out
    assert "--games-dir DIR" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_commands_help_run(
    ck: Callable[..., Any], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for record in ("game.jsonl", "other.jsonl"):
        cardkit.run("bisley", deal=42, players="random", record=record)
    Path("my-game").mkdir()
    shutil.copy(str(cardkit.games()["bisley"].file), "my-game/rules.yaml")
    lines = ck(name, "--help").out.splitlines()
    examples = [
        line.partition(" > ")[0].split()[1:] for line in lines if line.startswith("    cardkit ")
    ]
    assert examples
    for words in examples:
        done = ck(*words)
        assert done.status == 0, words
        assert done.out


def test_version(ck: Callable[..., Any]) -> None:
    assert ck("--version").out == f"cardkit {cardkit.__version__}\n"


def test_help_imports_neither_games_nor_what_is_heavy(process: Callable[..., Any]) -> None:
    code = (
        "import sys; from cardkit.cli.root import cli, guarded\n"
        "guarded(lambda: cli.make_context('cardkit', ['--help']))\n"
        "print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    )
    done = process(command=[sys.executable, "-c", code])
    assert "Commands:" in done.out
    loaded = set(done.err.split())
    heavy = {"rich", "cattrs", "yaml", "pluggy", "hypothesis", "numpy", "cardkit_games"}
    assert "click" in loaded
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith(("cardkit.plugins", "cardkit.headless"))}


def test_commands_of_plugins_are_listed_and_run(
    process: Callable[..., Any], installed: dict[str, str]
) -> None:
    told = process("--help", **installed)
    assert (told.status, told.err) == (0, "")
    assert "Commands of plugins:\n  hello  Say hello.\n" in told.out
    words = " ".join(told.out.split())
    assert "1 plugin problem: `cardkit plugins` tells more" in words
    assert "the command 'games' of a plugin is left out: cardkit has one" in words
    done = process("hello", **installed)
    assert (done.status, done.out, done.err) == (0, "hello\n", "")
    assert "bisley" in process("games", **installed).out


def test_commands_of_plugins_see_the_folders_of_games(
    process: Callable[..., Any], installed: dict[str, str], tmp_path: Path
) -> None:
    source = cardkit.games()["bisley"].file
    assert source is not None
    folder = tmp_path / "games"
    folder.mkdir()
    rules = source.read_text(encoding="utf-8").replace("name: bisley", "name: two-rows", 1)
    (folder / "two-rows.yaml").write_text(rules, encoding="utf-8")
    done = process("--games-dir", str(folder), "hello", **installed)
    assert (done.status, done.out) == (0, "hello two-rows\n")


def test_errors_of_commands_of_plugins_are_told_like_ours(
    process: Callable[..., Any], installed: dict[str, str]
) -> None:
    done = process("hello", "bug", **installed)
    assert done.status == 70
    assert done.err.startswith("cardkit: this is a bug: KeyError: 'nowhere' (")
    done = process("hello", "--huw", **installed)
    assert (done.status, done.err) == (
        2,
        "cardkit: no such option: --huw; see cardkit hello --help\n",
    )
    done = process("hello", "--loud", **installed)
    assert (done.status, done.err) == (
        2,
        "cardkit: option '--loud' requires an argument; see cardkit hello --help\n",
    )
    done = process("hello", "wrong", **installed)
    assert (done.status, done.err) == (2, "cardkit: wrong; see cardkit hello --help\n")
    done = process("helo", **installed)
    assert done.status == 2
    assert "(did you mean 'hello'?)" in done.err


def test_renderers_of_plugins_are_formats(
    process: Callable[..., Any], installed: dict[str, str]
) -> None:
    done = process("deal", "bisley", "--format", "count", **installed)
    assert (done.status, done.out) == (0, "52\n")


def test_a_broken_plugin_is_listed_and_harms_nothing(
    process: Callable[..., Any], installed: dict[str, str]
) -> None:
    done = process("plugins", "--json", **installed)
    (problem,) = json.loads(done.out)["problems"]
    assert (problem["name"], problem["kind"]) == ("broken", "import")
    assert process("moves", "bisley", **installed).status == 0


def test_completion_of_a_shell(process: Callable[..., Any]) -> None:
    done = process(_CARDKIT_COMPLETE="bash_source")
    assert "_cardkit_completion" in done.out
    words = {"COMP_WORDS": "cardkit pe", "COMP_CWORD": "1"}
    done = process(_CARDKIT_COMPLETE="bash_complete", **words)
    assert done.out == "plain,perft\n"
