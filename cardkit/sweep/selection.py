"""Which deals: runs of numbers and deals that are spelt out, in one order, none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from cardkit.deals import Deal, DealError, parse_deals

#: The numberings in their order. Deals that are spelt out come behind all of them.
_NUMBERINGS: Final = ("", "ms", "pysol")
_SPELT: Final = len(_NUMBERINGS)
#: Every deal number fits into so many octets.
_OCTETS: Final = 9


def place(deal: str) -> bytes:
    """Where a deal stands among all deals, told by its name: places are compared octet by octet.

    >>> sorted(["ms:3", "AS 2S", "10", "9"], key=place)
    ['9', '10', 'ms:3', 'AS 2S']
    """
    numbering, _, digits = deal.rpartition(":")
    if not digits.isdigit():
        return bytes([_SPELT]) + deal.encode("ascii")
    return _place(_NUMBERINGS.index(numbering), int(digits))


def _place(numbering: int, number: int) -> bytes:
    return bytes([numbering]) + number.to_bytes(_OCTETS, "big")


@frozen(order=True)
class Run:
    """Deals whose numbers follow each other, or a single deal that is spelt out."""

    numbering: int
    first: int
    last: int
    cards: str = ""

    def __len__(self) -> int:
        return self.last - self.first + 1

    @property
    def low(self) -> bytes:
        """The place of the first deal."""
        return place(self.cards) if self.cards else _place(self.numbering, self.first)

    @property
    def high(self) -> bytes:
        """The place of the last deal."""
        return self.low if self.cards else _place(self.numbering, self.last)

    def name(self, number: int) -> str:
        """What the deal with a number of this run is called."""
        if self.cards:
            return self.cards
        numbering = _NUMBERINGS[self.numbering]
        return f"{numbering}:{number}" if numbering else str(number)

    def __str__(self) -> str:
        first = self.name(self.first)
        return first if len(self) == 1 else f"{first}..{self.last}"

    def blocks(self, size: int) -> Iterator[Run]:
        """The same deals in runs of at most so many."""
        for first in range(self.first, self.last + 1, size):
            yield evolve(self, first=first, last=min(first + size - 1, self.last))

    def without(self, places: Iterable[bytes]) -> Iterator[Run]:
        """What is left without the deals at some places of this run, which come in order."""
        first = self.first
        for taken in places:
            number = self.first if self.cards else int.from_bytes(taken[1:], "big")
            if first < number:
                yield evolve(self, first=first, last=number - 1)
            first = number + 1
        if first <= self.last:
            yield evolve(self, first=first)

    def after(self, other: Run) -> bool:
        """True if this run goes on where another one ends."""
        numbered = not self.cards and self.numbering == other.numbering
        return numbered and self.first == other.last + 1


@frozen
class Selection:
    """Some deals: by number from the lowest, plain ones first; then those that are spelt out.

    However many there are, it takes no more room than its runs.

    >>> deals = Selection.of("ms:1..1000000, 8..9, 7")
    >>> len(deals), str(deals), next(iter(deals))
    (1000003, '7..9, ms:1..1000000', Deal.of('7'))
    """

    runs: tuple[Run, ...]

    @classmethod
    def of(cls, deals: str | Iterable[object]) -> Selection:
        """The deals that a text lists, as `parse_deals` reads it, or that an iterable gives.

        Raises DealError for what names no deal, and for a deal that is given twice.

        >>> Selection.of("1..5, 4")
        Traceback (most recent call last):
        cardkit.deals.DealError: the deal 4 is given twice, and would count twice
        """
        runs = _runs(deals) if isinstance(deals, str) else (_run(Deal.of(deal)) for deal in deals)
        return cls(tuple(joined(sorted(runs))))

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def __iter__(self) -> Iterator[Deal]:
        for run in self.runs:
            for number in range(run.first, run.last + 1):
                yield Deal.of(run.name(number))

    def __str__(self) -> str:
        return ", ".join(map(str, self.runs))


def joined(runs: Iterable[Run]) -> Iterator[Run]:
    """Runs in order, those that follow on each other made one. Raises DealError for an overlap."""
    last: Run | None = None
    for run in runs:
        if last is None:
            last = run
        elif run.after(last):
            last = evolve(last, last=run.last)
        elif run.low <= last.high:
            name = run.name(run.first)[:60]
            raise DealError(f"the deal {name} is given twice, and would count twice")
        else:
            yield last
            last = run
    if last is not None:
        yield last


def _runs(text: str) -> Iterator[Run]:
    whole = parse_deals(text)
    parts = [text] if len(whole) == 1 else text.split(",")
    for deals in map(parse_deals, parts):
        run = _run(deals[0])
        yield evolve(run, last=run.first + len(deals) - 1)


def _run(deal: Deal) -> Run:
    name = str(deal)
    if deal.orders:
        return Run(_SPELT, 0, 0, name)
    numbering, _, digits = name.rpartition(":")
    number = int(digits)
    return Run(_NUMBERINGS.index(numbering), number, number)


def extent(low: bytes, high: bytes, count: int) -> str:
    """So many deals of one numbering from one place to another, in words.

    >>> extent(place("ms:1"), place("ms:9"), 9), extent(place("1"), place("9"), 7)
    ('ms:1..9', '7 of 1..9')
    """
    if low[0] == _SPELT:
        return f"{count} spelt out"
    first, last = (int.from_bytes(found[1:], "big") for found in (low, high))
    run = Run(low[0], first, last)
    return str(run) if len(run) == count else f"{count} of {run}"
