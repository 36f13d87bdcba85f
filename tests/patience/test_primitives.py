"""What the patience model can say, each part on a patience made for it alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit import State
from cardkit.patience.game import PatienceGame
from cardkit.rulesfile import parse_rules

#: Twelve cards: the ranks ace to six of two suits.
HEAD = """
name: small
family: patience
title: {en: Small}
clause: SM-01
deck: {ranks: [A, 2, 3, 4, 5, 6], suits: [C, D]}
clauses: {SM-01: {en: One.}, SM-02: {en: Two.}, SM-03: {en: Three.}}
"""
TABLEAU = "t: {kind: tableau, count: 3, build: down any-suit, space: {accepts: any}}"
UP = "a: {kind: foundation, count: 2, build: up same-suit, space: {accepts: A}, suits: by-pile}"
IN_ORDER = "AC 2C 3C 4C 5C 6C AD 2D 3D 4D 5D 6D"


def small(body: str) -> PatienceGame:
    rules = parse_rules(HEAD + body)
    rules.check()
    game = rules.game({})
    assert isinstance(game, PatienceGame)
    return game


def piles(state: State) -> dict[str, str]:
    return {name: str(pile) for name, pile in state.piles.items() if pile}


# -- reach to empty piles and to others ------------------------------------------------------------

OPENING = f"""
groups:
  t: {{kind: tableau, count: 3, attributes: {{side: [left, left, right]}}}}
  {UP}
layout: [{{deal: t, each: 4}}]
reach:
- {{from: t, to: a, opening: true, clause: SM-02}}
- {{from: t, where: {{side: left}}, to: a, clause: SM-03}}
- {{from: t, to: a, allow: false, clause: SM-03}}
"""


def test_opening_a_pile_and_building_on_it_may_be_different_rights():
    game = small(OPENING)
    rest = "3C 4C 5C 6C 3D 4D 5D 6D"
    first = game.at(f"t1 AC / t3 {rest} 2C 2D AD")
    assert {"t1-a1", "t3-a2"} <= set(map(str, first.moves))
    first.play("t3-a2")
    assert "t3-a2" not in first.moves
    assert first.why_not("t3-a2").clause == "SM-03"
    other = game.at(f"a2 AD / t1 AC / t2 2D / t3 {rest} 2C")
    assert "t2-a2" in other.moves


def test_what_only_builds_does_not_open():
    game = small(OPENING.replace("opening: true", "opening: false"))
    state = game.at("t1 AC / t3 3C 4C 5C 6C 3D 4D 5D 6D 2C 2D AD")
    assert "t3-a2" not in state.moves
    assert state.why_not("t3-a2").clause == "SM-03"
    assert "t1-a1" in state.moves


# -- one suit for all piles that share an attribute ------------------------------------------------

SHARED = """
groups:
  t: {kind: tableau, count: 4}
  a:
    kind: foundation
    count: 2
    attributes: {row: [1, 2]}
    suits_by: row
    suits_clause: SM-02
    build: up same-suit
    space: {accepts: A}
  k:
    kind: foundation
    count: 2
    attributes: {row: [1, 2]}
    suits_by: row
    suits_clause: SM-02
    build: down same-suit
    space: {accepts: 6}
layout: [{deal: t, each: 3}]
reach: [{from: t, to: [a, k]}]
"""


def test_piles_of_one_row_hold_one_suit():
    state = small(SHARED).at("t1 2C 3C 4C 5C AC / t2 2D 3D 4D 5D AD / t3 6C / t4 6D")
    state.play("t1-a2")
    targets = [str(move) for move in state.moves]
    # Clubs belong to the second row now, so diamonds belong to the first.
    assert targets == ["t2-a1", "t3-k2", "t4-k1"]
    for move in ("t3-k1", "t4-k2"):
        assert state.why_not(move).clause == "SM-02"
    assert "k2 is for" not in state.why_not("t3-k1").text
    assert state.why_not("t4-k2").text == "k2 is for clubs, as a2 is"


def test_a_suit_that_has_a_pile_is_told_where():
    state = small(SHARED).at("a2 AC / t1 2C 3C 4C 5C 6C / t2 AD 2D 3D 4D 5D 6D")
    assert state.why_not("t1-k1").text == "clubs have a pile already: a2"


# -- spaces that fill by themselves ----------------------------------------------------------------

FILLED = f"""
groups:
  stock: {{kind: stock}}
  waste: {{kind: waste}}
  {TABLEAU}
  {UP}
