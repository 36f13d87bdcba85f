"""The pages about rules files: what they show is a game, and what they say happens."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from cardkit.cli.root import cli
from cardkit.rulebook import RulesError, parse_document
from cardkit.rulesfile import RulesFile, parse_rules

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("rules-file.md", "rules-file-tricks.md")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> Iterator[str]:
    for block in FENCE.finditer((DOCS / page).read_text("utf-8")):
        if block[1] == language:
            yield block[2]


def named(page: str) -> dict[str, str]:
    """The files of a page, which begin with their names."""
    found = (re.match(r"# (\S+)\n", text) for text in blocks(page, "yaml"))
    return {match[1]: match.string for match in found if match}


def changes(page: str) -> list[str]:
    """The other blocks: what is to be changed in the page's first file."""
    return [text for text in blocks(page, "yaml") if not text.startswith("# ")]


def merged(old: Any, new: Any) -> Any:
    """A mapping with some keys changed, in it and in the mappings that it holds."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def changed(page: str, change: str) -> RulesFile:
    """The page's first file with a change: its outermost keys anew, but only parts of groups."""
    first = next(iter(named(page).values()))
    old, new = parse_document(first).data, parse_document(change).data
    if "groups" in new:
        new["groups"] = merged(old["groups"], new["groups"])
    return parse_rules(yaml.safe_dump({**old, **new}, sort_keys=False))


def games() -> list[tuple[str, str]]:
    return [(page, change) for page in PAGES for change in ["", *changes(page)]]


@pytest.mark.parametrize(("page", "change"), games())
def test_every_game_of_the_page_is_right_and_can_be_played(page: str, change: str):
    rules = changed(page, change or "name: " + Path(next(iter(named(page)))).stem)
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


@pytest.mark.parametrize("page", PAGES)
def test_all_but_the_first_file_of_a_page_are_wrong(page: str):
    first, *others = named(page).values()
    parse_rules(first).check()
    for text in others:
        with pytest.raises(RulesError):
            parse_rules(text).check()


def test_there_are_games_to_be_tried():
    assert [len(changes(page)) for page in PAGES] == [3, 3]
    assert list(named(PAGES[0])) == [f"games/{name}.yaml" for name in ("lamplighter", "wrong")]
    assert list(named(PAGES[1])) == ["games/skirmish.yaml"]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_the_page_write_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in ("CARDKIT_GAMES_DIR", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, text in named(page).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    checker = doctest.OutputChecker()
    for block in blocks(page, "console"):
        for typed in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = typed.partition("\n")
            command, *words = shlex.split(line)
            assert command == "cardkit"
            done = CliRunner().invoke(cli, words)
            assert done.exit_code == (2 if "fault" in expected.replace("no faults", "") else 0), (
                line
            )
            assert checker.check_output(expected, done.output, doctest.ELLIPSIS), (
                f"{line}\n{done.output}"
            )
