"""The way into the patience kernel from Python: positions in, moves and positions out."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from attrs import field, frozen

from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine, engine, entry, typed
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.moves import all_moves, apply
from cardkit.kernel.patience.piles import lay_on, turn_top
from cardkit.kernel.patience.steps import fact_hash, is_open, put_fact, undo_to
from cardkit.kernel.patience.tabulate import Tabulation, tabulate
from cardkit.kernel.words import ALL, ZERO, Numbers, Words, bit, mix, word
from cardkit.moves import Move
from cardkit.patience.game import PatienceGame
from cardkit.state import State

#: Piles with their cards and how many of those lie face down, then the facts.
Position: TypeAlias = tuple[tuple[tuple[int, ...], int] | str | int | None, ...]


@typed
def lay(tw: Words, tn: Numbers, sw: Words, sn: Numbers, given: Numbers) -> int:
    """Set up a position: phase, cursor, newest, redeals, talon dealt; the talon; pile by pile.

    The talon and each pile come as how many cards, how many of them face down, and the cards.
    """
    sw[at.HASH] = ZERO
    sw[at.HASH_FOUNDATIONS] = ZERO
    sw[at.SHOWN] = ZERO
    sw[at.EMPTY] = ZERO
    for i in range(4):
        sw[at.BASES + i] = ZERO
    for i in range(at.SPAN):
        sw[at.TOPS + i] = ZERO
        sn[at.UP + i] = 0
        sn[at.SIZE + i] = 0
        sn[at.DOWN + i] = 0
    for p in range(tn[at.PILES]):
        sw[at.EMPTY] |= bit(p)
    sn[at.LEFT] = tn[at.DECK]
    sn[at.PHASE] = given[0]
    sn[at.CURSOR] = given[1]
    sn[at.NEWEST] = given[2]
    sn[at.REDEALS] = given[3]
    sn[at.OPEN] = 0
    sn[at.TRAIL_USED] = 0
    sn[at.TALON_DEALT] = given[4]
    sn[at.TALON_SIZE] = given[5]
    read = 7
    for i in range(given[5]):
        sn[at.TALON + i] = given[read]
        sn[at.TALON_ID + i] = i
        sw[at.HASH] = (sw[at.HASH] + mix(tw[at.HASH_TALON], word(i))) & ALL
        read += 1
    for p in range(tn[at.PILES]):
        n = given[read]
        down = given[read + 1]
        read += 2
        for i in range(n):
            lay_on(tw, tn, sw, sn, p, given[read])
            if i < down:
                turn_top(tw, tn, sw, sn, p, 1)
            read += 1
    for fact in (at.PHASE, at.CURSOR, at.NEWEST, at.REDEALS, at.OPEN, at.TALON_DEALT):
        sw[at.HASH] = (sw[at.HASH] + fact_hash(tw, tn, sn, fact)) & ALL
    if is_open(tn, sn) != 0:
        put_fact(tw, tn, sw, sn, at.OPEN, 1)
    return sn[at.OPEN]


#: What `act` can do.
LAY, LIST, MAKE, BACK = range(4)


@entry("int64(int64, uint64[::1], int32[::1], uint64[::1], int32[::1], int32[::1], int64)")
def act(
    what: int, tw: Words, tn: Numbers, sw: Words, sn: Numbers, items: Numbers, argument: int
) -> int:
    """One thing asked from Python, by its code; one function, since each is compiled by itself.

    LAY sets up the position in `items`; LIST writes all legal moves there and says how many there
    are; MAKE makes a move with `items` as trail; BACK takes back what is on it after a mark.
    """
    if what == LAY:
        return lay(tw, tn, sw, sn, items)
    if what == LIST:
        return all_moves(tw, tn, sw, sn, items, 0)
    if what == MAKE:
        apply(tw, tn, sw, sn, items, argument)
    else:
        undo_to(tw, tn, sw, sn, items, argument)
    return sn[at.TRAIL_USED]


@frozen(eq=False)
class PatienceKernel:
    """One position of a patience in the kernel, to be looked at and changed from Python.

    It serves to compare the kernel with the readable engine; loops belong inside (`search`).

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> kernel = PatienceKernel(state.game, engine("python"))
    >>> kernel.load(state)
    >>> kernel.moves() == list(state.moves)
    True
    """

    game: PatienceGame
    engine: Engine = field(factory=engine)
    tables: Tabulation = field(init=False, repr=False)
    sw: MutableSequence[int] = field(init=False, repr=False)
    sn: MutableSequence[int] = field(init=False, repr=False)
    #: Room for the steps of a line of moves.
    trail: MutableSequence[int] = field(init=False, repr=False)
    _found: MutableSequence[int] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        make = object.__setattr__
        make(self, "tables", tabulate(self.game, self.engine))
        words, numbers = sizes(self.tables)
        make(self, "sw", self.engine.words(words))
        make(self, "sn", self.engine.numbers(numbers))
        make(self, "trail", self.engine.numbers(1 << 16))
        make(self, "_found", self.engine.numbers(1 << 13))

    def load(self, state: State) -> None:
        """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""
        load(self.tables, state, self.sw, self.sn)

    def moves(self) -> list[Move]:
        """The legal moves in canonical order."""
        t = self.tables
        used = self.engine.function(act)(LIST, t.tw, t.tn, self.sw, self.sn, self._found, 0)
        codes = [int(code) for code in self._found[:used]]
        codes.sort(
            key=lambda code: (
                (code & 63, code >> 6 & 63, code >> 12) if code & 63 < at.REDEAL else (99, 0, 0)
            )
        )
        return [to_move(t, code) for code in codes]

    def push(self, move: Move) -> None:
        """Make a legal move."""
        t = self.tables
        if self.sn[at.TRAIL_USED] > len(self.trail) - 4096:
            self.sn[at.TRAIL_USED] = 0
        code = from_move(t, move)
        self.engine.function(act)(MAKE, t.tw, t.tn, self.sw, self.sn, self.trail, code)

    def undo_all(self) -> None:
        """Take back all moves made since the position was loaded."""
        t = self.tables
        self.engine.function(act)(BACK, t.tw, t.tn, self.sw, self.sn, self.trail, 0)

    def position(self) -> Position:
        """Piles and facts, in the form of `position_of`."""
        return read(self.tables, self.sn)

    def position_of(self, state: State) -> Position:
        """Piles and facts of a state, to be compared with the kernel's."""
        piles = (
            (tuple(map(int, state.cards[n])), state.down[n].bit_count()) for n in self.tables.names
        )
        return (*piles, *(state.facts.get(name) for name in _FACTS))


