"""Moves that serve others: which are tried, and which are left out for want of a use."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import pytest

from cardkit.kernel.engines import engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.options import options
from cardkit.kernel.patience.position import PatienceKernel
from cardkit.patience.game import PatienceGame

#: The foundations of all positions here, where fours are the highest cards.
UP: Final = "a1 AC 2C 3C 4C / a2 AD 2D 3D 4D / a3 AH"


def tried(small: ModuleType, position: str, **rules: Any) -> set[str]:
    """The moves that a search tries at a position; those of the talon by where they go."""
    given = {"columns": 4, "top": 4, "draw": 1} | rules
    game = PatienceGame(small.with_waste(**given), name="it")
    kernel = PatienceKernel(game, engine("python"))
    kernel.load(game.at(position))
    board = kernel.board
    names = dict(enumerate(board.tables.names)) | {at.FROM_TALON: "talon"}
    codes = board.listed[: options(board.ws, board.ns, board.listed, 0)]
    return {f"{names[code & 63]}-{names[code >> 6 & 63]}" for code in codes}


@pytest.mark.parametrize(
    ("third", "is_tried"),
    [
        # 3H is the only card that could go onto 4S: it is at hand, or one run lies on it, or two.
        ("[2S 2H] 3H", True),
        ("[2H] 3H 2S", True),
        ("[2S 3H] 2H", True),
        ("[3H 2S] 2H", False),
    ],
)
def test_a_card_is_uncovered_for_another_to_be_laid_on_it(
    small: ModuleType, third: str, is_tried: bool
) -> None:
    position = f"{UP} / a4 AS / t1 [4S] 3S / t2 4H / t3 {third}"
    assert ("t1-t2" in tried(small, position, accepts="none")) == is_tried


def test_a_card_is_uncovered_to_be_played_up_or_moved(small: ModuleType) -> None:
    deep = "t3 [3H 4S] 2H"
    assert "t1-t2" in tried(small, f"{UP} / a4 AS / t1 [2S] 3S / t2 4H / {deep}")
    # 4S may go to the fourth column, which only fours open.
    deep = "t3 [3H 2S] 2H"
    position = f"{UP} / a4 AS / t1 [3S] 4S / t2 4H / {deep}"
    assert "t1-t4" in tried(small, position)
    assert "t1-t4" not in tried(small, position, accepts="none")


def test_a_run_is_split_for_another_card_or_to_play_up(small: ModuleType) -> None:
    # 3H and 3D are alike, and only one of them is there.
    apart = f"{UP} / t1 4S 3H / t2 [AS 2S 2H 3S] 4H"
    assert "t1-t2" not in tried(small, apart)
    alike = "a1 AC 2C / a2 AD 2D 3D 4D / a3 AH 2H / a4 AS 2S"
    # 4S and 4C take 3H alike; it leaves 4S for nothing, and 4C for 4C to be played up.
    assert "t1-t2" not in tried(small, f"{alike} / t1 4S 3H / t2 [4H] 4C / t3 [3S] 3C")
    up = "a1 AC 2C 3C / a2 AD 2D 3D 4D / a3 AH 2H / a4 AS 2S"
    assert "t1-t2" in tried(small, f"{up} / t1 4C 3H / t2 [3S 4H] 4S")


@pytest.mark.parametrize(
    ("rest", "is_tried"),
    [
        # 4S lies on something, or will, or is all that its column has.
        ("t3 [2S 2H 3H] 4S", True),
        ("t3 [2S 3H 4S] 2H", True),
        ("t3 [4S 3H 2S] 2H", False),
        ("t3 4S 3H / t4 [2S] 2H", False),
    ],
)
def test_a_column_is_emptied_for_a_card_that_opens_it(
    small: ModuleType, rest: str, is_tried: bool
) -> None:
    columns = 4 if "t4" in rest else 3
    position = f"{UP} / a4 AS / t1 3S / t2 4H / {rest}"
    assert ("t1-t2" in tried(small, position, columns=columns)) == is_tried


def test_a_column_is_not_emptied_while_there_is_another_space(small: ModuleType) -> None:
    position = f"{UP} / a4 AS / t1 3S / t2 4H / t3 [2S 2H 3H] 4S"
    assert "t1-t2" in tried(small, position, columns=3)
    assert "t1-t2" not in tried(small, position, columns=4)


@pytest.mark.parametrize(
    ("rest", "is_tried"),
    [
        # 2H is the only card that could go onto 3S.
        ("t2 [2S 3H 4S] 2H", True),
        ("t2 [4S 2S 2H] 3H", True),
        ("t2 [2H 2S 3H] 4S", False),
        ("t2 [2S 3H] 4S / stock [2H]", True),
    ],
)
def test_a_card_of_an_endless_talon_waits_till_another_can_be_laid_on_it(
    small: ModuleType, rest: str, is_tried: bool
) -> None:
    position = f"{UP} / a4 AS / t1 4H / {rest} / waste 3S"
    assert ("talon-t1" in tried(small, position, columns=2)) == is_tried
    # One that comes only so often, or not always, does not wait.
    assert "talon-t1" in tried(small, position, columns=2, times=1)
    assert "talon-t1" in tried(small, position, columns=2, draw=2)


@pytest.mark.parametrize(
    ("rest", "is_tried"),
    [
        # 3D could take 2S; 2D below it could take AS.
        ("t2 [AS 3S 4H] 2S", True),
        ("t2 [AS 3S 2S] 4H", True),
        ("t2 [2S AS 3S] 4H", False),
        ("t2 [2S 3S AS] 4H", True),
        ("a4 AS / t2 [2S 3S] 4H", True),
    ],
)
def test_a_card_comes_back_to_have_another_laid_on_it_or_on_one_below_it(
    small: ModuleType, rest: str, is_tried: bool
) -> None:
    up = "a1 AC 2C 3C 4C / a2 AD 2D 3D / a3 AH 2H 3H"
    position = f"{up} / t1 [4D] 4S / {rest}"
    assert ("a2-t1" in tried(small, position, columns=2, returns=True)) == is_tried


def test_where_single_cards_are_moved_none_waits(small: ModuleType) -> None:
    position = f"{UP} / a4 AS / t1 [4S] 3S / t2 4H / t3 [3H 2S] 2H"
    assert "t1-t2" in tried(small, position, accepts="none", lift="one")
