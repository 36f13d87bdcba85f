"""The kernel's chance against `cardkit.rng`, where it takes other ways to the same numbers."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardkit import Deal, Rng
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.chance import (
    begin_streams,
    below,
    draw,
    hash_of_number,
    remainder,
    shuffle,
)
from cardkit.kernel.tricks.tabulate import tabulate
from cardkit.rng import fnv1a64

SPAN = 2**64


@pytest.fixture(scope="module")
def rules(make, plain):
    return tabulate(make("bismarck"), plain).rules


@given(st.integers(0, SPAN - 1), st.integers(1, 64))
@example(SPAN - 1, 63)
def test_a_remainder_is_found_without_a_division(rules, output, n):
    assert remainder(rules, output, n) == output % n


def test_no_step_of_it_needs_more_than_a_word(rules):
    for n in range(1, 65):
        high, middle = (
            (2**20 - 1) * rules[at.HIGH_REST + n],
            (2**22 - 1) * rules[at.MIDDLE_REST + n],
        )
        assert (high + middle + 2**22 - 1) * rules[at.INVERSE + n] < SPAN


def unshifted(z: int, shift: int) -> int:
    """The number that became z when it was combined with itself, shifted to the right."""
    found = z
    for _ in range(64 // shift + 1):
        found = z ^ (found >> shift)
    return found


def before(output: int) -> int:
    """The state of a stream whose next output is this one: SplitMix64 step by step backwards."""
    z = unshifted(output, 31) * pow(0x94D049BB133111EB, -1, SPAN) % SPAN
    z = unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, SPAN) % SPAN
    return (unshifted(z, 30) - 0x9E3779B97F4A7C15) % SPAN


@pytest.mark.parametrize("n", [1, 2, 3, 7, 16, 20, 52, 63, 64])
@pytest.mark.parametrize("back", [0, 1, 2, 15, 16, 17, 63, 64, 65])
def test_outputs_that_would_favour_small_numbers_are_thrown_away(rules, n, back):
    output = SPAN - 1 - back
    rng, chance = Rng(before(output)), [before(output)]
    assert Rng(before(output)).next() == output
    assert below(rules, chance, 0, n) == rng.below(n)
    assert chance == [rng.state]


@given(st.integers(0, SPAN - 1), st.sets(st.integers(0, 61), min_size=1))
def test_an_item_of_a_set_is_drawn_as_from_a_list(rules, state, items):
    rng, chance = Rng(state), [state]
    assert draw(rules, chance, 0, sum(1 << item for item in items)) == rng.choice(sorted(items))
    assert chance == [rng.state]


@given(st.integers(0, 10**6))
@example(9)
@example(10)
def test_numbers_are_labels_by_their_digits(n):
    assert hash_of_number(n) == fnv1a64(str(n))


@given(st.integers(0, SPAN - 1), st.integers(-5, 10**12))
def test_streams_and_shuffles_are_those_of_the_deal(rules, number, seed):
    deal, now, chance = Deal.of(number), [0] * at.NOW, [0] * at.CHANCE
    chance[at.SEED] = fnv1a64(str(seed))
    begin_streams(rules, now, chance, number)
    assert chance[at.STREAM] == deal.rng("first dealer").state
    for seat in range(3):
        assert chance[at.PLAYER_STREAM + seat] == deal.rng("player", seat, seed).state
    for k in range(12):
        shuffle(rules, now, chance)
        cards = list(rules[at.ORDER : at.ORDER + 52])
        assert now[at.DECK : at.DECK + 52] == deal.order(k, cards)
