"""The kernel has the moves and the positions of the readable engine, ply by ply."""

from __future__ import annotations

import pytest

from cardkit import Rng
from cardkit.kernel.tricks.stepping import TrickKernel

#: The options of the installed games, a few at a time, so that each value comes up.
GAMES = [
    ("bismarck", {}),
    ("bismarck", {"session": "quick", "must_trump": True, "scoring": "zero-sum"}),
    ("bismarck", {"session": "modern", "pass_scoring": "penalty-only"}),
    ("bismarck", {"session": "modern", "free_trump_spades": "forbidden", "pass_quota": "2-7-7"}),
    ("bismarck", {"session": "modern", "choice_info": "table-only", "first_dealer": 2}),
    ("bismarck", {"session": "fourth-round", "round_order": "no-trump-first"}),
    ("bismarck", {"session": "fourth-round", "fourth_round": "blind", "must_trump": True}),
    ("hearts", {"floor": -60}),
    ("hearts", {"players": 3, "floor": -60, "first_dealer": 1}),
    ("whist", {}),
    ("whist", {"players": 3, "target": 7}),
    ("sergeant-major", {"deals": 5}),
    ("sergeant-major", {"deals": 3, "kitty": "before-discard", "first_dealer": 0}),
    ("sergeant-major", {"deals": 2, "exchange": False}),
]


def follow(kernel: TrickKernel, deal: object, most: int, load_every: int = 10**9) -> int:
    """Play a match at random on both engines and compare all on the way; how many moves it had."""
    state, rng = kernel.game.deal(deal), Rng(7)
    kernel.load(state)
    for ply in range(most):
        assert kernel.moves() == list(state.moves)
        assert kernel.position() == kernel.position_of(state)
        if state.outcome is not None:
            return ply
        move = rng.choice(state.moves)
        state.push(move)
        kernel.push(move)
        if ply % load_every == 0:
            kernel.load(state)
    return most


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: str(value))
def test_installed_games_agree_along_random_matches(make, fastest, name, options):
    kernel = TrickKernel(make(name, **options), fastest)
    assert sum(follow(kernel, deal, 10_000) for deal in (1, 2)) > 100


@pytest.mark.parametrize(("name", "options"), GAMES[2:10:3], ids=lambda value: str(value))
def test_they_agree_without_numba(make, plain, name, options):
    assert follow(TrickKernel(make(name, **options), plain), 3, 130) == 130


@pytest.mark.parametrize("name", ["heading", "stepping", "sharing", "sweeping"])
def test_rules_that_no_installed_game_has_agree(exotic, engine, name):
    kernel = TrickKernel(getattr(exotic, name)(), engine)
    deals = range(4 if engine.name == "numba" else 1)
    assert sum(follow(kernel, deal, 10_000) for deal in deals) > 50


@pytest.mark.parametrize(
    ("name", "options"),
    [("bismarck", {"session": "modern"}), ("sergeant-major", {}), ("hearts", {"players": 3})],
    ids=lambda value: str(value),
)
def test_a_position_loaded_on_the_way_is_gone_on_from(make, fastest, name, options):
    kernel = TrickKernel(make(name, **options), fastest)
    assert follow(kernel, 5, 250, load_every=1) == 250


def test_a_loaded_exchange_is_gone_on_from(exotic, plain):
    kernel = TrickKernel(exotic.sharing(), plain)
    state, rng, seen = kernel.game.deal(1), Rng(1), 0
    while state.outcome is None:
        state.push(rng.choice(state.moves))
        if state.facts["phase"] == "exchange":
            seen += 1
            kernel.load(state)
            kernel.push(state.moves[0])
            state.push(state.moves[0])
            assert kernel.position() == kernel.position_of(state)
    assert seen > 3


@pytest.mark.parametrize("deal", ["ms:617", "pysol:31415"])
def test_the_deals_of_other_programs_are_followed(make, plain, deal):
    kernel = TrickKernel(make("bismarck", session="quick"), plain)
    assert follow(kernel, deal, 10_000) == 3 * 52


def test_listed_deals_are_followed(make, plain):
    kernel = TrickKernel(make("bismarck", session="quick"), plain)
    cards = list(kernel.game.deck)
    assert follow(kernel, [cards[k:] + cards[:k] for k in (0, 9, 30)], 10_000) == 3 * 52


def test_the_position_tells_any_two_plies_apart(make, plain):
    kernel = TrickKernel(make("hearts"), plain)
    state, rng, seen = kernel.game.deal(2), Rng(2), []
    for _ in range(140):
        state.push(rng.choice(state.moves))
        kernel.load(state)
        assert kernel.position() not in seen
        seen.append(kernel.position())
