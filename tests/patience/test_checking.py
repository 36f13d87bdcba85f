"""Rules files that contradict themselves are refused, each fault with its place and its reason."""

from __future__ import annotations

import pytest

from cardkit.patience.game import PatienceGame
from cardkit.rulebook import RulesError
from cardkit.rulesfile import parse_rules

#: A patience that is in order: the cases below each break it in one place.
SOUND = """\
name: little
family: patience
title: {en: Little}
options:
  extra: {default: false, help: whether there is a second deck}
clause: LI-01
deck: {packs: 1}
groups:
  stock: {kind: stock}
  waste: {kind: waste}
  c: {kind: cell, space: {accepts: any}}
  t:
    kind: tableau
    count: 4
    attributes: {row: [1, 1, 2, 2], side: [left, right, left, right]}
    build: {cards: down any-suit, clause: LI-01}
    space: {accepts: any}
    lift: {cards: run}
  a:
    kind: foundation
    count: 4
    attributes: {row: [1, 1, 2, 2]}
    suits: by-pile
    build: {cards: up same-suit}
    space: {accepts: A}
layout:
- {take: A, to: a}
- {deal: t, each: 3}
- {rest: stock}
deal: {to: waste, cards: 3}
refill: {to: t, from: waste}
redeal: {times: 1, gather: waste}
reach:
- {from: [t, waste, c], to: [t, a], clause: LI-01}
- {from: t, where: {side: left}, to: c}
goal: {clause: LI-01}
clauses:
  LI-01: {en: Cards move.}
"""

FOUNDATIONS = """\
    kind: foundation
    count: 4
    attributes: {row: [1, 1, 2, 2]}
    suits: by-pile
    build: {cards: up same-suit}"""
NOWHERE = (
    "what is gathered into stock never leaves it again: give the redeal a layout, or the rules a"
    " deal"
)

