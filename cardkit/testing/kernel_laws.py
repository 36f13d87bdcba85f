"""Laws of the kernel: it plays a game exactly as the game's own engine does.

They apply where a game tabulates. A position that the kernel cannot hold, which it says with a
reason, is passed over. They are tried on plain Python, which needs no compiling: compiled, the same
functions run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.kernel import Untabulated
from cardkit.kernel.engines import engine
from cardkit.kernel.stepping import Kernel, kernel_of, tabulates
from cardkit.moves import Move
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.testing.lawbook import dealt, law


@law(looks=2, stretch=3, applies=tabulates)
def reference_and_kernel(state: State, _rng: Rng) -> str | None:
    """Kernel and readable engine give the same legal moves and positions, all along a line."""
    return disagreement(kernel_of(state.game, engine("python")), state)


def disagreement(kernel: Kernel, state: State) -> str | None:
    """Where kernel and readable engine part along the line that led to a state; None if nowhere.

    The kernel is set up once, at the first position that it can hold, and moved on from there; at
    the end it is set up anew.

    >>> import cardkit
    >>> state = cardkit.game("klondike").deal(1)
    >>> state.play("deal")
    >>> print(disagreement(kernel_of(state.game, engine("python")), state))
    None
    """
    going = state.game.deal(dealt(state))
    holds = _loaded(kernel, going)
    line = state.history
    for ply in range(len(line) + 1):
        if holds:
            fault = _unlike(kernel, going)
            if fault:
                return f"at ply {ply} {fault}"
        if ply < len(line):
            if holds:
                kernel.push(line[ply])
            going.push(line[ply])
            holds = holds or _loaded(kernel, going)
    if not _loaded(kernel, state):
        return None
    fault = _unlike(kernel, state)
    return f"set up at ply {len(line)} {fault}" if fault else None


def _loaded(kernel: Kernel, state: State) -> bool:
    try:
        kernel.load(state)
    except Untabulated:
        return False
    return True


def _unlike(kernel: Kernel, state: State) -> str | None:
    """What the kernel says of a position that the readable engine does not."""
    one, other = kernel.position(), kernel.position_of(state)
    if one != other:
        return f"the kernel has the position {_parted(one, other)} (of {state.position})"
    if state.outcome is not None and state.outcome.won:
        # Cards could still be brought back, but nobody is asked any more.
        return None
    found, listed = kernel.moves(), list(state.moves)
    if found != listed:
        return f"the kernel lists {_texts(found)}, the readable engine {_texts(listed)}"
    return None


def _parted(one: Any, other: Any) -> str:
    """Two positions in words, shortened to what differs where they are rows of parts."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        parts = [(at, a, b) for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return ", ".join(f"{a!r} as part {at}, not {b!r}" for at, a, b in parts)
    return f"{one!r}, not {other!r}"


def _texts(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves)) or "(none)"


def _is_patience(game: Game) -> bool:
    from cardkit.patience.game import PatienceGame

    return isinstance(game, PatienceGame) and tabulates(game)


@law(looks=2, applies=_is_patience)
def kernel_takes_back(state: State, _rng: Rng) -> str | None:
    """The kernel of a patience takes moves back exactly, and hashes a position as it is."""
    from cardkit.kernel.patience import shape as at
    from cardkit.kernel.patience.position import PatienceKernel

    kernel = kernel_of(state.game, engine("python"))
    assert isinstance(kernel, PatienceKernel)
    going = state.game.deal(dealt(state))
    if not _loaded(kernel, going):
        return None

    def shot() -> dict[str, object]:
        words = kernel.board.ws
        return {
            "position": kernel.position(),
            "hash": int(words[at.HASH]),
            "hash of the foundations": int(words[at.HASH_FOUNDATIONS]),
        }

    before = shot()
    for move in state.history:
        kernel.push(move)
    after = shot()
    kernel.undo_all()
    fault = _differing(before, shot())
    if fault:
        return f"after {len(state.history)} moves and their undo {fault}"
    # Cards of a talon are hashed by their places when the position was set up.
    if kernel.board.ns[at.TALON_GAME] or not _loaded(kernel, state):
        return None
    fault = _differing(shot(), after)
    return (
        f"after {len(state.history)} moves, against the same position set up, {fault}"
        if fault
        else None
    )


def _differing(one: dict[str, object], other: dict[str, object]) -> str | None:
    return next(
        (
            f"the {name} is {other[name]}, not {value}"
            for name, value in one.items()
            if other[name] != value
        ),
        None,
    )
