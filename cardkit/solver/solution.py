"""What a solver says of a deal."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from cardkit.moves import Move

Verdict = Literal["won", "lost", "undecided"]
Resource = Literal["nodes", "seconds", "memory"]


@frozen
class Solution:
    """A verdict, with the moves that win or with what ran out.

    `won` comes with moves that the readable engine has made; `lost` is proved; `undecided` says
    what there was too little of.
    """

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    ran_out: Resource | None = None
    #: How many positions were looked at.
    nodes: int = 0
    #: True if cards were known that a player does not see: those of the stock, or face down.
    thoughtful: bool = False

    def __str__(self) -> str:
        """One line of words.

        >>> print(Solution("undecided", ran_out="nodes", nodes=1000))
        undecided (nodes), 1000 positions
        """
        looked = f"{self.nodes} position" + "s" * (self.nodes != 1)
        if self.verdict == "won":
            return f"won in {len(self.moves)} move" + "s" * (len(self.moves) != 1) + f", {looked}"
        what = f" ({self.ran_out})" if self.ran_out else ""
        return f"{self.verdict}{what}, {looked}"
