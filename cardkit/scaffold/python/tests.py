"""The rules on deals chosen for them, and the laws that every game keeps."""

from __future__ import annotations

import cardkit
from cardkit.testing import check_game


def dealt(first: str, columns: int = 4, **options: object) -> cardkit.State:
    """A new game in which these cards are dealt first, a card to each column in turn."""
    wanted = first.split()
    others = [str(card) for card in cardkit.Deck() if str(card) not in wanted]
    game = cardkit.game("my-game", columns=columns, **options)
    return game.deal(" ".join([*wanted, *others]))


def clause(state: cardkit.State, move: str) -> str | None:
    """The clause that forbids a move; None if it is legal."""
    reason = state.why_not(move)
    return None if reason is None else reason.clause


def test_it_keeps_the_laws_of_every_game() -> None:
    check_game(cardkit.game("my-game"), deals=[1], plies=30)


def test_a_row_is_dealt_and_the_rest_is_the_stock() -> None:
    state = dealt("6C 7D KH AS")
    assert [str(state.piles[f"t{n}"]) for n in range(1, 5)] == ["6C", "7D", "KH", "AS"]
    assert len(state.piles["stock"]) == 48
    assert not any(map(state.piles["stock"].is_up, range(48)))


def test_pairs_that_make_thirteen_leave_the_table() -> None:
    state = dealt("6C 7D KH AS")
    assert clause(state, "t1-t2") is None
    assert clause(state, "t1-t4") == "MG-03"  # a six and an ace
    state.play("t1-t2")
    assert str(state.piles["gone"]) == "6C 7D"
    assert clause(state, "t1-t2") == "MG-03"  # nothing lies there any more


def test_kings_leave_alone_and_other_cards_do_not() -> None:
    state = dealt("6C 7D KH AS")
    assert clause(state, "t3-gone") is None
    assert clause(state, "t1-gone") == "MG-04"


def test_the_stock_deals_a_card_to_every_column() -> None:
    state = dealt("6C 7D KH AS 2C 3C 4C 5C")
    state.play("t1-t2")
    state.play("deal")
    assert [str(state.piles[f"t{n}"]) for n in range(1, 5)] == ["2C", "3C", "KH 4C", "AS 5C"]


def test_the_columns_become_the_stock_as_often_as_agreed() -> None:
    state = dealt("6C 7D KH AS", redeals=1)
    state.play("t1-t2")
    for left in (1, 0):
        while clause(state, "deal") is None:
            assert clause(state, "redeal") == "MG-05"  # the stock is not gone
            state.play("deal")
        assert clause(state, "redeal") == (None if left else "MG-05")
        if left:
            state.play("redeal")
            # Two cards are off the table, and the new first row is dealt at once.
            assert len(state.piles["stock"]) == 52 - 2 - 4


def test_it_comes_out_when_every_card_has_left() -> None:
    ranks = ("AQ", "2J", "3T", "49", "58", "67")
    row_by_row = [rank + suit for pair in ranks for suit in "CDHS" for rank in pair]
    state = dealt(" ".join([*row_by_row, "KC", "KD", "KH", "KS"]))
    for _ in range(12):
        for move in ("t1-t2", "t3-t4", "deal"):
            state.play(move)
    for column in ("t1", "t2", "t3", "t4"):
        assert state.outcome is None
        state.play(f"{column}-gone")
    assert state.outcome == cardkit.Outcome("won", won=True)
