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
    new_chance,
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
def test_a_remainder_is_found_without_a_division(plain, output, n):
    assert remainder(new_chance(plain, 0), output, n) == output % n


@pytest.mark.parametrize("n", range(1, 65))
def test_a_remainder_is_right_next_to_multiples(plain, n):
    chance = new_chance(plain, 0)
    for multiple in (0, n, SPAN // 2 // n * n, SPAN // n * n):
        for output in range(max(multiple - 2, 0), min(multiple + 3, SPAN)):
            assert remainder(chance, output, n) == output % n


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
def test_outputs_that_would_favour_small_numbers_are_thrown_away(plain, n, back):
    output = SPAN - 1 - back
    rng, chance = Rng(before(output)), new_chance(plain, 0)
    chance[at.STREAM] = before(output)
    assert Rng(before(output)).next() == output
    assert below(chance, at.STREAM, n) == rng.below(n)
    assert chance[at.STREAM] == rng.state


@given(st.integers(0, SPAN - 1), st.sets(st.integers(0, 61), min_size=1))
def test_an_item_of_a_set_is_drawn_as_from_a_list(plain, state, items):
    rng, chance = Rng(state), new_chance(plain, 0)
    chance[at.STREAM] = state
    drawn = draw(chance, at.STREAM, sum(1 << item for item in items))
    assert drawn == rng.choice(sorted(items))
    assert chance[at.STREAM] == rng.state


@given(st.integers(0, 10**6))
@example(9)
@example(10)
def test_numbers_are_labels_by_their_digits(n):
    assert hash_of_number(n) == fnv1a64(str(n))


@given(st.integers(0, SPAN - 1), st.integers(-5, 10**12))
def test_streams_and_shuffles_are_those_of_the_deal(rules, plain, number, seed):
    deal, now, chance = Deal.of(number), [0] * at.NOW, new_chance(plain, seed)
    begin_streams(rules, now, chance, number)
    assert chance[at.STREAM] == deal.rng("first dealer").state
    for seat in range(3):
        assert chance[at.PLAYER_STREAM + seat] == deal.rng("player", seat, seed).state
    for k in range(12):
        shuffle(rules, now, chance)
        cards = list(rules[at.ORDER : at.ORDER + 52])
        assert now[at.DECK : at.DECK + 52] == deal.order(k, cards)
