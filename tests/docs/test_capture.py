"""The picture of a terminal in the README: it is what the commands write, and no older."""

from __future__ import annotations

import importlib
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from cardkit.cli.root import cli

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def capture(builder: ModuleType) -> ModuleType:
    return importlib.import_module("capture")


def test_the_picture_is_not_stale(capture: ModuleType, capsys: pytest.CaptureFixture[str]):
    status = capture.main(["--check"])
    assert (status, capsys.readouterr().out) == (0, "")


def test_a_stale_picture_is_told_and_drawn_anew(
    capture: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(capture, "COMMANDS", ("cardkit deal bisley --deal 42",))
    monkeypatch.setattr(capture, "PICTURE", tmp_path / "capture.svg")
    assert capture.main(["--check"]) == 1
    assert capsys.readouterr().out == "docs/capture.svg: stale, run: python docs/capture.py\n"
    assert capture.main([]) == 0
    assert capture.main(["--check"]) == 0
    (tmp_path / "capture.svg").write_text("<svg/>", "utf-8")
    assert capture.main(["--check"]) == 1
    assert capture.main(["--chekc"]) == 2


def test_it_shows_the_commands_and_what_they_write(capture: ModuleType):
    picture = ET.fromstring((ROOT / "docs" / "capture.svg").read_text("utf-8"))
    expected = []
    for command in capture.COMMANDS:
        done = CliRunner().invoke(cli, command.split()[1:], env={"COLUMNS": "80"})
        assert done.exit_code == 0
        expected += [f"$ {command}", *done.stdout.splitlines(), ""]
    shown = str(picture.find(f"{SVG}desc").text)
    assert shown.splitlines() == expected[:-1]
    assert [text.text for text in picture.iter(f"{SVG}text")] == shown.split()


def test_red_suits_are_red_and_words_stand_in_their_columns(capture: ModuleType):
    picture = ET.fromstring(capture.drawn("$ look\n\x1b[31mK♥\x1b[0m  Q♠\n"))
    typed, _, king, queen = picture.iter(f"{SVG}text")
    assert typed.get("fill") not in (None, king.get("fill"))
    assert king.get("fill") is not None
    assert queen.get("fill") is None
    # Two characters and two blanks lie between where they begin.
    between = float(queen.get("x")) - float(king.get("x"))
    assert between == pytest.approx(2 * float(king.get("textLength")), abs=0.1)


def test_what_a_picture_cannot_show_is_refused(capture: ModuleType):
    with pytest.raises(ValueError, match="cannot show the code"):
        capture.drawn("a\x1b[2Jb")


def test_a_command_that_fails_is_told(capture: ModuleType):
    with pytest.raises(OSError, match=r"cardkit deal bisly: .*did you mean 'bisley'"):
        capture.written("cardkit deal bisly")


def test_the_readme_shows_it_and_a_table():
    text = (ROOT / "README.md").read_text("utf-8")
    for picture in ("docs/capture.svg", "docs/games/klondike.svg"):
        assert f"]({picture})" in text
        assert (ROOT / picture).exists()
