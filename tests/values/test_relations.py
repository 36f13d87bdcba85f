"""Relations: which card may lie on which, against the rules spelt out, and as words."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, Deck, Relation
from cardkit.cards import parse_cards
from cardkit.relations import SUIT_WORDS

PACK = Deck().cards
RED = ("D", "H")

#: For each word about suits, what it asks of two suits' letters.
SUITS = {
    "same-suit": lambda one, other: one == other,
    "other-suit": lambda one, other: one != other,
    "same-colour": lambda one, other: (one in RED) == (other in RED),
    "alternate-colour": lambda one, other: (one in RED) != (other in RED),
    "any-suit": lambda _one, _other: True,
}
#: For each word about ranks, the texts of ranks that may lie on each other, lower card first.
ORDER = "A23456789TJQK"
UP = set(pairwise(ORDER))
DOWN = {(upper, lower) for lower, upper in UP}
RANKS = {"up": UP, "down": DOWN, "up-or-down": UP | DOWN, "equal": {(r, r) for r in ORDER}}
AROUND = {
    "up": {("K", "A")},
    "down": {("A", "K")},
    "up-or-down": {("K", "A"), ("A", "K")},
    "equal": set(),
}


@pytest.mark.parametrize(("direction", "suit", "wrap"), list(product(RANKS, SUITS, (False, True))))
def test_every_pair_of_cards_fits_as_the_words_say(direction: str, suit: str, wrap: bool) -> None:
    relation = Relation.parse(f"{direction} {suit}" + (" wrap" if wrap else ""))
    ranks = RANKS[direction] | (AROUND[direction] if wrap else set())
    for lower, upper in product(PACK, PACK):
        (low_rank, low_suit), (high_rank, high_suit) = str(lower), str(upper)
        fits = (low_rank, high_rank) in ranks and SUITS[suit](low_suit, high_suit)
        assert relation.fits(upper, on=lower) is fits, f"{upper} on {lower}"


def fits(text: str, upper: str, lower: str) -> bool:
    return Relation.parse(text).fits(Card(upper), on=Card(lower))


def test_steps_may_be_any_numbers() -> None:
    for upper, lower, fit in [("4C", "2H", True), ("2C", "4H", True), ("3C", "2H", False)]:
        assert fits("+2,-2 any-suit", upper, lower) is fit


def test_wide_steps_wrap_around_as_well() -> None:
    assert fits("+2 any-suit wrap", "AC", "QC")
    assert fits("+2 any-suit wrap", "2C", "KC")
    assert not fits("+2 any-suit", "AC", "QC")
    assert fits("-12 any-suit", "AC", "KC")


def test_an_example_of_bisley() -> None:
    for upper, lower, fit in [("7C", "8C", True), ("7C", "6C", True), ("7D", "8C", False)]:
        assert fits("up-or-down same-suit", upper, lower) is fit


# Runs


@pytest.mark.parametrize(
    ("cards", "run"),
    [
        ("", True),
        ("9H", True),
        ("9H 8S 7D", True),
        ("9H 8S 7S", False),
        ("9H 8S 6D", False),
        ("8S 9H", False),
    ],
)
def test_a_run_is_cards_each_of_which_fits_the_one_before(cards: str, run: bool) -> None:
    assert Relation.parse("down alternate-colour").run(iter(parse_cards(cards))) is run


# Words


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("down alternate-colour", "down alternate-colour"),
        ("wrap same-suit up", "up same-suit wrap"),
        ("-1 any-suit", "down any-suit"),
        ("+1,-1 same-suit", "up-or-down same-suit"),
        ("-2,+2 any-suit", "+2,-2 any-suit"),
        ("+0 same-colour", "equal same-colour"),
        ("+1,+1 any-suit", "up any-suit"),
    ],
)
def test_a_relation_reads_from_words_and_prints_in_one_way(text: str, canonical: str) -> None:
    assert str(Relation.parse(text)) == canonical
    assert Relation.parse(canonical) == Relation.parse(text)


@given(st.sampled_from(SUIT_WORDS), st.lists(st.integers(-12, 12), min_size=1), st.booleans())
def test_any_relation_reads_back_from_its_words(suit: str, steps: list[int], wrap: bool) -> None:
    relation = Relation(suit, steps, wrap)
    assert Relation.parse(str(relation)) == relation
    assert hash(Relation.parse(str(relation))) == hash(relation)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("down", "'down' lacks a word for suits"),
        ("same-suit", "'same-suit' lacks a direction"),
        ("", "'' lacks a direction"),
        ("down up same-suit", "'up' does not describe a relation"),
        ("down same-suit any-suit", "'any-suit' does not describe a relation"),
        ("downwards same-suit", "'downwards' does not describe a relation"),
        ("+1,2 same-suit", "'+1,2' does not describe a relation"),
        ("+13 same-suit", "steps lie between -12 and 12"),
    ],
)
def test_words_that_are_no_relation_are_refused_and_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        Relation.parse(text)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("suit", "steps"), [("same", (1,)), ("same-suit", ()), ("any-suit", (13,))]
)
def test_parts_that_make_no_relation_are_refused(suit: str, steps: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"is none of same-suit|steps lie between"):
        Relation(suit, steps)
