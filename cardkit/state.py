"""A game (rules and options) and a state (one game under way): the centre of cardkit."""

from __future__ import annotations

import abc
import hashlib
import json
import weakref
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardkit import journal
from cardkit.cards import Card, Deck, describe_difference
from cardkit.deals import Deal
from cardkit.movelist import RESIGN, Moves
from cardkit.moves import Move, as_move
from cardkit.outcome import IllegalMove, Outcome, Reason
from cardkit.piles import PileSpec
from cardkit.position import PositionError, format_position, lay_position
from cardkit.table import FactSpec, Layout, Table, Value

if TYPE_CHECKING:
    from cardkit.arrangement import Arrangement
    from cardkit.options import Option
    from cardkit.view import Fold, Knowledge, View

_OVER = Reason("", "the game is over")


class Game(abc.ABC):
    """The rules of a game with its options chosen. Immutable; a `State` is one game of it.

    A subclass says what lies on the table (`piles`, `facts`, `deck`) and what may happen
    (`setup`, `moves`, `why_not`, `apply`, `outcome`). It changes nothing but through the verbs of
    the `Table` that it is given, and keeps nothing in itself that a move could change.
    """

    #: The name by which it is found, small letters and hyphens.
    name: str = ""
    #: The family of its rules ("patience", "tricks"), which tells players what they can do with it.
    family: str = "python"
    #: The version of the rules; records name it.
    version: str = "1"
    #: The options that can be chosen.
    declared_options: tuple[Option, ...] = ()
    #: How many seats decide in turn.
    seats: int = 1
    deck: Deck = Deck()
    piles: tuple[PileSpec, ...] = ()
    facts: tuple[FactSpec, ...] = ()
    #: How the piles lie on the table, for those who draw it; None leaves it to them.
    arrangement: Arrangement | None = None
    #: Every option with its value.
    options: Mapping[str, bool | int | str] = MappingProxyType({})

    @abc.abstractmethod
    def setup(self, t: Table) -> None:
        """Lay out the start of a game on an empty table."""

    @abc.abstractmethod
    def moves(self, s: State) -> Sequence[Move]:
        """The legal moves, in canonical order: by source, target, count, then card."""

    @abc.abstractmethod
    def why_not(self, s: State, m: Move) -> Reason | None:
        """Why a move is not legal here, or None if it is: the rule that `moves` enumerates."""

    @abc.abstractmethod
    def apply(self, t: Table, m: Move) -> None:
        """Carry out a legal move with everything that follows from it."""

    @abc.abstractmethod
    def outcome(self, s: State) -> Outcome | None:
        """The result if the game is over, else None."""

    def deal(self, deal: Deal | int | str | Sequence[object]) -> State:
        """A new game from a deal, given as a `Deal` or anything `Deal.of` takes.

        Raises DealError if there is no such deal or it does not fit this game's deck.
        """
        table = self._table(Deal.of(deal))
        self.setup(table)
        return State(self, table)

    @cached_property
    def _empty_table(self) -> Table:
        return Table(self.piles, self.facts)

    def _table(self, deal: Deal | None) -> Table:
        """An empty table for one game: copying is several times faster than building."""
        table = self._empty_table.copy()
        table.deal = deal
        return table

    def at(self, position: str, deal: Deal | int | str | None = None) -> State:
        """The state at a position, the inverse of `State.position`.

        Moves that shuffle need `deal`, since a position does not tell what is to come. Raises
        PositionError if the text is none or its cards are not this game's.
        """
        table = self._table(None if deal is None else Deal.of(deal))
        lay_position(table, position)
        lying = [card for pile in table.cards.values() for card in pile]
        fault = describe_difference(self.cards_in_play(), lying)
        if fault:
            raise PositionError(f"the cards of the position are not those of {self.name}: {fault}")
        fault = self._built_in_fault(table) or self.position_fault(table)
        if fault:
            raise PositionError(f"the position contradicts itself: {fault}")
        return State(self, table)

    def _built_in_fault(self, table: Table) -> str | None:
        last = self.seats - 1
        for name, seers in table.seers.items():
            if seers > 0 and seers >> self.seats:
                return f"pile {name} is shown to a seat that is none of 0 to {last}"
        for name, most in (("turn", last), ("resigned", last), ("chance", None)):
            value = table.facts[name]
            if name == "resigned" and value is None:
                continue
            if type(value) is not int or value < 0 or (most is not None and value > most):
                upto = "" if most is None else f" to {most}"
                return f"{name} is a number from 0{upto}, not {value}"
        return None

    def position_fault(self, s: Layout) -> str | None:  # noqa: ARG002  # for games to override
        """What facts and cards of a position contradict, in words; None if all is well."""
        return None

    def cards_in_play(self) -> Sequence[Card]:
        """The cards that lie on the table throughout: the whole deck, unless a game says less."""
        return self.deck.cards

    @property
    def digest(self) -> str:
        """A short hash of what decides how the game is played, for records."""
        return _digest([self.name, self.version, dict(self.options)])

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.options.items())
        return f"cardkit.game({self.name!r}{options})"


