"""Plain data becomes attrs objects; what does not fit is told with its place, all at once."""

from __future__ import annotations

import enum
from typing import Any, Literal, NewType

import attrs
import pytest
from attrs import field, frozen, validators
from cattrs.gen import make_dict_structure_fn

from cardkit.cards import Card, Suit
from cardkit.rulebook import (
    Fault,
    MisfitError,
    RulesError,
    add_shorthand,
    load,
    make_converter,
    parse_document,
    structure,
)

Name = NewType("Name", str)


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


@frozen
class Step:
    lay: str
    each: int = 1


@frozen
class Redeal:
    redeals: int
    gather: Literal["left", "right"] = "left"


@frozen
class Group:
    build: str
    lift: Literal["one", "run"] = "one"
    columns: int = 8
    chance: float = 0.5
    free: bool = False
    side: Side | None = None
    suit: Suit | None = None
    base: Card | None = None
    steps: tuple[Step | Redeal | str, ...] = ()
    size: tuple[int, int] = (0, 0)
    notes: dict[str, str] = field(factory=dict)
    points: dict[int, int] = field(factory=dict)
    kinds: frozenset[Literal["a", "b"]] = frozenset()
    inner: Group | None = None
    limit: int | Literal["none"] = "none"
    from_: Name = Name("stock")
    king_may: bool = field(default=False, metadata={"key": "king-may"})
    anything: Any = None
    hidden: int = field(init=False, default=7)


FULL = """\
build: down
lift: run
columns: 13
chance: 1
free: true
side: left
suit: hearts
base: AS
steps: [{lay: aces, each: 2}, {redeals: 2}, word]
size: [3, 4]
notes: {en: one, de: eins}
points: {1: 11, 13: 4}
kinds: [a, b, a]
inner: {build: up, side: null}
limit: 3
from: waste
king-may: true
anything: [1, {a: b}]
"""


def test_everything_that_fits_is_taken():
    assert structure(parse_document(FULL), Group) == Group(
        build="down",
        lift="run",
        columns=13,
        chance=1.0,
        free=True,
        side=Side.LEFT,
        suit=Suit.HEARTS,
        base=Card("AS"),
        steps=(Step("aces", 2), Redeal(2), "word"),
        size=(3, 4),
        notes={"en": "one", "de": "eins"},
        points={1: 11, 13: 4},
        kinds=frozenset("ab"),
        inner=Group(build="up"),
        limit=3,
        from_=Name("waste"),
        king_may=True,
        anything=[1, {"a": "b"}],
    )


FAULTS = {
    "unknown key": ("build: a\nlfit: one\n", ["2:1 unknown key 'lfit' (did you mean 'lift'?)"]),
    "key like no other": ("build: a\nzzz: 1\n", ["2:1 unknown key 'zzz' (known here: build, lift"]),
    "missing key": ("lift: one\n", ["1:1 the key 'build' is missing"]),
    "missing key within": ("build: a\ninner:\n  lift: one\n", ["3:3 inner: the key 'build' is"]),
    "misspelt key is not missing, too": ("biuld: a\n", ["1:1 unknown key 'biuld' (did you mean"]),
    "attribute that is no key": ("build: a\nhidden: 1\n", ["2:1 unknown key 'hidden'"]),
    "no text": ("build: 12\n", ["1:8 build: expected a text, found the number 12"]),
    "no number": ("build: a\ncolumns: ten\n", ["2:10 columns: expected a whole number, found the"]),
    "truth is no number": ("build: a\ncolumns: true\n", ["2:10 columns: expected a whole number"]),
    "half a number": ("build: a\ncolumns: 1.5\n", ["2:10 columns: expected a whole number"]),
    "number is no truth": ("build: a\nfree: 1\n", ["2:7 free: expected true or false, found the"]),
    "text is no fraction": ("build: a\nchance: x\n", ["2:9 chance: expected a number, found"]),
    "nothing is no text": ("build: null\n", ["1:8 build: expected a text, found nothing (null)"]),
    "word": (
        "build: a\nlift: runn\n",
        ["2:7 lift: expected one of one, run, found the text 'runn' (did you mean 'run'?)"],
    ),
    "enum": ("build: a\nside: lfet\n", ["2:7 side: expected one of left, right, found the text"]),
    "enum of numbers": ("build: a\nsuit: 2\n", ["2:7 suit: expected one of clubs, diamonds,"]),
    "card": ("build: a\nbase: XX\n", ["2:7 base: not a card: 'XX'"]),
    "number is no card": ("build: a\nbase: 10\n", ["2:7 base: expected a text, found the number"]),
    "no list": ("build: a\nsteps: word\n", ["2:8 steps: expected a list, found the text 'word'"]),
    "no mapping": ("build: a\nnotes: [a]\n", ["2:8 notes: expected a mapping, found a list"]),
    "too many": ("build: a\nsize: [1, 2, 3]\n", ["2:7 size: expected 2 items, found 3"]),
    "item": ("build: a\nsize: [1, x]\n", ["2:11 size, item 2: expected a whole number"]),
    "value": ("build: a\nnotes: {de: 1}\n", ["2:13 de: expected a text, found the number 1"]),
    "key of a number": ("build: a\npoints: {x: 1}\n", ["2:10 expected a whole number, found the"]),
    "union of kinds": (
        "build: a\nlimit: nome\n",
        ["2:8 limit: expected a whole number or 'none', found the text 'nome' (did you mean"],
    ),
    "union of mappings: the nearer one speaks": (
        "build: a\nsteps: [{redeals: 2, gather: up}]\n",
        ["2:30 gather: expected one of left, right, found the text 'up'"],
    ),
    "union with no mapping": (
        "build: a\nsteps: [1]\n",
        ["2:9 steps, item 1: expected a mapping or a text, found the number 1"],
    ),
    "all at once, in the order of the file": (
        "size: [x]\nlift: 1\ninner: {build: 1, free: x}\nsteps: [{lay: 1}, 2]\n",
        ["1:1 the key", "1:7", "2:7", "3:16", "3:25", "4:15 lay: expected a text", "4:19 steps"],
    ),
    "no mapping at all": ("- a\n", ["1:1 expected a mapping, found a list"]),
}


