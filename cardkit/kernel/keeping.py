"""Compiled code on disk, kept for every install with the same sources.

numba's own cache knows code by where its source lies and, in some versions, by when it was written:
each install would compile for itself, and a new one over an old one again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any


class Kept:
    """Where a dispatcher of numba's looks for the code of one function, and leaves it.

    It has what a dispatcher uses of numba's own cache. `missing` is called if there is no code that
    fits, and may see to it that there is some; `resolve`, if there is none even so, before the
    function is compiled.
    """

    def __init__(
        self,
        function: FunctionType,
        missing: Callable[[Kept], object],
        resolve: Callable[[], object],
    ) -> None:
        self._folder = cache_folder(Path(function.__code__.co_filename))
        self._missing, self._resolve = missing, resolve
        self._file: Any = None
        if self._folder is not None:
            name = re.sub("[<>]", "", f"{function.__module__}.{function.__qualname__}")
            indexed = import_module("numba.core.caching").IndexDataCacheFile
            # The folder's name says all that others stamp: whatever lies in it is fresh.
            self._file = indexed(str(self._folder), name, source_stamp="")

    @property
    def cache_path(self) -> str | None:
        """The folder, for the statistics of the dispatcher."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, signature: str, target: Any) -> Any:
        """The code for a signature, or None: then it is compiled."""
        target.refresh()
        found = self._load(signature, target)
        if found is None:
            self._missing(self)
            found = self._load(signature, target)
        if found is None:
            self._resolve()
        return found

    def _load(self, signature: str, target: Any) -> Any:
        if self._file is None:
            return None
        try:
            found = self._file.load(_key(signature, target.codegen()))
            compiled = import_module("numba.core.compiler").CompileResult
            return found and compiled._rebuild(target, *found)
        except Exception:  # a file that is damaged may raise anything when it is unpickled
            with suppress(OSError):
                self._file.flush()
            return None

    def save_overload(self, signature: str, compiled: Any) -> None:
        """Keep what was compiled. Where it cannot be written, it does for this run alone."""
        if self.is_writable():
            with suppress(OSError):
                self._file.save(_key(signature, compiled.codegen), compiled._reduce())

    def is_writable(self) -> bool:
        """True if there is a folder to leave code in, which is made if need be."""
        if self._folder is None:
            return False
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        return os.access(self._folder, os.W_OK)


def _key(signature: str, codegen: Any) -> tuple[object, ...]:
    """What else the code depends on: its types, and the processor."""
    return signature, codegen.magic_tuple()


@cache
def cache_folder(source: Path) -> Path | None:
    """Where code compiled from a source file is kept; None if there is no such place.

    A kernel function calls others in files beside its own, so the folder is named for all of them.
    """
    if not source.is_file():
        return None  # typed at a prompt, say
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        home = Path(base) if base else Path.home() / ".cache"
    except RuntimeError:  # a user without a home
        return None
    numba = import_module("numba")
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for folder in (Path(__file__).parent, source.parent):
        for path in sorted(folder.glob("*.py")):
            data = path.read_bytes()
            digest.update(f"\n{path.name} {len(data)}\n".encode() + data)
    return home / "cardkit" / f"kernel-{digest.hexdigest()[:16]}"
