"""A patience's rules tabulated: every question about two cards or two piles answered once.

By card, a table holds the set of all that it may lie on; `HIDDEN` in such a set stands for an
empty pile, whose top is no card. The engine asks nothing but these tables, so legality is one and
the same for moves, reasons and whatever else is built on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from cardkit.cards import HIDDEN, Card
from cardkit.patience.model import Build, Group, Reach, Rules

#: What stands for the top of an empty pile.
EMPTY: Final = HIDDEN
CardTable = Mapping[Card, frozenset[Card]]
#: Piles, each with whether another has to hold the same suit as it does (or may not).
Kin = tuple[tuple[str, bool], ...]


#: By card what it may lie on, each with the places of the piles where it may.
Rows = Mapping[Card, tuple[tuple[Card, frozenset[int]], ...]]


@frozen
class Source:
    """A pile that cards may leave in some phase, with where they may go.

    `code` is the number of its moves but for target and count (see `Transfers.moves`).
    """

    name: str
    place: int
    code: int
    group: Group
    rows: Rows


@frozen
class Sources:
    """The piles that cards may leave, those that give one card at a time and those that give runs.

    Place and rows stand beside each of the first: that is all that most of them are asked.
    """

    singles: tuple[tuple[int, Rows, Source], ...]
    runs: tuple[Source, ...]


class Tables:
    """All tables of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.cards = sorted(set(rules.deck))
        self.names: tuple[str, ...] = rules.piles(tuple(rules.groups))
        self.index = {name: i for i, name in enumerate(self.names)}
        self.group_of: dict[str, Group] = {}
        self.group_name_of: dict[str, str] = {}
        for group_name, group in rules.groups.items():
            names = group.names(group_name)
            self.group_of |= dict.fromkeys(names, group)
            self.group_name_of |= dict.fromkeys(names, group_name)
        self.attributes = {name: self._attributes(name) for name in self.names}
        self._lies = {n: self._pairs(g, g.build) for n, g in rules.groups.items()}
        self.hosts = {name: self._hosts(name) for name in self.names}
        self.chains = {n: self._chain(n, g) for n, g in rules.groups.items()}
        self.kin = {name: tuple(self._kin(name)) for name in self.names}
        self.foundations = self._of_kind("foundation")
        self.tableau = self._of_kind("tableau")
        self.cells = self._of_kind("cell")
        self._sources: dict[tuple[str, bool], Sources] = {}
        self._entries: dict[tuple[str, str, str, bool, bool], Reach | None] = {}

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
        at = group.names(self.group_name_of[name]).index(name)
        lies = self._lies[self.group_name_of[name]]
        return {
            card: lies[card] | {EMPTY} if group.opens(card, at) else lies[card]
            for card in self.cards
        }

    def _chain(self, name: str, group: Group) -> CardTable:
        """By card, what may lie right below it in a run that is lifted as one."""
        if group.lift.cards == "one":
            return dict.fromkeys(self.cards, frozenset())
        if group.lift.run is None:
            return self._lies[name]
        return self._pairs(group, Build(group.lift.run))

    def _kin(self, name: str) -> Iterator[tuple[str, bool]]:
        """The other piles that decide which suit may open this one."""
        group = self.group_of[name]
        for other in self.names:
            if other == name:
                continue
            if group.suits == "unique" and self.group_name_of[other] == self.group_name_of[name]:
                yield other, False
            elif group.suits_by is not None and self.group_of[other].suits_by == group.suits_by:
                by = group.suits_by
                yield other, self.attributes[other].get(by) == self.attributes[name].get(by)

    def entry(
        self, source: str, target: str, phase: str, redealt: bool, empty: bool
    ) -> Reach | None:
        """The first entry of the reach list that speaks of this pair of piles, if any.

        `empty` says whether the target is.
        """
        key = source, target, phase, redealt, empty
        if key not in self._entries:
            self._entries[key] = self._find_entry(*key)
        return self._entries[key]

    def _find_entry(
        self, source: str, target: str, phase: str, redealt: bool, empty: bool
    ) -> Reach | None:
        for entry in self.rules.reach:
            if (
                self.group_name_of[source] in entry.source
                and self.group_name_of[target] in entry.target
                and entry.phase in (None, phase)
                and entry.redeals in (None, "some" if redealt else "none")
                and entry.opening in (None, empty)
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

    def sources(self, phase: str, redealt: bool) -> Sources:
        """The piles that cards may leave in a phase, in order; worked out when first asked for."""
        found = self._sources.get((phase, redealt))
        if found is None:
            every = list(self._find_sources(phase, redealt))
            found = self._sources[phase, redealt] = Sources(
                tuple((x.place, x.rows, x) for x in every if x.group.lift.cards == "one"),
                tuple(x for x in every if x.group.lift.cards != "one"),
            )
        return found

    def _find_sources(self, phase: str, redealt: bool) -> Iterator[Source]:
        shared: dict[tuple[frozenset[int], ...], Rows] = {}
        for name in self.names:
            others = [(at, other) for at, other in enumerate(self.names) if other != name]
            # The places that may be opened, and those that may be built on.
            reach = tuple(
                frozenset(at for at, o in others if self._allows(name, o, phase, redealt, empty))
                for empty in (True, False)
            )
            if not any(reach):
                continue
            rows = shared.get(reach)
            if rows is None:
                rows = shared[reach] = self._rows(*reach)
            place = self.index[name]
            yield Source(name, place, place << 16, self.group_of[name], rows)

    def _rows(self, opens: frozenset[int], builds: frozenset[int]) -> Rows:
        """By card what it may lie on, and where, at some places that may be opened or built on."""
        rows: dict[Card, tuple[tuple[Card, frozenset[int]], ...]] = {EMPTY: ()}
        for card in self.cards:
            found: dict[Card, list[int]] = {}
            for at, name in enumerate(self.names):
                for top in self.hosts[name][card]:
                    if at in (builds if top else opens):
                        found.setdefault(top, []).append(at)
            rows[card] = tuple((top, frozenset(found[top])) for top in sorted(found))
        return rows

    def _allows(self, source: str, target: str, phase: str, redealt: bool, empty: bool) -> bool:
        entry = self.entry(source, target, phase, redealt, empty)
        return entry is not None and entry.allow


def _has(attributes: Mapping[str, object], wanted: Mapping[str, Sequence[object]]) -> bool:
    return all(attributes.get(key) in values for key, values in wanted.items())
