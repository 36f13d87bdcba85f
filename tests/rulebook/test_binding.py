"""A document for one choice of options: what is left out, what is put in, and what is wrong."""

from __future__ import annotations

import pytest

from cardkit.options import Option, OptionError
from cardkit.rulebook import RulesError, parse_document

OPTIONS = """\
options:
  columns: {default: 13, choices: [13, 12], help: how many columns}
  deal: {default: rows, choices: [rows, columns], help: the order of the deal}
  auto: {default: false, help: kings go up by themselves}
  redeals: {default: 2, min: 0, help: how many redeals}
"""


def bound(text: str, **options: object) -> object:
    data = parse_document(OPTIONS + text, "g.yaml").bind(options).data
    assert isinstance(data, dict)
    del data["options"]
    return data


def faults(text: str, **options: object) -> list[str]:
    with pytest.raises(RulesError) as caught:
        bound(text, **options)
    lines = OPTIONS.count("\n")
    return [f"{p.line - lines}:{p.column} {p.message}" for p in caught.value.problems]


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({}, ["always", "13", "12 or 13", "13, in rows", "no auto"]),
        ({"columns": 12}, ["always", "12 or 13", "no auto"]),
        ({"deal": "columns"}, ["always", "13", "12 or 13", "no auto"]),
        ({"auto": True}, ["always", "13", "12 or 13", "13, in rows"]),
    ],
)
def test_what_does_not_hold_is_left_out_of_a_list(options, left):
    text = """\
steps:
- {name: always}
- {name: "13", when: {columns: 13}}
- {name: 12 or 13, when: {columns: [12, 13]}}
- {name: "13, in rows", when: {columns: 13, deal: rows}}
- {name: no auto, when: {auto: false}}
"""
    assert bound(text, **options) == {"steps": [{"name": name} for name in left]}


def test_what_does_not_hold_is_left_out_of_a_mapping_with_its_key():
    text = "rows: {when: {deal: rows}, lay: aces}\ngoal: {all: up}\n"
    assert bound(text) == {"rows": {"lay": "aces"}, "goal": {"all": "up"}}
    assert bound(text, deal="columns") == {"goal": {"all": "up"}}


def test_conditions_nest():
    text = "a:\n- {when: {deal: rows}, b: {when: {auto: true}, c: 1}, d: 2}\n"
    assert bound(text) == {"a": [{"d": 2}]}
    assert bound(text, auto=True) == {"a": [{"b": {"c": 1}, "d": 2}]}
    assert bound(text, auto=True, deal="columns") == {"a": []}


def test_a_dollar_and_a_name_stand_for_the_value():
    text = "a: [$columns, $auto, $deal, $5, costs $deal]\n"
    assert bound(text, columns=12) == {"a": [12, False, "rows", "$5", "costs $deal"]}


def test_a_choice_stands_for_its_branch():
    text = """\
lay: {choose: columns, 13: {each: 4}, 12: $columns}
turn: {choose: auto, true: by itself, false: by hand}
"""
    assert bound(text) == {"lay": {"each": 4}, "turn": "by hand"}
    assert bound(text, columns=12, auto=True) == {"lay": 12, "turn": "by itself"}


def test_a_choice_may_have_a_condition_and_be_nested():
    text = """\
a:
  when: {auto: false}
  choose: deal
  rows: {choose: columns, 13: x, 12: w}
  columns: {when: {columns: 12}, z: 1}
"""
    assert bound(text) == {"a": "x"}
    assert bound(text, columns=12) == {"a": "w"}
    assert bound(text, auto=True) == {}
    assert bound(text, deal="columns") == {}
    assert bound(text, deal="columns", columns=12) == {"a": {"z": 1}}


def test_places_follow_their_values():
    text = "steps:\n- {when: {deal: columns}, a: 1}\n- b: {choose: auto, true: 1, false: two}\n"
    document = parse_document(OPTIONS + text).bind({})
    line = OPTIONS.count("\n")
    assert document.mark(("steps", 0)) == (line + 3, 3)
    assert document.mark(("steps", 0, "b")) == (line + 3, 37)


