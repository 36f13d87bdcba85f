"""Reading a record: every line checked, every fault with its place."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, Final, TypeAlias

from cardkit.cards import parse_cards
from cardkit.headless.record import FORMAT, Played, Record, RecordError, Seen, Shuffled, file_error
from cardkit.moves import Move
from cardkit.outcome import Outcome
from cardkit.words import did_you_mean

#: A file's path, or the lines themselves.
Source: TypeAlias = str | os.PathLike[str] | Iterable[str | bytes]

#: The longest line by far is an order of 20,000 cards.
_LONGEST: Final = 2**20
#: Longer numbers mean nothing here, and Python refuses to read far longer ones.
_MOST_DIGITS: Final = 1000
#: After so many faults nobody reads on.
_MOST_FAULTS: Final = 100


def read_record(source: Source) -> Record:
    """The record in a file, or of lines of JSON.

    A last line that was cut off in the middle of writing is left out, and the record says so.
    Raises RecordError, `path:line: what`, for anything else that is no record.

    >>> record = read_record([
    ...     '{"cardkit": 1, "game": "bisley", "version": "1", "rules": "a0b1", "options": {},'
    ...     ' "deal": "42", "players": ["greedy"], "seed": 0}',
    ...     '{"move": "t5-a2"}',
    ...     '{"mov',
    ... ])
    >>> record.moves, record.torn, record.note
    ((Move('t5-a2'),), True, 'unfinished: no result after 1 move; its last line was cut off')
    """
    record, faults = scan_record(source)
    if record is None:
        raise faults[0]
    return record


def scan_record(source: Source) -> tuple[Record | None, Sequence[RecordError]]:
    """A record, or None and everything that is wrong with it."""
    path = os.fspath(source) if isinstance(source, str | os.PathLike) else "record"
    scan = _Scan(path)
    try:
        with _lines(source) as lines:
            scan.read(lines)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        scan.faults.append(file_error("read", path, error))
    return (None if scan.faults else scan.record()), scan.faults


@contextmanager
def _lines(source: Source) -> Iterator[Iterable[str | bytes]]:
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as stream:
            yield _file_lines(stream)
    else:
        yield source


def _file_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, none of them read much beyond the longest that can be."""
    while line := stream.readline(_LONGEST + 2):
        yield line


class _Unreadable(ValueError):
    """A line that is no JSON: what a cut leaves of a good one, if it is the last."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


class _Scan:
    """The lines of one record as they are read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.header: dict[str, Any] | None = None
        self.lines: list[Shuffled | Played | Seen] = []
        self.result: Outcome | None = None
        self.torn = False
        self.number = 0
        self.faults: list[RecordError] = []
        self._moves = 0

    def record(self) -> Record:
        """The record that all lines together are."""
        header = self.header or {}
        return Record(header, tuple(self.lines), self.result, self.torn, self.path, self.number)

    def read(self, lines: Iterable[str | bytes]) -> None:
        """Read every line, or as far as there is sense in it."""
        line: str | bytes | None = None
        for following in lines:
            if line is not None and not self._read_line(line, last=False):
                return
            line = following
        if line is None:
            self.faults.append(RecordError("the record is empty", self.path, 1))
        else:
            self._read_line(line, last=True)

    def _read_line(self, line: str | bytes, last: bool) -> bool:
        """Read one line; False if there is no sense in reading on."""
        self.number += 1
        if len(line) > _LONGEST + 1:
            self._fault(f"a line of more than {_LONGEST} characters")
            return False
        try:
            self._take(_parse(line))
        except _Unreadable as error:
            if last and self.header is not None:
                self.torn = True
                self.number -= 1
                return False
            return self._fault(str(error), error.column)
        except ValueError as error:
            return self._fault(str(error))
        return True

    def _fault(self, message: str, column: int = 1) -> bool:
        self.faults.append(RecordError(message, self.path, self.number, column))
        return self.header is not None and len(self.faults) < _MOST_FAULTS

    def _take(self, data: object) -> None:
        if not isinstance(data, dict):
            raise ValueError(f"a line of a record is a JSON object, not {_show(data)}")
        if self.header is None:
            self.header = _checked_header(data)
        elif self.result is not None:
            raise ValueError("nothing may follow the line with the result")
        elif "result" in data:
            self._take_result(data)
        elif "seat" in self.header:
            self._take_seen(data)
        elif "shuffle" in data:
            _check(data, _SHUFFLED, "a shuffle's line")
            self.lines.append(Shuffled(self.number, data["shuffle"], parse_cards(data["cards"])))
        else:
            _check(data, _PLAYED, "a move's line", optional=("seat",))
            self.lines.append(Played(self.number, Move(data["move"]), data.get("seat")))
            self._moves += 1

    def _take_seen(self, data: dict[str, Any]) -> None:
        if not self.lines:
            _check(data, _SETUP, "the line that tells what was seen of the setup")
            move = None
        else:
            _check(data, _SEEN, "a move's line")
            move = Move(data["move"])
            self._moves += 1
        self.lines.append(Seen(self.number, move, tuple(data["saw"])))

    def _take_result(self, data: dict[str, Any]) -> None:
        _check(data, _RESULT, "the result's line")
        result = data["result"]
        _check(result, _OUTCOME, "the result", optional=("won", "scores", "winners"))
        if data["moves"] != self._moves and not self.faults:
            raise ValueError(f"the result counts {data['moves']} moves, not {self._moves}")
        scores = result.get("scores")
        self.result = Outcome(
            reason=result["reason"],
            won=result.get("won"),
            scores=None if scores is None else tuple(scores),
            winners=tuple(result.get("winners", ())),
        )


