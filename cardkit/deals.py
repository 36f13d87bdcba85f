"""Deals: names that anyone can type for the orders that the cards come in.

`docs/deals.md` specifies what every name means, so that any language can deal the same cards.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import accumulate, islice
from typing import Final, SupportsIndex, TypeGuard, overload

from attrs import evolve, frozen

from cardkit.cards import HIDDEN, Card, Deck, Suit, describe_difference, format_cards
from cardkit.rng import Rng, fnv1a64, shuffle_mersenne, shuffle_microsoft
from cardkit.words import nearest

# The limits of one deal: its name always fits, for a card takes at most five characters.
_MAX_CARDS: Final = 20_000
_MAX_TEXT: Final = 5 * _MAX_CARDS
_MAX_RANGE: Final = 10**12

_EXAMPLES: Final = "42, ms:617, pysol:31415, or the cards in order like AS 2S 9H"


class DealError(ValueError):
    """A name that names no deal, or a deal that does not fit the cards; one line says why."""


@frozen
class _Scheme:
    """A way of numbering deals: whose numbers, and which numbers there are."""

    numbers: str
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.numbers} go from {self.low} to {self.high}"


_SCHEMES: Final = {
    "": _Scheme("numbers", 0, 2**64 - 1),
    "ms": _Scheme("Microsoft FreeCell numbers", 1, 2**33 - 1),
    "pysol": _Scheme("PySolFC numbers", 1, 10**20),
}

#: PySolFC deals as Microsoft does below this number, and not at it.
_PYSOL_OWN: Final = 32_000

_PACK: Final = Deck().cards
#: The order that Microsoft's deals shuffle: rank by rank, in each C D H S.
_BY_RANK: Final = tuple(sorted(_PACK, key=lambda card: (card.rank, card.suit)))


@lru_cache(maxsize=8)
def _pysol_pack(cards: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Sorted cards in the order that PySolFC shuffles: pack by pack, in each C S H D.

    None if they are not whole packs, all from the ace up to the same rank.
    """
    ranks = range(1, max((card & 15 for card in cards), default=0) + 1)
    packs = range(len(cards) // (4 * len(ranks) or 1))
    suits = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
    ordered = tuple(Card.of(rank, suit) for _ in packs for suit in suits for rank in ranks)
    return ordered if ordered and tuple(sorted(ordered)) == cards else None


@frozen(repr=False)
class Deal:
    """The order of the cards, for every shuffle of a game or match, by name.

    `Deal.of` makes one. The name, `str(deal)`, is canonical: deals are equal exactly if their names
    are, and `Deal.of(str(deal)) == deal`.

    >>> deal = Deal.of("MS:0617")
    >>> deal, str(deal), deal == Deal.of("ms:617")
    (Deal.of('ms:617'), 'ms:617', True)
    """

    _scheme: str = ""
    _seed: int = 0
    #: The orders that this deal lists, one a shuffle; empty for a numbered deal.
    orders: tuple[tuple[Card, ...], ...] = ()

    def __attrs_post_init__(self) -> None:
        scheme = _SCHEMES[self._scheme]
        if not scheme.low <= self._seed <= scheme.high:
            # Python refuses to write out numbers of thousands of digits.
            bits = self._seed.bit_length()
            name = _show(str(self)) if bits <= 128 else f"a number of {bits} bits"
            raise DealError(f"no such deal: {name} ({scheme})")

    @classmethod
    def of(cls, value: object) -> Deal:
        """The deal that a value stands for:

        - a number from 0 to 2**64 - 1, or a name: `"42"`, `"ms:617"` (Microsoft FreeCell),
          `"pysol:31415"` (PySolFC);
        - the cards in order, as text (`"AS 2S 9H"`) or as a sequence of cards, first dealt first;
        - one such order for each shuffle of a match: `"AS 2S / 2S AS"`, or a sequence of orders;
        - a Deal, which is returned as it is.

        Raises DealError for anything else.

        >>> Deal.of(42), Deal.of([Card("AS"), Card("2S")]), Deal.of(["as 2s", "2s as"])
        (Deal.of('42'), Deal.of('AS 2S'), Deal.of('AS 2S / 2S AS'))
        """
        if isinstance(value, Deal):
            return value
        if isinstance(value, str):
            return _parse(value)
        if isinstance(value, Card):
            return _listing([[value]])
        if isinstance(value, int) and not isinstance(value, bool):
            return cls(seed=value)
        if _is_sequence(value):
            return _listing(_orders(value))
        if isinstance(value, SupportsIndex) and not isinstance(value, bool):
            return cls(seed=value.__index__())  # numpy's integers, for one
        raise DealError(f"not a deal: {_kind(value)} (give {_EXAMPLES})")

    def order(self, k: int, cards: Iterable[Card]) -> list[Card]:
        """The cards in the order of shuffle k = 0, 1, ...; the first card is dealt first.

        Raises DealError if this deal cannot order these cards: it lists other cards, it lists too
        few orders, or it is another program's, which deals certain decks only. Raises ValueError
        for a negative k.

        >>> print(*Deal.of("ms:1").order(0, Deck())[:8])
        JD 2D 9H JC 5D 7H 7C 5H
        >>> Deal.of("2S AS").order(0, Deck(ranks=[1, 2], suits=[3]))
        [Card('2S'), Card('AS')]
        >>> Deal.of("2S AS").order(1, Deck(ranks=[1, 2], suits=[3]))
        Traceback (most recent call last):
        cardkit.deals.DealError: the deal gives 1 order, shuffle 1 needs another (counted from 0)
        """
        if k < 0:
            raise ValueError(f"shuffles are counted from 0, not {k}")
        pack = sorted(cards)
        if self.orders:
            return self._listed(k, pack)
        if self._scheme and k == 0:
            return self._microsoft(pack) if self._scheme == "ms" else self._pysol(pack)
        self.rng("shuffle", k).shuffle(pack)
        return pack

    def _listed(self, k: int, pack: list[Card]) -> list[Card]:
        count = len(self.orders)
        if k >= count:
            given = "1 order" if count == 1 else f"{count} orders"
            raise DealError(f"the deal gives {given}, shuffle {k} needs another (counted from 0)")
        order = self.orders[k]
        if sorted(order) != pack:
            difference = describe_difference(pack, order)
            raise DealError(f"the deal's order for shuffle {k} does not fit: {difference}")
        return list(order)

    def _microsoft(self, pack: list[Card]) -> list[Card]:
        if tuple(pack) != _PACK:
            difference = describe_difference(_PACK, pack)
            raise DealError(f"{self} deals one pack, not these {len(pack)} cards ({difference})")
        cards = list(_BY_RANK)
        shuffle_microsoft(self._seed, cards)
        return cards[::-1]

    def _pysol(self, pack: list[Card]) -> list[Card]:
        ordered = _pysol_pack(tuple(pack))
        if ordered is None:
            what = "whole packs of four suits, each from the ace up without a gap"
            raise DealError(f"{self} deals {what}, not these {len(pack)} cards")
        as_microsoft = self._seed < _PYSOL_OWN
        cards = list(_BY_RANK if as_microsoft and tuple(pack) == _PACK else ordered)
        (shuffle_microsoft if as_microsoft else shuffle_mersenne)(self._seed, cards)
        return cards[::-1]

    @cached_property
    def number(self) -> int:
        """The number behind every other stream: a plain number itself, else its name's FNV-1a.

        >>> Deal.of(42).number, Deal.of("ms:617").number == fnv1a64("ms:617")
        (42, True)
        """
        return fnv1a64(str(self)) if self._scheme or self.orders else self._seed

    def rng(self, *labels: str | int) -> Rng:
        """This deal's stream of that name, such as `deal.rng("player", 1)`."""
        return Rng.stream(self.number, *labels)

    def __str__(self) -> str:
        if self.orders:
            return " / ".join(map(format_cards, self.orders))
        return f"{self._scheme}:{self._seed}" if self._scheme else str(self._seed)

    def __repr__(self) -> str:
        return f"Deal.of({str(self)!r})"


def parse_deals(text: str) -> Sequence[Deal]:
    """The deals that a text lists: names and ranges such as `ms:1..1000`, with commas between.

    The deals of a range are made when they are asked for: a million cost nothing, nor do slices.
    Raises DealError for what names no deal, and for a range that runs backwards or has more than
    10**12 deals.

    >>> deals = parse_deals("7, ms:1..1000000")
    >>> len(deals), deals[0], deals[-1]
    (1000001, Deal.of('7'), Deal.of('ms:1000000'))
    """
    _check_length(text)
    parts = [part.strip() for part in text.split(",")]
    if _cards(parts) is not None:  # commas may stand between cards as well
        parts = [text]
    elif len(parts) > 1 and "" in parts:
        raise DealError(f"no such deals: {_show(text)} (a comma stands between two deals)")
    runs = tuple(map(_run, parts))
    ends = tuple(accumulate(len(seeds) for _, seeds in runs))
    return _Deals(runs, ends, range(ends[-1]))


_RANGE: Final = re.compile(r"(?:([a-z]+):)? *([0-9]+) *\.\. *(?:([a-z]+):)? *([0-9]+)")
#: What is meant to be a range by people who write ranges in another way.
_DASHED: Final = re.compile(r"((?:[a-z]+:)? *[0-9]+) *(?:-|\u2013|:|to) *([0-9]+)")


def _run(text: str) -> tuple[Deal | str, range]:
    """A deal with a range of one, or a scheme and its range of numbers."""
    if ".." not in text:
        if dashed := _DASHED.fullmatch(text.strip().lower()):
            near = "..".join(dashed.groups())
            raise DealError(f"no such range: {_show(text)} (did you mean {_show(near)}?)")
        return Deal.of(text), range(1)
    match = _RANGE.fullmatch(text.lower())
    if not match or match[3] not in (None, match[1]):
        raise DealError(f"no such range: {_show(text)} (write it like 1..100 or ms:1..1000)")
    scheme = match[1] or ""
    first, last = (_numbered(scheme, match[group])._seed for group in (2, 4))
    if first > last:
        raise DealError(f"no such range: {_show(text)} (it runs backwards)")
    if last - first >= _MAX_RANGE:
        raise DealError(f"no such range: {_show(text)} (at most {_MAX_RANGE} deals)")
    return scheme, range(first, last + 1)


@frozen
class _Deals(Sequence[Deal]):
    """The deals of some runs one after the other, or rather those at certain places of them."""

    runs: tuple[tuple[Deal | str, range], ...]
    ends: tuple[int, ...]
    places: range

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> Deal: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Deal]: ...
    def __getitem__(self, at: int | slice) -> Deal | Sequence[Deal]:
        if isinstance(at, slice):
            return evolve(self, places=self.places[at])
        return self._deal(self.places[at])

    def __iter__(self) -> Iterator[Deal]:
        return map(self._deal, self.places)

    def _deal(self, place: int) -> Deal:
        at = bisect_right(self.ends, place)
        deal, seeds = self.runs[at]
        return deal if isinstance(deal, Deal) else Deal(deal, seeds[place - self.ends[at]])


