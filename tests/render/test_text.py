"""Text tables against tables written by hand, and limits that hold for any table."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import FactSpec, Pile, Table
from cardkit.render import Arrangement, text_table
from cardkit.view import View, header_of

KLONDIKE = {"stock": "[5C 6C 7C]", "waste": "", "a1": "AC 2C", "a2": "", "t1": "[9H] QS", "t2": ""}
KLONDIKE_PLAN = Arrangement(
    ["stock waste . a1 a2", "t1..t3"], fans={"t": "down"}, suits={"a1": "C", "a2": "D"}
)
CENTRE = {"p1": "2C 3C", "p2": "9S", "p3": "7D 8D 9D", "p4": "5H", "a1": "AS", "k1": ""}
CENTRE_PLAN = Arrangement(
    ["p1 . . p2", "p4 a1 k1 p3"],
    fans={"p1": "left", "p4": "left", "p2": "right", "p3": "right"},
)


def lines(*given: str) -> str:
    return "\n".join(given)


def test_columns_hang_under_their_names_and_foundations_stand_above(lay):
    facts = (FactSpec("phase", "deal"), FactSpec("redeals_used", 0), FactSpec("cursor", 7))
    table = lay(KLONDIKE | {"t3": "JD TS 9H"}, facts)
    table.set("phase", "play")
    table.set("redeals_used", 1)
    assert text_table(table, unicode=False, arrangement=KLONDIKE_PLAN) == lines(
        "stock   waste        a1   a2",
        "##      --           2C   -D",
        "x3                   x2",
        "",
        "t1      t2      t3",
        "##      --      JD",
        "QS              TS",
        "                9H",
        "",
        "phase: play; redeals used: 1",
    )


def test_symbols_stand_for_letters_where_they_can_be_shown(lay):
    table = lay(KLONDIKE | {"t3": ""})
    assert text_table(table, arrangement=KLONDIKE_PLAN) == lines(
        "stock   waste        a1   a2",
        "▒▒      --           2♣   -♦",
        "×3                   ×2",
        "",
        "t1      t2      t3",
        "▒▒      --      --",
        "Q♠",
    )


def test_side_fans_grow_away_from_the_centre(lay):
    assert text_table(lay(CENTRE), unicode=False, arrangement=CENTRE_PLAN) == lines(
        "3C 2C p1                   p2 9S",
        "   5H p4   a1 AS   k1 --   p3 7D 8D 9D",
    )


def test_side_fans_go_on_beneath_where_the_line_ends(lay):
    table = lay(CENTRE)
    assert text_table(table, width=30, unicode=False, arrangement=CENTRE_PLAN) == lines(
        "  2C p1                p2 9S",
        "  3C",
        "  5H p4  a1 AS  k1 --  p3 7D",
        "                          8D",
        "                          9D",
    )


def test_columns_that_find_no_room_go_beneath(lay):
    table = lay({f"t{i}": "2C" for i in range(8, 16)} | {"t15": "2C 3C"})
    plan = Arrangement(["t8..t15"], fans={"t": "down"})
    assert text_table(table, width=20, unicode=False, arrangement=plan) == lines(
        "t8 t9 t10 t11 t12",
        "2C 2C 2C  2C  2C",
        "",
        "t13 t14 t15",
        "2C  2C  2C",
        "        3C",
    )


def test_a_row_of_named_piles_that_finds_no_room_goes_on_beneath(lay):
    table = lay({"stock": "[2C 3C]", "won0": "[4C]", "won1": "", "trick": "5H 6H 7H 8H"})
    plan = Arrangement(["stock . won0 won1 trick"], fans={"trick": "right"})
    assert text_table(table, width=20, unicode=False, arrangement=plan) == lines(
        "stock ##x2   won0 ##",
        "won1 --",
        "trick 5H 6H 7H 8H",
    )


def test_a_seat_sees_the_backs_of_the_other_hand_and_of_the_stock(toy):
    # Dealt: three to each hand, one to the heap, the rest to the stock.
    state = toy.Snatch().deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    assert text_table(state.view(0), unicode=False) == lines(
        "hand0  AC 2C 3C",
        "hand1  ## ## ##",
        "aside0 --",
        "aside1 --",
        "stock ##x3   heap 2S",
        "",
        "turn: seat 0; dealt: 1",
    )
    assert text_table(state, unicode=False) == lines(
        "hand0  AC 2C 3C",
        "hand1  4C 5C AS",
        "aside0 --",
        "aside1 --",
        "stock ##x3   heap 2S",
        "",
        "turn: seat 0; dealt: 1",
    )


def test_a_table_that_nobody_arranged_reads_well(bisley):
    table, _ = bisley
    assert max(map(len, text_table(table).splitlines())) <= 80


def test_thirteen_columns_stand_side_by_side_in_eighty_columns(bisley):
    table, plan = bisley
    heads = [line for line in text_table(table, arrangement=plan).splitlines() if "t1 " in line]
    assert [head.split() for head in heads] == [[f"t{i}" for i in range(1, 14)]]


def test_backs_in_a_fan_are_counted_from_four_on(lay):
    plan = Arrangement(["hand0", "hand1"], fans={"hand": "right"})
    table = lay({"hand0": "2C ?? ?? ?? ??", "hand1": "?? ?? ??"})
    assert text_table(table, unicode=False, arrangement=plan) == "hand0 2C ##x4\nhand1 ## ## ##"


def test_a_face_down_card_is_not_named_though_the_layout_knows_it(lay):
    table = lay({"t1": "[KH] 2C", "won0": ""})
    table.lay("won0", Pile("7D 8D"))
    table.show("won0", [])
    assert re.findall("[A-Z]", text_table(table, unicode=False)) == ["C"]


def test_only_red_suits_are_coloured_and_only_when_asked(lay):
    table = lay({"a1": "", "t1": "QH JS"})
    plan = Arrangement(["a1", "t1"], fans={"t": "right"}, suits={"a1": "D"})
    red, end = "\x1b[31m", "\x1b[0m"
    assert text_table(table, colour=True, arrangement=plan) == lines(
        f"a1 {red}-♦{end}", f"t1 {red}Q♥{end} J♠"
    )
    assert "\x1b" not in text_table(table, arrangement=plan)


def test_labels_stand_for_names_and_are_cut_to_the_line(lay):
    plan = Arrangement(
        ["t1", "t2", "t3"], {"t": "right"}, {"t1": "Ää", "t2": "手札", "t3": "x" * 40}
    )
    table = lay({"t1": "2C", "t2": "3C", "t3": "4C"})
    assert text_table(table, arrangement=plan, width=20).splitlines() == [
        "Ää          2♣",
        "手札        3♣",
        "xxxxxxxxxx… 4♣",
    ]
    ascii_only = text_table(table, arrangement=plan, width=20, unicode=False).splitlines()
    assert ascii_only == ["??          2C", "??          3C", "xxxxxxxxxx. 4C"]


def test_an_empty_row_is_a_gap(lay):
    plan = Arrangement(["t1", "", "t2"], fans={"t": "right"})
    assert text_table(lay({"t1": "2C", "t2": ""}), arrangement=plan) == "t1 2♣\n\nt2 --"


def test_a_table_without_piles_is_nothing():
    assert text_table(Table([])) == ""


# -- facts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "value", "words"),
    [
        (None, "free trump", "it: free trump"),
        ((0, 0), (3, -1), "it: 3, -1"),
        ((), ((1, None), "H"), "it: (1, -), H"),
        (False, True, "it: yes"),
        (True, False, "it: no"),
        (3, None, "it: -"),
        (3, 3, ""),
        ("", "\x1b[2J \n", "it: ?[2J ?"),
        ("x", "", 'it: ""'),
    ],
)
def test_facts_away_from_their_start_are_told_in_words(start, value, words):
    table = Table([], [FactSpec("it", start)])
    table.set("it", value)
    assert text_table(table) == words


def test_built_in_facts_are_no_noise(toy):
    state = toy.Snatch().deal(1)
    assert state.facts["chance"] == 1
    assert "chance" not in text_table(state)


def test_who_resigned_is_told_instead_of_whose_turn_it_is(toy):
    state = toy.Snatch().deal(1)
    state.resign()
    assert text_table(state).splitlines()[-1] == "seat 0 resigned; dealt: 1"


def test_nobody_has_the_turn_when_the_game_is_over(toy):
    state = toy.Snatch().deal(1)
    while state.outcome is None:
        state.play(state.moves[0])
    assert "turn" not in text_table(state)


def test_the_only_seat_is_not_told_that_it_has_the_turn(lay):
    assert "turn" not in text_table(lay({"t1": "2C"}))


def test_a_fact_of_another_seat_is_not_in_a_view(toy):
    state = toy.Snatch().deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    state.play("AC")
    state.play("aside 4C")
    assert "last: 4C" in text_table(state.view(1), unicode=False)
    assert "last" not in text_table(state.view(0), unicode=False)


def test_a_view_from_a_record_needs_no_game(toy):
    state = toy.Snatch().deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    table = Table(state.game.piles, state.game.facts)
    record = [
        json.dumps(header_of(table, 0)),
        json.dumps({"saw": list(state.view(0).events)}),
    ]
    view = View.from_record(record)
    assert view.game is None
    assert text_table(view, unicode=False) == text_table(state.view(0), unicode=False)


def test_facts_that_find_no_room_go_beneath():
    table = Table([], [FactSpec("phase"), FactSpec("contract")])
    table.set("phase", "choose")
    table.set("contract", "x" * 30)
    assert text_table(table, width=20) == lines("phase: choose;", "contract: xxxxxxxxxx", "x" * 20)


# -- any table -------------------------------------------------------------------------------------


@given(data=st.data(), width=st.integers(-5, 130))
@settings(deadline=None, max_examples=40)
def test_no_line_is_too_long_or_ends_in_blanks(any_table, data, width):
    table, plan = data.draw(any_table)
    for arrangement in (plan, None):
        text = text_table(table, width=width, unicode=False, arrangement=arrangement)
        assert text.isascii()
        for line in text.split("\n"):
            assert len(line) <= max(width, 20)
            assert line == line.rstrip()


@given(data=st.data(), width=st.integers(20, 100))
@settings(deadline=None, max_examples=40)
def test_every_card_that_shows_is_written_and_no_other(any_table, written, seen_on, data, width):
    table, plan = data.draw(any_table)
    text = text_table(table, width=width, unicode=False, arrangement=plan)
    assert written(text) == seen_on(table, plan)[0]


@given(data=st.data(), width=st.integers(20, 100))
@settings(deadline=None, max_examples=40)
def test_colour_changes_nothing_but_colour(any_table, data, width):
    table, plan = data.draw(any_table)
    plain = text_table(table, width=width, arrangement=plan)
    coloured = text_table(table, width=width, arrangement=plan, colour=True)
    assert re.sub(r"\x1b\[[0-9]+m", "", coloured) == plain


def test_a_text_table_is_quick(benchmark, bisley):
    table, plan = bisley
    benchmark(text_table, table, arrangement=plan)
