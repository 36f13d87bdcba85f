"""Records that are damaged: every fault has its line, and a torn end costs nothing but itself."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Move, Outcome
from cardkit.headless import RecordError, check_record, read_record

HEADER = {
    "cardkit": 1,
    "game": "stairs",
    "version": "1",
    "rules": "0123456789abcdef",
    "options": {"deal": "columns", "redeals": 1},
    "deal": "42",
    "players": ["random"],
    "seed": 0,
}
SEATS = {
    "cardkit": 1,
    "game": "stairs",
    "version": "1",
    "options": {},
    "seat": 0,
    "piles": [["t1", True, None], ["stock", True, []]],
    "facts": [["turn", 0]],
}
LINES = [
    json.dumps(HEADER),
    '{"shuffle": null, "cards": "2C AC 4C 3C 6C 5C"}',
    '{"move": "t1-f"}',
    '{"move": "t1-f"}',
    '{"result": {"reason": "limit", "won": false}, "moves": 2}',
]
TEXT = "".join(line + "\n" for line in LINES)


def without(data: dict, key: str) -> str:
    return json.dumps({k: v for k, v in data.items() if k != key})


def having(data: dict, **changes: object) -> str:
    return json.dumps({**data, **changes})


def test_every_part_of_a_good_record_is_read() -> None:
    record = read_record(LINES)
    assert record.header == HEADER
    assert record.moves == (Move("t1-f"), Move("t1-f"))
    assert [str(card) for card in record.shuffles[0]] == ["2C", "AC", "4C", "3C", "6C", "5C"]
    assert record.result == Outcome("limit", won=False)
    assert not record.torn
    assert not record.is_seats


def test_scores_and_winners_are_read_as_the_outcome_has_them() -> None:
    result = {"reason": "scored", "scores": [3, -1], "winners": [0]}
    record = read_record([LINES[0], json.dumps({"result": result, "moves": 0})])
    assert record.result == Outcome("scored", scores=(3, -1), winners=(0,))
    assert record.result.to_data() == result


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        # The first line.
        ([], 1, "the record is empty"),
        (["{}"], 1, "not a record of a game: its first line has no 'cardkit'"),
        (["[]"], 1, "a line of a record is a JSON object, not []"),
        (["columns: 13"], 1, "not JSON at column 1: Expecting value"),
        (["\ufeff" + LINES[0]], 1, "not JSON at column 1: Unexpected UTF-8 BOM"),
        ([having(HEADER, cardkit=2)], 1, "a record of format 2; this version of cardkit reads 1"),
        ([having(HEADER, cardkit=True)], 1, "a record of format true; this version of cardkit"),
        ([having(HEADER, cardkit=1.0)], 1, "a record of format 1.0; this version of cardkit"),
        ([without(HEADER, "deal")], 1, "the first line lacks 'deal'"),
        ([having(HEADER, sed=0)], 1, "the first line has no \"sed\" (did you mean 'seed'?)"),
        ([having(HEADER, game=7)], 1, "'game' is a text, not 7"),
        ([having(HEADER, seed="7")], 1, "'seed' is a whole number, not \"7\""),
        ([having(HEADER, players="x")], 1, "'players' is a list of texts, not \"x\""),
        ([having(HEADER, options={"a": 0.5})], 1, "'options' is an object of true, false,"),
        ([having(HEADER, options=[])], 1, "'options' is an object of true, false,"),
        ([having(SEATS, seat=-1)], 1, "'seat' is null or a seat's number, not -1"),
        ([having(SEATS, piles=[["t1", True]])], 1, "'piles' is a list of piles: name, ordered,"),
        ([having(SEATS, piles=[["t1", True, [-1]]])], 1, "'piles' is a list of piles"),
        ([having(SEATS, facts=[["turn"]])], 1, "'facts' is a list of facts: name, start"),
        ([having(SEATS, deal="42")], 1, 'the first line has no "deal"'),
        # A line among others.
        ([*LINES[:2], "move", LINES[3]], 3, "not JSON at column 1: Expecting value"),
        ([*LINES[:2], LINES[2][:-3], LINES[3]], 3, "not JSON at column 10: Unterminated string"),
        ([*LINES[:2], LINES[2] + LINES[3], LINES[3]], 3, "not JSON at column 17: Extra data"),
        ([*LINES[:2], "", LINES[3]], 3, "an empty line"),
        ([*LINES[:2], "7", LINES[3]], 3, "a line of a record is a JSON object, not 7"),
        ([*LINES[:2], "{}", LINES[3]], 3, "a move's line lacks 'move'"),
        ([*LINES[:2], '{"move": 7}', LINES[3]], 3, "'move' is a text, not 7"),
        ([*LINES[:2], '{"move": "T1-F"}', LINES[3]], 3, "not a move: 'T1-F'"),
        ([*LINES[:2], '{"moves": "t1-f"}', LINES[3]], 3, "has no \"moves\" (did you mean 'move'?)"),
        ([*LINES[:2], '{"move": "t1-f", "move": "t2-f"}'], 3, '"move" stands there twice'),
        ([*LINES[:2], '{"move": "t1-f", "seat": true}'], 3, "'seat' is a whole number of at least"),
        ([*LINES[:2], '{"move": "t1-f", "saw": []}'], 3, 'a move\'s line has no "saw"'),
        ([*LINES[:2], '{"move": NaN}'], 3, "NaN is not JSON"),
        ([*LINES[:2], '{"move": ' + "9" * 5000 + "}"], 3, "a number of 5000 digits"),
        (
            [*LINES[:2], '{"move": ' + "[" * 10**5 + "]" * 10**5 + "}"],
            3,
            "brackets nested too deep",
        ),
        ([*LINES[:2], '{"move": "' + "x" * 2**20 + '"}'], 3, "a line of more than 1048576"),
        ([LINES[0], '{"shuffle": 1, "cards": ""}'], 2, "'shuffle' is null or a pile's name, not 1"),
        ([LINES[0], '{"shuffle": null}'], 2, "a shuffle's line lacks 'cards'"),
        ([LINES[0], '{"shuffle": null, "cards": "2C XX"}'], 2, "'XX'"),
        # The result.
        ([*LINES, LINES[2]], 6, "nothing may follow the line with the result"),
        ([*LINES[:3], LINES[4]], 4, "the result counts 2 moves, not 1"),
        ([LINES[0], '{"result": {}, "moves": 0}'], 2, "the result lacks 'reason'"),
        ([LINES[0], '{"result": [], "moves": 0}'], 2, "'result' is an object, not []"),
        (
            [LINES[0], '{"result": {"reason": "won", "wen": 1}, "moves": 0}'],
            2,
            "did you mean 'won'",
        ),
        ([LINES[0], '{"result": {"reason": "won", "won": 1}, "moves": 0}'], 2, "'won' is true or"),
        ([LINES[0], '{"result": {"reason": "x", "scores": 1}, "moves": 0}'], 2, "list of whole"),
        ([LINES[0], '{"result": {"reason": "x"}, "moves": -1}'], 2, "'moves' is a whole number of"),
        # A seat's lines.
        ([json.dumps(SEATS), LINES[2]], 2, 'what was seen of the setup has no "move"'),
        ([json.dumps(SEATS), '{"saw": []}', '{"saw": []}'], 3, "a move's line lacks 'move'"),
        ([json.dumps(SEATS), '{"saw": {}}'], 2, "'saw' is a list of lists, not {}"),
        ([json.dumps(SEATS), '{"saw": [1]}'], 2, "'saw' is a list of lists, not [1]"),
        ([json.dumps(SEATS), LINES[1]], 2, 'has no "shuffle"'),
    ],
)
def test_a_damaged_line_is_named_with_its_fault(tmp_path, lines, line, message) -> None:
    path = tmp_path / "damaged.jsonl"
    path.write_text("".join(text + "\n" for text in lines), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(RecordError) as again:
        read_record(lines)
    assert str(again.value) == str(caught.value).replace(str(path), "record")


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "the record is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", 1, "not UTF-8 text"),
        (b"\x00" * 5000, 1, "not JSON"),
        (b"\x80\x04\x95\x0c\x00\x00\x00\x00\x00\x00\x00", 1, "not UTF-8 text"),  # a pickle
        (TEXT.encode("utf-16"), 1, "not UTF-8 text"),
        (TEXT.encode().replace(b"t1-f", b"t1-\xff", 1), 3, "not UTF-8 text"),
        (b"{" * (2**20 + 2), 1, "a line of more than 1048576 characters"),
    ],
)
def test_a_file_of_another_kind_is_named_with_its_fault(tmp_path, content, line, message) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=rf"^{re.escape(str(path))}:{line}: {message}"):
        read_record(path)


def test_a_path_that_cannot_be_read_is_an_error_that_says_why(tmp_path) -> None:
    for path, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "none.jsonl", "No such file or directory"),
        (str(tmp_path / "nul\0.jsonl"), "there is a null character in the path"),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(path)
        assert str(caught.value) == f"{path}: cannot read the record: {reason}"
        assert [problem.message for problem in check_record(path)] == [caught.value.message]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the machine has no such device")
def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(RecordError, match="/dev/zero:1: a line of more than"):
        read_record("/dev/zero")


@pytest.mark.parametrize(
    "end", [LINES[4][:10], '{"move": "t1-', "{", "\x00\x00\x00", "\ufffd", '{"a": "\\', "  "]
)
@pytest.mark.parametrize("newline", ["", "\n"])
def test_a_torn_last_line_is_left_out(tmp_path, end, newline) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_text("".join(line + "\n" for line in LINES[:4]) + end + newline, encoding="utf-8")
    record = read_record(path)
    assert record.torn
    assert len(record.moves) == 2
    assert record.result is None
    assert record.note == "unfinished: no result after 2 moves; its last line was cut off"


def test_a_character_cut_in_two_is_torn_too(tmp_path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(TEXT.encode() + "{é".encode()[:-1])
    assert read_record(path).torn


def test_a_whole_last_line_counts_without_its_newline(tmp_path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text(TEXT[:-1], encoding="utf-8")
    record = read_record(path)
    assert record.result is not None
    assert not record.torn


def test_line_ends_of_another_system_do_no_harm(tmp_path) -> None:
    path = tmp_path / "windows.jsonl"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert read_record(path).moves == read_record(LINES).moves


@given(st.integers(0, len(TEXT)))
def test_a_record_cut_anywhere_gives_an_error_or_the_moves_before(tmp_path_factory, cut) -> None:
    path = tmp_path_factory.getbasetemp() / f"cut-{os.getpid()}.jsonl"
    path.write_bytes(TEXT.encode()[:cut])
    try:
        record = read_record(path)
    except RecordError as error:
        record, place = None, error.line
    if cut < len(LINES[0]):
        assert record is None
        assert place == 1
        return
    assert record is not None
    whole = [at for at in range(1, 5) if cut >= len("\n".join(LINES[: at + 1]))]
    assert len(record.moves) == len({2, 3} & set(whole))
    assert len(record.shuffles) == len({1} & set(whole))
    assert (record.result is not None) == (4 in whole)


@given(st.integers(0, len(TEXT) - 1), st.binary(min_size=0, max_size=4))
def test_whatever_bytes_change_the_error_is_a_line_of_the_record(tmp_path_factory, at, new) -> None:
    path = tmp_path_factory.getbasetemp() / f"changed-{os.getpid()}.jsonl"
    content = TEXT.encode()
    path.write_bytes(content[:at] + new + content[at + max(1, len(new)) :])
    problems = check_record(path)
    assert all(1 <= problem.line <= 8 and "\n" not in str(problem) for problem in problems)


def test_all_damaged_lines_are_told_at_once() -> None:
    lines = [*LINES[:2], "move", LINES[2], '{"mov": "t1-f"}', LINES[3], LINES[4]]
    found = [(p.line, p.column, p.message) for p in check_record(lines)]
    assert found == [
        (3, 1, "not JSON at column 1: Expecting value"),
        (5, 1, "a move's line has no \"mov\" (did you mean 'move'?)"),
    ]


def test_the_column_of_bad_json_is_told() -> None:
    lines = [*LINES[:2], '{"move" "t1-f"}', LINES[3]]
    assert [(p.line, p.column) for p in check_record(lines)] == [(3, 9)]


def test_faults_without_end_are_not_all_told() -> None:
    assert len(check_record([LINES[0], *["x"] * 5000, LINES[2]])) == 100