def _is_sequence(value: object) -> TypeGuard[Iterable[object]]:
    """Whether a value has items, in an order that means something."""
    other = isinstance(value, (str, bytes, bytearray, Set, Mapping))
    return isinstance(value, Iterable) and not other


def _orders(value: Iterable[object]) -> Iterator[Sequence[Card]]:
    """The orders that a sequence gives: one if it has cards alone, else each item's."""
    items = list(islice(value, _MAX_CARDS + 1))
    if (cards := _cards(items)) is not None:
        yield cards
        return
    for at, item in enumerate(items, 1):
        if isinstance(item, (str, Deal, Card)):
            deal = Deal.of(item)
            if not deal.orders:
                raise DealError(f"order {at} of the deal: {_show(str(deal))} is a deal of its own")
            yield from deal.orders
            continue
        order = _cards(islice(item, _MAX_CARDS + 1)) if _is_sequence(item) else None
        if order is None:
            raise DealError(f"order {at} of the deal is {_kind(item)}, not cards in order")
        yield order


def _cards(items: Iterable[object]) -> list[Card] | None:
    """The cards that all the items are or spell; None if one does not."""
    found = [_card(item) for item in items]
    cards = [card for card in found if card is not None]
    return cards if len(cards) == len(found) else None


def _card(value: object) -> Card | None:
    """The card that a value is or spells, if it does."""
    if isinstance(value, Card):
        return value
    try:
        return Card(value) if isinstance(value, str) and len(value) <= 3 else None
    except ValueError:
        return None