_FACTS = ("phase", "cursor", "newest", "redeals")


def sizes(tables: Tabulation) -> tuple[int, int]:
    """How many words and numbers a position takes."""
    places = tables.tn[at.PILES] * tables.tn[at.ROOM]
    return at.CHAINS + places, at.CARDS + places


def load(
    tables: Tabulation, state: State, sw: MutableSequence[int], sn: MutableSequence[int]
) -> None:
    """Set up the position of a state in some arrays. Raises Untabulated if it cannot be held."""
    tn, facts = tables.tn, state.facts
    cursor = facts.get("cursor")
    newest = facts.get("newest")
    spread = tables.game.rules.spread
    ring = tables.game.rules.piles(spread.to) if spread else ()
    head = [
        at.LAYING_OUT if facts.get("phase") == "layout" else at.PLAYING,
        0 if cursor is None else ring.index(cursor),
        -1 if newest is None else tables.names.index(newest),
        facts.get("redeals", 0),
    ]
    talon: list[int] = []
    piles: list[int] = []
    stock = tables.names[tn[at.STOCK]] if tn[at.STOCK] >= 0 else ""
    for p, name in enumerate(tables.names):
        cards, down = state.cards[name], state.down[name]
        kept = tn[at.TALON_GAME] and (name == stock or p == tn[at.WASTE])
        wanted = (1 << (len(cards) if name == stock else down.bit_count())) - 1
        if down != wanted or (name != stock and cards and down.bit_length() == len(cards)):
            raise Untabulated(f"in {name} cards lie face down where the kernel keeps none")
        if kept:
            piles += [0, 0]
            continue
        piles += [len(cards), down.bit_length(), *map(int, cards)]
    dealt = 0
    if tn[at.TALON_GAME]:
        waste = state.cards[tables.names[tn[at.WASTE]]]
        dealt = len(waste)
        talon = [*map(int, waste), *map(int, reversed(state.cards[stock]))]
    given = [*head, dealt, len(talon), 0, *talon, *piles]
    room = tables.engine.numbers(len(given))
    for i, number in enumerate(given):
        room[i] = number
    tables.engine.function(act)(LAY, tables.tw, tn, sw, sn, room, 0)


def read(tables: Tabulation, sn: Sequence[int]) -> Position:
    """Piles and facts of a position in the kernel."""
    tn, rules = tables.tn, tables.game.rules
    piles: list[tuple[tuple[int, ...], int]] = []
    stock = tn[at.STOCK]
    dealt, size = int(sn[at.TALON_DEALT]), int(sn[at.TALON_SIZE])
    for p in range(len(tables.names)):
        base = at.CARDS + p * int(tn[at.ROOM])
        n = int(sn[at.SIZE + p])
        cards = tuple(int(card) for card in sn[base : base + n])
        if tn[at.TALON_GAME] and p == tn[at.WASTE]:
            cards = tuple(int(card) for card in sn[at.TALON : at.TALON + dealt])
        elif tn[at.TALON_GAME] and p == stock:
            cards = tuple(int(c) for c in sn[at.TALON + dealt : at.TALON + size])[::-1]
        piles.append((cards, len(cards) if p == stock else int(sn[at.DOWN + p])))
    facts: list[str | int | None] = [None, None, None, None]
    if rules.spread is not None:
        ring = rules.piles(rules.spread.to)
        facts[0] = "layout" if sn[at.PHASE] == at.LAYING_OUT else "play"
        facts[1] = ring[int(sn[at.CURSOR])]
        if rules.spread.playable == "newest" and sn[at.NEWEST] >= 0:
            facts[2] = tables.names[int(sn[at.NEWEST])]
    if rules.redeal is not None:
        facts[3] = int(sn[at.REDEALS])
    return (*piles, *facts)


def to_move(tables: Tabulation, code: int) -> Move:
    """The move of the readable engine that a code stands for (not those of the talon)."""
    source, target, n = code & 63, code >> 6 & 63, code >> 12 & 127
    if source == at.DEAL:
        return Move("deal")
    if source == at.REDEAL:
        return Move("redeal")
    return Move.transfer(tables.names[source], tables.names[target], n)


def from_move(tables: Tabulation, move: Move) -> int:
    """The code of a move of the readable engine."""
    if move.source is None or move.target is None:
        return at.DEAL if move.verb == "deal" else at.REDEAL
    source, target = tables.names.index(move.source), tables.names.index(move.target)
    return source | target << 6 | (move.count or 1) << 12
