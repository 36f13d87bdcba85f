"""What is said of a name that nothing has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NoReturn, TypeVar

from cardkit.words import did_you_mean

_V = TypeVar("_V")


class UnknownName(KeyError):
    """Nothing has that name: the text says so, with the nearest name that something has.

    >>> print(UnknownName("no pile is called", "stok", ["stock", "waste"]))
    no pile is called 'stok' (did you mean 'stock'?)
    """

    def __init__(self, nothing: str, name: object, names: Iterable[str]) -> None:
        super().__init__(nothing, name, tuple(names))

    def __str__(self) -> str:
        # Not before it is read: most of those who ask for what may not be there never do.
        nothing, name, names = self.args
        return f"{nothing} {name!r:.60}{did_you_mean(str(name), names)}"


def unknown_pile(name: object, piles: Iterable[str]) -> UnknownName:
    """The error for a name that none of the piles has."""
    return UnknownName("no pile is called", name, piles)


class _Named(dict[str, _V]):
    """A dict that says what a missing key was meant to name."""

    __slots__ = ()
    _nothing: ClassVar[str]

    def __missing__(self, name: object) -> NoReturn:
        raise UnknownName(self._nothing, name, self)


class ByPile(_Named[_V]):
    """Whatever there is one of for each pile.

    A table has plain dicts instead: rules read them all the time, and in these every look takes
    half as long again.
    """

    __slots__ = ()
    _nothing = "no pile is called"


class Told(_Named[_V]):
    """Whatever there is one of for each fact that a seat is told."""

    __slots__ = ()
    _nothing = "this view has no fact"
