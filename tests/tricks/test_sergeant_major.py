"""Sergeant Major: every clause and option."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Deck, IllegalMove

PACK = [str(card) for card in Deck()]


def play_until(state, phase, pick=lambda moves: moves[0]):
    while state.facts["phase"] != phase:
        state.push(pick(state.moves))
    return state


def next_deal(state, pick=lambda moves: moves[0]):
    number = state.facts["deal"]
    while state.outcome is None and state.facts["deal"] == number:
        state.push(pick(state.moves))
    return state


@pytest.mark.clause("SM-01", "SM-02")
def test_sixteen_each_and_a_kitty_that_nobody_sees(make):
    state = make("sergeant_major", first_dealer=2).deal([PACK] * 9)
    for seat in range(3):
        assert [str(c) for c in state.cards[f"hand{seat}"]] == sorted(PACK[seat:48:3], key=Card)
    assert [str(c) for c in state.cards["table"]] == PACK[48:]
    assert state.down["table"] == 0b1111
    for seat in (0, 1, 2, None):
        assert not any(state.view(seat).cards["table"])


@pytest.mark.clause("SM-02")
def test_the_deal_passes_to_the_left(make):
    state = make("sergeant_major", first_dealer=1, deals=4, exchange=False).deal(1)
    dealers = []
    while state.outcome is None:
        dealers.append(state.facts["dealer"])
        next_deal(state)
    assert dealers == [1, 2, 0, 1]


@pytest.mark.clause("SM-04")
def test_the_dealer_names_trumps_from_the_hand_dealt(make, texts):
    state = make("sergeant_major", first_dealer=2).deal(1)
    assert state.turn == 2
    assert texts(state) == ["contract C", "contract D", "contract H", "contract S"]
    assert all(state.view(2).cards["hand2"])
    with pytest.raises(IllegalMove) as error:
        state.play("contract trumps")
    assert error.value.reason.clause == "SM-04"
    state.play("contract D")
    assert state.facts["trump"] == "D"


@pytest.mark.clause("SM-05")
def test_the_kitty_is_taken_for_four_cards_laid_away(make, texts):
    state = make("sergeant_major", first_dealer=2).deal([PACK] * 9)
    state.play("contract D")
    assert len(texts(state)) == 16
    for card in ("3C", "6C", "9C", "QC"):
        assert len(state.cards["table"]) == 4
        state.play(f"away {card}")
    assert not state.cards["table"]
    assert len(state.cards["hand2"]) == 16
    assert set(PACK[48:]) <= {str(card) for card in state.cards["hand2"]}
    assert all(state.view(2).cards["hand2"])
    assert [str(c) for c in state.view(2).cards["away"]] == ["3C", "6C", "9C", "QC"]
    for seat in (0, 1, None):
        assert not any(state.view(seat).cards["away"])
        assert not any(state.view(seat).cards["hand2"])


@pytest.mark.clause("SM-05")
def test_the_kitty_may_be_taken_first(make, texts):
    state = make("sergeant_major", first_dealer=2, kitty="before-discard").deal([PACK] * 9)
    state.play("contract D")
    assert not state.cards["table"]
    assert len(texts(state)) == 20
    state.play(f"away {PACK[48]}")


@pytest.mark.clause("SM-06")
def test_the_left_of_the_dealer_leads_then_the_winner(make):
    state = play_until(make("sergeant_major", first_dealer=2).deal([PACK] * 9), "play")
    assert state.turn == 0
    for card in ("AC", "2C"):
        state.play(card)
    assert state.turn == 2


@pytest.mark.clause("SM-07")
def test_suit_must_be_followed(make):
    state = play_until(make("sergeant_major", first_dealer=2).deal([PACK] * 9), "play")
    state.play("AC")
    with pytest.raises(IllegalMove) as error:
        state.play("AD")
    assert error.value.reason.clause == "SM-07"


@pytest.mark.clause("SM-08")
@pytest.mark.parametrize(("trump", "winner"), [("S", 1), ("H", 2), ("C", 2)])
def test_a_trump_wins_else_the_highest_of_the_suit_led(make, trump, winner):
    rest = [card for card in PACK if card not in ("2H", "2S", "AH")]
    facts = f"contract=trumps trump={trump} phase=play hand=hand0 dealer=2 deal=8 tricks=[15,0,0]"
    text = f"hand0 2H / hand1 2S / hand2 AH / won0 {' '.join(rest)} ; {facts}"
    state = make("sergeant_major").at(text)
    for card in ("2H", "2S", "AH"):
        state.play(card)
    assert state.facts["sheet"][0][3][winner] == 1


@pytest.mark.clause("SM-09")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_dealer_owes_eight_the_next_five_the_last_three(make, dealer):
    contract = make("sergeant_major").rules.contracts["trumps"]
    assert [contract.quota(dealer, (dealer + i) % 3, 3) for i in range(3)] == [8, 5, 3]


@pytest.mark.clause("SM-09")
@given(number=st.integers(0, 2**40), rng=st.randoms())
@settings(max_examples=5, deadline=None)
def test_points_are_tricks_above_and_below_what_was_owed(make, number, rng):
    state = make("sergeant_major", deals=3).deal(number)
    while state.outcome is None:
        state.push(rng.choice(list(state.moves)))
    for forehand, _, _, tricks, points in state.facts["sheet"]:
        owed = {(forehand + 2) % 3: 8, forehand: 5, (forehand + 1) % 3: 3}
        assert points == tuple(tricks[seat] - owed[seat] for seat in range(3))
        assert sum(points) == 0


@pytest.mark.clause("SM-10")
@pytest.mark.parametrize("deals", [1, 3, 9])
def test_the_match_has_so_many_deals_and_the_highest_total_wins(make, deals):
    state = make("sergeant_major", deals=deals, exchange=False).deal(6)
    while state.outcome is None:
        state.push(state.moves[-1])
    sheet = state.facts["sheet"]
    assert len(sheet) == deals
    totals = tuple(sum(row[4][seat] for row in sheet) for seat in range(3))
    assert state.outcome.scores == totals
    assert state.outcome.winners == tuple(i for i in range(3) if totals[i] == max(totals))


# -- the exchange --------------------------------------------------------------------------------

#: Seat 0 has low cards of all suits but spades, seat 1 high ones, seat 2 the rest.
HANDS = (
    "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 2H 3H 4H 5H 6H 7H",
    "AC KC QC JC TC AD KD QD JD TD AH KH QH JH TH 9H",
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 7C 8C 9C",
)
KITTY = "7D 8D 9D 8H"


def exchanging(make, surplus: str, dealer: int = 2):
    """The second deal's exchange with these hands after a deal with that surplus."""
    piles = " / ".join(f"hand{i} {hand}" for i, hand in enumerate(HANDS))
    game = make("sergeant_major")
    position = f"{piles} / table [{KITTY}] ; deal=1 dealer={dealer} surplus=[{surplus}]"
    state = game.at(position + " phase=exchange", deal=1)
    stage = game.rules.stages[0]
    assert not stage.enter(game, state._table)
    return state