def _digest(data: object) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class State(Layout):
    """One game under way, from its first deal to its end.

    Cards and facts are read as `piles`, `cards`, `facts`; they change by `play` and `push`.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> state.play(state.moves[0])
    >>> len(state.history), state.undo() in state.moves
    (1, True)
    """

    __slots__ = (
        "_folds",
        "_moves",
        "_outcome",
        "_played",
        "_table",
        "_undone",
        "_version",
        "_views",
        "game",
    )

    def __init__(self, game: Game, table: Table) -> None:
        """A state of `game` as it lies on `table`; use `Game.deal` or `Game.at` to make one."""
        self.game = game
        self._table = table
        self.cards, self.down = table.cards, table.down
        self.seers, self.facts = table.seers, table.facts
        self._played: list[Move] = []
        self._undone: list[Move] = []
        self._version = 0
        self._moves: Moves | None = None
        self._outcome: Outcome | bool | None = False  # False: not asked yet
        self._views: dict[int | None, weakref.ref[View]] = {}
        self._folds: dict[int | None, Fold] = {}

    @property
    def moves(self) -> Moves:
        """The legal moves in canonical order; none when the game is over."""
        moves = self._moves
        if moves is None:
            moves = self._moves = Moves(self)
        return moves

    def why_not(self, move: Move | str) -> Reason | None:
        """Why a move is not legal now, or None if it is. Raises NotationError for no move."""
        if type(move) is not Move:
            move = as_move(move)
        if self.facts["resigned"] is not None:
            return _OVER
        if move is RESIGN:
            return None if self.outcome is None else _OVER
        return self.game.why_not(self, move)

    def play(self, move: Move | str) -> None:
        """Play a legal move. Raises IllegalMove, which says why, and changes nothing then."""
        if type(move) is not Move:
            move = as_move(move)
        if self._moves is None or self._moves._list is None or move not in self._moves._list:
            reason = self.why_not(move)
            if reason is not None:
                raise IllegalMove(move, reason)
        self.push(move)

    def push(self, move: Move | str) -> None:
        """Play a move from `moves` without asking again whether it is legal: for search."""
        if type(move) is not Move:
            move = as_move(move)
        self._push(move)
        if self._undone:
            self._undone = []

    def _push(self, move: Move) -> None:
        if self._views:
            self._settle_views()
        table = self._table
        table.journal.append((journal.MARK, move, table.facts["turn"]))
        self._played.append(move)
        self._changed()
        try:
            if move is RESIGN:
                table.set("resigned", table.facts["turn"])
            else:
                self.game.apply(table, move)
        except BaseException:
            # Such as a shuffle that the deal does not tell: then nothing has been played.
            table.undo()
            self._played.pop()
            self._changed()
            raise

    def undo(self) -> Move:
        """Take the last move back, and return it. Raises IndexError if none was played."""
        if not self._played:
            raise IndexError("no move to undo")
        if self._views:
            self._settle_views()
        self._table.undo()
        self._changed()
        self._folds = {}
        move = self._played.pop()
        self._undone.append(move)
        return move

    def redo(self) -> Move:
        """Play the last undone move again, and return it. Raises IndexError if there is none."""
        if not self._undone:
            raise IndexError("no move to redo")
        self._push(self._undone[-1])
        return self._undone.pop()

    def resign(self) -> None:
        """Give up: the seat whose turn it is ends the game. Can be undone like any move."""
        self.play(RESIGN)

    def _changed(self) -> None:
        self._version += 1
        self._moves = None
        self._outcome = False

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played so far and not undone."""
        return tuple(self._played)

    @property
    def turn(self) -> int | None:
        """The seat that decides, counted from 0; None when the game is over."""
        if self.outcome is not None:
            return None
        turn: int = self.facts["turn"]
        return turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if isinstance(self._outcome, bool):
            who = self.facts["resigned"]
            if isinstance(who, int):
                self._outcome = _resigned(self.game.seats, who)
            else:
                self._outcome = self.game.outcome(self)
        return self._outcome

    def view(self, seat: int | None) -> View:
        """What a seat may know; `view(None)` is an onlooker's. Raises IndexError for no seat."""
        if seat is not None and not 0 <= seat < self.game.seats:
            raise IndexError(f"{self.game.name} has seats 0 to {self.game.seats - 1}, not {seat}")
        known = self._views.get(seat)
        view = known() if known is not None else None
        if view is None:
            from cardkit.view import View

            moves = tuple(self.moves) if seat is not None and seat == self.turn else ()
            view = View(seat, partial(self._knowledge, seat), self.game, moves)
            self._views[seat] = weakref.ref(view)
        return view

    def _knowledge(self, seat: int | None) -> Knowledge:
        from cardkit.view import fold_table

        fold = self._folds[seat] = fold_table(self._table, seat, self._folds.get(seat))
        return fold.snapshot()

    def _settle_views(self) -> None:
        """Before anything changes, let the views that somebody still holds take what they show."""
        for known in self._views.values():
            view = known()
            if view is not None:
                view.settle()
        self._views = {}

    @property
    def position(self) -> str:
        """The position as one line of text; `Game.at` reads it."""
        return format_position(self, self._table)

    @property
    def key(self) -> tuple[object, ...]:
        """A hashable value, equal for equal positions of one game."""
        return (
            tuple(map(tuple, self.cards.values())),
            tuple(self.down.values()),
            tuple(self.seers.values()),
            tuple(self.facts.values()),
        )

    @property
    def deal(self) -> Deal | None:
        """Where the shuffles come from; None for a state made from a bare position."""
        return self._table.deal

    def copy(self, history: bool = True) -> State:
        """A state of its own at the same position; without `history` it cannot undo."""
        table = self._table.copy(past=history)
        if not history:
            table.journal = self._table.journal[:]  # what the seats saw in this deal stays seen
        other = State(self.game, table)
        other._played = self._played[:] if history else []
        other._undone = self._undone[:] if history else []
        return other

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return repr(self.game) == repr(other.game) and self.key == other.key

    # A state changes while it is held: whoever needs a value to hash takes its `key`.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.game!r}.at({self.position!r})"

    def __str__(self) -> str:
        from cardkit.render import text_table

        return text_table(self)

    def _repr_svg_(self) -> str:
        from cardkit.render import svg_table

        return svg_table(self)


def _resigned(seats: int, who: int) -> Outcome:
    if seats == 1:
        return Outcome("resigned", won=False)
    return Outcome("resigned", winners=tuple(seat for seat in range(seats) if seat != who))


__all__ = ["RESIGN", "Game", "IllegalMove", "Moves", "State", "Value"]
