"""Positions set up from bytes, one after the other on the same board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cardkit
from cardkit import Rng
from cardkit.kernel.engines import engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.packing import pack, unpack, width
from cardkit.kernel.patience.position import PatienceKernel
from cardkit.kernel.patience.rating import forget_ratings, rate, remember_ratings
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.patience.game import PatienceGame
from cardkit.solver.portfolio import WEIGHTS

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("bisley", {}),
    ("prince-bismarck", {}),
    ("freecell", {"foundation_return": "on"}),
    ("bakers-dozen", {}),
    ("klondike", {}),
    ("forty-thieves", {}),
    ("spider", {}),
    ("four-corners", {}),
    ("louis", {}),
    ("st-helena", {}),
]


def all_of(board: Board) -> tuple[object, ...]:
    """Everything that the rest of the game depends on, with all hashes."""
    ws, ns = board.ws, board.ns
    piles = []
    for p in range(ns[at.PILES]):
        place, n = p * ns[at.ROOM], ns[at.SIZE + p]
        cards = ns[at.CARDS + place : at.CARDS + place + n]
        piles.append((list(cards), list(ws[at.CHAINS + place : at.CHAINS + place + n])))
    size = ns[at.TALON_SIZE]
    return (
        piles,
        list(ws[at.HASH : at.AVAILABLE]),
        list(ns[at.SIZE : at.TRAIL_USED + 1]),
        list(ns[at.TALON : at.TALON + size]),
        list(ns[at.TALON_ID : at.TALON_ID + size]),
    )


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_position_is_set_up_from_any_other(name: str, options: dict[str, Any]) -> None:
    game = cardkit.game(name, **options)
    assert isinstance(game, PatienceGame)
    rng = Rng.stream(11, "packing", name)
    kernel = PatienceKernel(game, engine("python"))
    other = PatienceKernel(game, engine("python"))
    for board in (kernel.board, other.board):
        board.load(game.deal(5))
    room = width(kernel.board.ns)
    packed, expected = [], []
    for _ in range(60):
        moves = kernel.moves()
        if not moves:
            break
        kernel.push(moves[rng.below(len(moves))])
        kernel.board.ns[at.TRAIL_USED] = 0
        bytes_: list[int] = [0] * room
        pack(kernel.board.ns, bytes_, 0)
        packed.append(bytes_)
        expected.append(all_of(kernel.board))
    assert len(packed) > 5
    board = other.board
    weighings: Sequence[Sequence[int]] = WEIGHTS
    for weights in weighings:
        for i, weight in enumerate(weights):
            board.weights[i] = weight
        forget_ratings(board.ws, board.ns)
        for _ in range(40):
            chosen = rng.below(len(packed))
            unpack(board.ws, board.ns, packed[chosen], 0)
            assert all_of(board) == expected[chosen]
            # What is remembered of other positions changes no rating.
            before = rate(board.ws, board.ns, board.weights)
            if rng.below(2):
                remember_ratings(board.ws, board.ns, board.weights)
            assert rate(board.ws, board.ns, board.weights) == before
            remembered = list(board.ws[at.RATED_FOR : at.RATED_FOR + at.SPAN])
            forget_ratings(board.ws, board.ns)
            assert rate(board.ws, board.ns, board.weights) == before
            board.ws[at.RATED_FOR : at.RATED_FOR + at.SPAN] = remembered


def test_a_pile_that_differs_only_in_what_is_turned_up_is_set_up_anew() -> None:
    game = cardkit.game("klondike")
    assert isinstance(game, PatienceGame)
    ranks = "A23456789TJQK"
    full = [" ".join(r + suit for r in ranks) for suit in "CDHS"]
    up = f"a1 {full[0][:-3]} / a2 {full[1][:-3]} / a3 {full[2]} / a4 {full[3][:-6]}"
    packed, expected = [], []
    board = Board(tabulate(game), engine("python"))
    for pile in ("[KC] KD QS / t2 KS", "KC KD QS / t2 KS", "[KC KD] QS / t2 KS"):
        board.load(game.at(f"{up} / t1 {pile}"))
        packed.append([0] * width(board.ns))
        pack(board.ns, packed[-1], 0)
        expected.append(all_of(board))
    for chosen in (0, 1, 2, 1, 0, 2):
        unpack(board.ws, board.ns, packed[chosen], 0)
        assert all_of(board) == expected[chosen]
