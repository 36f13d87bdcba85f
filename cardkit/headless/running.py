"""Running games: players choose, the state follows, until it is over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TextIO

from attrs import field, frozen

from cardkit import journal, plugins
from cardkit.deals import Deal, parse_deals
from cardkit.headless.files import record_file
from cardkit.headless.record import Recorder, RecordError, Witness, check_witness, stopped
from cardkit.headless.seating import PlayerLike, SeatedPlayer, seat_players
from cardkit.headless.tail import Tail
from cardkit.moves import Move
from cardkit.outcome import Outcome
from cardkit.state import RESIGN, Game, State

#: So many moves a game may have: recycles without a limit never end by themselves.
LIMIT: Final = 10_000


class RunError(RuntimeError):
    """A game that cannot go on though it is not over: its rules are at fault."""


@frozen(eq=False)
class Run:
    """A game that was run to its end, or to the limit: what it was and how it came out.

    `state` is the end; `moves` counts its moves, resigning included.
    """

    game: Game
    deal: Deal
    players: tuple[str, ...]
    seed: int
    outcome: Outcome
    moves: int
    state: State = field(repr=False)

    def to_data(self) -> dict[str, object]:
        """The run as plain data for JSON, without its moves."""
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "deal": str(self.deal),
            "players": list(self.players),
            "seed": self.seed,
            "outcome": self.outcome.to_data(),
            "moves": self.moves,
        }


def run(
    game: str | Game,
    *,
    deal: object = 1,
    players: PlayerLike | Iterable[PlayerLike] | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    record: str | os.PathLike[str] | TextIO | None = None,
    seat: Witness | None = None,
    limit: int = LIMIT,
    **more_options: object,
) -> Run:
    """Play one game to its end, or until `limit` moves were made.

    - `game`: a game or its name, then with `options` or any other keyword for an option;
    - `deal`: anything that `Deal.of` takes;
    - `players`: one for each seat or one for all, each a name with settings (`"pimc:worlds=20"`),
      an object with `choose(view)` or a function of a view; the family's `greedy` player if there
      is one, else `random`, if none is given. A player given as an object serves as it is;
    - `seed`: other numbers give the named players other chance;
    - `record`: a file that the whole game is written to when it is over, or an open stream that
      each move is written to at once; with `seat`, a seat's number or `"onlooker"`, what that
      seat saw of it.

    Raises ValueError or a subclass of it for what is wrong with these (OptionError, DealError,
    RecordError ...), PlayerError for a player that breaks down or breaks the rules.

    >>> result = run("bisley", deal=42, players="random", columns=12)
    >>> result.moves == len(result.state.history), result.outcome == result.state.outcome
    (True, True)
    """
    rules = _game(game, {**(options or {})}, more_options)
    named = Deal.of(deal)
    if limit < 0:
        raise ValueError(f"the limit is a number of moves, not {limit}")
    if seat is not None:
        if record is None:
            raise ValueError("seat= says whose record to write: it goes with record=")
        check_witness(rules.seats, rules.name, seat)
    seated = seat_players(rules, players, named, seed)
    state = rules.deal(named)
    if record is None:
        return _Table(state, seated, seed).run(limit)
    path = os.fspath(record) if isinstance(record, str | os.PathLike) else None
    names = [player.name for player in seated]
    if isinstance(record, str | os.PathLike):
        ...
    with record_file(record) as stream:
        recorder = Recorder(state, stream, players=names, seed=seed, seat=seat, path=path)
        return _Table(state, seated, seed, recorder).run(limit)
