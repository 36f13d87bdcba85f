"""The converter: from plain data to attrs objects, without coercion and with every fault at once.

It is a cattrs converter, so a family registers hooks of its own on it. What differs from cattrs:

- Scalars are taken as they are: no text for a number, no number for a text, no `true` for 1. Only
  a whole number will do where a float is wanted. A subclass of `str` or `int` is called with a
  text, and may raise ValueError.
- Enums are written by their values where these are texts, else by their names in small letters.
- A mapping for an attrs class may have no other keys than the class has attributes. The key is the
  attribute's alias; a trailing underscore is dropped (`from_` is written `from`), and
  `field(metadata={"key": "king-may"})` gives an attribute any other key.
- Converters and validators of attributes that raise ValueError or TypeError are faults of their
  attributes, `__attrs_post_init__` is one of the whole mapping, unless it raises `MisfitError`.
- A union takes the first of its members that fits.

A hook for a union, which cattrs' `register_structure_hook` would file behind the general one, goes
through `register_structure_hook_func(lambda t: t == A | B, hook)`.
"""

from __future__ import annotations

import collections.abc
import enum
import re
import types
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import Converter

from cardkit.rulebook.attributes import mapping_hook
from cardkit.rulebook.faults import MISFITS, Fault, MisfitError, WrongKindError, faults_of

T = TypeVar("T")

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_LISTS: Final[dict[Any, Callable[[list[Any]], Any]]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    collections.abc.Sequence: tuple,
    collections.abc.Set: frozenset,
}
_MAPPINGS: Final = (dict, collections.abc.Mapping)


def make_converter() -> Converter:
    """A new converter, for hooks of one's own.

    >>> from cardkit.rulebook import structure, parse_document
    >>> converter = make_converter()
    >>> converter.structure([1, 2], tuple[int, ...])
    (1, 2)
    >>> converter.structure("ten", int | None)
    Traceback (most recent call last):
    ...
    cardkit.rulebook.faults.WrongKindError: expected a whole number, found the text 'ten'
    """
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    register = converter.register_structure_hook_func
    for scalar, what in _SCALARS.items():
        converter.register_structure_hook(scalar, _scalar_hook(scalar, what))
    converter.register_structure_hook(enum.Enum, _enum)
    register(lambda t: _origin(t) is Literal, _literal)
    register(lambda t: _container(t) in _LISTS, lambda v, t: _list(converter, v, t))
    register(lambda t: _container(t) in _MAPPINGS, lambda v, t: _dict(converter, v, t))
    register(lambda t: _origin(t) in (Union, types.UnionType), lambda v, t: _union(converter, v, t))
    register(lambda t: t is object, lambda value, _: value)
    converter.register_structure_hook_factory(
        lambda t: isinstance(t, type) and attrs.has(t), lambda t: mapping_hook(converter, t)
    )
    return converter


@cache
def default_converter() -> Converter:
    """The converter for those who need no hooks of their own."""
    return make_converter()


def add_shorthand(
    converter: Converter,
    cls: type[T],
    parse: Callable[[Any], T],
    accepts: type | tuple[type, ...] = str,
) -> None:
    """Let an attrs class be written as a scalar, too: `build: "-1"`.

    `parse` gets every scalar of the types `accepts` and raises ValueError for a wrong one.

    >>> @attrs.frozen
    ... class Step:
    ...     by: int
    ...     wrap: bool = False
    >>> converter = make_converter()
    >>> add_shorthand(converter, Step, lambda text: Step(int(text)))
    >>> converter.structure(["-1", {"by": 2, "wrap": True}], list[Step])
    [Step(by=-1, wrap=False), Step(by=2, wrap=True)]
    """
    whole = mapping_hook(converter, cls)
    kinds = accepts if isinstance(accepts, tuple) else (accepts,)
    what = " or ".join([*(_SCALARS.get(kind, kind.__name__) for kind in kinds), "a mapping"])

    def hook(value: Any, _: Any) -> T:
        if type(value) in kinds:
            return parse(value)
        if not isinstance(value, dict):
            raise WrongKindError(what, value)
        built: T = whole(value, cls)
        return built

    converter.register_structure_hook(cls, hook)