layout: [{{deal: t}}, {{deal: waste, each: 2}}, {{rest: stock}}]
deal: {{to: waste}}
refill: {{to: t, from: [waste, stock], clause: SM-02}}
reach: [{{from: t, to: [t, a]}}]
"""


def test_a_space_is_filled_from_the_first_pile_that_has_a_card():
    state = small(FILLED).deal(IN_ORDER)
    assert piles(state) == {
        "stock": "[6D 5D 4D 3D 2D AD 6C]",
        "waste": "4C 5C",
        "t1": "AC",
        "t2": "2C",
        "t3": "3C",
    }
    state.play("t1-a1")
    assert str(state.piles["t1"]) == "5C"
    state.play("t2-a1")
    assert str(state.piles["t2"]) == "4C"
    assert not state.piles["waste"]
    state.play("t3-a1")
    assert str(state.piles["t3"]) == "6C"
    assert str(state.piles["stock"]) == "[6D 5D 4D 3D 2D AD]"  # the next card stays hidden
    for _ in range(3):
        state.undo()
    assert state == small(FILLED).deal(IN_ORDER)


def test_spaces_stay_when_nothing_is_left_to_fill_them():
    state = small(FILLED).at("t1 AC / t2 2C 3C 4C 5C 6C 2D 3D 4D 5D 6D / t3 AD")
    state.play("t1-a1")
    assert not state.piles["t1"]


# -- deals -----------------------------------------------------------------------------------------

ROUNDS = f"""
groups:
  stock: {{kind: stock}}
  {TABLEAU}
  {UP}
layout: [{{deal: t}}, {{rest: stock}}]
deal: {{to: t, rounds: ROUNDS}}
reach: [{{from: t, to: [t, a]}}]
"""


@pytest.mark.parametrize(
    ("rounds", "sizes"), [("1", [2, 2, 2]), ("2", [3, 3, 3]), ("all", [4, 4, 4])]
)
def test_a_deal_goes_round_so_often(rounds, sizes):
    state = small(ROUNDS.replace("ROUNDS", rounds)).deal(IN_ORDER)
    state.play("deal")
    assert [len(state.piles[f"t{i}"]) for i in (1, 2, 3)] == sizes
    assert str(state.piles["t1"]).startswith("AC 4C")


def test_a_deal_ends_with_the_stock():
    state = small(ROUNDS.replace("ROUNDS", "2")).at(
        "stock [6D 5D 4D 3D] / t1 AC 2C 3C 4C 5C 6C AD 2D"
    )
    state.play("deal")
    assert [str(state.piles[f"t{i}"])[-2:] for i in (1, 2, 3)] == ["6D", "4D", "5D"]
    assert not state.piles["stock"]


# -- redeals ---------------------------------------------------------------------------------------

GATHERED = f"""
groups:
  stock: {{kind: stock}}
  {TABLEAU}
  {UP}
