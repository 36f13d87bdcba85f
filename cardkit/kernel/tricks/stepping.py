"""The trick kernel move by move, from Python: to be compared with the readable engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from cardkit.cards import Card
from cardkit.deals import Deal, DealError
from cardkit.kernel.engines import Engine, entry
from cardkit.kernel.engines import engine as engine_named
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.deals import begin_deal
from cardkit.kernel.tricks.laying import lay
from cardkit.kernel.tricks.play import options, push
from cardkit.kernel.tricks.tabulate import Tabulation, tabulate
from cardkit.kernel.words import Longs
from cardkit.moves import Move
from cardkit.state import Game, State
from cardkit.table import Layout
from cardkit.tricks.classes import TRUMPS
from cardkit.tricks.model import seat_of
from cardkit.tricks.stage import Decision

#: What `act` can do.
LIST, MAKE, DEAL = range(3)


@entry("int64(int64, int64[::1], int64[::1], int64)")
def act(what: int, rules: Longs, now: Longs, argument: int) -> int:
    """One thing asked from Python, by its code; one function, since each is compiled by itself.

    LIST gives the legal moves as a set; MAKE makes the move of a bit and says what follows; DEAL
    begins the next deal with the deck that is there.
    """
    if what == LIST:
        return options(rules, now)
    if what == MAKE:
        return push(rules, now, argument)
    begin_deal(rules, now)
    return at.GOES_ON


@frozen
class Position:
    """Piles and facts, of the kernel or of a state.

    Cards are sorted but in the trick and on the table, where their order counts. The score sheet
    is left out, and the contracts that a seat has used come in their own order.
    """

    piles: Mapping[str, tuple[Card, ...]]
    facts: Mapping[str, Any]


class TrickKernel:
    """A match in the kernel, to be looked at and changed from Python.

    Raises Untabulated for a game that the kernel cannot hold. Loops belong inside the kernel: see
    `cardkit.kernel.tricks.bulk`.

    >>> import cardkit
    >>> from cardkit.kernel.engines import engine
    >>> state = cardkit.game("bismarck").deal(1)
    >>> kernel = TrickKernel(state.game, engine("python"))
    >>> kernel.load(state)
    >>> move = state.moves[0]
    >>> kernel.moves() == list(state.moves)
    True
    >>> kernel.push(move)
    >>> state.push(move)
    >>> kernel.position() == kernel.position_of(state)
    True
    """

    def __init__(self, game: Game, engine: Engine | None = None) -> None:
        self.engine = engine or engine_named()
        self._tables: Tabulation = tabulate(game, self.engine)
        self.game = self._tables.game
        self._now = self.engine.longs(at.NOW)
        self._deal: Deal | None = None

    def load(self, state: State) -> None:
        """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""
        lay(self._tables, state, self._now)
        self._deal = state.deal

    def moves(self) -> list[Move]:
        """The legal moves in canonical order; none when the match is over."""
        return list(self._options())

    def push(self, move: Move) -> None:
        """Make a move. Raises ValueError for one that is not legal.

        Where a deal ends with it and the match goes on, the next cards are dealt. The state that
        was loaded must tell them: else DealError is raised, and a position has to be loaded anew.
        """
        bit = self._options().get(move)
        if bit is None:
            raise ValueError(f"{move} is no legal move here")
        if self._act(MAKE, bit) == at.DEAL_OVER:
            if self._deal is None:
                raise DealError("no deal was named, and this move needs a shuffle")
            order = self._deal.order(int(self._now[at.SHUFFLES]), self.game.rules.cards)
            for i, card in enumerate(order):
                self._now[at.DECK + i] = card
            self._now[at.SHUFFLES] += 1
            self._act(DEAL)

    def _act(self, what: int, argument: int = 0) -> int:
        return int(self.engine.function(act)(what, self._tables.rules, self._now, argument))

    def _options(self) -> dict[Move, int]:
        """The legal moves, and the bits that stand for them."""
        bits = _bits(self._act(LIST))
        if self._kind() == at.ANNOUNCE:
            return {self._tables.announcements[bit][1]: bit for bit in bits}
        return {self.game.hand_move(self._verb(), Card(bit)): bit for bit in bits}

    def _kind(self) -> int:
        return int(self._tables.rules[at.STAGES + self._now[at.STAGE]])

    def _verb(self) -> str | None:
        stages = self.game.rules.stages
        stage = stages[min(self._now[at.STAGE], len(stages) - 1)]
        assert isinstance(stage, Decision)
        return stage.verb

    def position(self) -> Position:
        """The position in the kernel."""
        now, seats = self._now, self.game.seats
        sets = {"table": at.TABLE, "away": at.AWAY, "gift": at.GIFT, "trick": at.TRICK}
        for seat in range(seats):
            sets[f"hand{seat}"] = at.HAND + seat
            sets[f"won{seat}"] = at.WON + seat
            sets[f"pass{seat}"] = at.WAITING + seat
        piles = {spec.name: _cards(now[sets[spec.name]]) for spec in self.game.piles}
        piles["trick"] = tuple(Card(int(c)) for c in now[at.LINE : at.LINE + now[at.PLAYED]])
        if piles.get("table"):
            handed, count = self._tables.rules[at.HANDED], self._tables.rules[at.CARDS]
            on_table = now[at.DECK + handed : at.DECK + count]
            piles["table"] = tuple(Card(int(card)) for card in on_table)
        names = {spec.name for spec in self.game.facts}
        facts = {name: value for name, value in self._facts().items() if name in names}
        facts |= {"turn": int(now[at.TURN]), "chance": int(now[at.SHUFFLES])}
        return Position(piles, facts)

    def _facts(self) -> dict[str, Any]:
        now, seats = self._now, self.game.seats
        contract, stage = int(now[at.CONTRACT]), now[at.STAGE]
        dealer = int(now[at.SEAT + at.DEALER])
        phases = [stage.phase for stage in self.game.rules.stages]

        def by_seat(place: int) -> tuple[int, ...]:
            return tuple(map(int, now[place : place + seats]))

        used = (tuple(self._tables.contracts[c] for c in _bits(s)) for s in by_seat(at.USED))
        return {
            "deal": int(now[at.DEAL]),
            "dealer": dealer,
            "forehand": seat_of("forehand", dealer, seats),
            "score": by_seat(at.SCORE),
            "used": tuple(used),
            "phase": [*phases, "over"][stage],
            "contract": self._name(contract) if contract else None,
            "trump": TRUMPS[int(now[at.TRUMP])],
            "tricks": by_seat(at.TRICKS),
            "hand": self.game.hands[int(now[at.TURN])],
            "broken": bool(now[at.FLAGS] & at.BROKEN),
            "exchanged": int(now[at.EXCHANGED]),
            "surplus": by_seat(at.SURPLUS),
        }

    def _name(self, contract: int) -> str:
        return self._tables.contracts[self._tables.rules[contract + at.INDEX]]

    def position_of(self, state: Layout) -> Position:
        """The position of a state of the game, to be compared with the kernel's."""
        in_order = ("trick", "table")
        piles = {
            name: tuple(cards) if name in in_order else tuple(sorted(cards))
            for name, cards in state.cards.items()
        }
        left_out = ("sheet", "resigned")
        facts = {name: value for name, value in state.facts.items() if name not in left_out}
        if "used" in facts:
            names = self._tables.contracts
            facts["used"] = tuple(tuple(sorted(u, key=names.index)) for u in facts["used"])
        return Position(piles, facts)


def _bits(found: int) -> Iterator[int]:
    """The bits of a set, from the lowest."""
    while found:
        yield (found & -found).bit_length() - 1
        found &= found - 1


def _cards(found: int) -> tuple[Card, ...]:
    return tuple(map(Card, _bits(int(found))))