_SCALARS: Final[dict[type, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def _scalar_hook(scalar: type, what: str) -> Callable[[Any, Any], Any]:
    def hook(value: Any, wanted: Any) -> Any:
        if wanted is scalar:
            if type(value) is scalar:
                return value
            if scalar is float and type(value) is int:
                return float(value)
            raise WrongKindError(what, value)
        if issubclass(wanted, enum.Enum):
            return _enum(value, wanted)
        if type(value) is not str:
            raise WrongKindError("a text", value)
        return wanted(value)

    return hook


def _enum(value: Any, wanted: type[enum.Enum]) -> enum.Enum:
    words = {
        member.value if isinstance(member.value, str) else name.lower(): member
        for name, member in wanted.__members__.items()
    }
    if isinstance(value, str) and value in words:
        return words[value]
    raise _none_of(words, value)


def _literal(value: Any, wanted: Any) -> Any:
    allowed = get_args(wanted)
    for word in allowed:
        if type(word) is type(value) and word == value:
            return word
    raise _none_of(allowed, value)


def _none_of(allowed: Iterable[Any], value: Any) -> WrongKindError:
    words = [str(w).lower() if isinstance(w, bool) else str(w) for w in allowed]
    what = f"one of {', '.join(words)}" if len(words) > 1 else repr(words[0])
    return WrongKindError(what, value, words)


def _origin(wanted: Any) -> Any:
    return get_origin(wanted)


def _container(wanted: Any) -> Any:
    return get_origin(wanted) or wanted


def _list(converter: Converter, value: Any, wanted: Any) -> Any:
    if not isinstance(value, list):
        raise WrongKindError("a list", value)
    build, args = _LISTS[_container(wanted)], get_args(wanted)
    types_ = args[:1] * len(value) if args else (Any,) * len(value)
    if build is tuple and args and args[-1] is not Ellipsis and _origin(wanted) is tuple:
        types_ = args
        if len(args) != len(value):
            raise MisfitError(Fault(f"expected {len(args)} items, found {len(value)}"))
    items, faults = [], []
    for index, (item, item_type) in enumerate(zip(value, types_, strict=True)):
        try:
            items.append(converter.structure(item, item_type))
        except MISFITS as error:
            faults += [fault.under(index) for fault in faults_of(error)]
    if faults:
        raise MisfitError(*faults)
    return build(items)


def _dict(converter: Converter, value: Any, wanted: Any) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise WrongKindError("a mapping", value)
    key_type, value_type = get_args(wanted) or (str, Any)
    result, faults = {}, []
    for key, item in value.items():
        try:
            name = _key(converter, key, key_type)
        except MISFITS as error:
            faults += [Fault(fault.message, (key,), key=True) for fault in faults_of(error)]
            name = key
        try:
            result[name] = converter.structure(item, value_type)
        except MISFITS as error:
            faults += [fault.under(key) for fault in faults_of(error)]
    if faults:
        raise MisfitError(*faults)
    return result


def _key(converter: Converter, text: str, wanted: Any) -> Any:
    """A key, which is text in a document even where it reads like a number."""
    if wanted is int and _WHOLE.fullmatch(text):
        return int(text)
    return converter.structure(text, wanted)


def _union(converter: Converter, value: Any, wanted: Any) -> Any:
    members = [member for member in get_args(wanted) if member is not type(None)]
    if value is None and len(members) < len(get_args(wanted)):
        return None
    errors: list[Exception] = []
    for member in members:
        try:
            return converter.structure(value, member)
        except MISFITS as error:
            errors.append(error)
    # Of the members that are of the right kind at all, the one with the fewest faults was meant.
    near = [error for error in errors if not isinstance(error, WrongKindError)]
    if near:
        raise min(near, key=lambda error: len(faults_of(error)))
    wrong = [error for error in errors if isinstance(error, WrongKindError)]
    what = " or ".join(dict.fromkeys(error.what for error in wrong))
    raise WrongKindError(what, value, [word for error in wrong for word in error.words])
