"""Every fault of a file has its line and column, and says what is wrong."""

from __future__ import annotations

import pytest

from cardkit.rulebook import RulesError, parse_document, read_document

# The text, and each fault as its place with a telling part of the message.
FAULTS = {
    "doubled key": ("a: 1\nb: 2\na: 3\n", ["3:1 'a' stands here again", "3:1 line 1, column 1"]),
    "doubled key, spelt in two ways": ("a: 1\n'a': 2\n", ["2:1 'a' stands here again"]),
    "doubled key in braces": ("x: {a: 1, a: 2}\n", ["1:11 line 1, column 5"]),
    "number and text are one key": ("{13: a, '13': b}", ["1:9 '13' stands here again"]),
    "key without value": ("build:\nlift: one\n", ["1:1 'build' has no value"]),
    "key without value, in braces": ("{build, lift: one}", ["1:2 'build' has no value"]),
    "value taken for a comment": ("colour: #red\n", ["1:1 'colour' has no value"]),
    "list item without value": ("- a\n-\n- b\n", ["2:2 a list item has no value"]),
    "tab for indentation": ("a:\n\tb: 1\n\tc: 2\n", ["2:1 a tab is used for indentation"]),
    "how many tabs there are": ("a:\n\tb: 1\n\tc: 2\n", ["2:1 (1 more below)"]),
    "tab behind a colon": ("a:\t1\n", ["1:3 a tab: use spaces"]),
    "control character": ("a: b\x07\n", ["1:5 U+0007"]),
    "line end of Unicode": ("a: b\u2028c\n", ["1:5 U+2028"]),
    "half a character": ("a: \ud800\n", ["1:4 U+D800"]),
    "half a character, escaped": ('a: "\\ud800"\n', ["1:4 half a character"]),
    "no such character": ('a: 1\nb: "\\UFFFFFFFF"\n', ["2:5 no such character"]),
    "empty": ("", ["1:1 the file is empty"]),
    "only a comment": ("# nothing\n", ["1:1 the file is empty"]),
    "only a marker": ("---\n", ["1:1 the file is empty"]),
    "second document": ("a: 1\n---\nb: 2\n", ["2:1 a second document begins"]),
    "directive": ("%YAML 1.1\n---\na: 1\n", ["1:1 a directive"]),
    "Python tag": ("a: !!python/object:os.system x\n", ["1:4 the tag '!!python/object:os.sys"]),
    "own tag": ("a: !foo {b: 1}\n", ["1:4 the tag '!foo' is not allowed"]),
    "standard tag": ("a: !!str 12\n", ["1:4 the tag '!!str' is not allowed"]),
    "merge key": ("a: &x {b: 1}\nc:\n  <<: *x\n", ["3:3 merging mappings"]),
    "list as a key": ("? [a, b]\n: 1\n", ["1:3 a key is a plain word"]),
    "alias as a key": ("a: &x b\n*x : 1\n", ["2:1 a key is a plain word"]),
    "key with a space": ("my key: 1\n", ["1:1 'my key' is no key"]),
    "missing key": (": 1\n", ["1:1 a key is missing"]),
    "no space behind the colon": ("{a:1}\n", ["1:2 a space belongs after the ':'"]),
    "unknown alias": ("a: &suits [C]\nb: *suit\n", ["2:4 did you mean 'suits'?"]),
    "alias within itself": ("a: &x [b, *x]\n", ["1:11 would never end"]),
    "anchor used again": ("a: &x 1\nb: &x 2\n", ["2:4 '&x' is on line 1, column 4 already"]),
    "indentation": ("a:\n    b: 1\n  c: 2\n", ["3:3 does not fit the indentation"]),
    "list item in a mapping": ("a: 1\n- b\n", ["2:1 a list item ('-') does not belong here"]),
    "text behind a quotation": ("a: 'b' c\n", ["1:8 a text does not belong here"]),
    "colon in a text": ("a: one: two\n", ["1:7 put text with ': ' in quotes"]),
    "open bracket": ("a: [b, c\n", ["2:1 expected ',' or ']'", "2:1 on line 1, column 4"]),
    "open quotation": ("a: 'b\nc: d\n", ["3:1 never closed", "3:1 line 1, column 4"]),
    "reserved character": ("a: @b\n", ["1:4 '@' cannot begin a word"]),
    "question mark in brackets": ("a: [is it?]\n", ["1:10 needs quotes"]),
    "comment at a block of text": ("a: |# no\n  text\n", ["1:5 found '#'"]),
    "several at once": (
        "a: no\nb:\nc: !x 1\na: 2\n",
        ["1:4 'no'", "2:1 no value", "3:4 tag", "4:1 stands here again"],
    ),
    "the fault before a broken line": ("a: no\nb: [\n", ["1:4 'no'", "3:1 not YAML"]),
}

