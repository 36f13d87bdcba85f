"""The kernel of any game, move by move, whatever its family."""

from __future__ import annotations

from typing import Any, Protocol

from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine
from cardkit.kernel.engines import engine as usual_engine
from cardkit.moves import Move
from cardkit.state import Game, State


class Kernel(Protocol):
    """One position in the kernel, to be looked at and changed from Python."""

    def load(self, state: State) -> None:
        """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""

    def moves(self) -> list[Move]:
        """The legal moves in canonical order."""

    def push(self, move: Move) -> None:
        """Make a legal move."""

    def position(self) -> Any:
        """The position, in the form of `position_of`."""

    def position_of(self, state: State) -> Any:
        """The position of a state, to be compared with the kernel's."""


def kernel_of(game: Game, engine: Engine | None = None) -> Kernel:
    """The kernel of a game, on the usual engine if none is given.

    Raises Untabulated for a game that the kernel cannot hold, and says why.

    >>> import cardkit
    >>> from cardkit.kernel.engines import engine
    >>> state = cardkit.game("bisley").deal(1)
    >>> kernel = kernel_of(state.game, engine("python"))
    >>> kernel.load(state)
    >>> kernel.moves() == list(state.moves)
    True
    """
    from cardkit.patience.game import PatienceGame
    from cardkit.tricks.game import TrickGame

    engine = engine or usual_engine()
    if isinstance(game, PatienceGame):
        from cardkit.kernel.patience.position import PatienceKernel

        return PatienceKernel(game, engine)
    if isinstance(game, TrickGame):
        from cardkit.kernel.tricks.stepping import TrickKernel

        return TrickKernel(game, engine)
    raise Untabulated(f"{game.name} has no rules as data, which the kernel could hold")


def tabulates(game: Game) -> bool:
    """True if the kernel can hold a game.

    >>> import cardkit
    >>> tabulates(cardkit.game("bisley")), tabulates(cardkit.game("accordion"))
    (True, False)
    """
    try:
        kernel_of(game, usual_engine("python"))
    except Untabulated:
        return False
    return True
