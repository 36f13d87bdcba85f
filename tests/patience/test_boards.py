"""Boards in the text that programs share: written, read and refused."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as PySolGame
from pysol_cards.random_base import RandomBase

import cardkit
from cardkit import State
from cardkit.patience.boards import BoardError, format_board, parse_board
from cardkit.rulesfile import parse_rules

#: A board under way, as such programs write it.
UNDER_WAY = """\
Foundations: H-0 C-2 D-0 S-A
Freecells: - TS - 4H
2D 4D 6D
KC QD JS TD 9S 8H 7C 6H 5S
KD QC JH TC 9H 8C 7D 6S 5D
:
KH QS JD TH 9C 8D 7S
3H 2H AH 5H 7H 9D
KS QH JC 8S 6C 4C 3S
3D 3C 4S 5C AD 2S
"""


def freecell(**options: object) -> cardkit.Game:
    return cardkit.game("freecell", **options)


def published(number: int, tens: str) -> str:
    """Microsoft's deal of a number by the package that PySolFC and Freecell Solver use."""
    game = PySolGame("freecell", number, RandomBase.DEALS_MS)
    text: str = game.calc_layout_string(CardRenderer(tens == "T"))
    return text


@pytest.mark.parametrize("ten", ["T", "10"])
@pytest.mark.parametrize("number", [1, 617, 11982, 31999, 1_000_000])
def test_deals_are_written_as_others_write_them(number, ten):
    assert format_board(freecell().deal(f"ms:{number}"), ten=ten) == published(number, ten)


@pytest.mark.parametrize("ten", ["T", "10"])
def test_the_boards_of_others_are_read(ten):
    state = parse_board(freecell(), published(617, ten))
    assert state.piles == freecell().deal("ms:617").piles


def test_deal_1_as_it_is_published():
    assert format_board(freecell().deal("ms:1")) == (
        "JD KD 2S 4C 3S 6D 6S\n"
        "2D KC KS 5C TD 8S 9C\n"
        "9H 9S 9D TS 4S 8D 2H\n"
        "JC 5S QD QH TH QS 6H\n"
        "5D AD JS 4H 8H 6C\n"
        "7H QC AS AC 2C 3D\n"
        "7C KH AH 4D JH 8C\n"
        "5H 3H 3C 7S 7D TC\n"
    )


def test_a_board_under_way_is_read_and_written():
    state = parse_board(freecell(), UNDER_WAY)
    assert str(state.piles["a1"]) == "AC 2C"
    assert str(state.piles["a4"]) == "AS"
    assert not state.piles["a2"]
    assert not state.piles["c1"]
    assert str(state.piles["c2"]) == "TS"
    assert str(state.piles["c4"]) == "4H"
    assert not state.piles["t4"]
    assert str(state.piles["t8"]) == "3D 3C 4S 5C AD 2S"
    assert "t8-a4" in state.moves
    assert format_board(state) == UNDER_WAY
    assert format_board(state, ten="10") == UNDER_WAY.replace("T", "10")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Foundations:", "Founds:"),
        ("Freecells:", "FC:"),
        ("H-0 C-2 D-0 S-A", "S-A C-2"),
        (":\nKH", "\nKH"),
        ("\n2D", "\n: 2D"),
        ("Foundations", "\n\nFoundations"),
        ("2D 4D", "  2D   4d "),
        ("TS", "10S"),
        ("\n", "\r\n"),
    ],
)
def test_other_ways_of_writing_the_same(old, new):
    state = parse_board(freecell(), UNDER_WAY.replace(old, new))
    assert format_board(state) == UNDER_WAY


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2D 4D 6D", "2D 4X 6D", "line 3: not a card: '4X' (a rank A 2-9 T J Q K and a suit"),
        ("2D 4D 6D", "2D ?? 6D", "line 3: a board names every card, '??' is not one"),
        ("4H", "4H 4S", "line 2: freecell has 4 cells, not 5"),
        ("- 4H", "4H 4H", "line 2: 4H stands there twice"),
        ("AD 2S", "AD 2S 9S", "line 10: 9S stands there twice"),
        ("AD 2S", "AD AS", "line 10: AS stands there twice"),
        ("C-2", "C-1", "line 1: foundations read like H-0 or S-A, not 'C-1'"),
        ("C-2", "2C", "line 1: foundations read like H-0 or S-A, not '2C'"),
        ("H-0 C-2", "C-2 C-2", "line 1: there is no more foundation for clubs"),
        ("C-2", "C-0", "line 10: the board ends, and it lacks AC, 2C"),
        ("AD 2S\n", "AD 2S\n:\n", "line 11: freecell has 8 columns, this is one more"),
        ("Freecells: -", "Foundations: S-0\nFreecells: -", "line 2: Foundations are told twice"),
        (
            "Freecells",
            "Foundations k",
            "line 2: freecell has no line 'Foundations k' (its lines: Foundations, Freecells)",
        ),
        (UNDER_WAY, "", "line 1: the board ends, and it lacks AC, 2C, 3C, 4C, 5C, 6C ..."),
        (UNDER_WAY, "x" * 20_001, "a board has at most 20000 characters, not 20001"),
    ],
)
def test_what_is_no_board_is_refused_with_its_line(old, new, message):
    assert old in UNDER_WAY
    with pytest.raises(BoardError) as caught:
        parse_board(freecell(), UNDER_WAY.replace(old, new))
    assert str(caught.value).startswith(message)
    line = int(message.split()[1].rstrip(":")) if message.startswith("line") else None
    assert caught.value.line == line


