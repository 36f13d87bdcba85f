"""A patience's rules tabulated: every question about two cards or two piles answered once.

By card, a table holds the set of all that it may lie on; `HIDDEN` in such a set stands for an
empty pile, whose top is no card. The engine asks nothing but these tables, so legality is one and
the same for moves, reasons and whatever else is built on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from cardkit.cards import HIDDEN, Card, Suit
from cardkit.moves import Move
from cardkit.patience.model import Build, Group, Reach, Rules

#: What stands for the top of an empty pile.
EMPTY: Final = HIDDEN
CardTable = Mapping[Card, frozenset[Card]]


@frozen
class Target:
    """A pile that a source may play to: its table, the move, and what is special about it."""

    name: str
    hosts: CardTable
    move: Move
    unique: bool
    takes_runs: bool


@frozen
class Source:
    """A pile that cards may leave in some phase, with where they may go.

    `hosts` tells by card all that it may lie on anywhere it may go: most piles of most positions
    are done with after one look at it. `targets` are by place among all piles, None out of reach.
    """

    name: str
    place: int
    group: Group
    gives_runs: bool
    hosts: CardTable
    targets: tuple[Target | None, ...]


class Tables:
    """All tables of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = sorted(set(rules.deck))
        self.names: tuple[str, ...] = rules.piles(tuple(rules.groups))
        self.index = {name: i for i, name in enumerate(self.names)}
        self.group_names = tuple(rules.groups)
        self.group_of: dict[str, Group] = {}
        self.group_name_of: dict[str, str] = {}
        self.spans: list[tuple[int, int]] = []
        for group_name, group in rules.groups.items():
            names = group.names(group_name)
            start = self.index[names[0]]
            self.spans.append((start, start + len(names)))
            self.group_of |= dict.fromkeys(names, group)
            self.group_name_of |= dict.fromkeys(names, group_name)
        self.attributes = {name: self._attributes(name) for name in self.names}
        self._lies = {n: self._pairs(g, g.build) for n, g in rules.groups.items()}
        self.hosts = {name: self._hosts(name) for name in self.names}
        self.chains = {n: self._chain(n, g) for n, g in rules.groups.items()}
        self.foundations = self._of_kind("foundation")
        self.tableau = self._of_kind("tableau")
        self.cells = self._of_kind("cell")
        self._sources: dict[tuple[str, bool], tuple[Source, ...]] = {}

    def _of_kind(self, kind: str) -> tuple[str, ...]:
        return tuple(name for name in self.names if self.group_of[name].kind == kind)

    def _attributes(self, name: str) -> dict[str, str | int]:
        group = self.group_of[name]
        at = group.names(self.group_name_of[name]).index(name)
        return {key: values[at] for key, values in group.attributes.items()}

    def _pairs(self, group: Group, build: Build | None) -> CardTable:
        """By card, the cards that it may lie on by a relation."""
        if build is None or group.kind == "cell":
            return dict.fromkeys(self.cards, frozenset())
        return {
            card: frozenset(on for on in self.cards if build.fits(card, on)) for card in self.cards
        }

    def _hosts(self, name: str) -> CardTable:
        """By card, what it may lie on in this pile."""
        group = self.group_of[name]
        own = Suit(group.names(self.group_name_of[name]).index(name) % 4)
        lies = self._lies[self.group_name_of[name]]
        opens = frozenset({EMPTY})
        return {
            card: lies[card] | opens
            if group.space.fits(card) and (group.suits != "by-pile" or card.suit == own)
            else lies[card]
            for card in self.cards
        }

    def _chain(self, name: str, group: Group) -> CardTable:
        """By card, what may lie right below it in a run that is lifted as one."""
        if group.lift.cards == "one":
            return dict.fromkeys(self.cards, frozenset())
        if group.lift.run is None:
            return self._lies[name]
        return self._pairs(group, Build(group.lift.run))

    def entry(self, source: str, target: str, phase: str, redealt: bool) -> Reach | None:
        """The first entry of the reach list that speaks of this pair of piles, if any."""
        for entry in self.rules.reach:
            if (
                self.group_name_of[source] in entry.source
                and self.group_name_of[target] in entry.target
                and entry.phase in (None, phase)
                and entry.redeals in (None, "some" if redealt else "none")
                and _has(self.attributes[source], entry.where)
                and _has(self.attributes[target], entry.where_to)
                and (
                    entry.same is None
                    or self.attributes[source].get(entry.same)
                    == self.attributes[target].get(entry.same)
                )
            ):
                return entry
        return None

    def sources(self, phase: str, redealt: bool) -> tuple[Source, ...]:
        """The piles that cards may leave in a phase, in order; worked out when first asked for."""
        found = self._sources.get((phase, redealt))
        if found is None:
            found = self._sources[phase, redealt] = tuple(self._find_sources(phase, redealt))
        return found

    def _find_sources(self, phase: str, redealt: bool) -> Iterator[Source]:
        for name in self.names:
            targets = tuple(self._target(name, other, phase, redealt) for other in self.names)
            reached = [target for target in targets if target is not None]
            if reached:
                group = self.group_of[name]
                union = {
                    card: frozenset[Card]().union(*(target.hosts[card] for target in reached))
                    for card in self.cards
                }
                place = self.index[name]
                yield Source(name, place, group, group.lift.cards != "one", union, targets)

    def _target(self, source: str, name: str, phase: str, redealt: bool) -> Target | None:
        entry = self.entry(source, name, phase, redealt) if source != name else None
        if entry is None or not entry.allow:
            return None
        group = self.group_of[name]
        move = Move.transfer(source, name)
        unique, runs = group.suits == "unique", group.kind == "tableau"
        return Target(name, self.hosts[name], move, unique, runs)


def _has(attributes: Mapping[str, object], wanted: Mapping[str, Sequence[object]]) -> bool:
    return all(attributes.get(key) in values for key, values in wanted.items())

