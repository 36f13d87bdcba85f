"""Options: values, their texts, and what is said of a wrong one."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.options import Option, OptionError, check_options, format_value

COLUMNS = Option("columns", "choice", 13, choices=(13, 12))
DEAL = Option("deal", "choice", "columns", choices=("columns", "rows"), aliases={"off": "rows"})
AUTO = Option("auto", "bool", False)
REDEALS = Option("redeals", "int", 2, min=0, max=3)
LIMIT = Option("limit", "int", 5)
MIXED = Option("mixed", "choice", True, choices=(True, 0, "on"))
EVERY = (COLUMNS, DEAL, AUTO, REDEALS, LIMIT, MIXED)


@pytest.mark.parametrize(
    ("option", "given_value", "expected"),
    [
        (COLUMNS, 12, 12),
        (COLUMNS, "12", 12),
        (DEAL, "rows", "rows"),
        (DEAL, "off", "rows"),
        *[(AUTO, word, True) for word in (True, "on", "yes", "true", "ON", "True")],
        *[(AUTO, word, False) for word in (False, "off", "no", "false", "No")],
        (REDEALS, "3", 3),
        (REDEALS, 0, 0),
        (LIMIT, "-7", -7),
        (LIMIT, "+7", 7),
        # A word of its own comes before the words for truth values.
        (MIXED, "on", "on"),
        (MIXED, "yes", True),
        (MIXED, True, True),
        (MIXED, "0", 0),
    ],
)
def test_a_value_or_its_text_is_taken(option, given_value, expected):
    value = option.parse(given_value)
    assert (type(value), value) == (type(expected), expected)


@pytest.mark.parametrize(
    ("option", "given_value", "message"),
    [
        (COLUMNS, 14, "option columns: 14 is not one of 13, 12"),
        (COLUMNS, "14", "option columns: 14 is not one of 13, 12"),
        (COLUMNS, True, "option columns: true is not one of 13, 12"),
        (COLUMNS, 13.0, "option columns: 13.0 is not one of 13, 12"),
        (DEAL, "row", "'row' is not one of columns, rows (did you mean 'rows'?)"),
        (AUTO, 1, "option auto: 1 is neither on nor off"),
        (AUTO, "maybe", "option auto: 'maybe' is neither on nor off"),
        (REDEALS, 4, "option redeals: 4 is not a whole number from 0 to 3"),
        (REDEALS, True, "option redeals: true is not a whole number from 0 to 3"),
        (LIMIT, "seven", "option limit: 'seven' is not a whole number"),
        (LIMIT, "9" * 5000, "is not a whole number"),
        pytest.param(LIMIT, 10**5000, "option limit: a number of more than 18 digits", id="huge"),
        (LIMIT, None, "option limit: None is not a whole number"),
        (Option("most", "int", 1, max=2), 3, "option most: 3 is not a whole number of at most 2"),
        (MIXED, False, "option mixed: false is not one of true, 0, on"),
        (MIXED, 1, "option mixed: 1 is not one of true, 0, on"),
    ],
)
def test_anything_else_is_refused_in_one_line(option, given_value, message):
    with pytest.raises(OptionError) as caught:
        option.parse(given_value)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 200


@given(st.sampled_from(EVERY), st.none() | st.booleans() | st.integers() | st.text() | st.floats())
def test_what_is_taken_can_be_written_and_typed_again(option, value):
    try:
        taken = option.parse(value)
    except OptionError:
        return
    assert option.values is None or taken in option.values
    again = option.parse(format_value(taken))
    assert (type(again), again) == (type(taken), taken)


def test_every_option_has_a_value_in_declared_order():
    values = check_options((COLUMNS, DEAL, AUTO), {"auto": "on", "columns": "12"}, where="bisley")
    assert list(values.items()) == [("columns", 12), ("deal", "columns"), ("auto", True)]


def test_all_wrong_choices_are_told_at_once():
    with pytest.raises(OptionError) as caught:
        check_options(
            (COLUMNS, DEAL), {"colums": 12, "deal": "x", "columns": 14, "zz": 1}, where="bisley"
        )
    assert str(caught.value).splitlines() == [
        "bisley has no option 'colums' (did you mean 'columns'? options: columns, deal)",
        "option deal: 'x' is not one of columns, rows",
        "option columns: 14 is not one of 13, 12",
        "bisley has no option 'zz' (options: columns, deal)",
    ]


def test_a_game_without_options_says_so():
    with pytest.raises(OptionError, match=r"^snap has no option 'x' \(it has no options\)$"):
        check_options((), {"x": 1}, where="snap")


def test_values_that_can_be_listed_are():
    assert REDEALS.values == (0, 1, 2, 3)
    assert AUTO.values == (False, True)
    assert COLUMNS.values == (13, 12)
    assert LIMIT.values is None
    assert Option("seed", "int", 1, min=0, max=100).values is None


def test_a_wrong_declaration_names_every_fault_with_its_part():
    with pytest.raises(OptionError) as caught:
        Option("a b", "int", 5, min=3, max=2, aliases={"x": 1})
    assert [part for part, _ in caught.value.faults] == ["name", "min", "aliases"]
    with pytest.raises(OptionError, match="option a: the choice 5 lies outside min and max"):
        Option("a", "int", 1, choices=(1, 5), max=3)
    with pytest.raises(OptionError, match="choices are a list of values, not the text 'rows'"):
        Option("a", "choice", "rows", choices="rows")
    with pytest.raises(OptionError, match="bisley declares the option 'columns' twice"):
        check_options((COLUMNS, Option("columns", "bool", True)), {}, where="bisley")
    with pytest.raises(OptionError, match="'boolean' is not one of bool, int, choice"):
        Option("a", "boolean", True)


def test_options_are_values():
    again = pickle.loads(pickle.dumps(DEAL))
    assert again == DEAL
    assert hash(again) == hash(DEAL)
    error = OptionError([("min", "too low")])
    assert str(pickle.loads(pickle.dumps(error))) == "too low"


def test_options_bring_in_no_reader_of_files():
    code = (
        "import sys, cardkit.options, cardkit.rulebook; print({'yaml', 'cattrs'} & {*sys.modules})"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


@pytest.mark.parametrize("text", ["2-7-7", "2/7/7", "2 7 7", "2_7_7"])
def test_words_may_be_joined_as_people_join_them(text: str) -> None:
    quota = Option("quota", "choice", "4-6-6", choices=("4-6-6", "2-7-7"))
    assert quota.parse(text) == "2-7-7"


def test_a_truth_value_may_stand_for_the_choice_that_its_word_means() -> None:
    back = Option(
        "back", "choice", "none", choices=("none", "all"), aliases={"false": "none", "true": "all"}
    )
    assert (back.parse(True), back.parse(False)) == ("all", "none")
    either = Option("either", "choice", True, choices=(True, False, "some"))
    assert either.parse(False) is False
