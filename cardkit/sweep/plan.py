"""What a sweep is to do, as plain data that a store keeps and a worker is sent.

A game itself cannot be sent to another process: its name and options go there, and what is made of
them again is compared by the digest of its rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, TypeAlias

from attrs import field, frozen

from cardkit import __version__, plugins
from cardkit.headless import LIMIT
from cardkit.headless.seating import choose_players, player_name
from cardkit.options import OptionValue, format_value, same_value
from cardkit.state import Game

#: What a result says of a deal besides its name: columns and their types, in order.
Columns: TypeAlias = Mapping[str, Literal["TEXT", "INTEGER"]]

#: A deal's result: its name, then a value for each column.
Row: TypeAlias = tuple[str | int | None, ...]


class SweepError(RuntimeError):
    """A sweep cannot be done, or cannot go on; one line says why."""


@frozen
class Solving:
    """Solve every deal, each within some limits; None is no limit.

    `memory` is in MiB. `short` looks on for fewer moves, `keep_moves` keeps the solutions.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 512
    short: bool = False
    keep_moves: bool = False

    #: `length` is the number of moves of a solution, `thoughtful` 1 if hidden cards were known.
    columns: ClassVar[Columns] = {
        "verdict": "TEXT",
        "ran_out": "TEXT",
        "length": "INTEGER",
        "nodes": "INTEGER",
        "thoughtful": "INTEGER",
        "moves": "TEXT",
    }

    def to_data(self) -> dict[str, object]:
        """The task as plain data for JSON."""
        return {
            "do": "solve",
            "nodes": self.nodes,
            "seconds": self.seconds,
            "memory": self.memory,
            "short": self.short,
            "keep_moves": self.keep_moves,
        }

    def __str__(self) -> str:
        limits = [] if self.nodes is None else [f"{self.nodes:,} nodes"]
        limits += [] if self.seconds is None else [f"{self.seconds:g} s"]
        limits.append(f"{self.memory} MiB")
        return f"solve within {' and '.join(limits)}" + (", shortened" if self.short else "")


@frozen
class Playing:
    """Let players play every deal: one for each seat by name, as `run` takes them."""

    players: tuple[str, ...]
    seed: int = 0
    limit: int = LIMIT

    #: `won` for a game with one seat; `scores` and `winners` by seat for others, as JSON; `sheet`
    #: has a JSON list for each deal of a match: contract, trumps, dealer, tricks, points.
    columns: ClassVar[Columns] = {
        "reason": "TEXT",
        "won": "INTEGER",
        "moves": "INTEGER",
        "scores": "TEXT",
        "winners": "TEXT",
        "sheet": "TEXT",
    }

    def to_data(self) -> dict[str, object]:
        """The task as plain data for JSON."""
        return {
            "do": "play",
            "players": list(self.players),
            "seed": self.seed,
            "limit": self.limit,
        }

    def __str__(self) -> str:
        same = len(set(self.players)) == 1
        players = self.players[:1] if same else self.players
        seed = f", seed {self.seed}" if self.seed else ""
        limit = f", at most {self.limit} moves" if self.limit != LIMIT else ""
        return f"play by {', '.join(players)}{seed}{limit}"


Task: TypeAlias = Solving | Playing


def task_from(data: Mapping[str, Any]) -> Task:
    """The task that `to_data` made the data of.

    >>> task_from(Solving(nodes=100).to_data())
    Solving(nodes=100, seconds=None, memory=512, short=False, keep_moves=False)
    """
    values = {key: value for key, value in data.items() if key != "do"}
    if data["do"] == "solve":
        return Solving(**values)
    return Playing(**{**values, "players": tuple(values["players"])})


