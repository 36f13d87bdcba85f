"""The finished games of the pages: honestly played, shown as they ended, and found by a command."""

from __future__ import annotations

import importlib
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardkit
from cardkit.headless import RecordError, replay, run
from cardkit.kernel import Untabulated
from cardkit.render import text_table

DOCS = Path(__file__).parents[2] / "docs"
LINES = sorted((DOCS / "lines").glob("*.jsonl"))
DESC = "{http://www.w3.org/2000/svg}desc"


@pytest.fixture
def endings(builder: ModuleType) -> ModuleType:
    return importlib.import_module("endings")


@pytest.fixture
def finder(builder: ModuleType) -> ModuleType:
    return importlib.import_module("record_lines")


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text("ascii").splitlines()]


PATIENCES = [path for path in LINES if "won" in records(path)[-1]["result"]]
MATCHES = [path for path in LINES if "scores" in records(path)[-1]["result"]]


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("line", paths, ids=lambda path: path.stem)


def picture(name: str) -> ET.Element:
    return ET.fromstring((DOCS / "games" / f"{name}-end.svg").read_text("utf-8"))


def described(name: str) -> str:
    return str(picture(name).find(DESC).text)


# -- what the pages show ---------------------------------------------------------------------------


@each(LINES)
def test_a_page_tells_how_its_recorded_game_was_played(line: Path):
    header, *_, last = records(line)
    page = (DOCS / "games" / f"{line.stem}.md").read_text("utf-8")
    told = page.partition("\n## The end\n")[2].partition("\n## ")[0]
    assert f"]({line.stem}-end.svg)" in told
    assert f"](../lines/{line.name})" in told
    assert f"`{header['players'][0]}`" in told
    if last["result"].get("won"):
        assert f"Deal {header['deal']}, won by" in told
        assert f"in {last['moves']} moves." in told
    elif "won" in last["result"]:
        assert f"Deal {header['deal']} as far as" in told
        assert "It is not won." in told
    else:
        assert f"match {header['deal']}" in told


@each(PATIENCES)
def test_the_picture_of_a_patience_is_the_table_at_the_end(line: Path):
    assert described(line.stem) == text_table(replay(line), unicode=False)


def test_most_patiences_are_won_and_a_won_one_has_no_card_left_to_play():
    won = [path.stem for path in LINES if records(path)[-1]["result"].get("won")]
    assert {"accordion", "bisley", "freecell", "klondike", "prince-bismarck"} <= set(won)
    assert described("accordion").split() == ["p1", "AH", "x52"]
    for name in ("bisley", "klondike"):
        assert sum(map(int, re.findall(r"x(\d+)", described(name)))) in (51, 52)


@each(MATCHES)
def test_the_picture_of_a_match_shows_a_trick_that_lacks_one_card(line: Path):
    seats = len(records(line)[-1]["result"]["scores"])
    text = described(line.stem)
    (trick,) = re.findall(r"^trick (.*?)(?:  |$)", text, re.MULTILINE)
    (hand,) = re.findall(r"^hand\d (.*)$", text, re.MULTILINE)
    assert len(trick.split()) == seats - 1
    assert len(hand.split()) == 1
    assert len({*trick.split(), hand}) == seats
    # It is the first deal: nobody has a score yet.
    assert "score:" not in text


@each(MATCHES)
def test_the_score_sheet_on_the_page_ends_with_the_scores_of_the_record(line: Path):
    scores = records(line)[-1]["result"]["scores"]
    page = (DOCS / "games" / f"{line.stem}.md").read_text("utf-8")
    (sheet,) = re.findall(r"The score sheet of that match:\n\n```text\n(.*?)\n```", page, re.DOTALL)
    assert sheet.splitlines()[-1].split()[-len(scores) :] == list(map(str, scores))


def test_every_game_with_a_page_has_a_line(builder: ModuleType):
    assert sorted(entry.name for _, entry in builder.our_games()) == [p.stem for p in LINES]
    assert sorted([*PATIENCES, *MATCHES]) == LINES


# -- when rules change -----------------------------------------------------------------------------


