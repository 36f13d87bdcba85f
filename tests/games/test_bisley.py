"""Bisley: every clause and every option, on positions worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit import Deal, Deck, IllegalMove, Rng, State

SUITS = "CDHS"


def bisley(**options: object) -> cardkit.Game:
    return cardkit.game("bisley", **options)


def position(columns: str, aces: str) -> str:
    """A position with some columns, all other cards lying on the foundations.

    `aces` gives, suit by suit, the top rank of each ace pile: "5" stands for ace to five; what is
    neither there nor in a column lies on the king pile.
    """
    lying = {str(card) for part in columns.split("/") for card in part.split()[1:]}
    parts = [part.strip() for part in columns.split("/")]
    for i, (suit, top) in enumerate(zip(SUITS, aces, strict=True), 1):
        ranks = "A23456789TJQK"
        low = ranks[: ranks.index(top) + 1]
        parts.append(f"a{i} " + " ".join(rank + suit for rank in low))
        high = [r for r in reversed(ranks) if r not in low and r + suit not in lying]
        assert high == list(reversed(ranks))[: len(high)], f"{high} do not follow from the king"
        if high:
            parts.append(f"k{i} " + " ".join(rank + suit for rank in high))
    return " / ".join(part for part in parts if part)


def at(columns: str, aces: str, **options: object) -> State:
    return bisley(**options).at(position(columns, aces))


def texts(state: State) -> list[str]:
    return [str(move) for move in state.moves]


def in_order(*first: str) -> str:
    """An explicit deal that begins with some cards and ends with all others in order."""
    rest = [str(card) for card in Deck() if str(card) not in first]
    return " ".join([*first, *rest])


@pytest.mark.clause("BI-01")
def test_aces_are_taken_out_first_and_open_their_foundations():
    deal = in_order("2C", "AS", "3C", "AD", "4C", "AC", "5C", "AH", "6C")
    state = bisley().deal(deal)
    assert [str(state.piles[f"a{i}"]) for i in range(1, 5)] == ["AC", "AD", "AH", "AS"]
    assert str(state.piles["t1"]) == "2C 3C 4C"
    assert str(state.piles["t2"]) == "5C 6C 7C"
    assert sorted(card for pile in state.piles.values() for card in pile) == list(Deck())


@pytest.mark.clause("BI-02")
def test_thirteen_columns_of_three_and_four_face_up():
    state = bisley().deal(7)
    sizes = [len(state.piles[f"t{i}"]) for i in range(1, 14)]
    assert sizes == [3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    assert all(pile.down == 0 for pile in state.piles.values())
    assert [len(state.piles[f"k{i}"]) for i in range(1, 5)] == [0, 0, 0, 0]


@pytest.mark.clause("BI-02")
def test_columns_are_dealt_one_after_another_from_the_inner_card():
    order = [card for card in Deal.of(11).order(0, Deck()) if card.rank != 1]
    state = bisley().deal(11)
    dealt = [card for i in range(1, 14) for card in state.cards[f"t{i}"]]
    assert dealt == order


@pytest.mark.clause("BI-02")
def test_option_deal_rows_lays_nine_cards_beside_the_aces_then_three_rows():
    order = [card for card in Deal.of(11).order(0, Deck()) if card.rank != 1]
    state = bisley(deal="rows").deal(11)
    rows = [order[:9], order[9:22], order[22:35], order[35:48]]
    for i in range(1, 14):
        expected = [row[i - 1] for row in rows[1:]]
        if i > 4:
            expected.insert(0, rows[0][i - 5])
        assert list(state.cards[f"t{i}"]) == expected


@pytest.mark.clause("BI-02")
@pytest.mark.parametrize("deal", ["columns", "rows"])
def test_option_columns_12_makes_twelve_columns_of_four(deal):
    order = [card for card in Deal.of(3).order(0, Deck()) if card.rank != 1]
    state = bisley(columns=12, deal=deal).deal(3)
    assert "t13" not in state.piles
    for i in range(12):
        column = order[4 * i : 4 * i + 4] if deal == "columns" else order[i::12]
        assert list(state.cards[f"t{i + 1}"]) == column


@pytest.mark.clause("BI-03")
def test_only_the_last_card_of_a_column_moves_and_only_alone():
    state = at("t1 2D 7C / t2 8C", "6A66")
    state.play("t1-t2")
    assert str(state.why_not("t2-t1*2")).startswith("BI-03: only one card")
    with pytest.raises(IllegalMove, match=r"^t2-t1\*2 is illegal: BI-03"):
        state.play("t2-t1*2")


@pytest.mark.clause("BI-04")
def test_columns_build_up_or_down_in_suit():
    # The worked example: columns that end in 7C, 8C and 6C, and one in 8D.
    state = at("t1 2C 7C / t2 3C 8C / t3 4C 6C / t4 5C 8D", "A766")
    assert "t1-t2" in state.moves
    assert "t1-t3" in state.moves
    assert state.why_not("t1-t4").clause == "BI-04"
    assert state.why_not("t2-t3").clause == "BI-04"  # two ranks apart
    state.play("t1-t2")
    assert state.why_not("t2-t3*2").clause == "BI-03"
    assert str(state.piles["t2"]) == "3C 8C 7C"


@pytest.mark.clause("BI-04")
def test_ace_and_king_are_no_neighbours():
    # No ace ever lies in a column, so it takes a returned one to try.
    state = at("t1 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "AAAA", foundation_return="tableau")
    assert state.why_not("a1-t1").clause == "BI-04"


@pytest.mark.clause("BI-05")
def test_an_emptied_column_takes_no_card():
    state = at("t1 2C / t2 4C 3C", "AAAA")
    state.play("t1-t2")
    assert not state.piles["t1"]
    assert state.why_not("t2-t1").clause == "BI-05"
    assert not any(str(move).endswith("-t1") for move in state.moves)


@pytest.mark.clause("BI-06")
def test_ace_foundations_build_up_in_suit():
    state = at("t1 4C 3C / t2 2C / t3 2D", "AAAA")
    assert state.why_not("t1-a1").clause == "BI-06"  # 3C before 2C
    assert state.why_not("t3-a1").clause == "BI-06"  # wrong suit
    for move in ("t2-a1", "t1-a1", "t1-a1"):
        state.play(move)
    assert str(state.piles["a1"]) == "AC 2C 3C 4C"


@pytest.mark.clause("BI-07")
def test_an_exposed_king_opens_its_foundation_and_the_suit_follows_downwards():
    # The worked example: [QS, KS] with the ace alone on its pile.
    columns = "t1 QS KS / t2 JS / t3 2S 3S 4S 5S 6S 7S 8S 9S TS"
    state = at(columns, "KKKA")
    assert "t1-k4" in state.moves
    assert state.why_not("t1-k1").clause == "BI-07"  # another suit's place
    state.play("t1-k4")
    assert "t2-k4" not in state.moves
    state.play("t1-k4")
    assert str(state.piles["k4"]) == "KS QS"
    state.play("t2-k4")
    assert state.why_not("t3-t1").clause == "BI-05"


@pytest.mark.clause("BI-07")
def test_opening_is_a_right_so_a_king_may_go_on_its_queen():
    state = at("t1 2H KH / t2 3H QH / t3 4H 5H 6H 7H 8H 9H TH JH", "KKAK")
    assert {"t1-t2", "t1-k3"} <= set(texts(state))


@pytest.mark.clause("BI-07")
def test_option_auto_kings_opens_foundations_by_itself():
    columns = "t1 2H KH 4H / t2 3H / t3 5H 6H 7H 8H 9H TH JH QH"
    state = at(columns, "KKAK", auto_kings=True)
    state.play("t1-t2")
    assert str(state.piles["k3"]) == "KH"
    assert str(state.piles["t1"]) == "2H"
    state.undo()
    assert str(state.piles["t1"]) == "2H KH 4H"
    assert not state.piles["k3"]


@pytest.mark.clause("BI-07")
def test_option_auto_kings_acts_on_the_deal_and_on_one_king_after_another():
    deal = in_order("2C", "KC", "KD", "3C", "4C", "KH")
    state = bisley(auto_kings=True).deal(deal)
    assert [str(state.piles[name]) for name in ("k1", "k2", "k3")] == ["KC", "KD", "KH"]
    assert str(state.piles["t1"]) == "2C"
    assert str(state.piles["t2"]) == "3C 4C"
    assert not [m for m in texts(state) if state.top(m.split("-")[0]).rank == 13]


@pytest.mark.clause("BI-08")
def test_a_card_that_fits_both_foundations_may_go_to_either():
    state = at("t1 6D", "K5KK")
    assert texts(state) == ["t1-a2", "t1-k2"]
    for choice in ("t1-a2", "t1-k2"):
        state.play(choice)
        assert state.outcome == cardkit.Outcome("won", won=True)
        state.undo()


@pytest.mark.clause("BI-08")
def test_a_king_goes_on_its_ace_pile_only_as_the_last_card_of_the_suit():
    state = at("t1 KC", "QKKK")
    assert texts(state) == ["t1-a1", "t1-k1"]
    assert at("t1 KC / t2 QC", "JKKK").why_not("t1-a1").clause == "BI-06"


@pytest.mark.clause("BI-09")
@pytest.mark.parametrize("aces", ["KKKK", "AAAA", "A4QK", "7777"])
def test_won_when_all_cards_are_up_wherever_the_foundations_meet(aces):
    state = at("", aces)
    assert state.outcome == cardkit.Outcome("won", won=True)
    assert state.turn is None
    assert not state.moves


@pytest.mark.clause("BI-09")
def test_stuck_when_no_move_is_left():
    state = at("t1 2C 5C 6C 4C / t2 3C 7C 9C 8C / t3 KC QC JC TC", "AKKK")
    assert texts(state) == []
    assert state.outcome == cardkit.Outcome("stuck", won=False)


@pytest.mark.clause("BI-10")
def test_there_is_no_redeal():
    state = bisley().deal(1)
    assert not [move for move in texts(state) if "-" not in move]
    with pytest.raises(IllegalMove):
        state.play("redeal")


@pytest.mark.clause("BI-06", "BI-07")
def test_option_foundation_return():
    columns, aces = "t1 2C 6C / t2 3C 4C / t3 5C", "AKKK"
    none = at(columns, aces)
    assert none.why_not("k1-t1").clause == "BI-03"
    tableau = at(columns, aces, foundation_return="tableau")
    assert str(tableau.piles["k1"]).endswith("8C 7C")
    assert "k1-t1" in tableau.moves
    tableau.play("k1-t1")
    assert str(tableau.piles["t1"]) == "2C 6C 7C"
    assert "k1-t1" not in at(columns, aces, foundation_return="between").moves


@pytest.mark.clause("BI-08")
def test_option_foundation_return_between_moves_the_meeting_point():
    state = at("t1 2S", "5KKA", foundation_return="between")
    assert "k1-a1" in state.moves  # 6C from the king pile onto the ace pile
    assert "a1-k1" in state.moves  # 5C the other way
    state.play("k1-a1")
    assert str(state.piles["a1"]) == "AC 2C 3C 4C 5C 6C"
    assert "k1-a1" not in at("t1 2S", "5KKA").moves


def test_moves_stand_in_canonical_order():
    columns = "t1 2H 9D / t2 KH / t10 5C 8D / t11 3H TD / t12 2D 3D 4D 6D 7D JD QD KD 5D"
    state = at(columns + " / t13 QH JH TH 9H 8H 7H 6H 5H 4H", "4AAK")
    assert texts(state) == ["t1-t10", "t1-t11", "t2-k3", "t10-t1", "t11-t1"]


def reference_moves(state: State) -> set[str]:
    """The legal moves, worked out a second way, straight from the clauses."""
    found = set()
    tops = {n: p[-1] for n, p in state.piles.items() if p and n[0] == "t"}
    for source, card in tops.items():
        for target, on in tops.items():
            near = abs(card.rank - on.rank) == 1 and card.suit == on.suit
            if near and source != target:
                found.add(f"{source}-{target}")
        place = card.suit + 1
        if len(state.piles[f"a{place}"]) == card.rank - 1:
            found.add(f"{source}-a{place}")
        if len(state.piles[f"k{place}"]) == 13 - card.rank:
            found.add(f"{source}-k{place}")
    return found


@given(deal=st.integers(0, 2**64 - 1), seed=st.integers(0, 1000))
@pytest.mark.clause("BI-03", "BI-04", "BI-06", "BI-07")
def test_moves_agree_with_a_second_reading_of_the_rules(deal, seed):
    state, rng = bisley().deal(deal), Rng(seed)
    for _ in range(60):
        assert set(texts(state)) == reference_moves(state)
        assert sum(len(pile) for pile in state.piles.values()) == 52
        if not state.moves:
            break
        state.play(rng.choice(state.moves))
    assert (state.outcome is None) == bool(state.moves)


def test_wrong_options_name_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'columns'"):
        bisley(colums=12)
    with pytest.raises(ValueError, match="14 is not one of 13, 12"):
        bisley(columns=14)


def test_a_deal_must_be_the_whole_pack():
    cards = in_order().split()
    with pytest.raises(ValueError, match="KS is missing"):
        bisley().deal(" ".join(cards[:-1]))
    with pytest.raises(ValueError, match="twice"):
        bisley().deal(" ".join([*cards[:-1], "2C"]))