def random_state(game: cardkit.Game, deal: int, choices: list[int]) -> State:
    state = game.deal(deal)
    for choice in choices:
        if not state.moves:
            break
        state.push(state.moves[choice % len(state.moves)])
    return state


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("freecell", {}),
        ("freecell", {"cells": 6}),
        ("bakers-dozen", {}),
        ("bisley", {}),
        ("bisley", {"columns": 12}),
        ("st-helena", {}),
    ],
)
@settings(max_examples=15)
@given(deal=st.integers(0, 2**64 - 1), choices=st.lists(st.integers(0, 99), max_size=40))
def test_what_is_written_is_read_again(name, options, deal, choices):
    game = cardkit.game(name, **options)
    state = random_state(game, deal, choices)
    assume(not state.facts.get("redeals"))
    for ten in ("T", "10"):
        again = parse_board(game, format_board(state, ten=ten))
        assert again.piles == state.piles


def test_games_with_two_groups_of_foundations_name_the_second():
    game = cardkit.game("bisley")
    columns = "2C 3C 4C / 5C 6C 7C / 8C 9C TC / JC QC KC".split(" / ")
    rest = [r + s for s in "DHS" for r in "23456789TJQK"]
    columns += [" ".join(rest[i : i + 4]) for i in range(0, 36, 4)]
    board = "Foundations: H-A C-A D-A S-A\n" + "\n".join(columns) + "\n"
    state = parse_board(game, board)
    assert format_board(state) == board
    state.play("t4-k1")
    state.play("t4-k1")
    played = board.replace("S-A\n", "S-A\nFoundations k: H-0 C-Q D-0 S-0\n").replace(" QC KC", "")
    assert format_board(state) == played
    assert parse_board(game, played).piles == state.piles


def test_two_packs_have_each_suit_twice():
    game = cardkit.game("forty-thieves")
    up = "A23456789TJQK"
    whole = [f"a{i} " + " ".join(r + s for r in up) for i, s in enumerate("CDHSC", 1)]
    columns = ["t1 " + " ".join(r + "D" for r in up), "t3 " + " ".join(r + "H" for r in up)]
    state = game.at(
        " / ".join([*whole, "a8 AS 2S", *columns, "t5 " + " ".join(r + "S" for r in up[2:])])
    )
    board = format_board(state)
    assert board.splitlines()[0] == "Foundations: H-K C-K D-K S-K H-0 C-K D-0 S-2"
    assert board.splitlines()[1:5] == [
        " ".join(r + "D" for r in up),
        ":",
        " ".join(r + "H" for r in up),
        ":",
    ]
    assert parse_board(game, board).piles == state.piles


def test_what_a_board_cannot_tell_is_refused():
    with pytest.raises(BoardError, match="a board has no place for stock, which holds 24 cards"):
        format_board(cardkit.game("klondike").deal(1))
    with pytest.raises(BoardError, match="no place for"):
        format_board(cardkit.game("spider").deal(1))
    again = cardkit.game("st-helena").deal(1)
    again.play("redeal")
    with pytest.raises(BoardError, match="a board cannot tell that redeals is 1"):
        format_board(again)


def test_cards_face_down_are_refused():
    rules = parse_rules("""
name: shy
family: patience
title: {en: Shy}
groups:
  t: {kind: tableau, count: 13, build: down any-suit}
  a: {kind: foundation, count: 4, suits: by-pile, build: up same-suit, space: {accepts: A}}
layout: [{deal: t, rounds: 3, face: down}, {deal: t}]
reach: [{from: t, to: [t, a]}]
""")
    with pytest.raises(BoardError, match="a card of t1 lies face down, which a board cannot tell"):
        format_board(rules.game({}).deal(1))


def test_only_patiences_have_boards(snatch):
    with pytest.raises(BoardError, match="is no patience"):
        parse_board(snatch, "")
