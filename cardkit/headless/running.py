"""Running games: players choose, the state follows, until it is over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TextIO

from attrs import field, frozen

from cardkit import journal, plugins
from cardkit.deals import Deal, parse_deals
from cardkit.headless.files import record_file
from cardkit.headless.record import Recorder, Witness, check_witness, stopped
from cardkit.headless.seating import PlayerLike, RunError, SeatedPlayer, seat_players
from cardkit.headless.tail import Tail
from cardkit.moves import Move
from cardkit.outcome import Outcome
from cardkit.state import Game, State

#: So many moves a game may have: recycles without a limit never end by themselves.
LIMIT: Final = 10_000


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

    - `game`: a game, or its name together with `options`; a keyword that is none of the others
      is an option, too;
    - `deal`: anything that `Deal.of` takes;
    - `players`: one for each seat or one for all; each a name (`"random"`, `"pimc:worlds=20"`), an
      object with `choose(view)` or a function of a view. None: `greedy` if the game's family has
      such a player, else `random`. A name makes a new player for each seat, an object serves as
      it is;
    - `seed`: another one gives the named players other chance;
    - `record`: a path, where the whole game's record will lie when it is over, or an open stream,
      which gets each line at once; with `seat`, a seat's number or `"onlooker"`, it is the record
      of what that seat saw.

    Raises ValueError (OptionError, DealError, RecordError ... are such) for what is wrong with
    these, PlayerError for a player that fails, RunError for a game that has neither moves nor end.

    >>> result = run("bisley", deal=42, players="random", columns=12)
    >>> result.moves == len(result.state.history), result.outcome == result.state.outcome
    (True, True)
    """
    rules = _game(game, options, more_options)
    _check_limit(limit)
    if seat is not None:
        if record is None:
            raise ValueError("seat= says whose record to write: it goes with record=")
        check_witness(rules.seats, rules.name, seat)
    playing = _Playing(rules, Deal.of(deal), players, seed, limit)
    if record is None:
        return playing.run()
    if isinstance(record, str | os.PathLike):
        with record_file(record) as stream:
            return playing.run(playing.recorder(stream, seat, os.fspath(record)))
    return playing.run(playing.recorder(record, seat, "record"))


def run_many(
    game: str | Game,
    deals: str | Iterable[object],
    *,
    players: PlayerLike | Iterable[PlayerLike] | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    limit: int = LIMIT,
    **more_options: object,
) -> Iterator[Run]:
    """Play many deals one after the other: `"1..100"`, or anything with deals in it.

    Everything else is as for `run`. Each game is played when it is asked for.

    >>> [str(result.deal) for result in run_many("bisley", "ms:1..2, 7", players="random")]
    ['ms:1', 'ms:2', '7']
    """
    rules = _game(game, options, more_options)
    _check_limit(limit)
    named = parse_deals(deals) if isinstance(deals, str) else map(Deal.of, deals)
    given = players
    if players is not None and not _is_one(players):
        given = list(players)  # type: ignore[arg-type]
    return (_Playing(rules, deal, given, seed, limit).run() for deal in named)