@pytest.fixture
def copy(endings: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The line of Bisley in a folder of its own, to be spoilt."""
    monkeypatch.setattr(endings, "LINES", tmp_path)
    path = tmp_path / "bisley.jsonl"
    path.write_text((DOCS / "lines" / "bisley.jsonl").read_text("ascii"), "ascii")
    return path


def test_a_line_of_other_rules_that_is_still_legal_is_brought_up_to_date(
    endings: ModuleType, copy: Path
):
    right = copy.read_text("ascii")
    header, *rest = records(copy)
    header |= {"rules": "0123456789abcdef", "options": {}}
    copy.write_text("\n".join(map(json.dumps, [header, *rest])) + "\n", "ascii")
    assert endings.ending(cardkit.game("bisley")).record == right


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"move": "[^"]*"', '"move": "t1-t1"', "bisley.jsonl:3: t1-t1 is illegal: BI-"),
        ('"won": true', '"won": false', "but the replay ends with"),
        ('{"cardkit"', '{"kartkid"', "bisley.jsonl:1:"),
        ('{"result".*\n', "", "bisley.jsonl: unfinished: no result after 55 moves"),
        ("[^^]*", "", "bisley.jsonl:1: the record is empty"),
    ],
)
def test_a_line_that_is_none_any_more_fails_the_build_and_names_the_command(
    builder: ModuleType,
    copy: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    old: str,
    new: str,
    message: str,
):
    ours = [pair for pair in builder.our_games() if pair[1].name == "bisley"]
    monkeypatch.setattr(builder, "our_games", lambda: ours)
    copy.write_text(re.sub(old, new, copy.read_text("ascii"), count=1), "ascii")
    assert builder.main(["--check"]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.endswith("\nrun: python docs/record_lines.py\n")
    copy.unlink()
    assert builder.main(["--check"]) == 1
    assert "bisley.jsonl: cannot read the record: No such file" in capsys.readouterr().err


# -- how lines are found ---------------------------------------------------------------------------


class Refuses(ModuleType):
    """A solver that can hold no game."""

    def solve(self, state: cardkit.State, *, nodes: int) -> object:
        raise Untabulated("not in these tests")


class Solves(ModuleType):
    """A solver that knows what wins every deal, if anything does."""

    def __init__(self, moves: tuple[str, ...]) -> None:
        super().__init__("cardkit.solver")
        self.moves = tuple(map(cardkit.Move, moves))

    def solve(self, state: cardkit.State, *, nodes: int) -> object:
        return self


def names(state: cardkit.State) -> tuple[str, ...]:
    return tuple(map(str, state.history))


def test_a_deal_that_the_player_wins_is_taken(finder: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(finder, "PLAYED", [8, 9, 10, 11])
    state, who = finder.found(cardkit.game("bisley"))
    results = {number: run("bisley", deal=number).outcome.won for number in finder.PLAYED}
    first = next(number for number, won in results.items() if won)
    assert (str(state.deal), who) == (str(first), "greedy")
    assert state.outcome.won


def test_what_the_player_does_not_win_is_solved(
    finder: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    won = run("bisley", deal=10).state
    monkeypatch.setattr(finder, "PLAYED", [1])
    monkeypatch.setattr(finder, "SEARCHED", [10])
    monkeypatch.setitem(sys.modules, "cardkit.solver", Solves(names(won)))
    state, who = finder.found(cardkit.game("bisley"))
    assert (names(state), who) == (names(won), "cardkit.solver")


def test_what_nobody_wins_is_played_as_far_as_the_player_comes(
    finder: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(finder, "PLAYED", range(1, 7))
    monkeypatch.setattr(finder, "SEARCHED", [1])
    monkeypatch.setitem(sys.modules, "cardkit.solver", Solves(()))
    state, who = finder.found(cardkit.game("louis"))
    ends = [run("louis", deal=number).state for number in finder.PLAYED]
    built = [sum(len(end.cards[f"{s}{i}"]) for s in "ak" for i in (1, 2, 3, 4)) for end in ends]
    assert sum(len(state.cards[f"{s}{i}"]) for s in "ak" for i in (1, 2, 3, 4)) == max(built)
    assert who == "greedy"
    assert not state.outcome.won


@pytest.mark.parametrize(
    "row", ["2C / p2 9C / p3 9D / p4 5D", "KC / p2 9H / p3 9S / p4 4S / p5 KS"]
)
def test_what_the_solver_cannot_hold_is_searched(
    finder: ModuleType, monkeypatch: pytest.MonkeyPatch, row: str
):
    monkeypatch.setitem(sys.modules, "cardkit.solver", Refuses("cardkit.solver"))
    others = " ".join(str(card) for card in cardkit.Deck() if str(card) not in row)
    start = cardkit.game("accordion").at(f"p1 {others} {row}")
    moves, who = finder.winning(start)
    for move in moves:
        start.play(move)
    assert start.outcome.won
    assert who == "docs/record_lines.py"


def test_a_search_that_leads_nowhere_ends(finder: ModuleType):
    row = "2C / p2 9D / p3 9S / p4 5H"
    others = " ".join(str(card) for card in cardkit.Deck() if str(card) not in row)
    assert finder.wide_search(cardkit.game("accordion").at(f"p1 {others} {row}")) == ()


def test_lines_that_are_missing_are_found_and_others_left_alone(
    finder: ModuleType,
    endings: ModuleType,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    ours = [pair for pair in finder.our_games() if pair[1].name in ("bisley", "freecell")]
    monkeypatch.setattr(finder, "our_games", lambda: ours)
    monkeypatch.setattr(finder, "PLAYED", [19])
    assert finder.main([]) == 0
    assert capsys.readouterr().out == "freecell: deal 19, greedy, 79 moves, won\n"
    assert endings.ending(cardkit.game("freecell")).record == (
        copy.with_name("freecell.jsonl").read_text("ascii")
    )
    assert finder.main([]) == 0
    assert capsys.readouterr().out == ""


def test_a_name_that_is_none_of_our_games_is_refused(
    finder: ModuleType, capsys: pytest.CaptureFixture[str]
):
    assert finder.main(["bisly"]) == 2
    assert capsys.readouterr().err.startswith("none of our games is called 'bisly': accordion, ")


def test_there_is_no_ending_without_a_line(endings: ModuleType, copy: Path):
    with pytest.raises(RecordError, match=r"klondike\.jsonl: cannot read the record"):
        endings.ending(cardkit.game("klondike"))
