"""`cardkit tournament`, and the score sheet that ends `cardkit run`."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import cardkit
import cardkit.players
from cardkit import Move, View, plugins
from cardkit.cli.grid import grid
from cardkit.cli.scoresheet import crossed_off_text, places_text, sheet_text
from cardkit.cli.tournament import _signed
from cardkit.entries import GameEntry, PlayerEntry
from cardkit.headless import Place, tournament
from cardkit.plugins import hookimpl
from cardkit.tricks.sheet import FinishedDeal, ScoreSheet


class _Scripted:
    """A player that is a function of what it sees."""

    def __init__(self, choose: Callable[[View], Move | None], *_: object) -> None:
        self.choose = choose


@pytest.fixture(scope="module")
def pick(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The game of the tests of tournaments that can be reckoned by hand."""
    return load_helper("cli_pick", Path(__file__).parents[1] / "headless" / "pick.py")


@pytest.fixture
def league(pick: ModuleType) -> Iterator[list[View]]:
    """Pick and its players, instead of what is installed; every view that `tired` was shown.

    `tired` plays like `high`, and at its 23rd move somebody presses Ctrl-C. `sulky` gives up where
    it has no choice.
    """
    shown: list[View] = []

    def tired(view: View) -> Move:
        shown.append(view)
        if len(shown) == 23:
            raise KeyboardInterrupt
        return pick.high(view)

    def sulky(view: View) -> Move | None:
        return pick.high(view) if len({move.card.rank for move in view.moves}) == 2 else None

    class League:
        @hookimpl
        def cardkit_games(self) -> Iterator[GameEntry]:
            for game in (pick.Pick, pick.Bare):
                yield GameEntry(game.name, lambda _, game=game: game(), {"en": "A toy"}, "toy")

        @hookimpl
        def cardkit_players(self) -> Iterator[PlayerEntry]:
            for choose in (pick.high, pick.low, tired, sulky):
                yield PlayerEntry(choose.__name__, partial(_Scripted, choose), help="scripted")

    found = {"league": League(), "players": cardkit.players}
    points = [SimpleNamespace(name=n, load=lambda p=p: p) for n, p in found.items()]
    with plugins.use(plugins.load(games_dirs=[], entry_points=points, strict=True)):
        yield shown


HIGH_AND_LOW = ("--player", "high", "--player", "low")

#: What `headless/pick.py` and the test of its tournament say, in words.
WIDE = """\
game    pick
played  18 games: 3 deals, each in 6 seatings

rank  player  mean score   wins  of   rate
   1  high          2.44  14.50  27  53.7%
   2  low           1.56   3.50  27  13.0%

Differences in the mean score, paired by deal, with 95% t intervals:
players        difference    95% interval  verdict
high over low       +0.89  -1.02 to +2.80  not clear: fewer than 6 deals
"""

NARROW = """\
game    pick
played  18 games: 3 deals, each in 6
        seatings

rank player mean score  wins of  rate
   1 high         2.44 14.50 27 53.7%
   2 low          1.56  3.50 27 13.0%

Differences in the mean score, paired by
deal, with 95% t intervals:
players high over low
  difference    +0.89
  95% interval  -1.02 to +2.80
  verdict       not clear: fewer than 6
                deals
"""


@pytest.mark.parametrize(("columns", "text"), [("80", WIDE), ("40", NARROW)])
def test_a_tournament_in_words(
    ck: Callable[..., Any], league: object, pick: ModuleType, columns: str, text: str
) -> None:
    deals = ",".join(pick.DEALS)
    done = ck("tournament", "pick", *HIGH_AND_LOW, "--deals", deals, COLUMNS=columns)
    assert (done.status, done.err) == (0, "")
    assert done.out == text