def _listing(orders: Iterable[Sequence[Card]]) -> Deal:
    """The deal that lists these orders, if they are fit to be listed."""
    listed: list[tuple[Card, ...]] = []
    total = 0
    for at, order in enumerate(orders, 1):
        total += len(order)
        if total > _MAX_CARDS:
            raise DealError(f"a deal lists at most {_MAX_CARDS} cards")
        if not order:
            raise DealError(f"order {at} of the deal has no cards")
        if HIDDEN in order:
            raise DealError(f"order {at} of the deal has a hidden card ?? (name every card)")
        listed.append(tuple(order))
    return Deal(orders=tuple(listed))


def _parse(text: str) -> Deal:
    """The deal with that name."""
    _check_length(text)
    name = text.strip()
    if _is_number(name.removeprefix("-")):
        return _numbered("", name)
    if ".." in name:
        raise DealError(f"no such deal: {_show(name)} (a range names several, not one)")
    scheme, colon, digits = name.partition(":")
    if colon and scheme.isalpha():
        return _numbered(scheme.lower(), digits.strip())
    words = name.replace("/", " / ").replace(",", " ").split()
    if len(words) > 1 or _card(name) is not None:
        return _listing(_spelt(words))
    bare = re.fullmatch(r"(ms|pysol)[#-]?([0-9]{1,21})", name.lower())
    raise _no_such(name, bare and ":".join(bare.groups()))


