"""Telling observers what happens, so that one that fails spoils nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from cardkit.plugins.problems import PluginError, PluginProblem, describe

if TYPE_CHECKING:
    from cardkit.moves import Move
    from cardkit.outcome import Outcome
    from cardkit.state import State

#: Calls one plugin's implementation of a hook with the arguments that it takes.
Call: TypeAlias = Callable[..., object]
#: Makes a problem of the observer's plugin from its message.
Complaint: TypeAlias = Callable[[str], PluginProblem]


@frozen
class Observers:
    """Everybody who watches games, with one method for each hook that can be watched.

    An observer that raises is dropped for good, and a problem of kind "observer" is noted; a
    `strict` one raises PluginError instead.
    """

    problems: list[PluginProblem] = field(factory=list)
    strict: bool = False
    _calls: dict[str, list[tuple[Call, Complaint]]] = field(factory=dict, init=False)

    def cardkit_deal_started(self, state: State) -> None:
        """A deal has been laid out."""
        self._tell("cardkit_deal_started", state=state)

    def cardkit_move_played(self, state: State, move: Move) -> None:
        """A move has been played."""
        self._tell("cardkit_move_played", state=state, move=move)

    def cardkit_game_over(self, state: State, outcome: Outcome) -> None:
        """A game has ended."""
        self._tell("cardkit_game_over", state=state, outcome=outcome)

    def watching(self, hook: str) -> bool:
        """True if anybody observes that hook."""
        return bool(self._calls.get(hook))

    def add(self, hook: str, call: Call, complaint: Complaint) -> None:
        """Let an observer hear of a hook from now on."""
        self._calls.setdefault(hook, []).append((call, complaint))

    def _tell(self, hook: str, **arguments: object) -> None:
        for observer in tuple(self._calls.get(hook, ())):
            call, complaint = observer
            try:
                call(**arguments)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # SystemExit, too, must not end somebody else's run
                problem = complaint(f"{hook} raised {describe(error)}; it is not called again")
                if self.strict:
                    raise PluginError.listing([problem]) from error
                self.problems.append(problem)
                self._calls[hook].remove(observer)
