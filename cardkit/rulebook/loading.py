"""A rules file from its path to the object that it describes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import attrs
from cattrs import Converter

from cardkit.options import Option
from cardkit.rulebook.attributes import key_of
from cardkit.rulebook.declared import SECTION
from cardkit.rulebook.document import Document
from cardkit.rulebook.reading import read_document
from cardkit.rulebook.structuring import structure

T = TypeVar("T")


def _fields(cls: Any) -> tuple[attrs.Attribute[Any], ...]:
    return attrs.fields(cls) if attrs.has(cls) else ()


def load(
    source: str | os.PathLike[str] | Document,
    cls: type[T],
    options: Mapping[str, object] | None = None,
    *,
    declared: Iterable[Option] | None = None,
    converter: Converter | None = None,
) -> T:
    """The attrs object of class `cls` that a file or document describes, for a choice of options.

    An `options:` section is read, and not handed on unless `cls` has an attribute for it. Raises
    RulesError for faults of the file and OptionError for a wrong choice.

    >>> from cardkit.rulebook import parse_document
    >>> @attrs.frozen
    ... class Game:
    ...     columns: int
    >>> load(parse_document("columns: $wide"), Game, {"wide": 13})
    Game(columns=13)
    """
    document = source if isinstance(source, Document) else read_document(source)
    bound = document.bind(options or {}, declared)
    if SECTION not in {key_of(attribute) for attribute in _fields(cls)}:
        bound = bound.without(SECTION)
    return structure(bound, cls, converter=converter)
