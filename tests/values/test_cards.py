"""Suits, ranks, cards and decks."""

from __future__ import annotations

import copy
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import (
    HIDDEN,
    Card,
    Deck,
    Rank,
    Suit,
    describe_difference,
    format_cards,
    parse_cards,
)

SUITS = [("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠")]
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit, _ in SUITS for rank in RANKS]

packs = st.lists(st.sampled_from(PACK).map(Card))


# Suits and ranks


@pytest.mark.parametrize(("at", "letter", "symbol"), [(i, *SUITS[i]) for i in range(4)])
def test_a_suit_has_a_letter_a_symbol_and_a_place(at: int, letter: str, symbol: str) -> None:
    suit = Suit(at)
    assert (str(suit), suit.letter, suit.symbol) == (letter, letter, symbol)
    assert {Suit.parse(text) for text in (letter, letter.lower(), symbol)} == {suit}


def test_red_are_diamonds_and_hearts() -> None:
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS]
    assert [c for c in PACK if Card(c).is_red] == [r + s for s in "DH" for r in RANKS]


@pytest.mark.parametrize("text", ["", "X", "CD", "♤", "clubs", " C"])
def test_what_is_no_suit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a suit: ") as error:
        Suit.parse(text)
    assert str(error.value) == f"not a suit: {text!r} (one of C D H S, or ♣ ♦ ♥ ♠)"


@pytest.mark.parametrize(("number", "letter"), list(enumerate(RANKS, 1)))
def test_a_rank_has_a_letter_and_a_number(number: int, letter: str) -> None:
    rank = Rank(number)
    assert (str(rank), rank.letter) == (letter, letter)
    assert Rank.parse(letter) is Rank.parse(letter.lower()) is rank


def test_a_ten_may_be_written_out() -> None:
    assert Rank.parse("10") is Rank.TEN


