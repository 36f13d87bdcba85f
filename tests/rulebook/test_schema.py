"""The JSON Schema of rules files: it says what the loader says, as far as a schema can."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit.cli.schema import schema_command
from cardkit.rulebook import RulesError, parse_document
from cardkit.rulebook.shapes import AnyMapping, Named, Record, Shape, Variants
from cardkit.rulesfile import FAMILIES, parse_rules
from cardkit.rulesschema import (
    SPELLINGS,
    family_record,
    header_record,
    rules_schema,
    schema_text,
)

ROOT = Path(__file__).parent.parent.parent
GAMES = sorted((ROOT / "games" / "cardkit_games").glob("*/rules.yaml"))
VALIDATORS = {f: jsonschema.Draft202012Validator(rules_schema(f)) for f in SPELLINGS}

PATIENCE = """\
name: test
family: patience
title: {en: Test}
options:
  columns: {default: 8, choices: [8, 10], help: how many columns}
  wrap: {default: false, help: whether aces and kings are neighbours}
clauses:
  X-01: {en: Nothing is as it seems.}
groups:
  t:
    kind: tableau
    count: {choose: columns, 8: 8, 10: 10}
    build: down alternate-colour
    space: {accepts: [K, 10, 2]}
    lift: {cards: run, run: down same-suit}
    label: {en: Columns}
  f: {kind: foundation, count: 4, suits: by-pile, build: {cards: up same-suit}, space: {accepts: A}}
  stock: {kind: stock}
  waste: {kind: waste}
layout:
  - {deal: t, rounds: 3}
  - {rest: stock}
deal: {to: waste, cards: 3}
reach:
  - {from: t, to: [t, f], clause: X-01, when: {wrap: false}}
  - {from: waste, to: [t, f]}
redeal: {times: unlimited, gather: waste}
arrangement: {rows: [stock waste . f, t], fans: {t: right}}
goal: {}
"""

TRICKS = """\
name: test
family: tricks
title: {en: Test}
options:
  target: {default: 5, min: 1, max: 9, help: how many points end the match}
  short: {default: true, help: whether the match is short}
clauses:
  X-01: {en: Nothing is as it seems.}
seats: 4
sides: [[0, 2], [1, 3]]
dealing: {hands: 13}
contracts:
  hearts: {trump: H, quotas: {others: 6}}
schedule: {deals: [hearts]}
stages:
  - {pass: 3, to: [left, keep]}
  - {announce: forehand}
  - {lead: 2C}
duties:
  - {must: follow, clause: X-01}
  - {not_led: [H, QS]}