#: What is replaced, by what, and the fault told. `@` marks the place to which the fault points.
CASES = {
    # groups
    "a group's name": (
        "groups:\n",
        "groups:\n  C: @{kind: tableau}\n",
        "a group is called by small letters, not 'C'",
    ),
    "no piles": (
        "    count: 4\n    attributes: {row: [1, 1, 2, 2], s",
        "    count: @0\n    attributes: {row: [1, 1, 2, 2], s",
        "a group has 1 to 60 piles, not 0",
    ),
    "too few values of an attribute": (
        "row: [1, 1, 2, 2], side",
        "row: @[1, 1, 2], side",
        "row has 3 values for 4 piles",
    ),
    "a run without a relation": (
        "    build: {cards: down any-suit, clause: LI-01}\n    space: {accepts: any}\n    lift: {",
        "    space: {accepts: any}\n    lift: @{",
        "a run needs a relation: give the group a build, or lift a run",
    ),
    "a cell for no card": (
        "{kind: cell, space: {accepts: any}}",
        "@{kind: cell}",
        "no card can go to a cell of c: its space accepts none",
    ),
    "a suit by an attribute that is not": (
        "    suits: by-pile",
        "    suits_by: @rwo",
        "group a has no attribute 'rwo' (did you mean 'row'?)",
    ),
    "a pile for a suit that is not": (
        "deck: {packs: 1}\n",
        "deck: {packs: 4, suits: [S]}\n",
        "a pile of a waits for clubs, and the deck has none",
        "    suits: by-pile",
        "    suits: @by-pile",
    ),
    # foundations
    "a foundation without a build": (
        FOUNDATIONS,
        "    @kind: foundation\n    count: 4\n    suits: by-pile",
        "foundation a has no build",
    ),
    "a foundation that nothing plays to": (
        "{from: [t, waste, c], to: [t, a], clause",
        "{from: [t, waste, c], to: t, clause",
        "no card can reach foundation a: no reach leads there",
        "    kind: foundation",
        "    @kind: foundation",
    ),
    "a foundation that nothing opens": (
        "- {take: A, to: a}\n",
        "",
        "no card can open foundation a: its space accepts none",
        "    kind: foundation",
        "    @kind: foundation",
        "    space: {accepts: A}\n",
        "    space: {accepts: none}\n",
    ),
    # layout
    "too many cards": (
        "layout:\n- {take: A, to: a}\n- {deal: t, each: 3}",
        "layout:\n@- {take: A, to: a}\n- {deal: t, each: 13}",
        "the layout needs 56 cards, and the deck has 52",
    ),
    "cards that lie nowhere": (
        "layout:\n- {take: A, to: a}\n- {deal: t, each: 3}\n- {rest: stock}",
        "layout:\n@- {take: A, to: a}\n- {deal: t, each: 3}",
        "36 of 52 cards are laid nowhere (a last step {rest: stock} would lay them)",
    ),
    "cards after the rest": (
        "- {deal: t, each: 3}\n- {rest: stock}",
        "- @{rest: stock}\n- {deal: t, each: 3}",
        "nothing can be dealt after the rest was laid away",
    ),
    "no round": (
        "- {deal: t, each: 3}",
        "- @{deal: t, rounds: 0}",
        "each and rounds are at least 1",
    ),
    "a card that its pile does not take": (
        "- {take: A, to: a}",
        "- {take: @K, to: a}",
        "the deck has no king left for a1, or a1 does not open with one",
    ),
    "a card that is gone": (
        "- {take: A, to: a}",
        "- {take: A, to: a}\n- {take: @A, to: t1}",
        "the deck has no ace left for t1, or t1 does not open with one",
    ),
    "a pile that is not": (
        "{deal: t, each: 3}",
        "{deal: @t9, each: 3}",
        "'t9' is no group or pile (did you mean 't'?)",
    ),
    "a range that is not": (
        "{deal: t, each: 3}",
        "{deal: [t1..t2, @t3..t9], each: 2}",
        "'t3..t9' is no group or pile",
    ),
    # stock
    "a deal without a stock": (
        "  stock: {kind: stock}\n",
        "",
        "deal needs a stock, and 'stock' is no group or pile",
        "deal: {to: waste, cards: 3}",
        "deal: @{to: waste, cards: 3}",
        "- {rest: stock}",
        "- {deal: t, each: 9}",
        "redeal: {times: 1, gather: waste}\n",
        "",
    ),
    "a redeal without a stock": (
        "  stock: {kind: stock}\n",
        "",
        "redeal needs a stock, and 'stock' is no group or pile",
        "redeal: {times",
        "redeal: @{times",
        "- {rest: stock}",
        "- {deal: t, each: 9}",
        "deal: {to: waste, cards: 3}\n",
        "",
    ),
    "a stock of another kind": ("deal: {to", "deal: @{stock: c, to", "c is no pile of kind stock"),
    "a stock without cards": (
        "- {deal: t, each: 3}\n- {rest: stock}",
        "- {deal: t, each: 12}",
        "no card ever comes to stock to be dealt from it",
        "deal: {to: waste",
        "deal: @{to: waste",
        "redeal: {times: 1, gather: waste}\n",
        "",
    ),
    "a deal of no card": ("cards: 3}", "cards: @0}", "at least one card is dealt"),
    "a deal of no round": ("cards: 3}", "rounds: @0}", "at least one round is dealt"),
    "a negative redeal": ("times: 1", "times: @-1", "a number of redeals is not negative"),
    "a redeal that leads nowhere": (
        "redeal: {",
        "redeal: @{",
        NOWHERE,
        "deal: {to: waste, cards: 3}\n",
        "",
    ),
    "a redeal of piles that are not": (
        "gather: waste",
        "gather: @wsate",
        "'wsate' is no group or pile (did you mean 'waste'?)",
    ),
    # what happens by itself
    "a refill from piles that are filled": (
        "{to: t, from: waste}",
        "{to: t, from: @t4}",
        "t4 cannot fill spaces and be filled, too",
    ),
    "a refill of piles that are not": (
        "refill: {to: t,",
        "refill: {to: @z,",
        "'z' is no group or pile",
    ),
    "runs that leave for no foundation": (
        "goal:",
        "removal: {from: t, to: @c, run: down same-suit}\ngoal:",
        "runs leave for a foundation, and c is a cell",
    ),
    "runs that are too long": (
        "goal:",
        "removal: {from: t, to: a, run: down same-suit, length: @14}\ngoal:",
        "a run has 2 to 13 cards, not 14",
    ),
    # reach
    "a reach from a group that is not": (
        "{from: t, where",
        "{from: @tab, where",
        "there is no group 'tab'",
    ),
    "a reach to a group that is not": (
        "to: c}\n",
        "to: @cc}\n",
        "there is no group 'cc' (did you mean 'c'?)",
    ),
    "a reach to one pile of a group": (
        "to: c}\n",
        "to: @t1}\n",
        "there is no group 't1' (did you mean 't'?)",
    ),
    "a reach by an attribute that is not": (
        "where: {side: left}",
        "where: {sid: @left}",
        "group t has no attribute 'sid' (did you mean 'side'?)",
    ),
    "a reach by a value that no pile has": (
        "where: {side: left}",
        "where: {side: @lift}",
        "no pile of group t has side 'lift' (did you mean 'left'?)",
    ),
    "a reach to an attribute that is not": (
        "where: {side: left}",
        "where_to: {row: @1}",
        "group c has no attribute 'row'",
    ),
    "an attribute that must agree and is not": (
        "where: {side: left}",
        "same: @row",
        "group c has no attribute 'row'",
    ),
    "a phase that there is not": (
        "{from: t, where",
        "{phase: @layout, from: t, where",
        "nothing is played during the layout without a spread",
    ),
    "a time after a redeal that there is not": (
        "redeal: {times: 1, gather: waste}\n",
        "",
        "there is no redeal after which this could hold",
        "{from: t, where",
        "{redeals: @some, from: t, where",
    ),
    # clauses
    "an unknown clause": (
        "goal: {clause: LI-01}",
        "goal: {clause: @LI-10}",
        "there is no clause 'LI-10' (did you mean 'LI-01'?)",
    ),
    "an unknown clause of a group": (
        "{cards: down any-suit, clause: LI-01}",
        "{cards: down any-suit, clause: @XX-01}",
        "there is no clause 'XX-01' (did you mean 'LI-01'?)",
    ),
    "an unknown clause of a step": (
        "{deal: t, each: 3}",
        "{deal: t, each: 3, clause: @FI}",
        "there is no clause 'FI'",
    ),
    "an unknown clause of the rules": (
        "clause: LI-01\ndeck",
        "clause: @nothing\ndeck",
        "there is no clause 'nothing'",
    ),
}


