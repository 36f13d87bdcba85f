"""The component map leaves no package out, and shows nothing that is not there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "component-map.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\S+)` \| (.*) \|$", re.MULTILINE)


def packages() -> Iterator[str]:
    """Every package of ours as the map calls it, but single games."""
    for folder in sorted({path.parent for path in (ROOT / "cardkit").rglob("__init__.py")}):
        if folder != ROOT / "cardkit":
            yield f"{folder.relative_to(ROOT).as_posix()}/"
    yield "games/cardkit_games/"


def modules() -> Iterator[str]:
    """The modules that lie in no package but `cardkit` itself."""
    for path in sorted((ROOT / "cardkit").glob("*.py")):
        if not path.stem.startswith("__"):
            yield path.stem


def rows() -> dict[str, str]:
    """The tables of the map by what each row is about."""
    return dict(ROW.findall(PAGE))


@pytest.mark.parametrize("name", [*modules(), *packages()])
def test_everything_has_its_row(name: str) -> None:
    assert name in rows(), f"docs/component-map.md says nothing of {name}"


def test_no_row_is_about_what_is_not_there() -> None:
    assert set(rows()) == {*modules(), *packages()}


@pytest.mark.parametrize("package", [name for name in rows() if name.startswith("cardkit/")])
def test_a_package_names_modules_that_it_has(package: str) -> None:
    named = re.findall(r"`(\w+)`", rows()[package])
    there = {path.stem for path in (ROOT / package).glob("*.py")}
    begin = re.findall(r"`(\w+)`", rows()[package].rpartition(" | ")[2])
    assert begin
    assert there >= set(begin)
    # Other words in code are keys of rules files or names in the code.
    assert {name for name in named if name in there} >= set(begin)


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`([\w.-]+/[\w./-]*)`", PAGE)
    assert len(paths) > 20
    for path in paths:
        assert (ROOT / path).exists(), path


def layers() -> dict[str, int]:
    """The packages and modules of `cardkit`, each with its height: the lowest line is 0."""
    (text,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    names = [re.split(r" {3,}", line)[0].split() for line in text.splitlines()]
    return {name: height for height, line in enumerate(reversed(names)) for name in line}


def test_the_layers_hold_everything_once_and_nothing_else() -> None:
    top = {name.split("/")[1] for name in packages() if name.startswith("cardkit/")}
    assert set(layers()) == {*modules(), *top}


def imported(path: Path) -> Iterator[str]:
    """What a module of `cardkit` imports of it when it is loaded: names one level down."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("cardkit."))


@pytest.mark.parametrize("name", sorted(layers()))
def test_imports_point_down(name: str) -> None:
    heights, folder = layers(), ROOT / "cardkit" / name
    for path in folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]:
        for other in set(imported(path)) - {name}:
            assert heights.get(other, -1) < heights[name], f"{path} imports {other}"
