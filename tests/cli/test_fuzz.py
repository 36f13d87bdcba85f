"""Whatever is typed, there is never a traceback, and a fault is never silent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import cardkit
from cardkit.cli.root import COMMANDS

#: Fixtures that hold nothing that an example could change.
AT_HOME = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])

games = st.sampled_from(["bisley", "Bisley", "bisly", "", "snatch"])
deals = st.sampled_from(["1", "ms:617", "pysol:3", "-1", "AS", "1..2", "1,2", "", "ms:", "1e9"])
values = st.one_of(
    games,
    deals,
    st.sampled_from(["columns=12", "deal=rows", "columns", "=", "auto_kings=on", "text", "json"]),
    st.sampled_from(["svg", "random", "random:x=1", "t1 AS", "0", "2", "onlooker", "de", "."]),
    st.text(max_size=8).filter(lambda text: "\x00" not in text),
)
flags = st.sampled_from([
    "--deal", "--position", "--format", "--json", "-o", "--option", "--player", "--seed", "--lang",
    "--limit", "--to", "--ascii", "--colour", "--no-color", "--help", "-h", "--", "-",
    "--record-seat", "--version", "--games-dir", "--nonsense", "-x", "--deal=1", "-ocolumns=12",
    "--limit=3",
])  # fmt: skip
words = st.lists(st.one_of(flags, values), max_size=6)


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check(done: Any) -> None:
    assert "Traceback" not in done.err
    assert done.status in (0, 2)
    if done.status == 2:
        assert done.err
        assert all(line.startswith("cardkit: ") for line in done.err.splitlines())
    else:
        assert done.out or done.err


@AT_HOME
@given(st.sampled_from([*COMMANDS, "frob", "--ascii"]).filter(lambda name: name != "run"), words)
@example("deal", ["bisley", "--format"])
@example("perft", ["bisley", "--depth", "2"])
def test_any_arguments(ck: Callable[..., Any], command: str, rest: list[str]) -> None:
    check(ck(command, *rest))


@AT_HOME
@given(games, words)
def test_any_arguments_of_run(ck: Callable[..., Any], game: str, rest: list[str]) -> None:
    check(ck("run", game, "--player", "random", "--limit", "5", *rest))


@AT_HOME
@given(st.one_of(st.text(max_size=60), st.text("ASKQ29TCDH /:.,0123ms-?", max_size=60)))
def test_any_name_of_a_deal(ck: Callable[..., Any], text: str) -> None:
    check(ck("deal", "bisley", f"--deal={text}"))


POSITION = cardkit.game("bisley").deal(1).position


@AT_HOME
@given(st.data())
def test_any_position(ck: Callable[..., Any], data: st.DataObject) -> None:
    whole = data.draw(st.one_of(st.just(POSITION), st.text(max_size=40)))
    at = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(at, min(len(whole), at + 6)))
    put = data.draw(st.one_of(st.text("ASKH [];=/,?()t1a ", max_size=8), st.text(max_size=4)))
    check(ck("moves", "bisley", f"--position={whole[:at]}{put}{whole[end:]}"))


RULES = b"""\
name: two-rows
family: patience
title: {en: Two rows}
options:
  rounds: {default: 5, min: 1, max: 5, help: "how many"}
groups:
  t: {kind: tableau, count: 10, build: down alternate-colour, space: {accepts: any}}
  f: {kind: foundation, count: 4, suits: by-pile, build: up same-suit, space: {accepts: A}}
layout:
  - {deal: t, rounds: 5}
  - {deal: t1..t2}
reach: [{from: t, to: [t, f]}]
goal: {}
clauses: {}
"""


@AT_HOME
@given(st.data())
def test_any_file(ck: Callable[..., Any], tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / data.draw(st.sampled_from(["a.jsonl", "a.yaml", "a"]))
    record = tmp_path / "whole.jsonl"
    cardkit.run("bisley", deal=2, players="random", record=record, limit=4)
    whole = data.draw(st.sampled_from([record.read_bytes(), RULES, b""]))
    at = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(at, min(len(whole), at + 12)))
    put = data.draw(st.one_of(st.binary(max_size=6), st.sampled_from([b"\n", b"{", b": ", b"1"])))
    path.write_bytes(whole[:at] + put + whole[end:])
    check(ck("check", str(path)))
    check(ck("replay", str(path)))