def test_a_clear_difference_is_called_one(ck: Callable[..., Any], league: object) -> None:
    # The cards of the first deal of Pick in other orders: high is always 4/3 ahead.
    deals = "2C 3C 3H AC AH 2H,3C 2C 3H AC AH 2H,2C 3C AC 3H AH 2H,2C 3C 3H AC 2H AH,"
    deals += "3C 2C AC 3H AH 2H,3C 2C AC 3H 2H AH"
    done = ck("tournament", "pick", *HIGH_AND_LOW, "--deals", deals)
    assert done.out.splitlines()[-1] == "high over low       +1.33  +1.33 to +1.33  high is better"
    fewer = ck("tournament", "pick", *HIGH_AND_LOW, "--deals", deals.rpartition(",")[0])
    assert fewer.out.splitlines()[-1].endswith("+1.33 to +1.33  not clear: fewer than 6 deals")


def test_a_game_without_scores_is_told_in_wins(
    ck: Callable[..., Any], league: object, pick: ModuleType
) -> None:
    done = ck("tournament", "bare", *HIGH_AND_LOW, "--deals", pick.DEALS[0])
    assert done.out.splitlines() == [
        "game    bare",
        "played  6 games: 1 deal, each in 6 seatings",
        "",
        "rank  player  wins  of   rate",
        "   1  high    5.50   9  61.1%",
        "   2  low     0.50   9   5.6%",
        "",
        "Differences in the rate of wins, paired by deal, with 95% t intervals:",
        "players        difference  95% interval  verdict",
        "high over low      +55.6%             -  not clear: fewer than 6 deals",
    ]


def test_a_patience_is_played_by_each_on_the_same_deals(ck: Callable[..., Any]) -> None:
    words = ("--player", "greedy", "--player", "random", "--deals", "1..3", "-o", "columns=12")
    done = ck("tournament", "bisley", *words)
    lines = done.out.splitlines()
    assert lines[:2] == [
        "game    bisley (columns=12)",
        "played  6 games: 3 deals, each in 2 seatings",
    ]
    data = json.loads(ck("tournament", "bisley", *words, "--json").out)
    for standing in data["ranking"]:
        runs = cardkit.headless.run_many("bisley", "1..3", players=standing["player"], columns=12)
        assert standing["wins"] == sum(bool(run.outcome.won) for run in runs)
        assert standing["played"] == 3


def test_the_data_is_that_of_the_library(
    ck: Callable[..., Any], league: object, pick: ModuleType
) -> None:
    words = ("tournament", "pick", *HIGH_AND_LOW, "--deals", ",".join(pick.DEALS), "--seed", "3")
    done = ck(*words, "--json")
    assert done.out.isascii()
    assert done.out.count("\n") == 1
    result = tournament("pick", ["high", "low"], pick.DEALS, seed=3)
    assert json.loads(done.out) == result.to_data()
    assert ck(*words, "--json") == done


def test_ctrl_c_tells_what_there_is(
    ck: Callable[..., Any], league: list[View], pick: ModuleType
) -> None:
    words = ("--player", "tired", "--player", "low", "--deals", ",".join(pick.DEALS))
    done = ck("tournament", "pick", *words)
    # Nine moves a deal: it is interrupted in the third.
    assert (done.status, done.err) == (130, "cardkit: interrupted\n")
    assert done.out.splitlines()[:6] == [
        "game     pick",
        "played   12 games: 2 deals, each in 6 seatings",
        "partial  interrupted after 2 of 3 deals",
        "",
        "rank  player  mean score  wins  of   rate",
        "   1  tired         2.33  8.50  18  47.2%",
    ]
    league.clear()
    done = ck("tournament", "pick", *words, "--json")
    data = json.loads(done.out)
    assert (done.status, data["partial"], data["deals"], data["planned_deals"]) == (130, True, 2, 3)


def test_ctrl_c_before_the_first_deal_is_over_has_nothing_to_tell(
    ck: Callable[..., Any], league: list[View], pick: ModuleType
) -> None:
    league += [None] * 20  # type: ignore[list-item]  # tired already
    done = ck("tournament", "pick", "--player", "tired", "--player", "low", "--deals", "1..9")
    assert (done.status, done.err) == (130, "cardkit: interrupted\n")
    assert done.out.splitlines() == [
        "game     pick",
        "played   0 games: 0 deals, each in 6 seatings",
        "partial  interrupted after 0 of 9 deals",
    ]


