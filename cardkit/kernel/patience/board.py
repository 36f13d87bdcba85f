"""The arrays of one game and position, and the way of positions in and out of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.dominance import PER_SLOT, SLOTS
from cardkit.kernel.patience.program import LAY, run
from cardkit.kernel.patience.rating import WEIGHTS
from cardkit.kernel.patience.tabulate import Tables
from cardkit.state import State

#: Piles with their cards and how many of those lie face down, then the facts.
Position: TypeAlias = tuple[tuple[tuple[int, ...], int] | str | int | None, ...]
#: The first size of what a search fills.
_ROOM: Final = 1 << 14


class Board:
    """A game's tables, a position, and all that the kernel works with, as arrays of one engine.

    The arrays that a search may fill are public: who runs it gives it larger ones.
    """

    def __init__(self, tables: Tables, engine: Engine) -> None:
        self.tables, self.engine = tables, engine
        places = tables.numbers[at.PILES] * tables.numbers[at.ROOM]
        ws = self.engine.words(at.CHAINS + places)
        ns = self.engine.numbers(at.CARDS + places)
        for place, value in enumerate(tables.words):
            if value:
                ws[place] = value
        for place, value in enumerate(tables.numbers):
            if value:
                ns[place] = value
        self.ws, self.ns = ws, ns
        engine = self.engine
        self._run = engine.function(run)
        self.trail, self.listed = engine.numbers(_ROOM), engine.numbers(_ROOM)
        self.frames, self.line = engine.numbers(_ROOM), engine.numbers(_ROOM)
        self.heads = engine.numbers(2 * at.BUCKETS)
        self.state = engine.longs(at.STATE)
        self.weights = engine.numbers(WEIGHTS)
        self.pool = engine.octets(1)
        self.table, self.old = engine.words(1), engine.words(1)
        self._keys, self._known = engine.words(SLOTS), engine.words(PER_SLOT * SLOTS)
        self._places, self._wants = engine.numbers(at.SPAN), engine.words(at.SPAN)
        self.chance = engine.words(1)

    def run(self, what: int, argument: int = 0) -> int:
        """Ask the kernel for one thing (see `run`), and return what it says."""
        return self._run(
            what,
            argument,
            self.ws,
            self.ns,
            self.trail,
            self.listed,
            self.state,
            self.table,
            len(self.table),
            self.old,
            len(self.old),
            self.frames,
            self.line,
            self.pool,
            self.heads,
            self.weights,
            self._keys,
            self._known,
            self._places,
            self._wants,
            self.chance,
        )

    def load(self, state: State) -> None:
        """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""
        self.lay(self.numbers_of(state))

    def lay(self, numbers: Sequence[int]) -> None:
        """Set up the position that some numbers stand for."""
        self.line[: len(numbers)] = numbers
        self.run(LAY)

    def numbers_of(self, state: State) -> list[int]:
        """A state as numbers to set it up from. Raises Untabulated if it cannot be held."""
        tables, facts = self.tables, state.facts
        spread = tables.game.rules.spread
        ring = tables.game.rules.piles(spread.to) if spread else ()
        cursor, newest = facts.get("cursor"), facts.get("newest")
        stock = tables.names[tables.numbers[at.STOCK]] if tables.numbers[at.STOCK] >= 0 else ""
        waste = tables.names[tables.numbers[at.WASTE]]
        dealt: list[int] = []
        talon: list[int] = []
        piles: list[int] = []
        for name in tables.names:
            cards, down = list(map(int, state.cards[name])), state.down[name]
            dark = down.bit_length()
            if name == stock:
                fits = down == (1 << len(cards)) - 1
            else:
                fits = down == (1 << dark) - 1 and (not cards or dark < len(cards))
            if not fits:
                raise Untabulated(f"in {name} cards lie face down where the kernel keeps none")
            if not tables.numbers[at.TALON_GAME] or name not in (stock, waste):
                piles += [len(cards), dark, *cards]
                continue
            piles += [0, 0]
            if name == waste:
                dealt = cards
            else:
                talon = cards[::-1]
        return [
            at.LAYING_OUT if facts.get("phase") == "layout" else at.PLAYING,
            0 if cursor is None else ring.index(cursor),
            -1 if newest is None else tables.names.index(newest),
            facts.get("redeals", 0),
            len(dealt),
            len(dealt) + len(talon),
            0,
            *dealt,
            *talon,
            *piles,
        ]

    def position(self) -> Position:
        """Piles and facts of the position."""
        ns, rules, names = self.ns, self.tables.game.rules, self.tables.names
        piles: list[tuple[tuple[int, ...], int]] = []
        stock = ns[at.STOCK]
        dealt, size = int(ns[at.TALON_DEALT]), int(ns[at.TALON_SIZE])
        for p in range(len(names)):
            base = at.CARDS + p * int(ns[at.ROOM])
            cards = tuple(int(card) for card in ns[base : base + int(ns[at.SIZE + p])])
            if ns[at.TALON_GAME] and p == ns[at.WASTE]:
                cards = tuple(int(card) for card in ns[at.TALON : at.TALON + dealt])
            elif ns[at.TALON_GAME] and p == stock:
                cards = tuple(int(c) for c in ns[at.TALON + dealt : at.TALON + size])[::-1]
            piles.append((cards, len(cards) if p == stock else int(ns[at.DOWN + p])))
        facts: list[str | int | None] = [None, None, None, None]
        if rules.spread is not None:
            ring = rules.piles(rules.spread.to)
            facts[0] = "layout" if ns[at.PHASE] == at.LAYING_OUT else "play"
            facts[1] = ring[int(ns[at.CURSOR])]
            if rules.spread.playable == "newest" and ns[at.NEWEST] >= 0:
                facts[2] = names[int(ns[at.NEWEST])]
        if rules.redeal is not None:
            facts[3] = int(ns[at.REDEALS])
        return (*piles, *facts)
