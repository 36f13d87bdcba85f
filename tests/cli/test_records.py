"""`cardkit replay` and `cardkit check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit.render import text_table


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a random game of Bisley."""
    path = tmp_path / "game.jsonl"
    cardkit.run("bisley", deal=42, players="random", record=path)
    return path


@pytest.fixture
def ending() -> cardkit.State:
    """The end of the game that is recorded."""
    return cardkit.run("bisley", deal=42, players="random").state


def test_replay_shows_the_end(ck: Callable[..., Any], record: Path, ending: cardkit.State) -> None:
    done = ck("replay", str(record))
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{text_table(ending)}\n\nstuck after {len(ending.history)} moves\n"


def test_replay_stops_where_it_is_told(
    ck: Callable[..., Any], record: Path, ending: cardkit.State
) -> None:
    moves = ending.history
    state = cardkit.game("bisley").deal(42)
    done = ck("replay", str(record), "--to", "0")
    last = f"after 0 of {len(moves)} moves; next {moves[0]}"
    assert done.out == f"{text_table(state)}\n\n{last}\n"
    for move in moves[:2]:
        state.play(move)
    done = ck("replay", str(record), "--to", "2", "--json")
    data = json.loads(done.out)
    assert (data["position"], data["ply"], data["plies"]) == (state.position, 2, len(moves))
    assert data["result"] == {"reason": "stuck", "won": False}
    text = ck("replay", str(record), "--to", "2").out
    assert text.endswith(f"\nafter 2 of {len(moves)} moves; last {moves[1]}; next {moves[2]}\n")


def test_replay_draws(ck: Callable[..., Any], record: Path) -> None:
    done = ck("replay", str(record), "--format", "svg")
    assert done.out.startswith("<svg ")
    assert done.out.endswith("</svg>\n")


def test_replay_of_a_seat_shows_what_it_knew(
    ck: Callable[..., Any], toys: None, tmp_path: Path
) -> None:
    path = tmp_path / "seat.jsonl"
    result = cardkit.run("snatch", deal=4, players="random", record=path, seat=1)
    done = ck("replay", str(path), "--json")
    data = json.loads(done.out)
    view = result.state.view(1)
    assert (done.status, data["seat"]) == (0, 1)
    assert data["piles"] == {name: str(pile) for name, pile in view.piles.items()}
    text = ck("replay", str(path))
    assert text.status == 0
    assert text.out.splitlines()[-1].startswith(f"scored after {result.moves} moves: ")


@pytest.mark.parametrize("lines", [True, False])
def test_replay_of_a_cut_record_goes_as_far_as_it_can(
    ck: Callable[..., Any], record: Path, lines: bool
) -> None:
    whole = record.read_bytes().splitlines(keepends=True)
    cut = b"".join(whole[:4]) if lines else b"".join(whole[:4]) + whole[4][:5]
    record.write_bytes(cut)
    done = ck("replay", str(record))
    assert done.status == 2
    assert done.out.endswith("\nafter 2 moves\n")  # a header, a shuffle, two moves
    torn = "" if lines else "; its last line was cut off"
    assert done.err == f"cardkit: {record}: unfinished: no result after 2 moves{torn}\n"
    assert ck("replay", str(record), "--to", "1").status == 0
    checked = ck("check", str(record))
    assert checked.status == 2
    line = 4 if lines else 5
    assert checked.out == f"{record}:{line}:1: unfinished: no result after 2 moves{torn}\n"


@pytest.mark.parametrize("whole", range(1, 5))
@pytest.mark.parametrize("part", [1, 5, -2])
def test_check_names_the_line_of_a_record_that_is_cut(
    ck: Callable[..., Any], record: Path, whole: int, part: int
) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:whole]) + lines[whole][:part])
    done = ck("check", str(record))
    assert done.status == 2
    assert done.out.startswith(f"{record}:{whole + 1}:1: unfinished: no result after ")
    assert done.out.endswith("; its last line was cut off\n")


def test_check_finds_nothing_wrong(ck: Callable[..., Any], record: Path) -> None:
    rules = cardkit.games()["bisley"].file
    done = ck("check", str(record), str(rules))
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{record}: no faults\n{rules}: no faults\n"
    assert ck("check", str(record), "--json").out == "[]\n"


def test_check_tells_every_fault_with_its_place(
    ck: Callable[..., Any], record: Path, tmp_path: Path
) -> None:
    rules = tmp_path / "bad.yaml"
    rules.write_text("name: bad\nfamily: chess\n\ntitle: {de: Schlecht}\n")
    lines = record.read_text().splitlines()
    lines[2] = '{"move": "t1-t1"}'
    record.write_text("\n".join(lines))
    done = ck("check", str(rules), str(record))
    assert done.status == 2
    out = done.out.splitlines()
    assert any(line.startswith(f"{rules}:2:9: ") and "'chess'" in line for line in out)
    assert any(line.startswith(f"{rules}:4:8: ") and "English" in line for line in out)
    assert any(line.startswith(f"{record}:3:1: t1-t1 is illegal") for line in out)
    assert done.err == f"cardkit: {len(out)} faults\n"
    data = json.loads(ck("check", str(rules), str(record), "--json").out)
    assert [f"{d['path']}:{d['line']}:{d['column']}: {d['message']}" for d in data] == out


def test_check_finds_faults_under_other_options(ck: Callable[..., Any], tmp_path: Path) -> None:
    text = Path(str(cardkit.games()["bisley"].file)).read_text(encoding="utf-8")
    wrong = text.replace("rounds: 4, clause: BI-02, when: {deal: rows, columns: 12}",
                         "rounds: 5, clause: BI-02, when: {deal: rows, columns: 12}")  # fmt: skip
    assert wrong != text
    path = tmp_path / "rules.yaml"
    path.write_text(wrong, encoding="utf-8")
    assert ck("check", str(path)).status == 2


@pytest.mark.parametrize("name", ["game.log", "game"])
def test_check_knows_a_record_by_its_content(
    ck: Callable[..., Any], record: Path, name: str
) -> None:
    path = record.rename(record.with_name(name))
    assert ck("check", str(path)).out == f"{path}: no faults\n"


def test_check_takes_everything_else_for_rules(ck: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "rules"
    path.write_text("nmae: x\n")
    assert f"{path}:1:1: " in ck("check", str(path)).out


@pytest.mark.parametrize("name", ["absent.yaml", "absent.jsonl", "absent", "."])
def test_check_of_what_cannot_be_read(ck: Callable[..., Any], tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    done = ck("check", str(path))
    assert (done.status, done.err) == (2, "cardkit: 1 fault\n")
    assert done.out.startswith(f"{path}:1:1: ")
