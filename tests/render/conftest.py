"""Tables to draw, and readers that tell what was drawn."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from hypothesis import strategies as st

from cardkit import HIDDEN, Card, Deck, FactSpec, Pile, PileSpec, Table
from cardkit.render import Arrangement

SVG = "{http://www.w3.org/2000/svg}"


def table_of(piles: dict[str, str], facts: tuple[FactSpec, ...] = ()) -> Table:
    """A table with piles written as in a position: `[2C] QH`."""
    table = Table([PileSpec(name) for name in piles], facts)
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
    for group in ElementTree.fromstring(svg).findall(f"{SVG}g"):
        for element in group.iter():
            uses = [child.get("href", "") for child in element.findall(f"{SVG}use")]
            if uses and uses[0].endswith("-card"):
                (rank,) = {text.text or "" for text in element.iter(f"{SVG}text")}
                (suit,) = {use.get("href", "")[-1] for use in element.iter(f"{SVG}use")} - {"d"}
                faces[rank.replace("10", "T") + suit] += 1
            elif element.tag == f"{SVG}use" and element.get("href", "").endswith("-back"):
                backs += 1
    return faces, backs


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, Arrangement]:
    """Any cards in any piles, some face down, some unknown, arranged anyhow."""
    pool = ["stock", "waste", "t1", "t2", "t3", "t10", "a1", "hand0", "hand1", "reserve12345"]
    names = draw(st.lists(st.sampled_from(pool), min_size=1, unique=True))
    table = Table([PileSpec(name, seats=draw(st.sampled_from([None, (0,), ()]))) for name in names])
    card = st.sampled_from([HIDDEN, *Deck()])
    for name in names:
        for face, up in draw(st.lists(st.tuples(card, st.booleans()), max_size=24)):
            table.lay(name, [face], up=up)
    rows: list[list[str | None]] = [[]]
    for name in draw(st.permutations(names)):
        if draw(st.booleans()):
            rows.append([])
        rows[-1] += [*[None] * draw(st.integers(0, 2)), name]
    fans = {name: draw(st.sampled_from(["none", "down", "right", "left"])) for name in names}
    return table, Arrangement(rows, fans)


def shown(table: Table, plan: Arrangement) -> tuple[Counter[str], int]:
    """The faces and the number of backs that somebody looking at the table should see."""
    faces: Counter[str] = Counter()
    backs = 0
    for name, cards in table.cards.items():
        visible = [
            card if table.seers[name] and not table.down[name] >> i & 1 else HIDDEN
            for i, card in enumerate(cards)
        ]
        for card in visible[-1:] if plan.fan(name) == "none" else visible:
            if card:
                faces[str(card)] += 1
            else:
                backs += 1
    return faces, backs


@pytest.fixture(scope="session")
def lay() -> Callable[..., Table]:
    return table_of


@pytest.fixture(scope="session")
def written() -> Callable[[str], Counter[str]]:
    return cards_written


@pytest.fixture(scope="session")
def drawn() -> Callable[[str], tuple[Counter[str], int]]:
    return cards_drawn


@pytest.fixture(scope="session")
def seen_on() -> Callable[[Table, Arrangement], tuple[Counter[str], int]]:
    return shown


@pytest.fixture(scope="session")
def any_table() -> st.SearchStrategy[tuple[Table, Arrangement]]:
    return tables()


@pytest.fixture(scope="session")
def bisley() -> tuple[Table, Arrangement]:
    """Thirteen columns of three and four cards beneath the foundations."""
    deck = [card for card in Deck() if card.rank > 1]
    # Neighbours in the deck land far apart: 5 and 48 have no common divisor.
    deck = [deck[i * 5 % 48] for i in range(48)]
    names = [f"{stem}{i}" for stem, n in (("a", 4), ("k", 4), ("t", 13)) for i in range(1, n + 1)]
    table = Table([PileSpec(name) for name in names])
    for i, suit in enumerate("CDHS", 1):
        table.lay(f"a{i}", [Card("A" + suit)])
    for i in range(1, 14):
        n = 3 if i <= 4 else 4
        table.lay(f"t{i}", deck[:n])
        deck = deck[n:]
    suits = {f"{stem}{i}": suit for stem in "ak" for i, suit in enumerate("CDHS", 1)}
    return table, Arrangement([". . a1..a4 . k1..k4", "t1..t13"], {"t": "down"}, suits=suits)


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
