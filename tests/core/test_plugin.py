"""The plugin for pytest: laws of any installed game from the command line, and its fixture."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

from cardkit import plugins
from cardkit.entries import GameEntry
from cardkit.testing import LAWS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
USES_THE_FIXTURE = """
    def test_every_game_has_moves(cardkit_game):
        print("playing", cardkit_game.name, dict(cardkit_game.options))
        assert cardkit_game.deal(1).moves
"""


@pytest.fixture
def lossy(faulty: ModuleType) -> Iterator[None]:
    """While this lasts, the only installed games are Bisley and one that loses a card."""
    entry = GameEntry("snatch", lambda _: faulty.LosesACard(), {"en": "Snatch"}, "python")
    games = {"bisley": plugins.games()["bisley"], "snatch": entry}
    with plugins.use(evolve(plugins.registry(), games=games)):
        yield


def test_each_law_becomes_a_test_of_each_game(run_pytest: Any) -> None:
    short = ("--cardkit-deals", "3", "--cardkit-plies", "4")
    done = run_pytest("--cardkit-game", "bisley:columns=12", *short)
    assert done.status == 0, done.output
    assert f"{len(LAWS)} passed" in done.output
    for law in LAWS:
        assert f"PASSED cardkit:bisley:columns=12::{law.name}\n" in done.output


def test_laws_are_chosen_among_like_any_test(run_pytest: Any) -> None:
    done = run_pytest("--cardkit-game", "bisley", "-k", "notation or no-peek")
    assert done.status == 0
    assert f"2 passed, {len(LAWS) - 2} deselected" in done.output


@pytest.mark.usefixtures("lossy")
def test_a_broken_law_is_told_in_its_own_words_and_other_games_pass(run_pytest: Any) -> None:
    games = ("--cardkit-game", "bisley", "--cardkit-game", "snatch")
    done = run_pytest(*games, "-k", "cards-conserved")
    assert done.status == pytest.ExitCode.TESTS_FAILED
    assert "PASSED cardkit:bisley::cards-conserved\n" in done.output
    assert "FAILED cardkit:snatch::cards-conserved" in done.output
    assert "snatch breaks the law 'cards-conserved' in deal 1 at ply 2" in done.output
    assert "Traceback" not in done.output
    assert "lawbook.py" not in done.output


def test_a_folder_of_rules_counts_as_installed_while_the_run_lasts(run_pytest: Any) -> None:
    folder = str(EXAMPLES / "cardkit-streets" / "cardkit_streets")
    chosen = ("--cardkit-game", "streets-and-alleys", "-k", "hash-seeds or records-replay")
    done = run_pytest(*chosen, "--cardkit-games-dir", folder)
    assert done.status == 0, done.output
    assert "2 passed" in done.output
    assert run_pytest(*chosen).status == pytest.ExitCode.USAGE_ERROR


def test_a_test_that_takes_the_fixture_runs_for_each_game_named(run_pytest: Any) -> None:
    games = ("--cardkit-game", "bisley", "--cardkit-game", "bisley:columns=12,deal=rows")
    done = run_pytest(*games, "-k", "every_game", test_mine=USES_THE_FIXTURE)
    assert done.status == 0
    assert "PASSED test_mine.py::test_every_game_has_moves[bisley]\n" in done.output
    assert "playing bisley {'columns': 12, 'deal': 'rows'," in done.output


@pytest.mark.usefixtures("lossy")
def test_without_a_name_the_fixture_stands_for_every_installed_game(run_pytest: Any) -> None:
    done = run_pytest(test_mine=USES_THE_FIXTURE)
    assert done.status == 0
    assert "2 passed" in done.output
    for name in ("bisley", "snatch"):
        assert f"test_every_game_has_moves[{name}]" in done.output


def test_a_test_that_takes_a_deal_runs_for_each_deal_named(run_pytest: Any) -> None:
    uses = """
        def test_a_card_can_be_played(cardkit_game, cardkit_deal):
            state = cardkit_game.deal(cardkit_deal)
            print("dealt", state.deal)
            assert state.moves
    """
    chosen = ("--cardkit-game", "bisley", "-k", "can_be_played")
    done = run_pytest(*chosen, "--cardkit-deals", "7,ms:617", test_mine=uses)
    assert done.status == 0, done.output
    for deal in ("7", "ms:617"):
        assert f"PASSED test_mine.py::test_a_card_can_be_played[bisley-{deal}]\n" in done.output
        assert f"dealt {deal}\n" in done.output
    assert "2 passed" in run_pytest(*chosen, test_mine=uses).output


def test_a_test_for_deals_that_are_none_tells_what_is_wrong(run_pytest: Any) -> None:
    uses = "def test_mine(cardkit_deal): assert cardkit_deal"
    done = run_pytest("--cardkit-deals", "9..1", test_mine=uses)
    assert done.status == pytest.ExitCode.USAGE_ERROR
    assert "--cardkit-deals: no such range" in done.output
    assert "Traceback" not in done.output


WRONG = {
    ("--cardkit-game", "bisly"): "--cardkit-game bisly: no game is called 'bisly' (did you mean",
    ("--cardkit-game", "bisley:colums=12"): "bisley has no option 'colums' (did you mean",
    ("--cardkit-game", "bisley:columns"): "an option is KEY=VALUE, not 'columns'",
    ("--cardkit-game", "bisley", "--cardkit-deals", "9..1"): "--cardkit-deals: no such range",
    ("--cardkit-games-dir", "nowhere"): "--cardkit-games-dir: the folder of games 'nowhere'",
    ("--cardkit-plies", "x"): "--cardkit-plies: invalid int value: 'x'",
    ("--cardkit-game", "bisley", "--cardkit-plies", "-1"): "--cardkit-plies: at least 0, not -1",
}


@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_a_wrong_option_is_one_line_and_no_test_runs(run_pytest: Any, args: Any) -> None:
    done = run_pytest(*args)
    assert done.status == pytest.ExitCode.USAGE_ERROR
    assert WRONG[args] in done.output
    assert "Traceback" not in done.output


def test_the_marker_for_clauses_is_registered(run_pytest: Any) -> None:
    assert "@pytest.mark.clause(*ids): " in run_pytest("--markers").output


def test_at_the_start_of_pytest_nothing_heavy_is_imported() -> None:
    code = "import cardkit.testing.plugin, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    loaded = set(done.stdout.split())
    assert "cardkit.testing.plugin" in loaded
    heavy = {"cardkit.state", "cardkit.table", "cardkit.plugins", "cardkit.testing.laws"}
    heavy |= {"cattrs", "click", "hypothesis", "numba", "numpy", "rich", "yaml"}
    assert not heavy & loaded
