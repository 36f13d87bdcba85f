"""An arrangement as data: how it is written, what it refuses, and the one that is derived."""

from __future__ import annotations

import pytest

from cardkit import Pile, PileSpec, Suit, Table
from cardkit.render import Arrangement, arrangement_of, default_arrangement, svg_table, text_table


def test_ranges_and_blanks_are_written_out():
    plan = Arrangement(["p9..p11 . stock", [None, "a1..a2"], ""])
    assert plan.rows == (("p9", "p10", "p11", None, "stock"), (None, "a1", "a2"), ())
    assert plan.names == ("p9", "p10", "p11", "stock", "a1", "a2")


def test_a_range_may_run_backwards():
    assert Arrangement(["p12..p9"]).rows == (("p12", "p11", "p10", "p9"),)


def test_a_fan_by_pile_goes_before_one_by_the_name_without_number():
    plan = Arrangement(["p1..p3 stock"], fans={"p": "left", "p2": "right"})
    assert [plan.fan(name) for name in plan.names] == ["left", "right", "left", "none"]


def test_suits_are_read_from_letters_symbols_and_suits():
    plan = Arrangement(["a1..a3"], suits={"a1": "C", "a2": "♦", "a3": Suit.HEARTS})
    assert plan.suits == {"a1": Suit.CLUBS, "a2": Suit.DIAMONDS, "a3": Suit.HEARTS}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Arrangement(["t1 t2", "t1"]), "pile 't1' stands twice"),
        (lambda: Arrangement(["T1"]), "not 'T1'"),
        (lambda: Arrangement(["t1..k3"]), "not 't1..k3'"),
        (lambda: Arrangement(["t..t3"]), "no range"),
        (lambda: Arrangement(["t1..t999999999"]), "no range of at most 200"),
        (lambda: Arrangement(["t1"], fans={"t1": "dwon"}), "did you mean 'down'"),
        (lambda: Arrangement(["t1"], fans={"t2": "down"}), "fans: no pile 't2'"),
        (lambda: Arrangement(["t1"], vanishing=["s"]), "vanishing: no pile 's'"),
        (lambda: Arrangement(["stock"], labels={"stok": "Talon"}), "did you mean 'stock'"),
        (lambda: Arrangement(["a1"], labels={"a1": "two\nlines"}), "on one line"),
        (lambda: Arrangement(["a1"], labels={"a1": " "}), "on one line"),
        (lambda: Arrangement(["a1"], suits={"a2": "C"}), "suits: no pile 'a2'"),
        (lambda: Arrangement(["a1"], suits={"a1": "X"}), "not a suit: 'X'"),
    ],
)
def test_what_is_wrong_is_said_at_once(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_game_says_how_its_piles_lie(toy):
    game = toy.Snatch()
    game.arrangement = Arrangement(["heap stock", "hand0", "hand1", "aside0 aside1"])
    assert arrangement_of(game.deal(1)) == game.arrangement
    assert arrangement_of(game.deal(1).view(0)) == game.arrangement


def test_a_pile_that_the_arrangement_forgets_is_shown_while_cards_lie_in_it(lay):
    plan = Arrangement(["t1"], fans={"t": "down"})
    table = lay({"t1": "QS", "waste": "2C", "cell1": ""})
    assert text_table(table, unicode=False, arrangement=plan) == "t1\nQS\n\nwaste\n2C"


def test_an_arrangement_with_a_pile_that_is_not_there_is_refused(lay):
    plan = Arrangement(["t1 waist"])
    with pytest.raises(ValueError, match=r"'waist', no pile of this table \(did you mean 'waste'"):
        text_table(lay({"t1": "", "waste": ""}), arrangement=plan)


def test_a_pile_that_may_vanish_is_shown_while_cards_lie_in_it(lay):
    plan = Arrangement(
        ["stock", "t1..t4", "u1..u2"], fans={"t": "down"}, vanishing=["stock", "t", "u1"]
    )
    table = lay({"t1": "QS", "t2": "", "t3": "JD 2C", "t4": "", "stock": "", "u1": "", "u2": ""})
    # The third pile stays in the third place; of the stock's row nothing is left.
    assert text_table(table, unicode=False, arrangement=plan).split("\n") == [
        "t1        t3",
        "QS        JD",
        "          2C",
        "",
        "     u2",
        "     --",
    ]
    assert "t4" not in svg_table(table, arrangement=plan)
    table.lay("stock", Pile("3C"))
    assert "stock" in text_table(table, unicode=False, arrangement=plan)


def test_what_is_said_of_a_pile_out_of_sight_does_no_harm(lay):
    plan = Arrangement(
        ["a1..a2"], labels={"a1": "First"}, suits={"a1": "C"}, fans={"a1": "left"}, vanishing=["a"]
    )
    table = lay({"a1": "", "a2": "2C"})
    assert text_table(table, unicode=False, arrangement=plan).strip() == "a2 2C"


def test_names_stand_above_a_long_row_of_squared_piles(lay):
    names = [f"p{i}" for i in range(1, 14)]
    plan = Arrangement(["stock", "p1..p13"])
    table = lay({"stock": "2C"} | dict.fromkeys(names, "JD QD"))
    lines = text_table(table, unicode=False, arrangement=plan).split("\n")
    assert lines[0].split() == ["stock"]
    assert [line.split() for line in lines[3:]] == [names, ["QD"] * 13, ["x2"] * 13]
    short = Arrangement(["stock", "p1..p8"])
    table = lay({"stock": "2C"} | dict.fromkeys(names[:8], "JD QD"))
    lines = text_table(table, unicode=False, arrangement=short).split("\n")
    assert lines[1].startswith("p1 QDx2   p2 QDx2")


def test_by_default_columns_are_fanned_and_other_piles_share_a_row(lay):
    piles = {"stock": "[2C 3C]", "waste": "", "a1": "AC", "a2": ""}
    plan = default_arrangement(lay(piles | {"t1": "[4D] 5S", "t2": "", "t3": ""}))
    assert plan.rows == (("stock", "waste", "a1", "a2"), ("t1", "t2", "t3"))
    assert [plan.fan(name) for name in plan.names] == ["none"] * 4 + ["down"] * 3


def test_by_default_hands_and_single_fanned_piles_have_a_line_each():
    hands = [PileSpec("hand0", ordered=False, seats=(0,)), PileSpec("hand1", seats=(1,))]
    table = Table(
        [*hands, PileSpec("won0", seats=()), PileSpec("won1", seats=()), PileSpec("trick")]
    )
    table.lay("won0", Pile("2C 2D"))
    table.lay("trick", Pile("5H TH"))
    plan = default_arrangement(table)
    assert plan.rows == (("hand0",), ("hand1",), ("won0", "won1"), ("trick",))
    assert [plan.fan(name) for name in plan.names] == ["right", "right", "none", "none", "right"]


def test_by_default_no_row_holds_more_than_thirteen_piles(lay):
    names = [f"t{i}" for i in range(1, 31)]
    assert [len(row) for row in default_arrangement(lay(dict.fromkeys(names, ""))).rows] == [
        13,
        13,
        4,
    ]
    fanned = default_arrangement(lay(dict.fromkeys(names, "2C 3C")))
    assert [len(row) for row in fanned.rows] == [13, 13, 4]
