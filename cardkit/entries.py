"""What a plugin hands in: games and players, each with what people ask before using them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

from cardkit.options import Option, check_options

if TYPE_CHECKING:
    from cardkit.moves import Move
    from cardkit.state import Game
    from cardkit.view import View

OptionValue = bool | int | str


@frozen
class Clause:
    """One rule in words: its id, and the text in several languages."""

    id: str
    text: Mapping[str, str]


@frozen
class GameEntry:
    """A game as it is offered: what it is called, its options, its rules in words, how to make it.

    `make` gets every declared option with a checked value and returns the game. `title` and
    `summary` map a language (`en`) to text; English is always there. `notation` gives moves as
    they are written, each with what it does, likewise by language: for games in Python, since of
    a family's rules it is known what moves there are.
    """

    name: str
    make: Callable[[Mapping[str, OptionValue]], Game] = field(repr=False)
    title: Mapping[str, str]
    family: str
    version: str = "1"
    summary: Mapping[str, str] = field(factory=dict)
    source: str = ""
    options: tuple[Option, ...] = ()
    clauses: tuple[Clause, ...] = ()
    notation: Mapping[str, Mapping[str, str]] = field(factory=dict)
    #: The rules file it was read from, if any.
    file: Path | None = None

    def create(self, options: Mapping[str, object] | None = None) -> Game:
        """The game with options chosen. Raises OptionError naming every option that is wrong."""
        return self.make(check_options(self.options, options or {}, where=self.name))


class Player(Protocol):
    """Somebody who decides for one seat, for one game."""

    def choose(self, view: View) -> Move | None:
        """One of `view.moves`, or None to resign."""


@frozen
class PlayerEntry:
    """A player as it is offered. `make(game, seat, rng)` makes one for one seat of one game.

    `families` are the families of games it can play, None for all. Two entries may share a name
    if their families differ: `greedy` means the greedy player of the game's own family.
    """

    name: str
    make: Callable[..., Player] = field(repr=False)
    help: str
    families: tuple[str, ...] | None = None
    #: Settings that may follow the name, `pimc:worlds=50`; `make` gets the checked values as
    #: keyword arguments.
    settings: tuple[Option, ...] = ()