def faults(text: str, cls: Any = Group, **more: Any) -> list[str]:
    with pytest.raises(RulesError) as caught:
        structure(parse_document(text), cls, **more)
    return [f"{p.line}:{p.column} {p.message}" for p in caught.value.problems]


@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_its_place(text, expected):
    found = faults(text)
    assert len(found) == len(expected)
    for one, fault in zip(expected, found, strict=True):
        assert fault.startswith(one)


def positive(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if value < 1:
        raise ValueError(f"{attribute.name} must be positive, not {value}")


def word(text: str) -> str:
    if " " in text:
        raise ValueError(f"{text!r} is more than one word")
    return text.upper()


@frozen
class Checked:
    count: int = field(validator=positive)
    most: int = field(default=9, validator=[positive, validators.le(10)])
    name: str = field(default="x", converter=word)
    kind: object = field(default="k", validator=validators.instance_of(str))

    def __attrs_post_init__(self) -> None:
        if self.count > self.most:
            raise MisfitError(Fault("more than the most", ("count",)))
        if self.name == "NONE":
            raise ValueError("it needs a name")


def test_validators_and_converters_blame_their_attributes():
    assert faults("count: 0\nmost: 11\nname: a b\nkind: 3\n", Checked) == [
        "1:8 count: count must be positive, not 0",
        "2:7 most: 'most' must be <= 10: 11",
        "3:7 name: 'a b' is more than one word",
        "4:7 kind: 'kind' must be <class 'str'> (got 3 that is a <class 'int'>).",
    ]


def test_validators_are_asked_even_where_another_attribute_does_not_fit():
    assert faults("count: x\nmost: 0\nnme: z\n", Checked) == [
        "1:8 count: expected a whole number, found the text 'x'",
        "2:7 most: most must be positive, not 0",
        "3:1 unknown key 'nme' (did you mean 'name'?)",
    ]


def test_a_whole_object_blames_its_mapping_or_the_part_that_it_names():
    assert faults("a: {count: 1, name: none}\n", dict[str, Checked]) == ["1:4 a: it needs a name"]
    assert faults("a: {count: 9, most: 8}\n", dict[str, Checked]) == [
        "1:12 count: more than the most"
    ]


def parse_step(text: str) -> Step:
    lay, star, each = text.partition("*")
    if not star:
        raise ValueError(f"{text!r} lacks a '*'")
    return Step(lay, int(each))


def test_a_shorthand_stands_beside_the_mapping():
    converter = make_converter()
    add_shorthand(converter, Step, parse_step)
    text = "[aces*2, {lay: rest}]"
    assert structure(parse_document(text), list[Step], converter=converter) == [
        Step("aces", 2),
        Step("rest"),
    ]
    assert faults("[aces, {lay: 1}, 3]", tuple[Step, ...], converter=converter) == [
        "1:2 item 1: 'aces' lacks a '*'",
        "1:14 lay: expected a text, found the number 1",
        "1:18 item 3: expected a text or a mapping, found the number 3",
    ]


def test_hooks_made_by_cattrs_are_placed_as_well():
    converter = make_converter()
    hook = make_dict_structure_fn(Step, converter, _cattrs_forbid_extra_keys=True)
    converter.register_structure_hook(Step, hook)
    assert faults("- {lay: 1}\n- {each: 2}\n", list[Step], converter=converter) == [
        "1:9 lay: expected a text, found the number 1",
        "2:3 item 2: the key 'lay' is missing",
    ]


def test_a_part_of_a_document_is_structured_alone():
    document = parse_document("a:\n  b:\n  - {lay: x}\n  - {lay: 1}\n")
    assert structure(document, Step, at=("a", "b", 0)) == Step("x")
    assert faults("a:\n  b:\n  - {lay: 1}\n", Step, at=("a", "b", 0)) == [
        "3:11 lay: expected a text, found the number 1"
    ]
    assert faults("a: 1\n", Step, at=("b",)) == ["1:1 the key 'b' is missing"]


def test_a_mistake_of_the_program_is_no_fault_of_the_file():
    converter = make_converter()
    add_shorthand(converter, Step, lambda text: {}[text])
    with pytest.raises(KeyError):
        structure(parse_document("x"), Step, converter=converter)


def test_loading_reads_binds_and_structures(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_text(
        "options: {k: {default: 1, help: how many}}\nlay: aces\neach: $k\n", encoding="utf-8"
    )
    assert load(path, Step) == Step("aces", 1)
    assert load(path, Step, {"k": 3}) == Step("aces", 3)
    path.write_text("lay: 1\n", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load(path, Step)
    assert str(caught.value) == f"{path}:1:6: lay: expected a text, found the number 1"
