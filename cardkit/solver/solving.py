"""Solving: a state in, a verdict out, and every win made once more on the readable engine."""

from __future__ import annotations

from functools import lru_cache

from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine
from cardkit.kernel.engines import engine as usual_engine
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.patience.game import PatienceGame
from cardkit.solver.budget import Budget, Progress
from cardkit.solver.portfolio import decide, portfolio_of
from cardkit.solver.retelling import moves_of, replayed
from cardkit.solver.searching import Searching
from cardkit.solver.shorten import shortened
from cardkit.solver.solution import Resource, Solution
from cardkit.state import Game, State


class Solver:
    """Solves many deals of one game, with tables made and memory taken once.

    Raises Untabulated for a game that the kernel cannot hold.

    >>> import cardkit
    >>> game = cardkit.game("bisley")
    >>> Solver(game).solve(game.deal(2)).verdict
    'won'
    """

    def __init__(self, game: Game, engine: Engine | None = None) -> None:
        if not isinstance(game, PatienceGame):
            raise Untabulated(
                f"{game.name} is no patience with rules as data, so it cannot be solved"
            )
        self.game = game
        tables, engine = tabulate(game), engine or usual_engine()
        self.boards = Board(tables, engine), Board(tables, engine)
        self._portfolio = portfolio_of(tables)

    def solve(
        self,
        state: State,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        memory: int = 512,
        short: bool = False,
        progress: Progress | None = None,
    ) -> Solution:
        """Decide a position; see `solve`."""
        if not isinstance(state, State):
            raise TypeError("only a State can be solved: a view does not know all cards")
        if state.game is not self.game:
            raise ValueError(f"this solver is for {self.game!r}")
        deep, broad = self.boards
        budget = Budget(deep.engine, nodes, seconds, memory, progress)
        pair = Searching(deep, state, budget), Searching(broad, state, budget)
        pair[0].beside, pair[1].beside = pair[1], pair[0]
        thoughtful = any(state.down.values())
        try:
            found, searching = decide(*pair, self._portfolio)
        finally:
            for one in pair:
                one.tidy()
        if found == "lost":
            return Solution("lost", nodes=budget.used, thoughtful=thoughtful)
        if found != "won":
            ran_out: Resource = budget.exhausted or "memory"
            return Solution("undecided", ran_out=ran_out, nodes=budget.used, thoughtful=thoughtful)
        line = shortened(searching, searching.line, short)
        moves = replayed(state, moves_of(searching, line))
        return Solution("won", moves, nodes=budget.used, thoughtful=thoughtful)


def solve(
    state: State,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 512,
    short: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Decide whether a position of a patience can be won.

    `nodes` bounds the positions looked at, `seconds` the time, `memory` the MiB that the process
    may come to; what runs out first makes it undecided. With `short` it goes on looking for fewer
    moves after a win. `progress` is told now and then how many positions it has been.

    Raises Untabulated, a ValueError, for a game or a position that the kernel cannot hold, and
    TypeError for a view, which does not know all cards.

    >>> import cardkit
    >>> found = solve(cardkit.game("bisley").deal(2))
    >>> found.verdict, found.thoughtful
    ('won', False)
    """
    if not isinstance(state, State):
        raise TypeError("only a State can be solved: a view does not know all cards")
    solver = _solver(state.game)
    return solver.solve(
        state, nodes=nodes, seconds=seconds, memory=memory, short=short, progress=progress
    )


# A solver keeps its game, so a table with weak keys would never let go of either.
@lru_cache(maxsize=4)
def _solver(game: Game) -> Solver:
    return Solver(game)
