"""Runs of pytest inside of tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest
from attrs import frozen

from cardkit.testing import plugin


@frozen
class Run:
    """How a run of pytest ended, and what it printed."""

    status: int
    output: str


RunPytest = Callable[..., Run]


@pytest.fixture
def run_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunPytest:
    """Run pytest with cardkit's plugin, and others given, on files given by name and text."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    Path("pytest.ini").write_text("[pytest]\n", encoding="utf-8")

    def run(*args: str, plugins: tuple[object, ...] = (), **files: str) -> Run:
        for name, text in files.items():
            Path(f"{name}.py").write_text(dedent(text), encoding="utf-8")
        options = ["-c", "pytest.ini", "-q", "-rA", "--strict-markers", "--import-mode=importlib"]
        options += ["-p", "no:cacheprovider", "-p", "no:faulthandler", *args]
        capsys.readouterr()
        status = pytest.main(options, plugins=[plugin, *plugins])
        for name in files:
            sys.modules.pop(name, None)  # the next run has another file of this name
        return Run(int(status), "".join(capsys.readouterr()))

    return run


@pytest.fixture(scope="session")
def faulty(load_helper: Callable[[str, Path], ModuleType]) -> ModuleType:
    """The module of toy games with a fault each."""
    return load_helper("snatch_faulty", Path(__file__).with_name("faulty.py"))
