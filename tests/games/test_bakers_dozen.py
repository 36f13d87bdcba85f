"""Baker's Dozen: every clause and its option."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

IN_ORDER = list(map(str, Deck()))


@cache
def bakers_dozen(**options: object) -> cardkit.Game:
    return cardkit.game("bakers-dozen", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move) for move in state.moves if move.source == source]


@pytest.mark.clause("BD-01")
def test_four_rows_of_thirteen():
    state = bakers_dozen().deal(" ".join(IN_ORDER))
    assert str(state.piles["t1"]) == "AC AD AH AS"
    assert str(state.piles["t12"]) == "QC QD QH QS"
    assert [len(state.piles[f"t{i}"]) for i in range(1, 14)] == [4] * 13
    assert not any(pile.down for pile in state.piles.values())


@pytest.mark.clause("BD-01")
def test_option_deal_columns():
    state = bakers_dozen(deal="columns").deal(" ".join(IN_ORDER))
    assert str(state.piles["t1"]) == "AC 2C 3C 4C"
    assert str(state.piles["t3"]) == "9C TC JC QC"


@pytest.mark.clause("BD-02")
def test_kings_go_to_the_bottom_and_the_others_keep_their_order():
    # The fourth column would be KC AD 2D 3D, the seventh QD KD AH 2H; then a column of two kings.
    state = bakers_dozen(deal="columns").deal(" ".join(IN_ORDER))
    assert str(state.piles["t4"]) == "KC AD 2D 3D"
    assert str(state.piles["t7"]) == "KD QD AH 2H"
    order = ["4C", "KS", "5C", "KD", *(c for c in IN_ORDER if c not in ("4C", "KS", "5C", "KD"))]
    state = bakers_dozen(deal="columns").deal(" ".join(order))
    assert str(state.piles["t1"]) == "KS KD 4C 5C"


@pytest.mark.clause("BD-03")
def test_one_card_at_a_time_from_the_end(place):
    state = place(bakers_dozen(), "t1 KC 8C 7D / t2 KD 9H / t3 KS 8H", under="t13")
    assert targets(state, "t1") == ["t1-t3"]
    assert state.why_not("t1-t2*2").clause == "BD-03"
    assert state.why_not("t1-t2").clause == "BD-04"  # 8C would fit, 7D covers it


@pytest.mark.clause("BD-04")
def test_columns_go_down_whatever_the_suit(place):
    state = place(bakers_dozen(), "t1 8C / t2 9H / t3 9C / t4 9S / t5 TH / t6 7D", under="t13")
    assert targets(state, "t1") == ["t1-t2", "t1-t3", "t1-t4"]
    assert state.why_not("t1-t5").clause == "BD-04"
    assert state.why_not("t1-t6").clause == "BD-04"  # not upwards


@pytest.mark.clause("BD-05")
def test_an_empty_column_stays_empty(place):
    state = place(bakers_dozen(), "t1 8C / t2 9H / t3 KS", under="t13")
    state.play("t1-t2")
    assert not state.piles["t1"]
    assert all(move.target != "t1" for move in state.moves)
    assert state.why_not("t3-t1").clause == "BD-05"


@pytest.mark.clause("BD-06")
def test_foundations_go_up_in_suit_from_the_ace(place):
    state = place(bakers_dozen(), "t1 2C AC / t2 2D / t3 9C AD", under="t13")
    assert targets(state, "t1")[-1] == "t1-a1"
    assert state.why_not("t2-a2").clause == "BD-06"
    assert state.why_not("t1-a2").clause == "BD-06"  # the place of diamonds
    state.play("t1-a1")
    assert state.why_not("t2-a1").clause == "BD-06"  # another suit
    state.play("t1-a1")
    assert str(state.piles["a1"]) == "AC 2C"
    assert state.why_not("a1-t3").clause == "BD-03"  # nothing comes back


@pytest.mark.clause("BD-07")
def test_won_when_all_cards_are_up():
    ranks = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in ranks) for i, s in enumerate("CDH", 1)]
    state = bakers_dozen().at(
        " / ".join([*full, "a4 " + " ".join(r + "S" for r in ranks[:11]), "t5 KS QS"])
    )
    state.play("t5-a4")
    assert state.outcome is None
    state.play("t5-a4")
    assert state.outcome == cardkit.Outcome("won", won=True)


@pytest.mark.clause("BD-08")
def test_there_is_no_redeal(place):
    state = bakers_dozen().deal(3)
    assert state.why_not("redeal") is not None
    # Kings alone on the columns, and everything else beneath the last of them: nothing moves.
    stuck = place(bakers_dozen(), "t1 KC / t2 KD / t3 KH / t13 KS", under="t13")
    assert stuck.outcome == cardkit.Outcome("stuck", won=False)


@settings(max_examples=25)
@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 99), min_size=20, max_size=50))
def test_what_holds_in_every_game(played, deal, choices):
    start = bakers_dozen().deal(deal)
    for i in range(1, 14):
        kings = [card.rank == 13 for card in start.piles[f"t{i}"]]
        assert kings == sorted(kings, reverse=True)
    state = played(bakers_dozen(), deal, choices)
    assert sum(len(state.piles[f"t{i}"]) for i in range(1, 14)) <= 52
