"""The seeds: what we read in each document, tied to the clauses, options and tests of its game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.rulebook import read_document

TESTS = Path(__file__).parents[1]
SEEDS = TESTS.parent / "seeds"
FILES = sorted(SEEDS.glob("*.yaml"))
GAMES = ("bisley", "bismarck", "prince-bismarck")


@cache
def seed(path: Path) -> Any:
    return read_document(path).data


def seeds_of(game: str) -> list[Any]:
    return [seed(path) for path in FILES if seed(path)["game"] == game]


def named_options(clause: dict[str, Any]) -> list[str]:
    """One option or a list of them."""
    named = clause.get("option", [])
    return [named] if isinstance(named, str) else named


def marked(tree: ast.Module) -> Iterator[str]:
    """The clauses that the tests of a module are marked with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                if (
                    isinstance(decorator, ast.Call)
                    and ast.unparse(decorator.func) == "pytest.mark.clause"
                ):
                    yield from map(ast.literal_eval, decorator.args)


@pytest.fixture(scope="module")
def pinned() -> set[str]:
    """Every clause that a test names, read from the tests' text: no test has to run for it."""
    trees = (ast.parse(path.read_text("utf-8")) for path in TESTS.rglob("*.py"))
    return {clause for tree in trees for clause in marked(tree)}


def test_the_seeds_are_those_of_three_games():
    assert sorted(seed(path)["game"] for path in FILES) == sorted([*GAMES, "prince-bismarck"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_seed_says_what_it_is_and_where_each_clause_comes_from(path: Path):
    data = seed(path)
    assert {"document", "language", "game", "clauses"} <= set(data)
    assert set(data) <= {"document", "language", "game", "clauses", "not_in_source"}
    for name, clause in data["clauses"].items():
        assert {"text", "source"} <= set(clause), name
        assert set(clause) <= {"text", "source", "reading", "option"}, name
        texts = [clause["text"], clause["source"], clause.get("reading", "none")]
        assert all(isinstance(text, str) and text.strip() for text in texts), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_option_stands_beside_the_reading_that_it_departs_from(path: Path):
    for name, clause in seed(path)["clauses"].items():
        assert "option" not in clause or "reading" in clause, name


@pytest.mark.parametrize("game", GAMES)
def test_the_seeds_of_a_game_have_the_clauses_that_the_game_has(game: str):
    known = {clause.id for clause in cardkit.games()[game].clauses}
    assert {name for data in seeds_of(game) for name in data["clauses"]} == known


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_a_reading_or_is_said_not_to_be_in_the_source(game: str):
    known = {option.name for option in cardkit.games()[game].options}
    clauses = [clause for data in seeds_of(game) for clause in data["clauses"].values()]
    read = {option for clause in clauses for option in named_options(clause)}
    elsewhere = {
        option: reason
        for data in seeds_of(game)
        for option, reason in data.get("not_in_source", {}).items()
    }
    assert read | set(elsewhere) == known
    assert not read & set(elsewhere)
    assert all(isinstance(reason, str) and reason.strip() for reason in elsewhere.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_clause_of_a_seed_is_pinned_by_a_marked_test(path: Path, pinned: set[str]):
    assert set(seed(path)["clauses"]) - pinned == set()


def test_markers_are_found_on_tests_alone():
    text = (
        "@pytest.mark.clause('GO-01', 'GO-02')\n@other\ndef test_a(): pass\n"
        "@pytest.mark.clause('GO-03')\ndef helper(): pass\n"
        "@pytest.mark.parametrize('GO-04')\ndef test_b(): '@pytest.mark.clause(\"GO-05\")'\n"
    )
    assert list(marked(ast.parse(text))) == ["GO-01", "GO-02"]


def test_the_readme_lists_every_seed():
    text = (SEEDS / "README.md").read_text("utf-8")
    for path in FILES:
        row = next(line for line in text.splitlines() if f"[{path.name}]" in line)
        assert seed(path)["document"].split(",")[0] in row
        assert f"`{seed(path)['game']}`" in row
