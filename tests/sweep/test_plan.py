"""Plans: what a sweep is, told to stores and workers, and compared."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

import cardkit
from cardkit.sweep import Playing, Solving, SweepError
from cardkit.sweep.plan import Plan, task_from

BISLEY = cardkit.game("bisley", columns=12)
PLAN = Plan.of(BISLEY, Solving(nodes=100))


@pytest.mark.parametrize(
    "task",
    [Solving(), Solving(5, 1.5, 64, True, True), Playing(("random",)), Playing(("a", "b"), 7, 9)],
)
def test_a_task_is_made_again_from_its_data(task: Solving | Playing) -> None:
    assert task_from(json.loads(json.dumps(task.to_data()))) == task


def test_a_plan_is_made_again_from_its_text() -> None:
    plan = evolve(PLAN, folders=("/games",))
    again = Plan.from_text(plan.to_text())
    assert again == plan
    assert again.folders == ("/games",)


def test_a_plan_of_another_version_of_cardkit_is_refused() -> None:
    text = json.dumps({**json.loads(PLAN.to_text()), "cardkit": "99.0"})
    with pytest.raises(SweepError, match=r"a worker has cardkit .*, and the sweep is by 99\.0"):
        Plan.from_text(text)


def test_the_title_names_options_that_are_not_as_usual() -> None:
    assert PLAN.title == "bisley (columns=12)"
    assert Plan.of(cardkit.game("bisley", columns=13), Solving()).title == "bisley"


def test_players_are_named_as_they_are_called() -> None:
    bismarck = cardkit.game("bismarck")
    one = Plan.of(bismarck, Playing(("pimc:worlds=20",)))
    assert one.task == Playing(("pimc",) * 3)
    assert one.difference(Plan.of(bismarck, Playing(("PIMC", "pimc", "pimc")))) is None


def test_wrong_players_are_refused() -> None:
    with pytest.raises(ValueError, match="1 seat, so 1 player, not 2"):
        Plan.of(BISLEY, Playing(("random", "random")))
    with pytest.raises(ValueError, match="no player of bisley is called 'rndom'"):
        Plan.of(BISLEY, Playing(("rndom",)))


def test_a_game_for_several_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="bismarck is played by 3 against each other"):
        Plan.of(cardkit.game("bismarck"), Solving())


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"game": "freecell"}, "game: bisley there, freecell here"),
        ({"version": "2"}, "version of the rules: 1 there, 2 here"),
        ({"rules": "abc"}, f"digest of the rules: {PLAN.rules} there, abc here"),
        (
            {"options": {**PLAN.options, "columns": 13}},
            "option columns: 12 there, 13 here",
        ),
        ({"task": Solving(nodes=200)}, "nodes: 100 there, 200 here"),
        ({"task": Solving()}, "nodes: 100 there, unlimited here"),
        ({"task": Solving(nodes=100, memory=64)}, "memory: 512 there, 64 here"),
        ({"task": Solving(nodes=100, keep_moves=True)}, "keep moves: false there, true here"),
        ({"task": Playing(("random",))}, "task: solve there, play here"),
    ],
)
def test_what_differs_is_named(changes: dict[str, object], difference: str) -> None:
    assert PLAN.difference(evolve(PLAN, **changes)) == difference


def test_players_and_seeds_make_a_difference() -> None:
    bismarck = cardkit.game("bismarck")
    one = Plan.of(bismarck, Playing(("random",)))
    other = Plan.of(bismarck, Playing(("random", "greedy", "random")))
    assert (
        one.difference(other)
        == "players: random, random, random there, random, greedy, random here"
    )
    assert one.difference(Plan.of(bismarck, Playing(("random",), 1))) == "seed: 0 there, 1 here"


def test_where_games_lie_makes_none() -> None:
    assert PLAN.difference(evolve(PLAN, folders=("/elsewhere",))) is None
