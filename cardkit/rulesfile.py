"""A game in one file: what every rules file has in common, and who reads the rest."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import field, frozen

from cardkit.entries import Clause, GameEntry, OptionValue
from cardkit.options import Option
from cardkit.rulebook import (
    Document,
    Problem,
    RulesError,
    declared_options,
    parse_document,
    read_document,
    structure,
)
from cardkit.rulebook.attributes import key_of
from cardkit.rulebook.clauses import unknown_clauses
from cardkit.state import Game
from cardkit.words import did_you_mean, nearest

#: The module that reads the rules of each family. Its `Rules` are what a file is read into by its
#: `converter()`, its `faults` what contradicts itself in them, its `build` the game of the rules.
FAMILIES: Final = {
    "patience": "cardkit.patience.reading",
    "tricks": "cardkit.tricks.reading",
}
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
#: So many combinations of options are checked at most; beyond that, each value by itself.
_MOST_COMBINATIONS: Final = 400


@frozen
class Header:
    """What a rules file of any family says about its game."""

    name: str
    family: str
    title: Mapping[str, str]
    version: str = "1"
    summary: Mapping[str, str] = field(factory=dict)
    source: str = ""
    clauses: Mapping[str, Mapping[str, str]] = field(factory=dict)


_HEADER_KEYS: Final = ("name", "family", "title", "version", "summary", "source", "clauses")


class RulesFile:
    """A rules file, read: its header and options checked, its rules ready to be bound."""

    def __init__(self, document: Document) -> None:
        """Raises RulesError with every fault that the file has with its default options."""
        self._document = document
        problems: list[Problem] = []
        self.options: tuple[Option, ...] = ()
        try:
            self.options = declared_options(document)
        except RulesError as error:
            problems += error.problems
        bindable = not problems
        header = None
        try:
            header = structure(_only(document, _HEADER_KEYS), Header)
        except RulesError as error:
            problems += error.problems
        problems += _header_problems(document)
        if header is None or problems:
            raise RulesError([*problems, *_more_problems(document, self.options, bindable)])
        self.header: Header = header
        self._family = import_module(FAMILIES[header.family])
        self._digest = hashlib.sha256(json.dumps(document.data).encode()).hexdigest()
        self._default_rules = self._rules(self.defaults)

    @property
    def defaults(self) -> dict[str, OptionValue]:
        """Every option at its default."""
        return _defaults(self.options)

    def _rules(self, options: Mapping[str, OptionValue]) -> Any:
        bound = self._document.bind(options, self.options)
        return _rules(bound, self._family, self.header.clauses)

    def game(self, options: Mapping[str, OptionValue]) -> Game:
        """The game with all options chosen. Raises RulesError if the rules then contradict."""
        chosen = json.dumps([self._digest, dict(options)], sort_keys=True)
        digest = hashlib.sha256(chosen.encode()).hexdigest()[:16]
        rules = self._default_rules if options == self.defaults else self._rules(options)
        game: Game = self._family.build(rules, self.header, options, digest)
        return game

    def check(self) -> None:
        """Check the rules under the other options, too. Raises RulesError with every fault.

        All combinations of values are tried, or each value by itself if those are too many.
        """
        problems: dict[Problem, None] = {}
        for options in self._choices():
            try:
                self._rules(options)
            except RulesError as error:
                problems |= dict.fromkeys(error.problems)
        if problems:
            raise RulesError(problems)

    def _choices(self) -> Iterator[dict[str, OptionValue]]:
        values = {
            option.name: option.values or (option.default, *_ends(option))
            for option in self.options
        }
        total = 1
        for some in values.values():
            total *= len(some)
        if total <= _MOST_COMBINATIONS:
            for combination in product(*values.values()):
                yield dict(zip(values, combination, strict=True))
        else:
            for name, some in values.items():
                for value in some:
                    yield self.defaults | {name: value}

    def entry(self, path: Path | None = None) -> GameEntry:
        """The game as it is offered."""
        header = self.header
        return GameEntry(
            name=header.name,
            make=self.game,
            title=header.title,
            family=header.family,
            version=header.version,
            summary=header.summary,
            source=header.source,
            options=self.options,
            clauses=tuple(Clause(name, text) for name, text in header.clauses.items()),
            file=path,
        )


def _ends(option: Option) -> tuple[OptionValue, ...]:
    return tuple(end for end in (option.min, option.max) if end is not None)


def _only(document: Document, keys: tuple[str, ...]) -> Document:
    data = document.data
    others = [key for key in data if key not in keys] if isinstance(data, dict) else []
    return document.without(*others)


def _defaults(options: Iterable[Option]) -> dict[str, OptionValue]:
    return {option.name: option.default for option in options}


def _rules(bound: Document, family: Any, clauses: Collection[str] | None) -> Any:
    """The rules in a document whose options are chosen; without `clauses` any may be named."""
    body = bound.without(*_HEADER_KEYS, "options")
    rules = structure(body, family.Rules, converter=family.converter())
    found = [] if clauses is None else [*unknown_clauses(rules, clauses)]
    found += family.faults(rules)
    if found:
        raise RulesError(body.problem(path, text) for path, text in found)
    return rules


def _mapping(data: object) -> dict[str, Any]:
    """Plain data that should be a mapping; an empty one, if it is none."""
    return data if isinstance(data, dict) else {}


def _header_problems(document: Document) -> Iterator[Problem]:
    """What is wrong with those parts of a header that are what they should be, kind by kind."""
    header = _mapping(document.data)
    name, family = header.get("name"), header.get("family")
    if isinstance(name, str) and not _NAME.fullmatch(name):
        text = f"a game is called by small letters, digits and hyphens, not {name!r}"
        yield document.problem(("name",), text)
    if isinstance(family, str) and family not in FAMILIES:
        hint = did_you_mean(family, FAMILIES)
        text = f"there is no family {family!r}{hint} (families: {', '.join(FAMILIES)})"
        yield document.problem(("family",), text)
    for key in ("title", "summary"):
        texts = header.get(key)
        if isinstance(texts, dict) and (texts or key == "title") and "en" not in texts:
            yield document.problem((key,), f"the {key} has no English text (en)")
    for clause, texts in _mapping(header.get("clauses")).items():
        if isinstance(texts, dict) and "en" not in texts:
            yield document.problem(("clauses", clause), f"clause {clause} has no English text (en)")


def _more_problems(
    document: Document, options: tuple[Option, ...], bindable: bool
) -> Iterator[Problem]:
    """What is wrong with the rules below a faulty header, as far as it can be told.

    `bindable` is true if the options are sound. An unknown key is told in any case, for it may be
    the cause of the other faults.
    """
    data = _mapping(document.data)
    families = [name for name in FAMILIES if name == data.get("family")]
    modules = [import_module(FAMILIES[name]) for name in families or FAMILIES]
    attributes = {key_of(a): a for module in modules for a in attrs.fields(module.Rules)}
    known = {*_HEADER_KEYS, "options", *attributes}
    meant = {key: nearest(key, known) for key in data if key not in known}
    clauses = data.get("clauses")
    if families and bindable and (clauses is None or isinstance(clauses, dict)):
        # Keys that are rather meant for the header are no matter of the rules.
        others = [key for key, near in meant.items() if near not in attributes]
        try:
            bound = document.without(*others).bind(_defaults(options), options)
            _rules(bound, modules[0], clauses)
        except RulesError as error:
            yield from error.problems
    else:
        others = [*meant]
        if families:
            for key, attribute in attributes.items():
                required = attribute.default is attrs.NOTHING
                if required and key not in data and key not in meant.values():
                    yield document.problem((), f"the key {key!r} is missing")
    for key in others:
        text = f"unknown key {key!r}{did_you_mean(key, known)}"
        yield document.problem((key,), text, key=True)


def read_rules(path: str | os.PathLike[str]) -> RulesFile:
    """The rules file at a path. Raises RulesError with every fault, each with its place."""
    return RulesFile(read_document(path))


def parse_rules(text: str, name: str = "<text>") -> RulesFile:
    """The rules in a text that is not in a file; `name` stands for it in errors."""
    return RulesFile(parse_document(text, name))


def game_entry(path: str | os.PathLike[str]) -> GameEntry:
    """The game in a rules file, as a plugin hands it in. Raises RulesError."""
    return read_rules(path).entry(Path(path))


def packaged_game(package: str, file: str = "rules.yaml") -> GameEntry:
    """The game whose rules file lies in a package, for the package's own plugin module.

    >>> packaged_game("cardkit_games.bisley").title["en"]
    'Bisley'
    """
    resource = files(package) / file
    if isinstance(resource, Path):
        return game_entry(resource)
    return parse_rules(resource.read_text("utf-8"), f"{package}/{file}").entry()
