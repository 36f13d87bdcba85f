"""`cardkit games`, `plugins` and `rules`, and the options that every command takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardkit

RULES = """\
name: two-rows
family: patience
title: {en: Two rows, de: Zwei Reihen}
summary: {en: A patience of two rows.}
options:
  rounds: {default: 5, min: 1, max: 5, help: how many rounds are dealt}
groups:
  t: {kind: tableau, count: 10, build: down alternate-colour, space: {accepts: any}}
  f: {kind: foundation, count: 4, suits: by-pile, build: up same-suit, space: {accepts: A}}
layout:
  - {deal: t, rounds: 5}
  - {deal: t1..t2}
reach:
  - {from: t, to: [t, f]}
goal: {}
clauses:
  TR-01: {en: Ten columns., de: Zehn Spalten.}
  TR-02: {en: Kings go anywhere.}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one game."""
    (tmp_path / "two-rows.yaml").write_text(RULES)
    return tmp_path


def test_games_lists_each_game_with_its_title(ck: Callable[..., Any]) -> None:
    done = ck("games")
    text = " ".join(done.out.split())
    assert done.status == 0
    for name, entry in cardkit.games().items():
        assert f"{name} {entry.title['en']}. {entry.summary['en']}" in text


def test_games_as_json_tells_options_with_choices(ck: Callable[..., Any]) -> None:
    found = {game["name"]: game for game in json.loads(ck("games", "--json").out)}
    columns = next(o for o in found["bisley"]["options"] if o["name"] == "columns")
    assert (columns["type"], columns["default"], columns["choices"]) == ("choice", 13, [13, 12])
    assert found.keys() == cardkit.games().keys()


def test_plugins_lists_where_each_comes_from(ck: Callable[..., Any]) -> None:
    done = ck("plugins")
    assert (done.status, done.err) == (0, "")
    assert any(line.split() == ["bisley", "(cardkit", f"{cardkit.__version__})", "games"]
               for line in done.out.splitlines())  # fmt: skip


def test_plugins_tells_what_is_wrong_with_a_rules_file(
    ck: Callable[..., Any], folder: Path
) -> None:
    (folder / "bad.yaml").write_text("name: bad\nfamily: patienec\ntitle: {en: Bad}\n")
    done = ck("plugins", "--games-dir", str(folder), "--json")
    found = json.loads(done.out)
    assert done.status == 0
    assert {plugin["name"] for plugin in found["plugins"]} >= {"bisley", "two-rows"}
    assert {problem["name"] for problem in found["problems"]} == {"bad"}
    assert any("did you mean 'patience'?" in problem["message"] for problem in found["problems"])
    listed = ck("plugins", "--games-dir", str(folder)).out
    assert "Problems:" in listed
    assert "bad.yaml" in listed
    games = ck("games", "--games-dir", str(folder))
    assert "two-rows" in games.out
    assert "`cardkit plugins` tells more" in games.err


def test_strict_plugins_makes_an_error_of_problems(ck: Callable[..., Any], folder: Path) -> None:
    (folder / "bad.yaml").write_text("")
    done = ck("games", "--games-dir", str(folder), CARDKIT_STRICT_PLUGINS="1")
    assert (done.status, done.out) == (2, "")
    assert "bad.yaml" in done.err


@pytest.mark.parametrize("before", [True, False])
def test_games_of_a_folder_are_found(ck: Callable[..., Any], folder: Path, before: bool) -> None:
    option = ["--games-dir", str(folder)]
    command = ["deal", "two-rows", "--deal", "7", "--json"]
    done = ck(*option, *command) if before else ck(*command, *option)
    assert json.loads(done.out)["game"] == "two-rows"


def test_folders_before_and_behind_the_command_add_up(
    ck: Callable[..., Any], folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "three-rows.yaml").write_text(RULES.replace("name: two-rows", "name: three-rows"))
    done = ck("--games-dir", str(folder), "games", "--games-dir", str(other), "--json")
    names = {game["name"] for game in json.loads(done.out)}
    assert {"bisley", "two-rows", "three-rows"} <= names
    assert "two-rows" not in ck("games", "--json").out


def test_rules_shows_every_clause_and_option(ck: Callable[..., Any]) -> None:
    done = ck("rules", "bisley", COLUMNS="1000")
    text = " ".join(done.out.split())
    entry = cardkit.games()["bisley"]
    assert (done.status, done.err) == (0, "")
    for clause in entry.clauses:
        assert f"{clause.id} {' '.join(clause.text['en'].split())}" in text
    assert "-o columns=13 how many columns the 48 cards form (13 or 12)" in text
    assert "-o auto_kings=false" in text
    assert "(none, between or tableau)" in text
    assert entry.source in text


def test_rules_shows_how_the_moves_of_a_game_in_python_are_written(ck: Callable[..., Any]) -> None:
    done = ck("rules", "accordion")
    notation = cardkit.games()["accordion"].notation
    section = done.out.partition("\nMoves:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in section.splitlines()] == list(notation)
    assert json.loads(ck("rules", "accordion", "--json").out)["notation"] == notation
    assert "Moves:" not in ck("rules", "bisley").out


def test_rules_tells_the_range_of_a_number(ck: Callable[..., Any], folder: Path) -> None:
    done = ck("--games-dir", str(folder), "rules", "two-rows")
    assert "-o rounds=5  how many rounds are dealt (1 to 5)" in done.out


def test_rules_in_another_language_fall_back_to_english_text_by_text(
    ck: Callable[..., Any], folder: Path
) -> None:
    done = ck("rules", "two-rows", "--lang", "de_AT", "--games-dir", str(folder))
    assert done.status == 0
    assert done.out.startswith("Zwei Reihen (two-rows, patience, version 1)\n")
    assert "TR-01  Zehn Spalten." in done.out
    assert "TR-02  Kings go anywhere." in done.out
    assert (
        done.err == "cardkit: two-rows: not everything is there in 'de'; the rest is in English\n"
    )


def test_rules_in_no_language_of_the_game_are_english(ck: Callable[..., Any], folder: Path) -> None:
    done = ck("rules", "two-rows", "--lang", "fi", "--games-dir", str(folder))
    assert done.status == 0
    assert "TR-01  Ten columns." in done.out
    assert done.err == ("cardkit: two-rows has no rules in 'fi', so they are in English (de, en)\n")


def test_rules_as_json_have_all_languages(ck: Callable[..., Any], folder: Path) -> None:
    done = ck("rules", "two-rows", "--json", "--games-dir", str(folder))
    data = json.loads(done.out)
    assert data["clauses"] == [
        {"id": "TR-01", "text": {"en": "Ten columns.", "de": "Zehn Spalten."}},
        {"id": "TR-02", "text": {"en": "Kings go anywhere."}},
    ]
    assert data["options"][0]["max"] == 5


@pytest.mark.parametrize("columns", [20, 40, 80])
@pytest.mark.parametrize("command", [("games",), ("rules", "bisley"), ("plugins",)])
def test_prose_keeps_to_the_width(
    ck: Callable[..., Any], command: tuple[str, ...], columns: int
) -> None:
    lines = ck(*command, COLUMNS=str(columns)).out.splitlines()
    assert lines
    # What names and places have no blank in is not torn.
    assert all(
        len(line) <= columns or re.match(r" *(-o )?\S+$|\S+ \(\S+ \S+\)$", line) for line in lines
    )


def test_prose_loses_what_the_encoding_lacks_and_nothing_else(
    ck: Callable[..., Any], folder: Path
) -> None:
    rules = RULES.replace("Zehn Spalten", "Zehn Stöße")
    (folder / "two-rows.yaml").write_text(rules, encoding="utf-8")
    words = ("rules", "two-rows", "--lang", "de", "--games-dir", str(folder))
    assert "Zehn Stöße." in ck(*words).out
    assert "Zehn St??e." in ck(*words, charset="ascii").out


def test_prose_brings_no_control_characters_to_the_terminal(
    ck: Callable[..., Any], folder: Path
) -> None:
    rules = RULES.replace("{en: Ten columns.", '{en: "Ten \\e[31mred\\e[0m columns."')
    (folder / "two-rows.yaml").write_text(rules)
    done = ck("rules", "two-rows", "--games-dir", str(folder))
    assert "red" in done.out
    assert "\x1b" not in done.out
