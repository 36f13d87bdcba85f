"""The rules on hands chosen for it, what each seat may know, and the laws of every game."""

import pytest

import cardkit
from cardkit.testing import check_game


@pytest.fixture
def state() -> cardkit.State:
    """Seat 0 holds 5C and 9D, seat 1 holds 5H and 2S."""
    others = [str(c) for c in cardkit.Deck().cards if str(c) not in ("5C", "9D", "5H", "2S")]
    order = " ".join(["5C", "9D", "5H", "2S", *others])
    return cardkit.game("duel", cards=2).deal(cardkit.Deal.of(order))


def test_it_keeps_the_laws_of_every_game() -> None:
    check_game(cardkit.game("duel"), deals=[1])


def test_each_seat_sees_its_own_hand_alone(state: cardkit.State) -> None:
    assert [str(move) for move in state.view(0).moves] == ["5C", "9D"]
    assert list(state.view(1).moves) == []
    assert str(state.view(1).piles["hand0"]) == "?? ??"
    assert str(state.view(1).piles["hand1"]) == "5H 2S"


def test_the_card_laid_first_is_hidden_until_the_second_is_there(state: cardkit.State) -> None:
    state.play("9D")
    assert str(state.view(0).piles["laid0"]) == "9D"
    assert str(state.view(1).piles["laid0"]) == "??"
    state.play("2S")
    assert str(state.view(1).piles["won0"]) == "9D 2S"


def test_the_higher_rank_takes_both_and_equal_ranks_go_to_nobody(state: cardkit.State) -> None:
    for card in ["5C", "5H", "9D", "2S"]:
        state.play(card)
    assert str(state.piles["tied"]) == "5C 5H"
    assert state.outcome == cardkit.Outcome("scored", scores=(1, 0), winners=(0,))


def test_a_card_of_the_other_hand_cannot_be_laid(state: cardkit.State) -> None:
    reason = state.why_not("2S")
    assert reason is not None
    assert reason.clause == "DU-2"
