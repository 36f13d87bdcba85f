"""From attrs classes to the shapes of a file that is read into them.

It says of types what `converter` does with values: the same spelling of enums, keys and unions.
Where a family writes a type in a way of its own, its `Spelling` says how. What cannot stand in a
file (a function where a rule may be one) is left out.
"""

from __future__ import annotations

import collections.abc
import enum
import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal, Union, get_args, get_origin

import attrs
from attrs import field, frozen

from cardkit.rulebook.attributes import key_of
from cardkit.rulebook.meanings import comments, mentioning, paragraphs, sentences
from cardkit.rulebook.shapes import (
    NUMBER,
    REQUIRED,
    TEXT,
    TRUTH,
    WHOLE,
    Key,
    Named,
    Record,
    Shape,
    Sort,
    Variants,
)

_SORTS: Final[dict[Any, Sort]] = {str: TEXT, int: WHOLE, float: NUMBER, bool: TRUTH}
_LISTS: Final = (list, tuple, set, frozenset, collections.abc.Sequence, collections.abc.Set)
_MAPPINGS: Final = (dict, collections.abc.Mapping)


@frozen
class Spelling:
    """How the classes of a family are written, where that is not plain from their types.

    `types` gives shapes of types, `keys` those of single attributes by name (`"Group.count"`),
    `kinds` the classes that an abstract one stands for, told apart by their first attributes.
    """

    types: Mapping[Any, Shape] = field(factory=dict)
    #: Scalars that stand for a whole object of a class.
    shorthands: Mapping[type, Sort] = field(factory=dict)
    keys: Mapping[str, Shape] = field(factory=dict)
    #: The sorts of the names in single attributes that are mappings.
    names: Mapping[str, Sort] = field(factory=dict)
    kinds: Mapping[type, tuple[type, ...]] = field(factory=dict)
    #: True if a single item may stand where a list is wanted.
    lone_items: bool = False
    #: What keys mean, where no comment says it: by `"Group.build"`, or by `"clause"` alone for a
    #: key of that name in every class. `"Group"` is what is said of the class itself.
    meanings: Mapping[str, str] = field(factory=dict)
    #: How values of a type are written, for defaults.
    values: Mapping[type, Callable[[Any], Any]] = field(factory=dict)


