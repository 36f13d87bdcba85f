"""Piles: cards with their faces, as values that print and read back."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, Pile, PileSpec
from cardkit.cards import HIDDEN
from cardkit.piles import EVERYBODY, NOBODY, ONLOOKER, format_pile, mask_seats, seat_mask
from cardkit.testing.strategies import piles

any_pile = piles(max_size=8, hidden=True)


def faces(pile: Pile) -> list[tuple[Card, bool]]:
    """A pile as plain pairs: each card, and whether it lies face up."""
    return [(card, pile.is_up(i)) for i, card in enumerate(pile)]


# What a pile says of itself


def test_the_last_card_is_the_top_and_an_empty_pile_has_none() -> None:
    assert Pile("2C QH").top is Card("QH")
    assert Pile().top is None
    assert (len(Pile()), str(Pile()), bool(Pile())) == (0, "", False)


def test_each_card_lies_face_up_or_down() -> None:
    pile = Pile("[2C] 9D [QH JS]")
    assert [pile.is_up(i) for i in range(4)] == [False, True, False, False]
    assert [pile.is_up(i) for i in range(-4, 0)] == [False, True, False, False]
    assert pile.up == (Card("9D"),)
    assert pile.down == 0b1101
    assert pile.cards == (Card("2C"), Card("9D"), Card("QH"), Card("JS"))
    for index in (4, -5):
        with pytest.raises(IndexError):
            pile.is_up(index)


def test_a_pile_is_a_sequence_of_cards() -> None:
    pile = Pile("2C [9D] QH 2C")
    assert (pile[0], pile[-2], len(pile)) == (Card("2C"), Card("QH"), 4)
    assert list(pile) == [Card("2C"), Card("9D"), Card("QH"), Card("2C")]
    assert list(reversed(pile)) == list(pile)[::-1]
    assert Card("9D") in pile
    assert (pile.count(Card("2C")), pile.index(Card("QH"))) == (2, 2)


# Text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2C 9D", "2C 9D"),
        ("[2C][9D]", "[2C 9D]"),
        ("[ 2C ] 9D", "[2C] 9D"),
        ("2c [10h] a♠", "2C [TH] AS"),
        ("[?? 2C] ??", "[?? 2C] ??"),
        ("  ", ""),
        ("[]", ""),
    ],
)
def test_a_text_reads_as_a_pile_and_prints_in_one_way(text: str, canonical: str) -> None:
    assert str(Pile(text)) == canonical
    assert repr(Pile(text)) == f"Pile({canonical!r})"


@given(any_pile)
def test_any_pile_reads_back_from_its_text(pile: Pile) -> None:
    back = Pile(str(pile))
    assert back == pile
    assert faces(back) == faces(pile)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2C 1X", "not a card: '1X'"),
        ("[2C", "a bracket around face-down cards stays open in '[2C'"),
        ("2C]", "brackets around face-down cards do not pair up in '2C]'"),
        ("[[2C]]", "brackets around face-down cards do not pair up in '[[2C]]'"),
        ("[" + "2C " * 99, "a bracket around face-down cards stays open in '[2C 2C"),
    ],
)
def test_a_text_that_is_no_pile_is_refused_in_one_short_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="card") as refused:
        Pile(text)
    assert str(refused.value).startswith(message)
    assert len(str(refused.value)) < 130


def test_a_list_of_cards_is_formatted_like_a_pile() -> None:
    assert format_pile([Card("2C"), HIDDEN, Card("QH")], 0b101) == "[2C] ?? [QH]"
    assert format_pile([]) == ""


# New piles from old ones


@given(any_pile, st.integers(-9, 9), st.integers(-9, 9), st.sampled_from([1, -1, 2]))
def test_a_slice_is_a_pile_with_the_faces_of_its_cards(
    pile: Pile, start: int, stop: int, step: int
) -> None:
    assert faces(pile[start:stop:step]) == faces(pile)[start:stop:step]


@given(any_pile, any_pile)
def test_a_sum_is_one_pile_on_the_other(one: Pile, other: Pile) -> None:
    assert faces(one + other) == faces(one) + faces(other)


@given(any_pile, st.data())
def test_a_split_takes_the_top_cards_off(pile: Pile, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(pile)))
    rest, taken = pile.split(count)
    assert (len(taken), rest + taken) == (count, pile)


@pytest.mark.parametrize("count", [-1, 3])
def test_a_split_of_more_than_there_is_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"a pile of 2 cards has no top {count}"):
        Pile("2C 3C").split(count)


@given(any_pile)
def test_a_pile_turned_over_has_order_and_faces_reversed(pile: Pile) -> None:
    assert faces(pile.turned()) == [(card, not up) for card, up in reversed(faces(pile))]
    assert pile.turned().turned() == pile


# Values


@given(any_pile, any_pile)
def test_piles_are_equal_if_cards_and_faces_are(one: Pile, other: Pile) -> None:
    assert (one == other) is (faces(one) == faces(other))
    assert one == Pile(one.cards, one.down)
    assert hash(one) == hash(Pile(one.cards, one.down))


def test_a_pile_is_no_list_of_cards() -> None:
    assert Pile("2C") != [Card("2C")]
    assert Pile("2C") != Pile("[2C]")


def test_faces_beyond_the_cards_do_not_count() -> None:
    assert Pile([Card("2C")], 0b111) == Pile("[2C]")


def test_a_pile_does_not_change_with_the_list_it_was_made_from() -> None:
    cards = [Card("2C")]
    pile = Pile(cards)
    cards.append(Card("3C"))
    assert len(pile) == 1


@given(any_pile)
def test_a_pile_survives_pickling_and_copying(pile: Pile) -> None:
    assert pickle.loads(pickle.dumps(pile)) == pile
    assert copy.deepcopy(pile) == pile


# Seats and specs


@pytest.mark.parametrize(
    ("seats", "mask"),
    [(None, EVERYBODY), ((), NOBODY), ((0,), 1), ((0, 2), 5), ((61,), 1 << 61)],
)
def test_seats_are_a_mask_and_back(seats: tuple[int, ...] | None, mask: int) -> None:
    assert seat_mask(seats) == mask
    assert mask_seats(mask) == seats


def test_everybody_includes_the_onlooker_and_seats_named_do_not() -> None:
    assert EVERYBODY >> ONLOOKER & 1
    assert not seat_mask(range(ONLOOKER)) >> ONLOOKER & 1


@pytest.mark.parametrize("name", ["t1", "stock", "hand0", "a12"])
def test_a_pile_has_a_name_that_a_move_can_hold(name: str) -> None:
    assert PileSpec(name).name == name


@pytest.mark.parametrize("name", ["", "T1", "1t", "my pile", "t-1", "t1a"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"small letters, then digits, not {name!r}"):
        PileSpec(name)
