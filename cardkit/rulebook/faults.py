"""Faults of values: what hooks, validators and constructors raise, not yet placed in a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from cardkit.rulebook.scalars import shorten
from cardkit.words import did_you_mean


@frozen
class Fault:
    """One thing wrong with a value, at a path within it; `key` blames the key there.

    >>> str(Fault("no pile 'tabelau'", ("reach", 0, "to")))
    "reach, item 1, to: no pile 'tabelau'"
    """

    message: str
    path: tuple[str | int, ...] = ()
    key: bool = False

    def __str__(self) -> str:
        return label(self.path) + self.message

    def under(self, step: str | int) -> Fault:
        """The fault as seen from one step further out."""
        return evolve(self, path=(step, *self.path))


class MisfitError(ValueError):
    """A value that does not fit, with all its `faults`.

    Raise it from a structure hook, a validator or `__attrs_post_init__` to blame a part of the
    value, by its path in the file; a plain ValueError blames the whole value.

    >>> raise MisfitError(Fault("no pile 'tabelau'", ("reach", 0, "to")))
    Traceback (most recent call last):
    ...
    cardkit.rulebook.faults.MisfitError: reach, item 1, to: no pile 'tabelau'
    """

    def __init__(self, *faults: Fault) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class WrongKindError(MisfitError):
    """A value of the wrong kind: what would be right, and what stands there.

    `words` are all the texts that would do, for a hint at the nearest.

    >>> raise WrongKindError("a whole number", "ten")
    Traceback (most recent call last):
    ...
    cardkit.rulebook.faults.WrongKindError: expected a whole number, found the text 'ten'
    """

    def __init__(self, what: str, value: object, words: Iterable[str] = ()) -> None:
        self.what, self.value, self.words = what, value, tuple(words)
        hint = did_you_mean(value, self.words) if isinstance(value, str) and self.words else ""
        super().__init__(Fault(f"expected {what}, found {describe(value)}{hint}"))

    def __reduce__(self) -> tuple[type[WrongKindError], tuple[str, object, tuple[str, ...]]]:
        return type(self), (self.what, self.value, self.words)


#: What a value that does not fit may raise: attrs' validators raise TypeError, too, and cattrs'
#: own hooks a group of exceptions.
MISFITS: Final = (ValueError, TypeError, ExceptionGroup)


def faults_of(error: Exception) -> tuple[Fault, ...]:
    """The faults that an exception tells of.

    >>> faults_of(ValueError("too many"))
    (Fault(message='too many', path=(), key=False),)
    """
    if isinstance(error, MisfitError):
        return error.faults
    if isinstance(error, ExceptionGroup):
        return tuple(
            fault.under(step) if step is not None else fault
            for inner in error.exceptions
            for step in (_step(inner),)
            for fault in faults_of(inner)
        )
    if isinstance(error, KeyError):
        return (Fault(f"the key {error.args[0]!r} is missing"),)
    # attrs' validators put the attribute and the value behind their message.
    message = error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
    return (Fault("; ".join(message.splitlines()) or type(error).__name__),)


def label(path: Iterable[str | int]) -> str:
    """What a message begins with, to name the value that it is about.

    >>> label(("groups", 1)), label(("groups", 1, "row")), label(())
    ('groups, item 2: ', 'groups, item 2, row: ', '')
    """
    words = [f"item {step + 1}" if isinstance(step, int) else step for step in path]
    return ", ".join(words) + ": " if words else ""


def describe(value: object) -> str:
    """What a value of a file is, in words.

    >>> describe("ten"), describe(10), describe(True), describe([1]), describe(None)
    ("the text 'ten'", 'the number 10', 'true', 'a list', 'nothing (null)')
    """
    match value:
        case None:
            return "nothing (null)"
        case bool():
            return str(value).lower()
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text {shorten(value)!r}"
        case dict():
            return "a mapping"
        case list():
            return "a list"
    return shorten(repr(value))


def _step(error: Exception) -> str | int | None:
    """The step that cattrs noted on an exception: an attribute's name or an index.

    None for a missing key, which is a fault of what lacks it.
    """
    if isinstance(error, KeyError):
        return None
    for note in getattr(error, "__notes__", ()):
        step = getattr(note, "name", getattr(note, "index", None))
        if isinstance(step, str | int) and not callable(step):
            return step
    return None
