"""Clause ids that rules name, held against the clauses that they have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import attrs

from cardkit.rulebook.attributes import key_of
from cardkit.rulebook.document import Path
from cardkit.words import did_you_mean


def unknown_clauses(
    part: Any, known: Collection[str], path: Path = ()
) -> Iterator[tuple[Path, str]]:
    """Every clause id in an attrs object that is not among those known, with its path.

    A clause is what an attribute called `clause`, or `..._clause`, holds.

    >>> @attrs.frozen
    ... class Build:
    ...     cards: str
    ...     clause: str = ""
    >>> list(unknown_clauses({"t": Build("down any-suit", "BI-40")}, ["BI-04"]))
    [(('t', 'clause'), "there is no clause 'BI-40' (did you mean 'BI-04'?)")]
    """
    if attrs.has(type(part)):
        for attribute in attrs.fields(type(part)):
            value, key = getattr(part, attribute.name), key_of(attribute)
            if key.endswith("clause") and value and value not in known:
                yield (*path, key), f"there is no clause {value!r}{did_you_mean(value, known)}"
            else:
                yield from unknown_clauses(value, known, (*path, key))
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from unknown_clauses(value, known, (*path, key))
    elif isinstance(part, tuple):
        for at, value in enumerate(part):
            yield from unknown_clauses(value, known, (*path, at))
