"""Replaying records: what was written is what happens again, or the line that differs is named."""

from __future__ import annotations

import io
import json
from types import ModuleType

import pytest

import cardkit
from cardkit import Game, State
from cardkit.headless import Recorder, RecordError, check_record, read_record, replay, run

DEAL = "AC 2C 4C 3C 6C 5C / 5C 6C 3C 4C AC 2C"
MOVES = ["redeal", "t1-f", "t1-f", "t2-f", "t2-f", "t3-f", "t3-f"]


def recorded(state: State, finish: bool = True, **options: object) -> list[str]:
    stream = io.StringIO()
    recorder = Recorder(state, stream, **options)
    if finish:
        recorder.finish()
    return stream.getvalue().splitlines()


@pytest.fixture
def lines(stairs: Game) -> list[str]:
    """Header, shuffle, redeal, shuffle, six moves, result."""
    state = stairs.deal(DEAL)
    for move in MOVES:
        state.play(move)
    return recorded(state)


def changed(lines: list[str], at: int, **changes: object) -> list[str]:
    """The lines with one of them changed, counted from 1."""
    data = {**json.loads(lines[at - 1]), **changes}
    return [
        *lines[: at - 1],
        json.dumps({k: v for k, v in data.items() if v is not ...}),
        *lines[at:],
    ]


def test_a_record_replays_to_the_state_that_was_recorded(lines: list[str]) -> None:
    state = replay(lines)
    assert [str(move) for move in state.history] == MOVES
    assert state.outcome is not None
    assert recorded(state) == lines
    assert check_record(lines) == []


@pytest.mark.parametrize("name", ["stairs", "snatch"])
@pytest.mark.parametrize("deal", [0, "123456", 2**64 - 1])
def test_random_games_replay_to_equal_states(tmp_path, name, deal) -> None:
    path = tmp_path / "game.jsonl"
    result = run(name, deal=deal, players="random", record=path, limit=60)
    again = replay(path)
    assert again == result.state
    assert again.history == result.state.history
    assert check_record(path) == []
    middle = replay(path, to=7)
    assert middle.history == result.state.history[:7]


def test_a_replay_goes_to_any_move(lines: list[str]) -> None:
    assert [len(replay(lines, to=n).history) for n in range(8)] == list(range(8))
    for to in (-1, 8):
        with pytest.raises(ValueError, match=f"it has moves 0 to 7, not {to}"):
            replay(lines, to=to)


def test_a_record_without_its_end_replays_as_far_as_it_goes(lines: list[str]) -> None:
    for end in range(1, len(lines)):
        record = read_record(lines[:end])
        assert len(replay(record).history) == len(record.moves)
        assert check_record(lines[:end]) == []
        count = len(record.moves)
        assert record.note == f"unfinished: no result after {count} move{'' if count == 1 else 's'}"


def test_a_live_games_record_is_there_after_every_move(stairs: Game) -> None:
    state = stairs.deal(DEAL)
    stream = io.StringIO()
    recorder = Recorder(state, stream)
    for number, move in enumerate(MOVES, 1):
        state.play(move)
        recorder.update()
        assert replay(stream.getvalue().splitlines()) == state
        assert len(read_record(stream.getvalue().splitlines()).moves) == number


def test_a_resigned_game_and_one_that_was_stopped_replay(stairs: Game) -> None:
    for limit, player, reason in (
        (9, lambda _: None, "resigned"),
        (2, lambda view: view.moves[0], "limit"),
    ):
        stream = io.StringIO()
        run(stairs, deal=1, players=player, record=stream, limit=limit)
        record = read_record(stream.getvalue().splitlines())
        assert record.result is not None
        assert record.result.reason == reason
        replay(record)


def test_the_game_may_be_handed_in(lines: list[str], stairs: Game, snatch: Game) -> None:
    assert replay(lines, game=stairs).game is stairs
    with pytest.raises(RecordError, match="recorded with the game stairs, which is snatch here"):
        replay(lines, game=snatch)


