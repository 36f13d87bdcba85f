"""`cardkit deal`, `moves` and `perft`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

import cardkit
from cardkit import Pile
from cardkit.render import svg_table, text_table

#: One move short of the end: only the king of clubs is left, and it fits both its foundations.
LAST = "t1 KC / " + " / ".join(
    f"a{i} " + " ".join(rank + suit for rank in ranks)
    for i, (suit, ranks) in enumerate(
        [("C", "A23456789TJQ"), *((suit, "A23456789TJQK") for suit in "DHS")], 1
    )
)


def test_deal_shows_the_table(ck: Callable[..., Any]) -> None:
    state = cardkit.game("bisley", columns=12).deal("ms:617")
    done = ck("deal", "bisley", "--deal", "ms:617", "-o", "columns=12")
    assert (done.status, done.err) == (0, "")
    assert done.out == text_table(state) + "\n"


def test_deal_1_is_the_default(ck: Callable[..., Any]) -> None:
    assert ck("deal", "bisley").out == ck("deal", "bisley", "--deal", "1").out
    assert ck("deal", "bisley").out != ck("deal", "bisley", "--deal", "2").out


def test_deal_takes_the_cards_in_order(ck: Callable[..., Any]) -> None:
    order = cardkit.Deal.of(7).order(0, cardkit.Deck())
    spelt = ck("deal", "bisley", "--deal", " ".join(map(str, order)))
    assert spelt.out == ck("deal", "bisley", "--deal", "7").out


def test_a_games_name_may_be_written_otherwise(ck: Callable[..., Any]) -> None:
    assert ck("deal", "Bisley").out == ck("deal", "bisley").out


def test_options_of_a_game_are_read_from_text(ck: Callable[..., Any]) -> None:
    words = ("-o", "auto_kings=on", "-o", "deal = rows", "--option", "columns=12")
    data = json.loads(ck("deal", "bisley", *words, "--json").out)
    assert (data["options"]["auto_kings"], data["options"]["deal"]) == (True, "rows")
    assert data["options"]["columns"] == 12


@pytest.mark.parametrize("words", [["--ascii"], []])
def test_tables_are_ascii_where_symbols_cannot_be_written(
    ck: Callable[..., Any], words: list[str]
) -> None:
    state = cardkit.game("bisley").deal(1)
    done = ck(*words, "deal", "bisley", charset="utf-8" if words else "latin-1")
    assert done.out == text_table(state, unicode=False) + "\n"


@pytest.mark.parametrize("word", ["--colour", "--color"])
def test_red_suits_are_red_on_demand(ck: Callable[..., Any], word: str) -> None:
    state = cardkit.game("bisley").deal(1)
    expected = text_table(state, colour=True) + "\n"
    assert "\x1b[31m" in expected
    assert ck("deal", "bisley", word).out == expected
    assert ck("deal", "bisley", FORCE_COLOR="1").out == expected


@pytest.mark.parametrize("words", [["--no-colour"], ["--no-color"], []])
def test_red_suits_are_plain_if_not_wanted(ck: Callable[..., Any], words: list[str]) -> None:
    environ = {"FORCE_COLOR": "1"} if words else {"NO_COLOR": "1", "FORCE_COLOR": "1"}
    assert "\x1b" not in ck("deal", "bisley", *words, **environ).out


def test_tables_keep_to_a_narrow_terminal(ck: Callable[..., Any]) -> None:
    lines = ck("deal", "bisley", COLUMNS="40").out.splitlines()
    assert max(map(len, lines)) <= 40
    assert len(re.findall("[A2-9TJQK]♠", " ".join(lines))) == 13


def test_deal_as_json_reads_back(ck: Callable[..., Any]) -> None:
    state = cardkit.game("bisley").deal(42)
    done = ck("deal", "bisley", "--deal", "42", "--format", "json")
    data = json.loads(done.out)
    assert done.out.isascii()
    assert cardkit.game("bisley").at(data["position"], data["deal"]) == state
    assert {name: Pile(text) for name, text in data["piles"].items()} == dict(state.piles)
    assert data["moves"] == [str(move) for move in state.moves]
    assert (data["turn"], data["outcome"]) == (0, None)


def test_deal_as_svg_is_the_picture(ck: Callable[..., Any]) -> None:
    done = ck("deal", "bisley", "--format", "svg")
    picture = svg_table(cardkit.game("bisley").deal(1))
    assert done.out.isascii()
    assert ElementTree.canonicalize(done.out) == ElementTree.canonicalize(picture)


def test_moves_are_the_legal_ones_in_their_order(ck: Callable[..., Any]) -> None:
    done = ck("moves", "bisley", "--deal", "42", "-o", "columns=12")
    expected = cardkit.game("bisley", columns=12).deal(42).moves
    assert done.out.splitlines() == [str(move) for move in expected]
    assert len(expected) > 2


def test_moves_of_a_position(ck: Callable[..., Any]) -> None:
    done = ck("moves", "bisley", "--position", LAST)
    # BI-08: the king fits either foundation of its suit.
    assert (done.status, done.out, done.err) == (0, "t1-a1\nt1-k1\n", "")
    assert json.loads(ck("moves", "bisley", "--position", LAST, "--json").out)["moves"] == [
        "t1-a1",
        "t1-k1",
    ]


def test_moves_of_a_game_that_is_over(ck: Callable[..., Any]) -> None:
    won = LAST.replace("t1 KC / ", "").replace("QC", "QC KC")
    done = ck("moves", "bisley", "--position", won)
    assert (done.status, done.out, done.err) == (0, "", "cardkit: no legal moves: won\n")


def test_perft_counts_each_depth(ck: Callable[..., Any]) -> None:
    state = cardkit.game("bisley").deal(42)
    first = {state.key}
    counts = []
    for _ in range(2):  # counted again, the plain way
        following = set()
        for position in first:
            at = cardkit.game("bisley").deal(42)
            at = next(s for s in reached(at, len(counts)) if s.key == position)
            for move in at.moves:
                at.push(move)
                following.add(at.key)
                at.undo()
        counts.append(len(following))
        first = following
    done = ck("perft", "bisley", "--deal", "42", "--depth", "2")
    assert done.out == f"1 {counts[0]}\n2 {counts[1]}\n"
    data = json.loads(ck("perft", "bisley", "--deal", "42", "--depth", "2", "--json").out)
    assert (data["deal"], data["counts"]) == ("42", counts)


def reached(state: cardkit.State, depth: int) -> list[cardkit.State]:
    """Every state so many moves on."""
    if depth == 0:
        return [state]
    found = []
    for move in list(state.moves):
        after = state.copy()
        after.push(move)
        found += reached(after, depth - 1)
    return found
