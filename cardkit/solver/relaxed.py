"""Losses that show without a search: positions that not even easier rules would win.

The rules are relaxed until no move takes anything away. A card that has come to lie somewhere lies
there for good, in reach beside whatever covers it; a space that has been made stays one; a card of
the talon that deals have reached stays there, and is in reach. Then each move only adds to what is
possible, so it takes no search to make all there are until none adds anything. Every way to win is
a way here as well, move by move: where not all cards get up here, the position is lost. This is the
delete relaxation of planning (Hoffmann and Nebel, "The FF Planning System", 2001).

Left out are also what bars a suit from a pile, and how many cards are lifted at a time. Nothing is
said while something is to come that goes by the order of piles or deals from a stock other than a
talon, nor of games that take complete runs away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from attrs import define, field, frozen

from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.board import Board
from cardkit.kernel.patience.tabulate import Tables

#: The reach tables of play: before a redeal and after.
_ROWS = (0, at.SPAN)


def is_hopeless(board: Board) -> bool:
    """True if the position of a board cannot be won even by rules that take nothing away.

    >>> import cardkit
    >>> from cardkit.kernel.patience.position import PatienceKernel
    >>> from cardkit.kernel.engines import engine
    >>> game = cardkit.game("klondike")
    >>> kernel = PatienceKernel(game, engine("python"))
    >>> kernel.load(game.deal(3))
    >>> is_hopeless(kernel.board)
    True
    """
    ns = board.ns
    if ns[at.OPEN] or ns[at.REMOVAL]:
        return False
    dealt = ns[at.STOCK] >= 0 and not ns[at.TALON_GAME]
    if dealt and (ns[at.SIZE + ns[at.STOCK]] or ns[at.REDEALS] < ns[at.REDEALS_ALLOWED]):
        return False
    return not _Relaxed(_links_of(board.tables), [int(number) for number in ns]).wins()


@frozen
class _Links:
    """What is asked of a game's tables again and again, as lists."""

    cards: Sequence[int]
    foundations: int
    tableau: int
    #: By card, what it may go on, and the piles where it may; and the piles that it may open.
    hosts: list[list[tuple[int, int]]]
    opens: Sequence[int]
    #: By pile, the piles that it plays to in play: to open, and to build on.
    reach: list[tuple[int, int]]
    #: By pile and card, what may lie right below it in a run that is lifted.
    chains: list[Sequence[int]]


@lru_cache(maxsize=8)
def _links_of(tables: Tables) -> _Links:
    words, numbers = tables.words, tables.numbers
    hosts, reach, chains = [], [], []
    for card in range(at.SPAN):
        lie = at.LIE + card * at.SPAN
        hosts.append([(host, words[lie + host]) for host in _each(words[at.HOSTS + card])])
    for p in range(numbers[at.PILES]):
        opens = builds = 0
        for row in _ROWS:
            opens |= words[at.REACH_OPEN + row + p]
            builds |= words[at.REACH_BUILD + row + p]
        if words[at.TABLEAU] >> p & 1:
            opens |= words[at.AUTOMATIC]
        reach.append((opens, builds))
        chain = at.CHAIN + numbers[at.GROUP + p] * at.SPAN
        single = numbers[at.LIFT + p] == at.ONE_CARD
        chains.append([0] * at.SPAN if single else words[chain : chain + at.SPAN])
    opened = words[at.OPENS : at.OPENS + at.SPAN]
    return _Links(
        cards=list(tables.game.tables.cards),
        foundations=words[at.FOUNDATIONS],
        tableau=words[at.TABLEAU],
        hosts=hosts,
        opens=opened,
        reach=reach,
        chains=chains,
    )


