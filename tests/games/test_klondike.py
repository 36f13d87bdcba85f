"""Klondike: every clause and every option."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

#: The pack in order of suits and ranks: AC 2C ... KC AD ... KS.
IN_ORDER = " ".join(map(str, Deck()))


@cache
def klondike(**options: object) -> cardkit.Game:
    return cardkit.game("klondike", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move) for move in state.moves if move.source == source]


@pytest.mark.clause("KL-01")
def test_seven_columns_dealt_in_rows_with_their_last_cards_up():
    state = klondike().deal(IN_ORDER)
    assert [str(state.piles[f"t{i}"]) for i in range(1, 8)] == [
        "AC",
        "[2C] 8C",
        "[3C 9C] AD",
        "[4C TC 2D] 6D",
        "[5C JC 3D 7D] TD",
        "[6C QC 4D 8D JD] KD",
        "[7C KC 5D 9D QD AH] 2H",
    ]


@pytest.mark.clause("KL-02")
def test_the_rest_is_the_stock_and_three_are_turned_at_once():
    state = klondike().deal(IN_ORDER)
    assert len(state.cards["stock"]) == 24
    assert state.piles["stock"].up == ()
    state.play("deal")
    assert str(state.piles["waste"]) == "3H 4H 5H"


@pytest.mark.clause("KL-02")
def test_fewer_than_three_are_turned_where_there_are_fewer(place):
    state = place(klondike(), "stock [4H 3H] / waste 9C", under="t7")
    state.play("deal")
    assert str(state.piles["waste"]) == "9C 3H 4H"
    assert state.why_not("deal").clause == "KL-02"


@pytest.mark.clause("KL-02")
def test_option_draw_1():
    state = klondike(draw=1).deal(IN_ORDER)
    state.play("deal")
    state.play("deal")
    assert str(state.piles["waste"]) == "3H 4H"


@pytest.mark.clause("KL-03")
def test_available_are_columns_runs_and_the_top_of_the_waste(place):
    state = place(klondike(), "waste 8C 3D / t1 9H / t2 [8S]")
    assert "waste-t1" not in state.moves  # the 3D covers the 8C
    assert state.why_not("t2-t1").clause == "KL-06"  # face down
    state = place(klondike(), "waste 3D 8C / t1 9H")
    state.play("waste-t1")
    assert str(state.piles["t1"]) == "9H 8C"
    assert str(state.piles["waste"]) == "3D"
    assert state.why_not("waste-stock").clause == "KL-03"


@pytest.mark.clause("KL-04")
def test_an_uncovered_card_is_turned_up_at_once(place):
    state = place(klondike(), "t1 9H / t2 [2C 5D] 8C / t3 [4S] AD")
    state.play("t2-t1")
    assert str(state.piles["t2"]) == "[2C] 5D"
    state.play("t3-a2")
    assert str(state.piles["t3"]) == "4S"
    state.undo()
    assert str(state.piles["t3"]) == "[4S] AD"


@pytest.mark.clause("KL-05")
def test_columns_go_down_in_alternating_colours(place):
    state = place(klondike(), "t1 8C / t2 9H / t3 9D / t4 9S / t5 TH / t6 7D / t7 QD")
    assert targets(state, "t1") == ["t1-t2", "t1-t3"]
    assert targets(state, "t6") == ["t6-t1"]
    assert state.why_not("t1-t4").clause == "KL-05"  # the same colour
    assert state.why_not("t1-t5").clause == "KL-05"  # two ranks apart
    assert state.why_not("t2-t1").clause == "KL-05"  # upwards


@pytest.mark.clause("KL-06")
def test_a_run_moves_whole_or_in_part(place):
    state = place(klondike(), "t1 9H / t2 [KC] 8C 7D 6S / t3 8S / t4 7H")
    assert targets(state, "t2") == ["t2-t1*3", "t2-t3*2", "t2-t4"]
    state.play("t2-t3*2")
    assert str(state.piles["t3"]) == "8S 7D 6S"
    state.undo()
    state.play("t2-t1*3")
    assert str(state.piles["t1"]) == "9H 8C 7D 6S"
    assert str(state.piles["t2"]) == "KC"


@pytest.mark.clause("KL-06")
def test_only_a_run_moves_as_one(place):
    state = place(klondike(), "t1 9H / t2 8C 6S / t3 TS 9D [8S] 7D")
    assert state.why_not("t2-t1*2").clause == "KL-06"
    assert state.why_not("t3-t1*2").clause == "KL-06"  # the 8S lies face down
    assert state.why_not("t1-t2*2").clause == "KL-06"  # there is only one card


@pytest.mark.clause("KL-07")
def test_a_space_takes_kings_and_what_they_head(place):
    state = place(klondike(), "t1 QH / t2 [2C] KD QS / t3 [3C] KH / waste KS")
    spaces = ["t4", "t5", "t6", "t7"]
    assert targets(state, "waste") == [f"waste-{t}" for t in spaces]
    assert targets(state, "t3") == [f"t3-{t}" for t in spaces]
    # The queen goes to the king of the other colour; the two of them go to a space.
    assert targets(state, "t2") == ["t2-t3", *(f"t2-{t}*2" for t in spaces)]
    assert state.why_not("t1-t4").clause == "KL-07"


@pytest.mark.clause("KL-08")
def test_foundations_go_up_in_suit_from_the_ace(place):
    state = place(klondike(), "a1 AC / waste 2C / t1 AD / t2 2H / t3 4S 3C")
    assert "t1-a2" in state.moves
    assert "t1-a1" not in state.moves
    assert state.why_not("t1-a3").clause == "KL-08"
    assert state.why_not("t2-a3").clause == "KL-08"  # not an ace
    assert state.why_not("t2-a1").clause == "KL-08"  # another suit
    state.play("waste-a1")
    state.play("t3-a1")
    assert str(state.piles["a1"]) == "AC 2C 3C"


@pytest.mark.clause("KL-08")
def test_foundations_take_single_cards(place):
    state = place(klondike(), "a1 AC / t1 3D 2C")
    assert state.why_not("t1-a1*2").clause == "KL-06"


@pytest.mark.clause("KL-09")
def test_a_foundation_card_may_come_back(place):
    position = "a1 AC 2C / a2 AD / t1 3D / t2 3S"
    state = place(klondike(), position)
    assert targets(state, "a1") == ["a1-t1"]
    assert targets(state, "a2") == []
    kept = place(klondike(foundation_return=False), position)
    assert targets(kept, "a1") == []
    assert kept.why_not("a1-t1").clause == "KL-09"


@pytest.mark.clause("KL-10")
def test_the_waste_becomes_the_stock_again(place):
    state = place(klondike(), "waste 3H 4H 5H 6H", under="t7")
    state.play("redeal")
    assert str(state.piles["stock"]) == "[6H 5H 4H 3H]"
    state.play("deal")
    assert str(state.piles["waste"]) == "3H 4H 5H"
    assert state.why_not("redeal").clause == "KL-10"  # one is left in the stock


@pytest.mark.clause("KL-10")
def test_unlimited_redeals_by_default(place):
    state = place(klondike(), "waste 3H / a1 AC ; redeals=1000", under="t7")
    assert "redeal" in state.moves


@pytest.mark.clause("KL-10")
@pytest.mark.parametrize("times", [0, 1, 2])
def test_option_redeals(place, times):
    state = place(klondike(redeals=times), "waste 3H", under="t7")
    for _ in range(times):
        state.play("redeal")
        state.play("deal")
    assert "redeal" not in state.moves
    assert state.why_not("redeal").clause == "KL-10"


@pytest.mark.clause("KL-11")
def test_won_when_all_cards_are_up():
    ranks = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in ranks) for i, s in enumerate("CDH", 1)]
    spades = " ".join(r + "S" for r in ranks[:-1])
    state = klondike().at(" / ".join([*full, f"a4 {spades}", "waste KS"]))
    assert state.outcome is None
    state.play("waste-a4")
    assert state.outcome == cardkit.Outcome("won", won=True)


@settings(max_examples=25)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 99), min_size=20, max_size=60))
def test_what_holds_in_every_game(played, deal, choices):
    state = played(klondike(redeals=2), deal, choices)
    for name in (f"t{i}" for i in range(1, 8)):
        pile = state.piles[name]
        assert not pile or pile.is_up(-1)
        assert pile.down & (pile.down + 1) == 0  # what lies face down lies at the bottom
    assert state.piles["stock"].up == ()
    assert state.piles["waste"].down == 0
