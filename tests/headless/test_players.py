from __future__ import annotations

from collections import Counter

import cardkit
from cardkit import Game, Rng
from cardkit.players import RandomPlayer


def test_random_is_offered_to_every_game() -> None:
    for family in ("patience", "tricks", "python"):
        assert "random" in cardkit.plugins.players(family)


def test_random_takes_every_legal_move_about_as_often(snatch: Game) -> None:
    view = snatch.deal(1).view(0)
    player = RandomPlayer(snatch, 0, Rng(1))
    found = Counter(player.choose(view) for _ in range(6000))
    assert set(found) == set(view.moves)
    expected = 6000 / len(view.moves)
    # Five standard deviations of a binomial count.
    assert all(abs(count - expected) < 5 * expected**0.5 for count in found.values())


def test_random_is_a_function_of_its_generator(snatch: Game) -> None:
    view = snatch.deal(1).view(0)
    one, other = (RandomPlayer(snatch, 0, Rng(8)) for _ in range(2))
    assert [one.choose(view) for _ in range(20)] == [other.choose(view) for _ in range(20)]
