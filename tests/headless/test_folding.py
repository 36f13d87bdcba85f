"""The law of observation, on tables laid by hand."""

from __future__ import annotations

import pytest

from cardkit import Card, PileSpec, Table
from cardkit.cards import parse_cards
from cardkit.view import fold_table

PILES = (
    PileSpec("hand", ordered=False, seats=(0,)),
    PileSpec("won", ordered=False, seats=()),
    PileSpec("stock", seats=()),
    PileSpec("open"),
)


@pytest.fixture
def table() -> Table:
    return Table(PILES)


def known(table: Table, pile: str, seat: int | None) -> str:
    return " ".join(map(str, fold_table(table, seat).cards[pile]))


def test_a_face_down_card_that_joins_a_hand_is_seen_by_its_owner_alone(table: Table) -> None:
    table.lay("stock", parse_cards("AS 2S"), up=False)
    table.move("stock", "hand")
    table.move("stock", "hand", turned=True)
    assert known(table, "hand", 0) == "AS 2S"
    assert known(table, "hand", 1) == "?? ??"


def test_cards_laid_face_down_into_a_hand_are_seen_by_its_owner_alone(table: Table) -> None:
    table.lay("hand", parse_cards("AS"), up=False)
    assert known(table, "hand", 0) == "AS"
    assert known(table, "hand", None) == "??"


def test_a_card_played_from_an_unknown_hand_is_seen_where_it_lands(table: Table) -> None:
    table.lay("hand", parse_cards("AS 2S 3S"))
    table.take("hand", Card("2S"), "open")
    assert known(table, "open", 1) == "2S"
    assert known(table, "hand", 1) == "?? ??"


def test_a_known_card_of_a_hand_stays_known_while_another_is_played(table: Table) -> None:
    table.lay("open", parse_cards("AS"))
    table.lay("hand", parse_cards("5S 6S"))
    table.move("open", "hand")
    table.take("hand", Card("6S"), "open")
    assert known(table, "hand", 1) == "AS ??"
    table.take("hand", Card("AS"), "open")
    assert known(table, "hand", 1) == "??"
    assert known(table, "open", 1) == "6S AS"


def test_no_card_of_a_hand_is_certain_once_an_unseen_one_left_it(table: Table) -> None:
    table.lay("open", parse_cards("AS"))
    table.lay("hand", parse_cards("5S 6S"))
    table.move("open", "hand")
    table.take("hand", Card("6S"), "won")
    assert known(table, "hand", 1) == "?? ??"
    assert known(table, "won", 1) == "??"
    assert known(table, "hand", 0) == "AS 5S"
    assert known(table, "won", 0) == "6S"


def test_known_cards_stay_known_in_an_unseen_heap_whatever_order_they_lay_in(table: Table) -> None:
    table.lay("open", parse_cards("KS"))
    table.lay("open", parse_cards("AS"))
    table.face("open", -1, up=False)
    table.move("open", "won", 2)
    assert known(table, "won", 1) == "AS KS"


def test_a_hand_gathered_into_another_heap_keeps_its_known_cards(table: Table) -> None:
    table.lay("open", parse_cards("AS"))
    table.lay("hand", parse_cards("5S"))
    table.move("open", "hand")
    table.move("hand", "won", 2)
    assert known(table, "won", 1) == "AS ??"


def test_in_an_ordered_pile_nobody_knows_which_card_of_a_hand_is_which(table: Table) -> None:
    table.lay("open", parse_cards("AS"))
    table.lay("hand", parse_cards("5S"))
    table.move("open", "hand")
    table.move("hand", "stock", 2)
    assert known(table, "stock", 1) == "?? ??"
    assert known(table, "stock", 0) == "AS 5S"