def test_other_rules_are_refused_and_both_are_named(
    lines: list[str], tiny: ModuleType, stairs: Game
) -> None:
    class Newer(tiny.Stairs):
        version = "2"

    with pytest.raises(RecordError) as caught:
        replay(lines, game=Newer(stairs.options))
    assert str(caught.value) == "record:1: recorded with the version 1 of stairs, which is 2 here"
    other = cardkit.game("stairs", redeals=2)
    with pytest.raises(RecordError) as caught:
        replay(lines, game=other)
    assert f"the rules {stairs.digest} of stairs, which is {other.digest} here" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "changes", "message"),
    [
        (1, {"game": "stares"}, "no game is called 'stares' (did you mean 'stairs'?)"),
        (1, {"options": {"redeal": 1}}, "stairs has no option 'redeal' (did you mean 'redeals'?"),
        (1, {"options": {"redeals": 9, "deal": 1}}, "9 is not a whole number from 0 to 3; option"),
        (1, {"options": {"redeals": 2}}, "recorded with the rules"),
        (1, {"deal": "ms:0"}, "no such deal: 'ms:0'"),
        (1, {"deal": "AC 2C"}, "the deal's order for shuffle 0 does not fit"),
        (
            2,
            {"cards": "AC 2C 4C 3C 5C 6C"},
            "differs from the replay's at card 5: 5C 6C ..., not 6C",
        ),
        (
            2,
            {"cards": "AC 2C 4C 3C 6C"},
            "differs from the replay's at card 6: nothing ..., not 5C",
        ),
        (2, {"shuffle": "stock"}, "shuffled is the pack, not stock"),
        (3, {"move": "t1-f"}, "t1-f is illegal: ST-2: not the next one"),
        (4, {"shuffle": None}, "shuffled is stock, not the pack"),
        (
            5,
            {"seat": 0},
            "the line names seat 0, but the move is for no seat, as there is only one",
        ),
        (10, {"move": "t1-f"}, "t1-f is illegal: ST-1: there is no card to move"),
        (
            11,
            {"result": {"reason": "stuck", "won": False}},
            'but the replay ends with {"reason": "won"',
        ),
        (
            11,
            {"result": {"reason": "limit", "won": False}},
            'but the replay ends with {"reason": "won"',
        ),
    ],
)
def test_a_record_that_replays_otherwise_is_named_with_its_line(
    lines: list[str], line, changes, message
) -> None:
    bad = changed(lines, line, **changes)
    with pytest.raises(RecordError) as caught:
        replay(bad)
    assert str(caught.value).startswith(f"record:{line}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [problem.message for problem in check_record(bad)] == [caught.value.message]


def test_a_shuffle_line_that_is_missing_or_too_many_is_named(lines: list[str]) -> None:
    for bad, line, message in (
        ([lines[0], *lines[2:]], 2, "a line with the shuffle of the pack is missing before this"),
        ([*lines[:3], *lines[4:]], 4, "a line with the shuffle of stock is missing before this"),
        ([lines[0], lines[2], lines[1], *lines[3:]], 2, "a line with the shuffle of the pack is"),
        ([*lines[:4], *lines[3:]], 5, "no shuffle happens here when the game is replayed"),
    ):
        with pytest.raises(RecordError, match=f"^record:{line}: {message}"):
            replay(bad)


def test_a_move_after_the_end_is_named(lines: list[str]) -> None:
    bad = [*lines[:10], '{"move": "t1-t2"}']
    with pytest.raises(RecordError, match=r"^record:11: t1-t2 is played after the end of the game"):
        replay(bad)


def test_a_result_before_the_end_is_named(lines: list[str]) -> None:
    bad = [*lines[:9], '{"result": {"reason": "won", "won": true}, "moves": 6}']
    with pytest.raises(
        RecordError, match=r"^record:10: the result is .*, but the replay is not over"
    ):
        replay(bad)


def test_the_line_of_a_wrong_result_is_named_though_more_was_begun_after_it(
    lines: list[str],
) -> None:
    bad = [*changed(lines, 11, result={"reason": "stuck", "won": False}), '{"mo']
    with pytest.raises(RecordError, match=r"^record:11: the result is"):
        replay(bad)


def test_a_move_by_the_wrong_seat_is_named(snatch: Game) -> None:
    state = snatch.deal(1)
    state.play(state.moves[0])
    good = recorded(state, finish=False)
    for seat, who in ((1, "seat 1"), (..., "no seat")):
        with pytest.raises(RecordError, match=f"the line names {who}, but the move is for seat 0"):
            replay(changed(good, 3, seat=seat))


def test_a_deal_without_the_order_that_a_move_needs_is_named(lines: list[str]) -> None:
    bad = changed(lines, 1, deal="AC 2C 4C 3C 6C 5C")
    with pytest.raises(RecordError, match=r"^record:3: the deal gives 1 order, shuffle 1 needs"):
        replay(bad)


def test_a_seats_record_is_shown_and_not_replayed(snatch: Game, lines: list[str]) -> None:
    state = snatch.deal(1)
    state.play(state.moves[-1])
    seats = recorded(state, finish=False, seat=1)
    assert read_record(seats).is_seats
    assert read_record(seats).view() == state.view(1)
    assert check_record(seats) == []
    with pytest.raises(RecordError, match=r"^record:1: a seat's record tells what the seat saw"):
        replay(seats)
    with pytest.raises(RecordError, match="a full record has no view of its own: replay it"):
        read_record(lines).view()


def test_a_seats_record_that_cannot_be_is_named_with_its_line(snatch: Game) -> None:
    state = snatch.deal(1)
    seats = [*recorded(state, finish=False, seat=1), '{"move": "AC", "saw": [["peek", "stock"]]}']
    (problem,) = check_record(seats)
    assert (problem.line, problem.column) == (3, 1)
    assert "not an event: ['peek', 'stock']" in problem.message


def test_the_recorder_catches_up_with_moves_played_before_it_came(stairs: Game) -> None:
    early, late = stairs.deal(DEAL), stairs.deal(DEAL)
    stream = io.StringIO()
    recorder = Recorder(early, stream)
    for move in MOVES:
        early.play(move)
        late.play(move)
    recorder.finish()
    assert recorded(late) == stream.getvalue().splitlines()


def test_a_recorder_refuses_to_go_on_after_moves_were_taken_back(snatch: Game) -> None:
    state = snatch.deal(2)
    stream = io.StringIO()
    recorder = Recorder(state, stream)
    for _ in range(13):
        state.play(state.moves[0])
    recorder.update()
    written = stream.getvalue()
    state.undo()
    state.undo()  # back over the second deal's start
    with pytest.raises(RecordError, match="taken back; a record only grows"):
        recorder.update()
    state.redo()
    state.redo()
    with pytest.raises(RecordError, match="taken back; a record only grows"):
        recorder.update()
    assert stream.getvalue() == written


def test_moves_taken_back_between_two_looks_are_not_missed_and_not_told(stairs: Game) -> None:
    state = stairs.deal(DEAL)
    stream = io.StringIO()
    recorder = Recorder(state, stream)
    state.play("t1-t2")
    state.undo()
    state.play("redeal")
    recorder.update()
    assert read_record(stream.getvalue().splitlines()).moves == state.history


def test_only_a_game_from_its_deal_can_be_recorded_in_full(stairs: Game) -> None:
    dealt = stairs.deal(DEAL)
    dealt.play("redeal")
    for state in (stairs.at(dealt.position), stairs.at(dealt.position, deal=DEAL)):
        with pytest.raises(RecordError, match="it did not begin with its deal"):
            recorded(state)
        # What a seat sees of it begins with the position.
        seats = read_record(recorded(state, finish=False, seat=0))
        assert seats.view() == state.view(0)
    assert recorded(dealt.copy(), finish=False) == recorded(dealt, finish=False)


def test_a_copy_without_the_earlier_deals_of_its_match_cannot_be_recorded(snatch: Game) -> None:
    state = snatch.deal(1)
    for _ in range(14):
        state.play(state.moves[0])
    bare = state.copy(history=False)
    with pytest.raises(RecordError, match="it did not begin with its deal"):
        recorded(bare)
    with pytest.raises(RecordError, match="its earlier deals are not known any more"):
        recorded(bare, finish=False, seat=1)


def test_a_game_that_goes_on_has_no_result_to_write(stairs: Game) -> None:
    with pytest.raises(RecordError, match="the game is not over"):
        recorded(stairs.deal(1))
