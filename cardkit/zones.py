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
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
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
class _Option:
    """Paths that take the same room: where, how many such paths there are.

    `last` is a zone that nothing after this option can fill, None if there is no such zone.
    """

    taken: tuple[int, ...]
    paths: int
    last: int | None


@frozen(eq=False)
class _Group(Generic[Item]):
    """Cards with the same paths."""

    items: tuple[Item, ...]
    options: tuple[_Option, ...]


class Worlds(Generic[Item]):
    """All worlds that `paths` and `room` allow.

    `paths` gives each card's possible paths, `room` how many cards passed through each zone. Zones
    without an entry in `room` take any number.

    >>> worlds = Worlds({"AS": {(0,), (1,)}, "KS": {(0,), (1,)}, "QS": {(1,)}}, {0: 1, 1: 2})
    >>> worlds.count
    2
    >>> sorted(worlds.draw(Rng(1)).items())
    [('AS', (0,)), ('KS', (1,)), ('QS', (1,))]
    """

    def __init__(self, paths: Mapping[Item, Iterable[Path]], room: Mapping[int, int]) -> None:
        together: dict[frozenset[Path], list[Item]] = {}
        for item, some in paths.items():
            together.setdefault(frozenset(some), []).append(item)
        self._room = dict(room)
        same = _alike(together, room)
        merged = sorted(set(same.values()))
        self._index = {zone: merged.index(leader) for zone, leader in same.items()}
        self._members = [[zone for zone in room if same[zone] == leader] for leader in merged]
        self._full = tuple(sum(room[zone] for zone in zones) for zones in self._members)
        left = list(self._full)
        #: What is certain: cards with a single path.
        self._certain: dict[Item, tuple[int, ...]] = {}
        self._paths: dict[Item, frozenset[Path]] = {}
        open_: list[tuple[list[Item], Counter[tuple[int, ...]]]] = []
        for some, items in together.items():
            # Paths that differ in zones counted as one are one path here.
            merged_paths = {tuple(same.get(zone, zone) for zone in path) for path in some}
            taken = Counter(map(self._taken, merged_paths))
            self._paths |= dict.fromkeys(items, some)
            if len(some) == 1:
                (only,) = taken
                self._certain |= dict.fromkeys(items, only)
                for zone in only:
                    left[zone] -= len(items)
            else:
                open_.append((items, taken))
        self._left = tuple(left)
        # Those with few options first: they leave the least to be remembered.
        open_.sort(key=lambda group: len(group[1]))
        self._groups = list(_grouped(open_))
        self._ways: dict[tuple[int, tuple[int, ...]], int] = {}

    def _taken(self, path: Path) -> tuple[int, ...]:
        """The merged zones, by their places, in which a path takes room."""
        return tuple(sorted(self._index[zone] for zone in path if zone in self._room))

    @cached_property
    def count(self) -> int:
        """How many worlds there are."""
        if min(self._left, default=0) < 0:
            return 0
        total = self._count(0, self._left)
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
            ways = 0
            for _, left, split in self._splits(at, room):
                ways += split * self._count(at + 1, left)
            self._ways[at, room] = ways
        return ways

    def _splits(self, at: int, room: tuple[int, ...]) -> Iterator[_Split]:
        """How the cards of a group may share its options."""
        group = self._groups[at]
        return _splits(group.options, 0, len(group.items), room, 1)

    def draw(self, rng: Rng) -> dict[Item, Path]:
        """The path of every card in one of the worlds. Raises LookupError if there is none."""
        if not self.count:
            raise LookupError("what was seen cannot be: no cards lie so")
        chosen = self._certain.copy()
        room = self._left
        for at, group in enumerate(self._groups):
            left = below(rng, self._count(at, room))
            for counts, after, split in self._splits(at, room):  # noqa: B007 (of the one met)
                left -= split * self._count(at + 1, after)
                if left < 0:
                    break
            items = list(group.items)
            rng.shuffle(items)
            for option, count in zip(group.options, counts, strict=True):
                chosen |= dict.fromkeys(items[:count], option.taken)
                del items[:count]
            room = after
        return self._told_apart(chosen, rng)

    def _told_apart(self, chosen: Mapping[Item, tuple[int, ...]], rng: Rng) -> dict[Item, Path]:
        """The paths behind a choice of merged zones."""
        inside: list[list[Item]] = [[] for _ in self._members]
        for item, taken in chosen.items():
            for place in taken:
                inside[place].append(item)
        zones: dict[Item, set[int]] = {item: set() for item in chosen}
        for members, items in zip(self._members, inside, strict=True):
            if len(members) > 1:
                rng.shuffle(items)
            begin = 0
            for zone in members:
                for item in items[begin : begin + self._room[zone]]:
                    zones[item].add(zone)
                begin += self._room[zone]
        return {item: self._path(item, wanted, rng) for item, wanted in zones.items()}

    def _path(self, item: Item, zones: set[int], rng: Rng) -> Path:
        """A path of the card that takes room in these zones."""
        some = self._paths[item]
        if len(some) == 1:
            return next(iter(some))
        fitting = [p for p in some if {zone for zone in p if zone in self._room} == zones]
        return fitting[0] if len(fitting) == 1 else rng.choice(sorted(fitting))


