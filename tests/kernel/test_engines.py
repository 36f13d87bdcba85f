"""An engine runs kernel functions, and keeps what it compiles for every install."""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cardkit.kernel.engines import engine, entry

ENGINES = ["python", *(["numba"] if importlib.util.find_spec("numba") else [])]
SOURCE = "def twice(number):\n    return number + number\n"
MARKED = f"""
from cardkit.kernel.engines import entry

@entry("int64(int64)")
{SOURCE}"""

ONCE = "compiling the kernel, which only the first run on a machine has to do"
AGAIN = "compiling the kernel, as every run has to: there is nowhere to keep it"

Load = Callable[[str, Path], ModuleType]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process compiles for this one: it could not import what the tests make up."""
    monkeypatch.setenv("CARDKIT_COMPILING", "1")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where compiled code is kept meanwhile."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture(params=ENGINES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of an engine."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def told(name: str) -> Iterator[list[str]]:
    """What the engine says meanwhile."""
    lines: list[str] = []
    tell = engine(name).tell
    tell.append(lines.append)
    yield lines
    tell.pop()


def says(name: str, line: str) -> list[str]:
    """What is told by an engine: plain Python has nothing to compile."""
    return [line] if name == "numba" else []


def sourceless(module: str) -> Callable[[int], int]:
    """A kernel function that was read from no file, as somebody types it at a prompt."""
    names: dict[str, object] = {"__name__": module}
    exec(compile(SOURCE, f"<{module}>/typed", "exec"), names)
    made: Callable[[int], int] = entry("int64(int64)")(names["twice"])
    return made


def filed(load_helper: Load, folder: Path, module: str) -> Callable[[int], int]:
    """The same function from a file in a folder."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{module}.py"
    path.write_text(SOURCE, "utf-8")
    made: Callable[[int], int] = entry("int64(int64)")(load_helper(module, path).twice)
    return made


def test_a_function_from_a_file_is_kept(name, told, load_helper, tmp_path, cache):
    assert engine(name).function(filed(load_helper, tmp_path, f"kept_{name}"))(21) == 42
    kept = [path.name for path in cache.rglob("*.nbi")]
    assert kept == (["kept_numba.twice.nbi"] if name == "numba" else [])
    assert told == says(name, ONCE)


def test_a_function_from_no_file_is_compiled_for_this_run(name, told, cache):
    assert engine(name).function(sourceless(f"typed_{name}"))(21) == 42
    assert not [*cache.rglob("*.nbi")]
    assert told == says(name, AGAIN)


def test_another_install_with_the_same_sources_finds_what_is_kept(
    name, told, load_helper, tmp_path, cache
):
    for install in ("one", "two", "three"):
        function = filed(load_helper, tmp_path / install, f"shared_{name}")
        assert engine(name).function(function)(21) == 42
    assert told == says(name, ONCE)
    assert len([*cache.rglob("*.nbi")]) == len(told)


def test_sources_that_are_written_again_find_what_is_kept(name, told, load_helper, tmp_path, cache):
    for seconds in (10**9, 10**9 + 5):
        function = filed(load_helper, tmp_path, f"rewritten_{name}")
        os.utime(tmp_path / f"rewritten_{name}.py", (seconds, seconds))
        assert engine(name).function(function)(21) == 42
    assert told == says(name, ONCE)


@pytest.mark.parametrize("changed", ["beside.py", "new.py"])
def test_other_sources_are_compiled_anew(name, told, changed, load_helper, tmp_path, cache):
    for install in ("one", "two"):
        folder = tmp_path / install
        function = filed(load_helper, folder, f"changed_{name}")
        (folder / "beside.py").write_text("'a module that kernel functions may use'", "utf-8")
        if install == "two":
            (folder / changed).write_text("'and what they may use today'", "utf-8")
        assert engine(name).function(function)(21) == 42
    assert told == says(name, ONCE) * 2


def cut(path: Path) -> None:
    """What a full disk leaves of a file."""
    path.write_bytes(path.read_bytes()[:20])


def garble(path: Path) -> None:
    path.write_bytes(b"something else altogether")


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [cut, garble, Path.unlink])
def test_damaged_code_is_compiled_and_kept_anew(
    name, told, damage, suffix, load_helper, tmp_path, cache
):
    module = f"damaged_{name}"
    for _ in range(3):
        assert engine(name).function(filed(load_helper, tmp_path, module))(21) == 42
        if len(told) == 1:
            for path in cache.rglob(f"*.{suffix}"):
                damage(path)
    assert told == says(name, ONCE) * 2


def test_where_no_folder_can_be_made_it_is_compiled_for_this_run(
    name, told, load_helper, tmp_path, cache
):
    cache.write_text("a file, where a folder is wanted")
    assert engine(name).function(filed(load_helper, tmp_path, f"unkept_{name}"))(21) == 42
    assert told == says(name, AGAIN)


def test_for_a_user_without_a_home_it_is_compiled_for_this_run(
    name, told, load_helper, tmp_path, monkeypatch
):
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    assert engine(name).function(filed(load_helper, tmp_path, f"homeless_{name}"))(21) == 42
    assert told == says(name, AGAIN)


@pytest.mark.skipif("numba" not in ENGINES, reason="numba is not installed")
def test_only_for_the_kernel_an_index_may_not_be_negative(load_helper, tmp_path, cache):
    numba, numpy = importlib.import_module("numba"), importlib.import_module("numpy")
    path = tmp_path / "reading.py"
    path.write_text("def read(numbers, at):\n    return numbers[at]\n", "utf-8")
    read = load_helper("reading", path).read
    numbers = numpy.array([7, 8, 9])
    ours = engine("numba").function(entry("int64(int64[::1], int64)")(read))
    # Nothing is asked of the index: the place before a part of an array is in the whole.
    assert [ours(numbers[1:], at) for at in (-1, 0, 1)] == [7, 8, 9]
    assert numba.njit(read)(numbers[1:], -1) == 9


def test_another_process_compiles_what_is_kept(name, told, tmp_path, cache, monkeypatch):
    module = f"elsewhere_{name}"
    (tmp_path / "install").mkdir()
    (tmp_path / "install" / f"{module}.py").write_text(MARKED, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "install")
    monkeypatch.delenv("CARDKIT_COMPILING")
    plain = importlib.import_module(module).twice
    function = engine(name).function(plain)
    assert function(21) == 42
    assert told == says(name, ONCE)
    if name == "numba":
        # What this process has got is what it found, not what it made.
        assert not function.stats.cache_misses
        assert len(function.stats.cache_hits) == 1
