"""Boards on which something that is easily thought needless is what wins.

Each is a counter-example to a dominance that forgets something. That it is one is shown by trying
everything on the readable engine; the solver must say what is true all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final

import pytest
from attrs import evolve

from cardkit import Move, State
from cardkit.kernel.engines import engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.position import PatienceKernel
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Rules
from cardkit.testing import Tally, check_solver
from cardkit.testing.small_boards import tried_by_rules

Maker = Callable[[Any], Rules]
FEW: Final = 60_000


def check(state: State, won: bool) -> None:
    """The solver and its searches say what is true, on both engines."""
    assert tried_by_rules(state, FEW)[0] == ("won" if won else "lost")
    found = Tally(won=1) if won else Tally(lost=1)
    assert check_solver(state.game, [state]) == found
    assert check_solver(state.game, [state], engine=engine("python"), nodes=20_000) in (
        found,
        Tally(undecided=1),
    )


# -- play-ups that look safe -----------------------------------------------------------------------

#: What is forgotten; the rules; the board; the play-up that loses it.
REGRETTED: Final[dict[str, tuple[Maker, str, str]]] = {
    # 2C fits both foundations; the ace under the other one needs it on the king's.
    "that it may be followed on another foundation": (
        lambda small: small.KINDS["two packs, other builds"].rules,
        "t1 3C 3D 2C / t3 4C 2C AC 4D / a1 AD 2D / a2 AC / k1 4C 3C / k2 4D 3D 2D AD",
        "t1-a2",
    ),
    # The third place for an ace is free, and the second ace of diamonds needs it.
    "that other cards want its foundation": (
        lambda small: small.KINDS["too few to go down"].rules,
        "t1 4D / t2 3D 2D 4C 3C AD AC / a1 AD 2D 3D 4D / a2 AC 2C / k1 4C 3C 2C",
        "t2-a3",
    ),
    # 3C could follow 2C, but not from where it is: it plays to another row.
    "that a card does not reach every foundation": (
        lambda small: small.KINDS["prince bismarck, rows"].rules,
        (
            "a1 AD 2D / a2 AC 2C / k1 5D 4D 3D 2D / k2 5C 4C 3C"
            " / t1 3C / t2 5C 4C 4D 5D 3D AD AC 2C ; phase=play"
        ),
        "t2-k2",
    ),
    # After 2C no heart can be the next on that foundation.
    "that on a foundation different cards may follow": (
        lambda small: small.KINDS["foundations of any suit"].rules,
        "a1 AH / t1 3C AC 2H 5H 2D / t2 AD 5C 4D 4H 3H / t3 3D 4C 2C / c1 5D",
        "t3-a1",
    ),
    # 5C 4C 3C would go onto 6C at once; up they go one by one, and 3C comes first there.
    "that cards come as a run": (
        lambda small: small.KINDS["bisley with runs"].rules,
        "t2 6C / t3 2C AC 6D 5C 4C 3C / a2 AD 2D 3D 4D 5D",
        "t2-k1",
    ),
    # 4D comes back to 5S, so that 3D can come back to 4C and 2C has a place.
    "that cards come back": (
        lambda small: small.with_cells(3, 0, 5, 4, lift="run", accepts="none", returns=True),
        "a2 AD 2D 3D 4D / a3 AH 2H 3H 4H / a4 AS 2S 3S 4S / t1 5D 3C 5S / t2 5C AC 4C / t3 5H 2C",
        "t1-a4",
    ),
    # 2C and 3C pass from the kings' foundation to the aces', if no ace lies on them.
    "that cards pass from one foundation to another": (
        lambda small: small.from_both_ends(2, 4, 1, 2, opening="any", returns="a k"),
        "t1 2C 3C 4C / t2 AC / a1 AC / k1 4C 3C 2C",
        "t2-k1",
    ),
}


@pytest.mark.parametrize("forgotten", REGRETTED)
def test_a_play_up_is_not_safe_if_one_forgets(forgotten: str, small: ModuleType) -> None:
    rules, position, move = REGRETTED[forgotten]
    game = PatienceGame(rules(small), name="regretted")
    state = game.at(position)
    after = state.copy()
    after.play(move)
    assert tried_by_rules(after, FEW)[0] == "lost"
    check(state, won=True)


# -- forms of dominance that are wrong -------------------------------------------------------------

Choice = Callable[[State], Sequence[Move]]


def tried(state: State, choice: Choice) -> str:
    """Whether a board is won if only some moves are tried at each position."""
    state = state.copy(history=False)
    seen = {state.key}
    ahead = [iter(choice(state))]
    while ahead:
        move = next(ahead[-1], None)
        if move is None:
            ahead.pop()
            if ahead:
                state.undo()
            continue
        state.push(move)
        if state.outcome is not None and state.outcome.won:
            return "won"
        if state.key in seen:
            state.undo()
            continue
        seen.add(state.key)
        assert len(seen) <= FEW
        ahead.append(iter(choice(state)))
    return "lost"


def play_ups(state: State) -> list[Move]:
    foundations = tables_of(state).foundations
    return [move for move in state.moves if move.target in foundations]


def tables_of(state: State) -> Any:
    game = state.game
    assert isinstance(game, PatienceGame)
    return game.tables


def every_play_up_forced(state: State) -> list[Move]:
    return play_ups(state)[:1] or list(state.moves)


def copies_ignored(state: State) -> list[Move]:
    """Forces a play-up if of each card that may lie on it one is up, or fits and is like that."""
    game = state.game
    assert isinstance(game, PatienceGame)
    safety = game.safety
    up = {card for name in game.tables.foundations for card in state.cards[name]}

    def is_safe(card: Any, asked: frozenset[Any]) -> bool:
        return all(
            other in up | asked
            or (safety.slots(state, other) > 0 and is_safe(other, asked | {other}))
            for other in safety.guests[card]
        )

    for move in play_ups(state):
        card = state.top(move.source or "")
        if is_safe(card, frozenset({card})):
            return [move]
    return list(state.moves)


def lone_cards_stay(state: State) -> list[Move]:
    tableau = tables_of(state).tableau
    return [
        move
        for move in state.moves
        if not (
            move.source in tableau
            and move.target in tableau
            and len(state.cards[move.source]) == 1
            and state.cards[move.target]
        )
    ]


def test_with_two_packs_the_copies_of_a_card_count(small: ModuleType) -> None:
    groups = {"t": small.tableau(3, "down same-suit"), "a": small.up(4, "any")}
    rules = Rules(
        groups=groups,
        layout=small.rows(16, 3),
        reach=small.play("t>t a"),
        deck=small.deck(4, 2, 2),
    )
    game = PatienceGame(rules, name="copies")
    state = game.at("t1 3C 4C AC 4C 2D 3D / t2 2D AD 3C 2C 4D / t3 4D 3D 2C AC AD")
    assert tried(state, copies_ignored) == "lost"
    check(state, won=True)


def test_with_spaces_and_two_packs_not_every_play_up_is_right(small: ModuleType) -> None:
    rules = small.from_both_ends(3, 6, 1, 2, "any", opening="unique")
    state = PatienceGame(rules, name="forced").at(
        "t1 4C 2C 6C 4C / t2 3C 5C AC AC / t3 2C 6C 3C 5C"
    )
    assert tried(state, every_play_up_forced) == "lost"
    check(state, won=True)


def test_where_spaces_are_filled_a_lone_card_may_have_to_leave(small: ModuleType) -> None:
    rules = small.KINDS["wrapping"].rules
    position = "a1 AC 2C 3C 4C / a2 AD 2D / a3 AH / t1 4H / t2 2H 3D 4D / t3 3H"
    state = PatienceGame(rules, name="lone").at(position)
    assert tried(state, lone_cards_stay) == "lost"
    check(state, won=True)


def test_where_spaces_stay_empty_a_lone_card_never_has_to(small: ModuleType) -> None:
    game = small.KINDS["bisley"].game("lone")
    verdicts = []
    for deal in range(1, 13):
        state = game.deal(deal)
        verdicts.append(tried(state, lone_cards_stay))
        assert verdicts[-1] == tried_by_rules(state, FEW)[0]
    assert {"won", "lost"} == set(verdicts)


# -- moves that only look like others --------------------------------------------------------------


def test_a_run_that_its_cards_could_not_make_one_by_one_is_moved(small: ModuleType) -> None:
    rules = small.KINDS["freecell, other runs"].rules
    position = "a1 AC 2C 3C / a2 AD / a3 AH / t1 AS 3H 4S / t2 2H 4H 3S / t3 2D 2S 3D / t4 4D 4C"
    check(PatienceGame(rules, name="runs").at(position), won=True)
    groups = dict(rules.groups)
    groups["t"] = evolve(groups["t"], lift=small.Lift("one"))
    single = PatienceGame(evolve(rules, groups=groups), name="single")
    check(single.at(position), won=False)


#: What is easily forgotten of moves that serve others; the rules; the board.
SERVING: Final = {
    # 2C goes to 3D and back to 3H, which has been turned up and moves with it; then 3D goes up.
    "that a card turned up may take back what lay on it": (
        "klondike draw 1",
        (
            "waste 5D / t1 5H 4S 3D / t2 [AC 4H 3H] 2C / t3 [5S 4C AH] 5C 4D 3C 2H"
            " / a2 AD 2D / a4 AS 2S 3S ; redeals=1"
        ),
    ),
    # 3H goes to 4C, and 2C follows onto it.
    "that a card may go onto the run that lay on it": (
        "runs of any suit",
        "a3 AH / t1 AD AC 3D 4H 5C / t2 2H 2C 3H / t3 3C 4D 2D 5D 5H 4C",
    ),
    # 2S goes to 3H so that 3S can take 2D, but that is still to be uncovered.
    "that what is to be laid on a card may be covered": (
        "klondike three times",
        "stock [4D AD 4H 3D 4S 2C 3C] / t1 [AS 3S] 2S / t2 [AC 2H] 3H / t3 [AH 2D] 4C",
    ),
}


@pytest.mark.parametrize("forgotten", SERVING)
def test_a_move_serves_another_if_one_does_not_forget(forgotten: str, small: ModuleType) -> None:
    kind, position = SERVING[forgotten]
    state = small.KINDS[kind].game("serving").at(position)
    assert check_solver(state.game, [state]) == Tally(won=1)
    assert check_solver(state.game, [state], engine=engine("python"), nodes=20_000).lost == 0


def test_a_run_is_split_to_lay_what_it_leaves_on_it(small: ModuleType) -> None:
    # 3D goes onto 4D, and then 2D, on which it lay, goes onto 3D.
    game = small.KINDS["runs up or down"].game("split")
    check(game.at("a1 AC 2C 3C 4C 5C / t2 5D 4D / t3 AD 2D 3D"), won=True)


def test_cards_are_not_gathered_while_a_needless_move_is_left(small: ModuleType) -> None:
    game = small.KINDS["redeal when stuck"].game("stuck")
    position = "stock [3S AC AH 4C] / t1 2C 2S AD / t2 4S 3D 2H / t3 4H 4D AS / t4 2D 3H 3C"
    check(game.at(position), won=True)


def test_a_redeal_that_only_opens_foundations_is_made(small: ModuleType) -> None:
    rules = small.with_waste(5, 8, 3, 2, 1, words="down same-suit", **small.SINGLE)
    game = PatienceGame(small.late(rules, small.NO_ACE_BEFORE), name="late")
    check(game.at("t2 3C 2C AC / t3 7C / t4 6C 5C 4C / waste 8C"), won=True)
    once = evolve(game.rules, redeal=None)
    never = PatienceGame(small.late(once, small.NO_ACE_BEFORE), name="never")
    check(never.at("t2 3C 2C AC / t3 7C / t4 6C 5C 4C / waste 8C"), won=False)


# -- hashes ----------------------------------------------------------------------------------------


def hash_of(game: PatienceGame, position: str) -> int:
    kernel = PatienceKernel(game, engine("python"))
    kernel.load(game.at(position))
    return int(kernel.board.ws[at.HASH])


def two_packs(small: ModuleType) -> PatienceGame:
    rules = small.with_cells(4, 0, 9, 2, "down any-suit", "one")
    return PatienceGame(evolve(rules, deck=small.deck(9, 2, 2)), name="packs")


def rest_of(game: PatienceGame, cards: str) -> str:
    left = list(map(str, game.deck))
    for card in cards.split():
        left.remove(card)
    return " ".join(left)


def test_the_hash_is_of_whole_piles_not_of_pairs_of_cards(small: ModuleType) -> None:
    game = two_packs(small)
    rest = rest_of(game, "9C 5C 2D 8C 5C 3D")
    one = hash_of(game, f"t1 9C 5C 2D / t2 8C 5C 3D / t3 {rest}")
    assert one != hash_of(game, f"t1 9C 5C 3D / t2 8C 5C 2D / t3 {rest}")


def test_equal_piles_do_not_cancel_each_other(small: ModuleType) -> None:
    game = two_packs(small)
    found = {
        hash_of(game, f"t1 {pile} / t2 {pile} / t3 {rest_of(game, f'{pile} {pile}')}")
        for pile in ("9C 5C", "8C 5C", "9C", "2D")
    }
    assert len(found) == 4


def test_the_hash_does_not_depend_on_the_order_of_columns(small: ModuleType) -> None:
    game = two_packs(small)
    rest = rest_of(game, "9C 5C 2D 8C")
    one = hash_of(game, f"t1 9C 5C / t2 2D 8C / t3 {rest}")
    assert one == hash_of(game, f"t4 9C 5C / t1 2D 8C / t2 {rest}")
    assert one != hash_of(game, f"t4 5C 9C / t1 2D 8C / t2 {rest}")


def test_a_card_face_down_is_another_one_to_the_hash(small: ModuleType) -> None:
    game = two_packs(small)
    rest = rest_of(game, "9C 5C")
    assert hash_of(game, f"t1 [9C] 5C / t2 {rest}") != hash_of(game, f"t1 9C 5C / t2 {rest}")


def test_the_hash_tells_columns_apart_while_cards_are_still_laid_out(small: ModuleType) -> None:
    game = small.KINDS["prince bismarck, on pass"].game("laid out")
    rest = rest_of(game, "3C 3D 4D")
    going = " ; phase=layout cursor=t1"
    one = hash_of(game, f"t1 3C 3D / t2 4D / stock [{rest}]{going}")
    assert one != hash_of(game, f"t2 3C 3D / t1 4D / stock [{rest}]{going}")
    laid = hash_of(game, f"t1 3C 3D / t2 4D / t3 {rest} ; phase=play")
    assert laid == hash_of(game, f"t2 3C 3D / t3 4D / t1 {rest} ; phase=play")
