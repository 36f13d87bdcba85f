"""Compiling in a process of its own: in haste, and plainly where haste fails."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardkit.kernel import compiling
from cardkit.kernel.compiling import compile_elsewhere

SOURCE = """
from __future__ import annotations

from cardkit.kernel.engines import entry, inner, typed, typed_inline
from cardkit.kernel.words import Bits, bit, count, mix, word


@typed_inline
def three(x: int) -> int:
    return 3 * x


@typed
def mixed(x: int) -> Bits:
    return mix(word(x), bit(x))


@typed
def bits_of(x: int) -> int:
    return count(mixed(x))


@inner
def larger(x, y):
    return max(x, y)


@typed
def both(x: int) -> int:
    return larger(three(x), bits_of(x))


@entry("int64(int64)")
def whole(x: int) -> int:
    total = 0
    for i in range(x):
        total += both(i)
    return total
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """The name of a module whose functions call one another, and where nothing is kept yet."""
    name = "calls_" + "".join(c for c in request.node.name if c.isalpha())
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / f"{name}.py").write_text(SOURCE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "sources")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(compiling.COMPILING, raising=False)
    return name


def command(module: str, *more: str) -> list[str]:
    return [sys.executable, "-P", "-m", "cardkit.kernel.compiling", module, "whole", *more]


@pytest.mark.parametrize("more", [[], ["plainly"]])
def test_what_is_compiled_in_haste_is_kept_and_says_the_same(
    source: str, tmp_path: Path, more: list[str]
) -> None:
    pytest.importorskip("numba")
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, compiling.COMPILING: "1", "PYTHONPATH": paths}
    done = subprocess.run(command(source, *more), env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in (tmp_path / "cache").rglob("*.nbi")] == [f"{source}.whole.nbi"]
    from cardkit.kernel.engines import engine

    plain = importlib.import_module(source).whole
    function = engine("numba").function(plain)
    assert len(function.stats.cache_hits) == 1
    assert [function(x) for x in range(30)] == [plain(x) for x in range(30)]
    # No word has more bits than this.
    assert plain(30) - plain(22) == sum(3 * x for x in range(22, 30))


def pretender(folder: Path, script: str) -> str:
    """A program in Python's place, which writes down what it is asked."""
    path = folder / "pretender"
    path.write_text(f'#!/bin/sh\necho "$@" >> "{folder}/asked"\n{script}\n', "utf-8")
    path.chmod(0o755)
    return str(path)


def asked(folder: Path) -> list[str]:
    return (folder / "asked").read_text("utf-8").splitlines()


def function() -> Callable[[], None]:
    def nothing() -> None: ...

    nothing.__module__ = "somewhere"
    return nothing


@pytest.mark.skipif(sys.platform == "win32", reason="a shell is pretended to be Python")
@pytest.mark.parametrize(
    ("script", "times"),
    [
        ("exit 0", 1),
        # Whatever fails is done again without haste, but only once.
        ('case "$*" in *plainly) exit 0;; esac; exit 1', 2),
        ("kill -SEGV $$", 2),
    ],
)
def test_what_fails_in_haste_is_done_plainly(
    script: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(compiling.COMPILING, raising=False)
    monkeypatch.setattr(sys, "executable", pretender(tmp_path, script))
    compile_elsewhere(function())
    name = function().__qualname__
    first = f"-P -m cardkit.kernel.compiling somewhere {name}"
    assert asked(tmp_path) == [first, f"{first} plainly"][:times]


def test_without_a_python_to_start_nothing_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(compiling.COMPILING, raising=False)
    for executable in (str(tmp_path / "nowhere"), "", None):
        monkeypatch.setattr(sys, "executable", executable)
        compile_elsewhere(function())


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["cardkit.kernel.words"],
        ["cardkit.kernel.words", "mix", "hastily"],
        ["cardkit.kernel.nowhere", "run"],
        ["cardkit.kernel.words", "nothing"],
    ],
)
def test_arguments_that_are_wrong_get_one_line(arguments: list[str]) -> None:
    asked = [sys.executable, "-P", "-m", "cardkit.kernel.compiling", *arguments]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
