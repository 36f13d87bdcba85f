"""Tournaments: duplicate deals over all seatings, and what is made of their scores."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest

import cardkit
from cardkit import Deal, Game, Move, View, plugins
from cardkit.deals import DealError
from cardkit.entries import PlayerEntry
from cardkit.headless import Contest, Difference, PlayerError, run, tournament, tournaments
from cardkit.options import OptionError
from cardkit.players import RandomPlayer
from cardkit.plugins import UnknownGame, UnknownPlayer, hookimpl
from cardkit.rulesfile import packaged_game


@pytest.fixture(scope="module")
def pick(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The module `pick.py` beside this file."""
    return load_helper("headless_pick", Path(__file__).with_name("pick.py"))


@pytest.fixture(scope="module")
def bismarck() -> Game:
    return packaged_game("cardkit_games.bismarck").create({"session": "quick"})


def first(view: View) -> Move:
    return view.moves[0]


def last(view: View) -> Move:
    return view.moves[-1]


def middle(view: View) -> Move:
    return view.moves[len(view.moves) // 2]


# -- reckoned by hand ----------------------------------------------------------------------------


def test_a_tournament_reckoned_by_hand(pick: ModuleType) -> None:
    result = tournament(pick.Pick(), [pick.high, pick.low], pick.DEALS)
    h, l = "high", "low"  # noqa: E741 (a column of names)
    assert result.seatings == ((h, h, l), (h, l, h), (h, l, l), (l, h, h), (l, h, l), (l, l, h))
    # Each player has each seat three times a deal: the means are those of its three cards.
    assert [deal.means for deal in result.deals] == [
        (Fraction(8, 3), Fraction(4, 3)),
        (Fraction(2), Fraction(2)),
        (Fraction(8, 3), Fraction(4, 3)),
    ]
    assert [deal.wins for deal in result.deals] == [
        (Fraction(11, 2), Fraction(1, 2)),
        (Fraction(3), Fraction(3)),
        (Fraction(6), Fraction(0)),
    ]
    best, worst = result.ranking
    assert (best.rank, best.player, best.mean, best.played) == (1, "high", Fraction(22, 9), 27)
    assert (worst.rank, worst.player, worst.mean, worst.played) == (2, "low", Fraction(14, 9), 27)
    assert (best.wins, worst.wins) == (Fraction(29, 2), Fraction(7, 2))
    assert best.win_rate == Fraction(29, 54)
    assert (result.matches, result.is_complete, result.measure) == (18, True, "score")
    # Differences 4/3, 0, 4/3: the mean is 8/9, the variance (16 + 64 + 16) / 81 / 2 = 48/81.
    # Student's t for two degrees of freedom is 4.303 in every table.
    (found,) = result.differences
    half = 4.303 * sqrt(48 / 81) / sqrt(3)
    assert (found.player, found.against, found.deals) == ("high", "low", 3)
    assert found.mean == Fraction(8, 9)
    assert found.interval == (
        pytest.approx(8 / 9 - half, abs=5e-4),
        pytest.approx(8 / 9 + half, abs=5e-4),
    )
    assert not found.is_clear


def test_every_seating_of_a_deal_has_its_cards(pick: ModuleType) -> None:
    contest = Contest(pick.Pick(), [pick.high, pick.low, first], pick.DEALS[:2])
    matches = list(contest.play())
    assert [str(match.deal) for match in matches] == [pick.DEALS[0]] * 6 + [pick.DEALS[1]] * 6
    assert Counter(match.players for match in matches) == dict.fromkeys(
        contest.result().seatings, 2
    )
    assert len(set(contest.result().seatings)) == 6


def test_a_player_named_twice_has_two_seats(pick: ModuleType) -> None:
    result = tournament(pick.Pick(), [pick.high, pick.low, pick.high], pick.DEALS[:1])
    assert result.players == ("high", "low")
    assert result.seatings == (
        ("high", "high", "low"), ("high", "low", "high"), ("low", "high", "high"),
    )  # fmt: skip
    # In the first deal 3 3 1, 3 1 2 and 2 3 2 are played.
    assert result.deals[0].means == (Fraction(3 + 3 + 3 + 2 + 3 + 2, 6), Fraction(1 + 1 + 2, 3))
    assert result.deals[0].wins == (Fraction(3), Fraction(0))
    assert [standing.played for standing in result.ranking] == [6, 3]


def test_more_players_than_seats_meet_in_every_choice(snatch: Game) -> None:
    result = tournament(snatch, [first, last, middle], "1..4")
    assert len(result.seatings) == 6
    totals = dict.fromkeys(result.players, 0)
    players = {"first": first, "last": last, "middle": middle}
    for deal in range(1, 5):
        for seating in result.seatings:
            scores = run(snatch, deal=deal, players=[players[name] for name in seating])
            for name, score in zip(seating, scores.outcome.scores or (), strict=True):
                totals[name] += score
    assert {s.player: s.mean * s.played for s in result.ranking} == totals
    assert {standing.played for standing in result.ranking} == {16}


def test_where_only_wins_are_known_their_parts_are_compared(pick: ModuleType) -> None:
    result = tournament(pick.Bare(), [pick.high, pick.low], pick.DEALS)
    assert result.measure == "wins"
    # The wins of the same deals with scores, for each of the nine seats that a player has a deal.
    assert [deal.means for deal in result.deals] == [
        (Fraction(11, 18), Fraction(1, 18)),
        (Fraction(3, 9), Fraction(3, 9)),
        (Fraction(6, 9), Fraction(0)),
    ]
    assert result.ranking[0].mean == result.ranking[0].win_rate == Fraction(29, 54)


# -- the same player, the same deals --------------------------------------------------------------


def test_a_player_and_itself_differ_by_exactly_nothing(bismarck: Game, snatch: Game) -> None:
    def again(view: View) -> Move:
        return first(view)

    for game in (bismarck, snatch):
        result = tournament(game, [first, again], "1..2")
        found = result.difference("first", "again")
        assert (found.mean, found.interval, found.is_clear) == (0, (0.0, 0.0), False)
        assert [standing.rank for standing in result.ranking] == [1, 1]
        assert result.ranking[0].wins == result.ranking[1].wins


def test_random_players_differ_by_nothing_as_chance_belongs_to_the_seat(
    tiny: ModuleType, bismarck: Game
) -> None:
    class Dice:
        @hookimpl
        def cardkit_players(self) -> list[PlayerEntry]:
            return [PlayerEntry("dice", RandomPlayer, help="random by another name")]

    with plugins.use(tiny.tiny_registry(Dice())):
        result = tournament(bismarck, ["random", "dice"], "1..2", seed=5)
    assert result.difference("dice", "random").mean == 0
    assert any(deal.means[0] != 0 for deal in result.deals)


def test_a_difference_turned_round_changes_its_sign(bismarck: Game) -> None:
    result = tournament(bismarck, [first, last], "1..2")
    one, other = result.difference("first", "last"), result.difference("last", "first")
    assert one.mean == -other.mean != 0
    assert one.interval is not None
    assert other.interval is not None
    assert one.interval == (-other.interval[1], -other.interval[0])


def test_players_alone_are_compared_on_the_same_deals(stairs: Game) -> None:
    def builder(view: View) -> Move | None:
        """Up if anything goes up, else a redeal, else it gives up."""
        up = [move for move in view.moves if move.target == "f"]
        redeal = [move for move in view.moves if move.verb == "redeal"]
        return next(iter(up + redeal), None)

    result = tournament(stairs, ["random", builder], "1..25", limit=40)
    won = {
        player: [
            bool(run(stairs, deal=deal, players=chosen, limit=40).outcome.won)
            for deal in range(1, 26)
        ]
        for player, chosen in (("random", "random"), ("builder", builder))
    }
    assert 0 < sum(won["builder"]) < 25
    assert won["builder"] != won["random"]
    assert result.seatings == (("random",), ("builder",))
    assert (result.measure, result.matches, result.left_out) == ("wins", 50, ())
    assert {s.player: s.wins for s in result.ranking} == {p: sum(w) for p, w in won.items()}
    paired = [a - b for a, b in zip(won["builder"], won["random"], strict=True)]
    assert result.difference("builder", "random").mean == Fraction(sum(paired), 25)


# -- intervals -----------------------------------------------------------------------------------


def test_the_intervals_of_a_trick_game_by_other_means(bismarck: Game) -> None:
    """Match by match, with the standard library's statistics and a printed t."""
    players = {"first": first, "last": last, "random": "random"}
    result = tournament(bismarck, list(players.values()), "1..5", seed=3)
    gains: dict[tuple[str, str], list[float]] = {}
    means: dict[str, list[float]] = {}
    for deal in range(1, 6):
        scores: dict[str, list[int]] = {name: [] for name in players}
        for a in players:
            for b in players:
                for c in players:
                    if len({a, b, c}) < 3:
                        continue
                    sitting = [players[name] for name in (a, b, c)]
                    match = run(bismarck, deal=deal, players=sitting, seed=3)
                    for name, score in zip((a, b, c), match.outcome.scores or (), strict=True):
                        scores[name].append(score)
        for name in players:
            means.setdefault(name, []).append(statistics.fmean(scores[name]))
            for other in players:
                differences = [x - y for x, y in zip(scores[name], scores[other], strict=True)]
                gains.setdefault((name, other), []).append(statistics.fmean(differences))
    for standing in result.ranking:
        assert float(standing.mean) == pytest.approx(statistics.fmean(means[standing.player]))
    assert len(result.differences) == 3
    for found in result.differences:
        sample = gains[found.player, found.against]
        half = 2.776 * statistics.stdev(sample) / sqrt(5)
        middle_ = statistics.fmean(sample)
        assert middle_ >= 0
        assert float(found.mean) == pytest.approx(middle_)
        assert found.interval == (
            pytest.approx(middle_ - half, abs=1e-3),
            pytest.approx(middle_ + half, abs=1e-3),
        )


def test_one_deal_has_no_interval(pick: ModuleType) -> None:
    result = tournament(pick.Pick(), [pick.high, pick.low], pick.DEALS[:1])
    (found,) = result.differences
    assert (found.mean, found.interval, found.is_clear) == (Fraction(4, 3), None, False)


@pytest.mark.parametrize(
    ("interval", "deals", "clear"),
    [
        ((0.1, 2.0), 6, True),
        ((-2.0, -0.1), 60, True),
        ((0.0, 2.0), 60, False),
        ((-0.1, 2.0), 60, False),
        # Five fair coins fall alike once in sixteen times: no one is sure of that at 95 %.
        ((0.1, 2.0), 5, False),
        (None, 1, False),
    ],
)
def test_clear_means_that_equality_lies_outside(
    interval: tuple[float, float] | None, deals: int, clear: bool
) -> None:
    assert Difference("a", "b", Fraction(1), interval, deals).is_clear is clear


# -- what does not count -------------------------------------------------------------------------


def test_deals_without_scores_are_left_out(pick: ModuleType) -> None:
    def sulky(view: View) -> Move | None:
        has_no_choice = len({move.card.rank for move in view.moves}) == 1
        return None if has_no_choice else pick.high(view)

    result = tournament(pick.Pick(), [sulky, pick.low], pick.DEALS)
    assert [str(deal) for deal in result.left_out] == [pick.DEALS[1], pick.DEALS[2]]
    assert [str(deal.deal) for deal in result.deals] == [pick.DEALS[0]]
    assert (result.is_complete, result.matches) == (True, 6)
    assert result.to_data()["left_out"] == [pick.DEALS[1], pick.DEALS[2]]


def test_a_limit_may_leave_nothing_to_compare(pick: ModuleType) -> None:
    result = tournament(pick.Pick(), [pick.high, pick.low], pick.DEALS, limit=2)
    assert (result.ranking, result.differences, result.matches) == ((), (), 0)
    assert len(result.left_out) == 3
    with pytest.raises(ValueError, match="no values have no mean"):
        result.difference("high", "low")


def test_what_was_played_before_an_interruption_is_kept(pick: ModuleType) -> None:
    asked = []

    def impatient(view: View) -> Move:
        asked.append(view)
        if len(asked) > 2 * 9 + 4:
            raise KeyboardInterrupt
        return pick.high(view)

    contest = Contest(pick.Pick(), [impatient, pick.low], pick.DEALS)
    with pytest.raises(KeyboardInterrupt):
        list(contest.play())
    result = contest.result()
    assert (result.is_complete, result.matches, len(result.deals)) == (False, 12, 2)
    whole = tournament(pick.Pick(), [pick.high, pick.low], pick.DEALS)
    assert [d.means for d in result.deals] == [d.means for d in whole.deals[:2]]
    assert result.to_data()["partial"] is True
    # It can be taken up again, with the deal that was not finished.
    asked.clear()
    list(contest.play())
    assert [d.means for d in contest.result().deals] == [d.means for d in whole.deals]
    assert contest.result().is_complete


def test_nothing_has_been_played_at_first(pick: ModuleType) -> None:
    contest = Contest(pick.Pick(), [pick.high, pick.low], pick.DEALS)
    assert contest.total == 18
    assert contest.result().to_data()["ranking"] == []


# -- data ----------------------------------------------------------------------------------------


def test_the_same_tournament_gives_the_same_bytes(bismarck: Game) -> None:
    def data(seed: int) -> str:
        return json.dumps(tournament(bismarck, ["random", first], "1..2", seed=seed).to_data())

    assert data(1) == data(1)
    assert json.loads(data(1))["by_deal"] != json.loads(data(2))["by_deal"]


def test_the_data_of_a_tournament(pick: ModuleType) -> None:
    data = tournament(pick.Pick(), [pick.high, pick.low], pick.DEALS, seed=4).to_data()
    assert json.loads(json.dumps(data)) == data
    assert data["by_deal"] == [
        {"deal": pick.DEALS[0], "means": [8 / 3, 4 / 3], "wins": [5.5, 0.5]},
        {"deal": pick.DEALS[1], "means": [2.0, 2.0], "wins": [3.0, 3.0]},
        {"deal": pick.DEALS[2], "means": [8 / 3, 4 / 3], "wins": [6.0, 0.0]},
    ]
    assert data["ranking"] == [
        {"rank": 1, "player": "high", "mean": 22 / 9, "played": 27, "wins": 14.5,
         "win_rate": 29 / 54},
        {"rank": 2, "player": "low", "mean": 14 / 9, "played": 27, "wins": 3.5,
         "win_rate": 7 / 54},
    ]  # fmt: skip
    (difference,) = data["differences"]
    assert difference["mean"] == 8 / 9
    assert difference["interval"] == [
        pytest.approx(-1.0235, abs=5e-4),
        pytest.approx(2.8013, abs=5e-4),
    ]
    assert difference["clear"] is False
    about = ("game", "players", "seed", "planned_deals", "deals", "matches", "partial", "measure")
    assert [data[key] for key in about] == [
        "pick", ["high", "low"], 4, 3, 3, 18, False, "score",
    ]  # fmt: skip


# -- bad input -----------------------------------------------------------------------------------


def test_a_tournament_needs_two_different_players(snatch: Game) -> None:
    for players in ([], ["random"], ["random", "Random"], "random", [first, first]):
        with pytest.raises(ValueError, match="compares two or more different players, not"):
            tournament(snatch, players, "1..2")


def test_two_players_of_one_name_are_refused(snatch: Game) -> None:
    def other(view: View) -> Move:
        return view.moves[-1]

    other.__name__ = "first"
    with pytest.raises(ValueError, match="two different players are called 'first'"):
        tournament(snatch, [first, other], "1..2")
    named = type("Named", (), {"name": "random", "choose": staticmethod(first)})()
    with pytest.raises(ValueError, match="two different players are called 'random'"):
        tournament(snatch, ["random", named], "1..2")


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        ("", "no such deal"),
        ("3..1", "it runs backwards"),
        ("1..3,2", "the deal 2 is given twice"),
        ([4, "4"], "the deal 4 is given twice"),
        ([], "a tournament needs a deal"),
        ("1..100001", "at most 100000 deals"),
        ([object()], "not a deal"),
    ],
)
def test_wrong_deals_are_refused(snatch: Game, deals: object, said: str) -> None:
    with pytest.raises(DealError, match=said):
        tournament(snatch, ["random", first], deals)  # type: ignore[arg-type]  # wrong


