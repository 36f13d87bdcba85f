"""The rules on positions worked out by hand, and the laws that every game keeps."""

import pytest

import cardkit
from cardkit.testing import check_game


def test_it_keeps_the_laws_of_every_game() -> None:
    check_game(cardkit.game("streets-and-alleys"), deals=[1], plies=20)


def test_the_left_rows_get_seven_cards_and_the_right_rows_six() -> None:
    state = cardkit.game("streets-and-alleys").deal(1)
    assert [len(state.piles[f"t{n}"]) for n in range(1, 9)] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert [len(state.piles[f"f{n}"]) for n in range(1, 5)] == [0, 0, 0, 0]


def test_cards_are_dealt_to_the_rows_in_turn() -> None:
    order = [str(card) for card in cardkit.Deck().cards]
    state = cardkit.game("streets-and-alleys").deal(cardkit.Deal.of(" ".join(order)))
    assert str(state.piles["t1"]) == " ".join([*order[0:48:8], order[48]])
    assert str(state.piles["t8"]) == " ".join(order[7:48:8])


def test_with_the_aces_out_every_row_has_six_cards() -> None:
    state = cardkit.game("streets-and-alleys", aces="out").deal(1)
    assert [len(state.piles[f"t{n}"]) for n in range(1, 9)] == [6] * 8
    assert [str(state.piles[f"f{n}"]) for n in range(1, 5)] == ["AC", "AD", "AH", "AS"]


@pytest.fixture
def near_the_end() -> cardkit.State:
    """Everything lies on the foundations but two kings, a queen and a jack; three rows are used."""
    suits = {"f1": "C", "f2": "D", "f3": "H", "f4": "S"}
    tops = {"f1": "J", "f2": "T", "f3": "K", "f4": "Q"}
    ranks = "A23456789TJQK"
    piles = ["t1 KS", "t2 KC QD", "t3 KD QC JD"]
    for pile, suit in suits.items():
        up_to = ranks[: ranks.index(tops[pile]) + 1]
        piles.append(f"{pile} {' '.join(rank + suit for rank in up_to)}")
    return cardkit.game("streets-and-alleys").at(" / ".join(piles))


def test_a_card_goes_on_one_that_is_a_rank_higher_in_any_suit(near_the_end: cardkit.State) -> None:
    assert near_the_end.why_not("t3-t2") is None
    assert near_the_end.why_not("t2-t1") is None


@pytest.mark.parametrize(
    ("move", "clause"), [("t1-t2", "SA-03"), ("t2-f2", "SA-05"), ("f4-t1", "SA-05")]
)
def test_what_is_forbidden_names_its_clause(
    near_the_end: cardkit.State, move: str, clause: str
) -> None:
    reason = near_the_end.why_not(move)
    assert reason is not None
    assert reason.clause == clause


def test_an_empty_row_takes_any_card(near_the_end: cardkit.State) -> None:
    assert near_the_end.why_not("t3-t8") is None
    assert near_the_end.why_not("t1-t8") is None


def test_it_is_won_when_all_cards_are_up(near_the_end: cardkit.State) -> None:
    for move in ["t1-f4", "t3-f2", "t2-f2", "t3-f1", "t2-f1", "t3-f2"]:
        assert near_the_end.outcome is None
        near_the_end.play(move)
    assert near_the_end.outcome is not None
    assert near_the_end.outcome.won
