"""Accordion: every clause and every option, and games played beside those on plain lists."""

from __future__ import annotations

import re

import pytest

import cardkit
from cardkit import Deck, Rng, State
from cardkit.position import PositionError
from cardkit.render import svg_table, text_table

PACK = [str(card) for card in Deck()]


def accordion(**options: object) -> cardkit.Game:
    return cardkit.game("accordion", **options)


def at(*piles: str, stock: str = "", **options: object) -> State:
    """A row of piles, each given by its cards, bottom first; the first has all others beneath."""
    named = " ".join([*piles, stock]).split()
    beneath = " ".join(card for card in PACK if card not in named)
    row = [f"p{at} {pile}" for at, pile in enumerate([f"{beneath} {piles[0]}", *piles[1:]], 1)]
    turned = [f"stock [{stock}]"] if stock else []
    return accordion(**options).at(" / ".join([*row, *turned]))


def row_of(state: State) -> list[str]:
    """The piles of a row, all but the first, which has so many cards in these tests."""
    return [str(state.piles[f"p{at}"]) for at in range(2, 53) if state.cards[f"p{at}"]]


def moves(state: State) -> list[str]:
    return list(map(str, state.moves))


def refusal(state: State, move: str) -> str:
    reason = state.why_not(move)
    assert reason is not None
    assert move not in state.moves
    return str(reason)


# -- AC-01: the row --------------------------------------------------------------------------------


@pytest.mark.clause("AC-01")
def test_all_cards_lie_in_a_row_in_the_order_of_the_deal():
    state = accordion().deal(cardkit.Deal.of(" ".join(PACK)))
    assert [str(state.piles[f"p{at}"]) for at in range(1, 53)] == PACK
    assert not state.cards["stock"]
    assert "deal" not in state.moves


@pytest.mark.clause("AC-01")
def test_from_a_stock_the_cards_come_in_the_same_order_one_by_one():
    state = accordion(deal="stock").deal(cardkit.Deal.of(" ".join(PACK)))
    assert moves(state) == ["deal"]
    for at, card in enumerate(PACK, 1):
        assert len(state.cards["stock"]) == 53 - at
        state.play("deal")
        assert str(state.piles[f"p{at}"]) == card
    assert state.key[0] == accordion().deal(cardkit.Deal.of(" ".join(PACK))).key[0]


def test_nobody_sees_what_the_stock_holds():
    state = accordion(deal="stock").deal(1)
    state.play("deal")
    for view in (state.view(0), state.view(None)):
        assert str(view.piles["stock"]) == "[" + " ".join(["??"] * 51) + "]"
        assert view.piles["p1"] == state.piles["p1"]


# -- AC-02: which pile goes where ------------------------------------------------------------------


@pytest.mark.clause("AC-02")
@pytest.mark.parametrize(
    ("row", "legal"),
    [
        (["2C", "9C", "4D", "5H"], ["p2-p1"]),  # the same suit beside it
        (["2C", "9D", "9H", "5S"], ["p3-p2"]),  # the same rank beside it
        (["2C", "9D", "4H", "7C"], ["p4-p1"]),  # the same suit with two piles between
        (["2C", "9D", "4H", "2S"], ["p4-p1"]),  # the same rank with two piles between
        (["2C", "9D", "7C", "4H"], []),  # the same suit with one pile between
        (["2C", "9D", "4H", "5S", "2H"], []),  # the same rank with three piles between
        (["2C", "9D", "7S", "2D"], ["p4-p1"]),  # a suit two to the left does not count
        (["5C", "9D", "5S", "5D"], ["p4-p1", "p4-p3"]),  # both ways, the farther target first
    ],
)
def test_a_pile_goes_to_the_next_or_the_third_on_its_left(row: list[str], legal: list[str]):
    state = at(*row)
    assert moves(state) == legal
    for source in range(1, len(row) + 1):
        for target in range(1, len(row) + 1):
            move = f"p{source}-p{target}"
            assert (state.why_not(move) is None) == (move in legal)


