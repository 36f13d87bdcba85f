"""Records: games written down as JSON Lines, one line a move.

A full record can be replayed. Its first line names the game and the deal, its last the result:

    {"cardkit": 1, "game": "bisley", "version": "1", "rules": "0c5e...", "options": {...},
     "deal": "42", "players": ["greedy"], "seed": 0}
    {"shuffle": null, "cards": "9S 2H ..."}     how cards came to lie: a pile's name, or null for
                                                cards that were not on the table before
    {"move": "t5-a2"}                           with "seat" where there are several
    {"result": {"reason": "stuck", "won": false}, "moves": 1}

The record of one seat (or an onlooker) tells what that seat saw and nothing else. Its first line
names no deal, seed or player, but the piles and facts; the second what was seen of the setup:

    {"cardkit": 1, "game": "bismarck", "version": "1", "options": {...}, "seat": 1, "piles": [...],
     "facts": [...]}
    {"saw": [...]}
    {"move": "away ??", "saw": [...]}
    {"result": {...}, "moves": 1}

Every line is plain ASCII. A game that is still going on lacks the last line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TextIO, TypeAlias

from attrs import field, frozen

from cardkit import journal
from cardkit.cards import Card, format_cards
from cardkit.headless.tail import Tail, TailError
from cardkit.journal import Entry
from cardkit.moves import Move
from cardkit.observation import Event, Observer
from cardkit.outcome import Outcome
from cardkit.state import State
from cardkit.view import FoldError, View, header_of

#: The number of this format, which a record's first line tells.
FORMAT: Final = 1

#: Whose record: a seat's number, or somebody's who sits at no seat.
Witness: TypeAlias = int | Literal["onlooker"]


class RecordError(ValueError):
    """A record that cannot be read, replayed or written: where, and what is wrong, in one line.

    >>> print(RecordError("the record is empty", "a.jsonl", 1))
    a.jsonl:1: the record is empty
    """

    def __init__(
        self, message: str, path: str = "record", line: int | None = None, column: int = 1
    ):
        super().__init__(message, path, line, column)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"


@frozen
class Shuffled:
    """A line that tells the order which a shuffle gave a pile's cards.

    `pile` is None where the cards were not on the table before.
    """

    line: int
    pile: str | None
    cards: tuple[Card, ...]


@frozen
class Played:
    """A line that tells a move, and in games for several who made it."""

    line: int
    move: Move
    seat: int | None = None


@frozen
class Seen:
    """A line of a seat's record: a move as the seat knows it (None: the setup) and what it saw."""

    line: int
    move: Move | None
    saw: tuple[Event, ...] = field(repr=False)


@frozen
class Record:
    """A record as it was read; `read_record` makes one.

    `result` is None for a game that is not over. `torn` is true if a last line, cut off in the
    middle of writing, was left out.
    """

    header: Mapping[str, Any]
    lines: tuple[Shuffled | Played | Seen, ...] = field(repr=False)
    result: Outcome | None
    torn: bool = False
    #: The file it was read from, and its last whole line (that of the result), for messages.
    path: str = "record"
    last_line: int = 0

    @property
    def is_seats(self) -> bool:
        """True for the record of one seat or an onlooker, which cannot be replayed."""
        return "seat" in self.header

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in order; in a seat's record with `??` for what the seat was not told."""
        lines = (line for line in self.lines if isinstance(line, Played | Seen))
        return tuple(line.move for line in lines if line.move is not None)

    @property
    def shuffles(self) -> tuple[tuple[Card, ...], ...]:
        """The orders that the shuffles gave, first to last."""
        return tuple(line.cards for line in self.lines if isinstance(line, Shuffled))

    @property
    def note(self) -> str | None:
        """What to tell people about a record without a result, None for a complete one."""
        if self.result is not None:
            return None
        count = len(self.moves)
        torn = "; its last line was cut off" if self.torn else ""
        return f"unfinished: no result after {count} move{'' if count == 1 else 's'}{torn}"

    def view(self, to: int | None = None) -> View:
        """What the seat of a seat's record knows at its end, or after `to` moves.

        Raises RecordError if it is a full record, which is replayed instead, or tells of what
        cannot be; ValueError if it has not so many moves.
        """
        if not self.is_seats:
            raise RecordError("a full record has no view of its own: replay it", self.path)
        count = checked_ply(self, to)
        seen = [line for line in self.lines if isinstance(line, Seen)][: count + 1]
        try:
            return View.from_record(
                json.dumps(data) for data in (self.header, *({"saw": line.saw} for line in seen))
            )
        except FoldError as error:
            raise RecordError(f"it cannot be: {error.reason}", self.path, error.line) from None
        except RecursionError:
            raise RecordError("it cannot be: lists nested too deep", self.path) from None


def checked_ply(record: Record, to: int | None) -> int:
    """How many moves of a record are meant by `to`. Raises ValueError if it has not so many."""
    count = len(record.moves)
    if to is None:
        return count
    if not 0 <= to <= count:
        raise ValueError(f"{record.path}: it has moves 0 to {count}, not {to}")
    return to


def shuffles_of(entries: Sequence[Entry]) -> Iterator[tuple[str | None, tuple[Card, ...]]]:
    """The shuffles among a journal's entries: which pile (None: none yet), and the order."""
    for entry in entries:
        if entry[0] == journal.SHUFFLE:
            yield entry[1], entry[4]
        elif entry[0] == journal.DRAW:
            yield None, entry[1]


