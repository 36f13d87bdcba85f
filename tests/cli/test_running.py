"""`cardkit run`."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.headless import read_record, replay
from cardkit.headless.running import _Watch
from cardkit.render import text_table


def record_of(**arguments: Any) -> str:
    stream = io.StringIO()
    cardkit.run("bisley", players="random", record=stream, **arguments)
    return stream.getvalue()


def test_one_deal_shows_its_end(ck: Callable[..., Any]) -> None:
    result = cardkit.run("bisley", deal=42, players="random")
    done = ck("run", "bisley", "--deal", "42", "--player", "random")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{text_table(result.state)}\n\nstuck after {result.moves} moves\n"


def test_one_deal_as_json(ck: Callable[..., Any]) -> None:
    done = ck("run", "bisley", "--deal", "42", "--player", "random", "--seed", "9", "--json")
    result = cardkit.run("bisley", deal=42, players="random", seed=9)
    assert json.loads(done.out) == result.to_data()


def test_a_limit_stops_a_game(ck: Callable[..., Any]) -> None:
    done = ck("run", "bisley", "--deal", "42", "--player", "random", "--limit", "1")
    assert done.out.endswith("\nstopped at the limit after 1 move\n")


def test_many_deals_are_summed_up(ck: Callable[..., Any]) -> None:
    done = ck("run", "bisley", "--deals", "1..4,ms:9", "--player", "random")
    runs = [cardkit.run("bisley", deal=d, players="random") for d in (1, 2, 3, 4, "ms:9")]
    assert not any(run.outcome.won for run in runs)
    # Wilson's upper bound without a win is z^2 / (n + z^2): 3.8415 / 8.8415.
    assert done.out.splitlines() == [
        "games   5 of bisley",
        "player  random",
        "won     0 (0.0%; 95% interval 0.0% to 43.4%)",
        f"moves   {sum(run.moves for run in runs) / 5:.1f} a game",
        "ended   stuck 5",
    ]
    assert done.err == ""


def test_many_deals_as_json_lines_and_a_summary(ck: Callable[..., Any]) -> None:
    done = ck("run", "bisley", "--deals", "1..3", "--player", "random", "--json")
    *lines, last = map(json.loads, done.out.splitlines())
    assert [line["deal"] for line in lines] == ["1", "2", "3"]
    assert lines[1] == cardkit.run("bisley", deal=2, players="random").to_data()
    summary = last["summary"]
    assert (summary["game"], summary["deals"], summary["games"]) == ("bisley", "1..3", 3)
    assert summary["moves"] == sum(line["moves"] for line in lines)


@pytest.mark.parametrize("finished", [0, 2])
def test_an_interruption_tells_of_the_games_that_are_over(
    ck: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, finished: int
) -> None:
    left = iter(range(finished))

    def interrupted(*words: Any, **more: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return cardkit.run(*words, **more)

    monkeypatch.setattr("cardkit.cli.running.run", interrupted)
    done = ck("run", "bisley", "--deals", "1..5", "--player", "random")
    assert done.status == 130
    if finished:
        assert done.err == "cardkit: interrupted after 2 of 5 deals\n"
        told = [" ".join(line.split()) for line in done.out.splitlines()]
        assert told[:2] == ["games 2 of bisley", "partial 2 of 5 deals"]
    else:
        assert (done.out, done.err) == ("", "cardkit: interrupted\n")


def test_the_summary_of_an_interrupted_run_as_json_is_partial(
    ck: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("run", "bisley", "--deals", "1..2", "--player", "random", "--json")
    assert json.loads(ck(*words).out.splitlines()[-1])["summary"]["partial"] is False
    games = iter([cardkit.run("bisley", deal=1, players="random")])

    def interrupted(*_: Any, **__: Any) -> Any:
        for game in games:
            return game
        raise KeyboardInterrupt

    monkeypatch.setattr("cardkit.cli.running.run", interrupted)
    game, summary = map(json.loads, ck(*words).out.splitlines())
    assert game["deal"] == "1"
    assert (summary["summary"]["partial"], summary["summary"]["games"]) == (True, 1)


def test_several_seats_get_a_line_each(ck: Callable[..., Any], toys: None) -> None:
    words = ("run", "snatch", "--deals", "1..20", "--player", "random")
    done = ck(*words)
    runs = [cardkit.run("snatch", deal=deal, players="random") for deal in range(1, 21)]
    lines = done.out.splitlines()
    assert lines[0] == "games  20 of snatch"
    assert lines[-3].split() == ["seat", "player", "mean", "score", "wins"]
    for seat in (0, 1):
        scores = [run.outcome.scores[seat] for run in runs if run.outcome.scores]
        wins = sum(seat in run.outcome.winners for run in runs)
        line = [str(seat), "random", f"{sum(scores) / 20:.2f}", str(wins)]
        assert lines[seat - 2].split() == line
    data = json.loads(ck(*words, "--json").out.splitlines()[-1])["summary"]
    assert data["wins"] == [int(line.split()[-1]) for line in lines[-2:]]


def test_the_end_of_a_match_names_scores_and_winners(ck: Callable[..., Any], toys: None) -> None:
    done = ck("run", "snatch", "--deal", "3", "--player", "random", "--player", "random")
    result = cardkit.run("snatch", deal=3, players="random")
    scores, winners = result.outcome.scores, result.outcome.winners
    assert scores is not None
    names = ", ".join(f"seat {seat} (random)" for seat in winners)
    last = f"scored after {result.moves} moves: {scores[0]}, {scores[1]}"
    assert done.out.splitlines()[-1] == last + (f"; won by {names}" if winners else "")


def test_a_record_is_what_the_api_records(ck: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ("--deal", "ms:5", "--player", "random", "--record", str(path))
    assert ck("run", "bisley", *words).status == 0
    assert path.read_text() == record_of(deal="ms:5")
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


def test_records_of_many_deals_lie_in_a_folder(ck: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    words = ("--deals", "1..2,ms:5", "--player", "random", "--record", str(folder))
    for _ in range(2):  # the folder may be there already
        assert ck("run", "bisley", *words).status == 0
    names = ["bisley-1.jsonl", "bisley-2.jsonl", "bisley-ms-5.jsonl"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert (folder / "bisley-ms-5.jsonl").read_text() == record_of(deal="ms:5")


def test_records_of_many_deals_may_be_named(ck: Callable[..., Any], tmp_path: Path) -> None:
    pattern = str(tmp_path / "{deal}" / "a{b}.jsonl")
    words = ("--deals", "3,pysol:4", "--player", "random", "--record", pattern)
    assert ck("run", "bisley", *words).status == 0
    assert (tmp_path / "3" / "a{b}.jsonl").read_text() == record_of(deal=3)
    assert (tmp_path / "pysol-4" / "a{b}.jsonl").exists()


def test_the_record_of_one_deal_may_go_into_a_folder(
    ck: Callable[..., Any], tmp_path: Path
) -> None:
    order = " ".join(map(str, cardkit.Deal.of(7).order(0, cardkit.Deck())))
    for deal in ("7", order):
        words = ("--deal", deal, "--player", "random", "--record", str(tmp_path))
        assert ck("run", "bisley", *words).status == 0
    number = cardkit.Deal.of(order).number
    names = {"bisley-7.jsonl", f"bisley-cards-{number:016x}.jsonl"}
    assert {path.name for path in tmp_path.iterdir()} == names
    for name in names:
        replay(tmp_path / name)


@pytest.mark.parametrize("seat", ["1", "onlooker"])
def test_the_record_of_a_seat_is_its_view(
    ck: Callable[..., Any], toys: None, tmp_path: Path, seat: str
) -> None:
    path = tmp_path / "game.jsonl"
    words = ("--player", "random", "--record", str(path), "--record-seat", seat)
    assert ck("run", "snatch", "--deal", "4", *words).status == 0
    result = cardkit.run("snatch", deal=4, players="random")
    assert read_record(path).view() == result.state.view(None if seat == "onlooker" else 1)


def test_the_same_command_writes_the_same_bytes(ck: Callable[..., Any], tmp_path: Path) -> None:
    written = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        words = ("--deals", "1..3", "--player", "random", "--json", "--record", str(folder))
        out = ck("run", "bisley", *words).out
        written.append((out, [path.read_bytes() for path in sorted(folder.iterdir())]))
    assert written[0] == written[1]


def test_a_player_that_breaks_down_is_told_of(ck: Callable[..., Any], toys: None) -> None:
    words = ("run", "snatch", "--player", "random", "--player", "clumsy")
    done = ck(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "cardkit: player clumsy at seat 1, move 2: raised KeyError"
        " (CARDKIT_TRACEBACK=1 shows where it comes from)\n"
    )
    told = ck(*words, CARDKIT_TRACEBACK="1").err
    assert "KeyError: 'nowhere'" in told
    assert told.endswith("\ncardkit: player clumsy at seat 1, move 2: raised KeyError\n")


def test_a_record_is_not_left_by_a_game_that_fails(
    ck: Callable[..., Any], toys: None, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("before")
    done = ck("run", "snatch", "--player", "clumsy", "--record", str(path))
    assert done.status == 2
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_an_observer_that_fails_is_told_of_and_harms_nothing(
    ck: Callable[..., Any], toys: None
) -> None:
    done = ck("run", "snatch", "--player", "random")
    assert done.status == 0
    assert done.out.splitlines()[-1].startswith("scored after ")
    assert done.err.startswith(WATCHER)


WATCHER = "cardkit: watcher: observer: cardkit_deal_started raised RuntimeError"


@pytest.mark.parametrize(
    ("words", "games", "told"),
    [
        (("run", "--player", "random"), 0, "interrupted"),
        (("run", "--player", "random", "--deals", "1..5"), 2, "interrupted after 2 of 5 deals"),
        (("tournament", "--player", "random", "--player", "clumsy"), 0, "interrupted"),
        (
            ("sweep", "--player", "random", "--deals", "1..5", "--workers", "1"),
            2,  # of which the first was to see whether it can be played
            "interrupted after 1 of 5 deals; nothing is kept without --store",
        ),
    ],
    ids=["one", "many", "tournament", "sweep"],
)
def test_an_observer_that_failed_is_told_of_after_an_interruption_as_well(
    ck: Callable[..., Any], toys: None, words: Any, games: int, told: str, monkeypatch
) -> None:
    # It is interrupted at the first move after so many games.
    over: list[object] = []

    def interrupted(*_: Any) -> None:
        if len(over) == games:
            raise KeyboardInterrupt

    monkeypatch.setattr(_Watch, "over", lambda _, outcome: over.append(outcome))
    monkeypatch.setattr(_Watch, "played", interrupted)
    command, *options = words
    done = ck(command, "snatch", *options)
    lines = done.err.splitlines()
    assert done.status == 130
    assert f"cardkit: {told}" in lines
    assert len([line for line in lines if line.startswith(WATCHER)]) == 1
    assert len(lines) == 2


def test_a_bug_in_a_game_is_called_one(ck: Callable[..., Any], toys: None) -> None:
    done = ck("moves", "broken")
    assert (done.status, done.out) == (70, "")
    assert done.err.startswith("cardkit: this is a bug: ValueError: ")
    assert done.err.endswith(" (CARDKIT_TRACEBACK=1 shows where it comes from)\n")
    assert done.err.count("\n") == 1
