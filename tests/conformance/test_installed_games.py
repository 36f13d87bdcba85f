"""Every installed game keeps every law, with its options as they are and as they could be."""

from __future__ import annotations

import pytest

import cardkit
from cardkit import Game, Rng
from cardkit.options import Option, OptionValue
from cardkit.testing import LAWS, Law, check_game
from cardkit.testing.candidates import candidates
from cardkit.testing.kernel_laws import kernel_takes_back, reference_and_kernel

GAMES = sorted(cardkit.games())
CHEAP = [law for law in LAWS if not law.costly]
#: Laws that hold of games that the kernel can play.
OF_THE_KERNEL = (reference_and_kernel, kernel_takes_back)


def choices(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option worth trying: all, or of many numbers the ends and the default."""
    if option.type == "int" and (option.values is None or len(option.values) > 4):
        ends = (option.default, option.min, option.max)
        return tuple(dict.fromkeys(end for end in ends if end is not None))
    return option.values or (option.default,)


def combinations(name: str) -> list[dict[str, OptionValue]]:
    """So few choices of options that every value of every option is among them."""
    options = cardkit.games()[name].options
    rng = Rng.stream(1, "combinations", name)
    columns = {}
    for option in options:
        values = list(choices(option))
        rng.shuffle(values)
        columns[option.name] = values
    rows = max(map(len, columns.values()), default=0)
    return [
        {key: values[row % len(values)] for key, values in columns.items()} for row in range(rows)
    ]


def variants() -> list[tuple[str, dict[str, OptionValue]]]:
    return [(name, chosen) for name in GAMES for chosen in combinations(name)]


def title(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}={choice}" for key, choice in value.items())
    return value.name if isinstance(value, Law) else str(value)


@pytest.mark.parametrize("law", LAWS, ids=title)
@pytest.mark.parametrize("name", GAMES)
def test_an_installed_game_keeps_the_law(name: str, law: Law) -> None:
    game = cardkit.game(name)
    assert law.applies(game) or law in OF_THE_KERNEL
    check_game(game, laws=[law])


@pytest.mark.parametrize(("name", "chosen"), variants(), ids=title)
def test_a_game_with_other_options_keeps_every_law(
    name: str, chosen: dict[str, OptionValue]
) -> None:
    check_game(cardkit.game(name, **chosen), deals=[3], plies=20, laws=CHEAP)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_is_tried(name: str) -> None:
    for option in cardkit.games()[name].options:
        tried = [chosen[option.name] for chosen in combinations(name)]
        assert all(value in tried for value in choices(option))


def a_line(game: Game, plies: int) -> list[cardkit.State]:
    """Some states along a random game."""
    rng, state, states = Rng(6), game.deal(6), []
    for ply in range(plies):
        if ply % 8 == 0:
            states.append(state.copy())
        if state.outcome is not None:
            break
        state.push(rng.choice(state.moves))
    return [*states, state]


@pytest.mark.parametrize("name", GAMES)
def test_a_state_prints_as_code_that_python_runs(name: str) -> None:
    for state in a_line(cardkit.game(name), 30):
        again = eval(repr(state), {"cardkit": cardkit})
        assert again == state
        assert repr(again) == repr(state)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_names_a_clause_that_the_game_declares(name: str) -> None:
    game, declared = cardkit.game(name), {clause.id for clause in cardkit.games()[name].clauses}
    for state in a_line(game, 60):
        for move in candidates(game).of(state):
            reason = state.why_not(move)
            if reason is not None and reason.clause:
                assert reason.clause in declared, f"{move}: {reason}"
