"""Whole or not at all, and never over what is there."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cardkit.scaffold.naming import ScaffoldError
from cardkit.scaffold.writing import write_new

FILES = {"a.txt": "one\n", "b/c/d.txt": "two\n", "empty": ""}


def everything(folder: Path) -> dict[str, str]:
    """The files below a folder, hidden ones as well."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_file_is_written_and_the_folders_above_it_are_made(tmp_path: Path) -> None:
    write_new(tmp_path / "x" / "y" / "z.txt", "♠\n")
    assert everything(tmp_path) == {"x/y/z.txt": "♠\n"}
    assert (tmp_path / "x/y/z.txt").read_bytes() == "♠\n".encode()


def test_a_folder_is_written_with_all_its_files(tmp_path: Path) -> None:
    write_new(tmp_path / "new", FILES)
    assert everything(tmp_path / "new") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize("content", ["text", FILES], ids=["file", "folder"])
@pytest.mark.parametrize("there", ["file", "folder", "broken link"])
def test_what_is_there_is_never_overwritten(
    tmp_path: Path, content: str | Mapping[str, str], there: str
) -> None:
    target = tmp_path / "new"
    if there == "file":
        target.write_text("kept", "utf-8")
    elif there == "folder":
        (target / "inside").mkdir(parents=True)
    else:
        target.symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(ScaffoldError, match="new is there already, and nothing is ever overwr"):
        write_new(target, content)
    assert sorted(tmp_path.rglob("*")) == before
    assert there != "file" or target.read_text("utf-8") == "kept"


def test_what_comes_there_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def slowly(path: Path, *args: str, **more: str) -> int:
        (tmp_path / "new").write_bytes(b"somebody else's")
        return write(path, *args, **more)

    monkeypatch.setattr(Path, "write_text", slowly)
    with pytest.raises(ScaffoldError, match="is there already"):
        write_new(tmp_path / "new", "ours")
    assert everything(tmp_path) == {"new": "somebody else's"}


@pytest.mark.parametrize("content", ["text", FILES], ids=["file", "folder"])
@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), KeyboardInterrupt()], ids=type
)
@pytest.mark.parametrize("operation", ["write_text", "rename", "mkdir"])
def test_an_error_leaves_nothing_behind(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: str | Mapping[str, str],
    error: BaseException,
    operation: str,
) -> None:
    """The last time that it is done fails, so that everything before it is there already."""
    done = getattr(Path, operation)
    most = {"write_text": 1, "rename": 1, "mkdir": 2} | (
        {} if content == "text" else {"write_text": len(FILES), "mkdir": 5}
    )
    turns = iter(range(1, most[operation]))

    def fails(path: Path, *args: object, **more: object) -> object:
        if next(turns, None) is None:
            raise error
        return done(path, *args, **more)

    monkeypatch.setattr(Path, operation, fails)
    expected = ScaffoldError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected) as caught:
        write_new(tmp_path / "x" / "y" / "new", content)
    assert next(turns, None) is None
    assert list(tmp_path.iterdir()) == []
    if expected is ScaffoldError:
        where = tmp_path / "x" / "y" / "new"
        assert str(caught.value) == f"{where}: cannot write it: No space left on device"


def test_a_folder_that_somebody_used_meanwhile_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path, *args: object, **more: object) -> int:
        (tmp_path / "x" / "theirs").write_bytes(b"kept")
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(Path, "write_text", fails)
    with pytest.raises(ScaffoldError, match="cannot write it: broken"):
        write_new(tmp_path / "x" / "new", "ours")
    assert everything(tmp_path) == {"x/theirs": "kept"}


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "file"
    path.write_text("kept", "utf-8")
    yield path
    assert everything(tmp_path) == {"file": "kept"}


def test_a_file_where_a_folder_should_be_is_told_of(file: Path) -> None:
    with pytest.raises(ScaffoldError, match="file is no folder"):
        write_new(file / "new", "text")
    with pytest.raises(ScaffoldError, match="new: cannot write it: Not a directory"):
        write_new(file / "below" / "new", FILES)
