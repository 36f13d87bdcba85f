"""Matches played in the kernel come to what the readable engine comes to, deal by deal."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.deals import Deal, DealError
from cardkit.headless import LIMIT as RUN_LIMIT
from cardkit.kernel import Untabulated
from cardkit.kernel.tricks import bulk
from cardkit.kernel.tricks.bulk import DealResult, Matches, MatchResult


def readable(matches: Matches, number: int) -> MatchResult:
    """The result of the readable engine, written as the kernel writes it."""
    run = cardkit.run(
        matches.game,
        deal=number,
        players=list(matches.players),
        seed=matches.seed,
        limit=matches.limit,
    )
    rows = matches.game.sheet(run.state).deals
    return MatchResult(
        number=number,
        scores=run.state.facts["score"],
        winners=run.outcome.winners,
        deals=tuple(DealResult(r.contract, r.trump, r.dealer, r.tricks, r.points) for r in rows),
        moves=run.moves,
        ended=run.outcome.reason == "scored",
    )


def check(matches: Matches, numbers: range) -> None:
    results = list(matches.play(numbers))
    assert results == [readable(matches, number) for number in numbers]


GAMES = [
    ("bismarck", {}),
    ("bismarck", {"session": "quick", "must_trump": True, "scoring": "zero-sum"}),
    ("bismarck", {"session": "modern"}),
    ("bismarck", {"session": "modern", "choice_info": "table-only", "first_dealer": 1}),
    ("bismarck", {"session": "modern", "free_trump_spades": "forbidden", "pass_quota": "2-7-7"}),
    ("bismarck", {"session": "fourth-round", "pass_scoring": "penalty-only"}),
    ("bismarck", {"session": "fourth-round", "fourth_round": "blind"}),
    ("hearts", {}),
    ("hearts", {"players": 3, "floor": -50}),
    ("whist", {}),
    ("whist", {"players": 3, "target": 9}),
    ("sergeant-major", {}),
    ("sergeant-major", {"kitty": "before-discard", "deals": 4}),
    ("sergeant-major", {"exchange": False, "deals": 3}),
]


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: str(value))
def test_matches_equal_readable_ones(make, fastest, name, options, player):
    check(Matches(make(name, **options), player, engine=fastest), range(2, 5))


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("name", ["heading", "stepping", "sharing", "sweeping"])
def test_so_do_those_of_games_with_other_rules(exotic, fastest, name, player):
    check(Matches(getattr(exotic, name)(), player, engine=fastest), range(5))


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_they_do_without_numba(make, plain, player):
    check(Matches(make("bismarck", session="modern"), player, engine=plain), range(1))


@pytest.mark.parametrize("seed", [0, 17, -3])
def test_different_players_sit_together(make, fastest, seed):
    quick = make("bismarck", session="quick")
    check(Matches(quick, ["greedy", "random", "greedy"], seed, fastest), range(5))
    check(Matches(make("whist"), ["random", "greedy"] * 2, seed, fastest), range(3))


def test_large_numbers_name_deals_too(make, fastest):
    matches = Matches(make("whist"), engine=fastest)
    check(matches, range(2**64 - 2, 2**64))
    assert next(matches.play([Deal.of("12")])) == next(matches.play([12]))


def test_a_result_does_not_depend_on_what_else_is_played(make, fastest, monkeypatch):
    matches = Matches(make("hearts", floor=-30), engine=fastest)
    whole = list(matches.play(range(40)))
    # So little room that a call leaves matches over.
    monkeypatch.setitem(bulk._BATCH, fastest.name, 7)
    monkeypatch.setattr(bulk, "_ROOM", 8)
    few = Matches(make("hearts", floor=-30), engine=fastest, limit=400)
    longest = max(len(result.deals) for result in whole)
    assert longest <= 400 // 52
    assert list(few.play(range(40))) == whole
    assert list(matches.play(reversed(range(40)))) == whole[::-1]


def test_two_runs_do_not_disturb_one_another(make, fastest):
    matches = Matches(make("whist"), "random", engine=fastest)
    one, other = matches.play(range(30)), matches.play(range(30))
    assert list(zip(one, other, strict=True)) == [(r, r) for r in matches.play(range(30))]


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("limit", [0, 3, 50, 51, 52, 53, 156, 467, 468, 469])
def test_a_match_stops_at_the_limit_of_moves(make, fastest, player, limit):
    check(Matches(make("bismarck"), player, engine=fastest, limit=limit), range(2))


def test_the_limit_is_that_of_run():
    assert bulk.LIMIT == RUN_LIMIT


def test_deals_are_counted(make, fastest):
    assert Matches(make("bismarck"), "random", engine=fastest).count_deals(range(700)) == 6300


def test_what_is_no_deal_is_refused(make, plain):
    matches = Matches(make("whist"), engine=plain)
    with pytest.raises(DealError, match="no such deal"):
        list(matches.play([-1]))
    with pytest.raises(DealError, match="no such deal"):
        list(matches.play([2**64]))
    with pytest.raises(Untabulated, match="plain numbers, not ms:617"):
        list(matches.play([Deal.of("ms:617")]))


@pytest.mark.parametrize(
    ("players", "error", "text"),
    [
        ("gredy", Untabulated, r"plays random and greedy, not 'gredy' \(did you mean 'greedy'\?\)"),
        (["greedy", "pimc", "random"], Untabulated, "not 'pimc'"),
        (["greedy"] * 2, ValueError, "bismarck has 3 seats, so as many players, not 2"),
    ],
)
def test_what_is_no_player_is_refused(make, plain, players, error, text):
    with pytest.raises(error, match=text):
        Matches(make("bismarck"), players, engine=plain)


def test_a_limit_below_zero_is_refused(make, plain):
    with pytest.raises(ValueError, match="a number of moves, not -1"):
        Matches(make("bismarck"), engine=plain, limit=-1)