layout: [{{deal: t, each: 4}}]
redeal: {{times: unlimited, gather: t, turned: TURNED, top: TOP, layout: [{{deal: t, rounds: 4}}]}}
reach: [{{from: t, to: [t, a]}}]
"""


@pytest.mark.parametrize(
    ("turned", "top", "order"),
    [
        # The order in which 2C 3C (the outer one) on t1 and 4C 5C on t2 come back.
        ("true", "last", "4C 5C 2C 3C"),
        ("true", "first", "2C 3C 4C 5C"),
        ("false", "last", "5C 4C 3C 2C"),
        ("false", "first", "3C 2C 5C 4C"),
    ],
)
def test_packets_are_turned_over_or_not(turned, top, order):
    game = small(GATHERED.replace("TURNED", turned).replace("TOP", top))
    state = game.at("t1 2C 3C / t2 4C 5C / a1 AC / a2 6C AD 2D 3D 4D 5D 6D")
    before = state.key
    state.play("redeal")
    first, second, third, fourth = order.split()
    assert piles(state) == {
        "a1": "AC",
        "a2": "6C AD 2D 3D 4D 5D 6D",
        "t1": f"{first} {fourth}",
        "t2": second,
        "t3": third,
    }
    state.undo()
    assert state.key == before


def test_packets_that_are_not_turned_over_lie_face_down_in_the_stock():
    body = GATHERED.replace("TURNED", "false").replace("TOP", "last")
    game = small(body.replace(", layout: [{deal: t, rounds: 4}]", "") + "deal: {to: t}\n")
    state = game.at("t1 2C 3C / t2 4C 5C / a1 AC / a2 6C AD 2D 3D 4D 5D 6D")
    state.play("redeal")
    assert str(state.piles["stock"]) == "[2C 3C 4C 5C]"
    state.play("deal")
    assert [str(state.piles[f"t{i}"]) for i in (1, 2, 3)] == ["5C", "4C", "3C"]


# -- cards taken out first -------------------------------------------------------------------------


def test_a_step_takes_equal_cards_only_where_it_must():
    body = f"""
groups:
  a: {{kind: foundation, count: 2, build: up same-suit, space: {{accepts: A}}}}
  b: {{kind: foundation, count: 4, build: up same-suit, space: {{accepts: 2}}}}
  {TABLEAU}
layout: [{{take: A, to: a}}, {{take: 2, to: b}}, {{deal: t, rounds: 6}}]
reach: [{{from: t, to: [a, b]}}]
"""
    rules = parse_rules(HEAD.replace("deck: {", "deck: {packs: 2, ") + body)
    state = rules.game({}).deal(1)
    assert [str(state.piles[f"a{i}"]) for i in (1, 2)] == ["AC", "AD"]
    assert [str(state.piles[f"b{i}"]) for i in (1, 2, 3, 4)] == ["2C", "2D", "2C", "2D"]


# -- removal ---------------------------------------------------------------------------------------

REMOVED = f"""
groups:
  {TABLEAU}
  f: {{kind: foundation, count: 4}}
layout: [{{deal: t, each: 4}}]
removal: {{from: t, to: f, run: down same-suit, length: 3, clause: SM-02}}
reach: [{{from: t, to: t}}]
"""


def test_runs_of_a_length_leave_by_themselves():
    state = small(REMOVED).at("t1 AD 6C 5C / t2 3D 4C / t3 AC 2C 3C 5D 6D 4D 2D")
    state.play("t2-t1")
    assert str(state.piles["f1"]) == "6C 5C 4C"
    assert str(state.piles["t1"]) == "AD"
    state.play("t3-t2")
    assert str(state.piles["t2"]) == "3D 2D"
    state.play("t1-t2")
    assert str(state.piles["f2"]) == "3D 2D AD"


@given(st.permutations(IN_ORDER.split()), st.lists(st.integers(0, 99), max_size=30))
def test_parts_together_lose_no_card(order, choices):
    game = small(FILLED + "redeal: {times: 2, gather: waste}\n")
    state = game.deal(" ".join(order))
    start = state.key
    for choice in choices:
        if not state.moves:
            break
        state.play(state.moves[choice % len(state.moves)])
        lying = sorted(str(card) for cards in state.cards.values() for card in cards)
        assert lying == sorted(IN_ORDER.split())
    while state.history:
        state.undo()
    assert state.key == start


def test_a_last_card_that_lies_face_down_goes_nowhere_and_is_not_listed():
    ranks = "A23456789TJQK"
    full = [f"a{i} " + " ".join(r + s for r in ranks) for i, s in ((2, "D"), (3, "H"), (4, "S"))]
    kings = "k1 " + " ".join(r + "C" for r in ranks[:2:-1])
    for card, listed in (("[2C]", []), ("2C", ["t1-a1"])):
        text = " / ".join([f"t1 {card}", "t2 3C", "a1 AC", *full, kings])
        state = cardkit.game("bisley").at(text)
        assert [str(move) for move in state.moves if move.target == "a1"] == listed
        assert (state.why_not("t1-a1") is None) == bool(listed)
