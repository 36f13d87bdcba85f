"""The stages before the tricks: the contract is announced, cards are picked up and laid away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

from cardkit.cards import SUIT_LETTERS
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.piles import PileSpec
from cardkit.table import Layout, Table
from cardkit.tricks.model import Role, seat_of
from cardkit.tricks.stage import Decision, Stage, card_of
from cardkit.words import did_you_mean

if TYPE_CHECKING:
    from cardkit.tricks.game import TrickGame
    from cardkit.tricks.model import Rules


@frozen
class Announce(Decision):
    """The contract of the deal is settled: by the schedule, or announced by a seat.

    A contract to choose is announced as `contract no-trump` or, if trumps are named with it,
    `contract free H`; where the schedule leaves only trumps to name it is `contract H`. Being
    forced does not make it another kind of event: the last contract left is announced like any
    other. With `blind` the seat does not see its own hand before it has decided.
    """

    announce: Role = "forehand"
    blind: bool = False
    clause: str = ""

    phase: ClassVar[str] = "choose"
    verb: ClassVar[str | None] = "contract"
    example: ClassVar[str] = "contract ..."
    doing: ClassVar[str] = "a contract is chosen"
    over: ClassVar[str] = "the contract has been announced"

    def _seat(self, game: TrickGame, s: Layout) -> int:
        return seat_of(self.announce, s.facts["dealer"], game.seats)

    def _open(self, game: TrickGame, s: Layout) -> bool:
        """True if something is left to decide."""
        name = game.rules.schedule.contract(s.facts["deal"], game.seats)
        return name is None or game.rules.contracts[name].trump == "named"

    def prepare(self, game: TrickGame, t: Table) -> None:
        """Close the hand of a seat that has to decide without it."""
        if self.blind and self._open(game, t):
            t.show(game.hands[self._seat(game, t)], [])

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Settle a contract that needs no decision, or ask for one."""
        if not self._open(game, t):
            name = game.rules.schedule.contract(t.facts["deal"], game.seats)
            assert name is not None
            self._settle(game, t, game.announcements[name][0])
            return True
        game.pass_turn(t, self._seat(game, t))
        return False

    def _settle(self, game: TrickGame, t: Table, m: Move) -> str:
        """Set the contract and the trumps that an announcement stands for."""
        name, trump = game.announces(m, t)
        t.set("contract", name)
        t.set("trump", trump)
        return name

    def _names(self, game: TrickGame, s: Layout) -> tuple[str, ...]:
        """The contracts that may be chosen."""
        schedule = game.rules.schedule
        name = schedule.contract(s.facts["deal"], game.seats)
        if name is not None:
            return (name,)
        used = s.facts["used"][self._seat(game, s)]
        return tuple(name for name in schedule.once if name not in used)

    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """Every announcement left, contracts in the order of the schedule."""
        return [m for name in self._names(game, s) for m in game.announcements[name]]

    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why this is not announced."""
        names = self._names(game, s)
        if any(m in game.announcements[name] for name in names):
            return None
        contracts = game.rules.contracts
        if not game.rules.schedule.once:
            return self._why_not_trump(game, names[0], m, m.args)
        known = game.rules.schedule.once
        if not m.args or m.args[0] not in known:
            said = f"no contract is called {' '.join(m.args)!r}" if m.args else "which contract?"
            hint = (m.args and did_you_mean(m.args[0], known)) or f" (there are {', '.join(known)})"
            return Reason(self.clause, said + hint)
        name = m.args[0]
        if name not in names:
            schedule = game.rules.schedule
            who = f"seat {self._seat(game, s)} has played {name} already"
            clause = schedule.forced_clause if len(names) == 1 else ""
            left = ", ".join(names)
            return Reason(clause or schedule.clause, f"{who} (left to play: {left})")
        if contracts[name].trump != "named":
            return Reason(contracts[name].clause, f"{name} is announced as 'contract {name}'")
        return self._why_not_trump(game, name, m, m.args[1:])

    def _why_not_trump(self, game: TrickGame, name: str, m: Move, suits: tuple[str, ...]) -> Reason:
        contract = game.rules.contracts[name]
        example = game.announcements[name][0]
        if len(suits) == 1 and suits[0] in SUIT_LETTERS:
            clause = contract.suits_clause or contract.clause
            return Reason(clause, f"{suits[0]} may not be named in {name} (only {contract.suits})")
        return Reason(contract.clause, f"{m} names no trumps (say it like {str(example)!r})")

    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:
        """Announce the contract, and let the seat see its hand if it did not."""
        seat = self._seat(game, t)
        name = self._settle(game, t, m)
        if game.rules.schedule.once:
            used = t.facts["used"]
            t.set("used", (*used[:seat], (*used[seat], name), *used[seat + 1 :]))
        t.show(game.hands[seat], [seat])
        return True


@frozen
class PickUp(Stage):
    """A seat takes what lies on the table into its hand; nothing is decided."""

    pick_up: Role
    clause: str = ""

    phase: ClassVar[str] = "pick-up"

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Take the cards."""
        seat = seat_of(self.pick_up, t.facts["dealer"], game.seats)
        t.move("table", game.hands[seat], len(t.cards["table"]))
        return True


@frozen
class LayAway(Decision):
    """A seat lays cards of its choice aside, unseen and out of play: `away 2C`, one by one."""

    lay_away: int
    by: Role = "forehand"
    clause: str = ""

    phase: ClassVar[str] = "away"
    verb: ClassVar[str | None] = "away"
    by_card: ClassVar[bool] = True
    example: ClassVar[str] = "away 2C"
    doing: ClassVar[str] = "cards are laid away"
    over: ClassVar[str] = "all the cards have been laid away"

    def piles(self, rules: Rules) -> tuple[PileSpec, ...]:  # noqa: ARG002 (what every stage is asked)
        """Where they lie."""
        return (PileSpec("away", seats=()),)

    def prepare(self, game: TrickGame, t: Table) -> None:
        """Let the seat see what it lays there."""
        t.show("away", [seat_of(self.by, t.facts["dealer"], game.seats)])

    def enter(self, game: TrickGame, t: Table) -> bool:
        """Ask the seat."""
        game.pass_turn(t, seat_of(self.by, t.facts["dealer"], game.seats))
        return False

    def moves(self, game: TrickGame, s: Layout) -> Sequence[Move]:
        """Every card of the hand."""
        return game.hand_moves(self.verb, s)

    def why_not(self, game: TrickGame, s: Layout, m: Move) -> Reason | None:
        """Why a card is not laid away."""
        return game.why_not_held(self, s, m)

    def apply(self, game: TrickGame, t: Table, m: Move) -> bool:  # noqa: ARG002 (what every stage is asked)
        """Lay the card away."""
        t.take(t.facts["hand"], card_of(m), "away")
        return len(t.cards["away"]) == self.lay_away
