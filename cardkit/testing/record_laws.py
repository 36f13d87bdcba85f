"""Laws of records: a record replays to the same end, a seat's record folds to its view."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Literal

from cardkit.headless import Recorder, read_record, replay
from cardkit.rng import Rng
from cardkit.state import State
from cardkit.testing.lawbook import dealt, law, who


@law(looks=2, stretch=10)
def records_replay(state: State, _rng: Rng) -> str | None:
    """A record replays to the same state and result, also when it was torn in its last line."""
    lines = _recorded(state, None)
    record = read_record(lines)
    if record.moves != state.history:
        return f"the record has the moves {record.moves}, not {state.history}"
    if record.result != state.outcome:
        return f"the record ends with {record.result}, the game with {state.outcome}"
    again = replay(record, game=state.game)
    if again.key != state.key or again.outcome != state.outcome:
        return f"the record replays to {again.position} ({again.outcome}), not {state.position}"
    if state.history and state.outcome is None:
        torn = read_record([*lines[:-1], lines[-1][: len(lines[-1]) // 2]])
        if not torn.torn or torn.moves not in (state.history, state.history[:-1]):
            return f"a record torn in its last line reads as {torn.moves}"
    return None


@law(looks=3, stretch=2)
def records_of_seats(state: State, _rng: Rng) -> str | None:
    """A seat's record folds to the seat's view, and names nothing that the view does not."""
    for seat in (None, *range(state.game.seats)):
        lines = _recorded(state, "onlooker" if seat is None else seat)
        record = read_record(lines)
        view, told = state.view(seat), record.view()
        if view != told:
            return f"the record of {who(seat)} folds to {told!r}, but its view is {view!r}"
        if dict(view.piles) != dict(told.piles) or dict(view.facts) != dict(told.facts):
            return f"the record of {who(seat)} folds to other cards or facts: {told!r}"
        secrets = {"deal", "players", "seed", "shuffle"} & record.header.keys()
        if secrets:
            return f"the record of {who(seat)} tells its {', '.join(sorted(secrets))}"
    return None


def _recorded(state: State, seat: int | Literal["onlooker"] | None) -> Sequence[str]:
    """The lines of a record, written move by move while the same line is played again."""
    stream = io.StringIO()
    going = state.game.deal(dealt(state))
    recorder = Recorder(going, stream, seat=seat)
    for move in state.history:
        going.push(move)
        recorder.update()
    if going.outcome is not None:
        recorder.finish()
    return stream.getvalue().splitlines()
