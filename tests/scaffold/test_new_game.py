"""`cardkit new-game`: what it writes is complete, has no fault and is played at once."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

import cardkit
from cardkit.entries import GameEntry
from cardkit.plugins import checks
from cardkit.rulesfile import game_entry, read_rules
from cardkit.scaffold import FAMILIES, ScaffoldError, new_game
from cardkit.testing import check_game

RULES = ("patience", "tricks")
#: Words that YAML reads as something else, and names that nearly or really are the template's.
AWKWARD = ("no", "null", "y", "e1", "my-game", "my-game-mg-1", "x" * 40)


@frozen
class Done:
    """What a command wrote, and its exit status."""

    status: int
    out: str
    err: str


@pytest.fixture
def typed(tmp_path: Path) -> Callable[..., Done]:
    """Type a command in an empty folder."""
    wanted = {key: value for key, value in os.environ.items() if not key.startswith("CARDKIT_")}

    def run(*words: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", *words],
            capture_output=True,
            check=False,
            cwd=tmp_path,
            env={**wanted, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=60,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run


# -- the templates ---------------------------------------------------------------------------------


def entry_of(family: str, folder: Path) -> GameEntry:
    """The game of a new rules file, or of the Python template where it lies."""
    if family in RULES:
        return game_entry(new_game("red-night", family, to=folder))
    plugin = importlib.import_module("cardkit.scaffold.python.plugin")
    [entry] = plugin.cardkit_games()
    assert isinstance(entry, GameEntry)
    return entry


@pytest.mark.parametrize("family", FAMILIES)
def test_a_new_game_keeps_every_law_under_all_ends_of_its_options(
    family: str, tmp_path: Path
) -> None:
    entry = entry_of(family, tmp_path)
    tried = check_game(entry.create(), deals=[1], plies=15)
    assert "no-peek" in tried
    least = {
        option.name: option.values[-1] if option.values else option.min for option in entry.options
    }
    most = {
        option.name: option.values[0] if option.values else option.max for option in entry.options
    }
    for options in (least, most):
        check_game(entry.create(options), deals=[2], plies=8)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_new_game_says_what_people_read_before_they_play(family: str, tmp_path: Path) -> None:
    entry = entry_of(family, tmp_path)
    assert entry.title["en"]
    assert entry.summary["en"]
    assert entry.source
    assert len(entry.options) == 2
    assert len(entry.clauses) >= 6
    assert not list(checks.game_faults(entry))


@pytest.mark.parametrize("family", RULES)
def test_every_clause_of_a_new_rules_file_is_named_by_a_rule_or_explains_one(
    family: str, tmp_path: Path
) -> None:
    path = new_game("red-night", family, to=tmp_path)
    data, _, clauses = path.read_text("utf-8").partition("\nclauses:\n")
    named = {name for name in read_rules(path).header.clauses if f"clause: {name}" in data}
    assert named == set(read_rules(path).header.clauses)
    assert all(name.startswith("RN-") for name in named)
    assert clauses


@pytest.mark.parametrize("family", RULES)
@pytest.mark.parametrize("name", AWKWARD)
def test_a_rules_file_has_no_fault_whatever_its_name_is(
    name: str, family: str, tmp_path: Path
) -> None:
    path = new_game(name, family, to=tmp_path)
    rules = read_rules(path)
    rules.check()
    assert (rules.header.name, path.name) == (name, f"{name}.yaml")


def test_a_new_patience_comes_out_now_and_then_when_it_is_played_sensibly(tmp_path: Path) -> None:
    game = entry_of("patience", tmp_path).create()
    won = [cardkit.run(game, deal=deal, players="greedy").outcome.won for deal in range(1, 21)]
    assert set(won) == {True, False}


def test_in_a_new_game_of_tricks_playing_sensibly_pays(tmp_path: Path) -> None:
    game = entry_of("tricks", tmp_path).create()
    total = 0
    for deal in range(1, 11):
        players = ["greedy", "random", "random", "random"]
        scores = cardkit.run(game, deal=deal, players=players).outcome.scores
        assert scores is not None
        assert sum(scores) == 0  # eight tricks, of which two are each player's share
        total += scores[0]
    assert total > 0


def test_a_new_game_in_python_comes_out_now_and_then(tmp_path: Path) -> None:
    """Whoever plays pairs as long as there are any, and deals only then, wins some games."""
    game = entry_of("python", tmp_path).create()
    won = []
    for deal in range(30):
        state = game.deal(deal)
        while state.outcome is None:
            state.push(state.moves[0])
        won.append(state.outcome.won)
    assert set(won) == {True, False}


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", ["red-night", "z", "x" * 40])
def test_a_plugin_is_complete_and_well_formed(name: str, family: str, tmp_path: Path) -> None:
    folder = new_game(name, family, package=True, to=tmp_path)
    assert folder == tmp_path / f"cardkit-{name}"
    module = f"cardkit_{name.replace('-', '_')}"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    rules = "game.py" if family == "python" else "rules.yaml"
    assert names == {
        ".gitignore",
        "LICENSE",
        "README.md",
        "pyproject.toml",
        f"tests/test_{name.replace('-', '_')}.py",
        *(f"{module}/{part}" for part in ("__init__.py", "py.typed", rules)),
    }
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == f"cardkit-{name}"
    assert (project["license"], project["license-files"]) == ("MIT", ["LICENSE"])
    assert project["entry-points"] == {"cardkit": {name: module}}
    assert project["dependencies"] == [f"cardkit>={cardkit.__version__}"]
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert not [text for text in texts if "my-game" in text or "MyGame" in text or "MG-" in text]
    for command in (["check", "."], ["format", "--check", "."]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", command[0], "--no-cache", *command[1:]],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_rules_file_of_a_plugin_is_the_one_that_comes_alone(tmp_path: Path) -> None:
    alone = new_game("red-night", to=tmp_path)
    folder = new_game("red-night", package=True, to=tmp_path)
    packed = folder / "cardkit_red_night" / "rules.yaml"
    assert packed.read_text("utf-8") == alone.read_text("utf-8")


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    taken = {
        "bisley": "a game is called 'bisley' already",
        "cardkit-players": "a plugin is called 'cardkit-players' already: cardkit-players (cardkit",
        "games": "a package is called 'cardkit_games' already",
    }
    for name, said in taken.items():
        with pytest.raises(ScaffoldError) as error:
            new_game(name, package=True, to=tmp_path / "new")
        assert said in str(error.value)
    assert list(tmp_path.iterdir()) == []
    # Neither plugins nor packages stand in the way of a file in a folder.
    assert new_game("games", to=tmp_path).is_file()


# -- the command -----------------------------------------------------------------------------------


@pytest.mark.parametrize("family", RULES)
def test_what_the_command_says_to_type_next_works(
    typed: Callable[..., Done], family: str, tmp_path: Path
) -> None:
    to = "my games"
    done = typed("cardkit", "new-game", "red-night", "--family", family, "--to", to)
    assert (done.status, done.err) == (0, "")
    path, rest = done.out.split("\n", 1)
    assert path == os.path.join(to, "red-night.yaml")
    assert rest == (
        "\nNext:\n"
        "  cardkit check --watch 'my games/red-night.yaml'\n"
        "  cardkit deal red-night --games-dir 'my games'\n"
        "  cardkit run red-night --games-dir 'my games' --deals 1..100\n"
    )
    assert typed("cardkit", "check", path).out == f"{path}: no faults\n"
    assert typed("cardkit", "deal", "red-night", "--games-dir", to).status == 0
    ran = typed("cardkit", "run", "red-night", "--games-dir", to, "--deals", "1..3")
    assert (ran.status, ran.err) == (0, "")
    assert "3 of red-night" in ran.out
    again = typed("cardkit", "new-game", "red-night", "--family", family, "--to", to)
    assert (again.status, again.out) == (2, "")
    assert again.err == f"cardkit: {path} is there already, and nothing is ever overwritten\n"


def test_the_command_lists_what_a_plugin_consists_of(
    typed: Callable[..., Done], tmp_path: Path
) -> None:
    done = typed("cardkit", "new-game", "red-night", "--family", "python")
    assert (done.status, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    listed = {line.strip() for line in lines[: lines.index("")]}
    folder = tmp_path / "cardkit-red-night"
    assert first == "cardkit-red-night/"
    assert listed == {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert lines[lines.index("") :] == [
        "",
        "Next:",
        "  pip install -e 'cardkit-red-night[test]'",
        "  pytest cardkit-red-night",
        "  cardkit run red-night --deals 1..100",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Red Night"], "(did you mean 'red-night'?)"),
        (["bisley"], "a game is called 'bisley' already; `cardkit games` lists them"),
        (["golf", "--family", "trick"], "there is no family 'trick' (did you mean 'tricks'?)"),
        (["golf", "--family", "x"], "there is no family 'x' (families: patience, tricks, python)"),
        (["golf", "--to", "file"], "file is no folder"),
        (["golf", "--pakage"], "no such option: --pakage (did you mean '--package'?)"),
        ([], "missing argument 'NAME'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_leaves_nothing_behind(
    typed: Callable[..., Done], tmp_path: Path, words: list[str], said: str
) -> None:
    (tmp_path / "file").write_text("kept", "utf-8")
    done = typed("cardkit", "new-game", *words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: ")
    assert len(done.err.splitlines()) == 1
    assert said in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text("utf-8") == "kept"