@pytest.mark.parametrize("text", ["", "1", "0", "11", "A2", "X", "ace"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a rank: ") as error:
        Rank.parse(text)
    assert str(error.value) == f"not a rank: {text!r} (one of A 2 3 4 5 6 7 8 9 T J Q K)"


# Cards


@pytest.mark.parametrize(("suit", "rank"), list(product(range(4), range(1, 14))))
def test_every_card_round_trips_in_every_spelling(suit: int, rank: int) -> None:
    letter, symbol = SUITS[suit]
    text = RANKS[rank - 1] + letter
    card = Card(text)
    assert (card.code, int(card)) == (16 * suit + rank, 16 * suit + rank)
    assert (card.rank, card.suit) == (Rank(rank), Suit(suit))
    assert (str(card), f"{card}", f"{card:>4}") == (text, text, "  " + text)
    assert card.pretty == RANKS[rank - 1] + symbol
    assert card.is_red == (letter in "DH")
    for spelling in (text, text.lower(), card.pretty, int(card), card):
        assert Card(spelling) is card
    assert Card.of(rank, suit) is Card.of(Rank(rank), Suit(suit)) is card
    assert eval(repr(card)) is card
    assert card


@pytest.mark.parametrize("text", ["10H", "10h", "10♥", "th"])
def test_a_ten_has_several_spellings(text: str) -> None:
    assert Card(text) is Card("TH")


@pytest.mark.parametrize(
    "value", ["", "A", "S", "AX", "1S", "SA", "A S", "ASS", "?", "???", 14, 15, 16, 64, 77, -1]
)
def test_what_is_no_card_is_refused(value: str | int) -> None:
    with pytest.raises(ValueError, match="not a card: ") as error:
        Card(value)
    assert str(error.value) == (
        f"not a card: {value!r} (a rank A 2-9 T J Q K and a suit C D H S, like TH)"
    )


@pytest.mark.parametrize(("rank", "suit"), [(0, 1), (14, 0), (1, 4), (1, -1)])
def test_no_card_has_a_rank_or_suit_that_there_is_not(rank: int, suit: int) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.of(rank, suit)


def test_cards_sort_by_suit_and_then_by_rank() -> None:
    assert list(map(str, sorted(map(Card, reversed(PACK))))) == PACK
    assert Card("KC") < Card("AD") < Card("2D") < Card("AS")


@pytest.mark.parametrize("text", ["AC", "TD", "KS", "??"])
def test_a_card_survives_copies_and_pickles_as_the_same_object(text: str) -> None:
    card = Card(text)
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_a_card_carries_nothing_else() -> None:
    with pytest.raises(AttributeError):
        Card("AS").note = "marked"  # type: ignore[attr-defined] # the point of the test


def test_a_hidden_card_has_no_face() -> None:
    assert Card("??") is Card(0) is HIDDEN
    assert (str(HIDDEN), HIDDEN.pretty, repr(HIDDEN)) == ("??", "??", "Card('??')")
    assert not HIDDEN
    assert HIDDEN.code == 0
    for face in ("rank", "suit", "is_red"):
        with pytest.raises(ValueError, match=r"hidden card has no suit|not a valid Rank"):
            getattr(HIDDEN, face)


# Texts of several cards


@given(packs)
def test_texts_of_cards_round_trip(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(", ".join(card.pretty for card in cards)) == tuple(cards)


def test_cards_stand_apart_by_any_space_or_comma() -> None:
    assert format_cards(parse_cards(" as,10h\n ?? ,, 2C\t")) == "AS TH ?? 2C"
    assert parse_cards(" , ") == ()


def test_the_first_word_that_is_no_card_is_named() -> None:
    with pytest.raises(ValueError, match="not a card: '5X'"):
        parse_cards("AS 5X 5Y")


# Decks


def test_the_usual_deck_is_every_card_once_in_order() -> None:
    assert list(map(str, Deck())) == PACK
    assert Deck().cards == tuple(Deck())


def test_a_deck_has_so_many_packs_of_its_ranks_and_suits() -> None:
    deck = Deck(packs=2, ranks=[13, 1], suits=[Suit.SPADES, Suit.CLUBS, Suit.SPADES])
    assert format_cards(deck) == "AC AC KC KC AS AS KS KS"
    assert len(deck) == 8
    assert Card("KS") in deck
    assert Card("KH") not in deck
    assert "AS" not in deck


def test_decks_are_values() -> None:
    assert Deck(ranks=range(1, 3)) == Deck(ranks=(Rank.TWO, Rank.ACE))
    assert hash(Deck(ranks=range(1, 3))) == hash(Deck(ranks=[2, 1]))
    assert Deck() != Deck(packs=2)


@pytest.mark.parametrize("packs", [0, -1])
def test_a_deck_has_at_least_one_pack(packs: int) -> None:
    with pytest.raises(ValueError, match=f"a deck has at least one pack, not {packs}"):
        Deck(packs=packs)


@pytest.mark.parametrize(("ranks", "suits"), [([0], [0]), ([14], [0]), ([1], [4])])
def test_a_deck_has_no_ranks_or_suits_that_there_are_not(
    ranks: list[int], suits: list[int]
) -> None:
    with pytest.raises(ValueError, match="is not a valid"):
        Deck(ranks=ranks, suits=suits)


@given(st.permutations(list(Deck(packs=2, ranks=[1, 2, 3]))))
def test_a_deck_in_any_order_has_no_faults(cards: list[Card]) -> None:
    assert Deck(packs=2, ranks=[1, 2, 3]).faults(cards) is None


@pytest.mark.parametrize(
    ("packs", "found", "faults"),
    [
        (1, "AS 2S", "3S is missing"),
        (1, "AS", "2S, 3S are missing"),
        (1, "AS 2S 3S AS", "AS stands there twice"),
        (1, "AS 2S 3S AS AS", "AS stands there three times"),
        (1, "AS AS AS AS 2S 3S", "AS stands there 4 times"),
        (1, "AS 2S 3S AH", "AH is no card of this deck"),
        (1, "AS 2S ??", "3S is missing; ?? is no card of this deck"),
        (1, "AS AS 3S AH", "2S is missing; AS stands there twice; AH is no card of this deck"),
        (2, "AS AS 2S 2S 3S", "3S is missing"),
        (2, "AS AS AS 2S 2S 3S 3S", "AS stands there three times"),
        (2, "AS AS 2S 2S", "3S, 3S are missing"),
    ],
)
def test_faults_name_the_cards(packs: int, found: str, faults: str) -> None:
    assert Deck(packs=packs, ranks=[1, 2, 3], suits=[3]).faults(parse_cards(found)) == faults


def test_long_lists_of_faults_are_cut_short() -> None:
    assert Deck(suits=[0]).faults([]) == "AC, 2C, 3C, 4C, 5C, 6C and 7 more are missing"
    double = Deck(ranks=range(1, 8), suits=[0])
    said = "; ".join(f"{rank}C stands there twice" for rank in "A234")
    assert double.faults([*double, *double]) == said


@given(packs, packs)
def test_a_difference_is_told_exactly_if_there_is_one(one: list[Card], other: list[Card]) -> None:
    assert (describe_difference(one, other) is None) == (sorted(one) == sorted(other))
