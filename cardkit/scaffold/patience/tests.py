"""The rules on deals chosen for them, and the laws that every game keeps."""

from __future__ import annotations

import cardkit
from cardkit.testing import check_game


def dealt(last_row: str, **options: object) -> cardkit.State:
    """A new game whose seven columns end with these cards."""
    wanted = last_row.split()
    others = [str(card) for card in cardkit.Deck() if str(card) not in wanted]
    order = [*others[:21], *wanted, *others[21:]]
    game = cardkit.game("my-game", **options)
    return game.deal(" ".join(order))


def clause(state: cardkit.State, move: str) -> str | None:
    """The clause that forbids a move; None if it is legal."""
    reason = state.why_not(move)
    return None if reason is None else reason.clause


def test_it_keeps_the_laws_of_every_game() -> None:
    check_game(cardkit.game("my-game"), deals=[1], plies=30)


def test_four_rows_of_seven_are_dealt_and_the_rest_is_the_stock() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C")
    assert [len(state.piles[f"t{n}"]) for n in range(1, 8)] == [4] * 7
    assert " ".join(str(state.top(f"t{n}")) for n in range(1, 8)) == "5S 6S 6D 5C KH AD 9C"
    assert len(state.piles["stock"]) == 24


def test_a_card_goes_on_one_of_its_colour_that_is_a_rank_higher() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C")
    assert clause(state, "t1-t2") is None  # five and six of spades
    assert clause(state, "t4-t2") is None  # a five of clubs is black, too
    assert clause(state, "t1-t3") == "MG-02"  # a black five, a red six
    assert clause(state, "t2-t7") == "MG-02"  # a six and a nine


def test_a_run_moves_as_one() -> None:
    state = dealt("5S 6S 7C 5C KH AD 9C")
    state.play("t1-t2")
    assert clause(state, "t2-t3*2") is None
    assert clause(state, "t2-t3*3") is not None


def test_a_cell_holds_one_card() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C")
    state.play("t1-cell1")
    assert clause(state, "t2-cell1") == "MG-05"
    assert clause(state, "cell1-t2") is None


def test_with_two_cells_there_is_room_for_two() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C", cells=2)
    state.play("t1-cell1")
    assert clause(state, "t2-cell2") is None


def test_a_foundation_is_opened_by_the_ace_of_its_suit() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C")
    assert clause(state, "t6-f2") is None  # the suits are clubs, diamonds, hearts, spades
    assert clause(state, "t6-f1") == "MG-06"
    assert clause(state, "t1-f4") == "MG-06"


def test_the_stock_deals_a_card_to_every_column() -> None:
    state = dealt("5S 6S 6D 5C KH AD 9C")
    state.play("deal")
    assert [len(state.piles[f"t{n}"]) for n in range(1, 8)] == [5] * 7
    assert len(state.piles["stock"]) == 17
