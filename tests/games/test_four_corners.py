"""Four Corners: every clause and every option."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

PILES = [f"p{i}" for i in range(1, 13)]
CORNERS = ["p1", "p6", "p7", "p12"]
#: The side piles with their rows.
SIDES = {"p2": 1, "p3": 2, "p4": 3, "p5": 4, "p8": 1, "p9": 2, "p10": 3, "p11": 4}
BASES = [f"{kind}{row}" for kind in "ak" for row in range(1, 5)]


@cache
def four_corners(**options: object) -> cardkit.Game:
    return cardkit.game("four-corners", **options)


def dealt(first: str, **options: object) -> State:
    """A game whose stock begins, from the top, with some cards."""
    rest = list(map(str, Deck(packs=2)))
    for card in first.split():
        rest.remove(card)
    return four_corners(**options).deal(" ".join([first, *rest]))


def play(state: State, moves: str) -> None:
    for move in moves.split():
        state.play(move)


def targets(state: State, source: str) -> list[str]:
    return [str(move.target) for move in state.moves if move.source == source]


@pytest.mark.clause("FC-01")
def test_two_packs_and_no_foundation_at_the_start():
    state = four_corners().deal(1)
    assert Counter(state.cards["stock"]) == Counter(Deck(packs=2))
    assert all(not state.piles[base] for base in BASES)
    assert [str(move) for move in state.moves] == ["deal"]


@pytest.mark.clause("FC-02")
def test_piles_lie_face_up_and_give_single_cards(place):
    state = place(four_corners(), "p1 5C 4C / p2 6C / p3 3C ; phase=play", under="p12")
    assert state.why_not("p1-p2*2").clause == "FC-02"
    assert state.why_not("p1-p2").clause == "FC-13"  # 5C would fit, 4C covers it
    assert "p1-p3" in state.moves
    start = four_corners().deal(1)
    for _ in range(13):
        start.play("deal")
    assert len(start.piles["p1"].up) == 2


@pytest.mark.clause("FC-03")
def test_cards_are_dealt_down_the_left_column_and_down_the_right():
    state = four_corners().deal(5)
    order = state.cards["stock"][::-1]
    for i, card in enumerate(order):
        state.play("deal")
        assert state.top(PILES[i % 12]) == card
    assert state.facts["phase"] == "play"
    assert [len(state.piles[name]) for name in PILES] == [9] * 8 + [8] * 4


@pytest.mark.clause("FC-04")
def test_a_base_may_be_opened_from_any_pile():
    state = dealt("AS 5H KD")
    state.play("deal")
    assert targets(state, "p1") == ["a1", "a2", "a3", "a4"]
    play(state, "p1-a3 deal")  # 5H fills p1 up, KD falls beside the first row
    assert str(state.piles["p2"]) == "KD"
    # The third row is the spades' now.
    assert targets(state, "p2") == ["k1", "k2", "k4"]


@pytest.mark.clause("FC-05")
def test_one_foundation_of_each_kind_for_a_suit_and_both_in_one_row():
    state = dealt("AS 5H AS KS KD")
    play(state, "deal p1-a3 deal")  # 5H on p1, the other AS on p2
    assert targets(state, "p2") == []
    assert state.why_not("p2-a1").clause == "FC-05"
    state.play("deal")
    assert str(state.piles["p3"]) == "KS"
    assert targets(state, "p3") == ["k3"]
    assert state.why_not("p3-k2").clause == "FC-05"
    state.play("p3-k3")
    assert str(state.piles["p3"]) == "KD"
    assert state.why_not("p3-k3") is not None  # taken
    assert targets(state, "p3") == ["k1", "k2", "k4"]


@pytest.mark.clause("FC-05")
def test_option_suit_rows_off():
    state = dealt("AS 5H AS KS KD", suit_rows=False)
    play(state, "deal p1-a3 deal")
    assert state.why_not("p2-a1").clause == "FC-05"  # still one of a kind
    state.play("deal")
    assert targets(state, "p3") == ["k1", "k2", "k3", "k4"]
    state.play("p3-k1")
    assert targets(state, "p3") == ["k2", "k3", "k4"]
    kings = dealt("KS 5H KS", suit_rows=False)
    play(kings, "deal p1-k1 deal")
    assert kings.why_not("p2-k2").clause == "FC-05"


@pytest.mark.clause("FC-06")
def test_aces_go_up_and_kings_go_down_in_suit(place):
    position = "a1 AC / k1 KC / p1 2C / p2 QC / p3 2D / p4 QD ; phase=play"
    state = place(four_corners(), position, under="p12")
    assert "p1-a1" in state.moves
    assert "p2-k1" in state.moves
    for move in ("p1-k1", "p2-a1", "p3-a1", "p4-k1"):
        assert state.why_not(move).clause == "FC-06"


@pytest.mark.clause("FC-07")
@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_builds_anywhere_while_dealing(place, corner):
    position = f"a1 AC / a2 AD / k3 KH / {corner} 2D ; cursor=p1 newest={corner}"
    state = place(four_corners(), position)
    assert targets(state, corner) == ["a2"]
    state = place(four_corners(), position.replace(f"{corner} 2D", f"{corner} QH"))
    assert targets(state, corner) == ["k3"]


@pytest.mark.clause("FC-08")
@pytest.mark.parametrize("side", SIDES)
def test_a_side_builds_in_its_own_row_while_dealing(place, side):
    for row, suit in enumerate("CDHS", 1):
        for card, kind in ((f"2{suit}", "a"), (f"Q{suit}", "k")):
            bases = " / ".join(f"a{i} A{s} / k{i} K{s}" for i, s in enumerate("CDHS", 1))
            position = f"{bases} / {side} {card} ; cursor=p1 newest={side}"
            state = place(four_corners(), position)
            if row == SIDES[side]:
                assert targets(state, side) == [f"{kind}{row}"]
            else:
                assert targets(state, side) == []
                assert state.why_not(f"{side}-{kind}{row}").clause == "FC-08"


@pytest.mark.clause("FC-08")
def test_option_side_reach_nearest(place):
    # Spades lie in the second row: p3 stands beside their ace, p9 beside their king.
    bases = "a2 AS / k2 KS"
    reached = {("p3", "2S"): "a2", ("p9", "QS"): "k2"}
    for side in ("p3", "p4", "p9", "p10"):
        for card, base in (("2S", "a2"), ("QS", "k2")):
            position = f"{bases} / {side} {card} ; cursor=p1 newest={side}"
            state = place(four_corners(side_reach="nearest"), position)
            if reached.get((side, card)) == base:
                assert targets(state, side) == [base]
            else:
                assert targets(state, side) == []
                assert state.why_not(f"{side}-{base}").clause == "FC-08"


@pytest.mark.clause("FC-09")
def test_only_the_newest_card_may_be_played_while_dealing():
    state = dealt("AS 9H 4D")
    play(state, "deal deal")
    assert [str(move) for move in state.moves] == ["deal"]
    assert state.why_not("p1-a1").clause == "FC-09"


@pytest.mark.clause("FC-09")
def test_option_layout_timing_any():
    state = dealt("AS 9H 4D", layout_timing="any")
    play(state, "deal deal")
    assert targets(state, "p1") == ["a1", "a2", "a3", "a4"]


@pytest.mark.clause("FC-10")
def test_the_pile_that_played_gets_the_next_card():
    state = dealt("AS 2S 9H 4D")
    state.play("deal")
    state.play("p1-a2")
    assert str(state.piles["p1"]) == "2S"
    state.play("p1-a2")  # the card that filled up may be played in turn
    assert str(state.piles["p1"]) == "9H"
    state.play("deal")
    assert str(state.piles["p2"]) == "4D"
    assert state.facts["cursor"] == "p3"


@pytest.mark.clause("FC-11")
def test_piles_are_not_built_while_dealing():
    state = dealt("8H 9H")
    play(state, "deal deal")
    assert state.why_not("p2-p1").clause == "FC-11"


@pytest.mark.clause("FC-12")
def test_every_pile_plays_to_every_foundation_after_the_deal(place):
    position = "a1 AC / a4 AS / k4 KS / p9 2S / p4 QS / p5 AD ; phase=play"
    state = place(four_corners(), position, under="p12")
    assert "a4" in targets(state, "p9")
    assert "k4" in targets(state, "p4")
    assert targets(state, "p5")[-2:] == ["a2", "a3"]


@pytest.mark.clause("FC-13")
def test_piles_are_built_up_or_down_whatever_the_suit(place):
    position = "p1 5C / p2 6H / p3 4S / p4 7D / p5 AC / p6 KD ; phase=play"
    state = place(four_corners(), position, under="p12")
    assert targets(state, "p1")[:2] == ["p2", "p3"]
    assert state.why_not("p1-p4").clause == "FC-13"
    assert "p6" in targets(state, "p5")
    assert "p5" in targets(state, "p6")


@pytest.mark.clause("FC-13")
def test_options_build_and_wrap(place):
    position = "p1 5C / p2 6H / p3 4C / p5 AC / p6 KC / p7 KD ; phase=play"
    suited = place(four_corners(build="same-suit"), position, under="p12")
    assert targets(suited, "p1")[:1] == ["p3"]
    assert suited.why_not("p1-p2").clause == "FC-13"
    assert "p6" in targets(suited, "p5")
    assert suited.why_not("p5-p7").clause == "FC-13"
    for build in ("any-suit", "same-suit"):
        ends = place(four_corners(build=build, wrap=False), position, under="p12")
        assert ends.why_not("p5-p6").clause == "FC-13"
        assert "p3" in targets(ends, "p1")
        assert ("p2" in targets(ends, "p1")) == (build == "any-suit")


@pytest.mark.clause("FC-14")
def test_spaces_stay_empty_unless_the_option_says_otherwise(place):
    position = "p1 5C / p2 6H ; phase=play"
    state = place(four_corners(), position, under="p12")
    assert state.why_not("p1-p3").clause == "FC-14"
    free = place(four_corners(spaces="any"), position, under="p12")
    assert "p1-p3" in free.moves
    assert "p12-p3" in free.moves


@pytest.mark.clause("FC-15")
def test_a_foundation_card_may_turn_over_to_the_other(place):
    position = "a1 AC 2C 3C 4C 5C / k1 KC QC JC TC 9C 8C 7C 6C / p1 6D ; phase=play"
    state = place(four_corners(), position, under="p12")
    assert targets(state, "a1") == ["k1"]
    assert targets(state, "k1") == ["a1"]
    state.play("a1-k1")
    assert str(state.piles["k1"])[-5:] == "6C 5C"
    none = place(four_corners(foundation_return="none"), position, under="p12")
    assert targets(none, "a1") == []
    free = place(four_corners(foundation_return="tableau"), position, under="p12")
    assert targets(free, "a1") == ["p1", "k1"]


@pytest.mark.clause("FC-15")
def test_no_foundation_card_turns_over_while_dealing(place):
    state = place(four_corners(), "a1 AC 2C / k1 KC QC JC TC 9C 8C 7C 6C 5C 4C 3C ; cursor=p1")
    assert targets(state, "a1") == []
    assert state.why_not("a1-k1") is not None


REDEAL = "p1 3C 4D / p2 5H / p12 6S 7S ; phase=play"


@pytest.mark.clause("FC-16")
def test_the_piles_are_turned_over_one_on_the_other_and_dealt_again(place):
    state = place(four_corners(), REDEAL, under="a1")
    state.play("redeal")
    # p1 turned over lies lowest, p12 on top: its inner card comes first.
    assert str(state.piles["stock"]) == "[4D 3C 5H 7S 6S]"
    assert state.facts["phase"] == "layout"
    play(state, "deal deal deal deal deal")
    assert [str(state.piles[name]) for name in PILES[:5]] == ["6S", "7S", "5H", "3C", "4D"]
    assert state.facts["phase"] == "play"


@pytest.mark.clause("FC-16")
def test_option_gather_top_first(place):
    state = place(four_corners(gather_top="first"), REDEAL, under="a1")
    state.play("redeal")
    play(state, "deal deal deal deal deal")
    assert [str(state.piles[name]) for name in PILES[:5]] == ["3C", "4D", "5H", "6S", "7S"]


@pytest.mark.clause("FC-16")
def test_two_redeals_under_the_rules_of_the_first_deal(place):
    state = place(four_corners(), f"{REDEAL}", under="a1")
    for _ in range(2):
        state.play("redeal")
        state.play("deal")
        assert state.why_not("p1-p2").clause == "FC-11"
        assert state.why_not("redeal").clause == "FC-16"  # not before all cards lie
        play(state, "deal deal deal deal")
    assert state.why_not("redeal").clause == "FC-16"
    none = place(four_corners(redeals=0), REDEAL, under="a1")
    assert none.why_not("redeal").clause == "FC-16"


@pytest.mark.clause("FC-17")
def test_won_when_all_foundations_are_full():
    up = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in up) for i, s in enumerate("CDHS", 1)]
    full += [f"k{i} " + " ".join(r + s for r in up[::-1]) for i, s in enumerate("CDH", 1)]
    almost = f"k4 {' '.join(r + 'S' for r in up[:0:-1])} / p8 AS ; phase=play"
    state = four_corners().at(" / ".join([*full, almost]))
    assert state.outcome is None
    state.play("p8-k4")
    assert state.outcome == cardkit.Outcome("won", won=True)


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 99), min_size=60, max_size=150),
    st.booleans(),
)
def test_what_holds_in_every_game(played, deal, choices, suit_rows):
    game = four_corners(suit_rows=suit_rows, layout_timing="any", spaces="any")
    state = played(game, deal, choices)
    for kind, step in (("a", 1), ("k", -1)):
        bases = [state.piles[f"{kind}{row}"] for row in range(1, 5)]
        suits = [pile[0].suit for pile in bases if pile]
        assert len(set(suits)) == len(suits)
        for pile in bases:
            assert [card.rank * step for card in pile] == sorted(card.rank * step for card in pile)
    if suit_rows:
        rows = {}
        for row in range(1, 5):
            for kind in "ak":
                for card in state.piles[f"{kind}{row}"]:
                    assert rows.setdefault(card.suit, row) == row
        assert len(set(rows.values())) == len(rows)
