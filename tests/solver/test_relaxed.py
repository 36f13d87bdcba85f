"""Losses that show without a search."""

from __future__ import annotations

from typing import Final

import pytest

import cardkit
from cardkit import State
from cardkit.cards import Deck, Rank
from cardkit.kernel.engines import engine
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Build, DealTo, Group, Lift, Reach, Removal, Rules, Space
from cardkit.relations import Relation
from cardkit.solver import Solver
from cardkit.solver.budget import Budget
from cardkit.solver.relaxed import is_hopeless
from cardkit.solver.searching import Searching

COMPILED = engine().name == "numba"
RANKS: Final = "A23456789TJQK"


def hopeless(state: State) -> bool:
    assert isinstance(state.game, PatienceGame)
    board = Board(tabulate(state.game), engine("python"))
    board.load(state)
    return is_hopeless(board)


def ending(name: str, tableau: str, **options: object) -> State:
    """A position with all cards on foundations but those that are given."""
    left = set(tableau.replace("[", "").replace("]", "").split())
    suits = [[r + suit for r in RANKS if r + suit not in left] for suit in "CDHS"]
    up = [f"a{i} {' '.join(cards)}" for i, cards in enumerate(suits, 1) if cards]
    return cardkit.game(name, **options).at(" / ".join([*up, tableau]))


@pytest.mark.parametrize(
    ("name", "tableau", "is_lost"),
    [
        # The king lies on the queen that must be up before it, and goes nowhere.
        ("bakers-dozen", "t1 QC KC", True),
        ("bakers-dozen", "t1 KC QC", False),
        # There are spaces, but only a cell or Klondike's spaces take a king.
        ("freecell", "t1 QC KC", False),
        ("klondike", "t1 QC KC", False),
        ("klondike", "t1 [QC] KC", False),
        # Each queen lies on the jack that the other one waits for ...
        ("bakers-dozen", "t1 KC JC QD / t2 KD JD QC", True),
        # ... but may go onto a king.
        ("bakers-dozen", "t1 JC QD / t2 KD JD QC / t3 KC", False),
        # A run is carried to the card that its lowest one fits, to uncover what lies below.
        ("klondike", "t1 TH QD JC / t2 JH KC", False),
    ],
)
def test_some_positions_are_hopeless(name: str, tableau: str, is_lost: bool) -> None:
    assert hopeless(ending(name, tableau)) == is_lost


def test_it_says_nothing_while_cards_are_laid_out_or_dealt_to_columns() -> None:
    for name in ("prince-bismarck", "spider", "louis", "st-helena"):
        game = cardkit.game(name)
        assert not any(hopeless(game.deal(deal)) for deal in range(1, 4))


@pytest.mark.parametrize(
    ("name", "options"),
    [("klondike", {}), ("klondike", {"draw": 1}), ("bisley", {}), ("bakers-dozen", {})],
)
def test_what_is_thought_hopeless_a_search_proves_lost(
    name: str, options: dict[str, object]
) -> None:
    game = cardkit.game(name, **options)
    assert isinstance(game, PatienceGame)
    board = Board(tabulate(game), engine())
    proved = 0
    for deal in range(1, 121 if COMPILED else 6):
        state = game.deal(deal)
        search = Searching(board, state, Budget(board.engine, None, None, 512, None))
        search.start()
        found = search.depth(20_000 if COMPILED else 300)
        thought = search.is_hopeless()
        assert not (thought and found == "won"), (name, deal)
        proved += thought and found == "lost"
    assert proved or not COMPILED or options


def test_a_deal_that_takes_millions_of_positions_to_prove_lost_takes_none() -> None:
    game = cardkit.game("klondike")
    # Depth-first search proves it as well, over nineteen million positions.
    found = Solver(game).solve(game.deal(3), nodes=100_000)
    assert found.verdict == "lost"
    assert found.nodes < 50_000