@define
class _Relaxed:
    """What can come to be from a position, given as the numbers of its board: it only grows."""

    links: _Links
    ns: list[int]
    #: By card, the piles where it may lie in reach.
    where: list[int] = field(init=False, factory=lambda: [0] * at.SPAN)
    #: The piles that may be empty.
    spaces: int = field(init=False, default=0)
    #: By pile, how many of its cards, from the bottom, are not in reach yet.
    buried: list[int] = field(init=False, factory=list)
    #: The places in the talon of cards that are not in reach yet, and the first that was played.
    unseen: list[int] = field(init=False, factory=list)
    played: int = field(init=False, default=2 * at.SPAN)

    def wins(self) -> bool:
        """True if all cards can come to lie on foundations."""
        self._begin()
        up, cards = self.links.foundations, self.links.cards
        while any(self.buried) or not all(self.where[card] & up for card in cards):
            if not self._grow():
                return False
        return True

    def _begin(self) -> None:
        ns = self.ns
        for p in range(ns[at.PILES]):
            size = ns[at.SIZE + p]
            self.buried.append(size)
            if not size:
                self.spaces |= 1 << p
            elif self.links.foundations >> p & 1:
                # As if all that lies here could come back, if anything can.
                self.spaces |= ns[at.RETURNS] << p
                while self.buried[p]:
                    self._uncover(p)
            else:
                self._uncover(p)
        self.unseen.extend(range(ns[at.TALON_SIZE]))
        self._see()

    def _uncover(self, p: int) -> None:
        """Take the next card of a pile into reach, with those of the run that it ends."""
        ns = self.ns
        base = at.CARDS + p * ns[at.ROOM]
        while True:
            self.buried[p] -= 1
            n = self.buried[p]
            card = ns[base + n]
            self.where[card] |= 1 << p
            if n <= ns[at.DOWN + p] or not self.links.chains[p][card] >> ns[base + n - 1] & 1:
                return

    def _see(self) -> bool:
        """Take cards of the talon into reach that deals bring to the top of the waste.

        When one is played, the next one to it on either side comes there, and whatever is behind.
        """
        ns = self.ns
        each, dealt, size = ns[at.DEAL_CARDS], ns[at.TALON_DEALT], ns[at.TALON_SIZE]
        again = ns[at.REDEALS] < ns[at.REDEALS_ALLOWED]
        seen = [
            place
            for place in self.unseen
            if place + 1 >= self.played
            or place + 1 in (dealt, size)
            or (place >= dealt and (place + 1 - dealt) % each == 0)
            or (again and (place + 1) % each == 0)
        ]
        for place in seen:
            self.unseen.remove(place)
            self.where[ns[at.TALON + place]] |= 1 << ns[at.WASTE]
        return bool(seen)

    def _goals(self, card: int, sources: int) -> int:
        """The piles that a card may go to that is in reach in some piles."""
        links, where, opens, builds, found = self.links, self.where, 0, 0, 0
        for p in _each(sources):
            opens |= links.reach[p][0]
            builds |= links.reach[p][1]
        for host, piles in links.hosts[card]:
            found |= piles & where[host]
        return found & builds | self.spaces & links.opens[card] & opens

    def _carried(self, card: int) -> int:
        """The piles of the tableau that a card may be carried to on one that it is joined to."""
        found = 0
        for p in _each(self.where[card]):
            for below in _each(self.links.chains[p][card]):
                if self.where[below] >> p & 1:
                    found |= self._goals(below, 1 << p)
        return found & self.links.tableau

    def _grow(self) -> bool:
        """Make every move once; True if any added something."""
        ns, where, grown = self.ns, self.where, False
        for card in self.links.cards:
            there = where[card]
            if there:
                where[card] |= self._goals(card, there)
                where[card] |= self._carried(card)
                grown |= where[card] != there
        for p in range(ns[at.PILES]):
            while not self.spaces >> p & 1 and self._leaves(p):
                grown = True
                if self.buried[p]:
                    self._uncover(p)
                else:
                    self.spaces |= 1 << p
        for place in range(min(ns[at.TALON_SIZE], self.played)):
            if place not in self.unseen and self._goals(ns[at.TALON + place], 1 << ns[at.WASTE]):
                self.played = place
                grown = True
                break
        return self._see() or grown

    def _leaves(self, p: int) -> bool:
        """True if the lowest card in reach of a pile can go to another one."""
        card = self.ns[at.CARDS + p * self.ns[at.ROOM] + self.buried[p]]
        return bool(self._goals(card, 1 << p) & ~(1 << p))


def _each(piles: int) -> Iterator[int]:
    """The numbers in a set."""
    while piles:
        yield (piles & -piles).bit_length() - 1
        piles &= piles - 1
