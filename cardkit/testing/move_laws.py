"""Laws of moves: their notation and order, one legality, reasons, turns and the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from cardkit.moves import Move
from cardkit.outcome import IllegalMove, Outcome, Reason
from cardkit.rng import Rng
from cardkit.state import RESIGN, State
from cardkit.testing.candidates import candidates, sort_of, value_of
from cardkit.testing.lawbook import law


@law()
def notation(state: State, _rng: Rng) -> str | None:
    """Every legal move is known by its text alone, and each is listed once."""
    moves = list(state.moves)
    for move in moves:
        if Move(str(move)) is not move:
            return f"the text {str(move)!r} does not read back as the same move"
    twice = {move for move in moves if moves.count(move) > 1}
    return f"{min(map(str, twice))} is listed twice" if twice else None


@law()
def order_of_moves(state: State, _rng: Rng) -> str | None:
    """Moves of one kind stand together, ordered by source, target, count and card."""
    places = {name: at for at, name in enumerate(state.cards)}
    moves = list(state.moves)
    for one, other in pairwise(moves):
        if _kind(one) == _kind(other) and _rank(one, places) > _rank(other, places):
            return f"{other} is listed after {one}, but comes before it in canonical order"
    kinds = [kind for kind, _ in groupby(moves, key=_kind)]
    torn = [kind for kind in kinds if kinds.count(kind) > 1]
    if torn:
        example = next(move for move in moves if _kind(move) == torn[0])
        return f"the moves like {example} do not stand together: {_listed(moves)}"
    return None


@law(looks=2)
def order_of_verbs(state: State, _rng: Rng) -> str | None:
    """Each kind of move, such as a verb, keeps its place among the others all game long."""
    before: dict[tuple[_Kind, _Kind], str] = {}
    going = state.copy()
    while True:
        kinds = list(dict.fromkeys(map(_kind, going.moves)))
        lists = f"{_listed(going.moves)} (ply {len(going.history)})"
        for at, one in enumerate(kinds):
            for other in kinds[at + 1 :]:
                if (other, one) in before:
                    return f"the kinds of moves change places: {lists}; {before[other, one]}"
                before.setdefault((one, other), lists)
        if not going.history:
            return None
        going.undo()


_Kind = tuple[str, ...]


def _kind(move: Move) -> _Kind:
    """What makes moves alike: transfers, bare cards, a verb with its words."""
    if move.source is not None:
        return ("transfer",)
    if move.verb is None:
        return ("card",)
    return ("verb", move.verb, *(arg for arg in move.args if sort_of(arg) == "word"))


def _rank(move: Move, places: dict[str, int]) -> tuple[int, ...]:
    """Where a move stands among those of its kind."""
    if move.source is not None and move.target is not None:
        return places.get(move.source, -1), places.get(move.target, -1), move.count or 0
    if move.verb is None:
        return (move.card or 0,)
    return tuple(map(value_of, move.args))


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(map(str, moves)) or "(none)"


@law(looks=6)
def one_legality(state: State, _rng: Rng) -> str | None:
    """What `moves` lists is exactly what `why_not` passes, of every move one could think of."""
    listed = set(state.moves)
    for move in candidates(state.game).of(state):
        reason = state.why_not(move)
        if reason is None and move not in listed:
            return f"why_not passes {move}, which moves does not list: {_listed(state.moves)}"
        if reason is not None and move in listed:
            return f"moves lists {move}, which why_not refuses: {reason}"
        if reason is not None and not (isinstance(reason, Reason) and reason.text.strip()):
            return f"{move} is refused without a word: {reason!r}"
    return None


@law(looks=10)
def membership(state: State, rng: Rng) -> str | None:
    """`in` tells the same of a move and its text, before the list is made and after."""
    listed = list(state.moves)
    fresh = state.copy()
    nonsense: object = "no move!"
    if nonsense in fresh.moves:
        return f"{nonsense!r} is in moves"
    for move in [*listed, *candidates(state.game).some(state, 60, rng)]:
        for where, moves in (("before", fresh.moves), ("after", state.moves)):
            for value in (move, str(move)):
                if moves.__contains__(value) != (move in listed):
                    wrong = "not in" if move in listed else "in"
                    return f"{value!r} is {wrong} moves {where} {_listed(listed)} was listed"
    return None


@law(looks=10)
def refusals(state: State, rng: Rng) -> str | None:
    """A refused move raises IllegalMove with a reason, and changes nothing."""
    listed = set(state.moves)
    copy = state.copy()
    before = copy.key, list(copy._table.journal), copy.history
    for move in candidates(state.game).some(state, 80, rng):
        if move in listed:
            continue
        try:
            copy.play(move)
        except IllegalMove as refused:
            if not refused.reason.text.strip():
                return f"{move} is refused without a word"
        else:
            return f"{move} is not listed, yet it was played"
        if before != (copy.key, copy._table.journal, copy.history):
            return f"the refused move {move} left something changed"
    return None


@law(stretch=10)
def turns_and_end(state: State, _rng: Rng) -> str | None:
    """Somebody decides and has a move exactly while there is no outcome, and may resign."""
    game, outcome, turn = state.game, state.outcome, state.turn
    if RESIGN in list(state.moves):
        return "resign is listed among the moves"
    if outcome is not None:
        return _end_fault(state, outcome)
    if turn is None or not 0 <= turn < game.seats:
        return f"there is no outcome, but the turn is {turn!r} ({game.seats} seats)"
    if not state.moves:
        return f"there is no outcome, but seat {turn} has no move"
    reason = state.why_not(RESIGN)
    if reason is not None:
        return f"seat {turn} cannot resign: {reason}"
    copy = state.copy()
    copy.resign()
    if copy.outcome is None or copy.outcome.reason != "resigned":
        return f"after seat {turn} resigned the outcome is {copy.outcome}"
    return _end_fault(copy, copy.outcome)


def _end_fault(state: State, outcome: Outcome) -> str | None:
    """What is wrong with a state that has an outcome."""
    seats = state.game.seats
    over = f"the game is over ({outcome.reason}), but"
    if state.turn is not None:
        return f"{over} it is the turn of seat {state.turn}"
    if len(state.moves):
        return f"{over} there are moves: {_listed(state.moves)}"
    if state.why_not(RESIGN) is None:
        return f"{over} somebody can still resign"
    if not outcome.reason.islower():
        return f"the reason of an outcome is one word in small letters, not {outcome.reason!r}"
    if outcome.scores is not None and len(outcome.scores) != seats:
        return f"{over} for {seats} seats there are the scores {outcome.scores}"
    if any(not 0 <= seat < seats for seat in outcome.winners):
        return f"{over} of {seats} seats the winners are {outcome.winners}"
    if seats == 1 and outcome.won is None:
        return f"{over} it does not say whether it was won"
    return None
