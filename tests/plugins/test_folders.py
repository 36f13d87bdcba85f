"""Rules files in a folder are games without any packaging."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from cardkit.plugins import PluginError, UnknownGame, load
from cardkit.plugins.sources import split_folders

RULES = """\
name: NAME
family: patience
title: {en: Four piles}
groups:
  t: {kind: tableau, count: 4, build: {cards: down any-suit}, space: {accepts: any}}
  f: {kind: foundation, count: 4, suits: by-pile, build: {cards: up same-suit},
      space: {accepts: [A]}}
layout:
  - {deal: t, each: 13}
reach:
  - {from: t, to: [t, f]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "four-piles.yaml").write_text(RULES.replace("NAME", "four-piles"))
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "rules.yaml").write_text(RULES.replace("NAME", "deeper-piles"))
    return tmp_path


def test_rules_files_in_a_folder_are_games(folder: Path) -> None:
    registry = load(games_dirs=[folder], entry_points=[])
    assert registry.problems == []
    assert list(registry.games) == ["deeper-piles", "four-piles"]
    state = registry.game("four-piles").deal(1)
    assert [len(state.piles[f"t{n}"]) for n in range(1, 5)] == [13] * 4


def test_a_folders_games_are_listed_with_their_files(folder: Path) -> None:
    plugins = load(games_dirs=[folder], entry_points=[]).plugins
    assert {(plugin.name, plugin.target) for plugin in plugins} == {
        ("four-piles", str(folder / "four-piles.yaml")),
        ("deeper", str(folder / "deeper" / "rules.yaml")),
    }


def test_other_files_and_hidden_ones_are_passed_over(folder: Path) -> None:
    (folder / "notes.txt").write_text("not a game")
    (folder / ".backup.yaml").write_text("not: [a game")
    (folder / "empty").mkdir()
    (folder / "deeper" / "other.yaml").write_text("not: [a game")
    registry = load(games_dirs=[folder], entry_points=[])
    assert (len(registry.games), registry.problems) == (2, [])


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\xff\xfe", b"name: [", b"just a text", b"name: golf\n", b"\tname: golf"],
)
def test_a_faulty_rules_file_is_told_and_the_others_load(folder: Path, content: bytes) -> None:
    (folder / "golf.yaml").write_bytes(content)
    registry = load(games_dirs=[folder], entry_points=[])
    assert len(registry.games) == 2
    assert registry.problems
    for problem in registry.problems:
        assert (problem.name, problem.kind, problem.distribution) == ("golf", "rules", "")
        assert "golf.yaml" in problem.message
        assert problem.message.isprintable()
    with pytest.raises(UnknownGame, match=r"the game 'golf' cannot be loaded: golf: rules: .*golf"):
        registry.game("golf")


def test_each_fault_of_a_rules_file_is_a_problem_with_its_place(folder: Path) -> None:
    rules = RULES.replace("NAME", "golf").replace("layout:", "lauoyt:").replace("reach:", "raech:")
    (folder / "golf.yaml").write_text(rules)
    problems = load(games_dirs=[folder], entry_points=[]).problems
    for word, meant in (("lauoyt", "layout"), ("raech", "reach")):
        (problem,) = [p for p in problems if repr(word) in p.message]
        line = rules.splitlines().index(f"{word}:") + 1
        assert problem.message.startswith(f"{folder / 'golf.yaml'}:{line}:1: ")
        assert f"did you mean {meant!r}?" in problem.message


def test_of_two_files_with_one_game_the_first_in_the_alphabet_has_it(tmp_path: Path) -> None:
    for letter in "hgfedcba":
        (tmp_path / f"{letter}.yaml").write_text(RULES.replace("NAME", "golf"))
    registry = load(games_dirs=[tmp_path], entry_points=[])
    assert registry.games["golf"].file == tmp_path / "a.yaml"
    assert [problem.name for problem in registry.problems] == list("bcdefgh")


def test_a_rules_file_cannot_take_an_installed_games_name(kit: Any, folder: Path) -> None:
    ours = kit.entry_point("p", kit.offering([kit.game_entry("four-piles", version="ours")]))
    registry = load(games_dirs=[folder], entry_points=[ours])
    (problem,) = registry.problems
    assert problem.kind == "duplicate"
    assert "the game 'four-piles' is already taken by p (cardkit-p 1.0)" in problem.message
    assert registry.games["four-piles"].version == "ours"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PluginError) as caught:
        load(games_dirs=[tmp_path / "gmaes"], entry_points=[])
    assert str(caught.value) == f"the folder of games '{tmp_path / 'gmaes'}' does not exist"


def test_a_file_is_no_folder(folder: Path) -> None:
    with pytest.raises(PluginError, match="is not a folder"):
        load(games_dirs=folder / "four-piles.yaml", entry_points=[])


def test_a_list_of_folders_has_no_empty_ones() -> None:
    assert split_folders(os.pathsep.join(["", "a", "", "b c", ""])) == ["a", "b c"]


def test_folders_come_from_the_environment_like_a_path(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = os.pathsep.join([str(folder), "", str(folder / "deeper")])
    monkeypatch.setenv("CARDKIT_GAMES_DIR", listed)
    registry = load(entry_points=[])
    assert list(registry.games) == ["deeper-piles", "four-piles"]
    # `deeper/rules.yaml` was found in both folders, so the second time its name is taken.
    assert [problem.kind for problem in registry.problems] == ["duplicate"]


def test_folders_that_are_given_replace_those_of_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDKIT_GAMES_DIR", str(folder / "nowhere"))
    assert len(load(games_dirs=str(folder), entry_points=[]).games) == 2
    assert load(games_dirs=[], entry_points=[]).games == {}
