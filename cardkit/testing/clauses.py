"""Tests tied to the rules: every clause of a game is pinned by a test that passes.

A test names what it pins, `@pytest.mark.clause("BI-05")`. A ledger sees to it that only clauses
are named that exist, and that none is forgotten. It is a plugin for pytest, to be registered in a
`conftest.py`:

    def pytest_configure(config):
        game = cardkit.games()["golf"]
        clauses = {clause.id: game.name for clause in game.clauses}
        config.pluginmanager.register(ClauseLedger(lambda: clauses, config.rootpath / "tests"))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from cardkit.words import did_you_mean

#: A folder of tests may list clauses of its own in a file of this name: an id, then what it says.
LIST_NAME: Final = "clauses.txt"
#: Under which name processes tell each other what they noted.
_TOLD: Final = "cardkit_clauses"


class ClauseLedger:
    """Holds which tests pin which clauses, and which of them passed.

    `declared` gives every clause that needs a test, with whose it is; it is asked when the first
    marker is met. `root` is the folder of all tests: only a run that includes every test file
    below it, and leaves no test out, can tell that a clause has no test. Where pytest-xdist runs
    the tests in several processes, each of them tells the first what it knows.
    """

    def __init__(self, declared: Callable[[], Mapping[str, str]], root: Path) -> None:
        self._declare = declared
        self._declared: Mapping[str, str] | None = None
        self._root = root.resolve()
        self._marked: dict[str, set[str]] = {}
        self._passed: set[str] = set()
        self._whole = False
        self._nodes: list[bool] = []
        self._missing: dict[str, str] = {}

    @property
    def declared(self) -> Mapping[str, str]:
        """Every clause that needs a test, with whose it is."""
        if self._declared is None:
            self._declared = self._declare()
        return self._declared

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Note who pins what."""
        for item in items:
            for marker in item.iter_markers("clause"):
                for clause in marker.args:
                    self._marked.setdefault(clause, set()).add(item.nodeid)
        files = {item.path.resolve() for item in items}
        self._whole = files.issuperset(self._root.rglob("test_*.py"))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Fail a test that names a clause which nobody declares."""
        for marker in item.iter_markers("clause"):
            if not marker.args:
                pytest.fail("the marker names no clause", pytrace=False)
            known = {*self.declared, *self._listed(item.path)}
            for clause in marker.args:
                if clause not in known:
                    near = did_you_mean(str(clause), known)
                    pytest.fail(f"no clause is called {clause!r}{near}", pytrace=False)

    def _listed(self, path: Path) -> set[str]:
        """The clauses that lists beside a test, or in folders above it, give."""
        found: set[str] = set()
        for folder in path.resolve().parents:
            file = folder / LIST_NAME
            if file.is_file():
                lines = file.read_text(encoding="utf-8").splitlines()
                found.update(line.split()[0] for line in lines if line.strip())
            if folder == self._root:
                break
        return found

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        """A test left out: this run cannot tell what has no test."""
        self._whole = self._whole and not items

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what passed."""
        if report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Hear what another process noted; what passed is reported to this one anyway."""
        whole, marked = getattr(node, "workeroutput", {}).get(_TOLD, (False, {}))
        self._nodes.append(whole and not error)
        self._whole = all(self._nodes)
        for clause, tests in marked.items():
            self._marked.setdefault(clause, set()).update(tests)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail a whole run in which a clause has no test that passed."""
        told = getattr(session.config, "workeroutput", None)
        if told is not None:
            told[_TOLD] = self._whole, {name: sorted(ids) for name, ids in self._marked.items()}
            return
        cut_short = session.shouldstop or session.shouldfail or session.config.option.collectonly
        if not self._whole or cut_short or exitstatus not in (0, 1):
            return
        self._missing = {
            clause: whose
            for clause, whose in self.declared.items()
            if not self._marked.get(clause, set()) & self._passed
        }
        if self._missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell which clauses have no test."""
        if self._missing:
            terminalreporter.section("clauses without a test that passed", red=True)
            for clause, whose in sorted(self._missing.items()):
                terminalreporter.line(f"{clause} ({whose})")