@frozen
class Plan:
    """What is done with every deal of which game."""

    game: str
    version: str
    #: The digest of the rules under these options.
    rules: str
    seats: int
    options: Mapping[str, OptionValue]
    #: Those options that are not as they are by default, to name the game by.
    chosen: Mapping[str, OptionValue]
    task: Task
    #: Folders with rules files, which workers need to find the game.
    folders: tuple[str, ...] = field(default=(), eq=False)

    @classmethod
    def of(cls, game: Game, task: Task, folders: tuple[str, ...] = ()) -> Plan:
        """The plan to do a task with deals of a game. Raises ValueError for wrong players.

        >>> import cardkit
        >>> plan = Plan.of(cardkit.game("bisley", columns=12), Playing(("random",)))
        >>> plan.title, str(plan.task)
        ('bisley (columns=12)', 'play by random')
        """
        if isinstance(task, Playing):
            choices = choose_players(game, task.players)
            task = Playing(tuple(map(player_name, choices)), task.seed, task.limit)
        elif game.seats != 1:
            raise ValueError(
                f"{game.name} is played by {game.seats} against each other: there is nothing to"
                " solve, so let players play it"
            )
        return cls(
            game=game.name,
            version=game.version,
            rules=game.digest,
            seats=game.seats,
            options=dict(game.options),
            chosen=dict(_chosen(game)),
            task=task,
            folders=folders,
        )

    @property
    def title(self) -> str:
        """The game with the options that were chosen."""
        options = ", ".join(f"{name}={format_value(value)}" for name, value in self.chosen.items())
        return f"{self.game} ({options})" if options else self.game

    def to_data(self) -> dict[str, object]:
        """The plan as plain data for JSON, without the folders, which differ between machines."""
        return {
            "game": self.game,
            "version": self.version,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "chosen": dict(self.chosen),
            "task": self.task.to_data(),
        }

    def to_text(self) -> str:
        """All of the plan, for a worker, and which version of cardkit made it."""
        more = {"folders": list(self.folders), "cardkit": __version__}
        return json.dumps({**self.to_data(), **more})

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """The plan that `to_text` made a text of. Raises SweepError if another version did."""
        data = json.loads(text)
        made_by = data.pop("cardkit")
        if made_by != __version__:
            raise SweepError(f"a worker has cardkit {__version__}, and the sweep is by {made_by}")
        return cls.from_data(data)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that `to_data` made the data of."""
        folders = tuple(data.get("folders", ()))
        return cls(**{**data, "task": task_from(data["task"]), "folders": folders})

    def difference(self, other: Plan) -> str | None:
        """In what another plan, here, differs from this one there; None if they go together.

        >>> import cardkit
        >>> one = Plan.of(cardkit.game("bisley"), Playing(("random",)))
        >>> other = Plan.of(cardkit.game("bisley"), Playing(("random",), seed=7))
        >>> print(one.difference(other))
        seed: 0 there, 7 here
        """
        for what, mine, theirs in _compared(self, other):
            if not same_value(mine, theirs):
                return f"{what}: {_shown(mine)} there, {_shown(theirs)} here"
        return None


def _chosen(game: Game) -> Iterator[tuple[str, OptionValue]]:
    entry = plugins.games().get(game.name)
    defaults = {option.name: option.default for option in entry.options} if entry else {}
    for name, value in game.options.items():
        if not same_value(value, defaults.get(name)):
            yield name, value


def _compared(one: Plan, other: Plan) -> Iterator[tuple[str, object, object]]:
    """What must be the same in both, what matters most first."""
    yield "game", one.game, other.game
    yield "version of the rules", one.version, other.version
    for name in {**one.options, **other.options}:
        yield f"option {name}", one.options.get(name), other.options.get(name)
    yield "digest of the rules", one.rules, other.rules
    mine, theirs = one.task.to_data(), other.task.to_data()
    yield "task", mine.pop("do"), theirs.pop("do")
    for name in mine:
        yield name.replace("_", " "), mine[name], theirs[name]


def _shown(value: object) -> str:
    if value is None:
        return "unlimited"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return format_value(value) if isinstance(value, bool | int | str) else str(value)
