"""Random play on the readable engine, beside peers driven by the same Python loop in the same run.

    pytest tests/benchmarks --numprocesses=0 --benchmark-enable --benchmark-only

compares rates of one run only: absolute figures say more about the machine than about the code.
The peers are the extra `bench`: open-spiel (`solitaire`, `hearts`, `spades`) and rlcard (`bridge`).
Each round plays a fixed number of games; `moves_per_second` in the extra info is what to compare.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import cardkit

#: Random games between two patiences' positions may go to and fro: so many moves are enough.
LIMIT = 400


def measure(benchmark: Any, play: Callable[[random.Random], int]) -> None:
    """Time rounds of `play`, which returns how many decisions it took, and note their rate.

    What a game works out once, such as its tables, is worked out before.
    """
    rng = random.Random(1)
    play(rng)
    made = [0, 0.0]

    def timed() -> None:
        start = time.process_time()
        made[0] += play(rng)
        made[1] += time.process_time() - start

    benchmark.pedantic(timed, rounds=7)
    benchmark.extra_info["moves_per_second"] = round(made[0] / made[1])


@pytest.mark.parametrize("name", ["bisley", "prince-bismarck", "klondike", "freecell"])
def test_patience(benchmark, name):
    game = cardkit.game(name)

    def play(rng: random.Random) -> int:
        made = 0
        for deal in range(20):
            state = game.deal(deal)
            for _ in range(LIMIT):
                moves = state.moves
                if not moves:
                    break
                state.push(rng.choice(moves))
                made += 1
        return made

    measure(benchmark, play)


@pytest.mark.parametrize("name", ["bismarck", "hearts"])
def test_tricks(benchmark, name):
    game = cardkit.game(name)

    def play(rng: random.Random) -> int:
        made = 0
        for deal in range(3):
            state = game.deal(deal)
            while moves := state.moves:
                state.push(rng.choice(moves))
                made += 1
        return made

    measure(benchmark, play)


@pytest.mark.parametrize("name", ["solitaire", "hearts", "spades"])
def test_peer_open_spiel(benchmark, name):
    pyspiel = pytest.importorskip("pyspiel", reason="the peer open-spiel is not installed")
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        made = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(
                        rng.choice([action for action, _ in state.chance_outcomes()])
                    )
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    made += 1
        return made

    measure(benchmark, play)


def test_peer_rlcard(benchmark):
    rlcard = pytest.importorskip("rlcard", reason="the peer rlcard is not installed")
    importlib.import_module("rlcard.envs")
    env = rlcard.make("bridge", config={"seed": 1})

    def play(rng: random.Random) -> int:
        made = 0
        for _ in range(3):
            state, _ = env.reset()
            while not env.is_over():
                action = rng.choice(list(state["legal_actions"]))
                state, _ = env.step(action)
                made += 1
        return made

    measure(benchmark, play)