def marked(*edits: str) -> tuple[str, int, int]:
    """The sound rules after some edits, with the line and column of the mark in them."""
    text = SOUND
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    before, mark, after = text.partition("@")
    assert mark
    line = before.count("\n") + 1
    return before + after, line, len(before) - before.rfind("\n")


def test_the_rules_that_the_cases_break_are_sound():
    rules = parse_rules(SOUND)
    rules.check()
    assert isinstance(rules.game({"extra": False}), PatienceGame)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_contradiction_is_told_with_its_place(case):
    old, new, message, *more = case
    text, line, column = marked(old, new, *more)
    with pytest.raises(RulesError) as caught:
        parse_rules(text, "little.yaml")
    assert str(caught.value) == f"little.yaml:{line}:{column}: {message}"


def test_several_faults_are_told_together():
    text = SOUND.replace("gather: waste", "gather: wsate").replace("to: c}\n", "to: cc}\n")
    with pytest.raises(RulesError) as caught:
        parse_rules(text.replace("goal: {clause: LI-01}", "goal: {clause: LI-02}"), "little.yaml")
    assert [problem.line for problem in caught.value.problems] == [32, 35, 36]


def test_a_contradiction_under_another_option_is_found_by_the_check():
    text = SOUND.replace(
        "- {deal: t, each: 3}\n", "- {deal: t, each: {choose: extra, true: 20, false: 3}}\n"
    )
    rules = parse_rules(text, "little.yaml")
    assert rules.game({"extra": False}).deal(1).moves
    with pytest.raises(RulesError, match=r"^little.yaml:27:1: the layout needs 84 cards, and the"):
        rules.check()
    with pytest.raises(RulesError, match="the layout needs 84 cards"):
        rules.game({"extra": True})


def test_a_misspelt_header_key_is_told_with_the_header_faults():
    with pytest.raises(RulesError) as caught:
        parse_rules("name: x\nfamly: patience\ntitle: {en: X}\n", "x.yaml")
    assert [str(problem) for problem in caught.value.problems] == [
        "x.yaml:1:1: the key 'family' is missing",
        "x.yaml:2:1: unknown key 'famly' (did you mean 'family'?)",
    ]
