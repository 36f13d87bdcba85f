"""Spider: every clause and every option."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

#: Two packs in order of suits and ranks: AC AC 2C 2C ... KS KS.
IN_ORDER = " ".join(map(str, Deck(packs=2)))
DOWN = "KQJT98765432A"


@cache
def spider(**options: object) -> cardkit.Game:
    return cardkit.game("spider", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move) for move in state.moves if move.source == source]


def run(suit: str, ranks: str = DOWN) -> str:
    return " ".join(rank + suit for rank in ranks)


@pytest.mark.clause("SP-01")
@pytest.mark.parametrize(("suits", "letters", "packs"), [(4, "CDHS", 2), (2, "HS", 4), (1, "S", 8)])
def test_104_cards_of_so_many_suits(suits, letters, packs):
    state = spider(suits=suits).deal(1)
    cards = Counter(str(card) for pile in state.piles.values() for card in pile)
    assert cards == {rank + suit: packs for suit in letters for rank in DOWN}


@pytest.mark.clause("SP-02")
def test_ten_columns_and_fifty_cards_in_the_stock():
    state = spider().deal(IN_ORDER)
    assert str(state.piles["t1"]) == "[AC 6C JC 3D 8D] KD"
    assert str(state.piles["t4"]) == "[2C 7C QC 4D 9D] AH"
    assert str(state.piles["t5"]) == "[3C 8C KC 5D] TD"
    assert [len(state.piles[f"t{i}"]) for i in range(1, 11)] == [6] * 4 + [5] * 6
    assert len(state.piles["stock"]) == 50
    assert state.piles["stock"].up == ()


@pytest.mark.clause("SP-03")
def test_columns_go_down_whatever_the_suit(place):
    state = place(spider(), "t1 8C / t2 9H / t3 9C / t4 TS / t5 7S")
    assert [m for m in targets(state, "t1") if m in ("t1-t2", "t1-t3")] == ["t1-t2", "t1-t3"]
    assert state.why_not("t1-t4").clause == "SP-03"
    assert state.why_not("t1-t5").clause == "SP-03"
    assert state.why_not("stock-t2").clause == "SP-03"
    assert state.why_not("t1-f1").clause == "SP-03"  # single cards never leave


@pytest.mark.clause("SP-04")
def test_only_a_run_in_one_suit_moves_as_one(place):
    state = place(spider(), "t1 [KC] 9C 8D 7D 6D / t2 9H / t3 8S / t4 7H / t5 TD")
    assert [m for m in targets(state, "t1") if m[-2:] != "t6" and "*" in m][:2] == [
        "t1-t2*3",  # 8D 7D 6D
        "t1-t3*2",
    ]
    assert "t1-t4" in state.moves
    assert state.why_not("t1-t5*4").clause == "SP-04"  # 8D on 9C changes suit
    state.play("t1-t3*2")
    assert str(state.piles["t3"]) == "8S 7D 6D"


@pytest.mark.clause("SP-05")
def test_an_uncovered_card_is_turned_up_at_once(place):
    state = place(spider(), "t1 [KC 4H] 8C / t2 9H")
    state.play("t1-t2")
    assert str(state.piles["t1"]) == "[KC] 4H"


@pytest.mark.clause("SP-06")
def test_an_empty_column_takes_any_card_or_run(place):
    state = place(spider(), "t1 9C 3D 2D / t2 KH")
    assert {"t1-t3", "t1-t3*2", "t2-t3"} <= set(map(str, state.moves))
    assert state.why_not("t1-t3*3").clause == "SP-04"


@pytest.mark.clause("SP-07")
def test_a_card_to_each_column():
    state = spider().deal(IN_ORDER)
    state.play("deal")
    # The 55th to 64th card of the pack.
    new = "2H 2H 3H 3H 4H 4H 5H 5H 6H 6H".split()
    assert [str(state.top(f"t{i}")) for i in range(1, 11)] == new
    assert str(state.piles["t5"]) == "[3C 8C KC 5D] TD 4H"
    for _ in range(4):
        state.play("deal")
    assert state.why_not("deal").clause == "SP-07"


@pytest.mark.clause("SP-07")
def test_no_deal_while_a_column_is_empty(place):
    position = "t1 KS / t2 KS / t3 KH / t4 KH / t5 2C / t6 4C / t7 6C / t8 8C / t9 TC"
    state = place(spider(), position)
    assert state.why_not("deal").clause == "SP-07"
    assert "t10" in state.why_not("deal").text
    free = place(spider(deal_on_spaces=True), position)
    free.play("deal")
    assert len(free.piles["t10"]) == 1
    filled = place(spider(), f"{position} / t10 QC")
    assert "deal" in filled.moves


@pytest.mark.clause("SP-08")
def test_a_complete_suit_leaves_at_once(place):
    state = place(spider(), f"t1 [5D] 4C {run('S', DOWN[:-1])} / t2 [9H] AS")
    before = state.key
    state.play("t2-t1")
    assert str(state.piles["f1"]) == run("S")
    assert str(state.piles["t1"]) == "[5D] 4C"
    assert str(state.piles["t2"]) == "9H"
    state.undo()
    assert state.key == before


@pytest.mark.clause("SP-08")
def test_what_lies_beneath_a_complete_suit_is_turned_up(place):
    state = place(spider(), f"t1 [5D 7D] {run('S', DOWN[:-1])} / t2 AS")
    state.play("t2-t1")
    assert str(state.piles["t1"]) == "[5D] 7D"


@pytest.mark.clause("SP-08")
def test_a_suit_that_is_not_complete_stays(place):
    mixed = place(spider(), f"t1 {run('S', DOWN[:-2])} 2C / t2 AS")
    mixed.play("t2-t1")
    assert len(mixed.piles["t1"]) == 13
    hidden = place(spider(), f"t1 [KS] {run('S', DOWN[1:-1])} / t2 AS")
    hidden.play("t2-t1")  # the king lies face down
    assert len(hidden.piles["t1"]) == 13


@pytest.mark.clause("SP-08")
def test_a_deal_completes_suits_as_well(place):
    columns = "t2 4C / t3 6C / t4 8C / t5 TC / t6 QC / t7 2D / t8 4D / t9 6D / t10 8D"
    stock = "KD KD KH KH KC KC 9D 9D 9H AS"  # the last is on top
    state = place(spider(), f"t1 {run('S', DOWN[:-1])} / {columns} / stock [{stock}]")
    state.play("deal")
    assert str(state.piles["f1"]) == run("S")
    assert not state.piles["t1"]
    assert str(state.top("t2")) == "9H"


@pytest.mark.clause("SP-09")
def test_won_when_all_eight_suits_are_away():
    suits = "CDHSCDH"
    away = [f"f{i} {run(suit)}" for i, suit in enumerate(suits, 1)]
    state = spider().at(" / ".join([*away, f"t1 {run('S', DOWN[:-1])}", "t2 AS"]))
    assert state.outcome is None
    state.play("t2-t1")
    assert state.outcome == cardkit.Outcome("won", won=True)


@pytest.mark.clause("SP-10")
def test_there_is_no_redeal():
    assert spider().deal(1).why_not("redeal") is not None
    assert "redeal" not in spider().deal(1).facts


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 99), min_size=20, max_size=60),
    st.sampled_from([1, 2, 4]),
)
def test_what_holds_in_every_game(played, deal, choices, suits):
    state = played(spider(suits=suits, deal_on_spaces=True), deal, choices)
    for i in range(1, 11):
        pile = state.piles[f"t{i}"]
        assert not pile or pile.is_up(-1)
    assert all(len(state.piles[f"f{i}"]) in (0, 13) for i in range(1, 9))
