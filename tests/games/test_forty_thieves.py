"""Forty Thieves: every clause and its option."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

#: Two packs in order of suits and ranks: AC AC 2C 2C ... KS KS.
IN_ORDER = " ".join(map(str, Deck(packs=2)))


@cache
def forty_thieves(**options: object) -> cardkit.Game:
    return cardkit.game("forty-thieves", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move) for move in state.moves if move.source == source]


@pytest.mark.clause("FT-01")
def test_ten_columns_of_four_dealt_in_rows_and_a_stock():
    state = forty_thieves().deal(IN_ORDER)
    assert str(state.piles["t1"]) == "AC 6C JC 3D"
    assert str(state.piles["t10"]) == "5C TC 2D 7D"
    assert [len(state.piles[f"t{i}"]) for i in range(1, 11)] == [4] * 10
    assert len(state.piles["stock"]) == 64
    assert state.piles["stock"].up == ()


@pytest.mark.clause("FT-02")
def test_two_foundations_for_each_suit(place):
    state = place(forty_thieves(), "t1 AC / t2 AC / t3 AS / t4 2D / waste 2C")
    assert targets(state, "t1")[:2] == ["t1-a1", "t1-a5"]
    assert targets(state, "t3")[:2] == ["t3-a4", "t3-a8"]
    assert state.why_not("waste-a1").clause == "FT-02"
    state.play("t1-a5")
    assert targets(state, "t2")[:1] == ["t2-a1"]
    assert state.why_not("t4-a5").clause == "FT-02"  # another suit
    state.play("waste-a5")
    assert str(state.piles["a5"]) == "AC 2C"
    assert state.why_not("t2-a2").clause == "FT-02"  # the place of diamonds


@pytest.mark.clause("FT-03")
def test_one_card_at_a_time_from_columns_and_waste(place):
    columns = "t1 9H 8H / t2 TH / t3 7S / t4 9H"
    state = place(forty_thieves(), f"{columns} / waste 6S 3D")
    assert state.why_not("t1-t2*2").clause == "FT-03"
    assert "waste-t3" not in state.moves  # the 6S is covered
    assert state.why_not("stock-t3").clause == "FT-03"


@pytest.mark.clause("FT-04")
def test_columns_go_down_in_suit(place):
    state = place(forty_thieves(), "t1 9H / t2 8H / t3 8D / t4 TH / t5 8H 9H / waste 7H")
    assert [m for m in targets(state, "t2") if m in ("t2-t1", "t2-t5")] == ["t2-t1", "t2-t5"]
    assert state.why_not("t3-t1").clause == "FT-04"
    assert state.why_not("t4-t1").clause == "FT-04"
    assert "waste-t2" in state.moves


@pytest.mark.clause("FT-05")
def test_an_empty_column_takes_any_card(place):
    state = place(forty_thieves(), "t1 9H 2C / waste 5S")
    assert "waste-t10" in state.moves
    assert "t1-t10" in state.moves
    state.play("waste-t10")
    assert str(state.piles["t10"]) == "5S"


@pytest.mark.clause("FT-06")
def test_the_stock_is_turned_one_by_one():
    state = forty_thieves().deal(IN_ORDER)
    state.play("deal")
    assert str(state.piles["waste"]) == "8D"  # the forty-first card
    state.play("deal")
    state.play("deal")
    assert str(state.piles["waste"]) == "8D 8D 9D"
    for _ in range(61):
        state.play("deal")
    assert state.why_not("deal").clause == "FT-06"


@pytest.mark.clause("FT-07")
def test_no_redeal_unless_it_is_agreed(place):
    position = "waste 8D 9D KS"
    state = place(forty_thieves(), position, under="t1")
    assert state.why_not("redeal").clause == "FT-07"
    again = place(forty_thieves(redeals=1), position, under="t1")
    again.play("redeal")
    assert str(again.piles["stock"]) == "[KS 9D 8D]"
    again.play("deal")
    assert str(again.piles["waste"]) == "8D"
    assert again.why_not("redeal").clause == "FT-07"


@pytest.mark.clause("FT-07")
def test_no_redeal_while_there_is_a_stock(place):
    state = place(forty_thieves(redeals=3), "waste 8D / stock [9D]", under="t1")
    assert state.why_not("redeal").clause == "FT-07"


@pytest.mark.clause("FT-08")
def test_won_when_all_cards_are_up():
    ranks = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in ranks) for i, s in enumerate("CDHSCDH", 1)]
    last = "a8 " + " ".join(r + "S" for r in ranks[:-1])
    state = forty_thieves().at(" / ".join([*full, last, "t3 KS"]))
    assert state.outcome is None
    state.play("t3-a8")
    assert state.outcome == cardkit.Outcome("won", won=True)


@settings(max_examples=25)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 99), min_size=20, max_size=80))
def test_what_holds_in_every_game(played, deal, choices):
    state = played(forty_thieves(redeals=1), deal, choices)
    for i in range(8):
        ranks = [card.rank for card in state.piles[f"a{i + 1}"]]
        assert ranks == list(range(1, len(ranks) + 1))
        assert {int(card.suit) for card in state.piles[f"a{i + 1}"]} <= {i % 4}
