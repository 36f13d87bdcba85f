"""From a document to attrs objects, every fault with its place in the file."""

from __future__ import annotations

from typing import Any, TypeVar, overload

from cattrs import Converter

from cardkit.rulebook.converter import default_converter
from cardkit.rulebook.document import Document, Path
from cardkit.rulebook.faults import MISFITS, Fault, faults_of, label
from cardkit.rulebook.problems import Problem, RulesError

T = TypeVar("T")


@overload
def structure(
    document: Document, cls: type[T], *, at: Path = (), converter: Converter | None = None
) -> T: ...
@overload
def structure(
    document: Document, cls: Any, *, at: Path = (), converter: Converter | None = None
) -> Any: ...
def structure(
    document: Document, cls: Any, *, at: Path = (), converter: Converter | None = None
) -> Any:
    """The part of a document at the path `at`, as an instance of `cls`.

    `cls` is an attrs class or any type made of such (`tuple[Step, ...]`, `dict[str, int]`,
    `Literal`, unions, enums ...); `cardkit.rulebook.converter` says how it is filled. Raises
    RulesError with all that does not fit.

    >>> from attrs import frozen
    >>> from cardkit.rulebook import parse_document
    >>> @frozen
    ... class Goal:
    ...     pile: str
    ...     cards: int
    >>> structure(parse_document("{pile: a1, cards: 13}"), Goal)
    Goal(pile='a1', cards=13)
    >>> structure(parse_document("plie: a1\\ncards: ten\\n", "goal.yaml"), Goal)
    Traceback (most recent call last):
    ...
    cardkit.rulebook.problems.RulesError: goal.yaml:1:1: unknown key 'plie' (did you mean 'pile'?)
    goal.yaml:2:8: cards: expected a whole number, found the text 'ten'
    """
    node = document.get(at)
    if node is None:
        raise RulesError([document.problem(at, f"the key {at[-1]!r} is missing")])
    try:
        return (converter or default_converter()).structure(node.plain(), cls)
    except MISFITS as error:
        raise RulesError(_place(document, at, fault) for fault in faults_of(error)) from error


def _place(document: Document, at: Path, fault: Fault) -> Problem:
    path = (*at, *fault.path)
    name = "" if fault.key else label(_tail(path))
    return document.problem(path, name + fault.message, key=fault.key)


def _tail(path: Path) -> Path:
    """The last key of a path with the indices behind it."""
    keys = [index for index, step in enumerate(path) if isinstance(step, str)]
    return path[keys[-1] :] if keys else path