def _numbered(scheme: str, digits: str) -> Deal:
    """The deal of a scheme with that number."""
    name = f"{scheme}:{digits}" if scheme else digits
    if scheme not in _SCHEMES:
        near = nearest(scheme, filter(None, _SCHEMES))
        raise _no_such(name, near and f"{near}:{digits}")
    # Python refuses to read thousands of digits, and no scheme has numbers of more than 21.
    if not _is_number(digits) or len(digits.lstrip("0")) > 21:
        raise DealError(f"no such deal: {_show(name)} ({_SCHEMES[scheme]})")
    return Deal(scheme, int(digits.lstrip("0") or "0"))


def _spelt(words: Iterable[str]) -> Iterator[Sequence[Card]]:
    """The orders that words spell, with a slash between two orders."""
    order: list[Card] = []
    for at, word in enumerate(words, 1):
        if (card := _card(word)) is not None:
            order.append(card)
        elif word == "/":
            yield order
            order = []
        else:
            like = "a rank A 2-9 T J Q K and a suit C D H S, like TH"
            raise DealError(f"not a deal: word {at} is no card: {_show(word)} ({like})")
    yield order


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _check_length(text: str) -> None:
    if len(text) > _MAX_TEXT:
        raise DealError(f"a text of {len(text)} characters names no deal (at most {_MAX_TEXT})")


def _no_such(name: str, near: str | None) -> DealError:
    advice = f"did you mean {_show(near)}?" if near else f"give {_EXAMPLES}"
    return DealError(f"no such deal: {_show(name)} ({advice})")


def _show(text: str) -> str:
    """The text in quotes on one line, cut to 60 characters."""
    shown = repr(text[:60])
    return shown if len(shown) <= 60 else f"{shown[:56]}...{shown[0]}"


def _kind(value: object) -> str:
    return f"a value of type {type(value).__name__[:40]}"
