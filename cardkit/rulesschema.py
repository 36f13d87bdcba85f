"""What rules files look like: every key with its meaning, and the JSON Schema for editors."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Final

from attrs import evolve

from cardkit.rulebook.declared import SECTION, Declaration
from cardkit.rulebook.grammar import Grammar, Spelling
from cardkit.rulebook.schema import OPTION_NAME, json_schema
from cardkit.rulebook.shapes import TEXT, Key, Named, Record, Shape, Sort
from cardkit.rulesfile import Header
from cardkit.words import did_you_mean

#: The module that says how the rules of each family are written: its `record` has their keys.
SPELLINGS: Final = {
    "patience": "cardkit.patience.spelling",
    "tricks": "cardkit.tricks.spelling",
}

_TEXTS: Final = Named(TEXT, Shape.of(TEXT), required=("en",))
_HEADER: Final = Spelling(
    keys={
        "Header.name": Shape.of(
            Sort.of_pattern("small letters, digits and hyphens", "[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
        ),
        "Header.title": Shape.of(_TEXTS),
        "Header.summary": Shape.of(_TEXTS),
        "Header.clauses": Shape.of(Named(TEXT, Shape.of(_TEXTS))),
    },
    meanings={
        "Header.name": "What the game is called by programs and by those who type its name.",
        "Header.family": "The family of games whose rules the rest of the file is.",
        "Header.title": "The name of the game by language; English (`en`) is there always.",
        "Header.version": "The version of these rules, in quotes: change it when play changes.",
        "Header.summary": "What the game is, in one sentence, by language.",
        "Header.source": "Where the rules come from.",
        "Header.clauses": "The rules in words, clause by clause: by the clause's id, then by"
        " language. The data refer to these ids, and whoever breaks a rule is told the clause.",
    },
)
_OPTIONS: Final = Named(Sort.of_pattern("the name of an option", OPTION_NAME), Shape())
_OPTIONS_MEANING: Final = (
    "What may be chosen before the game begins, by the names of the options. Everything below but"
    " this section may depend on them."
)


def header_record(family: str) -> Record:
    """The keys that the rules files of every family have, with that family's name.

    >>> [key.name for key in header_record("patience").keys]
    ['name', 'family', 'title', 'version', 'summary', 'source', 'clauses', 'options']
    """
    record = Grammar(_HEADER).record(Header)
    named = Shape.of(Sort.of_words([family]))
    keys = [evolve(k, shape=named) if k.name == "family" else k for k in record.keys]
    declared = Shape.of(evolve(_OPTIONS, values=Shape.of(Grammar().record(Declaration))))
    options = Key(SECTION, declared, default={}, meaning=_OPTIONS_MEANING)
    return evolve(record, keys=tuple(evolve(key, fixed=True) for key in (*keys, options)))


def family_record(family: str) -> Record:
    """The keys of a family's rules themselves. Raises ValueError if there is no such family.

    >>> [key.name for key in family_record("patience").keys if key.required]
    ['groups', 'layout', 'reach']
    """
    if family not in SPELLINGS:
        known = ", ".join(SPELLINGS)
        hint = did_you_mean(family, SPELLINGS) or f" (families: {known})"
        raise ValueError(f"there is no family {family!r}{hint}")
    record: Record = import_module(SPELLINGS[family]).record()
    return record


def rules_schema(family: str) -> dict[str, Any]:
    """The JSON Schema of a family's rules files. Raises ValueError if there is no such family.

    >>> schema = rules_schema("patience")
    >>> schema["properties"]["name"]["pattern"]
    '^(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$'
    >>> rules_schema("patients")
    Traceback (most recent call last):
    ...
    ValueError: there is no family 'patients' (did you mean 'patience'?)
    """
    rules = family_record(family)
    both = evolve(rules, keys=(*header_record(family).keys, *rules.keys))
    return json_schema(both, f"cardkit rules file, family {family}")


def schema_text(family: str) -> str:
    """That schema as the text of a file, in plain ASCII. Raises ValueError likewise."""
    return json.dumps(rules_schema(family), indent=2) + "\n"