def test_the_options_themselves_are_not_touched():
    text = OPTIONS.replace("how many columns", "$columns")
    data = parse_document(text).bind({}).data
    assert isinstance(data, dict)
    assert "'help': '$columns'" in str(data["options"])


FAULTS = [
    ("a: $colums\n", ["1:4 there is no option 'colums' (did you mean 'columns'?)"]),
    ("a: $x\n", ["1:4 there is no option 'x' (options: columns, deal, auto, redeals)"]),
    ("a: {when: {dael: rows}}\n", ["1:12 there is no option 'dael' (did you mean 'deal'?)"]),
    ("a: {when: {columns: 14}}\n", ["1:21 option columns: 14 is not one of 13, 12"]),
    (
        "a: {when: {columns: [13, 14], deal: row}}\n",
        [
            "1:26 option columns: 14 is not one of 13, 12",
            "1:37 option deal: 'row' is not one of rows, columns (did you mean 'rows'?)",
        ],
    ),
    ("a: {when: {auto: 1}}\n", ["1:18 option auto: 1 is neither on nor off"]),
    ("a: {when: {redeals: -1}}\n", ["1:21 option redeals: -1 is not a whole number of at least"]),
    ("a: {when: {deal: {}}}\n", ["1:18 option deal: a mapping is no value of it"]),
    ("a: {when: rows}\n", ["1:11 when: expected options with their values, found the text"]),
    ("a: {when: {}}\n", ["1:11 when: expected options with their values, found a mapping"]),
    ("when: {auto: true}\n", ["1:1 the file as a whole can have no 'when'"]),
    ("a: {choose: columns, 13: x}\n", ["1:13 choose: no branch for columns 12"]),
    (
        "a: {choose: deal, rows: x, column: w, up: z}\n",
        [
            "1:13 choose: no branch for deal columns",
            "1:28 choose: option deal has no value 'column' (did you mean 'columns'?)",
            "1:39 choose: option deal has no value 'up' (its values are rows, columns)",
        ],
    ),
    ("a: {choose: redeals, 1: x}\n", ["1:13 choose: option redeals has too many values"]),
    ("a: {choose: dael, 1: x}\n", ["1:13 there is no option 'dael' (did you mean 'deal'?)"]),
    # What is left out is checked as well.
    ("a: {when: {auto: true}, b: $x}\n", ["1:28 there is no option 'x'"]),
    ("a: {choose: auto, true: $x, false: $y}\n", ["1:25 there is no", "1:36 there is no"]),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_a_fault_is_told_with_its_place(text, expected):
    found = faults(text)
    assert len(found) == len(expected)
    for one, fault in zip(expected, found, strict=True):
        assert fault.startswith(one)


def test_a_wrong_choice_is_no_fault_of_the_file():
    with pytest.raises(OptionError, match=r"g\.yaml has no option 'colums'"):
        bound("a: 1\n", colums=12)


def test_options_may_be_declared_elsewhere():
    document = parse_document("a: {choose: wide, true: 13, false: 12}\n")
    assert document.bind({}, [Option("wide", "bool", True)]).data == {"a": 13}


def test_without_declared_options_the_values_are_taken_as_given():
    document = parse_document("a: $k\nb: {when: {k: 2}, c: 1}\nd: {choose: k, 2: x, 3: w}\n")
    assert document.bind({"k": 2}).data == {"a": 2, "b": {"c": 1}, "d": "x"}
    assert document.bind({"k": 3}).data == {"a": 3, "d": "w"}
    with pytest.raises(RulesError, match=r"1:4: there is no option 'k'$"):
        parse_document("a: $k\n").bind({})
    with pytest.raises(OptionError, match=r"option k: 1\.5 is no text"):
        document.bind({"k": 1.5})


def test_a_document_that_is_no_mapping_is_bound_too():
    assert parse_document("[$k, {when: {k: 1}}]\n").bind({"k": 2}).data == [2]
    assert parse_document("$k\n").bind({"k": 2}).data == 2
