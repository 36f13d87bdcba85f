"""The pages made of the games: none is stale or missing, and each says what its rules say."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from cardkit import Rng
from cardkit.entries import GameEntry
from cardkit.moves import Move
from cardkit.rulesfile import game_entry

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MODULES = sorted((ROOT / "games" / "cardkit_games").glob("*/__init__.py"))
LINK = re.compile(r"\]\(([^)#\s]*)(#[^)\s]*)?\)")


def data_of(module: Path) -> dict[str, Any]:
    """The data of a game's rules file; if it has none, what its module says, in the same form."""
    rules = module.with_name("rules.yaml")
    if rules.exists():
        data: dict[str, Any] = yaml.safe_load(rules.read_text("utf-8"))
        return data
    entry = entry_of(module)
    options = {o.name: {"help": o.help, "default": o.default} for o in entry.options}
    clauses = {clause.id: clause.text for clause in entry.clauses}
    told = {key: getattr(entry, key) for key in ("name", "title", "summary", "source")}
    return {**told, "clauses": clauses, "options": options}


def entry_of(module: Path) -> GameEntry:
    """The game of a rules file, or of the module."""
    rules = module.with_name("rules.yaml")
    if rules.exists():
        return game_entry(rules)
    (entry,) = importlib.import_module(f"cardkit_games.{module.parent.name}").cardkit_games()
    assert isinstance(entry, GameEntry)
    return entry


@pytest.fixture(params=MODULES, ids=lambda path: path.parent.name)
def module(request: pytest.FixtureRequest) -> Path:
    """The module of a game of ours."""
    path: Path = request.param
    return path


@pytest.fixture
def game(module: Path) -> tuple[dict[str, Any], str]:
    """The data of a game, and the text of its page on the disk."""
    data = data_of(module)
    return data, (DOCS / "games" / f"{data['name']}.md").read_text("utf-8")


def section(page: str, heading: str) -> str:
    """The text under a heading."""
    (text,) = re.findall(rf"^## {heading}\n(.*?)\n## ", page, re.DOTALL | re.MULTILINE)
    return str(text)


def words(text: str) -> str:
    """A text without its line ends, and as a table writes it."""
    return " ".join(text.split()).replace("|", "\\|")


# -- what is on the disk ---------------------------------------------------------------------------


def test_no_page_is_stale_or_missing_or_without_a_game(builder: ModuleType, files: dict[Path, str]):
    assert list(builder.faults(files)) == [], "run: python docs/build_pages.py"


