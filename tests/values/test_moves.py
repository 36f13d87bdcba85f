"""Moves: their notation, from text to parts and back, and that equal moves are one object."""

from __future__ import annotations

import copy
import gc
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, Move
from cardkit.cards import HIDDEN
from cardkit.moves import _INTERNED, NotationError, hides
from cardkit.testing.strategies import moves

PARTS = ("verb", "args", "source", "target", "count", "card")
NOTHING: dict[str, Any] = dict.fromkeys(PARTS) | {"args": ()}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("QS", {"card": Card("QS")}),
        ("??", {"card": HIDDEN}),
        ("t5-a2", {"source": "t5", "target": "a2", "count": 1}),
        ("t5-t9*3", {"source": "t5", "target": "t9", "count": 3}),
        ("stock-waste*999", {"source": "stock", "target": "waste", "count": 999}),
        ("deal", {"verb": "deal"}),
        ("away 2C", {"verb": "away", "args": ("2C",), "card": Card("2C")}),
        ("away ??", {"verb": "away", "args": ("??",), "card": HIDDEN}),
        ("pass 2C 3D", {"verb": "pass", "args": ("2C", "3D")}),
        ("contract H", {"verb": "contract", "args": ("H",)}),
        ("contract free H", {"verb": "contract", "args": ("free", "H")}),
        ("contract no-trump", {"verb": "contract", "args": ("no-trump",)}),
        ("bid 120", {"verb": "bid", "args": ("120",)}),
    ],
)
def test_a_text_has_these_parts_and_no_others(text: str, parts: dict[str, Any]) -> None:
    move = Move(text)
    assert {name: getattr(move, name) for name in PARTS} == NOTHING | parts
    assert (str(move), repr(move)) == (text, f"Move({text!r})")


def test_the_cards_of_a_move_are_all_that_its_text_names() -> None:
    assert Move("pass 2C free ??").cards == (Card("2C"), HIDDEN)
    assert Move("QS").cards == (Card("QS"),)
    assert Move("t1-t2").cards == Move("contract H").cards == ()


def test_a_transfer_of_one_card_does_not_say_so() -> None:
    assert Move("t5-a2*1") is Move("t5-a2")
    assert Move.transfer("t5", "a2") is Move("t5-a2")
    assert Move.transfer("t5", "a2", 12) is Move("t5-a2*12")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "QSx",
        "qs!",
        "10H",
        "1S",
        "-a2",
        "t5-",
        "t5--a2",
        "t5-a2-a3",
        "t5-a2*0",
        "t5-a2*01",
        "t5-a2*1000",
        "t5-a2*-1",
        "t5 - a2",
        "T5-a2",
        "5t-a2",
        "Deal",
        "deal ",
        " deal",
        "deal  H",
        "deal\n",
        "deal h2C",
        "deal X",
        "bid 1234567890",
        "contract no--trump",
        "contract -trump",
        "deal; drop",
        "déal",
        "deal é",
        "b" * 201,
    ],
)
def test_a_text_that_is_no_move_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        Move(text)
    message = str(refused.value)
    assert message.startswith("not a move: ")
    assert "a move is like t5-a2, t5-t9*3, QS, deal or contract H" in message
    assert len(message) < 140
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("what", [None, 3, ("t5", "a2"), Move("t5-a2"), b"t5-a2"])
def test_a_move_is_made_of_text_alone(what: Any) -> None:
    with pytest.raises(TypeError) as refused:
        Move(what)
    assert str(refused.value) == f"a move is made of its text, not of {what!r}"


@given(moves())
def test_any_move_is_known_by_its_text_alone(move: Move) -> None:
    assert Move(str(move)) is move


@given(st.text(max_size=12) | st.from_regex(r"[a-zA-Z0-9 ?*-]{1,12}", fullmatch=True))
def test_any_text_is_a_move_that_prints_alike_or_is_refused(text: str) -> None:
    try:
        move = Move(text)
    except NotationError:
        return
    assert str(move) == text.removesuffix("*1")


@given(moves())
def test_a_move_survives_pickling_and_copying_as_the_same_object(move: Move) -> None:
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.deepcopy(move) is copy.copy(move) is move


def test_a_move_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="a move cannot be changed: card"):
        Move("QS").card = Card("KS")


def test_moves_that_nobody_holds_do_not_fill_the_memory() -> None:
    gc.collect()
    before = len(_INTERNED)
    for number in range(1000):
        Move(f"foreign {number}")
    gc.collect()
    assert len(_INTERNED) <= before


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("QS", "??"),
        ("away 2C", "away ??"),
        ("contract free H", "contract ?? ??"),
        ("deal", "deal"),
        ("t1-t2*3", "t1-t2*3"),
    ],
)
def test_hiding_keeps_what_was_chosen_secret(text: str, hidden: str) -> None:
    assert Move(text).hiding() is Move(hidden)
    assert hides(Move(text).hiding()) is ("??" in hidden)
    assert not hides(Move(text))
