"""The hook reference is the code: every hook is documented, and the guide repeats it."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

from cardkit.plugins import hookspecs, load
from cardkit.plugins.problems import Kind
from cardkit.plugins.sandbox import HOOKS

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "plugins.md"


def test_every_hook_is_there() -> None:
    assert set(HOOKS) == {
        "cardkit_games",
        "cardkit_players",
        "cardkit_commands",
        "cardkit_renderers",
        "cardkit_deal_started",
        "cardkit_move_played",
        "cardkit_game_over",
    }


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_what_it_is_for_and_shows_it(hook: str) -> None:
    text = inspect.getdoc(HOOKS[hook]) or ""
    assert len(text.splitlines()[0]) > 20
    examples = doctest.DocTestParser().get_examples(text)
    assert any(f"def {hook}(" in example.source for example in examples)


@pytest.mark.parametrize("hook", HOOKS)
def test_the_guide_has_each_hook_as_the_code_has_it(hook: str) -> None:
    function = HOOKS[hook]
    signature = f"{hook}{inspect.signature(function)}".replace("'", "")
    summary = (inspect.getdoc(function) or "").splitlines()[0]
    guide = " ".join(GUIDE.read_text("utf-8").split())
    assert f"`{signature}`" in guide
    assert summary in guide


def test_an_offer_of_nothing_is_a_valid_implementation() -> None:
    for name, function in HOOKS.items():
        if not inspect.signature(function).parameters:
            assert list(function()) == [], name


def _fenced(language: str) -> list[str]:
    """The blocks of the guide in a language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


def test_the_rules_file_of_the_guide_is_a_game(tmp_path: Path) -> None:
    (rules,) = _fenced("yaml")
    (tmp_path / "two-rows.yaml").write_text(rules, "utf-8")
    registry = load(games_dirs=[tmp_path], entry_points=[])
    assert registry.problems == []
    state = registry.game("two-rows").deal(1)
    assert [len(state.piles[f"t{n}"]) for n in range(1, 11)] == [6, 6, *[5] * 8]


def test_the_guide_quotes_the_example_as_it_is() -> None:
    example = ROOT / "docs" / "examples" / "cardkit-streets"
    (toml,) = _fenced("toml")
    assert toml in (example / "pyproject.toml").read_text("utf-8")
    module = (example / "cardkit_streets" / "__init__.py").read_text("utf-8")
    assert any(block in module for block in _fenced("python"))


def test_the_guide_explains_every_kind_of_problem() -> None:
    guide = GUIDE.read_text("utf-8")
    for kind in get_args(Kind):
        assert f"`{kind}`" in guide


def test_the_marker_for_plugins_is_the_one_of_the_specifications() -> None:
    assert hookspecs.hookimpl.project_name == hookspecs.hookspec.project_name == "cardkit"