class Recorder:
    """Writes a state's record line by line while the game goes on.

    Every line is flushed, so that the log of a live game survives a crash. Moves that were played
    before the recorder came are written first. With `seat` it is that seat's record. The stream
    stays the caller's; `path` is what errors call it.

    Raises RecordError where a line cannot be written, and for a state whose beginning is not known:
    a full record needs one that began with its deal, not with a position.

    >>> import cardkit, sys
    >>> state = cardkit.game("bisley").deal(1)
    >>> recorder = Recorder(state, sys.stdout, seat=0)  # doctest: +ELLIPSIS
    {"cardkit": 1, "game": "bisley", ...}
    {"saw": [...]}
    >>> state.resign()
    >>> recorder.update()
    {"move": "resign", "saw": [["play", 0, "resign"], ["set", "resigned", 0]]}
    >>> recorder.finish()
    {"result": {"reason": "resigned", "won": false}, "moves": 1}
    """

    def __init__(
        self,
        state: State,
        stream: TextIO,
        *,
        players: Sequence[str] = (),
        seed: int = 0,
        seat: Witness | None = None,
        path: str = "record",
    ) -> None:
        self._state = state
        self._stream = stream
        self._path = path
        self._tail = Tail(state)
        self._moves = 0
        self._facts = {spec.name: spec for spec in state._table.fact_specs}
        self._observer: Observer | None = None
        header: dict[str, object] = {"cardkit": FORMAT}
        game = state.game
        self._check_start(full=seat is None)
        if seat is None:
            header |= {"game": game.name, "version": game.version, "rules": game.digest}
            header |= {"options": dict(game.options), "deal": str(state.deal)}
            header |= {"players": list(players), "seed": seed}
        else:
            who = check_witness(game.seats, game.name, seat)
            self._observer = Observer(who, state._table.pile_specs)
            header |= {"game": game.name, "version": game.version, "options": dict(game.options)}
            header |= header_of(state._table, who)
        self._write(header)
        self.update()

    def _check_start(self, full: bool) -> None:
        """A full record starts from the deal; a seat's from what the game's facts are at first."""
        begun = Tail(self._state).read()[0]
        deal = self._state.deal
        if full and (deal is None or begun != Tail(self._state.game.deal(deal)).read()[0]):
            raise RecordError(
                "it did not begin with its deal, so nobody could replay it", self._path
            )
        starts = {name: spec.start for name, spec in self._facts.items()}
        if begun and begun[0][0] == journal.BEGIN and begun[0][2] != starts:
            raise RecordError("its earlier deals are not known any more", self._path)

    def update(self) -> None:
        """Write the moves played since the last time, if any.

        Raises RecordError if moves were taken back: a record only grows. Start another one.
        """
        try:
            moves = self._tail.read()
        except TailError as error:
            raise RecordError(f"{error}; a record only grows", self._path) from None
        for entries in moves:
            self._write_move(entries)

    def _write_move(self, entries: Sequence[Entry]) -> None:
        mark = entries[0] if entries and entries[0][0] == journal.MARK else None
        self._moves += mark is not None
        if self._observer is not None:
            saw = self._observer.events(entries, self._facts)
            self._write(({"move": saw[0][2]} if mark else {}) | {"saw": saw})
            return
        if mark is not None:
            several = self._state.game.seats > 1
            self._write({"move": str(mark[1])} | ({"seat": mark[2]} if several else {}))
        for pile, cards in shuffles_of(entries):
            self._write({"shuffle": pile, "cards": format_cards(cards)})

    def finish(self, outcome: Outcome | None = None) -> None:
        """Write the last line: the outcome given, else the game's own.

        Raises RecordError if there is none yet.
        """
        self.update()
        outcome = outcome or self._state.outcome
        if outcome is None:
            raise RecordError("the game is not over, so its record has no result", self._path)
        self._write({"result": outcome.to_data(), "moves": self._moves})

    def _write(self, data: Mapping[str, object]) -> None:
        try:
            self._stream.write(json.dumps(data) + "\n")
            self._stream.flush()
        except (OSError, ValueError) as error:  # ValueError: the stream was closed
            raise file_error("write", self._path, error) from error


def stopped(seats: int) -> Outcome:
    """The outcome of a game that its run's limit of moves stopped."""
    return Outcome("limit", won=False if seats == 1 else None)


def file_error(to_do: str, path: str, error: Exception) -> RecordError:
    """The error that tells why a record cannot be read or written."""
    reason = error.strerror if isinstance(error, OSError) else None
    if "\0" in path:  # each version of Python has other words for it
        reason = "there is a null character in the path"
    return RecordError(f"cannot {to_do} the record: {reason or error}", path)


def check_witness(seats: int, game: str, seat: object) -> int | None:
    """Whose eyes a seat's record sees with, as `State.view` takes it. Raises RecordError."""
    if seat == "onlooker":
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        shown = repr(seat) if isinstance(seat, str | int) else type(seat).__name__
        whose = "0" if seats == 1 else f"0 to {seats - 1}"
        raise RecordError(f"a record is of seat {whose} of {game} or of an onlooker, not {shown}")
    return seat
