"""A position as one line of text: what it says, how it reads back, what is wrong with others."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Deal, FactSpec, Game, Pile, PileSpec, Table
from cardkit.deals import DealError
from cardkit.position import (
    PositionError,
    format_position,
    format_value,
    lay_position,
    parse_value,
)
from cardkit.testing.strategies import piles, positions

PILES = (PileSpec("t1"), PileSpec("t12"), PileSpec("hand0", ordered=False, seats=(0,)))
FACTS = (FactSpec("phase", "deal"), FactSpec("score", (0, 0)), FactSpec("trump"))


def table() -> Table:
    return Table(PILES, FACTS)


def written(t: Table) -> str:
    return format_position(t, table())


# What it says


def test_piles_and_facts_are_named_with_what_differs_from_the_start() -> None:
    t = table()
    t.lay("t1", Pile("2C 9D"), up=False)
    t.lay("t1", Pile("QH JS"))
    t.lay("hand0", Pile("4H"))
    t.set("phase", "play")
    t.set("score", (3, 4))
    t.set("turn", 1)
    assert written(t) == "t1 [2C 9D] QH JS / hand0 4H ; phase=play score=[3,4] turn=1"


@pytest.mark.parametrize(
    ("seats", "shown"), [(None, "(all)"), ([], "(none)"), ([0, 1], "(0,1)"), ([1], "(1)")]
)
def test_a_pile_that_others_see_than_at_the_start_names_them(
    seats: list[int] | None, shown: str
) -> None:
    t = table()
    t.lay("hand0", Pile("4H"))
    t.show("hand0", seats)
    assert written(t) == f"hand0{shown} 4H"
    t.show("hand0", [0])
    assert written(t) == "hand0 4H"


def test_nothing_lies_on_an_empty_table() -> None:
    assert written(table()) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("play", "play"),
        ("no-trump", "no-trump"),
        ("", '""'),
        ("two words", '"two\\u0020words"'),
        ("null", '"null"'),
        ("7", '"7"'),
        (None, "null"),
        (True, "true"),
        (-7, "-7"),
        ((), "[]"),
        ((1, ("H", None)), '[1,["H",null]]'),
    ],
)
def test_a_value_is_a_bare_word_or_json_without_spaces(value: object, text: str) -> None:
    assert format_value(value) == text
    assert parse_value(text) == value


# Reading back

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda values: st.lists(values, max_size=3).map(tuple),
    max_leaves=6,
)
TROUBLE = st.sampled_from(
    ['a"b', "a] b=1", "] x", ';"/', "a\\", "\u2003", "x y=z", "]", "true", "[1]"]
)


@given(VALUES | TROUBLE | TROUBLE.map(lambda text: (text, text)))
def test_any_value_of_a_fact_reads_back(value: object) -> None:
    text = format_value(value)
    assert " " not in text
    assert text.isascii()
    back = parse_value(text)
    assert back == value
    assert type(back) is type(value)
    t = table()
    t.set("trump", value)
    t.set("phase", "play")
    again = table()
    lay_position(again, written(t))
    assert again.facts == t.facts


@given(piles(), piles(), st.sampled_from([None, [], [0], [0, 1, 61]]))
def test_any_piles_read_back(one: Pile, other: Pile, seats: list[int] | None) -> None:
    t = table()
    for name, pile in (("t1", one), ("t12", other)):
        for i, card in enumerate(pile):
            t.lay(name, [card], up=pile.is_up(i))
    t.lay("hand0", one)
    t.show("hand0", seats)
    again = table()
    lay_position(again, written(t))
    assert dict(again.piles) == dict(t.piles)
    assert again.seats_of("hand0") == t.seats_of("hand0")


@given(st.data())
def test_any_position_of_a_game_reads_back_to_an_equal_state(
    snatch: Game, data: st.DataObject
) -> None:
    state = data.draw(positions(snatch))
    assert len(state.position.splitlines()) == 1
    again = snatch.at(state.position, state.deal)
    assert (again, again.key, list(again.moves)) == (state, state.key, list(state.moves))
    assert again.position == state.position
    assert (again.turn, again.outcome) == (state.turn, state.outcome)


def test_spaces_around_the_parts_do_not_matter() -> None:
    t = table()
    lay_position(t, "  t1   [ 2C 9D ]  QH/ t12 AS ;score=[3, 4]   phase=play ")
    assert written(t) == "t1 [2C 9D] QH / t12 AS ; phase=play score=[3,4]"


@pytest.mark.parametrize("what", [None, 3, b"t1 AC", ["t1 AC"]])
def test_a_position_is_text(what: Any, snatch: Game) -> None:
    with pytest.raises(TypeError) as refused:
        snatch.at(what)
    assert str(refused.value) == f"a position is one line of text, not {what!r}"


def test_a_position_does_not_tell_its_deal(snatch: Game) -> None:
    order = Deal.of(8).order(0, snatch.deck)
    assert snatch.deal([order]).position == snatch.deal(8).position


def test_a_position_needs_the_deal_for_what_is_shuffled_later(snatch: Game) -> None:
    state = snatch.deal(8)
    while state.cards["stock"]:
        state.play(state.moves[0])
    shuffling = state.moves[0]
    bare = snatch.at(state.position)
    with pytest.raises(DealError, match="no deal was named, and this move needs a shuffle"):
        bare.play(shuffling)
    assert bare == state
    named = snatch.at(state.position, 8)
    named.play(shuffling)
    state.play(shuffling)
    assert named == state


# What is wrong

WRONG = {
    "t1 2X": "pile t1: not a card: '2X' (a rank A 2-9 T J Q K and a suit C D H S, like TH)",
    "t1 ??": "pile t1: a position names every card, '??' is not one",
    "t1 [2C": "pile t1: a bracket around face-down cards stays open in '[2C'",
    "t1 2C]": "pile t1: brackets around face-down cards do not pair up in '2C]'",
    "t1 2C / t1 3C": "pile t1 is given twice",
    "t3 2C": "no pile is called 't3'; a position reads like 't1 AC 2D / t2 [9S] QH ; phase=play'",
    "T1 2C": "no pile is called 'T1' (did you mean 't1'?); a position reads like"
    " 't1 AC 2D / t2 [9S] QH ; phase=play'",
    "hnad0 4H": "no pile is called 'hnad0' (did you mean 'hand0'?); a position reads like"
    " 't1 AC 2D / t2 [9S] QH ; phase=play'",
    "hand0(2,) 4H": "pile hand0: not seats: (2,) (like (0,1), (all) or (none))",
    "hand0(99) 4H": "pile hand0: not seats: (99) (like (0,1), (all) or (none))",
    "hand0(62) 4H": "pile hand0: not seats: (62) (like (0,1), (all) or (none))",
    "; fase=play": "no fact is called 'fase' (did you mean 'phase'?)",
    "; phase=play phase=end": "fact phase is given twice",
    "; phase=3": "fact phase: '3' is not like 'deal'",
    "; score=3": "fact score: '3' is not like (0, 0)",
    "; score=[1.5,2]": "fact score: not a value: '[1.5,2]'",
    "; score=[1,2": "fact score: not a value: '[1,2'",
    '; trump={"a":1}': "fact trump: not a value: '{\"a\":1}'",
    '; trump="a': "fact trump: not a value: '\"a'",
    "; trump=" + "[" * 9000: "fact trump: not a value: '" + "[" * 40 + "'",
    "; play": "not a fact: 'play' (facts read like phase=play)",
    "; phase=play end": "not a fact: 'end' (facts read like phase=play)",
    "; Phase=play": "not a fact: 'Phase=play' (facts read like phase=play)",
    "t1 " + "2C " * 9000: "a position has at most 20000 characters, not 27003",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:30])
def test_a_wrong_position_is_refused_in_one_line_that_says_what_is_wrong(text: str) -> None:
    with pytest.raises(PositionError) as refused:
        lay_position(table(), text)
    assert str(refused.value) == WRONG[text]
    assert len(str(refused.value).splitlines()) == 1


OTHER_CARDS = {
    "hand0 AC": "2C, 3C, 4C, 5C, AS, 2S and 3 more are missing",
    "heap AC 2C 3C 4C 5C AS 2S 3S 4S 5S 5S": "5S stands there twice",
    "heap AC 2C 3C 4C 5C AS 2S 3S 4S 9H": "5S is missing; 9H is no card of this deck",
}


@pytest.mark.parametrize("text", OTHER_CARDS)
def test_a_position_of_other_cards_is_none_of_this_game(snatch: Game, text: str) -> None:
    with pytest.raises(PositionError) as refused:
        snatch.at(text)
    assert str(refused.value) == (
        f"the cards of the position are not those of snatch: {OTHER_CARDS[text]}"
    )


ALL = "AC 2C 3C 4C 5C AS 2S 3S 4S 5S"
IMPOSSIBLE = {
    f"heap {ALL} ; turn=2": "turn is a number from 0 to 1, not 2",
    f"heap {ALL} ; resigned=5": "resigned is a number from 0 to 1, not 5",
    f"heap {ALL} ; chance=-1": "chance is a number from 0, not -1",
    f"heap(0,2) {ALL}": "pile heap is shown to a seat that is none of 0 to 1",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_of_seats_that_do_not_exist_is_refused(snatch: Game, text: str) -> None:
    with pytest.raises(PositionError) as refused:
        snatch.at(text)
    assert str(refused.value) == f"the position contradicts itself: {IMPOSSIBLE[text]}"
