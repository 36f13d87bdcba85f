"""Tables to draw, and readers that tell what was drawn."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from cardkit import Pile, PileSpec, Table

SVG = "{http://www.w3.org/2000/svg}"


def table_of(piles: dict[str, str], **options: object) -> Table:
    """A table with piles written as in a position: `[2C] QH`."""
    table = Table([PileSpec(name) for name in piles], **options)  # type: ignore[arg-type]
    for name, text in piles.items():
        pile = Pile(text)
        for i, card in enumerate(pile):
            table.lay(name, [card], up=pile.is_up(i))
    return table


def cards_written(text: str) -> Counter[str]:
    """The cards named in an ASCII text table, in which nothing else has capital letters."""
    return Counter(re.findall(r"[A2-9TJQK][CDHS]", text))


def cards_drawn(svg: str) -> tuple[Counter[str], int]:
    """The faces in a picture, read from its shapes, and the number of backs."""
    faces: Counter[str] = Counter()
    backs = 0
    root = ElementTree.fromstring(svg)
    drawn = [child for child in root if child.tag == f"{SVG}g"]
    for element in (e for group in drawn for e in group.iter()):
        uses = [child.get("href", "") for child in element.findall(f"{SVG}use")]
        if uses and uses[0].endswith("-card"):
            rank = element.findall(f"{SVG}text")[-1].text or ""
            suits = {use[-1] for use in uses[1:]}
            assert len(suits) == 1
            faces[rank.replace("10", "T") + suits.pop()] += 1
        elif element.tag == f"{SVG}use" and element.get("href", "").endswith("-back"):
            backs += 1
    return faces, backs


@pytest.fixture
def lay() -> Callable[..., Table]:
    return table_of


@pytest.fixture
def written() -> Callable[[str], Counter[str]]:
    return cards_written


@pytest.fixture
def drawn() -> Callable[[str], tuple[Counter[str], int]]:
    return cards_drawn


@pytest.fixture(scope="session")
def toy() -> ModuleType:
    """The toy game for two with hidden hands."""
    path = Path(__file__).parent.parent / "core" / "toy.py"
    spec = importlib.util.spec_from_file_location("toy_for_render", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(*given: str) -> str:
    return "\n".join(given)


def words(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]
