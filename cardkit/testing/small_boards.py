"""A solver checked against trying everything, on boards that are small enough for it.

    from cardkit.testing import check_solver
    check_solver(game, range(1, 200))     # raises WrongVerdict, which shows the board

What a solver leaves out it must be able to prove needless, and a proof may forget a rule. So its
verdicts, and those of each of its searches, are compared with a search that leaves nothing out:
the kernel's own, which makes every legal move and tells every pile apart, or one on the readable
engine, which is slow and shares no code with the kernel. Wins are made on the readable engine, and
so are the shorter ones that come of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from attrs import field, frozen

from cardkit.deals import Deal
from cardkit.kernel.engines import Engine
from cardkit.kernel.engines import engine as usual_engine
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.tabulate import tabulate
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.solver.budget import Budget
from cardkit.solver.portfolio import WEIGHTS
from cardkit.solver.retelling import SolverFault, moves_of, replayed
from cardkit.solver.searching import Searching
from cardkit.solver.shorten import shortened
from cardkit.solver.solution import Verdict
from cardkit.solver.solving import Solver
from cardkit.state import Game, State

#: A board with more positions than that is passed over as too large.
NODES: Final = 200_000
_MEMORY: Final = 1024
_KEPT: Final = 1 << 18
#: Longer lines of a search are not made before they are shortened: they may have thousands.
_MOST_MADE: Final = 100
_BEST: Final = {f"best-first search {i}": weights for i, weights in enumerate(WEIGHTS[:2], 1)}
#: Whether what can go up must.
_NARROW: Final = {"narrow search": True, "search of cards alike": False}


class WrongVerdict(AssertionError):
    """A search and trying everything disagree about a board, or a win is none."""


@frozen
class Tally:
    """How many boards were won and how many lost, and how many were too large to be decided."""

    won: int = 0
    lost: int = 0
    undecided: int = 0


def check_solver(
    game: Game,
    boards: Iterable[Deal | int | str | State],
    *,
    nodes: int = NODES,
    engine: Engine | None = None,
    by_rules: bool = False,
) -> Tally:
    """Compare what a solver says of some boards of a patience with what trying everything says.

    Boards are deals, or states of the game; those with more than `nodes` positions are passed over.
    With `by_rules` everything is tried on the readable engine. Raises WrongVerdict with the board,
    and of a win that was missed with the last position on the way there where it still is missed;
    Untabulated for a game that the kernel cannot hold.

    >>> import cardkit
    >>> from cardkit.kernel.engines import engine
    >>> game = cardkit.game("bakers-dozen")
    >>> check_solver(game, [1], nodes=100, engine=engine("python"))
    Tally(won=0, lost=0, undecided=1)
    """
    checker = _Checker(game, engine or usual_engine(), nodes, by_rules)
    states = (board if isinstance(board, State) else game.deal(board) for board in boards)
    found = [checker.verdict(state) for state in states]
    return Tally(found.count("won"), found.count("lost"), found.count("undecided"))


def tried_by_rules(state: State, positions: int) -> tuple[Verdict, list[Move]]:
    """Whether a patience can be won, and how, by trying everything on the readable engine.

    It gives up with `undecided` when it has seen so many positions.
    """
    state = state.copy(history=False)
    if state.outcome is not None:
        return ("won" if state.outcome.won else "lost"), []
    endless = _counts_for_ever(state)
    seen = {_key(state, endless)}
    ahead = [iter(list(state.moves))]
    while ahead:
        move = next(ahead[-1], None)
        if move is None:
            ahead.pop()
            if ahead:
                state.undo()
            continue
        state.push(move)
        if state.outcome is not None and state.outcome.won:
            return "won", list(state.history)
        key = _key(state, endless)
        if key in seen:
            state.undo()
            continue
        if len(seen) >= positions:
            return "undecided", []
        seen.add(key)
        ahead.append(iter(list(state.moves)))
    return "lost", []


def _key(state: State, endless: bool) -> Hashable:
    """What the rest of a game depends on: not how many of endless redeals there were."""
    facts = dict(state.facts)
    if endless:
        facts["redeals"] = min(facts["redeals"], 1)
    return tuple(map(tuple, state.cards.values())), tuple(state.down.values()), *facts.values()


def _counts_for_ever(state: State) -> bool:
    game = state.game
    redeal = game.rules.redeal if isinstance(game, PatienceGame) else None
    return redeal is not None and redeal.times == "unlimited"


@frozen
class _Checker:
    """The searches of one game."""

    game: Game
    engine: Engine
    nodes: int
    by_rules: bool
    solver: Solver = field(init=False)
    #: Boards for searches that leave nothing out, and for those that are checked.
    _plain: Board = field(init=False)
    _checked: Board = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "solver", Solver(self.game, self.engine))
        tables = tabulate(self.solver.game)
        object.__setattr__(self, "_plain", Board(tables, self.engine))
        object.__setattr__(self, "_checked", Board(tables, self.engine))

    def verdict(self, state: State) -> Verdict:
        """What is true of a board, after all searches have said so. Raises WrongVerdict."""
        truth, way = self._truth(state)
        if truth == "undecided":
            return truth
        for search in ("depth-first search", *_BEST, *_NARROW):
            self._check(search, state, truth, way)
        if truth == "won" and Searching(self._checked, state, self._budget()).is_hopeless():
            raise self._wrong("a board is thought hopeless that can be won", state, way)
        try:
            solution = self.solver.solve(state, nodes=4 * self.nodes)
        except SolverFault as error:
            raise self._wrong(str(error), state) from error
        if solution.verdict not in (truth, "undecided"):
            said = f"the solver says {solution.verdict}, and trying everything {truth}"
            raise self._wrong(said, state)
        return truth

    def _truth(self, state: State) -> tuple[Verdict, list[Move]]:
        if self.by_rules:
            return tried_by_rules(state, self.nodes)
        search = Searching(self._plain, state, self._budget(), plain=True)
        search.start()
        found = search.depth(self.nodes)
        if found == "won":
            return "won", moves_of(search, search.line)
        return "lost" if found == "lost" else "undecided", []

    def _budget(self) -> Budget:
        return Budget(self.engine, 4 * self.nodes, None, _MEMORY, None)

    def _search(self, name: str, state: State) -> tuple[Verdict, Searching]:
        search = Searching(self._checked, state, self._budget())
        search.start()
        if name in _NARROW:
            # That a narrow search finds nothing says nothing.
            return ("won" if search.narrow(_KEPT, _NARROW[name]) == "won" else "undecided"), search
        weights = _BEST.get(name)
        found = search.depth(None) if weights is None else search.best(weights, _KEPT)
        return "won" if found == "won" else "lost" if found == "lost" else "undecided", search

    def _check(self, name: str, state: State, truth: Verdict, way: list[Move]) -> None:
        found, search = self._search(name, state)
        if found == "won":
            line = search.line
            long = moves_of(search, line)
            if len(long) <= _MOST_MADE:
                self._make(state, long, name)
            short = moves_of(search, shortened(search, line, False))
            self._make(state, short, f"{name}, shortened,")
            if len(short) > len(long):
                said = f"{len(long)} moves of {name} are shortened to {len(short)}"
                raise self._wrong(said, state, long)
        if found in (truth, "undecided"):
            return
        said = f"{name} says {found}, and trying everything {truth}"
        if way:
            nearest, rest = self._nearest(name, state, way)
            said += f"; so it does nearer to the end, of {nearest.position}"
            raise self._wrong(said, state, rest)
        raise self._wrong(said, state)

    def _wrong(self, said: str, state: State, moves: Sequence[Move] = ()) -> WrongVerdict:
        text = f"{said}\n    board: {state.position}\n    game:  {self.game!r}"
        return WrongVerdict(text + (f"\n    moves: {' '.join(map(str, moves))}" if moves else ""))

    def _make(self, state: State, moves: list[Move], name: str) -> None:
        """Make the moves of a win on the readable engine. Raises WrongVerdict if it is none."""
        try:
            replayed(state, moves)
        except SolverFault as error:
            raise self._wrong(f"a win of {name} is none: {error}", state, moves) from error

    def _nearest(self, name: str, state: State, way: list[Move]) -> tuple[State, list[Move]]:
        """The last position on the way to a win that a search does not win, and the moves on."""
        going = state.copy(history=False)
        nearest, rest = state, way
        for ply, move in enumerate(way):
            if self._search(name, going)[0] != "won":
                nearest, rest = going.copy(history=False), way[ply:]
            going.push(move)
        return nearest, rest
