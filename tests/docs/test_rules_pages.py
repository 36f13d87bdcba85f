"""The pages about rules files: what they show is a game, and every option of it can be played."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardkit.rulebook import RulesError
from cardkit.rulesfile import RulesFile, parse_rules

DOCS = Path(__file__).parents[2] / "docs"
#: The pages, and how many changes to its first file each of them shows.
PAGES = {"rules-file.md": 3, "rules-file-tricks.md": 3}


class Page:
    """The YAML of a page: its files, and the changes to the first of them."""

    def __init__(self, name: str, reading: ModuleType) -> None:
        blocks = reading.blocks((DOCS / name).read_text("utf-8"))
        texts = [block.text for block in blocks if block.language == "yaml"]
        self.files = {match[1]: t for t in texts if (match := re.match(r"# (\S+)\n", t))}
        self.first = next(iter(self.files.values()))
        self.games = [self.first]
        self.games += [reading.changed(self.first, t) for t in texts if not t.startswith("# ")]


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, reading: ModuleType) -> Page:
    """Each of the pages."""
    return Page(request.param, reading)


@pytest.mark.parametrize(
    ("name", "number"), [(name, n) for name, changes in PAGES.items() for n in range(changes + 1)]
)
def test_every_game_of_the_page_is_right_and_can_be_played(
    name: str, number: int, reading: ModuleType
) -> None:
    rules = parse_rules(Page(name, reading).games[number])
    rules.check()
    for option in rules.options:
        for value in option.values or (option.default,):
            play(rules, {option.name: value})
    play(rules, {})


def play(rules: RulesFile, options: dict[str, Any]) -> None:
    """Play the first legal move at even and the last at odd times: several kinds of moves."""
    state = rules.entry().create(options).deal(7)
    for number in range(60):
        if not state.moves:
            break
        state.play(state.moves[-(number % 2)])
    assert state.history


def test_all_but_the_first_file_of_a_page_are_wrong(page: Page) -> None:
    for text in page.files.values():
        if text is page.first:
            continue
        with pytest.raises(RulesError):
            parse_rules(text).check()


def test_there_are_games_to_be_tried(reading: ModuleType) -> None:
    assert [len(Page(name, reading).games) - 1 for name in PAGES] == list(PAGES.values())
    patience, tricks = (list(Page(name, reading).files) for name in PAGES)
    assert patience == [f"games/{name}.yaml" for name in ("lamplighter", "wrong")]
    assert tricks == ["games/skirmish.yaml"]