# What is written, how it would be read, and what to write instead.
SURPRISES = [
    ("no", "false", "write false, or"),
    ("No", "false", "write false, or"),
    ("off", "false", "write false, or"),
    ("n", "false", "write false, or"),
    ("N", "false", "write false, or"),
    ("yes", "true", "write true, or"),
    ("ON", "true", "write true, or"),
    ("y", "true", "write true, or"),
    ("~", "nothing (null)", "write null, or"),
    ("NULL", "nothing (null)", "write null, or"),
    ("12:30", "750, a number in base 60", "write '12:30' in quotes"),
    ("-1:30.5", "-90, a number in base 60", "in quotes"),
    ("010", "8, a number in base 8", "write 10, or"),
    ("0o17", "15, a number in base 8", "write 15, or"),
    ("-0x1b", "-27, a number in base 16", "write -27, or"),
    ("0b101", "5, a number in base 2", "write 5, or"),
    ("089", "89", "write 89, or"),
    ("1_000", "1000", "write 1000, or"),
    ("1e3", "1000.0", "write 1000.0, or"),
    ("1.50", "1.5", "write 1.5, or"),
    (".5", "0.5", "write 0.5, or"),
    ("1e400", "a number", "write '1e400' in quotes"),
    ("9" * 19, "a number", "in quotes"),
    (".inf", "infinity", "write '.inf' in quotes"),
    (".NaN", "not-a-number", "write '.NaN' in quotes"),
    ("2024-01-01", "a date", "write '2024-01-01' in quotes"),
    ("2024-01-01 12:00:00", "a date", "in quotes"),
    ("=", "a sign of YAML itself", "in quotes"),
]


def faults(read) -> list[str]:
    with pytest.raises(RulesError) as caught:
        read()
    assert str(caught.value).splitlines() == [str(p) for p in caught.value.problems]
    return [f"{p.line}:{p.column} {p.message}" for p in caught.value.problems]


def assert_told(expected: list[str], found: list[str]) -> None:
    """Each expected fault is found, and no place has a fault that is not expected."""
    for one in expected:
        place, part = one.split(" ", 1)
        assert any(f.startswith(place + " ") and part in f for f in found), (one, found)
    assert [f.split()[0] for f in found] == list(dict.fromkeys(e.split()[0] for e in expected))


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "expected"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_is_told_with_its_place(text, expected):
    assert_told(expected, faults(lambda: parse_document(text, "game.yaml")))


@pytest.mark.parametrize(("word", "reading", "advice"), SURPRISES)
def test_a_word_that_misleads_is_refused(word, reading, advice):
    (found,) = faults(lambda: parse_document(f"deal: {word}\n"))
    assert found.startswith("1:7 ")
    assert f"would be read as {reading}" in found
    assert advice in found


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("word", [word for word, _, _ in SURPRISES])
def test_a_word_that_misleads_is_a_text_in_quotes(word):
    assert parse_document(f"deal: '{word}'\n").data == {"deal": word}


def test_a_misleading_key_is_refused_too():
    assert faults(lambda: parse_document("no: Norsk\n")) == [
        "1:1 'no' would be read as false: write 'no' in quotes"
    ]


FILES = {
    "UTF-16": ("a: b\n".encode("utf-16"), "1:1 the text is UTF-16"),
    "binary": (b"PK\x03\x04\x00\x00", "1:1 this is no text"),
    "Latin-1": (
        "a: 1\nname: F\xfcrst\n".encode("latin-1"),
        "2:8 the text is not UTF-8 (byte 0xfc)",
    ),
    "too large": (b"a: b\n" * 300_000, "1:1 the file is larger than 1 MiB"),
}


@pytest.mark.parametrize(("data", "expected"), FILES.values(), ids=FILES.keys())
def test_a_file_that_is_no_text_is_refused(tmp_path, data, expected):
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    assert_told([expected], faults(lambda: read_document(path)))


def test_a_missing_file_is_named_with_its_neighbour(tmp_path):
    (tmp_path / "bisley.yaml").write_text("a: 1\n")
    assert_told(
        ["1:1 no such file (did you mean 'bisley.yaml'?)"],
        faults(lambda: read_document(tmp_path / "bisly.yaml")),
    )


@pytest.mark.parametrize(
    ("missing", "meant"),
    [
        ("bisly.yaml", "bisley.yaml"),
        ("bisly", "bisley.yaml"),
        ("bisley.yml", "bisley.yaml"),
        ("bisly.jsonl", "bisley.jsonl"),
        ("rules.yaml", "Rules.yaml"),
    ],
)
def test_of_files_named_alike_the_one_of_the_same_kind_is_meant(tmp_path, missing, meant):
    for name in ("bisley.jsonl", "bisley.yaml", "Rules.yaml", "f.yaml"):
        (tmp_path / name).write_text("a: 1\n")
    told = faults(lambda: read_document(tmp_path / missing))
    assert_told([f"1:1 no such file (did you mean '{meant}'?)"], told)


@pytest.mark.parametrize("missing", ["nix.yaml", "g.yaml", ".yaml", "yaml"])
def test_a_suffix_makes_no_file_like_another(tmp_path, missing):
    (tmp_path / "f.yaml").write_text("a: 1\n")
    (problem,) = faults(lambda: read_document(tmp_path / missing))
    assert problem.endswith("no such file")


def test_a_missing_folder_is_named(tmp_path):
    missing = tmp_path / "games" / "bisley.yaml"
    assert_told(["1:1 there is no folder"], faults(lambda: read_document(missing)))


def test_a_folder_is_no_file(tmp_path):
    assert_told(["1:1 this is a folder"], faults(lambda: read_document(tmp_path)))


def test_a_device_is_not_read():
    assert_told(["1:1 this is not a file"], faults(lambda: read_document("/dev/zero")))


def test_a_name_that_no_file_can_have_is_refused():
    assert_told(["1:1 cannot be read"], faults(lambda: read_document("a\0b")))
