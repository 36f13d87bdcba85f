"""Every example in the docstrings of the modules runs; those of the pages are run in `docs`."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import cardkit
import cardkit_games

OPTIONS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


def module_names() -> Iterator[str]:
    for package in (cardkit, cardkit_games):
        yield package.__name__
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            if not module.name.endswith("__main__"):
                yield module.name


def run(test: doctest.DocTest) -> None:
    """Run examples, and fail with what doctest has to say about the first that differ."""
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(test, out=told.append, clear_globs=False)
    assert not runner.failures, "".join(told)


def examples_of(module: ModuleType) -> list[doctest.DocTest]:
    return [test for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.mark.parametrize("name", list(module_names()))
def test_examples_in_docstrings_run(name: str) -> None:
    for test in examples_of(importlib.import_module(name)):
        run(test)


def test_a_wrong_example_is_found() -> None:
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", "wrong.md", 0)
    with pytest.raises(AssertionError, match=r"- 3\n.*\+ 2"):
        run(wrong)