def test_deals_that_are_left_out_are_named(
    ck: Callable[..., Any], league: object, pick: ModuleType
) -> None:
    words = ("--player", "sulky", "--player", "low", "--deals", ",".join(pick.DEALS))
    lines = ck("tournament", "pick", *words, COLUMNS="200").out.splitlines()
    assert lines[1] == "played    6 games: 1 deal, each in 6 seatings"
    assert lines[2] == (
        f"left out  2 deals without scores: {pick.DEALS[1]}, {pick.DEALS[2]} (somebody resigned,"
        " or the limit came first)"
    )
    none = ck("tournament", "pick", *HIGH_AND_LOW, "--deals", "1..7", "--limit", "1")
    assert none.status == 0
    assert "7 deals without scores: 1, 2, 3, 4, 5, ... (somebody" in " ".join(none.out.split())
    assert "rank" not in none.out


BAD: list[tuple[str, list[str]]] = [
    ("pick", ["compares two or more different players, not none", "cardkit tournament --help"]),
    ("pick --player high", ["two or more different players, not only high"]),
    ("pick --player high --player high", ["not only high"]),
    ("pick --player high --player lo", ["no player of pick is called 'lo'", "mean 'low'?"]),
    ("pick --player high --player low:x=1", ["no option 'x'"]),
    ("pikc --player high --player low", ["no game is called 'pikc' (did you mean 'pick'?)"]),
    ("pick --player high --player low --deals 9..1", ["it runs backwards"]),
    ("pick --player high --player low --deals 1,1", ["the deal 1 is given twice"]),
    ("pick --player high --player low --deals 1..100001", ["at most 100000 deals"]),
    ("pick --player high --player low --deals ms:1", ["ms:1 deals one pack, not these 6 cards"]),
    ("pick --player high --player low --deals=", ["no such deal"]),
    ("pick --player high --player low -o x=1", ["no option 'x'"]),
    ("pick --player high --player low --limit -1", ["--limit"]),
    ("pick --palyer high", ["did you mean '--player'?"]),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "said"), BAD, ids=[typed for typed, _ in BAD])
def test_bad_input_gets_one_line(
    ck: Callable[..., Any], league: object, typed: str, said: list[str]
) -> None:
    done = ck("tournament", *typed.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: ")
    assert done.err.count("\n") == 1
    for part in said:
        assert part in done.err


def test_too_many_seatings_are_told_of_at_once(ck: Callable[..., Any], pick: ModuleType) -> None:
    class Crowd:
        @hookimpl
        def cardkit_games(self) -> Iterator[GameEntry]:
            yield GameEntry("pick", lambda _: pick.Pick(), {"en": "A toy"}, "toy")

        @hookimpl
        def cardkit_players(self) -> Iterator[PlayerEntry]:
            for i in "abcdefghijkl":
                yield PlayerEntry(f"high-{i}", partial(_Scripted, pick.high), help="scripted")

    point = SimpleNamespace(name="crowd", load=Crowd)
    with plugins.use(plugins.load(games_dirs=[], entry_points=[point], strict=True)):
        players = [word for i in "abcdefghijkl" for word in ("--player", f"high-{i}")]
        done = ck("tournament", "pick", *players)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "cardkit: 12 players can take 3 seats in 1320 ways, and at most 1000 are played: name"
        " fewer players; see cardkit tournament --help\n"
    )


# -- in a process of its own ---------------------------------------------------------------------

PATIENCE = ["tournament", "bisley", "--player", "greedy", "--player", "random", "--deals"]


def test_the_same_command_writes_the_same_bytes_in_every_process(
    process: Callable[..., Any],
) -> None:
    words = [*PATIENCE, "1..2", "--json"]
    one, other = (process(*words, PYTHONHASHSEED=seed) for seed in ("0", "77"))
    assert one == other
    assert (one.status, one.err) == (0, "")
    assert json.loads(one.out)["matches"] == 4


