"""The kernel plays every installed game as its readable engine does: compiled, along long lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cardkit
from cardkit import Game, Rng, State
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import engine
from cardkit.kernel.stepping import kernel_of, tabulates
from cardkit.options import Option, OptionValue
from cardkit.testing.kernel_laws import disagreement

GAMES = sorted(cardkit.games())
#: Games in Python, which have no rules as data.
WITHOUT_RULES = {"accordion"}
#: So many moves are compared of each game with each choice of options: thousands in all.
PLIES = 300


def values(option: Option) -> list[OptionValue]:
    """All values of an option, or of many numbers the ends and the default."""
    if option.type == "int" and (option.values is None or len(option.values) > 4):
        ends = (option.default, option.min, option.max)
        return list(dict.fromkeys(end for end in ends if end is not None))
    return list(option.values or (option.default,))


def choices(name: str) -> Iterator[dict[str, OptionValue]]:
    """The options as they are, then such that every value of every option is among them."""
    yield {}
    rng = Rng.stream(2, "agreement", name)
    columns = {option.name: values(option) for option in cardkit.games()[name].options}
    for column in columns.values():
        rng.shuffle(column)
    for row in range(max(map(len, columns.values()), default=0)):
        yield {key: column[row % len(column)] for key, column in columns.items()}


CASES = [(name, chosen) for name in GAMES if name not in WITHOUT_RULES for chosen in choices(name)]


def title(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}={choice}" for key, choice in value.items()) or "as-it-is"
    return str(value)


def a_line(game: Game, deal: int, plies: int) -> State:
    """A state after a random line, which ends sooner if the game does."""
    rng, state = Rng.stream(deal, "agreement"), game.deal(deal)
    while len(state.history) < plies and state.outcome is None:
        state.push(rng.choice(state.moves))
    return state


def test_every_installed_game_with_rules_as_data_tabulates() -> None:
    assert {name for name in GAMES if not tabulates(cardkit.game(name))} == WITHOUT_RULES


def test_a_game_in_python_is_refused_with_the_reason() -> None:
    with pytest.raises(Untabulated, match="accordion has no rules as data"):
        kernel_of(cardkit.game("accordion"))


@pytest.mark.parametrize(("name", "chosen"), CASES, ids=title)
def test_kernel_and_readable_engine_agree(name: str, chosen: dict[str, OptionValue]) -> None:
    game = cardkit.game(name, **chosen)
    kernel = kernel_of(game, engine())
    deal = plies = 0
    while plies < PLIES:
        deal += 1
        state = a_line(game, deal, 150)
        assert disagreement(kernel, state) is None
        plies += len(state.history)
