"""The sensible player of patiences."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.headless import run_many
from cardkit.plugins import find_player

PATIENCES = sorted(name for name, entry in cardkit.games().items() if entry.family == "patience")


@pytest.mark.parametrize("name", PATIENCES)
def test_it_ends_every_patience_by_itself(name):
    for result in run_many(name, "1..3", players=["greedy"]):
        assert result.outcome.reason in ("won", "stuck", "resigned")


def test_it_is_better_than_chance_at_bisley():
    deals = "1..60"
    greedy = sum(bool(r.outcome.won) for r in run_many("bisley", deals, players=["greedy"]))
    chance = sum(bool(r.outcome.won) for r in run_many("bisley", deals, players=["random"]))
    assert greedy > chance


def test_it_plays_the_same_game_again():
    games = [cardkit.run("prince-bismarck", deal=4, players=["greedy"]) for _ in range(2)]
    assert games[0].state.history == games[1].state.history


def test_it_plays_up_before_it_builds():
    state = cardkit.game("bisley").at(
        "t1 2C / t2 4C 3C / t3 2D / a1 AC / a2 AD / a3 "
        + " ".join(r + "H" for r in "A23456789TJQK")
        + " / a4 "
        + " ".join(r + "S" for r in "A23456789TJQK")
        + " / k1 "
        + " ".join(r + "C" for r in "KQJT98765")
        + " / k2 "
        + " ".join(r + "D" for r in "KQJT9876543")
    )
    player = find_player("greedy", state.game).make(state.game, 0, cardkit.Rng(1))
    while state.outcome is None:
        move = player.choose(state.view(0))
        assert move.target[0] in "ak"
        state.play(move)
    assert state.outcome.won


def test_a_misspelt_name_is_told_the_nearest():
    with pytest.raises(ValueError, match=r"did you mean .greedy."):
        cardkit.run("bisley", deal=1, players=["gready"])