def test_another_process_makes_the_same():
    command = [sys.executable, "-W", "error", str(DOCS / "build_pages.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.fixture
def copied(
    builder: ModuleType, files: dict[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[Path, str]:
    """What is made, as if it belonged elsewhere, where it lies already."""
    moved = {tmp_path / path.relative_to(ROOT): text for path, text in files.items()}
    for path, text in moved.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(builder, "ROOT", tmp_path)
    monkeypatch.setattr(builder, "FOLDERS", (tmp_path / "docs/games", tmp_path / "docs/schema"))
    monkeypatch.setattr(builder, "built", lambda: moved)
    return moved


def test_what_is_not_as_it_should_be_is_told(
    builder: ModuleType, copied: dict[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert builder.main(["--check"]) == 0
    games = tmp_path / "docs" / "games"
    (games / "bisley.md").write_text("Bisley", "utf-8")
    (games / "klondike.svg").unlink()
    (games / "gone.md").write_text("Gone", "utf-8")
    (tmp_path / "docs/schema/rules-chess.schema.json").write_text("{}", "utf-8")
    assert builder.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "docs/games/bisley.md: stale",
        "docs/games/klondike.svg: missing",
        "docs/games/gone.md: there is no game or family of that name",
        "docs/schema/rules-chess.schema.json: there is no game or family of that name",
    ]
    assert (games / "bisley.md").read_text("utf-8") == "Bisley"


def test_building_puts_everything_right(
    builder: ModuleType, copied: dict[Path, str], tmp_path: Path
):
    games = tmp_path / "docs" / "games"
    (games / "bisley.md").write_text("Bisley", "utf-8")
    (games / "klondike.svg").unlink()
    (games / "gone.md").write_text("Gone", "utf-8")
    assert builder.main([]) == 0
    assert not (games / "gone.md").exists()
    assert list(builder.faults(copied)) == []


def test_a_wrong_argument_is_refused(builder: ModuleType, capsys: pytest.CaptureFixture[str]):
    assert builder.main(["--chekc"]) == 2
    assert capsys.readouterr().err == "usage: python docs/build_pages.py [--check]\n"


def test_a_page_without_its_mark_is_refused(builder: ModuleType):
    reference = importlib.import_module("reference_pages")
    with pytest.raises(ValueError, match="has the line '<!-- From here on"):
        reference.reference_page("patience", "# Rules files\n")


# -- what the pages say ----------------------------------------------------------------------------


def test_a_page_has_the_texts_of_all_languages(game: tuple[dict[str, Any], str]):
    data, page = game
    for texts in (data["title"], data.get("summary", {}), *data["clauses"].values()):
        for text in texts.values():
            assert words(text) in page
    assert words(data.get("source", "")) in page


def test_a_page_has_what_piles_and_contracts_are_called(game: tuple[dict[str, Any], str]):
    data, page = game
    for group in data.get("groups", {}).values():
        for label in group.get("label", {}).values():
            assert f" | {label} |" in page
    for name, contract in data.get("contracts", {}).items():
        for language in set(contract.get("label", {})) - {"en"}:
            assert f"| `{name}` | {contract['label'][language]} |" in page


def test_a_page_has_every_clause_by_its_id(game: tuple[dict[str, Any], str]):
    data, page = game
    for name, texts in data["clauses"].items():
        for text in texts.values():
            assert f"- **{name}** {words(text)}\n" in page


def test_a_page_has_every_option_with_its_default_and_help(game: tuple[dict[str, Any], str]):
    data, page = game
    for name, option in data.get("options", {}).items():
        helps = option["help"] if isinstance(option["help"], dict) else {"en": option["help"]}
        default = str(option["default"])
        if isinstance(option["default"], bool):
            default = default.lower()
        row = rf"\| `{name}` \| `{re.escape(default)}` \| .* \| {re.escape(words(helps['en']))} \|"
        assert re.search(row, page)
        for language in set(helps) - {"en"}:
            assert f"| `{name}` | {words(helps[language])} |" in page


def test_a_page_shows_the_table_as_text_and_as_a_picture(game: tuple[dict[str, Any], str]):
    data, page = game
    assert f"]({data['name']}.svg)" in page
    picture = ET.fromstring((DOCS / "games" / f"{data['name']}.svg").read_text("utf-8"))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    (shown,) = re.findall(r"```text\n(.*?)```", section(page, "The table"), re.DOTALL)
    # The picture holds the text in plain ASCII.
    plain = shown.translate(str.maketrans("♣♦♥♠", "CDHS")).replace("▒▒", "##").replace("×", "x")
    assert picture.find("{http://www.w3.org/2000/svg}desc").text.split() == plain.split()


def test_a_page_has_the_notation_of_every_move(module: Path, game: tuple[dict[str, Any], str]):
    _, page = game
    known = {kind(Move(text)) for text in re.findall(r"`([^`]+)`", section(page, "Moves"))}
    entry = entry_of(module)
    seen = set()
    for choice in [{}, *({o.name: value} for o in entry.options for value in o.choices)]:
        state, rng = entry.create(choice).deal(5), Rng(1)
        for _ in range(60):
            if not state.moves:
                break
            seen |= {kind(move) for move in state.moves}
            state.play(state.moves[rng.below(len(state.moves))])
    assert seen
    assert seen <= known


def kind(move: Move) -> tuple[object, ...]:
    """What a move has in common with others that differ in their piles' numbers or their cards."""
    if move.source is not None and move.target is not None:
        piles = [name.rstrip("0123456789") for name in (move.source, move.target)]
        return (*piles, (move.count or 1) > 1)
    return (move.verb, *(word for word in move.args if move.card is None))


def test_the_list_of_games_has_each_with_its_page(files: dict[Path, str]):
    text = files[DOCS / "games" / "README.md"]
    assert sorted(re.findall(r"\]\((.*?)\.md\)", text)) == sorted(
        data_of(module)["name"] for module in MODULES
    )


PAGES = [*sorted((DOCS / "games").glob("*.md")), *sorted(DOCS.glob("rules-file*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_somewhere(page: Path):
    text = page.read_text("utf-8")
    assert LINK.search(text)
    for target, anchor in LINK.findall(text):
        if target.startswith("http"):
            continue
        aim = (page.parent / target).resolve() if target else page
        assert aim.exists(), target
        if anchor:
            assert anchor[1:] in anchors(aim.read_text("utf-8")), f"{target}{anchor}"


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


BUILDERS = sorted(path.stem for path in DOCS.glob("*.py") if path.stem != "conf")


@pytest.mark.parametrize("name", BUILDERS)
def test_the_examples_of_the_builder_run(builder: ModuleType, name: str):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
