"""A rules file: what is wrong with its header and with its rules is told in one go."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

import cardkit_games
from cardkit.patience.model import Rules as PatienceRules
from cardkit.rulebook import RulesError
from cardkit.rulebook.attributes import key_of
from cardkit.rulesfile import parse_rules
from cardkit.tricks.model import Rules as TrickRules

GAMES = Path(cardkit_games.__path__[0])
HEADER = ["name", "family", "title"]
KINDS = {"patience": ("freecell", PatienceRules), "tricks": ("whist", TrickRules)}


def data_of(family: str) -> dict[str, Any]:
    """A sound rules file of a family, as data."""
    game, _ = KINDS[family]
    found: dict[str, Any] = yaml.safe_load((GAMES / game / "rules.yaml").read_text("utf-8"))
    return found


def required_of(family: str) -> list[str]:
    """The keys that the rules of a family have to have."""
    _, rules = KINDS[family]
    return [key_of(a) for a in attrs.fields(rules) if a.default is attrs.NOTHING]


def faults(data: object) -> list[str]:
    with pytest.raises(RulesError) as caught:
        parse_rules(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), "x.yaml")
    return [problem.message for problem in caught.value.problems]


@pytest.mark.parametrize("family", KINDS)
def test_the_files_that_the_cases_break_are_sound(family):
    parse_rules(yaml.safe_dump(data_of(family), sort_keys=False)).check()


MISSING = [
    (family, keys)
    for family in KINDS
    for keys in combinations([*HEADER, *required_of(family)], 2)
    if "family" not in keys
]


@pytest.mark.parametrize(("family", "keys"), MISSING)
@pytest.mark.parametrize("options", ["sound", "faulty"])
def test_missing_keys_of_header_and_rules_are_told_together(family, keys, options):
    data = data_of(family)
    for key in keys:
        del data[key]
    expected = [f"the key {key!r} is missing" for key in keys]
    if options == "faulty":
        data["options"] = {"wide": {"help": "h", "default": 1, "min": 2}}
        if not set(keys) & set(HEADER):
            data["name"] = "Not A Name"
        expected.append("option wide: the default 1 is not a whole number of at least 2")
    assert set(expected) <= set(faults(data))


def test_without_a_family_the_header_alone_can_be_told_of():
    data = data_of("patience")
    del data["family"], data["title"], data["groups"]
    assert faults(data) == ["the key 'family' is missing", "the key 'title' is missing"]


NO_FAMILY = "there is no family 'patence' (did you mean 'patience'?) (families: patience, tricks)"
HEADER_FAULTS = {
    "family": ({"family": "patence"}, NO_FAMILY),
    "name": (
        {"name": "Free Cell"},
        "a game is called by small letters, digits and hyphens, not 'Free Cell'",
    ),
    "summary": ({"summary": {"de": "Eine Patience"}}, "the summary has no English text (en)"),
    "clauses": (
        {"clauses": {"FR-01": {"de": "Ein Spiel"}}},
        "clause FR-01 has no English text (en)",
    ),
    "version": ({"version": 1}, "version: expected a text, found the number 1"),
}


@pytest.mark.parametrize("case", HEADER_FAULTS)
def test_a_wrong_value_is_told_together_with_a_missing_key(case):
    change, message = HEADER_FAULTS[case]
    data = data_of("patience") | change
    del data["title"]
    found = faults(data)
    assert message in found
    assert "the key 'title' is missing" in found


def test_faults_within_the_rules_are_told_together_with_those_of_the_header():
    data = data_of("patience") | {"name": "Free Cell"}
    data["groups"]["a"]["biuld"] = data["groups"]["a"].pop("build")
    assert faults(data) == [
        "a game is called by small letters, digits and hyphens, not 'Free Cell'",
        "unknown key 'biuld' (did you mean 'build'?)",
    ]


def test_a_contradiction_in_the_rules_is_told_together_with_a_fault_of_the_header():
    data = data_of("patience") | {"goal": {"clause": "FR-99"}}
    del data["name"]
    assert faults(data) == [
        "the key 'name' is missing",
        "there is no clause 'FR-99' (did you mean 'FR-09'?)",
    ]


@pytest.mark.parametrize("options", ["sound", "faulty"])
def test_each_misspelt_key_is_told_once_with_what_is_meant(options):
    data = data_of("patience")
    data["tilte"], data["grups"], data["cluases"] = map(data.pop, ("title", "groups", "clauses"))
    data["strange"] = 1
    if options == "faulty":
        data["options"] = {"wide": {"help": "h"}}
    found = faults(data)
    assert [fault for fault in found if fault.startswith("unknown key")] == [
        "unknown key 'tilte' (did you mean 'title'?)",
        "unknown key 'grups' (did you mean 'groups'?)",
        "unknown key 'cluases' (did you mean 'clauses'?)",
        "unknown key 'strange'",
    ]
    assert "the key 'groups' is missing" not in found
    assert not [fault for fault in found if "there is no clause" in fault]


@pytest.mark.parametrize("wrong", [[1, 2], "text", 3])
def test_what_is_no_mapping_has_that_fault_alone(wrong):
    (fault,) = faults(wrong)
    assert fault.startswith("expected a mapping, found ")