class Grammar:
    """The shapes of types in one spelling.

    >>> @frozen
    ... class Step:
    ...     '''Cards are dealt, `each` pile so many.'''
    ...     deal: tuple[str, ...]
    ...     each: int = 1
    ...     face: Literal["up", "down"] = "up"
    >>> record = Grammar().record(Step)
    >>> [(key.name, key.required, key.meaning) for key in record.keys[:2]]
    [('deal', True, ''), ('each', False, 'Cards are dealt, `each` pile so many.')]
    >>> record.keys[2].shape.sorts[0].words, record.keys[2].default
    (('up', 'down'), 'up')
    """

    def __init__(self, spelling: Spelling | None = None) -> None:
        self.spelling = spelling or Spelling()
        self._records: dict[type, Record] = {}

    def shape(self, wanted: Any) -> Shape:
        """The shape of a type. Raises TypeError for one that no file can have."""
        if wanted in self.spelling.types:
            return self.spelling.types[wanted]
        if wanted in self.spelling.kinds:
            return self._union(self.spelling.kinds[wanted])
        if wanted in _SORTS:
            return Shape.of(_SORTS[wanted])
        origin, args = get_origin(wanted) or wanted, get_args(wanted)
        if origin is Literal:
            return Shape.of(Sort.of_words(args))
        if origin in (Union, types.UnionType):
            return self._union(args)
        if origin in _LISTS and args:
            return self.shape(args[0]).listed(lone=self.spelling.lone_items)
        if origin in _MAPPINGS and args:
            return Shape.of(Named(self._names(args[0]), self.shape(args[1])))
        if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
            return Shape.of(Sort.of_words(_words(wanted)))
        if isinstance(wanted, type) and attrs.has(wanted):
            return self._object(wanted)
        raise TypeError(f"no file can have a {wanted}")

    def _names(self, wanted: Any) -> Sort:
        (sort,) = self.shape(wanted).sorts
        return sort

    def _object(self, cls: type) -> Shape:
        shape = Shape.of(self.record(cls))
        short = self.spelling.shorthands.get(cls)
        return Shape.of(short) | shape if short else shape

    def _union(self, members: Iterable[Any]) -> Shape:
        shape = Shape()
        objects: list[type] = []
        for member in members:
            if member is type(None):
                shape |= Shape(nullable=True)
            elif isinstance(member, type) and attrs.has(member) and not self._is_short(member):
                objects.append(member)
            elif get_origin(member) is not collections.abc.Callable:
                shape |= self.shape(member)
        if len(objects) == 1:
            shape |= self._object(objects[0])
        elif objects:
            shape |= Shape.of(self._variants(objects))
        return shape

    def _is_short(self, cls: type) -> bool:
        return cls in self.spelling.shorthands or cls in self.spelling.types

    def _variants(self, classes: Iterable[type]) -> Variants:
        """Classes told apart by their first keys; one of them may do without, in a plain union."""
        by_key: dict[str, Record] = {}
        otherwise = None
        kinds = {cls for members in self.spelling.kinds.values() for cls in members}
        for cls in classes:
            record = self.record(cls)
            first = record.keys[0]
            if first.required or cls in kinds:
                by_key[first.name] = record.demanding(first.name)
            else:
                otherwise = record
        return Variants(by_key, otherwise)

    def record(self, cls: type) -> Record:
        """The record that a class is read from."""
        if cls not in self._records:
            self._records[cls] = self._record(cls)
        return self._records[cls]

    def _record(self, cls: Any) -> Record:
        name = cls.__name__.lstrip("_")
        said, above = paragraphs(cls), comments(cls)
        keys, used = [], set()
        for attribute in attrs.fields(attrs.resolve_types(cls)):
            if not attribute.init:
                continue
            key = key_of(attribute)
            meaning = above.get(attribute.name) or self._meaning(name, key)
            if not meaning:
                meaning = mentioning(said, key)
                used.update(sentences(meaning))
            shape = self._attribute(f"{name}.{key}", attribute.type)
            keys.append(Key(key, shape, self._default(attribute), meaning))
        left = (" ".join(s for s in sentences(text) if s not in used) for text in said)
        intro = self.spelling.meanings.get(name) or "\n\n".join(filter(None, left))
        return Record(name, tuple(keys), intro)

    def _attribute(self, name: str, wanted: Any) -> Shape:
        shape = self.spelling.keys.get(name) or self.shape(wanted)
        names = self.spelling.names.get(name)
        if names is not None and isinstance(shape.mapping, Named):
            shape = attrs.evolve(shape, mapping=attrs.evolve(shape.mapping, names=names))
        return shape

    def _meaning(self, name: str, key: str) -> str:
        meanings = self.spelling.meanings
        return meanings.get(f"{name}.{key}") or meanings.get(key, "")

    def _default(self, attribute: attrs.Attribute[Any]) -> Any:
        default: Any = attribute.default
        if default is attrs.NOTHING:
            return REQUIRED
        factory = getattr(default, "factory", None)
        return self.written(default if factory is None else factory())

    def written(self, value: Any) -> Any:
        """A value as a file would have it; of an object those keys that are not as by default."""
        if type(value) in self.spelling.values:
            return self.spelling.values[type(value)](value)
        if attrs.has(type(value)):
            pairs = {
                key_of(a): (self.written(getattr(value, a.name)), self._default(a))
                for a in attrs.fields(type(value))
                if a.init
            }
            return {key: is_ for key, (is_, by_default) in pairs.items() if is_ != by_default}
        if isinstance(value, collections.abc.Mapping):
            return {key: self.written(item) for key, item in value.items()}
        if isinstance(value, tuple | list):
            return [self.written(item) for item in value]
        return value


def _words(wanted: type[enum.Enum]) -> list[str]:
    members = wanted.__members__.items()
    return [m.value if isinstance(m.value, str) else name.lower() for name, m in members]
