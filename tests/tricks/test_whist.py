"""Whist, for four and for three: every clause."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Deck, IllegalMove
from cardkit.tricks.scoring import Result

PACK = [str(card) for card in Deck()]
WITHOUT_2C = [card for card in PACK if card != "2C"]


def play_out(state, pick=lambda moves: moves[0]):
    while state.outcome is None:
        state.push(pick(state.moves))
    return state


@pytest.mark.clause("WH-01")
def test_four_play_in_partnerships_and_three_alone(make):
    four, three = make("whist"), make("whist", players=3)
    assert (four.seats, three.seats) == (4, 3)
    assert [four.rules.side_of(seat) for seat in range(4)] == [(0, 2), (1, 3)] * 2
    assert [three.rules.side_of(seat) for seat in range(3)] == [(0,), (1,), (2,)]
    assert Card("2C") not in three.cards_in_play()
    assert len(four.cards_in_play()) == 52
    assert len(three.cards_in_play()) == 51


@pytest.mark.clause("WH-02", "WH-03")
@pytest.mark.parametrize(("players", "pack", "size"), [(4, PACK, 13), (3, WITHOUT_2C, 17)])
def test_the_last_card_is_the_dealers_and_sets_trumps(make, players, pack, size):
    state = make("whist", players=players, first_dealer=0).deal([pack] * 9)
    assert [len(state.cards[f"hand{i}"]) for i in range(players)] == [size] * players
    for seat in range(players):
        dealt = pack[(seat - 1) % players :: players]
        assert sorted(dealt, key=Card) == [str(card) for card in state.cards[f"hand{seat}"]]
    assert state.facts["trump"] == "S"
    # Everybody saw the king of spades go to the dealer.
    for seat in (*range(players), None):
        assert Card("KS") in state.view(seat).cards["hand0"]
    known = [card for card in state.view(1).cards["hand0"] if card]
    assert known == [Card("KS")]


@pytest.mark.clause("WH-02")
@pytest.mark.parametrize("players", [3, 4])
def test_the_deal_passes_to_the_left(make, players):
    state = play_out(make("whist", players=players, target=20, first_dealer=1).deal(4))
    forehands = [row[0] for row in state.facts["sheet"]]
    assert forehands == [(2 + k) % players for k in range(len(forehands))]


@pytest.mark.clause("WH-04")
def test_the_left_of_the_dealer_leads_then_the_winner(make):
    state = make("whist", first_dealer=0).deal([PACK] * 9)
    assert state.turn == 1
    # Seat 1 has AC 5C 9C KC, seat 2 2C 6C TC, seat 3 3C 7C JC, seat 0 the other clubs.
    for card in ("5C", "2C", "JC", "4C"):
        state.play(card)
    assert state.turn == 3
    assert state.facts["tricks"] == (0, 0, 0, 1)


@pytest.mark.clause("WH-05")
def test_suit_must_be_followed_and_nobody_must_trump(make, texts):
    state = make("whist", first_dealer=0).deal([PACK] * 9)
    state.play("5C")
    assert texts(state) == ["2C", "6C", "TC"]
    with pytest.raises(IllegalMove) as error:
        state.play("3S")
    assert error.value.reason.clause == "WH-05"
    for card in ("2C", "JC", "4C", "3C", "8C", "9C", "6C"):
        state.play(card)
    # A third round of clubs: seat 2 still has one, then it is free.
    assert state.turn == 1
    for card in ("KC", "TC", "7C", "QC", "AC"):
        state.play(card)
    assert len(texts(state)) == 10


@pytest.mark.clause("WH-06")
def test_a_trump_wins_else_the_highest_of_the_suit_led(make):
    hands = "hand0 2H / hand1 AH / hand2 2S / hand3 3S"
    rest = [card for card in PACK if card not in "2H AH 2S 3S".split()]
    game = make("whist")
    for trump, winner in (("S", 3), ("H", 1), ("C", 1)):
        facts = f"contract=trumps trump={trump} phase=play hand=hand0 dealer=3 tricks=[12,0,0,0]"
        state = game.at(f"{hands} / won0 {' '.join(rest)} ; {facts}", deal=1)
        for card in ("2H", "AH", "2S"):
            state.play(card)
        state.push(state.moves[0])
        assert state.facts["sheet"][0][3][winner] == (1 if winner else 13)


@pytest.mark.clause("WH-07")
@pytest.mark.parametrize(
    ("tricks", "points"), [((4, 3, 5, 1), (3, 0, 3, 0)), ((3, 4, 3, 3), (0, 1, 0, 1))]
)
def test_partners_score_their_tricks_over_six(make, tricks, points):
    game = make("whist")
    sides = tuple(sum(tricks[i] for i in game.rules.side_of(seat)) for seat in range(4))
    deal = Result(game.rules.contracts["trumps"], 3, (6,) * 4, sides, ((),) * 4)
    assert game.rules.scoring(deal) == points


@pytest.mark.clause("WH-07")
def test_with_three_a_trick_over_five_is_a_point(make):
    game = make("whist", players=3)
    contract = game.rules.contracts["trumps"]
    assert [contract.quota(2, seat, 3) for seat in range(3)] == [5, 5, 5]
    assert game.rules.scoring(Result(contract, 2, (5,) * 3, (9, 5, 3), ((),) * 3)) == (4, 0, 0)


@pytest.mark.clause("WH-08")
@pytest.mark.parametrize("target", [1, 5, 12])
@pytest.mark.parametrize("players", [3, 4])
def test_the_match_ends_with_the_deal_that_reaches_the_target(make, players, target):
    state = play_out(make("whist", players=players, target=target).deal(9))
    sheet = state.facts["sheet"]
    totals = [[sum(row[4][i] for row in sheet[:k]) for i in range(players)] for k in (-1, None)]
    assert max(totals[0], default=0) < target <= max(totals[1])
    assert list(state.outcome.scores) == totals[1]
    best = max(totals[1])
    assert state.outcome.winners == tuple(i for i in range(players) if totals[1][i] == best)


@given(number=st.integers(0, 2**40), players=st.sampled_from([3, 4]), rng=st.randoms())
@settings(max_examples=8, deadline=None)
def test_random_matches_play_every_card_and_follow_suit(make, number, players, rng):
    state = make("whist", players=players, target=6).deal(number)
    while state.outcome is None:
        hand, trick = state.cards[state.facts["hand"]], state.cards["trick"]
        same = [card for card in hand if trick and card.suit == trick[0].suit]
        assert [move.card for move in state.moves] == list(same or hand)
        state.push(rng.choice(list(state.moves)))
    for _, _, _, tricks, points in state.facts["sheet"]:
        assert sum(tricks) == (13 if players == 4 else 17)
        if players == 4:
            assert points[:2] == points[2:]
            assert points[0] == max(0, tricks[0] + tricks[2] - 6)
