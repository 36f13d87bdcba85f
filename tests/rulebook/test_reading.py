"""Reading holds for any text: a document or a list of faults, whichever parser does it."""

from __future__ import annotations

import re
import time

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardkit.rulebook import Document, Problem, RulesError, parse_document, read_document, reading
from cardkit.rulebook.document import Node

WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
# Not the halves of surrogate pairs, which no file can hold.
TEXT = st.text(st.characters(codec="utf-8"))
SCALARS = st.none() | st.booleans() | st.integers(-(10**15), 10**15) | TEXT
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)
# Pieces that YAML gives a meaning, to get further than the first line of random text does.
PIECES = st.sampled_from(
    [
        *["a", "b: ", "- ", "\n", "\n  ", "[", "]", "{", "}", ", ", "'", '"', "\\", "#", " # c"],
        *["&x ", "*x", "!t ", "!", "|", ">-", "? ", "%YAML 1.1\n", "---\n", "...\n", "\r\n", "12"],
        *["é", "no", "~", "null", "@", "=", "<<: ", "\t", "\\ud800", "\\UFFFFFFFF", "\x00", "?"],
        *["|-#", "x: y\n", "- [a, {b: c}]\n", "'d': \"e\"\n", "\x85", "\ufeff", "1:30", "a?b"],
    ]
)
TEXTS = st.text() | st.lists(PIECES, max_size=15).map("".join)


def outcome(text: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """What reading comes to: the nodes with their places, or the faults."""
    try:
        return parse_document(text).root, ()
    except RulesError as error:
        return None, error.problems


@given(TEXTS)
@example("- " * 60)
@example("? " * 60)
@example("[" * 60)
@example("a: " * 60)
@settings(deadline=None)
def test_any_text_is_read_alike_by_both_parsers(text):
    fastest = outcome(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "FAST_LOADER", None)
        assert outcome(text) == fastest


@given(st.binary() | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_file_is_a_document_or_faults(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(data)
    problems: tuple[Problem, ...] = ()
    try:
        assert isinstance(read_document(path), Document)
    except RulesError as error:
        problems = error.problems
        assert problems
    assert all(p.line >= 1 and p.column >= 1 for p in problems)


@given(DATA)
def test_plain_data_comes_back(data):
    # Quoted texts, since PyYAML leaves words such as `y` and `0o7` bare.
    text = yaml.safe_dump(data, default_style='"').replace('!!null "null"', "null")
    text = re.sub(r'!!(?:int|bool) "([^"]*)"', r"\1", text)
    assert parse_document(text).data == data


@pytest.mark.usefixtures("parser")
def test_plain_words_and_numbers_are_what_they_look_like():
    text = "[2S, AS, 10, -3, +4, t5-a2, '+2,-2', true, False, null, 1.5, a b, 3-2, '10', nOtable]"
    assert parse_document(text).data == [
        *["2S", "AS", 10, -3, 4, "t5-a2", "+2,-2", True, False, None, 1.5],
        *["a b", "3-2", "10", "nOtable"],
    ]


@pytest.mark.usefixtures("parser")
def test_keys_are_text():
    assert parse_document("{13: a, true: b, False: c, AS: d, pt-BR: e, 'on': f}").data == {
        "13": "a",
        "true": "b",
        "false": "c",
        "AS": "d",
        "pt-BR": "e",
        "on": "f",
    }


@pytest.mark.usefixtures("parser")
def test_an_alias_stands_where_it_is_used_and_its_content_where_that_is_written():
    document = parse_document("a: &x\n  b: 1\nc: *x\n")
    assert document.data == {"a": {"b": 1}, "c": {"b": 1}}
    assert document.mark(("c",)) == (3, 4)
    assert document.mark(("c", "b")) == (2, 6)


def test_the_place_of_what_is_missing_is_that_of_what_it_would_stand_in():
    document = parse_document("a:\n  b: [1, 2]\n")
    assert document.mark(("a", "b", 1)) == (2, 10)
    assert document.mark(("a", "b", 7)) == document.mark(("a", "b")) == (2, 6)
    assert document.mark(("a", "b", 7, "x"), key=True) == (2, 6)
    assert document.mark(("a", "b"), key=True) == document.mark(("a",)) == (2, 3)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    document = read_document(path)
    assert document.data == {"a": 1, "b": 2}
    assert document.mark(("a",)) == (1, 4)


BOMBS = {
    "aliases": "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 10)),
    "aliases nested in each other": "a0: &a0 [x]\n"
    + "".join(f"a{i}: &a{i} [[[[[*a{i - 1}]]]]]\n" for i in range(1, 1000)),
    "values": "- a\n" * 200_000,
    "depth": "[" * 1_000_000,
}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS.keys())
def test_too_much_of_anything_is_refused_soon(text):
    start = time.perf_counter()
    with pytest.raises(RulesError, match=r"more than (20,000 values|50 deep)"):
        parse_document(text)
    assert time.perf_counter() - start < 10


@pytest.mark.usefixtures("parser")
def test_as_much_as_is_allowed_is_read():
    deep = "[" * 50 + "]" * 50
    assert str(parse_document(deep).data) == deep
    many = parse_document("- a\n" * 19_999).data
    assert isinstance(many, list)
    assert len(many) == 19_999
