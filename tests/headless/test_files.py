"""Record files: whole or not at all; live logs line by line."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import pytest

from cardkit import Game, Outcome
from cardkit.headless import PlayerError, RecordError, read_record, record_file, replay, run


def first(view):
    return view.moves[0]


class Full(io.StringIO):
    """A stream on a disk that has room for so many lines."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def flush(self) -> None:
        if self.getvalue().count("\n") > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def stop_at(ply: int, error: BaseException):
    plies = iter(range(1, ply + 1))

    def choose(view):
        if next(plies, None) is None:
            raise error
        return view.moves[0]

    return choose


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), ValueError("out of ideas")])
@pytest.mark.parametrize("before", [None, "an older record\n"])
def test_an_interrupted_run_leaves_nothing_half_written(tmp_path, error, before) -> None:
    path = tmp_path / "game.jsonl"
    if before:
        path.write_text(before)
    expected = PlayerError if isinstance(error, Exception) else type(error)
    with pytest.raises(expected):
        run("stairs", players=stop_at(2, error), record=path)
    assert [p.read_text() for p in tmp_path.iterdir()] == ([before] if before else [])


def test_a_failed_write_leaves_nothing_half_written(tmp_path, monkeypatch) -> None:
    path = tmp_path / "game.jsonl"

    def refuse(*_: object) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(RecordError) as caught:
        run("stairs", players=first, limit=3, record=path)
    assert str(caught.value) == f"{path}: cannot write the record: Disk quota exceeded"
    assert list(tmp_path.iterdir()) == []


def test_nothing_lies_at_the_path_before_the_game_is_over(tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    seen = []

    def choose(view):
        seen.append(path.exists())
        return view.moves[0]

    run("stairs", players=choose, limit=4, record=path)
    assert seen == [False] * 4
    assert len(read_record(path).moves) == 4


def test_an_older_record_is_replaced_by_a_whole_one(tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    for limit in (9, 3):
        run("stairs", players=first, limit=limit, record=str(path))
        assert len(replay(path).history) == limit


def test_a_record_goes_where_a_link_leads_and_the_link_stays(tmp_path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "game.jsonl"
    link.symlink_to(tmp_path / "there" / "game.jsonl")
    for _ in range(2):
        run("stairs", players=first, limit=3, record=link)
        assert link.is_symlink()
        assert len(read_record(tmp_path / "there" / "game.jsonl").moves) == 3


def test_a_long_name_leaves_room_for_the_draft(tmp_path) -> None:
    path = tmp_path / ("x" * 250)
    run("stairs", players=first, limit=3, record=path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("", "Is a directory"),
        ("no/such/folder.jsonl", "No such file or directory"),
        ("nul\0byte", "there is a null character in the path"),
    ],
)
def test_a_path_that_cannot_be_written_is_an_error_that_says_why(tmp_path, place, reason) -> None:
    path = os.path.join(tmp_path, place)
    asked = []
    with pytest.raises(RecordError) as caught:
        run("stairs", players=lambda view: asked.append(view), record=path)
    assert str(caught.value) == f"{path}: cannot write the record: {reason}"
    assert asked == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the machine has no such device")
def test_a_full_device_is_an_error_in_one_line_and_stays_a_device() -> None:
    with pytest.raises(RecordError) as caught:
        run("stairs", players=first, limit=3, record="/dev/full")
    assert str(caught.value) == "/dev/full: cannot write the record: No space left on device"
    assert Path("/dev/full").is_char_device()


@pytest.mark.parametrize("room", range(5))
def test_a_disk_that_fills_up_is_an_error_and_what_was_written_stays(room: int) -> None:
    stream = Full(room)
    with pytest.raises(RecordError, match="cannot write the record: No space left on device"):
        run("stairs", players=first, limit=3, record=stream)
    assert stream.getvalue().count("\n") == room + 1


def test_a_closed_stream_is_an_error_in_one_line() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(RecordError, match="cannot write the record: I/O operation on closed file"):
        run("stairs", players=first, limit=3, record=stream)


def test_a_live_log_holds_every_move_before_a_crash(tmp_path, stairs: Game) -> None:
    path = tmp_path / "live.jsonl"
    with path.open("w") as stream, pytest.raises(KeyboardInterrupt):
        run(stairs, deal=5, players=stop_at(3, KeyboardInterrupt()), record=stream)
    record = read_record(path)
    assert len(record.moves) == 3
    assert record.note == "unfinished: no result after 3 moves"


def test_a_block_may_write_any_record_file(tmp_path) -> None:
    path = tmp_path / "any"
    with record_file(path) as stream:
        stream.write("one line\n")
    assert path.read_bytes() == b"one line\n"
    with pytest.raises(ZeroDivisionError), record_file(path) as stream:
        stream.write(f"another {1 // 0}\n")
    assert path.read_bytes() == b"one line\n"


def test_the_limit_is_the_result_of_a_record_that_was_stopped(tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    run("snatch", players=first, limit=3, record=path)
    assert read_record(path).result == Outcome("limit")