@pytest.mark.clause("AC-02")
def test_only_the_cards_on_top_count():
    assert moves(at("2C", "9D 5H", "9H 4S")) == []
    assert moves(at("2C", "9D 4H", "9C 4S")) == ["p3-p2*2"]


@pytest.mark.clause("AC-02")
def test_why_a_pile_cannot_go_somewhere_is_said():
    state = at("2C", "9C", "4D", "5H")
    assert refusal(state, "p1-p2").startswith("AC-02: a pile goes onto the next on its left")
    assert refusal(state, "p2-p2").startswith("AC-02: a pile goes onto the next on its left")
    assert refusal(state, "p4-p2").startswith("AC-02: a pile goes onto the next on its left")
    assert refusal(state, "p4-p3") == "AC-02: 5H and 4D have neither suit nor rank in common"
    assert refusal(state, "p4-t1").startswith("AC-02: a move is p5-p2 or the like")
    assert refusal(state, "QS").startswith("AC-02: a move is p5-p2 or the like")


# -- AC-03: whole piles ----------------------------------------------------------------------------


@pytest.mark.clause("AC-03")
def test_a_pile_goes_as_a_whole_and_in_its_order():
    state = at("2C", "KD 9D", "3S 4S JD", "5H")
    state.play("p3-p2*3")
    assert row_of(state) == ["KD 9D 3S 4S JD", "5H"]


@pytest.mark.clause("AC-03")
@pytest.mark.parametrize("move", ["p3-p2", "p3-p2*2", "p3-p2*4"])
def test_a_part_of_a_pile_stays(move: str):
    state = at("2C", "KD 9D", "3S 4S JD", "5H")
    assert refusal(state, move) == "AC-03: the whole pile goes, which is p3-p2*3"


# -- AC-04: the gap closes -------------------------------------------------------------------------


@pytest.mark.clause("AC-04")
def test_all_piles_on_the_right_of_the_gap_go_one_place_to_the_left():
    state = at("2C", "9C", "4D KD", "5H", "7S")
    state.play("p2-p1")
    assert row_of(state) == ["4D KD", "5H", "7S"]
    assert str(state.top("p1")) == "9C"
    assert refusal(state, "p5-p4") == "AC-04: the row does not reach p5"


@pytest.mark.clause("AC-04")
def test_other_piles_are_neighbours_when_the_gap_has_closed():
    state = at("KC", "9H", "9S", "4H", "KD")
    assert moves(state) == ["p3-p2"]
    state.play("p3-p2")
    assert moves(state) == ["p4-p1"]
    state.undo()
    assert row_of(state) == ["9H", "9S", "4H", "KD"]


# -- AC-05: nobody has to move ---------------------------------------------------------------------


@pytest.mark.clause("AC-05")
def test_a_card_may_be_dealt_while_a_pile_could_move_and_the_pile_may_move_later():
    state = at("2C", "9C", "4D", stock="QS 5H", deal="stock")
    assert moves(state) == ["p2-p1", "deal"]
    state.play("deal")
    assert row_of(state) == ["9C", "4D", "5H"]
    assert moves(state) == ["p2-p1", "deal"]
    state.play("p2-p1")
    assert row_of(state) == ["4D", "5H"]
    state.play("deal")
    assert row_of(state) == ["4D", "5H", "QS"]
    assert refusal(state, "deal") == "AC-05: there is no card left to deal"


# -- AC-06: the end --------------------------------------------------------------------------------


@pytest.mark.clause("AC-06")
def test_one_pile_is_a_win():
    state = at("2C", "9C")
    assert state.outcome is None
    state.play("p2-p1")
    assert state.outcome == cardkit.Outcome("won", won=True)
    assert len(state.cards["p1"]) == 52
    assert moves(state) == []
    assert refusal(state, "p2-p1") == "AC-06: the game is won"


@pytest.mark.clause("AC-06")
def test_nothing_to_do_is_a_loss():
    assert at("2C", "9D", "7S").outcome == cardkit.Outcome("stuck", won=False)


@pytest.mark.clause("AC-06")
def test_while_there_is_a_stock_nothing_is_over():
    state = at("2C", stock="QS", deal="stock")
    assert state.outcome is None
    assert moves(state) == ["deal"]