def test_progress_is_shown_on_a_terminal_and_ctrl_c_clears_it() -> None:
    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "cardkit", *PATIENCE, "1..50000"],
            stdout=subprocess.PIPE,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "PYTHONUTF8": "1"},
        ) as running:
            os.close(slave)
            shown = b""
            while chunk := _read(master):
                shown += chunk
                if b"100000" in shown and running.poll() is None:
                    running.send_signal(signal.SIGINT)
                    break
            while chunk := _read(master):
                shown += chunk
            assert running.stdout is not None
            out = running.stdout.read().decode()
            assert running.wait(timeout=30) == 130
    finally:
        os.close(master)
    assert b"games, " in shown
    assert shown.endswith(b"\x1b[2Kcardkit: interrupted\r\n")
    assert "\npartial  interrupted after " in out


def _read(terminal: int) -> bytes:
    assert select.select([terminal], [], [], 60)[0]
    try:
        return os.read(terminal, 4096)
    except OSError:  # the other end is closed
        return b""


# -- the score sheet -----------------------------------------------------------------------------

SHEET = ScoreSheet(
    deals=(
        FinishedDeal(1, 2, 0, "free", "H", (10, 4, 2), (2, 0, -2), (2, 0, -2)),
        FinishedDeal(2, 0, 1, "pass", None, (8, 3, 5), (-2, 1, 1), (0, 1, -1)),
        FinishedDeal(3, 1, 2, "free", "C", (0, 0, 16), (-4, -4, 8), (-4, -3, 7)),
    ),
    labels={"free": {"en": "Free trump"}, "pass": {"fi": "Passaus"}},
    crossed_off=({"free": 1, "pass": None}, {"free": None, "pass": 2}, {"free": 3, "pass": None}),
)


def test_a_sheet_has_a_line_for_each_deal() -> None:
    assert sheet_text(SHEET, 80, unicode=True).splitlines() == [
        "              fore-                 tricks    points    total",
        "deal  dealer   hand  contract       0  1  2   0  1  2   0  1  2",
        "   1       2      0  Free trump ♥  10  4  2   2  0 -2   2  0 -2",
        "   2       0      1  pass           8  3  5  -2  1  1   0  1 -1",
        "   3       1      2  Free trump ♣   0  0 16  -4 -4  8  -4 -3  7",
    ]


def test_a_sheet_on_a_narrow_terminal_has_a_block_for_each_deal() -> None:
    text = sheet_text(SHEET, 40, unicode=False)
    assert text.splitlines()[:12] == [
        "deal 1: Free trump H",
        "  dealer 2, forehand 0",
        "  seat     0  1  2",
        "  tricks  10  4  2",
        "  points   2  0 -2",
        "  total    2  0 -2",
        "deal 2: pass",
        "  dealer 0, forehand 1",
        "  seat     0  1  2",
        "  tricks   8  3  5",
        "  points  -2  1  1",
        "  total    0  1 -1",
    ]


def test_contracts_are_crossed_off_with_their_deals() -> None:
    assert crossed_off_text(SHEET, 80).splitlines() == [
        "Contracts crossed off (x), and the deals in which that was:",
        "contract    seat 0  seat 1  seat 2",
        "Free trump     x 1       -     x 3",
        "pass             -     x 2       -",
    ]


def test_places_tell_shared_wins() -> None:
    half = Fraction(1, 2)
    found = [Place(1, 0, 12, half), Place(1, 2, 12, half), Place(3, 1, -3, Fraction())]
    players = ("greedy", "random", "pimc:worlds=50")
    assert places_text(found, players, 80).splitlines() == [
        "rank  seat  player          score  win",
        "   1     0  greedy             12  1/2",
        "   1     2  pimc:worlds=50     12  1/2",
        "   3     1  random             -3",
    ]


