"""A patience that is played from its rules as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from cardkit.entries import OptionValue
from cardkit.moves import Move
from cardkit.outcome import Outcome, Reason
from cardkit.patience.arranging import arrange
from cardkit.patience.layout import Plan
from cardkit.patience.model import Rules
from cardkit.patience.stock import Action, DealAction, RedealAction, SpreadAction
from cardkit.patience.tables import EMPTY, Tables
from cardkit.patience.transfers import Transfers
from cardkit.piles import PileSpec
from cardkit.state import Game, State
from cardkit.table import FactSpec, Layout, Table

if TYPE_CHECKING:
    from cardkit.patience.safety import Safety

_WON = Outcome("won", won=True)
_STUCK = Outcome("stuck", won=False)


class PatienceGame(Game):
    """A patience: `Rules` brought to life.

    Every transfer is `source-target` with a count for runs; `deal` and `redeal` are the verbs for
    the stock. The game is won when all cards lie on foundations and over when nothing can move.
    """

    family = "patience"

    def __init__(
        self,
        rules: Rules,
        *,
        name: str,
        version: str = "1",
        options: Mapping[str, OptionValue] = MappingProxyType({}),
        digest: str | None = None,
    ) -> None:
        """A game called `name` from its rules; `digest` is a hash of the file they came from."""
        self.name, self.version = name, version
        self.rules = rules
        self.options = MappingProxyType(dict(options))
        self.deck = rules.deck
        self.tables = Tables(rules)
        self.transfers = Transfers(self.tables)
        self._plan = Plan(rules, self.tables)
        self._digest = digest
        self.piles = tuple(PileSpec(pile) for pile in self.tables.names)
        self._spread = SpreadAction(rules.spread, rules) if rules.spread else None
        self._in_play: list[Action] = []
        if rules.deal:
            self._in_play.append(DealAction(rules.deal, rules))
        if rules.redeal:
            redeal = RedealAction(rules.redeal, rules, self.transfers, self._spread)
            self._in_play.append(redeal)
        self._in_layout: list[Action] = [self._spread] if self._spread else []
        facts: dict[str, FactSpec] = {}
        for action in (*self._in_layout, *self._in_play):
            facts |= {spec.name: spec for spec in action.facts}
        self.facts = tuple(facts.values())
        self._verbs = {a.verb: Move(a.verb) for a in (*self._in_layout, *self._in_play)}
        self._automatic = [n for n in self.tables.names if self.tables.group_of[n].automatic]
        self._removal = rules.removal and (
            rules.removal,
            rules.piles(rules.removal.source),
            rules.piles(rules.removal.to),
        )
        self._refill = rules.refill and (
            rules.piles(rules.refill.to),
            rules.piles(rules.refill.source),
        )
        self._size = len(rules.deck)
        self.arrangement = arrange(rules)

    @cached_property
    def safety(self) -> Safety:
        """Which play-ups can never be regretted; for players, the rules never ask it."""
        from cardkit.patience.safety import Safety

        return Safety(self)

    @property
    def digest(self) -> str:
        """A short hash of the rules and options, for records."""
        return self._digest or super().digest

    def setup(self, t: Table) -> None:
        """Lay out the start of a game."""
        self._plan.lay_out(t)
        if self._spread is not None:
            self._spread.begin(t)
        self._settle(t)

    def position_fault(self, s: Layout) -> str | None:
        """What a position says that cannot be, or None."""
        redeals = s.facts.get("redeals", 0)
        if not isinstance(redeals, int) or redeals < 0:
            return f"redeals is a number from 0, not {redeals}"
        return self._spread.fault(s) if self._spread else None

    def _actions(self, phase: str) -> Sequence[Action]:
        return self._in_layout if phase == "layout" else self._in_play

    def moves(self, s: State | Layout) -> Sequence[Move]:
        """The legal transfers in canonical order, then the verbs."""
        facts = s.facts
        phase = facts.get("phase", "play")
        redealt = facts.get("redeals", 0) > 0
        only = None
        if phase == "layout" and self._only_newest():
            only = facts["newest"] or ""
        found = self.transfers.moves(s, phase, redealt, only)
        for action in self._actions(phase):
            if action.why_not(s) is None:
                found.append(self._verbs[action.verb])
        return found

    def _only_newest(self) -> bool:
        return self._spread is not None and self._spread.only_newest

    def why_not(self, s: State | Layout, m: Move) -> Reason | None:
        """Why a move is not legal, or None if it is."""
        phase = s.facts.get("phase", "play")
        if m.source is None:
            return self._why_not_verb(s, m, phase)
        if phase == "layout" and self._only_newest() and m.source != s.facts["newest"]:
            assert self.rules.spread is not None
            clause = self.rules.spread.playable_clause or self.rules.spread.clause
            return Reason(clause, "only the card dealt last may be played during the layout")
        return self.transfers.why_not(s, m, phase, s.facts.get("redeals", 0) > 0)

    def _why_not_verb(self, s: State | Layout, m: Move, phase: str) -> Reason | None:
        if m.verb not in self._verbs or m.args:
            known = ", ".join(["source-target", *self._verbs])
            return Reason(self.rules.clause, f"{m} is no move of this game (moves are {known})")
        for action in self._actions(phase):
            if action.verb == m.verb:
                return action.why_not(s)
        other = self._in_play if phase == "layout" else self._in_layout
        return next((a.why_not(s) for a in other if a.verb == m.verb), None) or Reason(
            self.rules.clause, f"{m.verb} is not possible during the {phase}"
        )

    def apply(self, t: Table, m: Move) -> None:
        """Carry out a move and all that follows from it."""
        phase = t.facts.get("phase", "play")
        if m.source is None:
            for action in self._actions(phase):
                if action.verb == m.verb:
                    action.apply(t)
        else:
            assert m.target is not None
            t.move(m.source, m.target, m.count or 1)
            if t.down[m.source] and self.tables.group_of[m.source].turn_up:
                t.face(m.source, -1, up=True)
            if phase == "layout" and self._spread is not None:
                self._spread.left(t, m.source)
        if self._automatic or self._removal or self._refill:
            self._settle(t)

    def _settle(self, t: Table) -> None:
        """Let everything happen that the rules make happen by itself."""
        while self._open_automatic(t) or self._remove_run(t) or self._fill_space(t):
            pass

    def _open_automatic(self, t: Table) -> bool:
        for target in self._automatic:
            if t.cards[target]:
                continue
            hosts = self.tables.hosts[target]
            for source in self.tables.tableau:
                card = t.top(source)
                if card and EMPTY in hosts[card] and not t.down[source] >> len(t.cards[source]) - 1:
                    t.move(source, target)
                    self._uncover(t, source)
                    return True
        return False

    def _remove_run(self, t: Table) -> bool:
        if not self._removal:
            return False
        rule, sources, targets = self._removal
        for source in sources:
            pile = t.cards[source]
            rest = len(pile) - rule.length
            if rest >= 0 and not t.down[source] >> rest and rule.run.run(pile[rest:]):
                target = next((name for name in targets if not t.cards[name]), None)
                if target is not None:
                    t.move(source, target, rule.length)
                    self._uncover(t, source)
                    return True
        return False

    def _fill_space(self, t: Table) -> bool:
        if not self._refill:
            return False
        spaces, sources = self._refill
        source = next((name for name in sources if t.cards[name]), None)
        space = next((name for name in spaces if not t.cards[name]), None)
        if source is None or space is None:
            return False
        t.move(source, space, turned=bool(t.down[source] >> len(t.cards[source]) - 1))
        self._uncover(t, source)
        return True

    def _uncover(self, t: Table, source: str) -> None:
        group = self.tables.group_of[source]
        if t.cards[source] and group.turn_up and group.kind != "stock":
            t.face(source, -1, up=True)

    def outcome(self, s: State) -> Outcome | None:
        """Won when all cards lie on foundations, stuck when there is no legal move."""
        cards = s.cards
        if sum([len(cards[name]) for name in self.tables.foundations]) == self._size:
            return _WON
        return None if s.moves else _STUCK
