"""From attrs classes to shapes, and from shapes to JSON Schema, for classes of no family."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, Literal

import jsonschema
import pytest
from attrs import field, frozen

from cardkit.rulebook import WrongKindError, make_converter
from cardkit.rulebook.grammar import Grammar, Spelling
from cardkit.rulebook.schema import json_schema
from cardkit.rulebook.shapes import TEXT, WHOLE, Key, Named, Record, Shape, Sort


class Colour(enum.IntEnum):
    RED = 1
    BLACK = 2


@frozen
class Goal:
    """When it is won.

    All `piles` are full. With `early` one is enough.

    >>> Goal()
    Goal(piles=(), early=False)
    """

    piles: tuple[str, ...] = ()
    early: bool = False
    #: Who says so.
    clause: str = field(default="", metadata={"key": "by-clause"})


@frozen
class Lay:
    lay: str
    from_: int = 1


@frozen
class Turn:
    turn: str


@frozen
class Otherwise:
    colour: Colour = Colour.RED


@frozen
class Game:
    needed: int
    goal: Goal = Goal(early=True)
    colours: tuple[Colour, ...] = (Colour.BLACK,)
    order: Mapping[str, int] = field(factory=lambda: {"a": 1})
    limit: int | None = None


def accepts(wanted: Any, value: Any, spelling: Spelling | None = None) -> bool:
    """Whether the schema of a type accepts a value."""
    record = Record("Test", (Key("it", Grammar(spelling).shape(wanted)),))
    return jsonschema.Draft202012Validator(json_schema(record, "test")).is_valid({"it": value})


@pytest.mark.parametrize(
    ("wanted", "right", "wrong"),
    [
        (str, ["a", "$a"], [1, True, None, [], {}]),
        (int, [1, -1, "$a"], ["1", True, 1.5, None]),
        (float, [1, 1.5], ["1.5", True]),
        (bool, [True, False], ["true", 0, 1]),
        (int | None, [1, None], ["a"]),
        (Literal["up", "down"], ["up", "down"], ["Up", None, 1]),
        (Literal["all"] | None, ["all", None], ["none"]),
        (int | Literal["all"], [1, "all"], ["any", True]),
        (bool | int | str, [True, 1, "a"], [None, 1.5, []]),
        (Colour, ["red", "black"], ["RED", 1]),
        (tuple[int, ...], [[], [1, 2]], [1, ["a"], [[1]]]),
        (tuple[tuple[int, ...], ...], [[[1], []]], [[1]]),
        (Mapping[str, int], [{}, {"a": 1}], [{"a": "b"}, []]),
        (dict[Literal["a", "b"], int], [{"a": 1}], [{"c": 1}]),
        (Goal, [{}, {"piles": ["a"], "by-clause": "X"}], [{"clause": "X"}, {"piles": "a"}, "a"]),
        (Goal | None, [None, {}], [[]]),
        (Lay | Turn, [{"lay": "t", "from": 2}, {"turn": "t"}], [{}, {"lay": "t", "turn": "t"}]),
        (Lay | Otherwise, [{"lay": "t"}, {}, {"colour": "red"}], [{"lay": "t", "colour": "red"}]),
        (str | Goal, ["a", {}], [1, []]),
        (Literal["any"] | tuple[int, ...], ["any", [1]], ["some", ["any"], 1]),
        (int | Callable[[int], int], [1], ["a"]),
    ],
)
def test_types_accept_what_the_converter_takes(wanted: Any, right: list[Any], wrong: list[Any]):
    for value in right:
        assert accepts(wanted, value), value
    for value in wrong:
        assert not accepts(wanted, value), value


@pytest.mark.parametrize("wanted", [int, bool, Colour, Literal["up"], int | Literal["all"], Goal])
def test_plain_types_agree_with_the_converter(wanted: Any):
    for value in (0, 1, True, "up", "all", "red", 1.5, None, [], {}, {"early": True}, {"x": 1}):
        try:
            make_converter().structure(value, wanted)
            taken = True
        except (ValueError, WrongKindError):
            taken = False
        assert accepts(wanted, value) == taken, value


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ({"choose": "a", "true": 1, "false": 2}, True),
        ({"choose": "a", "true": 1, "false": {"choose": "b-c", "x": 3, "y": "$d"}}, True),
        ({"choose": "a", "true": 1, "when": {"b": [1, "x", True]}}, True),
        ({"choose": "a", "true": "one"}, False),
        ({"choose": "a", "true": {"choose": "b", "x": "one"}}, False),
        ({"choose": "a"}, False),
        ({"choose": "$a", "true": 1}, False),
        ({"choose": "a", "true": 1, "when": "b"}, False),
        ({"choose": "a", "true": 1, "when": {}}, False),
        ({"choose": "a", "true": 1, "when": {"b": None}}, False),
        ({"choose": "a", "true": 1, "when": {"b": [[1]]}}, False),
        ("$a", True),
        ("$a-b_c", True),
        ("$", False),
        ("$a-", False),
        ("$1", False),
    ],
)
def test_options_may_stand_for_a_number(value: Any, right: bool):
    assert accepts(int, value) == right


def test_what_no_option_can_be_has_no_reference():
    assert not accepts(Goal, "$goal")
    assert not accepts(tuple[int, ...], "$numbers")
    assert accepts(tuple[int, ...], ["$number"])


def test_any_mapping_may_depend_on_options():
    when = {"when": {"a": True}}
    assert accepts(Goal, when)
    assert accepts(Mapping[str, int], {"b": 1, **when})
    assert accepts(Mapping[Literal["b"], int], {"b": 1, **when})
    assert accepts(tuple[Goal, ...], [when, {"choose": "a", "true": {}, "false": when}])


def test_words_stand_where_editors_look_for_them():
    words = Sort.of_words(["up", "down"])
    like = Sort.of_pattern("a step", "[+-][0-9]", examples=["+1"])
    for sort, offered in ((words, ["up", "down"]), (like, ["+1"])):
        schema = json_schema(Record("Test", (Key("it", Shape.of(sort)),)), "test")
        assert schema["$defs"]["Test.it"]["examples"] == offered


def test_keys_that_are_fixed_depend_on_no_option():
    record = Record("Test", (Key("it", Shape.of(WHOLE), fixed=True),))
    schema = jsonschema.Draft202012Validator(json_schema(record, "test"))
    assert schema.is_valid({"it": 1})
    assert not schema.is_valid({"it": "$a"})
    assert not schema.is_valid({"it": {"choose": "a", "true": 1}})


def test_names_of_a_sort_are_checked_and_when_is_none_of_them():
    named = Named(Sort.of_pattern("small letters", "[a-z]+"), Shape.of(WHOLE))
    spelling = Spelling(types={Any: Shape.of(named)})
    assert accepts(Any, {"b": 1, "when": {"c": 1}}, spelling)
    assert not accepts(Any, {"B": 1}, spelling)
    assert not accepts(Any, {"b": "c"}, spelling)


def test_a_lone_item_may_stand_for_a_list_where_the_family_says_so():
    lone = Spelling(lone_items=True)
    assert accepts(tuple[int, ...], 1, lone)
    assert accepts(tuple[int, ...], [1], lone)
    assert accepts(tuple[int, ...], "$a", lone)
    assert not accepts(tuple[int, ...], "a", lone)
    assert accepts(Mapping[str, tuple[int | str, ...]], {"a": 1, "b": [1, "c"]}, lone)


def test_a_shorthand_stands_for_the_whole_object():
    short = Spelling(shorthands={Goal: Sort.of_pattern("won", "won early|won")})
    assert accepts(Goal, "won", short)
    assert accepts(Goal, {"early": True}, short)
    assert not accepts(Goal, "lost", short)
    assert not accepts(Goal, "won early on", short)


def test_what_is_said_of_a_key_comes_from_comment_spelling_or_docstring():
    said = Spelling(meanings={"Goal.early": "Whether one is enough.", "piles": "Unused."})
    plain, spelled = Grammar().record(Goal), Grammar(said).record(Goal)
    assert [key.meaning for key in plain.keys] == [
        "All `piles` are full.",
        "With `early` one is enough.",
        "Who says so.",
    ]
    assert plain.intro == "When it is won."
    assert [key.meaning for key in spelled.keys][1:] == ["Whether one is enough.", "Who says so."]
    assert spelled.intro == "When it is won.\n\nAll `piles` are full. With `early` one is enough."


def test_defaults_are_as_a_file_writes_them():
    spelling = Spelling(values={Colour: lambda colour: colour.name.lower()})
    needed, *others = Grammar(spelling).record(Game).keys
    assert needed.required
    assert [key.default for key in others] == [{"early": True}, ["black"], {"a": 1}, None]
    assert not any(key.required for key in others)


def test_a_type_that_no_file_can_have_is_refused():
    for wanted in (object, Any, bytes, Callable[[], int]):
        with pytest.raises(TypeError, match="no file can have"):
            Grammar().shape(wanted)


def test_lists_that_nobody_could_tell_apart_are_refused():
    with pytest.raises(ValueError, match="items cannot be told apart"):
        Grammar().shape(tuple[int, ...] | list[str])
    with pytest.raises(ValueError, match="mapping cannot be told apart"):
        Shape.of(Named(TEXT, Shape.of(TEXT))) | Shape.of(Record("Other", ()))
