"""Scoring a deal: by tricks above and below a quota, or by the cards in the tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen

from cardkit.cards import Card, Deck
from cardkit.tricks.classes import card_words, pick

if TYPE_CHECKING:
    from cardkit.tricks.model import Contract


@frozen
class Result:
    """A deal that was played to its end, seat by seat.

    `tricks` and `cards` are those of the seat's whole side; `quotas` what each seat owed.
    """

    contract: Contract
    dealer: int
    quotas: tuple[int, ...]
    tricks: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...]

    @property
    def surplus(self) -> tuple[int, ...]:
        """By how many tricks each seat did better than its quota; negative if it did worse.

        >>> from cardkit.tricks.model import Contract
        >>> Result(Contract(aim="avoid"), 2, (4, 6, 6), (3, 5, 8), ((),) * 3).surplus
        (1, 1, -2)
        """
        sign = 1 if self.contract.aim == "take" else -1
        return tuple(sign * (t - q) for t, q in zip(self.tricks, self.quotas, strict=True))


#: A scoring of one's own: the points of each seat.
Score = Callable[[Result], Sequence[int]]


@frozen
class ByQuota:
    """Points for each trick better than the quota, and off for each one worse.

    >>> from cardkit.tricks.model import Contract
    >>> deal = Result(Contract(), 2, (8, 4, 4), (10, 4, 2), ((),) * 3)
    >>> ByQuota()(deal), ByQuota(gain=1, loss=1)(deal)
    ((2, 0, 0), (2, 0, -2))
    """

    gain: int = 1
    loss: int = 0
    clause: str = ""

    @property
    def is_zero_sum(self) -> bool:
        """True if the points add up to nothing whenever the surpluses do."""
        return self.gain == self.loss

    def __call__(self, deal: Result) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(self.gain * max(0, s) - self.loss * max(0, -s) for s in deal.surplus)


def _card_points(points: Mapping[str, int]) -> dict[str, int]:
    card_words(points)
    return dict(points)


@frozen
class ByCards:
    """Points for whoever takes certain cards: a suit `H` or `hearts`, a rank `Q` or a card `QS`.

    A card counts by the last entry that fits it. With `sweep_others` a side that takes every card
    that counts scores nothing, and all the others score what it would have scored.

    >>> from cardkit.tricks.model import Contract
    >>> taken = (("2H", "QS"), ("3H",), ("4C",))
    >>> deal = Result(Contract(), 2, (0,) * 3, (1,) * 3, tuple(tuple(map(Card, c)) for c in taken))
    >>> ByCards({"H": -1, "QS": -13})(deal)
    (-14, -1, 0)
    """

    cards: Mapping[str, int] = field(converter=_card_points)
    sweep_others: bool = False
    clause: str = ""
    #: What each card counts, of those that do.
    points: Mapping[Card, int] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        points = {c: n for word, n in self.cards.items() for c in pick((word,), Deck()) if n}
        object.__setattr__(self, "points", points)

    def __call__(self, deal: Result) -> tuple[int, ...]:
        """The points of each seat."""
        points = self.points
        counting = {side: [points[c] for c in side if c in points] for side in deal.cards}
        if self.sweep_others:
            everything = sum(map(len, counting.values()))
            for side, found in counting.items():
                if len(found) == everything:
                    total = sum(found)
                    return tuple(0 if cards == side else total for cards in deal.cards)
        return tuple(sum(counting[cards]) for cards in deal.cards)


#: How a deal is scored.
Scoring = ByQuota | ByCards | Score