def _parse(line: str | bytes) -> object:
    """The data of one line. Raises _Unreadable if it is no JSON, ValueError if it is bad JSON."""
    try:
        text = line if isinstance(line, str) else line.decode()
    except UnicodeDecodeError as error:
        raise _Unreadable("not UTF-8 text, so not JSON", error.start + 1) from None
    if not text.strip():
        raise _Unreadable("an empty line")
    try:
        return json.loads(
            text.rstrip("\r\n"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_whole,
        )
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at").removesuffix(" starting")
        raise _Unreadable(f"not JSON at column {error.colno}: {what}", error.colno) from None
    except RecursionError:
        raise ValueError("brackets nested too deep") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{_show(twice)} stands there twice")
    return found


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _constant(text: str) -> object:
    raise ValueError(f"{text} is not JSON")


# -- what the parts of a line may be -------------------------------------------------------------

#: What a value is called, and the test for it.
_Kind: TypeAlias = tuple[str, Callable[[Any], bool]]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _all(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _is_pile(value: object) -> bool:
    match value:
        case [str(), bool(), None]:
            return True
        case [str(), bool(), seats]:
            return _all(_is_count)(seats)
    return False


def _is_fact(value: object) -> bool:
    match value:
        case [str(), _]:
            return True
    return False


def _is_options(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(v, bool | int | str) for v in value.values())


_TEXT: Final[_Kind] = ("a text", lambda value: isinstance(value, str))
_COUNT: Final[_Kind] = ("a whole number of at least 0", _is_count)
_NUMBERS: Final[_Kind] = ("a list of whole numbers", _all(_is_number))
_SAW: Final[_Kind] = ("a list of lists", _all(lambda event: isinstance(event, list)))

_BOTH: Final[Mapping[str, _Kind]] = {
    "cardkit": ("a whole number", _is_number),
    "game": _TEXT,
    "version": _TEXT,
    "options": ("an object of true, false, whole numbers and texts", _is_options),
}
_FULL: Final[Mapping[str, _Kind]] = {
    **_BOTH,
    "rules": _TEXT,
    "deal": _TEXT,
    "players": ("a list of texts", _all(lambda name: isinstance(name, str))),
    "seed": ("a whole number", _is_number),
}
_SEATS: Final[Mapping[str, _Kind]] = {
    **_BOTH,
    "seat": ("null or a seat's number", lambda value: value is None or _is_count(value)),
    "piles": ("a list of piles: name, ordered, seats", _all(_is_pile)),
    "facts": ("a list of facts: name, start", _all(_is_fact)),
}
_PLAYED: Final[Mapping[str, _Kind]] = {"move": _TEXT, "seat": _COUNT}
_SHUFFLED: Final[Mapping[str, _Kind]] = {
    "shuffle": ("null or a pile's name", lambda value: value is None or isinstance(value, str)),
    "cards": _TEXT,
}
_SETUP: Final[Mapping[str, _Kind]] = {"saw": _SAW}
_SEEN: Final[Mapping[str, _Kind]] = {"move": _TEXT, "saw": _SAW}
_RESULT: Final[Mapping[str, _Kind]] = {
    "result": ("an object", lambda value: isinstance(value, dict)),
    "moves": _COUNT,
}
_OUTCOME: Final[Mapping[str, _Kind]] = {
    "reason": _TEXT,
    "won": ("true or false", lambda value: isinstance(value, bool)),
    "scores": _NUMBERS,
    "winners": _NUMBERS,
}


def _checked_header(data: dict[str, Any]) -> dict[str, Any]:
    if "cardkit" not in data:
        raise ValueError("not a record of a game: its first line has no 'cardkit'")
    if data["cardkit"] != FORMAT or not _is_number(data["cardkit"]):
        shown = _show(data["cardkit"])
        raise ValueError(f"a record of format {shown}; this version of cardkit reads {FORMAT}")
    _check(data, _SEATS if "seat" in data else _FULL, "the first line")
    return data


def _check(
    data: Mapping[str, Any], kinds: Mapping[str, _Kind], what: str, optional: Sequence[str] = ()
) -> None:
    """Check the parts of an object. Raises ValueError for the first that is wrong."""
    for key, value in data.items():
        if key not in kinds:
            raise ValueError(f"{what} has no {_show(key)}{did_you_mean(key, kinds)}")
        kind, fits = kinds[key]
        if not fits(value):
            raise ValueError(f"{key!r} is {kind}, not {_show(value)}")
    for key in kinds:
        if key not in data and key not in optional:
            raise ValueError(f"{what} lacks {key!r}")


def _show(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."