@pytest.mark.clause("SM-03")
def test_there_is_no_exchange_in_the_first_deal(make):
    assert make("sergeant_major").deal(1).facts["phase"] == "choose"


@pytest.mark.clause("SM-03")
def test_for_a_card_the_highest_of_its_suit_comes_back(make, texts):
    state = exchanging(make, "2,-2,0")
    assert state.turn == 0
    assert len(texts(state)) == 16
    state.play("give 2C")
    assert state.turn == 1
    assert texts(state) == ["give AC"]
    with pytest.raises(IllegalMove) as error:
        state.play("give KC")
    assert error.value.reason.clause == "SM-03"
    state.play("give AC")
    assert Card("AC") in state.cards["hand0"]
    assert Card("2C") in state.cards["hand1"]
    assert state.turn == 0
    assert state.facts["phase"] == "exchange"
    state.play("give 3C")
    state.play("give KC")
    assert state.facts["phase"] == "choose"


@pytest.mark.clause("SM-03")
def test_the_same_card_comes_back_where_none_is_higher(make, texts):
    state = exchanging(make, "0,1,-1")
    assert state.turn == 1
    state.play("give AC")
    assert texts(state) == ["give AC"]
    state.play("give AC")
    assert sorted(map(str, state.cards["hand1"])) == sorted(HANDS[1].split())
    assert state.facts["phase"] == "choose"


@pytest.mark.clause("SM-03")
@pytest.mark.parametrize(
    ("surplus", "dealer", "pairs"),
    [
        ("2,-1,-1", 2, [(0, 2), (0, 1)]),  # seat 2 owes eight, seat 0 five, seat 1 three
        ("2,-1,-1", 1, [(0, 1), (0, 2)]),
        ("-3,1,2", 2, [(2, 0), (2, 0), (1, 0)]),
        ("-3,1,2", 1, [(1, 0), (2, 0), (2, 0)]),
        ("0,0,0", 1, []),
    ],
)
def test_who_owes_more_in_the_new_deal_comes_first(make, surplus, dealer, pairs):
    game = make("sergeant_major")
    piles = " / ".join(f"hand{i} {hand}" for i, hand in enumerate(HANDS))
    state = game.at(
        f"{piles} / table [{KITTY}] ; deal=1 dealer={dealer} surplus=[{surplus}] phase=exchange"
    )
    stage = game.rules.stages[0]
    assert stage.pairs(game, state) == pairs


@pytest.mark.clause("SM-03")
def test_only_the_two_see_what_is_exchanged(make):
    state = make("sergeant_major").deal(3)
    while state.facts["phase"] != "exchange":
        next_deal(state, lambda moves: moves[-1])
        assert state.outcome is None
    giver = state.turn
    card = state.moves[0].card
    state.push(state.moves[0])
    taker = state.turn
    third = 3 - giver - taker
    assert state.view(taker).cards["gift"] == (card,)
    assert not any(state.view(third).cards["gift"])
    back = state.moves[0].card
    state.push(state.moves[0])
    assert back in state.view(taker).cards[f"hand{giver}"]
    assert not any(state.view(third).cards[f"hand{giver}"])
    assert [str(m) for m in state.view(third).history][-2:] == ["give ??", "give ??"]


@pytest.mark.clause("SM-03")
def test_without_the_exchange_the_dealer_names_trumps_at_once(make):
    state = make("sergeant_major", exchange=False).deal(3)
    next_deal(state)
    assert any(state.facts["sheet"][0][4])
    assert state.facts["phase"] == "choose"