#: How many cards go each way, the room that they leave, and in how many ways they can.
_Split = tuple[tuple[int, ...], tuple[int, ...], int]


def _splits(
    options: Sequence[_Option], at: int, size: int, room: tuple[int, ...], ways: int
) -> Iterator[_Split]:
    """The ways for so many cards to go the options from `at` on, as far as the room allows."""
    option = options[at]
    taken = option.taken
    most = size
    for zone in taken:
        if room[zone] < most:
            most = room[zone]
    ends = at + 1 == len(options)
    least = size if ends else 0
    if option.last is not None:
        # Nothing else will fill that zone: all the room in it is for these cards.
        least = max(least, room[option.last])
    for count in range(least, most + 1):
        left = room
        if count and taken:
            shrunk = list(room)
            for zone in taken:
                shrunk[zone] -= count
            left = tuple(shrunk)
        here = ways * comb(size, count) * option.paths**count
        if ends:
            yield (count,), left, here
            continue
        for counts, after, total in _splits(options, at + 1, size - count, left, here):
            yield (count, *counts), after, total


def _grouped(
    groups: Sequence[tuple[list[Item], Counter[tuple[int, ...]]]],
) -> Iterator[_Group[Item]]:
    """The groups in order; each option knows if nothing after it can fill one of its zones."""
    flat = [(at, taken) for at, (_, options) in enumerate(groups) for taken in sorted(options)]
    later: set[int] = set()
    last: dict[tuple[int, tuple[int, ...]], int | None] = {}
    for at, taken in reversed(flat):
        last[at, taken] = next((zone for zone in taken if zone not in later), None)
        later |= set(taken)
    for at, (items, options) in enumerate(groups):
        made = [_Option(taken, options[taken], last[at, taken]) for taken in sorted(options)]
        yield _Group(tuple(items), tuple(made))


def _alike(groups: Iterable[frozenset[Path]], room: Mapping[int, int]) -> dict[int, int]:
    """For each zone the first of those that no card tells apart from it.

    They are those through which the same cards may pass, in the same company; but not two on one
    path.
    """
    company: dict[int, set[tuple[int, Path]]] = {zone: set() for zone in room}
    for number, some in enumerate(groups):
        for path in some:
            for zone in path:
                if zone in company:
                    company[zone].add((number, tuple(z for z in path if z != zone)))
    first: dict[frozenset[tuple[int, Path]], int] = {}
    same: dict[int, int] = {}
    for zone, pairs in company.items():
        met = {z for _, rest in pairs for z in rest}
        leader = first.setdefault(frozenset(pairs), zone)
        same[zone] = zone if leader in met else leader
    return same
