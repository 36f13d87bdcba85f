"""Options that a file declares."""

from __future__ import annotations

import pytest

from cardkit.options import Option
from cardkit.rulebook import RulesError, declared_options, parse_document


def declared(text: str) -> tuple[Option, ...]:
    lines = "".join(f"  {line}\n" for line in text.splitlines())
    return declared_options(parse_document("options:\n" + lines))


def test_the_type_is_plain_from_the_default_or_the_choices():
    assert declared(
        "columns: {default: 13, choices: [13, 12], help: h}\n"
        "auto: {default: false, help: {en: h, de: i}}\n"
        "redeals: {default: 2, min: 0, max: 3, help: h}\n"
        "take: {default: 'no', choices: ['no', all], aliases: {'off': 'no'}, help: h}\n"
        "level: {type: int, default: 2, choices: [1, 2], help: h}\n"
    ) == (
        Option("columns", "choice", 13, choices=(13, 12), help="h"),
        Option("auto", "bool", False, help={"en": "h", "de": "i"}),
        Option("redeals", "int", 2, min=0, max=3, help="h"),
        Option("take", "choice", "no", choices=("no", "all"), aliases={"off": "no"}, help="h"),
        Option("level", "int", 2, choices=(1, 2), help="h"),
    )


def test_a_file_without_options_declares_none():
    assert declared_options(parse_document("name: x\n")) == ()


FAULTS = {
    "no help": ("a: {default: 1}", ["2:6 a: the key 'help' is missing"]),
    "no default": ("a: {help: h}", ["2:6 a: the key 'default' is missing"]),
    "unknown key": ("a: {default: 1, help: h, mim: 1}", ["2:28 unknown key 'mim' (did you mean"]),
    "unknown type": (
        "a: {type: boole, default: true, help: h}",
        ["2:13 type: expected one of bool, int, choice, found the text 'boole' (did you mean"],
    ),
    "default that is no choice": (
        "a: {default: 14, choices: [13, 12], help: h}",
        ["2:16 option a: the default 14 is not one of 13, 12"],
    ),
    "default above the most": (
        "a: {default: 4, min: 0, max: 3, help: h}",
        ["2:16 option a: the default 4 is not a whole number from 0 to 3"],
    ),
    "default of another type": (
        "a: {type: bool, default: 1, help: h}",
        ["2:28 option a: the default 1 is neither on nor off"],
    ),
    "default in another spelling": (
        "a: {type: int, default: '1', help: h}",
        ["2:27 option a: the default 1 is not a whole number"],
    ),
    "no choices": ("a: {default: x, help: h}", ["2:6 option a: a choice needs 'choices'"]),
    "choices of a truth value": (
        "a: {type: bool, default: true, choices: [true], help: h}",
        ["2:43 option a: an option of type bool has no 'choices'"],
    ),
    "choices of other types": (
        "a: {type: int, default: 1, choices: [1, x], help: h}",
        ["2:39 option a: every choice of an option of type int is a whole number"],
    ),
    "choice twice": (
        "a: {default: 1, choices: [1, 2, '1'], help: h}",
        ["2:28 option a: the choice '1' stands there twice"],
    ),
    "least above the most": (
        "a: {default: 1, min: 3, max: 2, help: h}",
        ["2:24 option a: the min 3 is above the max 2"],
    ),
    "least of words": (
        "a: {default: x, choices: [x], min: 1, help: h}",
        ["2:38 option a: only an option of type int has a 'min'"],
    ),
    "alias of nothing": (
        "a: {default: none, choices: [none], aliases: {x: nome}, help: h}",
        ["2:48 option a: the alias 'x' stands for 'nome', no choice (did you mean 'none'?)"],
    ),
    "alias that is a choice": (
        "a: {default: x, choices: [x, w], aliases: {x: w}, help: h}",
        ["2:45 option a: the alias 'x' is a choice itself"],
    ),
    "alias of a number": (
        "a: {default: 1, aliases: {x: 1}, help: h}",
        ["2:28 option a: only an option of type choice has 'aliases'"],
    ),
    "help of two lines": ('a: {default: 1, help: "a\\nb"}', ["2:25 option a: the help is one"]),
    "bad name": ("1a: {default: 1, help: h}", ["2:3 option 1a: a name is a word of letters"]),
    "all at once": (
        "a: {default: 3, choices: [1], help: h}\nb: {default: x, help: h}",
        ["2:16 option a", "3:6 option b"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_its_place(text, expected):
    with pytest.raises(RulesError) as caught:
        declared(text)
    found = [f"{p.line}:{p.column} {p.message}" for p in caught.value.problems]
    assert len(found) == len(expected)
    for one, fault in zip(expected, found, strict=True):
        assert fault.startswith(one)


def test_options_that_are_no_mapping_are_refused():
    with pytest.raises(RulesError, match="1:10: options: expected a mapping, found a list"):
        declared_options(parse_document("options: [a]"))
