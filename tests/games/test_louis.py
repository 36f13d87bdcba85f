"""Louis: every clause and every option."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

PILES = [f"p{i}" for i in range(1, 13)]
IN_ORDER = " ".join(map(str, Deck(packs=2)))


@cache
def louis(**options: object) -> cardkit.Game:
    return cardkit.game("louis", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move.target) for move in state.moves if move.source == source]


@pytest.mark.clause("LO-01")
def test_a_king_and_an_ace_of_each_suit_lie_at_the_start():
    state = louis().deal(7)
    assert [str(state.piles[f"k{i}"]) for i in range(1, 5)] == ["KC", "KD", "KH", "KS"]
    assert [str(state.piles[f"a{i}"]) for i in range(1, 5)] == ["AC", "AD", "AH", "AS"]


@pytest.mark.clause("LO-02")
def test_twelve_cards_lie_and_the_rest_is_the_stock():
    state = louis().deal(IN_ORDER)
    first = "AC 2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C".split()
    assert [str(state.piles[name]) for name in PILES] == first
    assert len(state.piles["stock"]) == 84
    assert state.piles["stock"].up == ()


@pytest.mark.clause("LO-03")
def test_piles_give_their_last_card_only(place):
    state = place(louis(), "p1 5C 4C / p2 6C / p3 3C", under="p12")
    assert state.why_not("p1-p2*2").clause == "LO-03"
    assert state.why_not("p1-p2").clause == "LO-06"  # 5C would fit, 4C covers it
    assert state.why_not("stock-p1").clause == "LO-03"


@pytest.mark.clause("LO-04")
def test_kings_go_down_and_aces_go_up_in_suit(place):
    state = place(louis(), "k1 KC / a1 AC / p1 QC / p2 2C / p3 QD / p4 2D", under="p12")
    assert targets(state, "p1") == ["k1"]
    assert targets(state, "p2") == ["a1"]
    for move in ("p1-a1", "p2-k1", "p3-k1", "p4-a1"):
        assert state.why_not(move).clause == "LO-04"


@pytest.mark.clause("LO-05")
@pytest.mark.parametrize("pile", PILES)
def test_every_pile_plays_to_every_foundation(place, pile):
    for card, base in (("2C", "a1"), ("QC", "k1")):
        state = place(louis(), f"k1 KC / a1 AC / {pile} {card}", under="a4")
        assert targets(state, pile) == [base]


@pytest.mark.clause("LO-06")
def test_piles_are_built_up_or_down_in_suit(place):
    position = "p1 5C / p2 6H / p3 4C / p4 6C / p5 AC / p6 KC / p7 7C"
    state = place(louis(), position, under="p12")
    assert targets(state, "p1") == ["p3", "p4"]
    for move in ("p1-p2", "p1-p7", "p5-p6", "p6-p5"):
        assert state.why_not(move).clause == "LO-06"


@pytest.mark.clause("LO-06")
def test_option_build_any_suit(place):
    state = place(louis(build="any-suit"), "p1 5C / p2 6H / p3 4C / p4 AC / p5 KC", under="p12")
    assert targets(state, "p1") == ["p2", "p3"]
    assert state.why_not("p4-p5").clause == "LO-06"


@pytest.mark.clause("LO-07")
def test_a_space_is_filled_from_the_stock_at_once():
    state = louis().deal(IN_ORDER)
    state.play("p2-a1")  # 2C on the ace
    assert str(state.piles["p2"]) == "7C"  # the next card of the stock
    state.play("p4-p3")  # 3C on the other 2C
    assert str(state.piles["p4"]) == "8C"
    assert len(state.piles["stock"]) == 82
    state.play("p3-a1")  # 3C goes up; p3 still holds 2C, so it gets nothing
    assert str(state.piles["p3"]) == "2C"
    assert len(state.piles["stock"]) == 82
    state.undo()
    state.undo()
    state.undo()
    assert state == louis().deal(IN_ORDER)


@pytest.mark.clause("LO-08")
def test_the_whole_stock_is_dealt_round_and_round():
    state = louis().deal(IN_ORDER)
    state.play("p2-a1")  # 7C fills p2 up, 83 cards are left: six rounds and eleven cards
    state.play("deal")
    assert not state.piles["stock"]
    assert [len(state.piles[name]) for name in PILES] == [8] * 11 + [7]
    assert str(state.piles["p1"]).startswith("AC 8C ")
    assert str(state.piles["p3"]).startswith("2C 9C ")
    assert state.why_not("deal").clause == "LO-08"


@pytest.mark.clause("LO-09")
def test_spaces_stay_empty_when_the_stock_is_gone(place):
    position = "p1 5C / p2 6H / p3 4C"
    state = place(louis(), position, under="p12")
    state.play("p1-p3")
    assert not state.piles["p1"]
    assert state.why_not("p2-p1").clause == "LO-09"
    free = place(louis(spaces="any"), position, under="p12")
    assert {"p4", "p5"} <= set(targets(free, "p2"))


REDEAL = "p1 2D 3D 4D 5D 6D 7D 8D / p2 2S 3S 4S / p12 JH QH KH"


@pytest.mark.clause("LO-10")
def test_the_piles_are_turned_over_together_and_dealt_again(place):
    state = place(louis(), REDEAL, under="a4")
    state.play("redeal")
    order = "2D 3D 4D 5D 6D 7D 8D 2S 3S 4S JH QH".split()
    assert [str(state.piles[name]) for name in PILES[1:]] == order[1:]
    assert str(state.piles["p1"]) == "2D KH"
    assert not state.piles["stock"]


@pytest.mark.clause("LO-10")
def test_option_gather_top_last(place):
    state = place(louis(gather_top="last"), REDEAL, under="a4")
    state.play("redeal")
    assert str(state.piles["p1"]) == "JH 8D"


@pytest.mark.clause("LO-10")
def test_no_redeal_while_there_is_a_stock():
    assert louis().deal(1).why_not("redeal").clause == "LO-10"


@pytest.mark.clause("LO-11")
@pytest.mark.parametrize(("options", "times"), [({}, 2), ({"redeals": 0}, 0), ({"redeals": 3}, 3)])
def test_so_many_redeals(options, times):
    state = louis(**options).deal(3)
    state.play("deal")
    for _ in range(times):
        state.play("redeal")
    assert "redeal" not in state.moves
    assert state.why_not("redeal").clause == "LO-11"


@pytest.mark.clause("LO-12")
def test_won_when_all_foundations_are_full():
    up = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in up) for i, s in enumerate("CDHS", 1)]
    full += [f"k{i} " + " ".join(r + s for r in up[::-1]) for i, s in enumerate("CDH", 1)]
    state = louis().at(" / ".join([*full, f"k4 {' '.join(r + 'S' for r in up[:0:-1])}", "p1 AS"]))
    assert state.outcome is None
    state.play("p1-k4")
    assert state.outcome == cardkit.Outcome("won", won=True)


@settings(max_examples=25)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 99), min_size=20, max_size=80))
def test_what_holds_in_every_game(played, deal, choices):
    state = played(louis(), deal, choices)
    # As long as there is a stock no pile is empty.
    assert not state.piles["stock"] or all(state.piles[name] for name in PILES)
    assert state.piles["stock"].up == ()
    for i in range(1, 5):
        down, up = state.piles[f"k{i}"], state.piles[f"a{i}"]
        assert [card.rank for card in down] == [13 - n for n in range(len(down))]
        assert [card.rank for card in up] == [1 + n for n in range(len(up))]
