"""Matches of several seats summed up: by seat, and by contract and role."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from attrs import define, field, frozen

from cardkit.sweep.estimates import Estimate, Ratio, Wins

Role: TypeAlias = Literal["dealer", "forehand", "others"]

#: What a seat is in a deal: who deals, who sits at the dealer's left, and the rest.
ROLES: Final[tuple[Role, ...]] = ("dealer", "forehand", "others")


@frozen
class SeatMean:
    """How a seat fared: its mean score, and how often it won, alone or with others."""

    seat: int
    player: str
    score: Estimate
    wins: Wins

    def to_data(self) -> dict[str, object]:
        """The same as plain data for JSON."""
        return {
            "seat": self.seat,
            "player": self.player,
            "score": self.score.to_data(),
            **self.wins.to_data(),
        }


@frozen
class RoleMean:
    """How a role fared under a contract: its mean tricks and points in a deal."""

    contract: str
    role: Role
    deals: int
    tricks: Estimate
    points: Estimate

    def to_data(self) -> dict[str, object]:
        """The same as plain data for JSON."""
        return {
            "contract": self.contract,
            "role": self.role,
            "deals": self.deals,
            "tricks": self.tricks.to_data(),
            "points": self.points.to_data(),
        }


#: So many different results are counted before they are summed up: many matches end alike.
_MOST: Final = 50_000


class SeatTally:
    """Sums up scores and winners, seat by seat."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._scores = [Ratio() for _ in players]
        self._wins = [0 for _ in players]
        self._counts: Counter[tuple[str, str]] = Counter()

    def add(self, scores: str, winners: str) -> None:
        """Take in a match by its columns `scores` and `winners`."""
        self._counts[scores, winners] += 1
        if len(self._counts) > _MOST:
            self._sum_up()

    def _sum_up(self) -> None:
        for (scores, winners), times in self._counts.items():
            for ratio, score in zip(self._scores, json.loads(scores), strict=True):
                ratio.add(score, 1, times)
            for seat in json.loads(winners):
                self._wins[seat] += times
        self._counts.clear()

    def means(self) -> Iterator[SeatMean]:
        """The seats in order; none before the first match."""
        self._sum_up()
        for seat, ratio in enumerate(self._scores):
            if ratio.groups:
                wins = Wins(ratio.groups, self._wins[seat])
                yield SeatMean(seat, self._players[seat], ratio.estimate(), wins)


def _ratios() -> dict[Role, Ratio]:
    return {role: Ratio() for role in ROLES}


@define
class _Contract:
    """The tricks and points of each role under one contract."""

    #: As how many-th deal of a match, at the earliest, it came up: contracts are listed like that.
    first: int
    tricks: dict[Role, Ratio] = field(factory=_ratios)
    points: dict[Role, Ratio] = field(factory=_ratios)


class RoleTally:
    """Sums up sheets by contract and role. A match is one group of values: see `Ratio`.

    >>> tally = RoleTally(seats=3)
    >>> tally.add('[["trump","H",2,[7,5,4],[0,1,0]],["trump","S",0,[4,9,3],[0,1,0]]]')
    >>> [(mean.role, mean.deals, mean.tricks.mean) for mean in tally.means()]
    [('dealer', 2, 4.0), ('forehand', 2, 8.0), ('others', 2, 4.0)]
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._contracts: dict[str, _Contract] = {}
        #: How often a match's deals under a contract were so many, with these sums for dealer,
        #: forehand and everybody.
        self._tricks: Counter[tuple[str, int, int, int, int]] = Counter()
        self._points: Counter[tuple[str, int, int, int, int]] = Counter()

    def add(self, sheet: str) -> None:
        """Take in a match by its column `sheet`."""
        sums: dict[str, list[int]] = {}
        for at, (contract, _, dealer, tricks, points) in enumerate(json.loads(sheet)):
            mine = sums.get(contract)
            if mine is None:
                mine = sums[contract] = [0, 0, 0, 0, 0, 0, 0]
                self._met(contract, at)
            forehand = (dealer + 1) % self._seats
            mine[0] += 1
            mine[1] += tricks[dealer]
            mine[2] += tricks[forehand]
            mine[3] += sum(tricks)
            mine[4] += points[dealer]
            mine[5] += points[forehand]
            mine[6] += sum(points)
        for name, (deals, *both) in sums.items():
            dealers, forehands, everybody, *rest = both
            self._tricks[name, deals, dealers, forehands, everybody] += 1
            dealers, forehands, everybody = rest
            self._points[name, deals, dealers, forehands, everybody] += 1
        if len(self._tricks) + len(self._points) > _MOST:
            self._sum_up()

    def _met(self, contract: str, at: int) -> None:
        found = self._contracts.get(contract)
        if found is None:
            self._contracts[contract] = _Contract(at)
        elif at < found.first:
            found.first = at

    def _sum_up(self) -> None:
        for name, found in self._contracts.items():
            self._sum_up_into(found.tricks, name, self._tricks)
            self._sum_up_into(found.points, name, self._points)
        self._tricks.clear()
        self._points.clear()

    def _sum_up_into(
        self,
        ratios: dict[Role, Ratio],
        name: str,
        counts: Counter[tuple[str, int, int, int, int]],
    ) -> None:
        others = self._seats - 2
        for (contract, deals, dealers, forehands, everybody), times in counts.items():
            if contract != name:
                continue
            ratios["dealer"].add(dealers, deals, times)
            ratios["forehand"].add(forehands, deals, times)
            if others:
                ratios["others"].add(everybody - dealers - forehands, deals * others, times)

    def means(self) -> Iterator[RoleMean]:
        """Contract by contract, the roles of each."""
        self._sum_up()
        for name in sorted(self._contracts, key=lambda name: (self._contracts[name].first, name)):
            found = self._contracts[name]
            deals = found.tricks["dealer"].size
            for role in ROLES:
                if found.tricks[role].groups:
                    tricks, points = found.tricks[role].estimate(), found.points[role].estimate()
                    yield RoleMean(name, role, deals, tricks, points)
