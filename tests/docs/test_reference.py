"""The reference leaves nothing out: names of `cardkit`, hooks, keys of rules files, docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import cardkit
from cardkit.plugins.sandbox import HOOKS
from cardkit.rulebook.shapes import Record
from cardkit.rulesschema import SPELLINGS, family_record, header_record

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
#: What a class defines that wants a docstring.
DEFINED = FunctionType | property | classmethod | staticmethod
AUTOMODULE = re.compile(r"^\.\. automodule:: (\S+)$", re.MULTILINE)


def modules() -> list[str]:
    """The modules whose docstrings are the reference."""
    pages = sorted(REFERENCE.glob("*.md"))
    return [name for page in pages for name in AUTOMODULE.findall(page.read_text("utf-8"))]


def test_no_module_is_there_twice() -> None:
    assert len(modules()) == len(set(modules()))


@pytest.mark.parametrize("name", modules())
def test_everything_public_of_a_module_says_what_it_is(name: str) -> None:
    """What has no docstring is left out of the reference without a word."""
    for what, thing in public(importlib.import_module(name)):
        assert inspect.getdoc(thing), what


def public(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The classes and functions of a module, and what the classes define, by name."""
    names = getattr(module, "__all__", None)
    for name in vars(module) if names is None else names:
        thing = getattr(module, name)
        if name.startswith("_") or not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if names is None and thing.__module__ != module.__name__:
            continue
        yield f"{module.__name__}.{name}", thing
        for part, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not part.startswith("_") and isinstance(value, DEFINED):
                yield f"{module.__name__}.{name}.{part}", value


@pytest.mark.parametrize("name", cardkit.__all__)
def test_every_name_of_cardkit_is_listed_and_led_to(name: str) -> None:
    page = (REFERENCE / "index.md").read_text("utf-8")
    (target,) = re.findall(rf"{{py:obj}}`{name} <([\w.]+)>`", page)
    module, _, last = target.rpartition(".")
    assert module in modules()
    assert getattr(importlib.import_module(module), last) is getattr(cardkit, name)


def test_nothing_else_is_listed() -> None:
    page = (REFERENCE / "index.md").read_text("utf-8")
    assert set(re.findall(r"{py:obj}`(\w+) <", page)) == set(cardkit.__all__)


def test_the_hooks_are_among_it() -> None:
    for hook in HOOKS.values():
        assert hook.__module__ in modules()
        assert inspect.getdoc(hook)


@pytest.mark.parametrize("family", SPELLINGS)
def test_every_key_of_a_rules_file_says_what_it_means(family: str) -> None:
    reference = importlib.import_module("reference_pages")
    roots = [header_record(family), family_record(family)]
    records: list[Record] = [*roots, *reference._records(roots).values()]
    assert len(records) > 10
    for record in records:
        assert record.intro or record in roots, record.name
        for key in record.keys:
            assert key.meaning, f"{record.name}: {key.name}"


@pytest.fixture(autouse=True)
def neighbours(builder: ModuleType) -> ModuleType:
    """The builder of pages, whose neighbours can be imported meanwhile."""
    return builder
