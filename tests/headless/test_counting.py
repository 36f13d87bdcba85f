from __future__ import annotations

from types import ModuleType

import pytest

import cardkit
from cardkit import Game, Move, Outcome, Reason, State, Table
from cardkit.deals import DealError
from cardkit.headless import perft


def by_positions(state, depth: int) -> list[int]:
    """The same by another way: texts instead of keys, copies instead of taking back."""
    level, counts = {state.position: state}, []
    for _ in range(depth):
        following = {}
        for one in level.values():
            for move in () if one.outcome else one.moves:
                copy = one.copy()
                copy.play(move)
                following[copy.position] = copy
        level = following
        counts.append(len(level))
    return counts


def test_counts_worked_out_by_hand(stairs: Game) -> None:
    # Columns 2C AC / 4C 3C / 6C 5C, no redeal. AC goes up, onto 3C or onto 5C; 3C goes onto 5C.
    game = cardkit.game("stairs", redeals=0)
    state = game.deal("2C AC 4C 3C 6C 5C")
    assert sorted(map(str, state.moves)) == ["t1-f", "t1-t2", "t1-t3", "t2-t3"]
    assert perft(state, 1) == [4]
    # After t1-f (2C / 4C 3C / 6C 5C, A up): 2C up, 2C onto 3C or 5C, 3C onto 5C: four positions.
    # After t1-t2 (2C / 4C 3C AC / 6C 5C): AC up, back, or to 5C; 2C to 5C. Going to 5C is t1-t3.
    # After t1-t3 (2C / 4C 3C / 6C 5C AC): AC up, back, or to 3C; 2C to 3C.
    # After t2-t3 (2C AC / 4C / 6C 5C 3C): AC up, onto 4C, onto 3C; 3C back.
    # AC up from t1-t2 and t1-t3 is the position after t1-f, counted here once, as is the start,
    # which two go back to (and t2-t3's 3C back, too); t1-t2 and t1-t3 lead to each other; AC up
    # from t2-t3 is 3C onto 5C from t1-f.
    # So: 4 + {A up, start, AC on 5C, AC on 3C} + {2C on 5C with AC on 3C, 2C on 3C with AC on 5C}
    # + {AC on 4C, AC on 3C after t2-t3} = 12.
    assert perft(state, 2) == [4, 12]


@pytest.mark.parametrize(("name", "depth"), [("stairs", 4), ("snatch", 3)])
def test_counts_agree_with_a_search_over_position_texts(name: str, depth: int) -> None:
    state = cardkit.game(name).deal(7)
    assert perft(state, depth) == by_positions(state, depth)


@pytest.fixture
def veiled(tiny: ModuleType) -> Game:
    """Stairs with the lower card of each column face down until it is the last one."""

    class Veiled(tiny.Stairs):
        def setup(self, t: Table) -> None:
            super().setup(t)
            for column in tiny.COLUMNS:
                t.face(column, 0, up=False)

        def why_not(self, s: State, m: Move) -> Reason | None:
            pile = s.piles[m.source] if m.source in tiny.COLUMNS else ()
            if pile and not pile.is_up(-1):
                return Reason("V-1", "it lies face down")
            return super().why_not(s, m)

        def apply(self, t: Table, m: Move) -> None:
            # The move `redeal` does nothing but turn a last card up.
            if m.verb != "redeal":
                t.move(m.source, m.target)
                return
            t.set("redeals", 1)
            for column in tiny.COLUMNS:
                if t.cards[column]:
                    t.face(column, -1, up=True)

    return Veiled({"deal": "columns", "redeals": 1})


def test_counts_agree_where_cards_lie_face_down(veiled: Game) -> None:
    state = veiled.deal("2C AC 4C 3C 6C 5C")
    assert perft(state, 4) == by_positions(state, 4)
    assert perft(state, 1) == [5]


def test_nobody_moves_on_from_a_game_that_is_over(tiny: ModuleType) -> None:
    class Short(tiny.Stairs):
        def outcome(self, s: State) -> Outcome | None:
            return Outcome("won", won=True) if s.cards["f"] else None

    state = Short({"deal": "columns", "redeals": 0}).deal("2C AC 4C 3C 6C 5C")
    # Of the first moves (t1-f, t1-t2, t1-t3, t2-t3), t1-f ends the game.
    assert perft(state, 2) == by_positions(state, 2)
    state.play("t1-f")
    assert len(state.moves) == 4
    assert perft(state, 1) == [0]


def test_the_state_is_left_as_it_is(snatch: Game) -> None:
    state = snatch.deal(7)
    state.play(state.moves[0])
    before, history = state.position, state.history
    perft(state, 2)
    assert (state.position, state.history) == (before, history)


def test_a_game_that_is_over_leads_nowhere() -> None:
    state = cardkit.game("stairs", redeals=0).deal("2C AC 4C 3C 6C 5C")
    for move in ["t1-f"] * 2 + ["t2-f"] * 2 + ["t3-f"]:
        state.play(move)
    assert perft(state, 3)[0] > 1
    state.play("t3-f")
    assert state.outcome is not None
    assert perft(state, 3) == [0, 0, 0]
    assert perft(state, 0) == []


def test_progress_is_told_at_the_end_of_every_depth(stairs: Game) -> None:
    told = []
    state = stairs.deal(3)
    counts = perft(state, 3, lambda ply, count: told.append((ply, count)))
    assert told == list(enumerate(counts, 1))


def test_a_negative_depth_is_refused(stairs: Game) -> None:
    with pytest.raises(ValueError, match="a depth is a number of moves, not -1"):
        perft(stairs.deal(1), -1)


def test_a_shuffle_that_no_deal_gives_is_an_error(stairs: Game) -> None:
    with pytest.raises(DealError):
        perft(stairs.at(stairs.deal(1).position), 1)
