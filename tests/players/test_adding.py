"""What players add up comes out the same on every Python: it is checked by fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit import Rng
from cardkit.kernel.engines import engine
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.tabulate import tabulate
from cardkit.players import pimc
from cardkit.players.adding import added
from cardkit.players.tricks_hands import high_cards, strength

RANKS = "23456789TJQKA"
ORDERS = [order for size in range(5) for order in permutations(range(4), size)]


def rounded(numbers):
    """The sum worked out without error and rounded after each number, as IEEE 754 has it."""
    total = Fraction(0)
    for number in numbers:
        total = Fraction(float(total + Fraction(number)))
    return float(total)


def high(place):
    """What the rule says of a place from the top; 28/100 has no float, so that one is rounded."""
    lost = Fraction(float(Fraction(0.28) * place))
    return max(0.0, float(1 - lost))


@given(st.lists(st.floats(-1000, 1000)))
def test_each_number_is_added_and_rounded(numbers):
    assert added(numbers) == rounded(numbers)


def test_nothing_adds_up_to_nothing():
    assert added([]) == 0.0


@pytest.mark.parametrize("order", ORDERS)
def test_high_cards_are_added_in_the_order_they_are_held(order):
    assert high_cards(order) == rounded(map(high, order))


def test_the_order_matters_which_a_better_sum_would_hide():
    sums = {high_cards(order) for order in permutations(range(4))}
    assert len(sums) > 1
    assert len({fsum(map(high, order)) for order in permutations(range(4))}) == 1


@pytest.mark.parametrize("trump", [None, "H"])
def test_the_strength_of_a_hand_is_added_suit_by_suit(trump):
    """Bismarck's order is the usual one, and no card belongs to another suit than its own."""
    game, rng = cardkit.game("bismarck"), Rng(5)
    cards = list(cardkit.Deck())
    for _ in range(50):
        rng.shuffle(cards)
        hand, worth = cards[:16], []
        for suit in range(4):
            own = [card for card in hand if card.suit == suit]
            long = 0.8 if trump and suit == 2 else 0.35
            worth.append(rounded(high(12 - RANKS.index(str(card)[0])) for card in own))
            worth.append(float(max(0, len(own) - 4) * Fraction(long)))
            worth.append(0.25 * len(own) if trump and suit == 2 else 0.0)
        assert strength(game, hand, trump) == rounded(worth)


def test_the_kernel_has_the_same_sums():
    reals = tabulate(cardkit.game("bismarck"), engine("python")).reals
    for order in ORDERS:
        digits = 0
        for place in order:
            digits = digits * 5 + place + 1
        assert reals[at.HIGH_CARDS + digits] == rounded(map(high, order))


class Told:
    """A playout with two moves to try, of which each world has it how well they do."""

    def __init__(self, first, second):
        self.values = zip(*(first, second), strict=True)

    def candidates(self, view):
        return view.moves[:2]

    def value(self, world, move, seat, rng):
        if move is world.moves[0]:
            self.now = next(self.values)
        return self.now[0] if move is world.moves[0] else self.now[1]


def test_a_player_compares_sums_that_are_rounded(snatch, monkeypatch):
    """Ten tenths are less than one; a sum that makes good the rounding has it that they tie."""
    tenths, one = [0.1] * 10, [1.0] + [0.0] * 9
    assert fsum(tenths) == fsum(one)
    monkeypatch.setattr(pimc, "_playout", lambda *_: Told(tenths, one))
    state = snatch.deal(1)
    chosen = pimc.Pimc(snatch, state.turn, Rng(1), worlds=10).choose(state.view(state.turn))
    assert chosen is state.moves[1]
