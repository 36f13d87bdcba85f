"""Replaying a record: the game played again, and every line of it checked."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence

from cardkit import plugins
from cardkit.cards import Card, format_cards
from cardkit.deals import DealError
from cardkit.headless.reading import Source, read_record, scan_record
from cardkit.headless.record import (
    Played,
    Record,
    RecordError,
    Shuffled,
    checked_ply,
    shuffles_of,
    stopped,
)
from cardkit.headless.tail import Tail
from cardkit.outcome import IllegalMove, Outcome
from cardkit.rulebook.problems import Problem
from cardkit.state import Game, State


def replay(record: Record | Source, to: int | None = None, game: Game | None = None) -> State:
    """The state that a full record leads to, or the one after its first `to` moves.

    The game is found by the name that the record gives, unless it is handed in. A record without
    a result leads as far as it goes; its `note` says so.

    Raises RecordError if it cannot be read, was played by other rules or does not come out as
    written: a move is illegal, a shuffle or the result differs. Raises ValueError if it has fewer
    than `to` moves.
    """
    if not isinstance(record, Record):
        record = read_record(record)
    if record.is_seats:
        raise RecordError(
            "a seat's record tells what the seat saw, not how the cards lay: it can be shown as a"
            " view, not replayed",
            record.path,
            1,
        )
    replaying = _Replaying(record, game or _find_game(record))
    replaying.run(checked_ply(record, to))
    if to is None:
        replaying.check_end()
    return replaying.state


def check_record(source: Source) -> list[Problem]:
    """Everything that is wrong with a record: its lines, else the first that replays otherwise.

    A seat's record is folded to its view. A record that merely stops is not wrong.

    >>> for problem in check_record(['{"cardkit": 2}']):
    ...     print(problem)
    record:1:1: a record of format 2; this version of cardkit reads 1
    """
    record, faults = scan_record(source)
    if record is not None:
        try:
            if record.is_seats:
                record.view()
            else:
                replay(record)
        except RecordError as error:
            faults = [error]
    return [Problem(fault.path, fault.line or 1, fault.column, fault.message) for fault in faults]


class _Replaying:
    """One record on its way through the game."""

    def __init__(self, record: Record, game: Game) -> None:
        self.record = record
        self._check_rules(game)
        try:
            self.state = game.deal(record.header["deal"])
        except DealError as error:
            raise self._error(1, str(error)) from None
        self._tail = Tail(self.state)
        #: Shuffles of the replay that the record has not told yet.
        self._due: deque[tuple[str | None, tuple[Card, ...]]] = deque()
        self._follow()

    def _error(self, line: int, message: str) -> RecordError:
        return RecordError(message, self.record.path, line)

    def _check_rules(self, game: Game) -> None:
        header = self.record.header
        for what, recorded, found in (
            ("game", header["game"], game.name),
            ("version", header["version"], game.version),
            ("rules", header["rules"], game.digest),
        ):
            if recorded != found:
                of = "" if what == "game" else f" of {game.name}"
                raise self._error(
                    1, f"recorded with the {what} {recorded}{of}, which is {found} here"
                )

    def _follow(self) -> None:
        for entries in self._tail.read():
            self._due.extend(shuffles_of(entries))

    def run(self, count: int) -> None:
        """Play the first `count` moves of the record, and check the shuffles up to the next."""
        played = 0
        for line in self.record.lines:
            if isinstance(line, Played):
                if played == count:
                    return
                self._play(line)
                played += 1
            elif isinstance(line, Shuffled):
                self._shuffle(line)

    def _play(self, line: Played) -> None:
        self._check_all_told(line.line)
        if self.state.outcome is not None:
            raise self._error(line.line, f"{line.move} is played after the end of the game")
        seat = self.state.turn if self.state.game.seats > 1 else None
        if line.seat != seat:
            found = "no seat" if line.seat is None else f"seat {line.seat}"
            due = "no seat, as there is only one" if seat is None else f"seat {seat}"
            raise self._error(line.line, f"the line names {found}, but the move is for {due}")
        try:
            self.state.play(line.move)
        except (IllegalMove, DealError) as error:
            raise self._error(line.line, str(error)) from None
        self._follow()

    def _shuffle(self, line: Shuffled) -> None:
        if not self._due:
            raise self._error(line.line, "no shuffle happens here when the game is replayed")
        pile, cards = self._due.popleft()
        if line.pile != pile:
            raise self._error(
                line.line, f"shuffled is {pile or 'the pack'}, not {line.pile or 'the pack'}"
            )
        if line.cards != cards:
            at = _first_difference(line.cards, cards)
            recorded, drawn = (
                format_cards(line.cards[at : at + 3]),
                format_cards(cards[at : at + 3]),
            )
            raise self._error(
                line.line,
                f"the shuffle differs from the replay's at card {at + 1}:"
                f" {recorded or 'nothing'} ..., not {drawn or 'nothing'} ...",
            )

    def _check_all_told(self, line: int) -> None:
        if self._due:
            what = self._due[0][0] or "the pack"
            raise self._error(line, f"a line with the shuffle of {what} is missing before this")

    def check_end(self) -> None:
        """Check the record's result, if it has one, against the game's."""
        recorded = self.record.result
        if recorded is None:
            return
        line = self.record.last_line
        self._check_all_told(line)
        outcome = self.state.outcome
        seats = self.state.game.seats
        if outcome is None and recorded == stopped(seats):
            return
        if outcome != recorded:
            found = "is not over" if outcome is None else f"ends with {_describe(outcome)}"
            raise self._error(line, f"the result is {_describe(recorded)}, but the replay {found}")


def _find_game(record: Record) -> Game:
    try:
        return plugins.game(record.header["game"], **record.header["options"])
    except ValueError as error:  # no such game, options or rules: made to be read
        raise RecordError("; ".join(str(error).splitlines()), record.path, 1) from error


def _first_difference(one: Sequence[Card], other: Sequence[Card]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a is not b), min(len(one), len(other)))


def _describe(outcome: Outcome) -> str:
    return json.dumps(outcome.to_data())
