"""Score sheets of matches, and who came where."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Deal, Deck, Game, Outcome, State
from cardkit.headless import final_places, run, score_sheet
from cardkit.headless.places import ranks, win_shares
from cardkit.rng import Rng
from cardkit.rulesfile import packaged_game
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Dealing, Rules, Schedule
from cardkit.tricks.play import Play
from cardkit.tricks.sheet import ScoreSheet
from cardkit.tricks.stages import Announce

entry = cache(lambda folder: packaged_game(f"cardkit_games.{folder}"))


@pytest.fixture(scope="module")
def referee(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """Bismarck without cardkit, as the tests of the game itself use it."""
    return load_helper("sheet_referee", Path(__file__).parents[1] / "tricks" / "referee.py")


def sheet_of(state: State) -> ScoreSheet:
    sheet = score_sheet(state)
    assert sheet is not None
    return sheet


@pytest.mark.parametrize("session", ["traditional", "modern", "quick", "fourth-round"])
def test_a_match_of_bismarck_is_written_down_as_the_referee_does(
    referee: ModuleType, session: str
) -> None:
    game = entry("bismarck").create({"session": session, "first_dealer": 1})
    orders = [[str(card) for card in Deal.of(11).order(k, Deck())] for k in range(12)]
    other = referee.Referee(orders, 1, dict(game.options))
    state = game.deal(orders)
    chance = Rng.stream(5, session)
    kept = []
    while state.outcome is None:
        move = state.moves[chance.below(len(state.moves))]
        other.play(str(move))
        state.push(move)
        # What has been written stays as it is.
        sheet = sheet_of(state)
        assert sheet.deals[: len(kept)] == tuple(kept)
        assert len(sheet.deals) == len(other.log)
        kept = list(sheet.deals)
        used = [[] for _ in range(3)] if session != "modern" else other.used
        crossed = [[c for c, deal in seat.items() if deal] for seat in sheet.crossed_off]
        assert [sorted(c) for c in crossed] == ([sorted(u) for u in used] if crossed else [])
    totals = [0, 0, 0]
    for k, (row, deal) in enumerate(zip(other.log, kept, strict=True)):
        forehand, contract, trump, tricks, points = row
        totals = [a + b for a, b in zip(totals, points, strict=True)]
        assert (deal.number, deal.dealer, deal.forehand) == (k + 1, (1 + k) % 3, forehand)
        assert (deal.contract, deal.trump) == (contract, trump)
        assert [list(deal.tricks), list(deal.points), list(deal.totals)] == [tricks, points, totals]
    assert totals == other.score
    found = sheet_of(state).crossed_off
    if session != "modern":
        assert found == ()
        return
    for seat in range(3):
        assert list(found[seat]) == ["spades", "free", "no-trump", "pass"]
        assert found[seat] == {row[1]: k for k, row in enumerate(other.log, 1) if row[0] == seat}


def test_a_contract_is_crossed_off_when_it_is_announced() -> None:
    state = entry("bismarck").create({"session": "modern", "first_dealer": 2}).deal(3)
    nothing = dict.fromkeys(("spades", "free", "no-trump", "pass"))
    assert sheet_of(state).crossed_off == (nothing,) * 3
    state.play("contract free H")
    assert sheet_of(state).crossed_off == (nothing | {"free": 1}, nothing, nothing)
    assert sheet_of(state).deals == ()
    state.undo()
    assert sheet_of(state).crossed_off == (nothing,) * 3


def test_whoever_announces_crosses_off() -> None:
    rules = Rules(
        seats=3,
        deck=Deck(ranks=(1, 13), suits=(0, 1, 2)),
        dealing=Dealing(2),
        contracts={"take": Contract(), "avoid": Contract(aim="avoid")},
        schedule=Schedule(once=("take", "avoid")),
        stages=(Announce("dealer"), Play()),
        first_dealer=1,
    )
    state = TrickGame(rules, name="dealers-choice").deal(1)
    announced: dict[int, list[str]] = {0: [], 1: [], 2: []}
    while state.outcome is None:
        move = state.moves[-1]
        if move.verb == "contract":
            announced[state.facts["turn"]].append(move.args[0])
        state.push(move)
    # Dealers are 1, 2, 0 and again.
    assert announced == {0: ["avoid", "take"], 1: ["avoid", "take"], 2: ["avoid", "take"]}
    assert sheet_of(state).crossed_off == (
        {"take": 6, "avoid": 3}, {"take": 4, "avoid": 1}, {"take": 5, "avoid": 2},
    )  # fmt: skip
    assert sheet_of(state).label("take") == "take"


@pytest.mark.parametrize(
    ("folder", "options", "tricks"),
    [
        ("hearts", {"floor": -20}, 13),
        ("hearts", {"floor": -20, "players": 3}, 17),
        ("whist", {"target": 3}, 13),
        ("whist", {"target": 3, "players": 3}, 17),
        ("sergeant_major", {"deals": 4}, 16),
    ],
)
def test_every_trick_game_has_a_sheet(folder: str, options: dict[str, object], tricks: int) -> None:
    result = run(entry(folder).create(options), deal=9, players="random")
    sheet = sheet_of(result.state)
    seats = result.game.seats
    sums = [0] * seats
    for number, deal in enumerate(sheet.deals, 1):
        assert deal.number == number
        assert (deal.dealer + 1) % seats == deal.forehand
        assert (sheet.deals[0].dealer + number - 1) % seats == deal.dealer
        assert sum(deal.tricks) == tricks
        sums = [a + b for a, b in zip(sums, deal.points, strict=True)]
        assert deal.totals == tuple(sums)
    assert tuple(sums) == result.outcome.scores
    assert len(sheet.deals) == result.state.facts["deal"] + 1


def test_it_tells_a_seat_no_more_than_the_seat_knows() -> None:
    """A view, of which no hidden card can be read, gives the same sheet at any time."""
    state = entry("bismarck").create({"session": "modern"}).deal(8)
    chance = Rng.stream(1, "moves")
    while state.outcome is None:
        if len(state.history) % 37 == 0 or state.facts["phase"] == "choose":
            sheet = sheet_of(state)
            for seat in (None, 0, 1, 2):
                assert state.game.sheet(state.view(seat)) == sheet
        state.push(state.moves[chance.below(len(state.moves))])
    assert sheet_of(state).deals


def test_contracts_are_called_by_their_labels() -> None:
    sheet = sheet_of(entry("bismarck").create().deal(1))
    assert sheet.label("spades") == "Spade trump"
    assert sheet.label("spades", "fi") == "Patavaltti"
    assert sheet.label("spades", "sv") == "Spade trump"


def test_games_that_keep_no_sheet_have_none(stairs: Game, snatch: Game) -> None:
    assert score_sheet(stairs.deal(1)) is None
    assert score_sheet(snatch.deal(1)) is None


def test_the_data_of_a_sheet() -> None:
    result = run(entry("bismarck").create({"session": "modern"}), deal=2, players="random")
    sheet = sheet_of(result.state)
    data = sheet.to_data()
    assert json.loads(json.dumps(data)) == data
    last = sheet.deals[-1]
    assert data["sheet"][-1] == {
        "deal": 12, "dealer": last.dealer, "forehand": last.forehand, "contract": last.contract,
        "trump": last.trump, "tricks": list(last.tricks), "points": list(last.points),
        "totals": list(result.outcome.scores or ()),
    }  # fmt: skip
    assert data["crossed_off"] == [dict(seat) for seat in sheet.crossed_off]
    quick = sheet_of(run(entry("bismarck").create({"session": "quick"}), players="random").state)
    assert list(quick.to_data()) == ["sheet"]


# -- places --------------------------------------------------------------------------------------


def test_equal_scores_share_a_place_and_the_win() -> None:
    outcome = Outcome("scored", scores=(3, 9, -1, 9, 3), winners=(1, 3))
    assert [(p.rank, p.seat, p.score, p.win) for p in final_places(outcome)] == [
        (1, 1, 9, Fraction(1, 2)),
        (1, 3, 9, Fraction(1, 2)),
        (3, 0, 3, 0),
        (3, 4, 3, 0),
        (5, 2, -1, 0),
    ]
    assert final_places(outcome)[0].to_data() == {"rank": 1, "seat": 1, "score": 9, "win": 0.5}


def test_without_scores_there_are_no_places() -> None:
    assert final_places(Outcome("limit")) == ()
    assert final_places(Outcome("stuck", won=False)) == ()


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_a_rank_is_one_more_than_how_many_are_better(scores: list[int]) -> None:
    assert ranks(scores) == [1 + sum(b > a for b in scores) for a in scores]


@given(st.sets(st.integers(0, 5), min_size=1))
def test_the_parts_of_a_win_make_one(winners: set[int]) -> None:
    shares = win_shares(Outcome("scored", winners=tuple(sorted(winners))), 6)
    assert sum(shares) == 1
    assert {seat for seat, share in enumerate(shares) if share} == winners
    assert len({share for share in shares if share}) == 1


def test_who_plays_alone_wins_or_not() -> None:
    assert win_shares(Outcome("won", won=True), 1) == (1,)
    assert win_shares(Outcome("stuck", won=False), 1) == (0,)
    assert win_shares(Outcome("limit"), 2) == (0, 0)
