"""St. Helena: every clause and every option."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

PILES = [f"p{i}" for i in range(1, 13)]
ABOVE, RIGHT, BELOW, LEFT = PILES[:4], PILES[4:6], PILES[6:10], PILES[10:]
IN_ORDER = " ".join(map(str, Deck(packs=2)))


@cache
def st_helena(**options: object) -> cardkit.Game:
    return cardkit.game("st-helena", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move.target) for move in state.moves if move.source == source]


@pytest.mark.clause("SH-01")
def test_a_king_and_an_ace_of_each_suit_lie_at_the_start():
    state = st_helena().deal(7)
    assert [str(state.piles[f"k{i}"]) for i in range(1, 5)] == ["KC", "KD", "KH", "KS"]
    assert [str(state.piles[f"a{i}"]) for i in range(1, 5)] == ["AC", "AD", "AH", "AS"]


@pytest.mark.clause("SH-02")
def test_the_others_are_dealt_singly_round_and_round():
    # Of the pack in order one ace and one king of each suit are gone: AC 2C 2C ... QC QC KC AD ...
    state = st_helena().deal(IN_ORDER)
    assert str(state.piles["p1"]) == "AC 7C AD 7D AH 7H AS 7S"
    assert str(state.piles["p2"]) == "2C 8C 2D 8D 2H 8H 2S 8S"
    assert str(state.piles["p12"]) == "7C KC 7D KD 7H KH 7S KS"
    assert not any(pile.down for pile in state.piles.values())


@pytest.mark.clause("SH-03")
def test_piles_give_their_last_card_only(place):
    state = place(st_helena(), "p5 5C 4C / p6 6C / p11 3C", under="p12")
    assert state.why_not("p5-p6*2").clause == "SH-03"
    assert state.why_not("p5-p6").clause == "SH-09"  # 5C would fit, 4C covers it
    assert state.why_not("k1-p5").clause == "SH-03"


@pytest.mark.clause("SH-04")
def test_kings_go_down_and_aces_go_up_in_suit(place):
    state = place(st_helena(), "k1 KC / a1 AC / p5 QC / p6 2C / p11 QD / p10 2D", under="p12")
    assert "k1" in targets(state, "p5")
    assert "a1" in targets(state, "p6")
    for move in ("p5-a1", "p6-k1", "p11-k1", "p10-a1"):
        assert state.why_not(move).clause == "SH-04"


BASES = "k1 KC / a1 AC"


@pytest.mark.clause("SH-05")
@pytest.mark.parametrize("pile", ABOVE)
def test_piles_above_play_to_kings_alone(place, pile):
    to_ace = place(st_helena(), f"{BASES} / {pile} 2C", under="p12")
    assert "a1" not in targets(to_ace, pile)
    assert to_ace.why_not(f"{pile}-a1").clause == "SH-05"
    assert "k1" in targets(place(st_helena(), f"{BASES} / {pile} QC", under="p12"), pile)


@pytest.mark.clause("SH-06")
@pytest.mark.parametrize("pile", BELOW)
def test_piles_below_play_to_aces_alone(place, pile):
    to_king = place(st_helena(), f"{BASES} / {pile} QC", under="p12")
    assert "k1" not in targets(to_king, pile)
    assert to_king.why_not(f"{pile}-k1").clause == "SH-06"
    assert "a1" in targets(place(st_helena(), f"{BASES} / {pile} 2C", under="p12"), pile)


@pytest.mark.clause("SH-07")
@pytest.mark.parametrize("pile", [*RIGHT, *LEFT])
def test_piles_beside_play_to_both(place, pile):
    for card, base in (("2C", "a1"), ("QC", "k1")):
        state = place(st_helena(), f"{BASES} / {pile} {card}", under="p1")
        assert base in targets(state, pile)


@pytest.mark.clause("SH-08")
def test_every_pile_plays_to_every_foundation_after_the_first_redeal(place):
    position = f"{BASES} / p1 2C / p7 QC ; redeals=1"
    state = place(st_helena(), position, under="p12")
    assert "a1" in targets(state, "p1")
    assert "k1" in targets(state, "p7")


@pytest.mark.clause("SH-08")
def test_the_redeal_lifts_the_limits(place):
    # Gathered and dealt again, p1 gets its own inner card: 2C.
    state = place(st_helena(), f"{BASES} / p1 2C", under="a4")
    assert state.why_not("p1-a1").clause == "SH-05"
    state.play("redeal")
    assert str(state.piles["p1"]) == "2C"
    assert state.why_not("p1-a1") is None
    state.undo()
    assert state.why_not("p1-a1").clause == "SH-05"


@pytest.mark.clause("SH-09")
def test_piles_are_built_up_or_down_whatever_the_suit(place):
    position = "p1 5C / p2 6H / p3 4S / p4 7D / p5 AC / p6 KD / p7 6C"
    state = place(st_helena(), position, under="p12")
    assert targets(state, "p1") == ["p2", "p3", "p7"]
    assert state.why_not("p1-p4").clause == "SH-09"
    assert state.why_not("p5-p6").clause == "SH-09"
    assert state.why_not("p6-p5").clause == "SH-09"


@pytest.mark.clause("SH-09")
def test_option_build_same_suit(place):
    state = place(st_helena(build="same-suit"), "p1 5C / p2 6H / p3 4C", under="p12")
    assert targets(state, "p1") == ["p3"]
    assert state.why_not("p1-p2").clause == "SH-09"


@pytest.mark.clause("SH-10")
def test_spaces_stay_empty_unless_the_option_says_otherwise(place):
    position = "p1 5C / p2 6H"
    state = place(st_helena(), position, under="p12")
    assert state.why_not("p1-p3").clause == "SH-10"
    free = place(st_helena(spaces="any"), position, under="p12")
    assert "p3" in targets(free, "p1")


REDEAL = "p1 2D 3D 4D 5D 6D 7D 8D / p2 2S 3S 4S / p12 JH QH KH"


@pytest.mark.clause("SH-11")
def test_the_piles_are_turned_over_together_and_dealt_again(place):
    state = place(st_helena(), REDEAL, under="a4")
    state.play("redeal")
    # p12 lay on p2 and that on p1; turned over, p1's inner card comes first. Thirteen cards.
    order = "2D 3D 4D 5D 6D 7D 8D 2S 3S 4S JH QH".split()
    assert [str(state.piles[name]) for name in PILES[1:]] == order[1:]
    assert str(state.piles["p1"]) == "2D KH"
    assert not any(pile.down for pile in state.piles.values())
    assert not state.piles["stock"]


@pytest.mark.clause("SH-11")
def test_option_gather_top_last(place):
    state = place(st_helena(gather_top="last"), REDEAL, under="a4")
    state.play("redeal")
    order = "JH QH KH 2S 3S 4S 2D 3D 4D 5D 6D 7D".split()
    assert [str(state.piles[name]) for name in PILES[1:]] == order[1:]
    assert str(state.piles["p1"]) == "JH 8D"


@pytest.mark.clause("SH-11")
def test_the_foundations_are_left_out_of_a_redeal():
    state = st_helena().deal(3)
    state.play("redeal")
    assert [len(state.piles[f"{kind}{i}"]) for kind in "ka" for i in range(1, 5)] == [1] * 8
    assert [len(state.piles[name]) for name in PILES] == [8] * 12


@pytest.mark.clause("SH-12")
@pytest.mark.parametrize(("options", "times"), [({}, 2), ({"redeals": 0}, 0), ({"redeals": 3}, 3)])
def test_so_many_redeals(options, times):
    state = st_helena(**options).deal(3)
    for _ in range(times):
        state.play("redeal")
    assert "redeal" not in state.moves
    assert state.why_not("redeal").clause == "SH-12"


@pytest.mark.clause("SH-11")
def test_option_redeal_requires_stuck(place):
    state = place(st_helena(redeal_requires_stuck=True), "p1 5C / p2 6H", under="a4")
    assert state.why_not("redeal").clause == "SH-11"
    stuck = place(st_helena(redeal_requires_stuck=True), "p1 5C / p2 7H", under="a4")
    assert [str(move) for move in stuck.moves] == ["redeal"]


@pytest.mark.clause("SH-13")
def test_won_when_all_foundations_are_full():
    up = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in up) for i, s in enumerate("CDHS", 1)]
    full += [f"k{i} " + " ".join(r + s for r in up[::-1]) for i, s in enumerate("CDH", 1)]
    state = st_helena().at(
        " / ".join([*full, f"k4 {' '.join(r + 'S' for r in up[:0:-1])}", "p1 AS"])
    )
    assert state.outcome is None
    state.play("p1-k4")
    assert state.outcome == cardkit.Outcome("won", won=True)


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 99), min_size=20, max_size=80),
    st.sampled_from(["first", "last"]),
)
def test_what_holds_in_every_game(played, deal, choices, top):
    state = played(st_helena(gather_top=top), deal, choices)
    assert not state.piles["stock"]
    for i in range(1, 5):
        down, up = state.piles[f"k{i}"], state.piles[f"a{i}"]
        assert [card.rank for card in down] == [13 - n for n in range(len(down))]
        assert [card.rank for card in up] == [1 + n for n in range(len(up))]
        assert {int(card.suit) for card in (*down, *up)} == {i - 1}