def test_what_run_refuses_is_refused(snatch: Game) -> None:
    with pytest.raises(UnknownPlayer, match="did you mean 'random'"):
        tournament(snatch, ["radnom", first], "1..2")
    with pytest.raises(UnknownGame):
        tournament("snitch", ["random", first], "1..2")
    with pytest.raises(OptionError, match="redeals"):
        tournament("stairs", ["random", first], "1..2", redeal=1)
    with pytest.raises(ValueError, match="a limit is a number of moves"):
        tournament(snatch, ["random", first], "1..2", limit=-1)
    with pytest.raises(ValueError, match="an object of type int"):
        tournament(snatch, ["random", 3], "1..2")  # type: ignore[list-item]  # wrong


def test_too_many_seatings_are_refused_at_once(bismarck: Game) -> None:
    players = [type("P", (), {"name": f"p{i}", "choose": staticmethod(first)})() for i in range(12)]
    # Eleven players take three seats in 11 x 10 x 9 = 990 ways, twelve in 1320.
    assert Contest(bismarck, players[:11], "1").total == 990
    with pytest.raises(ValueError, match="12 players can take 3 seats in 1320 ways"):
        Contest(bismarck, players, "1")


def test_a_player_that_fails_ends_the_tournament(snatch: Game) -> None:
    def clumsy(view: View) -> Move:
        raise KeyError("nowhere")

    with pytest.raises(PlayerError, match="player clumsy at seat 1, move 2: raised KeyError"):
        tournament(snatch, [first, clumsy], "1..2")


def test_options_may_be_given_with_a_name() -> None:
    result = tournament("stairs", ["random", first], ["5", Deal.of(7)], redeals=0, limit=9)
    assert result.game.options["redeals"] == 0
    assert [str(deal.deal) for deal in result.deals] == ["5", "7"]
    assert cardkit.headless.tournament is tournaments.tournament
    with pytest.raises(ValueError, match="'third' took no part"):
        result.difference("first", "third")
