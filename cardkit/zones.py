"""Counting the ways in which hidden cards can lie, and drawing one of them evenly.

Hidden cards lie in zones. Each card may have gone certain paths, and a path is the zones that it
passes through: the hand it was dealt to, then perhaps a place where somebody laid it unseen. A zone
has room for so many cards, all of which it got. A world says for each card which path it went, so
that every zone is filled exactly. All worlds are equally likely.

Nothing here is tried and rejected. Cards with the same choice of paths are counted together, zones
that no card tells apart are counted as one, and the ways for what is left are computed once for
each room left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from math import comb, factorial
from typing import Final, Generic, TypeVar

from attrs import frozen

from cardkit.rng import Rng

#: Zones are numbered; a path is the zones passed through, in order.
Path = tuple[int, ...]
Item = TypeVar("Item", bound=Hashable)

_WORD: Final = 2**64


def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1, each as likely, however great n is.

    >>> 0 <= below(Rng(1), 10**40) < 10**40
    True
    """
    if n <= _WORD:
        return rng.below(n)
    words = (n.bit_length() + 63) // 64
    limit = _WORD**words - _WORD**words % n
    while True:
        value = 0
        for _ in range(words):
            value = value * _WORD + rng.next()
        if value < limit:
            return value % n


@frozen(eq=False)
class _Group(Generic[Item]):
    """Cards with the same paths. By the room that a path takes, how many such paths there are."""

    items: tuple[Item, ...]
    options: tuple[tuple[tuple[int, ...], int], ...]


class Worlds(Generic[Item]):
    """All worlds that `paths` and `room` allow.

    `paths` gives each card's possible paths, `room` how many cards passed through each zone. Zones
    without an entry in `room` take any number.

    >>> worlds = Worlds({"AS": {(0,), (1,)}, "KS": {(0,), (1,)}, "QS": {(1,)}}, {0: 1, 1: 2})
    >>> worlds.count
    2
    >>> sorted(worlds.draw(Rng(1)).items())
    [('AS', (1,)), ('KS', (0,)), ('QS', (1,))]
    """

    def __init__(self, paths: Mapping[Item, set[Path]], room: Mapping[int, int]) -> None:
        self._paths = {item: frozenset(some) for item, some in paths.items()}
        self._room = dict(room)
        self._same = _alike(self._paths, self._room)
        merged = sorted(set(self._same.values()))
        self._index = {zone: i for i, zone in enumerate(merged)}
        self._members: list[list[int]] = [[] for _ in merged]
        for zone, leader in self._same.items():
            self._members[self._index[leader]].append(zone)
        self._full = tuple(sum(self._room[z] for z in zones) for zones in self._members)
        together: dict[frozenset[Path], list[Item]] = {}
        for item, some in self._paths.items():
            together.setdefault(some, []).append(item)
        groups = [_Group(tuple(items), self._options(some)) for some, items in together.items()]
        # Those with few options first: they leave the least to be remembered.
        self._groups = sorted(groups, key=lambda group: len(group.options))
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}

    def _options(self, paths: frozenset[Path]) -> tuple[tuple[tuple[int, ...], int], ...]:
        return tuple(sorted(Counter(map(self._taken, paths)).items()))

    def _taken(self, path: Path) -> tuple[int, ...]:
        """The merged zones, by their places, in which a path takes room."""
        return tuple(sorted(self._index[self._same[z]] for z in path if z in self._room))

    @cached_property
    def count(self) -> int:
        """How many worlds there are."""
        total = self._count(0, self._full)
        for zones, size in zip(self._members, self._full, strict=True):
            total *= factorial(size)
            for zone in zones:
                total //= factorial(self._room[zone])
        return total

    def _count(self, at: int, room: tuple[int, ...]) -> int:
        """The ways for the groups from `at` on to fill the room left exactly."""
        if at == len(self._groups):
            return 0 if any(room) else 1
        ways = self._ways.get((at, room))
        if ways is None:
            ways = self._ways[at, room] = sum(
                split * self._count(at + 1, left) for _, left, split in self._splits(at, room)
            )
        return ways

    def _splits(
        self, at: int, room: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
        """How the cards of a group may share its options: counts, room left, number of ways."""
        group = self._groups[at]
        return _splits(group.options, len(group.items), room, 1)

    def draw(self, rng: Rng) -> dict[Item, Path]:
        """The path of every card in one of the worlds. Raises LookupError if there is none."""
        if not self.count:
            raise LookupError("what was seen cannot be: no cards lie so")
        chosen: dict[Item, tuple[int, ...]] = {}
        room = self._full
        for at, group in enumerate(self._groups):
            left = below(rng, self._count(at, room))
            for counts, after, split in self._splits(at, room):  # noqa: B007 (of the one met)
                left -= split * self._count(at + 1, after)
                if left < 0:
                    break
            items = list(group.items)
            if len(group.options) > 1:
                rng.shuffle(items)
            for (taken, _), count in zip(group.options, counts, strict=True):
                for item in items[:count]:
                    chosen[item] = taken
                del items[:count]
            room = after
        return self._told_apart(chosen, rng)

    def _told_apart(self, chosen: Mapping[Item, tuple[int, ...]], rng: Rng) -> dict[Item, Path]:
        """The paths behind a choice of merged zones."""
        zones: dict[tuple[Item, int], int] = {}
        for at, members in enumerate(self._members):
            items = [item for item, taken in chosen.items() if at in taken]
            if len(members) > 1:
                rng.shuffle(items)
            begin = 0
            for zone in members:
                for item in items[begin : begin + self._room[zone]]:
                    zones[item, at] = zone
                begin += self._room[zone]
        found: dict[Item, Path] = {}
        for item, taken in chosen.items():
            wanted = {zones[item, at] for at in taken}
            fitting = [p for p in self._paths[item] if {z for z in p if z in self._room} == wanted]
            found[item] = fitting[0] if len(fitting) == 1 else rng.choice(sorted(fitting))
        return found


def _splits(
    options: Sequence[tuple[tuple[int, ...], int]], size: int, room: tuple[int, ...], ways: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Counts for each option that add up to `size` and fit the room, with what they leave."""
    (taken, paths), rest = options[0], options[1:]
    most = min([size, *(room[zone] for zone in taken)])
    least = 0 if rest else size
    for count in range(least, most + 1):
        left = room
        if count and taken:
            shrunk = list(room)
            for zone in taken:
                shrunk[zone] -= count
            left = tuple(shrunk)
        here = ways * comb(size, count) * paths**count
        if not rest:
            yield (count,), left, here
            continue
        for counts, after, total in _splits(rest, size - count, left, here):
            yield (count, *counts), after, total


def _alike(paths: Mapping[Item, frozenset[Path]], room: Mapping[int, int]) -> dict[int, int]:
    """For each zone the first of those that no card tells apart from it.

    They are those through which the same cards may pass, in the same company; but not two on one
    path.
    """
    company: dict[int, set[tuple[Item, Path]]] = {zone: set() for zone in room}
    for item, some in paths.items():
        for path in some:
            for zone in path:
                if zone in company:
                    company[zone].add((item, tuple(z for z in path if z != zone)))
    first: dict[frozenset[tuple[Item, Path]], int] = {}
    same: dict[int, int] = {}
    for zone, pairs in company.items():
        met = {z for _, rest in pairs for z in rest}
        leader = first.setdefault(frozenset(pairs), zone)
        same[zone] = zone if leader in met else leader
    return same
