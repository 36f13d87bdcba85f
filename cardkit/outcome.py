"""How a game ends, and why a move is refused."""

from __future__ import annotations

from attrs import frozen

from cardkit.moves import Move


@frozen
class Outcome:
    """The end of a game.

    `reason` is one word: `won` or `stuck` (a patience), `scored` (a match played to its end),
    `resigned`, `limit` (a run stopped it). A patience says whether it was `won`; a match gives
    each seat's score and the winning seats, several if they share the win.
    """

    reason: str
    won: bool | None = None
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] = ()

    def to_data(self) -> dict[str, object]:
        """The outcome as plain data for JSON, without what does not apply."""
        data: dict[str, object] = {"reason": self.reason}
        if self.won is not None:
            data["won"] = self.won
        if self.scores is not None:
            data["scores"] = list(self.scores)
        if self.winners:
            data["winners"] = list(self.winners)
        return data


@frozen
class Reason:
    """Why a move is not legal: the clause of the rules, and what it says about this move.

    >>> str(Reason("BI-05", "an emptied column stays empty"))
    'BI-05: an emptied column stays empty'
    """

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.text}" if self.clause else self.text


class IllegalMove(ValueError):
    """A move that the rules forbid here; `reason` says why, by clause."""

    def __init__(self, move: Move, reason: Reason) -> None:
        super().__init__(f"{move} is illegal: {reason}")
        self.move = move
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Move, Reason]]:
        return IllegalMove, (self.move, self.reason)


class StaleMoves(RuntimeError):
    """A list of moves was first looked at after the position had changed."""
