"""Running games: players choose, the state follows, until it is over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TextIO

from attrs import field, frozen

from cardkit import journal, plugins
from cardkit.deals import Deal, parse_deals
from cardkit.headless.choosing import chosen_game
from cardkit.headless.files import record_file
from cardkit.headless.record import Recorder, Witness, check_witness, stopped
from cardkit.headless.seating import (
    Choice,
    PlayerLike,
    RunError,
    choose_players,
    seat_players,
)
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
    rules = chosen_game(run, game, options, more_options)
    choices = choose_players(rules, players)
    check_limit(limit)
    if seat is not None:
        if record is None:
            raise ValueError("seat= says whose record to write, so it goes with record=")
        check_witness(rules.seats, rules.name, seat)
    playing = _Playing(rules, Deal.of(deal), choices, seed, limit)
    if record is None:
        return playing.run()
    if isinstance(record, str | os.PathLike):
        with record_file(record) as stream:
            return playing.run(stream, seat, os.fspath(record))
    return playing.run(record, seat)


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
    rules = chosen_game(run_many, game, options, more_options)
    choices = choose_players(rules, players)
    check_limit(limit)
    named = parse_deals(deals) if isinstance(deals, str) else map(Deal.of, deals)
    return (_Playing(rules, deal, choices, seed, limit).run() for deal in named)


def check_limit(limit: int) -> None:
    """Raise ValueError for a limit that is none."""
    if limit < 0:
        raise ValueError(f"a limit is a number of moves, not {limit}")


class _Playing:
    """One game on its way to its end."""

    def __init__(
        self, game: Game, deal: Deal, choices: Sequence[Choice], seed: int, limit: int
    ) -> None:
        self.game = game
        self.deal = deal
        self.seed = seed
        self.limit = limit
        self.state = game.deal(deal)
        self.players = seat_players(game, choices, deal, seed)

    def run(
        self, stream: TextIO | None = None, seat: Witness | None = None, path: str = "record"
    ) -> Run:
        """Play the game, and write its record to a stream if there is one."""
        names = tuple(player.name for player in self.players)
        recorder = None
        if stream is not None:
            recorder = Recorder(
                self.state, stream, players=names, seed=self.seed, seat=seat, path=path
            )
        watch = _Watch(self.state)
        try:
            moves, outcome = self._play(recorder, watch)
        except RunError as error:
            # For whoever looks for the fault; the line itself must not tell other seats the deal.
            error.add_note(f"in {self.game!r}, deal {self.deal}, seed {self.seed}")
            raise
        if recorder is not None:
            recorder.finish(outcome)
        watch.over(outcome)
        return Run(self.game, self.deal, names, self.seed, outcome, moves, self.state)

    def _play(self, recorder: Recorder | None, watch: _Watch) -> tuple[int, Outcome]:
        state = self.state
        moves = 0
        while (outcome := state.outcome) is None:
            if moves == self.limit:
                return moves, stopped(self.game.seats)
            if not state.moves:
                raise RunError(
                    f"{self.game.name}: after {moves} moves there is no legal one, yet the game is"
                    " not over; its rules are at fault"
                )
            moves += 1
            move = self.players[state.facts["turn"]].decide(state, moves)
            state.push(move)
            if recorder is not None:
                recorder.update()
            watch.played(move)
        return moves, outcome


class _Watch:
    """Tells the observers among the plugins, if there are any, how a game goes."""

    def __init__(self, state: State) -> None:
        registry = plugins.registry()
        self._state = state
        self._hook = registry.hook
        self._moves = registry.observes_moves
        self._tail = Tail(state) if self._hook.watching("cardkit_deal_started") else None
        if self._tail is not None:
            self._tail.read()
            self._hook.cardkit_deal_started(state)

    def played(self, move: Move) -> None:
        """A move was played; perhaps it ended with a new deal."""
        if self._moves:
            self._hook.cardkit_move_played(self._state, move)
        if self._tail is not None:
            news = [entry[0] for entries in self._tail.read() for entry in entries]
            if journal.BEGIN in news:
                self._hook.cardkit_deal_started(self._state)

    def over(self, outcome: Outcome) -> None:
        """The game is over."""
        self._hook.cardkit_game_over(self._state, outcome)
