"""What may stand at each place of a rules file, as data.

A place takes scalars of some sorts, a list, a mapping, or several of these. `grammar` makes shapes
of attrs classes; `schema` writes them as JSON Schema, and the reference pages are made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from attrs import evolve, frozen

#: A key without a default: it must be there.
REQUIRED: Final = object()


@frozen
class Sort:
    """Scalars of one sort: what they are in words, and the JSON Schema that they fit.

    A sort that many places share has a `name`; `words` are all there are, if they can be listed.

    >>> Sort.of_words(["up", "down"]).schema
    {'enum': ['up', 'down']}
    """

    what: str
    schema: Mapping[str, Any]
    name: str = ""
    words: tuple[Any, ...] = ()

    @classmethod
    def of_words(cls, words: Iterable[Any], what: str = "", name: str = "") -> Sort:
        """The sort of these words, numbers and truth values alone."""
        listed = tuple(words)
        return cls(what, {"enum": list(listed)}, name, listed)

    @classmethod
    def of_pattern(cls, what: str, pattern: str, name: str = "", **more: Any) -> Sort:
        """The sort of the texts that match a pattern from end to end.

        The pattern is written so that JavaScript and Python read it alike.
        """
        schema = {"type": "string", "pattern": f"^(?:{pattern})$", **more}
        # Not of the standard: what editors say instead of showing the pattern.
        return cls(what, {**schema, "patternErrorMessage": f"Expected {what}."}, name)


TEXT: Final = Sort("a text", {"type": "string"}, "text")
WHOLE: Final = Sort("a whole number", {"type": "integer"}, "whole-number")
NUMBER: Final = Sort("a number", {"type": "number"}, "number")
TRUTH: Final = Sort("`true` or `false`", {"type": "boolean"}, "true-or-false", (True, False))


def whole(least: int, most: int | None = None) -> Sort:
    """Whole numbers of a range.

    >>> whole(1, 60).what, whole(0).schema
    ('a whole number from 1 to 60', {'type': 'integer', 'minimum': 0})
    """
    schema: dict[str, Any] = {"type": "integer", "minimum": least}
    if most is None:
        return Sort(f"a whole number, at least {least}", schema, f"whole-number-from-{least}")
    return Sort(f"a whole number from {least} to {most}", {**schema, "maximum": most})


@frozen
class Key:
    """A key of a record: what it takes, its default as a file would write it, what it means.

    `fixed` says that options of the game cannot change what stands there.
    """

    name: str
    shape: Shape
    default: Any = REQUIRED
    meaning: str = ""
    fixed: bool = False

    @property
    def required(self) -> bool:
        """True if it must be there."""
        return self.default is REQUIRED


@frozen
class Record:
    """A mapping with known keys; `name` is that of its class, `intro` what is said of it."""

    name: str
    keys: tuple[Key, ...]
    intro: str = ""

    def demanding(self, name: str) -> Record:
        """The same record, in which one of the keys must be there."""
        keys = (evolve(key, default=REQUIRED) if key.name == name else key for key in self.keys)
        return evolve(self, keys=tuple(keys))


@frozen
class Variants:
    """A mapping that is one of several records, which is told by a key that it has.

    At most one record is `otherwise`, the one that it is if it has none of the keys.
    """

    by_key: Mapping[str, Record]
    otherwise: Record | None = None

    @property
    def records(self) -> tuple[Record, ...]:
        """All of them."""
        return (*self.by_key.values(), *((self.otherwise,) if self.otherwise else ()))


@frozen
class Named:
    """A mapping from names of a sort to values of one shape; some names may have to be there."""

    names: Sort
    values: Shape
    required: tuple[str, ...] = ()


AnyMapping: TypeAlias = Record | Variants | Named


@frozen
class Shape:
    """What may stand at a place: scalars of some sorts, a list, a mapping, or `null`.

    >>> lone_or_list = Shape.of(TEXT).listed(lone=True)
    >>> lone_or_list.sorts[0].what, lone_or_list.items.sorts[0].what
    ('a text', 'a text')
    """

    sorts: tuple[Sort, ...] = ()
    items: Shape | None = None
    mapping: AnyMapping | None = None
    nullable: bool = False
    #: True if the items of its list may stand there by themselves, one alone.
    lone: bool = False

    @classmethod
    def of(cls, what: Sort | AnyMapping) -> Shape:
        """The shape of scalars of one sort, or of one mapping."""
        return cls(sorts=(what,)) if isinstance(what, Sort) else cls(mapping=what)

    def listed(self, *, lone: bool = False) -> Shape:
        """The shape of lists of such things; `lone` allows a single one without its brackets."""
        if not lone or self.items is not None:
            return Shape(items=self)
        return Shape(self.sorts, self, self.mapping, self.nullable, lone=True)

    def __or__(self, other: Shape) -> Shape:
        """What takes either. Raises ValueError if nobody could tell which is meant."""
        for part in ("items", "mapping"):
            if getattr(self, part) is not None and getattr(other, part) is not None:
                raise ValueError(f"two shapes with {part} cannot be told apart")
        return Shape(
            (*self.sorts, *(sort for sort in other.sorts if sort not in self.sorts)),
            self.items or other.items,
            self.mapping or other.mapping,
            self.nullable or other.nullable,
            lone=self.lone or other.lone,
        )
