"""Coin: a patience of one move, won if the ace lies on top; and what can go wrong on the way.

It is a plugin of its own, so that worker processes find it. Its options make deal 13 fail, or kill
whoever plays it, once or always; `pause` makes every deal take so many milliseconds. The file that
`COIN_LOG` names gets a line for every deal that is laid out: the process and the deal.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardkit import Deck, FactSpec, Game, Move, Option, Outcome, PileSpec, Reason, State, Table
from cardkit.entries import GameEntry
from cardkit.plugins import hookimpl

UNLUCKY = 13
OPTIONS = (
    Option("trouble", "choice", "none", choices=("none", "fault", "death", "death-once")),
    Option("pause", "int", 0, min=0, max=1000),
)


class Coin(Game):
    name = "coin"
    declared_options = OPTIONS
    deck = Deck(ranks=(1, 2), suits=(3,))
    piles = (PileSpec("stock"),)
    facts = (FactSpec("looked", False),)

    def __init__(self, options: Mapping[str, bool | int | str]) -> None:
        self.options = dict(options)

    def setup(self, t: Table) -> None:
        t.lay("stock", t.shuffled(self.deck))
        self._log(str(t.deal))
        time.sleep(int(self.options["pause"]) / 1000)

    def _log(self, deal: str) -> None:
        path = os.environ.get("COIN_LOG")
        if path:
            with open(path, "a") as log:
                log.write(f"{os.getpid()} {deal}\n")

    def moves(self, s: State) -> Sequence[Move]:
        return () if s.facts["looked"] else (Move("look"),)

    def why_not(self, s: State, m: Move) -> Reason | None:
        return None if m in self.moves(s) else Reason("", "look once")

    def apply(self, t: Table, m: Move) -> None:
        t.set("looked", True)
        if t.deal is not None and t.deal.number == UNLUCKY:
            self._trouble()

    def _trouble(self) -> None:
        trouble = self.options["trouble"]
        if trouble == "fault":
            raise KeyError("nowhere")
        marker = Path(os.environ.get("COIN_LOG", "coin") + ".died")
        if trouble == "death" or (trouble == "death-once" and not marker.exists()):
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)

    def outcome(self, s: State) -> Outcome | None:
        if not s.facts["looked"]:
            return None
        won = s.cards["stock"][-1].rank == 1
        return Outcome("won" if won else "stuck", won=won)


@hookimpl
def cardkit_games() -> Iterator[GameEntry]:
    yield GameEntry("coin", Coin, {"en": "Coin"}, family="python", options=OPTIONS)
