"""Jobs: the row of a deal says what the library says of it, whichever engine played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import cardkit
import cardkit.players
from cardkit import Move, plugins
from cardkit.deals import DealError
from cardkit.entries import PlayerEntry
from cardkit.headless import run, score_sheet
from cardkit.kernel import Untabulated
from cardkit.plugins import hookimpl
from cardkit.solver import Solution
from cardkit.sweep import Playing, Selection, Solving
from cardkit.sweep.bulk import BulkJob, bulk_job
from cardkit.sweep.jobs import ReadableJob, SolvingJob, make_job, solved_row
from cardkit.sweep.plan import Plan, Row


def named(row: Row, task: Playing | Solving) -> dict[str, Any]:
    return dict(zip(["deal", *task.columns], row, strict=True))


class StandIn:
    """A solver that says what it is told to say, and remembers what it was asked."""

    def __init__(self, *solutions: Solution) -> None:
        self.solutions = list(solutions)
        self.asked: list[tuple[str, dict[str, object]]] = []

    def __call__(self, state: cardkit.State, **limits: object) -> Solution:
        self.asked.append((str(state.deal), limits))
        return self.solutions.pop(0)


MOVES = (Move("t1-a1"), Move("deal"), Move("away 2C"))
SOLUTIONS = (
    Solution("won", MOVES, nodes=17),
    Solution("lost", nodes=4, thoughtful=True),
    Solution("undecided", ran_out="memory", nodes=99),
)


def test_what_the_solver_says_becomes_a_row(bisley: cardkit.Game) -> None:
    solver = StandIn(*SOLUTIONS)
    rows = list(SolvingJob(bisley, Solving(), solver).play(Selection.of("1..2, ms:3")))
    assert rows == [
        ("1", "won", None, 3, 17, 0, None),
        ("2", "lost", None, None, 4, 1, None),
        ("ms:3", "undecided", "memory", None, 99, 0, None),
    ]
    assert [deal for deal, _ in solver.asked] == ["1", "2", "ms:3"]


def test_the_moves_are_kept_if_they_are_wanted(bisley: cardkit.Game) -> None:
    job = SolvingJob(bisley, Solving(keep_moves=True), StandIn(*SOLUTIONS))
    moves = [row[-1] for row in job.play(Selection.of("1..3"))]
    assert moves == ["t1-a1, deal, away 2C", None, None]


@pytest.mark.parametrize("keep_moves", [False, True])
def test_the_row_of_a_job_is_the_row_of_what_was_found(
    bisley: cardkit.Game, keep_moves: bool
) -> None:
    job = SolvingJob(bisley, Solving(keep_moves=keep_moves), StandIn(*SOLUTIONS))
    deals = list(Selection.of("1..3"))
    found = zip(deals, SOLUTIONS, strict=True)
    assert list(job.play(deals)) == [
        solved_row(deal, solution, keep_moves=keep_moves) for deal, solution in found
    ]


def test_the_solver_is_given_the_limits(bisley: cardkit.Game) -> None:
    solver = StandIn(*SOLUTIONS)
    task = Solving(nodes=5, seconds=1.5, memory=64, short=True)
    next(SolvingJob(bisley, task, solver).play(Selection.of("1")))
    limits = {"nodes": 5, "seconds": 1.5, "memory": 64, "short": True}
    assert solver.asked == [("1", limits)]


def test_our_own_solver_solves() -> None:
    bisley = cardkit.game("bisley")
    task = Solving(nodes=2000, keep_moves=True)
    (row,) = make_job(bisley, task).play(Selection.of("2"))
    found = named(row, task)
    assert found["verdict"] == "won"
    state = bisley.deal(2)
    for move in found["moves"].split(", "):
        state.play(move)
    assert state.outcome == cardkit.Outcome("won", won=True)
    assert found["length"] == len(state.history)


def test_rules_that_the_solver_cannot_hold_are_told_of(snatch: cardkit.Game) -> None:
    job = make_job(snatch, Solving())
    with pytest.raises(Untabulated):
        job.probe(cardkit.Deal.of(1))


@pytest.mark.parametrize("task", [Playing(("random",)), Solving()])
def test_a_deal_that_does_not_fit_is_told_of_beforehand(task: Playing | Solving) -> None:
    job = make_job(cardkit.game("spider"), task)
    with pytest.raises(DealError, match="ms:1 deals one pack"):
        job.probe(cardkit.Deal.of("ms:1"))


def test_a_played_patience(bisley: cardkit.Game) -> None:
    task = Playing(("random",), seed=3)
    rows = list(make_job(bisley, task).play(Selection.of("1..4, ms:2")))
    for deal, row in zip(["1", "2", "3", "4", "ms:2"], rows, strict=True):
        played = run("bisley", deal=deal, players="random", seed=3)
        assert named(row, task) == {
            "deal": deal,
            "reason": played.outcome.reason,
            "won": int(bool(played.outcome.won)),
            "moves": played.moves,
            "scores": None,
            "winners": None,
            "sheet": None,
        }


def test_a_played_game_without_a_sheet(snatch: cardkit.Game) -> None:
    task = Playing(("random", "random"))
    (row,) = make_job(snatch, task).play(Selection.of("3"))
    played = run(snatch, deal=3, players="random")
    assert named(row, task) == {
        "deal": "3",
        "reason": "scored",
        "won": None,
        "moves": played.moves,
        "scores": json.dumps(list(played.outcome.scores or ()), separators=(",", ":")),
        "winners": json.dumps(list(played.outcome.winners), separators=(",", ":")),
        "sheet": None,
    }


def test_a_played_match_with_its_sheet() -> None:
    task = Playing(("random",) * 3)
    game = cardkit.game("bismarck", session="quick")
    (row,) = ReadableJob(game, task).play(Selection.of("7"))
    played = run(game, deal=7, players="random")
    found = named(row, task)
    assert json.loads(found["scores"]) == list(played.outcome.scores or ())
    assert json.loads(found["winners"]) == list(played.outcome.winners)
    sheet = score_sheet(played.state)
    assert sheet is not None
    assert json.loads(found["sheet"]) == [
        [deal.contract, deal.trump, deal.dealer, list(deal.tricks), list(deal.points)]
        for deal in sheet.deals
    ]


# -- in bulk ---------------------------------------------------------------------------------------

TRICK_GAMES = [name for name, entry in cardkit.games().items() if entry.family == "tricks"]


@pytest.mark.parametrize("name", TRICK_GAMES)
def test_the_kernel_gives_the_rows_of_the_readable_engine(name: str) -> None:
    game = cardkit.game(name)
    players = ("greedy", "random", "greedy", "random")[: game.seats]
    task = Playing(players, seed=5)
    # Other deals than numbered ones are left to the readable engine.
    deals = Selection.of("0..1, 18446744073709551615, pysol:1")
    job = bulk_job(game, task, ReadableJob(game, task))
    assert isinstance(job, BulkJob)
    assert list(job.play(deals)) == list(ReadableJob(game, task).play(deals))


@pytest.mark.parametrize("limit", [0, 1, 60, 155, 156])
def test_both_engines_stop_at_the_limit(limit: int) -> None:
    game = cardkit.game("bismarck", session="quick")
    task = Playing(("random",) * 3, limit=limit)
    readable = ReadableJob(game, task)
    job = bulk_job(game, task, readable)
    assert job is not None
    (row,) = job.play(Selection.of("7"))
    assert [row] == list(readable.play(Selection.of("7")))
    # Three deals of sixteen cards each, and four laid away in each.
    assert row[1] == ("scored" if limit >= 156 else "limit")


def is_in_bulk(name: str, *players: str) -> bool:
    game = cardkit.game(name)
    task = Plan.of(game, Playing(players)).task
    assert isinstance(task, Playing)
    return bulk_job(game, task, ReadableJob(game, task)) is not None


def test_only_what_the_kernel_knows_is_left_to_it() -> None:
    assert is_in_bulk("bismarck", "random")
    assert not is_in_bulk("bismarck", "pimc")
    assert not is_in_bulk("bismarck", "greedy", "pimc", "greedy")
    assert not is_in_bulk("bisley", "greedy")


class Impostor:
    """A plugin whose player is called like one of ours."""

    @hookimpl
    def cardkit_players(self) -> Iterator[PlayerEntry]:
        yield PlayerEntry("random", cardkit.players.RandomPlayer, "x", families=("patience",))
        yield PlayerEntry("random", lambda *_: _First(), "the first move", families=("tricks",))


class _First:
    def choose(self, view: cardkit.View) -> Move:
        return view.moves[0]


class Watcher:
    """A plugin that watches how games end."""

    def __init__(self) -> None:
        self.ends = 0

    @hookimpl
    def cardkit_game_over(self) -> None:
        self.ends += 1


def loaded(**more: object) -> Any:
    import cardkit_games.bismarck

    found = {"bismarck": cardkit_games.bismarck, **more}
    points = [SimpleNamespace(name=n, load=lambda p=p: p) for n, p in found.items()]
    return plugins.use(plugins.load(games_dirs=[], entry_points=points, strict=True))


def test_a_player_of_the_same_name_is_another_player() -> None:
    with loaded(players=Impostor()):
        assert not is_in_bulk("bismarck", "random")


def test_whoever_watches_sees_every_game() -> None:
    watcher = Watcher()
    with loaded(players=cardkit.players, watcher=watcher):
        assert not is_in_bulk("bismarck", "random")
        game = cardkit.game("bismarck", session="quick")
        assert len(list(make_job(game, Playing(("random",) * 3)).play(Selection.of("1..2")))) == 2
    assert watcher.ends == 2
