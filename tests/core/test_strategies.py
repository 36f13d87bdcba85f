"""The strategies for Hypothesis: they draw what they say, and it shrinks to something short."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Card, Deal, Deck, Game, Move, Pile, State
from cardkit.cards import HIDDEN
from cardkit.moves import hides
from cardkit.testing import strategies


@given(strategies.cards(Deck(ranks=[1, 2], suits=[3])))
def test_cards_are_those_of_the_deck_and_known(card: Card) -> None:
    assert str(card) in ("AS", "2S")


def test_cards_may_be_hidden_if_asked_for() -> None:
    assert find(strategies.cards(hidden=True), lambda card: not card) is HIDDEN


@given(strategies.decks(max_packs=2))
def test_decks_have_every_card_of_their_ranks_and_suits(deck: Deck) -> None:
    assert 1 <= deck.packs <= 2
    assert len(deck) == deck.packs * len(deck.ranks) * len(deck.suits) > 0


@given(strategies.piles(max_size=5))
def test_piles_are_no_larger_than_asked(pile: Pile) -> None:
    assert len(pile) <= 5
    assert HIDDEN not in pile


GENERATE = settings(phases=[Phase.generate], max_examples=2000)
FORMS = {
    "a card": lambda move: move.verb is None and move.source is None and move.card,
    "a hidden card": lambda move: move.verb is None and hides(move),
    "a transfer of several": lambda move: move.count is not None and move.count > 1,
    "a bare verb": lambda move: move.verb and not move.args,
    "a verb with a card": lambda move: move.verb and move.card,
    "a verb with two cards": lambda move: len(move.cards) == 2,
    "a verb with a suit": lambda move: "H" in move.args,
    "a verb with a number": lambda move: any(arg.isdigit() for arg in move.args),
    "a verb with a word": lambda move: any(arg.islower() for arg in move.args),
}


@pytest.mark.parametrize("form", FORMS)
def test_moves_of_every_form_are_drawn(form: str) -> None:
    move = find(strategies.moves(), FORMS[form], settings=GENERATE)
    assert Move(str(move)) is move


def test_deals_of_a_whole_pack_may_be_microsofts() -> None:
    assert str(find(strategies.deals(_OnePack()), lambda deal: ":" in str(deal))) == "ms:1"


@given(st.data())
def test_deals_of_other_cards_are_numbers(snatch: Game, data: st.DataObject) -> None:
    assert str(data.draw(strategies.deals(snatch))).isdigit()


class _OnePack(Game):
    """A game that is only ever dealt."""

    name = "one-pack"
    piles = (cardkit.PileSpec("stock"),)

    def setup(self, t: cardkit.Table) -> None:
        t.lay("stock", t.shuffled(self.deck))

    def moves(self, s: State) -> tuple[Move, ...]:
        return ()

    def why_not(self, s: State, m: Move) -> cardkit.Reason:
        return cardkit.Reason("", "there is nothing to do")

    def apply(self, t: cardkit.Table, m: Move) -> None:
        raise AssertionError(m)

    def outcome(self, s: State) -> None:
        return None


@given(st.data())
def test_positions_are_reached_by_legal_moves(snatch: Game, data: st.DataObject) -> None:
    state = data.draw(strategies.positions(snatch, plies=6))
    assert len(state.history) <= 6
    again = snatch.deal(state.deal or Deal.of(0))
    for move in state.history:
        again.play(move)
    assert again == state


def test_positions_shrink_to_short_lines_of_the_first_moves(snatch: Game) -> None:
    state = find(strategies.positions(snatch), lambda state: len(state.history) >= 2)
    first = snatch.deal(0)
    for _ in range(2):
        first.play(first.moves[0])
    assert state == first


@given(strategies.positions(_OnePack()))
def test_positions_of_a_game_without_moves_are_its_start(state: State) -> None:
    assert state.history == ()


@given(st.data())
def test_matches_are_played_to_the_end_and_can_be_undone(snatch: Game, data: st.DataObject) -> None:
    state = data.draw(strategies.matches(snatch))
    assert state.outcome is not None
    while state.history:
        state.undo()
    assert state == snatch.deal(state.deal or Deal.of(0))


@given(st.data())
def test_matches_stop_at_their_limit(snatch: Game, data: st.DataObject) -> None:
    assert len(data.draw(strategies.matches(snatch, limit=3)).history) == 3