@pytest.mark.parametrize(
    ("game", "options", "deals"),
    [
        ("bismarck", ["session=traditional"], 9),
        ("bismarck", ["session=modern"], 12),
        ("hearts", ["floor=-20"], None),
        ("whist", ["target=2"], None),
        ("sergeant-major", ["deals=2"], 2),
    ],
)
def test_a_match_ends_with_its_score_sheet(
    ck: Callable[..., Any], game: str, options: list[str], deals: int | None
) -> None:
    words = ("run", game, "--player", "random", "--deal", "5", *(f"-o{o}" for o in options))
    chosen = dict(option.split("=") for option in options)
    result = cardkit.run(game, deal=5, players="random", options=chosen)
    scores, seats = result.outcome.scores, result.game.seats
    assert scores is not None
    wide = ck(*words)
    assert (wide.status, wide.err) == (0, "")
    sheet, *more = wide.out.split("\n\n")
    lines = sheet.splitlines()[2:]
    assert len(lines) == len(result.state.facts["sheet"]) == (deals or len(lines))
    assert lines[-1].split()[-seats:] == list(map(str, scores))
    assert len(more) == (3 if chosen.get("session") == "modern" else 2)
    ranking = [line.split() for line in more[-2].splitlines()[1:]]
    assert sorted(int(line[1]) for line in ranking) == list(range(seats))
    assert [int(line[3]) for line in ranking] == sorted(scores, reverse=True)
    won = [int(line[1]) for line in ranking if len(line) == 5]
    assert won == list(result.outcome.winners)
    ended = " ".join(more[-1].split())
    assert ended.startswith(f"scored after {result.moves} moves: {', '.join(map(str, scores))};")
    narrow = ck(*words, "--ascii", COLUMNS="40")
    assert narrow.out.isascii()
    assert max(map(len, narrow.out.splitlines())) <= 40
    assert narrow.out.count("\ndeal ") + 1 == len(lines)


def test_the_sheet_as_data(ck: Callable[..., Any]) -> None:
    words = ("run", "bismarck", "--player", "random", "-o", "session=modern", "--json")
    result = cardkit.run("bismarck", players="random", session="modern")
    data = json.loads(ck(*words).out)
    assert data.items() >= result.to_data().items()
    rows = [
        (row["forehand"], row["contract"], row["trump"], tuple(row["tricks"]), tuple(row["points"]))
        for row in data["sheet"]
    ]
    assert tuple(rows) == result.state.facts["sheet"]
    assert [list(seat) for seat in data["crossed_off"]] == [
        ["spades", "free", "no-trump", "pass"]
    ] * 3
    assert sorted(n for seat in data["crossed_off"] for n in seat.values()) == list(range(1, 13))
    assert [place["score"] for place in data["ranking"]] == sorted(
        result.outcome.scores or (), reverse=True
    )
    many = ck(*words, "--deals", "1..2").out.splitlines()
    assert json.loads(many[0]) == data
    assert "sheet" not in json.loads(many[2])["summary"]


def test_a_match_that_was_stopped_shows_the_table_and_the_deals_that_are_over(
    ck: Callable[..., Any],
) -> None:
    words = ("run", "bismarck", "--player", "random", "--limit")
    # A traditional deal has 4 moves to lay away and 48 to play.
    table, facts, sheet, last = ck(*words, "110").out.split("\n\n")[-4:]
    assert "hand0" in ck(*words, "110").out
    assert len(sheet.splitlines()) == 2 + 2
    assert last == "stopped at the limit after 110 moves\n"
    assert "dealer   hand" not in ck(*words, "51").out
    assert table
    assert facts.startswith("turn: ")


def test_rows_are_set_in_columns_as_long_as_they_fit() -> None:
    rows = [("a", "score"), ("long", "1"), ("x", "22")]
    assert grid(rows, 11) == "   a  score\nlong      1\n   x     22"
    assert grid(rows, 10) == "   a score\nlong     1\n   x    22"
    assert grid(rows, 10, left=[0, 1]) == "a    score\nlong 1\nx    22"
    assert grid([*rows, ("longer", "")], 10) == (
        "a long\n  score\n      1\na x\n  score\n      22\na longer"
    )


@pytest.mark.parametrize(
    ("value", "scored", "text"),
    [
        (0.125, True, "+0.12"), (-1.5, True, "-1.50"), (0.0, True, "0.00"), (-0.004, True, "0.00"),
        (0.0, False, "0.0%"), (-0.25, False, "-25.0%"), (10.0, True, "+10.00"),
    ],
)  # fmt: skip
def test_a_difference_has_its_sign_unless_it_is_nothing(
    value: float, scored: bool, text: str
) -> None:
    assert _signed(value, scored) == text
