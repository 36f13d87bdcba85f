"""The ledger of clauses: what is named exists, and what exists has a test that passed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from cardkit.testing.clauses import ClauseLedger

BOTH = """
    import pytest

    @pytest.mark.clause("GO-01")
    def test_one():
        pass

    @pytest.mark.clause("GO-01", "GO-02")
    def test_both():
        pass
"""
ONE = """
    import pytest

    @pytest.mark.clause("GO-01")
    def test_one():
        pass
"""


@pytest.fixture
def ledger(tmp_path: Path) -> ClauseLedger:
    return ClauseLedger(lambda: {"GO-01": "golf", "GO-02": "golf"}, tmp_path)


def test_a_run_in_which_every_clause_has_a_test_passes(
    run_pytest: Any, ledger: ClauseLedger
) -> None:
    done = run_pytest(plugins=(ledger,), test_golf=BOTH)
    assert done.status == 0
    assert "clauses without" not in done.output


def test_a_clause_without_a_test_fails_the_run(run_pytest: Any, ledger: ClauseLedger) -> None:
    done = run_pytest(plugins=(ledger,), test_golf=ONE)
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "clauses without a test that passed" in done.output
    assert "GO-02 (golf)" in done.output
    assert "GO-01 (golf)" not in done.output


@pytest.mark.parametrize("spoil", ["assert False", "raise __import__('unittest').SkipTest"])
def test_a_test_that_fails_or_is_skipped_pins_nothing(
    run_pytest: Any, ledger: ClauseLedger, spoil: str
) -> None:
    spoilt = f"{ONE}\n    @pytest.mark.clause('GO-02')\n    def test_two():\n        {spoil}\n"
    done = run_pytest(plugins=(ledger,), test_golf=spoilt)
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "GO-02 (golf)" in done.output


@pytest.mark.parametrize("part", [["-k", "golf"], ["test_other.py"], ["test_golf.py::test_one"]])
def test_a_run_of_a_part_does_not_miss_the_rest(
    run_pytest: Any, ledger: ClauseLedger, part: list[str]
) -> None:
    done = run_pytest(*part, plugins=(ledger,), test_golf=ONE, test_other="def test_one(): pass\n")
    assert done.status == 0, done.output


def test_a_run_that_stops_early_does_not_miss_the_rest(
    run_pytest: Any, ledger: ClauseLedger
) -> None:
    failing = "def test_fails(): assert False\n"
    done = run_pytest("-x", plugins=(ledger,), test_a=failing, test_golf=ONE)
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "clauses without" not in done.output


CONFTEST = """
from pathlib import Path
from cardkit.testing.clauses import ClauseLedger

def pytest_configure(config):
    ledger = ClauseLedger(lambda: {"GO-01": "golf", "GO-02": "golf"}, Path(__file__).parent)
    config.pluginmanager.register(ledger)
"""


@pytest.mark.parametrize(
    ("tests", "status", "message"),
    [
        (BOTH, 0, "2 passed"),
        (ONE, 1, "GO-02 (golf)"),
        (ONE.replace("GO-01", "G0-01"), 1, "no clause is called 'G0-01' (did you mean 'GO-01'?)"),
    ],
    ids=["pinned", "forgotten", "misspelt"],
)
def test_it_is_the_same_in_several_processes(
    tmp_path: Path, tests: str, status: int, message: str
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = clause\n")
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_golf.py").write_text(dedent(tests))
    args = ("-c", "pytest.ini", "-p", "xdist", "-p", "no:cacheprovider", "-n", "2")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *args],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert message in done.stdout + done.stderr
    assert done.returncode == status


def test_a_test_of_a_clause_that_nobody_declares_fails_and_names_the_nearest(
    run_pytest: Any, ledger: ClauseLedger
) -> None:
    misspelt = ONE.replace("GO-01", "G0-01")
    done = run_pytest(plugins=(ledger,), test_golf=misspelt)
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "ERROR test_golf.py::test_one - Failed: no clause is called 'G0-01' (did" in done.output


def test_a_marker_without_a_clause_fails(run_pytest: Any, ledger: ClauseLedger) -> None:
    done = run_pytest(plugins=(ledger,), test_golf=ONE.replace('"GO-01"', ""))
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "ERROR test_golf.py::test_one - Failed: the marker names no clause" in done.output


def test_a_folder_can_list_clauses_of_its_own(
    run_pytest: Any, ledger: ClauseLedger, tmp_path: Path
) -> None:
    (tmp_path / "clauses.txt").write_text("TOY-1 Cards are played.\n\nTOY-2 And won.\n")
    own = BOTH + "\n    @pytest.mark.clause('TOY-2')\n    def test_toy():\n        pass\n"
    assert run_pytest(plugins=(ledger,), test_golf=own).status == 0
