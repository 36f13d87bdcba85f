"""The legal moves of a state, as something to iterate, index and ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, overload

from cardkit.moves import Move
from cardkit.outcome import StaleMoves

if TYPE_CHECKING:
    from cardkit.state import State

#: Ends the game for whoever plays it; always possible, never listed among the moves.
RESIGN: Final = Move("resign")


class Moves(Sequence[Move]):
    """The legal moves of a state, worked out when first looked at.

    `in` asks the rule about one move and takes text, too. A list first looked at after the state
    has changed raises StaleMoves; one that was looked at before stays as it was.
    """

    __slots__ = ("_list", "_state", "_version")

    def __init__(self, state: State) -> None:
        self._state = state
        self._version = state._version
        self._list: Sequence[Move] | None = None

    def _moves(self) -> Sequence[Move]:
        if self._list is None:
            state = self._state
            if state._version != self._version:
                raise StaleMoves("the position has changed since these moves were asked for")
            over = state.facts["resigned"] is not None
            self._list = () if over else tuple(state.game.moves(state))
        return self._list

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves())

    def __len__(self) -> int:
        # Asked several times a move, and nearly always of a list that is there already.
        return len(self._moves() if self._list is None else self._list)

    def __bool__(self) -> bool:
        return bool(self._moves() if self._list is None else self._list)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return (self._moves() if self._list is None else self._list)[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = Move(move)
            except ValueError:
                return False
        if self._list is not None:
            return move in self._list
        if self._state._version != self._version:
            raise StaleMoves("the position has changed since these moves were asked for")
        return isinstance(move, Move) and move is not RESIGN and self._state.why_not(move) is None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sequence) and not isinstance(other, str):
            return list(self) == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a list of moves, compared by its contents

    def __repr__(self) -> str:
        return f"<{len(self)} moves: {' '.join(map(str, self._moves()[:12]))}>".replace(" >", ">")
