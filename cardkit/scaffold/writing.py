"""Writing something new: whole or not at all, and never over what is there."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cardkit.scaffold.naming import ScaffoldError


def write_new(target: Path, content: str | Mapping[str, str]) -> None:
    """Write a new file, or a new folder of files by their paths within it.

    It is written under another name and gets its own when it is complete. Folders above it are
    made if they are missing; an error, or an interruption, takes everything away again. Raises
    ScaffoldError if something is there already, or where it cannot be written.
    """
    _refuse_what_is_there(target)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    made: list[Path] = []
    try:
        _make_folders(target.parent, made)
        _write(draft, content)
        _refuse_what_is_there(target)
        draft.rename(target)
    except BaseException as error:
        _remove(draft)
        for folder in reversed(made):
            with suppress(OSError):  # somebody else has put something into it
                folder.rmdir()
        if isinstance(error, OSError):
            raise ScaffoldError(f"{target}: cannot write it: {error.strerror}") from error
        raise


def _refuse_what_is_there(target: Path) -> None:
    if os.path.lexists(target):
        raise ScaffoldError(f"{target} is there already, and nothing is ever overwritten")
    if target.parent.exists() and not target.parent.is_dir():
        raise ScaffoldError(f"{target.parent} is no folder")


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it, and note the ones that were missing."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir()
        made.append(path)


def _write(path: Path, content: str | Mapping[str, str]) -> None:
    if isinstance(content, str):
        path.write_text(content, encoding="utf-8", newline="\n")
        return
    path.mkdir()
    for name, text in content.items():
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):  # it was never made
        path.unlink()
