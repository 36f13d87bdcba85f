"""The game that a function is given, by itself or by its name with options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter, signature
from typing import Final

from cardkit import plugins
from cardkit.options import OptionError
from cardkit.state import Game
from cardkit.words import nearest

#: What a function says to keywords that it is asked for in vain.
_ELSEWHERE: Final = {
    ("run", "deals"): ": it plays one deal, and cardkit.headless.run_many(game, deals) many",
}


def chosen_game(
    asked: Callable[..., object],
    game: str | Game,
    options: Mapping[str, object] | None,
    more: Mapping[str, object],
) -> Game:
    """The game that a function is given, by itself or by its name with options of either kind.

    `more` are the keywords that the function `asked` does not have itself. Raises UnknownGame,
    OptionError for what is no option of the game and rather looks like a keyword of the function
    or an option, and ValueError for options where they cannot be.
    """
    chosen = dict(options or {})
    for name, value in more.items():
        if name in chosen:
            raise ValueError(f"the option {name!r} is given twice")
        chosen[name] = value
    mistaken = dict(_mistaken(asked, more, _options(game)))
    faults = [("", fault) for fault in mistaken.values()]
    try:
        made = _made(game, {n: value for n, value in chosen.items() if n not in mistaken})
    except OptionError as error:
        raise OptionError([*faults, *error.faults]) from None
    if faults:
        raise OptionError(faults)
    return made


def _options(game: str | Game) -> list[str]:
    """What the options of a game are called."""
    if isinstance(game, str):
        return [option.name for option in plugins.registry().game_entry(game).options]
    return [*game.options]


def _made(game: str | Game, options: Mapping[str, object]) -> Game:
    if isinstance(game, str):
        return plugins.game(game, **options)
    if options:
        raise ValueError(
            f"{game.name} is a game whose options are chosen already: {', '.join(options)} cannot"
            " be"
        )
    return game


def _mistaken(
    asked: Callable[..., object], names: Iterable[str], options: list[str]
) -> Iterable[tuple[str, str]]:
    """The names that are no options and were meant as keywords, each with what to say of it."""
    keywords = [
        parameter.name
        for parameter in signature(asked).parameters.values()
        if parameter.kind is not Parameter.VAR_KEYWORD
    ]
    for name in names:
        if name in options:
            continue
        instead = _ELSEWHERE.get((asked.__name__, name))
        near = nearest(name, [*options, *keywords])
        if instead is None and near in keywords and near not in options:
            instead = f" (did you mean {near!r}?)"
        if instead is not None:
            yield name, f"{asked.__name__} has no keyword {name!r}{instead}"
