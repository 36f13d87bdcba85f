"""One search after another over one position: the arrays of the kernel, and when they are full."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, Literal

from cardkit.kernel.engines import as_list
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.program import (
    BEST,
    DEPTH,
    DESCEND,
    FOLLOW,
    MAKE,
    READ,
    REFILL,
    RENOUNCE,
)
from cardkit.solver.budget import WORD_COST, Budget
from cardkit.solver.relaxed import is_hopeless
from cardkit.state import State

Found = Literal["won", "lost", "limit", "memory", "stopped"]
_FIRST_TABLE: Final = 1 << 12
_FIRST_POOL: Final = 4096
#: Bytes that may stay taken from one deal to the next.
_KEPT: Final = 1 << 24


class Searching:
    """Searches from one position of a board. A search that wins leaves its way in `line`."""

    def __init__(self, board: Board, state: State, budget: Budget, plain: bool = False) -> None:
        """Searches of a state; if `plain`, over every legal move, with nothing left out."""
        self.board, self.budget = board, budget
        self._start = board.numbers_of(state)
        self._allowed = int(board.tables.numbers[at.REDEALS_ALLOWED])
        self._plain = plain
        #: Another search under the same budget, whose memory counts as well.
        self.beside: Searching | None = None
        self._touched = 0
        self._redeals: int | None = None
        self._prefix: list[int] = []
        #: The codes of the moves that won.
        self.line: list[int] = []

    def start(self, redeals: int | None = None) -> bool:
        """Set up the start; with `redeals` only so many are allowed in all.

        True if something is still to come that deals to the tableau, or gathers it.
        """
        self._redeals, self._prefix = redeals, []
        return self._again()

    def _again(self) -> bool:
        """Set up once more where the next search begins."""
        board = self.board
        board.ns[at.REDEALS_ALLOWED] = self._allowed
        board.ns[at.PLAIN] = self._plain
        board.lay(self._start)
        if self._redeals is not None:
            board.run(RENOUNCE, self._redeals)
        for code in self._prefix:
            board.run(MAKE, code)
        return bool(board.ns[at.OPEN])

    def depth(self, limit: int | None) -> Found:
        """Search depth-first, over at most so many positions."""
        self.begin_depth()
        return self.go_deeper(limit)

    def begin_depth(self) -> None:
        """Get ready for a depth-first search that goes on whenever `go_deeper` is called."""
        self._begin()

    def go_deeper(self, limit: int | None) -> Found:
        """Go on with the depth-first search over at most so many positions more."""
        found = self._loop(DEPTH, limit)
        if found == "won":
            self.line = self._read()
        return found

    def best(self, weights: Sequence[int], positions: int) -> Found:
        """Search best-first, keeping at most so many positions."""
        board, engine = self.board, self.board.engine
        self._begin()
        width = 8 + board.tables.numbers[at.DECK] + 2 * board.tables.numbers[at.PILES]
        cost = width + 12 + 2 * WORD_COST[engine.name]
        if engine.name == "python":
            cost = 16 * width + 200 + 2 * WORD_COST["python"]
        positions = min(positions, self._available // cost)
        board.state[at.POOL_ROOM] = positions
        if engine.name == "python":
            board.pool = engine.octets(_FIRST_POOL * width)
            board.frames = engine.numbers(at.LINKS * _FIRST_POOL)
            board.state[at.POOL_ROOM] = _FIRST_POOL
        else:
            # Memory that is not written to is not there yet.
            if len(board.pool) < positions * width:
                board.pool = engine.octets(positions * width)
            if len(board.frames) < at.LINKS * positions:
                board.frames = engine.numbers(at.LINKS * positions)
        for i, weight in enumerate(weights):
            board.weights[i] = weight
        found = self._loop(BEST, None, positions, width)
        if found == "won":
            self.line = self._trace()
        return found

    def narrow(self, positions: int, only_up: bool) -> Found:
        """Search depth-first, over at most so many positions, where much is left out for no reason.

        A position counts as seen if one was that differs only in cards alike; cards of a talon are
        tried first; and with `only_up` a card that can go up does so at once. A way to win is one,
        but "lost" says only that there is none in what is left.
        """
        board = self.board
        board.ns[at.TALON_AT_ONCE], board.ns[at.ONLY_UP] = 1, only_up
        _merge(board, board.tables.alike)
        try:
            self._begin()
            # Which cards are safe is remembered by hashes that tell all cards apart.
            board.state[at.SAFELY] = 0
            found = self._loop(DEPTH, positions)
            if found == "won":
                self.line = self._read()
        finally:
            board.ns[at.TALON_AT_ONCE] = board.ns[at.ONLY_UP] = 0
            _merge(board, range(at.SPAN))
        return found

    def is_hopeless(self) -> bool:
        """True if the start is lost for reasons that need no search; see `relaxed`."""
        self._again()
        return is_hopeless(self.board)

    def descend(self, seed: int, skip: int) -> bool:
        """Begin the next searches where playing at random leads to; True if that is settled."""
        self.board.chance[0] = seed
        settled = bool(self.board.run(DESCEND, skip))
        self._prefix = self._read()
        return settled

    def free(self) -> None:
        """Give back what searches have filled."""
        engine, board = self.board.engine, self.board
        board.state[at.POOLED] = 0
        self._touched = 0
        board.pool = engine.octets(1)
        board.table = board.old = engine.words(1)
        board.frames = engine.numbers(1 << 14)

    def tidy(self) -> None:
        """Give back what would be in the way of the next deal."""
        if self._pooled > _KEPT or len(self.board.table) * 8 > _KEPT:
            self.free()

    def _begin(self) -> None:
        board = self.board
        self._again()
        for i in range(at.STATE):
            board.state[i] = 0
        board.state[at.SAFELY] = not self._plain
        board.table = board.engine.words(_FIRST_TABLE)

    def _loop(self, what: int, limit: int | None, positions: int = 0, width: int = 0) -> Found:
        board, budget, state = self.board, self.budget, self.board.state
        seen = int(state[at.NODES])
        limit = None if limit is None else seen + limit
        while True:
            allowed = budget.slice if limit is None else min(budget.slice, limit - seen)
            state[at.UNTIL] = seen + allowed
            came = board.run(what)
            budget.spend(int(state[at.NODES]) - seen)
            seen = int(state[at.NODES])
            if came == at.WON:
                return "won"
            if came == at.LOST:
                return "lost"
            if came == at.TABLE_FULL:
                if not self._grow_table():
                    return "memory"
            elif came == at.ROOM_FULL:
                if what == BEST:
                    if not self._grow_pool(positions, width):
                        return "memory"
                elif not self._grow_stack():
                    return "memory"
            elif limit is not None and seen >= limit:
                return "limit"
            if budget.exhausted:
                return "stopped"

    def _grow_table(self) -> bool:
        board, engine = self.board, self.board.engine
        cost = WORD_COST[engine.name]
        size = len(board.table)
        room = (self._available - self._pooled) // cost
        larger = min(2 * size, room - size)
        if larger < size + size // 4:
            return False
        board.old = board.table
        board.table = engine.words(larger)
        board.run(REFILL)
        board.old = engine.words(1)
        return True

    @property
    def _available(self) -> int:
        """The bytes that the search beside this one leaves."""
        beside = self.beside
        if beside is None:
            return self.budget.bytes
        table = len(beside.board.table) * WORD_COST[beside.board.engine.name]
        return max(self.budget.bytes - table - beside._pooled, 0)

    @property
    def _pooled(self) -> int:
        """The bytes of the pool that have been written to."""
        board = self.board
        width = 8 + int(board.tables.numbers[at.DECK]) + 2 * int(board.tables.numbers[at.PILES])
        each = width + 12 if board.engine.name == "numba" else 16 * width + 200
        self._touched = max(self._touched, int(board.state[at.POOLED]))
        return self._touched * each

    def _grow_stack(self) -> bool:
        board, state = self.board, self.board.state
        if 12 * (len(board.frames) + len(board.listed) + len(board.trail)) > self.budget.bytes:
            return False
        engine = board.engine
        if 4 * int(state[at.FRAMES]) + 2 * at.SLACK > len(board.frames):
            board.frames = _doubled(board.frames, engine.numbers(2 * len(board.frames)))
        if int(state[at.LISTED]) + 2 * at.SLACK > len(board.listed):
            board.listed = _doubled(board.listed, engine.numbers(2 * len(board.listed)))
        if int(board.ns[at.TRAIL_USED]) + 2 * at.SLACK > len(board.trail):
            board.trail = _doubled(board.trail, engine.numbers(2 * len(board.trail)))
        return True

    def _grow_pool(self, positions: int, width: int) -> bool:
        board, engine = self.board, self.board.engine
        pooled = int(board.state[at.POOLED])
        if engine.name == "numba" or pooled + 1024 >= positions:
            return False
        larger = min(2 * pooled + _FIRST_POOL, positions + 1024)
        board.pool = _doubled(board.pool, engine.octets(larger * width))
        board.frames = _doubled(board.frames, engine.numbers(larger * at.LINKS))
        board.state[at.POOL_ROOM] = larger
        return True

    def _read(self) -> list[int]:
        """The moves on the trail."""
        board = self.board
        used = int(board.ns[at.TRAIL_USED])
        if len(board.line) < used:
            board.line = board.engine.numbers(used)
        n = board.run(READ)
        return as_list(board.line[:n])

    def _trace(self) -> list[int]:
        """The moves from the start to the last position of a best-first search, and those on."""
        board = self.board
        last = self._read()
        path: list[int] = []
        links, here = board.frames, board.state[at.HERE]
        if here < 0:
            return last
        while here > 0:
            path.append(links[at.LINKS * here + 1])
            here = links[at.LINKS * here]
        self._again()
        self.give(path[::-1])
        board.run(FOLLOW, len(path))
        return self._read() + last

    def give(self, line: Sequence[int]) -> None:
        """Hand moves to the kernel, in `line` of the board, with room on the trail to make them."""
        board, n = self.board, len(line)
        if len(board.line) < n + at.SLACK:
            board.line = board.engine.numbers(2 * n + at.SLACK)
        # Most moves take some two or three entries; there are few of those that take many.
        needed = int(board.ns[at.TRAIL_USED]) + 16 * n + at.SLACK
        if len(board.trail) < needed:
            board.trail = _doubled(board.trail, board.engine.numbers(needed))
        board.line[:n] = line


def _doubled(old: MutableSequence[int], new: MutableSequence[int]) -> MutableSequence[int]:
    """A larger array with what was in a smaller one."""
    new[: len(old)] = old
    return new


def _merge(board: Board, alike: Sequence[int]) -> None:
    """Hash each card as another one, from the next position on that is set up."""
    for card in range(at.SPAN):
        board.ws[at.HASH_UP + card] = board.tables.words[at.HASH_UP + alike[card]]