scoring: {gain: 1, loss: 0}
match: {target: $target}
"""
BASES = {"patience": PATIENCE, "tricks": TRICKS}


def schema_faults(text: str, family: str) -> list[jsonschema.ValidationError]:
    return list(VALIDATORS[family].iter_errors(parse_document(text).data))


def loader_faults(text: str) -> tuple[str, ...]:
    try:
        parse_rules(text).check()
    except RulesError as error:
        return tuple(problem.message for problem in error.problems)
    return ()


# -- the schema itself -----------------------------------------------------------------------------


def test_every_family_has_a_schema():
    assert set(SPELLINGS) == set(FAMILIES)


@pytest.mark.parametrize("family", SPELLINGS)
def test_the_schema_is_one_by_its_own_standard(family: str):
    schema = rules_schema(family)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("family", SPELLINGS)
def test_all_that_a_schema_refers_to_is_in_it(family: str):
    schema = rules_schema(family)
    referred = {ref.removeprefix("#/$defs/") for ref in references(schema)}
    assert referred == set(schema["$defs"])


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for part in schema.values():
            yield from references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from references(part)


@pytest.mark.parametrize("family", SPELLINGS)
def test_the_committed_schema_is_not_stale(family: str):
    committed = ROOT / "docs" / "schema" / f"rules-{family}.schema.json"
    assert committed.read_text("utf-8") == schema_text(family), "run: python docs/build_pages.py"


def test_no_other_schema_is_committed():
    committed = {path.name for path in (ROOT / "docs" / "schema").iterdir()}
    assert committed == {f"rules-{family}.schema.json" for family in SPELLINGS}


@pytest.mark.parametrize(
    ("family", "wrong"),
    [
        ("patience", PATIENCE.replace("{deal: t, rounds: 3}", "{lay: t}")),
        ("tricks", TRICKS.replace("{announce: forehand}", "{anounce: forehand}")),
        ("tricks", TRICKS.replace("{must: follow, clause: X-01}", "{may: follow}")),
    ],
)
def test_the_kinds_told_apart_by_a_key_are_those_of_the_loader(family: str, wrong: str):
    (said,) = [message for message in loader_faults(wrong) if "has one of the keys" in message]
    kinds = set(said.partition("has one of the keys ")[2].split(", "))
    assert kinds in [set(variants.by_key) for variants in all_variants(family)]


def all_variants(family: str) -> Iterator[Variants]:
    for record in all_records(family).values():
        for key in record.keys:
            inner = key.shape.items or key.shape
            if isinstance(inner.mapping, Variants):
                yield inner.mapping


def test_the_command_prints_the_schema():
    done = CliRunner().invoke(schema_command, ["patience"])
    assert (done.exit_code, done.output) == (0, schema_text("patience"))


def test_the_command_names_the_nearest_family():
    done = CliRunner().invoke(schema_command, ["patients"])
    assert done.exit_code == 2
    assert "there is no family 'patients' (did you mean 'patience'?)" in done.output


# -- rules files -----------------------------------------------------------------------------------


def files() -> list[Path]:
    installed = {entry.file for entry in cardkit.games().values() if entry.file is not None}
    return sorted({*GAMES, *(ROOT / "docs" / "examples").rglob("rules.yaml"), *installed})


@pytest.mark.parametrize("path", files(), ids=lambda path: path.parent.name)
def test_every_rules_file_fits_the_schema_of_its_family(path: Path):
    text = path.read_text("utf-8")
    family = parse_document(text).data["family"]
    assert [f"{e.json_path}: {e.message}" for e in schema_faults(text, family)] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_rules_file_names_its_schema_for_editors(path: Path):
    first, _, rest = path.read_text("utf-8").partition("\n")
    family = parse_document(rest).data["family"]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert named != first
    assert (path.parent / named).resolve() == ROOT / f"docs/schema/rules-{family}.schema.json"


@pytest.mark.parametrize("family", SPELLINGS)
def test_the_rules_that_faults_are_put_into_have_none(family: str):
    assert loader_faults(BASES[family]) == ()
    assert schema_faults(BASES[family], family) == []


#: What is replaced, by what, and what the loader says of it.
PATIENCE_FAULTS = [
    # keys that there are not
    ("goal: {}", "goal: {}\nbiuld: x", "unknown key 'biuld'"),
    ("build: down alternate-colour", "biuld: down alternate-colour", "unknown key 'biuld'"),
    ("{deal: t, rounds: 3}", "{deal: t, round: 3}", "unknown key 'round'"),
    ("{cards: up same-suit}", "{card: up same-suit}", "unknown key 'card'"),
    ("{choose: columns, 8: 8, 10: 10}", "{chose: columns, 8: 8, 10: 10}", "expected a whole"),
    ("{deal: t, rounds: 3}", "{lay: t, rounds: 3}", "has one of the keys"),
    ("{deal: t, rounds: 3}", "{deal: t, take: A, to: f}", "has one of the keys"),
    ("default: 8, ", "default: 8, defalut: 8, ", "unknown key 'defalut'"),
    # keys that are missing
    ("family: patience\n", "", "'family' is missing"),
    ("deal: {to: waste, cards: 3}", "deal: {cards: 3}", "'to' is missing"),
    ("{kind: stock}", "{label: {en: Stock}}", "'kind' is missing"),
    ("help: how many columns", "type: choice", "'help' is missing"),
    ("title: {en: Test}", "title: {de: Test}", "no English text"),
    ("X-01: {en: Nothing is as it seems.}", "X-01: {de: Nichts.}", "no English text"),
    # values of the wrong kind
    ("count: 4", "count: four", "expected a whole number"),
    ("count: 4", "count: [4]", "expected a whole number"),
    ("cards: 3}", "cards: true}", "expected a whole number"),
    ("suits: by-pile", "suits: by-pile, automatic: 1", "expected true or false"),
    ("suits: by-pile", 'suits: by-pile, turn_up: "true"', "expected true or false"),
    ("{kind: stock}", "stock", "expected a mapping"),
    ("title: {en: Test}", "title: Test", "expected a mapping"),
    ("title: {en: Test}", "title: {en: Test}\nversion: 1", "expected a text"),
    ("from: waste, to: [t, f]", "from: waste, to: 3", "expected a text"),
    ("from: waste, to: [t, f]", "from: waste, to: {a: b}", "expected a text"),
    ("goal: {}", "goal: []", "expected a mapping"),
    ("{rest: stock}", "rest", "expected a step of the layout"),
    ("when: {wrap: false}", "when: wrap", "expected options with their values"),
    ("when: {wrap: false}", "when: {wrap: 1.5}", "is no value of it"),
    ("kind: stock", "kind: null", "expected one of"),
    ("label: {en: Columns}", "label: {en: 7}", "expected a text"),
    # words that there are not
    ("kind: waste", "kind: wast", "expected one of"),
    ("build: down alternate-colour", "build: down alternate-color", "does not describe a relation"),
    ("build: down alternate-colour", "build: down", "lacks a word for suits"),
    ("run: down same-suit", "run: -13 same-suit", "steps lie between"),
    ("[K, 10, 2]", "[K, 11]", "expected a rank"),
    ("[K, 10, 2]", "some", "expected a rank"),
    ("times: unlimited", "times: always", "expected"),
    ("family: patience", "family: patients", "there is no family 'patients'"),
    ("name: test", "name: A test", "a game is called by small letters"),
    ("default: 8, ", "default: 8, type: number, ", "expected one of bool, int, choice"),
    ("{choose: columns, 8: 8, 10: 10}", "{choose: columns, 8: x, 10: 10}", "a whole number"),
    ("groups:\n  t:", "groups:\n  X:", "small letters"),
    ("count: 4", "count: 61", "a group has 1 to 60 piles"),
    ("fans: {t: right}", "fans: {t: sideways}", "expected one of none, down, right, left"),
    ("fans: {t: right}", "fan: {t: right}", "unknown key 'fan'"),
    ("rows: [stock waste . f, t]", "rows: [[stock, waste], t]", "expected a text"),
    ("goal: {}", "goal: {}\ndeck: {suits: [C, D, heart, S]}", "(did you mean 'hearts'?)"),
    ("goal: {}", "goal: {}\ndeck: {suits: [c, d, h, s]}", "expected a suit (C D H S, or clubs"),
]
TRICKS_FAULTS = [
    ("duties:", "duty:", "unknown key 'duty'"),
    ("{announce: forehand}", "{anounce: forehand}", "has one of the keys"),
    ("{not_led: [H, QS]}", "{not_let: [H, QS]}", "has one of the keys"),
    ("{gain: 1, loss: 0}", "{gian: 1}", "unknown key 'gian'"),
    ("{gain: 1, loss: 0}", "{cards: {H: -1}, gain: 1}", "unknown key 'gain'"),
    ("quotas: {others: 6}", "quotas: {other: 6}", "expected one of dealer, forehand, others"),
    ("{hands: 13}", "{}", "'hands' is missing"),
    ("seats: 4\n", "", "'seats' is missing"),
    ("seats: 4", "seats: four", "expected a whole number"),
    ("seats: 4", "seats: 9", "2 to 8 seats"),
    ("sides: [[0, 2], [1, 3]]", "sides: [0, 2]", "expected a list"),
    ("schedule: {deals: [hearts]}", "schedule: {deals: hearts}", "expected a list"),
    ("target: $target", "target: $target, clause: 1", "expected a text"),
    ("trump: H", "trump: X", "expected one of"),
    ("must: follow", "must: folow", "expected one of"),
    ("lead: 2C", "lead: 1C", "not a card"),
    ("lead: 2C", "lead: nobody", "expected one of"),
    ("[H, QS]", "[H, QX]", "not a card"),
    ("[left, keep]", "[left, stay]", "expected one of"),
    ("[left, keep]", "left", "expected a list"),
    ("{gain: 1, loss: 0}", "{cards: {H: -1, XS: 3}}", "not a card"),
    ("seats: 4", "seats: 4\norder: {ranks: AAK}", "is no order of ranks"),
    ("seats: 4", "seats: 4\norder: {top_trumps: [J-suit]}", "is no top trump"),
    ("trump: H", "trump: named, suits: CDX", "letters that are no suits"),
    ("trump: H", "trump: named, suits: [clubs, CD]", "expected a suit (C D H S, or clubs"),
    ("trump: H", "trump: named, suits: {clubs: 1}", "expected suits (such as CDH"),
    ("trump: H", "trump: heart", "(did you mean 'hearts'?)"),
    ("trump: H", "trump: [hearts]", "expected one of none, turned, named, C, D, H, S, clubs"),
    ("[H, QS]", "[heart, QS]", "no suit is called 'heart' (did you mean 'hearts'?)"),
    ("seats: 4", "seats: 4\ndeck: {suits: [club, D, H, S]}", "(did you mean 'clubs'?)"),
    ("seats: 4", "seats: 4\ndeck: {ranks: [A, 1]}", "expected a rank"),
    ("seats: 4", "seats: 4\ndeck: {pack: 1}", "unknown key 'pack'"),
    ("contracts:\n  hearts:", "contracts:\n  Hearts:", "small letters and hyphens"),
]
FAULTS = [
    *(("patience", *row) for row in PATIENCE_FAULTS),
    *(("tricks", *row) for row in TRICKS_FAULTS),
]


@pytest.mark.parametrize(("family", "right", "wrong", "said"), FAULTS)
def test_what_the_loader_refuses_the_schema_refuses(family, right, wrong, said):
    assert BASES[family].count(right) == 1
    text = BASES[family].replace(right, wrong)
    assert said in "\n".join(loader_faults(text))
    assert schema_faults(text, family)


#: What is replaced, and by what: other ways to write rules that are right.
PATIENCE_SPELLINGS = [
    ("build: down alternate-colour", "build: {cards: {suit: any-suit, steps: -1}, clause: X-01}"),
    ("build: down alternate-colour", "build: alternate-colour wrap down"),
    ("build: down alternate-colour", "build: -1,+12 any-suit"),
    ("build: down alternate-colour", "build: {choose: wrap, true: down any-suit, false: null}"),
    ("{accepts: [K, 10, 2]}", "{accepts: 10}"),
    ("{accepts: [K, 10, 2]}", '{accepts: ["10", "2"]}'),
    ("{accepts: [K, 10, 2]}", "{accepts: any}"),
    ("{accepts: [K, 10, 2]}", "{choose: columns, 8: {accepts: K}, 10: {}}"),
    ("{accepts: [K, 10, 2]}", "{accepts: {choose: wrap, true: any, false: [K, Q]}}"),
    ("count: 4", "count: {choose: wrap, true: 4, false: {choose: columns, 8: 4, 10: 4}}"),
    ("from: waste, to: [t, f]", "from: [waste], to: {choose: wrap, true: f, false: [t]}"),
    ("from: waste, to: [t, f]", "from: waste, to: [f, {choose: wrap, true: t, false: f}]"),
    ("{rest: stock}", "{choose: wrap, true: {rest: stock}, false: {rest: stock, clause: X-01}}"),
    ("{deal: t, rounds: 3}", "{deal: t, rounds: 3, when: {columns: [8, 10]}}\n  - {turn: t1..t3}"),
    ("goal: {}", "goal: {when: {wrap: true}}"),
    ("goal: {}", "goal: {}\nspread: null\nclause: X-01"),
    ("cards: 3}", "cards: $columns}"),
    ("label: {en: Columns}", "label: {en: $columns wide, de: Spalten}"),
    ("help: how many columns", "help: {en: how many columns, de: wie viele Spalten}"),
    ("help: whether", "type: bool, help: whether"),
    ("goal: {}", "goal: {}\ndeck: {suits: [C, diamonds, H, spades]}"),
]
TRICKS_SPELLINGS = [
    ("lead: 2C", "lead: dealer"),
    ("{not_led: [H, QS]}", "{not_in_first: [Q, 10h]}"),
    ("{not_led: [H, QS]}", "{opens: as}"),
    ("{gain: 1, loss: 0}", "{cards: {H: -1, QS: -13}, sweep_others: true}"),
    ("{gain: 1, loss: 0}", "{}"),
    ("trump: H", "trump: named, suits: SH, scoring: {cards: {T: 10}}"),
    ("seats: 4", "seats: 4\norder: {ranks: AT98765432KQJ, top_trumps: [QC, J-trump, J-colour]}"),
    ("seats: 4", "seats: 4\ndeck: {suits: [clubs, hearts, spades, diamonds]}\nfirst_dealer: 2"),
    ("seats: 4", "seats: 4\ndeck: {suits: [S, clubs, D, hearts]}"),
    ("trump: H", "trump: hearts"),
    (
        "trump: H",
        "trump: {choose: target, 1: H, 2: hearts, 3: none, 4: S, 5: S, 6: S, 7: S, 8: S, 9: S}",
    ),
    ("trump: H", "trump: named, suits: spades"),
    ("trump: H", "trump: named, suits: [clubs, H]"),
    ("{not_led: [H, QS]}", "{not_led: [hearts, QS]}"),
    ("{gain: 1, loss: 0}", "{cards: {hearts: -1, QS: -13}}"),
    (
        "{hands: 13}",
        "{hands: {choose: target, 1: 13, 2: 13, 3: 13, 4: 13, 5: 13, 6: 13, 7: 13, 8: 13, 9: 13}}",
    ),
    ("match: {target: $target}", "match: {deals: 3, clause: X-01}"),
]
RIGHT = [
    *(("patience", *row) for row in PATIENCE_SPELLINGS),
    *(("tricks", *row) for row in TRICKS_SPELLINGS),
]


@pytest.mark.parametrize(("family", "one", "other"), RIGHT)
def test_what_the_loader_accepts_the_schema_accepts(family, one, other):
    assert BASES[family].count(one) == 1
    text = BASES[family].replace(one, other)
    assert loader_faults(text) == ()
    assert schema_faults(text, family) == []


# -- any change ------------------------------------------------------------------------------------

WORDS = ["t", "A", "10", "QS", "up", "any", "run", "$columns", "down same-suit", "X-01", "dealer"]
KEYS = ["when", "choose", "clause", "cards", "to", "from", "count", "kind", "label", "en", "deals"]
SCALARS = st.one_of(st.sampled_from(WORDS), st.integers(-2, 14), st.booleans(), st.none())
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=2)
    ),
    max_leaves=3,
)


def places(data: Any) -> Iterator[tuple[dict[str, Any] | list[Any], str | int]]:
    for step in data if isinstance(data, dict) else range(len(data)):
        yield data, step
        if isinstance(data[step], dict | list):
            yield from places(data[step])


@pytest.mark.parametrize("family", SPELLINGS)
@given(data=st.data())
def test_the_schema_refuses_nothing_that_the_loader_accepts(family: str, data: st.DataObject):
    rules = parse_document(BASES[family]).data
    holder, step = data.draw(st.sampled_from(list(places(rules))))
    change = data.draw(st.sampled_from(["replace", "remove", "add"]))
    if change == "replace":
        holder[step] = data.draw(VALUES)
    elif change == "remove":
        del holder[step]
    elif isinstance(holder, dict):
        holder[data.draw(st.sampled_from(KEYS))] = data.draw(VALUES)
    else:
        holder.append(data.draw(VALUES))
    text = yaml.safe_dump(rules, sort_keys=False)
    if not loader_faults(text):
        assert schema_faults(text, family) == []


# -- what keys mean --------------------------------------------------------------------------------


def records(shape: Shape | None) -> Iterator[Record]:
    mapping: AnyMapping | None = shape.mapping if shape else None
    if shape is not None:
        yield from records(shape.items)
    if isinstance(mapping, Named):
        yield from records(mapping.values)
    for record in mapping.records if isinstance(mapping, Variants) else [mapping]:
        if isinstance(record, Record):
            yield record
            for key in record.keys:
                yield from records(key.shape)


def all_records(family: str) -> dict[str, Record]:
    whole = [Shape.of(header_record(family)), Shape.of(family_record(family))]
    return {record.name: record for shape in whole for record in records(shape)}


@pytest.mark.parametrize("family", SPELLINGS)
def test_every_record_and_key_says_what_it_means(family: str):
    found = all_records(family).values()
    assert [record.name for record in found if not record.intro] == []
    silent = [f"{r.name}.{key.name}" for r in found for key in r.keys if not key.meaning]
    assert silent == [], "write a `#:` comment above the attribute"


@pytest.mark.parametrize("family", SPELLINGS)
def test_no_meaning_is_kept_for_what_is_gone_or_says_it_itself(family: str):
    found = all_records(family)
    said = {f"{r.name}.{key.name}": key.meaning for r in found.values() for key in r.keys}
    said |= {record.name: record.intro for record in found.values()}
    spelling = importlib.import_module(SPELLINGS[family]).SPELLING
    for name, meaning in spelling.meanings.items():
        kept = [text for known, text in said.items() if name in (known, known.partition(".")[2])]
        assert meaning in kept, name
    for name in (*spelling.keys, *spelling.names):
        assert name in said
