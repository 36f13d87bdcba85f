"""The patience kernel as one position that Python looks at and changes move by move."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from cardkit.kernel.engines import Engine, engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.board import Board, Position
from cardkit.kernel.patience.program import BACK, LIST, MAKE
from cardkit.kernel.patience.tabulate import Tables, tabulate
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.state import State


@frozen(eq=False)
class PatienceKernel:
    """One position of a patience in the kernel, to be looked at and changed from Python.

    It serves to compare the kernel with the readable engine; long loops belong inside the kernel.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> kernel = PatienceKernel(state.game, engine("python"))
    >>> kernel.load(state)
    >>> kernel.moves() == list(state.moves)
    True
    >>> kernel.push(state.moves[0])
    >>> state.push(state.moves[0])
    >>> kernel.position() == kernel.position_of(state)
    True
    """

    game: PatienceGame
    engine: Engine = field(factory=engine)
    board: Board = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "board", Board(tabulate(self.game), self.engine))

    def load(self, state: State) -> None:
        """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""
        self.board.load(state)

    def moves(self) -> list[Move]:
        """The legal moves in canonical order."""
        used = self.board.run(LIST)
        codes = sorted((int(code) for code in self.board.listed[:used]), key=_canonical)
        return [to_move(self.board.tables, code) for code in codes]

    def push(self, move: Move) -> None:
        """Make a legal move."""
        if self.board.ns[at.TRAIL_USED] > len(self.board.trail) - at.SLACK:
            self.board.ns[at.TRAIL_USED] = 0
        self.board.run(MAKE, from_move(self.board.tables, move))

    def undo_all(self) -> None:
        """Take back all moves since the position was loaded, or the last thousands."""
        self.board.run(BACK)

    def position(self) -> Position:
        """Piles and facts, in the form of `position_of`."""
        return self.board.position()

    def position_of(self, state: State) -> Position:
        """Piles and facts of a state, to be compared with the kernel's."""
        names = self.board.tables.names
        piles = ((tuple(map(int, state.cards[n])), state.down[n].bit_count()) for n in names)
        return (*piles, *(state.facts.get(name) for name in _FACTS))


_FACTS: Final = ("phase", "cursor", "newest", "redeals")


def _canonical(code: int) -> tuple[int, int, int, int]:
    """Where a move stands in canonical order: transfers by source, target and count, then verbs."""
    verb = (code & 63) >= at.REDEAL
    return int(verb), 63 - code & 63 if verb else code & 63, code >> 6 & 63, code >> 12


def to_move(tables: Tables, code: int) -> Move:
    """The move of the readable engine that a code stands for, if it draws from no talon."""
    move = tables.moves.get(code)
    if move is None:
        source, target, n = code & 63, code >> 6 & 63, code >> 12 & 127
        if source == at.DEAL:
            move = Move("deal")
        elif source == at.REDEAL:
            move = Move("redeal")
        else:
            move = Move.transfer(tables.names[source], tables.names[target], n)
        tables.moves[code] = move
    return move


def from_move(tables: Tables, move: Move) -> int:
    """The code of a move of the readable engine."""
    if move.source is None or move.target is None:
        return at.DEAL if move.verb == "deal" else at.REDEAL
    source, target = tables.names.index(move.source), tables.names.index(move.target)
    return source | target << 6 | (move.count or 1) << 12
