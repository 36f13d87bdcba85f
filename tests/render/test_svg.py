"""Pictures: well formed, closed in themselves, and of exactly the cards that show."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import FactSpec, Table
from cardkit.render import Arrangement, svg_table, text_table
from cardkit.render.shapes import RED

SVG = "{http://www.w3.org/2000/svg}"


def ids(svg: str) -> list[str]:
    return re.findall(r' id="([^"]*)"', svg)


def places(svg: str) -> list[tuple[int, int, str]]:
    """Where each card lies, and its rank, in the order they are drawn in."""
    found = re.findall(r'translate\((\d+) (\d+)\)"><use[^>]*/><text[^>]*>(\w+)<', svg)
    return [(int(x), int(y), rank) for x, y, rank in found]


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_any_table_makes_one_well_formed_picture(any_table, data):
    table, plan = data.draw(any_table)
    for arrangement in (plan, None):
        svg = svg_table(table, arrangement=arrangement)
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        # Whatever is referred to is there, once.
        assert len(set(ids(svg))) == len(ids(svg))
        referred = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', svg)
        assert {a or b for a, b in referred} <= set(ids(svg))
        assert root.get("aria-labelledby", "").split() == ids(svg)[:2]


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_every_card_that_shows_is_drawn_and_no_other(any_table, drawn, seen_on, data):
    table, plan = data.draw(any_table)
    assert drawn(svg_table(table, arrangement=plan)) == seen_on(table, plan)


@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_everything_lies_inside_the_picture(any_table, data):
    table, plan = data.draw(any_table)
    root = ElementTree.fromstring(svg_table(table, arrangement=plan))
    width, height = map(int, root.get("viewBox", "").split()[2:])
    for element in (e for group in root.findall(f"{SVG}g") for e in group):
        at = re.fullmatch(r"translate\((\d+) (\d+)\)", element.get("transform", ""))
        x, y = map(int, at.groups()) if at else (int(element.get("x", 0)), int(element.get("y", 0)))
        is_card = element.tag != f"{SVG}text"
        assert 0 <= x <= width - (60 if is_card else 0)
        assert 0 <= y <= height - (84 if is_card else 0)


def test_a_fan_lies_towards_its_side_with_the_available_card_on_top(lay):
    table = lay({"p1": "2C 3C", "p2": "4C 5C", "t1": "6C 7C"})
    plan = Arrangement(["p1 p2", "t1"], fans={"p1": "left", "p2": "right", "t1": "down"})
    at = places(svg_table(table, arrangement=plan))
    (two, three, four, five, six, seven) = at
    assert [rank for *_, rank in at] == ["2", "3", "4", "5", "6", "7"]
    assert three[0] < two[0]
    assert three[1] == two[1]
    assert four[0] < five[0]
    assert four[1] == five[1]
    assert six[0] == seven[0]
    assert six[1] < seven[1]


def test_left_fans_of_any_length_end_at_the_same_edge(lay):
    table = lay({"p1": "2C 3C 4C", "p2": "5C"})
    plan = Arrangement(["p1", "p2"], fans={"p": "left"})
    at = {rank: x for x, _, rank in places(svg_table(table, arrangement=plan))}
    assert at["2"] == at["5"]
    assert at["4"] < at["3"] < at["2"]


@pytest.mark.parametrize(
    ("fan", "strip"),
    [("down", (0, 60, 0, 20)), ("right", (0, 18, 0, 84)), ("left", (42, 60, 0, 84))],
)
@pytest.mark.parametrize("card", ["TD", "QS"])
def test_a_covered_card_bears_its_index_where_the_fan_leaves_it_free(lay, fan, strip, card):
    table = lay({"t1": f"{card} 2C"})
    svg = svg_table(table, arrangement=Arrangement(["t1"], fans={"t1": fan}))
    covered = next(g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("transform"))
    left, right, top, bottom = strip
    text, suit = covered.findall(f"{SVG}text")[0], covered.findall(f"{SVG}use")[1]
    at = [float(n) for n in re.findall(r"[\d.]+", suit.get("transform", ""))[:2]]
    x, y = at or (float(suit.get("x", "")), float(suit.get("y", "")))
    for a, b in ((x, y), (float(text.get("x", "")), float(text.get("y", "")))):
        assert left < a < right
        assert top < b < bottom


def test_hearts_and_diamonds_are_red(lay):
    svg = svg_table(lay({"t1": "2C", "t2": "2D", "t3": "2H", "t4": "2S"}))
    cards = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("transform")]
    inks = [g.get("fill") for g in cards if g.find(f"{SVG}use").get("href").endswith("card")]
    assert inks == [None, RED, RED, None]


def test_the_picture_says_in_words_what_it_shows(toy):
    view = toy.Snatch().deal(1).view(1)
    root = ElementTree.fromstring(svg_table(view))
    assert root.findtext(f"{SVG}title") == "snatch, as seat 1 sees it"
    assert root.findtext(f"{SVG}desc") == text_table(view, unicode=False)
    assert root.get("role") == "img"


@pytest.mark.parametrize(
    ("make", "title"),
    [
        (lambda state: state, "snatch"),
        (lambda state: state.view(None), "snatch, as an onlooker sees it"),
        (lambda _: Table([]), "a table of cards"),
    ],
)
def test_the_title_says_whose_table_it_is(toy, make, title):
    root = ElementTree.fromstring(svg_table(make(toy.Snatch().deal(1))))
    assert root.findtext(f"{SVG}title") == title


def test_empty_places_are_outlined_with_the_suit_they_wait_for(lay):
    table = lay({"a1": "", "a2": ""})
    plan = Arrangement(["a1 a2"], suits={"a2": "H"})
    svg = svg_table(table, arrangement=plan)
    assert len(re.findall(r'href="#\w+-empty"', svg)) == 2
    assert len(re.findall(r'href="#\w+-H"', svg)) == 1


def test_words_are_escaped(lay):
    table = lay({"t1": "2C"}, (FactSpec("phase"),))
    table.set("phase", "<b>&\"'\x00\ud800")
    label = "A & <B> \"C\" 'D'"
    svg = svg_table(table, arrangement=Arrangement(["t1"], labels={"t1": label}))
    texts = [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert label in texts
    assert "phase: <b>&\"'??" in texts


def test_the_picture_needs_nothing_from_elsewhere(bisley):
    table, plan = bisley
    svg = svg_table(table, arrangement=plan)
    assert svg.count("http") == 1  # the namespace
    assert not re.search(r"<(script|style|image|foreignObject)|@import|data:|font-face", svg)


def test_pictures_of_different_tables_share_no_ids(lay):
    one, other = svg_table(lay({"t1": "2C"})), svg_table(lay({"t1": "3C"}))
    assert not set(ids(one)) & set(ids(other))


def test_a_picture_is_reasonably_small(bisley):
    table, plan = bisley
    assert len(svg_table(table, arrangement=plan)) < 20_000


def test_the_same_table_makes_the_same_bytes_in_any_process():
    code = (
        "import sys; from cardkit import Deck, PileSpec, Table; from cardkit.render import *\n"
        "table = Table([PileSpec(n) for n in ('hand0', 't1', 't2', 't3')])\n"
        "table.lay('t2', list(Deck())[::3]); table.lay('hand0', list(Deck())[::5])\n"
        "sys.stdout.buffer.write((svg_table(table) + text_table(table)).encode())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1
    assert len(found.pop()) > 5000


def test_notebooks_show_a_state_as_its_picture(toy):
    state = toy.Snatch().deal(1)
    assert state._repr_svg_() == svg_table(state)
