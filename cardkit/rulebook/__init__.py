"""Rules as YAML: a file read into checked objects, every fault with its `file:line:column`.

This is a generic room: it knows nothing of cards or games.

>>> from attrs import frozen
>>> from cardkit.rulebook import load, parse_document
>>> @frozen
... class Bisley:
...     columns: int
...     build: str
>>> text = "options:\\n  wide: {default: true, help: thirteen columns instead of twelve}\\n"
>>> text += "columns: {choose: wide, true: 13, false: 12}\\nbuild: up-or-down same-suit\\n"
>>> load(parse_document(text, "bisley.yaml"), Bisley, {"wide": False})
Bisley(columns=12, build='up-or-down same-suit')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cardkit.rulebook.faults import Fault, MisfitError, WrongKindError
from cardkit.rulebook.problems import Problem, RulesError

if TYPE_CHECKING:
    from cardkit.rulebook.binding import bind
    from cardkit.rulebook.converter import add_shorthand, make_converter
    from cardkit.rulebook.declared import declared_options
    from cardkit.rulebook.document import Document
    from cardkit.rulebook.loading import load
    from cardkit.rulebook.reading import parse_document, read_document
    from cardkit.rulebook.structuring import structure

# Loaded when first named: they bring in PyYAML and cattrs.
_LATER = {
    "Document": "document",
    "add_shorthand": "converter",
    "bind": "binding",
    "declared_options": "declared",
    "load": "loading",
    "make_converter": "converter",
    "parse_document": "reading",
    "read_document": "reading",
    "structure": "structuring",
}

__all__ = [
    "Document",
    "Fault",
    "MisfitError",
    "Problem",
    "RulesError",
    "WrongKindError",
    "add_shorthand",
    "bind",
    "declared_options",
    "load",
    "make_converter",
    "parse_document",
    "read_document",
    "structure",
]


def __getattr__(name: str) -> object:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'cardkit.rulebook' has no attribute {name!r}")
    return getattr(import_module(f"cardkit.rulebook.{module}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