@pytest.mark.parametrize(
    ("talon", "draw", "is_lost"),
    [
        # The third and the sixth card come to the top. With the eight gone up, those before it
        # follow, each as soon as the next one is gone.
        ("K Q J T 9 8", 3, False),
        # Jack and queen go nowhere, so that none of the others ever comes to the top.
        ("K 8 Q 9 T J", 3, True),
        ("K 8 Q 9 T J", 1, False),
        # A king goes to a space, so that the eight before it comes to the top.
        ("9 8 K T J Q", 3, False),
        # Before it lies the nine now, which waits for the eight, which it covers.
        ("8 9 K T J Q", 3, True),
        ("8 9 T J Q K", 3, True),
        ("8 9 T J K Q", 3, True),
    ],
)
def test_a_talon_is_in_reach_as_far_as_deals_and_play_bring_it(
    talon: str, draw: int, is_lost: bool
) -> None:
    cards = [f"{rank}C" for rank in talon.split()]
    state = ending(
        "klondike", f"stock [{' '.join(reversed(cards))}]", draw=draw, foundation_return="off"
    )
    assert hopeless(state) == is_lost


@pytest.mark.parametrize(("redeals", "is_lost"), [(0, True), (1, False), ("unlimited", False)])
def test_a_redeal_brings_other_cards_to_the_top(redeals: object, is_lost: bool) -> None:
    """From the waste's one card on, the fourth and the last come to the top; anew, the third."""
    tableau = "waste JC / stock [TC 9C QC 8C KC]"
    state = ending("klondike", tableau, foundation_return="off", redeals=redeals)
    assert hopeless(state) == is_lost


# -- what installed games have not -----------------------------------------------------------------


def tableau(count: int, words: str, lift: str = "one", accepts: str = "any") -> Group:
    build = Build(Relation.parse(words))
    return Group("tableau", count, build=build, space=Space(accepts), lift=Lift(lift))


def up(automatic: bool = False) -> Group:
    build = Build(Relation.parse("up same-suit"))
    return Group(
        "foundation",
        2,
        build=build,
        space=Space((Rank.ACE,)),
        suits="by-pile",
        automatic=automatic,
    )


def reach(*pairs: str, **rest: bool) -> list[Reach]:
    return [Reach((source,), tuple(targets), **rest) for source, *targets in map(str.split, pairs)]


def test_cards_are_carried_to_piles_that_they_could_not_go_to_by_themselves() -> None:
    """Aces go up from the pile that is built in suit, and AD gets there on the black two alone."""
    groups = {
        "t": tableau(2, "down alternate-colour", "run"),
        "s": tableau(1, "down same-suit", accepts="none"),
    }
    deck = Deck(ranks=range(1, 4), suits=(0, 1))
    layout = (DealTo(("t1",), rounds=2), DealTo(("t2",), rounds=3), DealTo(("s",)))
    rules = Rules(
        groups=groups | {"a": up()},
        layout=layout,
        reach=(*reach("t a", opening=False), *reach("t t s", "s a")),
        deck=deck,
    )
    game = PatienceGame(rules, name="carried")
    state = game.at("a1 AC / s1 3C / t1 2C AD / t2 3D 2D")
    assert Solver(game).solve(state).verdict == "won"
    assert not hopeless(state)


def test_foundations_that_open_by_themselves_need_no_way_to_them() -> None:
    groups = {"t": tableau(2, "down same-suit"), "a": up(automatic=True)}
    rules = Rules(
        groups=groups,
        layout=(DealTo(("t",), rounds=2),),
        reach=(*reach("t a", opening=False), *reach("t t")),
        deck=Deck(ranks=(1, 2), suits=(0, 1)),
    )
    game = PatienceGame(rules, name="by themselves")
    state = game.at("t1 AC 2D / a2 AD / t2 2C")
    assert Solver(game).solve(state).verdict == "won"
    assert not hopeless(state)


def test_of_complete_runs_that_leave_it_says_nothing() -> None:
    same = Relation.parse("down same-suit")
    rules = Rules(
        groups={"t": tableau(3, "down same-suit", "run"), "f": Group("foundation", 1)},
        layout=(DealTo(("t",)),),
        reach=(*reach("t t"),),
        deck=Deck(ranks=(1, 2, 3), suits=(0,)),
        removal=Removal(("t",), ("f",), same, 3),
    )
    game = PatienceGame(rules, name="removal")
    state = game.at("t1 3C AC / t2 2C")
    assert Solver(game).solve(state).verdict == "won"
    assert not hopeless(state)
