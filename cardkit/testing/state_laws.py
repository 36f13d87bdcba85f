"""Laws of the state: cards are conserved, undo is exact, copies are apart, text reads back."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from cardkit.cards import describe_difference
from cardkit.moves import Move
from cardkit.piles import Pile
from cardkit.rng import Rng
from cardkit.state import RESIGN, State
from cardkit.testing.lawbook import dealt, law, who


@law()
def cards_conserved(state: State, _rng: Rng) -> str | None:
    """Every card of the game lies in exactly one pile, at every ply."""
    lying = [card for pile in state.cards.values() for card in pile]
    return describe_difference(state.game.cards_in_play(), lying)


@law(looks=2)
def undo_and_redo(state: State, rng: Rng) -> str | None:
    """Undo gives back every position of the line to its start, redo the same again."""
    game, line = state.game, state.history
    going = game.deal(dealt(state))
    shots = [_shot(going)]
    for ply, move in enumerate(line, 1):
        going.push(move)
        shots.append(_shot(going, views=_worth_viewing(ply, line)))
    for ply in reversed(range(len(line))):
        undone = going.undo()
        if undone is not line[ply]:
            return f"undo of ply {ply + 1} returns {undone}, not the move {line[ply]}"
        fault = _unlike(shots[ply], _shot(going, views=_worth_viewing(ply, line)))
        if fault:
            return f"after the undo of {undone}, ply {ply + 1}, {fault}"
    for ply, move in enumerate(line, 1):
        redone = going.redo()
        if redone is not move:
            return f"redo of ply {ply} plays {redone}, not {move}"
        fault = _unlike(shots[ply], _shot(going, views=_worth_viewing(ply, line)))
        if fault:
            return f"after the redo of {move}, ply {ply}, {fault}"
    return _undo_of_one_more(going, rng)


def _worth_viewing(ply: int, line: Sequence[Move]) -> bool:
    """Views are folded anew after each undo: in a long line not at every ply."""
    return ply % 8 == 0 or ply >= len(line) - 2


def _undo_of_one_more(going: State, rng: Rng) -> str | None:
    """Every kind of ending is undone as well: one more move, and giving up."""
    if going.outcome is not None:
        return None
    for move in (rng.choice(going.moves), RESIGN):
        before = _shot(going)
        going.push(move)
        going.undo()
        fault = _unlike(before, _shot(going))
        if fault:
            return f"after {move} and its undo {fault}"
    return None


@law(looks=6)
def copies_apart(state: State, rng: Rng) -> str | None:
    """A copy is equal to its original, and neither changes with the other."""
    before = _shot(state)
    for history in (True, False):
        kind = "a copy" if history else "a copy without history"
        copy = state.copy(history=history)
        if copy != state or copy.key != state.key or list(copy.moves) != list(state.moves):
            return f"{kind} is not equal to its original"
        for seat in (None, *range(state.game.seats)):
            if copy.view(seat) != state.view(seat):
                return f"in {kind} the view of {who(seat)} is another one"
        if history:
            fault = _unlike(before, _shot(copy))
            if fault:
                return f"in {kind} {fault}"
        for _ in range(3):
            if copy.outcome is None:
                copy.push(rng.choice(copy.moves))
        if history:
            while copy.history:
                copy.undo()
        fault = _unlike(before, _shot(state))
        if fault:
            return f"after {kind} was played on, in the original {fault}"
    return None


@law(looks=12)
def position_text(state: State, rng: Rng) -> str | None:
    """A position is one line that reads back to an equal state, and `repr` is code."""
    game, text = state.game, state.position
    if len(text.splitlines()) != 1:
        return f"the position has {len(text.splitlines())} lines: {text!r}"
    back = game.at(text, dealt(state))
    if back.position != text:
        return f"the position {text!r} reads back as {back.position!r}"
    if back.key != state.key:
        return f"the position {text!r} reads back to a state with another key"
    for name, ask in _ASKED.items():
        if ask(back) != ask(state):
            return f"the state read back has other {name}: {ask(back)}, not {ask(state)}"
    fault = _code_fault(state)
    if fault or state.outcome is not None:
        return fault
    move = rng.choice(state.moves)
    on = state.copy()
    on.push(move)
    back.push(move)
    return None if on.key == back.key else f"{move} leads elsewhere in the state read back"


_ASKED: dict[str, Callable[[State], object]] = {
    "moves": lambda state: [str(move) for move in state.moves],
    "outcome": lambda state: state.outcome,
    "turn": lambda state: state.turn,
}


def _code_fault(state: State) -> str | None:
    """What keeps `repr(state)` from being a call that makes an equal state."""
    code = repr(state)
    try:
        call = ast.parse(code, mode="eval").body
    except SyntaxError:
        return f"its repr is no Python code: {code}"
    match call:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(args=[name], keywords=options), attr="at"),
            args=[ast.Constant(value=str(position))],
            keywords=[],
        ):
            pass
        case _:
            return f"its repr is not like cardkit.game(...).at(...): {code}"
    game = state.game
    chosen = {option.arg: ast.literal_eval(option.value) for option in options}
    if ast.literal_eval(name) != game.name or chosen != dict(game.options):
        return f"its repr names another game: {code}"
    return None if game.at(position) == state else f"its repr makes another state: {code}"


def _shot(state: State, views: bool = True) -> dict[str, object]:
    """All that a state says, copied, to be compared later."""
    table = state._table
    seats = (None, *range(state.game.seats)) if views else ()
    return {
        "names": (tuple(state.cards), tuple(state.facts)),
        "key": state.key,
        "position": state.position,
        "turn": state.turn,
        "outcome": state.outcome,
        "history": state.history,
        "moves": tuple(state.moves),
        "journal": (tuple(table.journal), tuple(table.past)),
        **{f"view of {who(seat)}": state.view(seat) for seat in seats},
    }


def _unlike(before: dict[str, object], after: dict[str, object]) -> str | None:
    """What differs, in words: the first thing that does."""
    for name, value in before.items():
        if value == after[name]:
            continue
        if name == "journal":
            return f"the journal differs: {_journal_difference(value, after[name])}"
        if name == "key":
            return _lying_difference(before["names"], value, after[name])
        return f"the {name} is {_brief(after[name])}, not {_brief(value)}"
    return None


def _lying_difference(names: Any, before: Any, after: Any) -> str:
    """Which pile or which fact is another one, between two keys of a state."""
    piles, facts = names
    for name, *one, cards, down in zip(piles, *before[:2], *after[:2], strict=True):
        if one != [cards, down]:
            return f"{name} is {Pile(cards, down)!r}, not {Pile(*one)!r}"
    for name, one, seers in zip(piles, before[2], after[2], strict=True):
        if one != seers:
            return f"the seats that see {name} are others"
    for name, one, value in zip(facts, before[3], after[3], strict=True):
        if one != value:
            return f"the fact {name} is {value!r}, not {one!r}"
    return f"the key is {_brief(after)}, not {_brief(before)}"


def _journal_difference(before: Any, after: Any) -> str:
    one = [entry for part in (*before[1], before[0]) for entry in part]
    two = [entry for part in (*after[1], after[0]) for entry in part]
    for at, (left, right) in enumerate(zip(one, two, strict=False)):
        if left != right:
            return f"entry {at} is {_brief(right)}, not {_brief(left)}"
    return f"it has {len(two)} entries, not {len(one)}"


def _brief(value: object) -> str:
    if isinstance(value, tuple) and value and all(isinstance(item, Move) for item in value):
        return " ".join(map(str, value)) or "(none)"
    text = str(value) if isinstance(value, str) else repr(value)
    return text if len(text) <= 400 else text[:400] + "..."
