"""How the parts of a patience may be spelt in its rules file."""

from __future__ import annotations

import pytest

from cardkit.cards import Deck
from cardkit.patience.reading import converter
from cardkit.rulebook import RulesError, parse_document, structure


def deck(text: str) -> Deck:
    return structure(parse_document(text, "trial.yaml"), Deck, converter=converter())


@pytest.mark.parametrize("suits", ["[H, S]", "[hearts, spades]", "[spades, H]"])
def test_suits_go_by_letter_or_by_name(suits: str) -> None:
    assert deck(f"{{packs: 4, suits: {suits}}}") == Deck(packs=4, suits=(2, 3))


@pytest.mark.parametrize("suit", ["S", "spades"])
def test_a_single_suit_needs_no_list(suit: str) -> None:
    assert deck(f"suits: {suit}") == Deck(suits=(3,))


@pytest.mark.parametrize(("suit", "hint"), [("spade", " (did you mean 'spades'?)"), ("9", "")])
def test_what_is_no_suit_is_told_with_its_place(suit: str, hint: str) -> None:
    with pytest.raises(RulesError) as error:
        deck(f"packs: 1\nsuits: [H, '{suit}']")
    assert str(error.value) == (
        "trial.yaml:2:12: suits, item 2: expected a suit (C D H S, or clubs diamonds hearts"
        f" spades), found the text '{suit}'{hint}"
    )
