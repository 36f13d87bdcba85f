"""The solver beside trying everything, on small boards of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

import cardkit
from cardkit import Rng, State
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.leaving import Leaving
from cardkit.patience.game import PatienceGame
from cardkit.testing import WrongVerdict, check_solver
from cardkit.testing.small_boards import tried_by_rules

COMPILED = engine().name == "numba"


def test_the_solver_says_what_trying_everything_says(
    small_game: PatienceGame, small: ModuleType
) -> None:
    boards = small.KINDS[small_game.name].boards if COMPILED else 3
    tally = check_solver(small_game, range(1, boards + 1))
    if COMPILED:
        assert tally.undecided <= boards // 5
        # Boards that are nearly all won, or all lost, would say little.
        assert min(tally.won, tally.lost) >= boards // 16, tally


def test_the_solver_says_what_the_readable_engine_says(small_game: PatienceGame) -> None:
    check_solver(small_game, [1, 2], nodes=1000, engine=engine("python"), by_rules=True)


# -- boards on the way, where cards may come back --------------------------------------------------

RANKS = "A23456789TJQK"


def half_built(game: PatienceGame, top: int, columns: int, ups: list[int], rng: Rng) -> State:
    """A state with so many cards of each suit on foundations, and the others in any order."""
    suits = list(zip("CDHS", ups, strict=False))
    rest = [f"{RANKS[rank]}{suit}" for suit, up in suits for rank in range(up, top)]
    rng.shuffle(rest)
    piles = {f"a{i}": [RANKS[r] + suit for r in range(up)] for i, (suit, up) in enumerate(suits, 1)}
    piles |= {f"t{i + 1}": rest[i::columns] for i in range(columns)}
    return game.at(
        " / ".join(f"{name} {' '.join(cards)}" for name, cards in piles.items() if cards)
    )


@pytest.mark.parametrize("lift", ["one", "run"])
@pytest.mark.parametrize("accepts", ["none", "any"])
def test_a_card_that_others_may_come_back_to_is_not_played_up(
    small: ModuleType, accepts: str, lift: str
) -> None:
    rules = small.with_cells(3, 0, 5, 4, lift=lift, accepts=accepts, returns=True)
    game = PatienceGame(rules, name="half-built")
    rng = Rng.stream(5, "half built")

    def boards() -> Iterator[State]:
        for _ in range(250 if COMPILED else 4):
            # One suit is behind: its low cards want to lie on cards that come back.
            ups = [rng.below(2), *(2 + rng.below(2) for _ in range(3))]
            yield half_built(game, 5, 3, ups, rng)

    tally = check_solver(game, boards())
    assert not COMPILED or min(tally.won, tally.lost) >= 25, tally


# -- what is told ----------------------------------------------------------------------------------


def test_a_verdict_that_is_wrong_is_told_with_the_position_nearest_to_the_end(
    small: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill = Leaving.fill

    def too_bold(self: Leaving) -> None:
        """Nothing is thought to lie on anything, so that every play-up seems safe."""
        fill(self)
        for card in range(at.SPAN):
            self.words[at.GUESTS + card] = 0

    monkeypatch.setattr(Leaving, "fill", too_bold)
    game = small.KINDS["freecell up or down"].game("bold")
    with pytest.raises(WrongVerdict) as it:
        check_solver(game, range(1, 80), engine=engine("python"), nodes=4000)
    said = str(it.value)
    assert "depth-first search says lost, and trying everything won; so it does nearer" in said
    state = game.at(said.partition("to the end, of ")[2].partition("\n")[0])
    for move in said.partition("moves: ")[2].split():
        state.play(move)
    assert state.outcome is not None
    assert state.outcome.won


def test_boards_that_are_too_large_are_passed_over(small: ModuleType) -> None:
    game = small.KINDS["freecell"].game("freecell")
    assert check_solver(game, [1, 2, 3], nodes=5, engine=engine("python")).undecided == 3
    assert check_solver(game, [1], nodes=5, engine=engine("python"), by_rules=True).undecided == 1


def test_only_patiences_with_rules_as_data_are_checked() -> None:
    with pytest.raises(Untabulated, match="accordion is no patience with rules as data"):
        check_solver(cardkit.game("accordion"), [1])


def test_trying_everything_on_the_readable_engine_finds_the_moves(small: ModuleType) -> None:
    game = PatienceGame(small.with_cells(2, 0, 2, 2, accepts="none"), name="tiny")
    won = game.at("t1 2C AD / t2 2D AC")
    verdict, moves = tried_by_rules(won, 100)
    assert verdict == "won"
    for move in moves:
        won.play(move)
    assert won.outcome is not None
    assert won.outcome.won
    # Each two lies on its own ace, and there is no other place for it.
    assert tried_by_rules(game.at("t1 AC 2C / t2 AD 2D"), 100) == ("lost", [])
    assert tried_by_rules(game.at("a1 AC 2C / a2 AD 2D"), 100) == ("won", [])


def test_endless_redeals_come_to_an_end(small: ModuleType) -> None:
    rules = small.with_waste(1, 2, 1, suits=2, accepts="none", layout=small.flat(1))
    game = PatienceGame(rules, name="round")
    # The ace of diamonds lies under its own two, and nothing else takes that.
    assert tried_by_rules(game.at("t1 AD 2D / stock [2C AC]"), 100)[0] == "lost"
