"""A game under way: moves, refusals, undo and redo, copies, turns and the end."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Deal, Game, IllegalMove, Move, Outcome, Reason, Rng, State
from cardkit.deals import DealError
from cardkit.moves import NotationError
from cardkit.outcome import StaleMoves

# The cards come as they are listed here: hands, the heap, and the stock from its bottom.
DEALT = "AC 2C 3C 4C 5C AS 2S 3S 4S 5S"


def text(state: State) -> list[str]:
    return [str(move) for move in state.moves]


@pytest.fixture
def state(snatch: Game) -> State:
    return snatch.deal([DEALT, DEALT, DEALT, DEALT])


def play(state: State, line: str) -> State:
    for move in line.split(", "):
        state.play(move)
    return state


# Moves


def test_moves_are_listed_counted_indexed_and_asked_for(state: State) -> None:
    moves = state.moves
    assert text(state) == ["AC", "2C", "3C", "aside AC", "aside 2C", "aside 3C"]
    assert (len(moves), bool(moves), str(moves[-1])) == (6, True, "aside 3C")
    assert list(moves[1:3]) == [Move("2C"), Move("3C")]
    assert moves == [Move(move) for move in text(state)]
    assert repr(moves) == "<6 moves: AC 2C 3C aside AC aside 2C aside 3C>"
    assert "2C" in moves
    assert Move("aside 2C") in moves
    assert "9S" not in moves
    assert "not a move!" not in moves
    assert 7 not in moves
    assert "resign" not in moves


def test_asking_for_one_move_asks_the_rule_and_lists_nothing(toy: ModuleType) -> None:
    class Unlisted(toy.Snatch):
        def moves(self, s: State) -> list[Move]:
            raise AssertionError("the moves were listed")

    state = Unlisted().deal(1)
    own = str(state.cards["hand0"][0])
    assert own in state.moves
    assert f"aside {own}" in state.moves
    state.play(own)


def test_moves_looked_at_before_a_move_stay_as_they_were(state: State) -> None:
    before = state.moves
    listed = list(before)
    state.play("2C")
    assert list(before) == listed
    assert "2C" in before
    assert "2C" not in state.moves


def test_moves_first_looked_at_after_a_move_are_stale(state: State) -> None:
    before = state.moves
    state.play("2C")
    for look in (list, len, bool, lambda moves: moves[0], lambda moves: "2C" in moves):
        with pytest.raises(StaleMoves, match="the position has changed"):
            look(before)
    state.undo()
    with pytest.raises(StaleMoves):
        list(before)
    assert "2C" in state.moves


# Refusals


def test_an_illegal_move_says_which_and_why_and_changes_nothing(state: State) -> None:
    before = state.key
    with pytest.raises(IllegalMove) as refused:
        state.play("9S")
    assert str(refused.value) == (
        "9S is illegal: TOY-1: only a card of one's own hand can be played or put aside"
    )
    assert refused.value.move is Move("9S")
    assert refused.value.reason.clause == "TOY-1"
    assert (state.key, state.history) == (before, ())
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@pytest.mark.parametrize("verb", [State.play, State.push, State.why_not])
@pytest.mark.parametrize("what", [None, 3, 2.5, b"2C", ["2C"], ("2C",), object])
def test_what_is_neither_a_move_nor_a_text_is_refused_in_words_and_changes_nothing(
    verb: Callable[[State, Any], object], what: object, state: State
) -> None:
    before = state.position
    with pytest.raises(TypeError) as refused:
        verb(state, what)
    assert str(refused.value) == f"a move or its text, not {what!r}"
    assert (state.position, state.history) == (before, ())
    assert what not in state.moves


@pytest.mark.parametrize("verb", [State.play, State.push])
def test_a_move_may_be_given_as_its_text(
    verb: Callable[[State, Any], object], state: State
) -> None:
    verb(state, "2C")
    assert state.history == (Move("2C"),)
    assert (state.undo(), state.redo()) == (Move("2C"), Move("2C"))


def test_a_reason_without_a_clause_is_its_text_alone() -> None:
    assert str(IllegalMove(Move("deal"), Reason("", "the stock is empty"))) == (
        "deal is illegal: the stock is empty"
    )


def test_what_is_no_move_in_any_game_is_no_illegal_move_but_bad_notation(state: State) -> None:
    for ask in (state.play, state.why_not):
        with pytest.raises(NotationError, match="not a move: 'no move!'"):
            ask("no move!")


def test_why_not_takes_a_move_or_its_text(state: State) -> None:
    assert state.why_not("2C") is None
    assert state.why_not(Move("2C")) is None
    reason = state.why_not("4C")
    assert reason is not None
    assert reason.clause == "TOY-1"


# Undo and redo


def test_undo_and_redo_return_the_move_and_keep_the_history(state: State) -> None:
    play(state, "2C, aside 4C")
    middle, end = state.key, state.history
    assert state.undo() is Move("aside 4C")
    assert state.undo() is Move("2C")
    assert state.history == ()
    assert state.redo() is Move("2C")
    assert state.redo() is Move("aside 4C")
    assert (state.key, state.history) == (middle, end)


def test_there_is_nothing_to_undo_at_the_start_or_to_redo_at_the_end(state: State) -> None:
    with pytest.raises(IndexError, match="no move to undo"):
        state.undo()
    state.play("2C")
    with pytest.raises(IndexError, match="no move to redo"):
        state.redo()


def test_another_move_after_undo_makes_redo_impossible(state: State) -> None:
    play(state, "2C")
    state.undo()
    play(state, "3C")
    with pytest.raises(IndexError, match="no move to redo"):
        state.redo()


def test_redo_over_a_reshuffle_gives_the_same_cards(snatch: Game) -> None:
    state = snatch.deal(8)
    while state.facts["chance"] < 2:
        state.play(state.moves[0])
    line, shuffled = len(state.history), state.key
    state.undo()
    assert state.facts["chance"] == 1
    state.redo()
    assert (state.key, len(state.history)) == (shuffled, line)


def test_undo_goes_back_over_a_new_deal(snatch: Game) -> None:
    state = snatch.deal(3)
    keys = [state.key]
    while state.facts["dealt"] == 1:
        state.play(state.moves[0])
        keys.append(state.key)
    for key in reversed(keys[:-1]):
        state.undo()
        assert state.key == key
    assert state.position == snatch.deal(3).position


def test_a_move_whose_shuffle_the_deal_does_not_tell_is_not_played(snatch: Game) -> None:
    state = snatch.deal(DEALT)  # one order, and the fourth move has to shuffle
    play(state, "AC, 4C, 2C")
    before, views = state.key, [state.view(seat) for seat in (0, 1)]
    with pytest.raises(DealError, match="the deal gives 1 order"):
        state.play("5C")
    assert (state.key, len(state.history)) == (before, 3)
    assert [state.view(seat) for seat in (0, 1)] == views
    assert state.undo() is Move("2C")
    with pytest.raises(IndexError, match="no move to redo"):
        play(state, "2C").redo()


def test_a_redo_that_fails_leaves_it_to_be_done_again(toy: ModuleType) -> None:
    class Moody(toy.Snatch):
        fails = False

        def apply(self, t: object, m: Move) -> None:
            super().apply(t, m)
            if Moody.fails:
                raise RuntimeError("not now")

    state = Moody().deal(1)
    move = state.moves[0]
    state.play(move)
    end = state.key
    state.undo()
    Moody.fails = True
    with pytest.raises(RuntimeError, match="not now"):
        state.redo()
    Moody.fails = False
    assert state.redo() is move
    assert state.key == end


# Values


def test_states_are_equal_at_equal_positions_of_one_game(snatch: Game, toy: ModuleType) -> None:
    one, other = snatch.deal(1), snatch.deal(1)
    assert one == other
    one.play(one.moves[0])
    assert one != other
    one.undo()
    assert one == other
    assert one != toy.Snatch().deal(2)
    assert one != one.key


def test_a_state_is_unhashable_and_its_key_is_not(state: State) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    assert {state.key: 1}[state.copy().key] == 1


def test_a_copy_goes_its_own_way(state: State) -> None:
    play(state, "2C")
    other = copy.deepcopy(state)
    assert (other, other.history) == (state, state.history)
    play(other, "4C")
    assert state.history == (Move("2C"),)
    other.undo()
    other.undo()
    assert state.history == (Move("2C"),)
    assert state.undo() is Move("2C")


def test_a_copy_keeps_what_can_be_redone(state: State) -> None:
    play(state, "2C")
    state.undo()
    assert copy.copy(state).redo() is Move("2C")


def test_a_copy_without_history_cannot_undo_but_sees_the_same(snatch: Game) -> None:
    state = snatch.deal(5)
    while state.facts["dealt"] == 1 or len(state.cards["heap"]) < 2:
        state.play(state.moves[-1] if state.turn else state.moves[0])
    bare = state.copy(history=False)
    assert (bare, bare.history) == (state, ())
    with pytest.raises(IndexError, match="no move to undo"):
        bare.undo()
    for seat in (0, 1, None):
        assert bare.view(seat) == state.view(seat)
        assert bare.view(seat).facts == state.view(seat).facts
    move = state.moves[0]
    for going in (bare, state):
        going.play(move)
    assert bare.view(0) == state.view(0)


def test_a_state_prints_as_code(snatch: Game) -> None:
    state = snatch.deal([DEALT])
    play(state, "2C")
    assert repr(state) == (
        "cardkit.game('snatch').at('hand0 AC 3C 5S / hand1 4C 5C AS / stock [3S 4S] / heap 2S 2C"
        " ; dealt=1 score=[1,0] plies=1 turn=1 chance=1')"
    )


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**32))
def test_the_same_deal_and_moves_lead_to_the_same_place(
    snatch: Game, number: int, seed: int
) -> None:
    one, other = snatch.deal(number), snatch.deal(Deal.of(str(number)))
    rng = Rng(seed)
    while one.outcome is None:
        move = rng.choice(one.moves)
        one.push(move)
        other.play(str(move))
    assert (one.key, one.outcome) == (other.key, other.outcome)


# Turns and the end


def test_the_turn_is_the_seats_that_decides(state: State) -> None:
    assert state.turn == 0
    play(state, "2C")
    assert state.turn == 1
    assert [len(state.view(seat).moves) for seat in (0, 1)] == [0, 6]
    assert state.view(None).moves == ()


def test_giving_up_ends_the_game_for_the_other_and_can_be_undone(state: State) -> None:
    play(state, "2C")
    state.resign()
    assert state.outcome == Outcome("resigned", winners=(0,))
    assert (state.turn, list(state.moves)) == (None, [])
    assert str(state.why_not("4C")) == "the game is over"
    with pytest.raises(IllegalMove, match="resign is illegal: the game is over"):
        state.resign()
    assert state.undo() is Move("resign")
    assert (state.outcome, state.turn) == (None, 1)


def test_a_game_for_one_that_is_given_up_is_lost(toy: ModuleType) -> None:
    class Alone(toy.Snatch):
        seats = 1

    state = Alone().deal(1)
    state.resign()
    assert state.outcome == Outcome("resigned", won=False)


@pytest.mark.clause("TOY-2")
def test_a_match_that_was_played_out_has_scores_and_no_moves(snatch: Game) -> None:
    state = snatch.deal(4)
    while state.outcome is None:
        state.play(state.moves[0])  # nobody ever puts anything aside
    # Twelve turns in each of two deals, and every one of them scored.
    assert state.outcome == Outcome("scored", scores=(12, 12), winners=(0, 1))
    assert (state.turn, list(state.moves), state.view(0).moves) == (None, [], ())
    assert str(state.why_not("AC")) == "TOY-2: the match is over"


@pytest.mark.clause("TOY-1")
def test_only_a_card_of_ones_own_hand_can_be_played(state: State) -> None:
    for move, legal in (("AC", True), ("aside AC", True), ("4C", False), ("aside 2S", False)):
        reason = state.why_not(move)
        assert (reason is None) is legal
        assert legal or str(reason).startswith("TOY-1")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_none_has_no_view(state: State, seat: int) -> None:
    with pytest.raises(IndexError, match=f"snatch has seats 0 to 1, not {seat}"):
        state.view(seat)


def test_an_outcome_is_plain_data_without_what_does_not_apply() -> None:
    assert Outcome("stuck", won=False).to_data() == {"reason": "stuck", "won": False}
    assert Outcome("scored", scores=(3, 1), winners=(0,)).to_data() == {
        "reason": "scored",
        "scores": [3, 1],
        "winners": [0],
    }