@pytest.mark.clause("AC-06")
def test_more_piles_may_be_few_enough():
    state = at("2C", "9C", "4D", "KS", target=3)
    assert state.outcome is None
    state.play("p2-p1")
    assert state.outcome == cardkit.Outcome("won", won=True)
    assert moves(state) == []
    assert at("2C", "9D", "7S", "KH", target=3).outcome == cardkit.Outcome("stuck", won=False)


# -- positions that people type --------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    ["p1 REST / p3 2C", "p1 REST / p2 [2C]", "p1 [REST] 2C", "p1 REST / stock 2C"],
)
def test_a_row_with_a_gap_or_a_card_turned_wrongly_is_refused(position: str):
    rest = " ".join(card for card in PACK if card != "2C")
    with pytest.raises(PositionError, match="no gaps and lies face up, the stock face down"):
        accordion().at(position.replace("REST", rest))


# -- the whole game beside another -----------------------------------------------------------------


class Naive:
    """The game on a list of lists of card names, a pile for each, and nothing else."""

    def __init__(self, row: list[str], stock: list[str]) -> None:
        self.row = [[card] for card in row]
        self.stock = stock

    def moves(self) -> set[tuple[int, int]]:
        """From where to where, counted from 0."""
        tops = [pile[-1] for pile in self.row]
        return {
            (at, at - back)
            for at in range(len(tops))
            for back in (1, 3)
            if back <= at and set(tops[at]) & set(tops[at - back])
        }

    def play(self, source: int, target: int) -> None:
        self.row[target] += self.row[source]
        del self.row[source]


@pytest.mark.parametrize("deal", ["all", "stock"])
@pytest.mark.parametrize("number", range(1, 26))
def test_random_games_go_as_on_plain_lists(deal: str, number: int):
    state = accordion(deal=deal).deal(number)
    cards = [str(state.top(f"p{at}")) for at in range(1, 53)] if deal == "all" else []
    stock = list(map(str, state.cards["stock"]))
    naive, rng = Naive(cards, stock), Rng(number)
    while state.outcome is None:
        piles = {(at, to): len(naive.row[at]) for at, to in naive.moves()}
        expected = {
            f"p{at + 1}-p{to + 1}" + (f"*{size}" if size > 1 else "")
            for (at, to), size in piles.items()
        }
        assert set(moves(state)) == expected | ({"deal"} if naive.stock else set())
        move = rng.choice(state.moves)
        if str(move) == "deal":
            naive.row.append([naive.stock.pop()])
        else:
            naive.play(int(str(move.source)[1:]) - 1, int(str(move.target)[1:]) - 1)
        state.play(move)
        lying = [list(map(str, pile)) for name, pile in state.cards.items() if name != "stock"]
        assert lying == naive.row + [[]] * (52 - len(naive.row))
    assert not naive.moves()
    assert not naive.stock
    assert state.outcome.won == (len(naive.row) == 1)


def test_with_a_stock_everything_can_be_reached_that_can_be_without():
    """Dealing everything first leads to the same row, so neither way wins more than the other."""
    slow, fast = accordion(deal="stock").deal(9), accordion().deal(9)
    for _ in range(52):
        slow.play("deal")
    assert slow.key == fast.key


# -- how it is shown -------------------------------------------------------------------------------


def test_only_places_with_piles_are_shown():
    state = at("2C", "9D", "7S 7H 7D")
    assert text_table(state, unicode=False).split("\n") == [
        "p1    p2   p3",
        "2C    9D   7D",
        "x48        x3",
    ]
    assert re.findall(r">(p\d+)[^<]*</text>", svg_table(state)) == ["p1", "p2", "p3"]


@pytest.mark.parametrize("width", [20, 40, 79, 80])
def test_a_full_row_fits_any_terminal(width: int):
    text = text_table(accordion().deal(1), width=width, unicode=False)
    assert max(map(len, text.split("\n"))) <= width
    words = text.split()
    assert sorted(word for word in words if word in PACK) == sorted(PACK)
    assert [word for word in words if word.startswith("p")] == [f"p{at}" for at in range(1, 53)]
