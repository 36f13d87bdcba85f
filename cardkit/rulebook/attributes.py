"""Building an attrs object from a mapping, with every fault of it blamed on the right attribute."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import attrs
from attrs import frozen
from cattrs import Converter

from cardkit.rulebook.faults import MISFITS, Fault, MisfitError, WrongKindError, faults_of
from cardkit.words import did_you_mean, nearest


@frozen
class _Attribute:
    key: str
    wanted: Any
    required: bool
    of: attrs.Attribute[Any]


def key_of(attribute: attrs.Attribute[Any]) -> str:
    """The key under which a file has an attribute.

    >>> @attrs.frozen
    ... class Reach:
    ...     from_: str
    ...     king_may: bool = attrs.field(default=False, metadata={"key": "king-may"})
    >>> [key_of(attribute) for attribute in attrs.fields(Reach)]
    ['from', 'king-may']
    """
    given = attribute.metadata.get("key")
    return str(given) if given else _alias(attribute).rstrip("_")


def _alias(attribute: attrs.Attribute[Any]) -> str:
    """What the constructor calls an attribute."""
    return attribute.alias or attribute.name


def mapping_hook(converter: Converter, cls: Any) -> Callable[[Any, Any], Any]:
    """The hook that builds an attrs class from a mapping of its attributes."""
    attributes: dict[str, _Attribute] = {}

    def hook(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise WrongKindError("a mapping", value)
        if not attributes:
            # Now rather than above: a class may name others that are not defined yet.
            attributes.update(_attributes(cls))
        faults = list(_key_faults(value, attributes))
        given: dict[str, Any] = {}
        for key, item in value.items():
            if key in attributes:
                try:
                    given[key] = converter.structure(item, attributes[key].wanted)
                except MISFITS as error:
                    faults += [fault.under(key) for fault in faults_of(error)]
        blamed: list[Fault] = []
        if not faults:
            try:
                return cls(**{_alias(attributes[key].of): item for key, item in given.items()})
            except MISFITS as error:
                blamed += faults_of(error)
        refused = list(_refusals(cls, attributes, given))
        raise MisfitError(*faults, *(refused or blamed))

    return hook


def _attributes(cls: Any) -> dict[str, _Attribute]:
    return {
        key_of(a): _Attribute(
            key=key_of(a),
            wanted=Any if a.type is None else a.type,
            required=a.default is attrs.NOTHING,
            of=a,
        )
        for a in attrs.fields(attrs.resolve_types(cls))
        if a.init
    }


def _key_faults(value: dict[str, Any], attributes: dict[str, _Attribute]) -> Iterator[Fault]:
    missing = [key for key, a in attributes.items() if a.required and key not in value]
    free = [key for key in attributes if key not in value]
    for key in value:
        if key not in attributes:
            hint = did_you_mean(key, free) or did_you_mean(key, attributes)
            known = hint or f" (known here: {', '.join(attributes) or 'none'})"
            yield Fault(f"unknown key {key!r}{known}", (key,), key=True)
            # A misspelt key is not missing as well.
            meant = nearest(key, free)
            if meant in missing:
                missing.remove(meant)
    for key in missing:
        yield Fault(f"the key {key!r} is missing")


def _refusals(
    cls: Any, attributes: dict[str, _Attribute], given: dict[str, Any]
) -> Iterator[Fault]:
    """What the converters and validators of single attributes have against their values.

    A constructor tells the first fault alone and does not say whose it is, so each is asked again.
    """
    draft = object.__new__(cls)
    values: dict[str, Any] = {}
    for key, item in given.items():
        attribute = attributes[key].of
        converter: Any = attribute.converter
        if getattr(converter, "takes_self", False) or getattr(converter, "takes_field", False):
            continue
        try:
            value = getattr(converter, "converter", converter)(item) if converter else item
        except MISFITS as error:
            yield from (fault.under(key) for fault in faults_of(error))
            continue
        values[key] = value
        with contextlib.suppress(AttributeError):
            object.__setattr__(draft, attribute.name, value)
    for key, value in values.items():
        attribute = attributes[key].of
        if attribute.validator is None:
            continue
        try:
            # One that looks at other attributes may find them missing from the draft.
            with contextlib.suppress(AttributeError):
                attribute.validator(draft, attribute, value)
        except MISFITS as error:
            yield from (fault.under(key) for fault in faults_of(error))
