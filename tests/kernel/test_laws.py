"""The laws of the kernel find a kernel, or a game, that plays otherwise."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import cardkit
from cardkit import Game, Move, Rng, State
from cardkit.kernel.engines import engine
from cardkit.kernel.patience import program
from cardkit.kernel.patience.position import PatienceKernel
from cardkit.patience.game import PatienceGame
from cardkit.rulesfile import parse_rules
from cardkit.table import Layout, Table
from cardkit.testing import LawBroken, check_game, check_law
from cardkit.testing.kernel_laws import kernel_takes_back, reference_and_kernel

RULES = cardkit.game("klondike").rules


class ForgetsAMove(PatienceGame):
    """It does not list all that its tables allow."""

    def moves(self, s: State | Layout) -> Sequence[Move]:
        return [move for move in super().moves(s) if move.source != "waste"]


class DealsTwice(PatienceGame):
    """It does more than its rules say."""

    def apply(self, t: Table, m: Move) -> None:
        super().apply(t, m)
        if str(m) == "deal" and t.cards["stock"]:
            t.move("stock", "waste", turned=True)


@pytest.mark.parametrize("game", [cardkit.game("klondike"), cardkit.game("louis")], ids=str)
def test_a_game_that_follows_its_rules_keeps_both(game: Game) -> None:
    laws = [reference_and_kernel, kernel_takes_back]
    assert check_game(game, deals=[1], plies=30, laws=laws) == [law.name for law in laws]


def test_a_move_that_only_the_kernel_lists_is_told() -> None:
    with pytest.raises(LawBroken, match=r"the kernel lists .*waste-.*, the readable engine") as it:
        check_law(reference_and_kernel, ForgetsAMove(RULES, name="forgetful"), deals=range(1, 6))
    assert len(it.value.moves) <= 9


def test_a_position_that_parts_is_told() -> None:
    with pytest.raises(LawBroken, match=r"at ply 1 the kernel has the position .* as part 1") as it:
        check_law(reference_and_kernel, DealsTwice(RULES, name="hasty"))
    assert it.value.moves == (Move("deal"),)


def test_an_undo_that_forgets_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = program.undo_to

    def all_but_one(ws: object, ns: list[int], trail: list[int], mark: int) -> None:
        if ns[program.at.TRAIL_USED] > mark:
            undo(ws, ns, trail, mark + 2)

    monkeypatch.setattr(program, "undo_to", all_but_one)
    with pytest.raises(LawBroken, match=r"after \d+ moves and their undo the (position|hash) is"):
        check_law(kernel_takes_back, cardkit.game("freecell"), plies=5)


def test_a_hash_that_depends_on_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    push = PatienceKernel.push

    def smudges(kernel: PatienceKernel, move: Move) -> None:
        push(kernel, move)
        kernel.board.ws[program.at.HASH] ^= 1

    undo_all = PatienceKernel.undo_all

    def cleans(kernel: PatienceKernel) -> None:
        undo_all(kernel)
        kernel.board.load(kernel.game.deal(1))

    monkeypatch.setattr(PatienceKernel, "push", smudges)
    monkeypatch.setattr(PatienceKernel, "undo_all", cleans)
    with pytest.raises(LawBroken, match="against the same position set up, the hash is"):
        check_law(kernel_takes_back, cardkit.game("freecell"), deals=[1], plies=5)


SHUFFLED = """
name: shuffled
family: patience
title: {en: Shuffled}
deck: {suits: [C]}
clause: SF-01
clauses: {SF-01: {en: One.}}
groups:
  stock: {kind: stock}
  t: {kind: tableau, count: 3, build: down any-suit, space: {accepts: any}}
  a: {kind: foundation, build: up same-suit, space: {accepts: A}}
layout: [{deal: t, rounds: 4}, {rest: stock}]
deal: {to: t}
reach: [{from: t, to: [t, a]}]
redeal: {times: 1, gather: t, shuffle: true}
"""


def test_a_game_that_the_kernel_cannot_hold_is_left_out() -> None:
    rules = parse_rules(SHUFFLED)
    rules.check()
    assert check_game(rules.game({}), laws=[reference_and_kernel, kernel_takes_back]) == []


def test_a_position_that_the_kernel_cannot_hold_is_passed_over() -> None:
    # In t1 a face-down card is the last one, which no position of the kernel has.
    game = parse_rules(re.sub("shuffle: true", "shuffle: false", SHUFFLED)).game({})
    rest = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    state = game.at(f"t1 [AC] / t2 {rest}")
    kernel = PatienceKernel(game, engine("python"))
    with pytest.raises(ValueError, match="in t1 cards lie face down where the kernel keeps none"):
        kernel.load(state)
    assert reference_and_kernel.check(state.game.deal(1), Rng(1)) is None
