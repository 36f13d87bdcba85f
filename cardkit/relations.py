"""Relations between cards: which card may lie on which.

A relation is a pure function of two cards. It prints as words and is read back from them:
`down alternate-colour`, `up-or-down same-suit wrap`, `+2,-2 any-suit`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from attrs import field, frozen

from cardkit.cards import Card

SUIT_WORDS: Final = ("same-suit", "other-suit", "same-colour", "alternate-colour", "any-suit")
_STEPS: Final[dict[str, tuple[int, ...]]] = {
    "up": (1,),
    "down": (-1,),
    "up-or-down": (1, -1),
    "equal": (0,),
}
_SIGNED: Final = re.compile(r"[+-][0-9]{1,2}(,[+-][0-9]{1,2})*")


def _sorted_steps(steps: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(steps), reverse=True))


@frozen
class Relation:
    """Which card may lie on which: a rule for suits, steps in rank, and whether ranks wrap.

    `steps` are ranks of the upper card minus those of the lower; with `wrap` ace and king are
    neighbours (taken modulo 13).

    >>> build = Relation.parse("down alternate-colour")
    >>> build.fits(Card("9H"), on=Card("TS")), build.fits(Card("9S"), on=Card("TS"))
    (True, False)
    >>> Relation.parse("up-or-down same-suit wrap").fits(Card("AS"), on=Card("KS"))
    True
    >>> str(Relation(suit="any-suit", steps=(-1,)))
    'down any-suit'
    """

    suit: str = "any-suit"
    steps: tuple[int, ...] = field(default=(1,), converter=_sorted_steps)
    wrap: bool = False

    def __attrs_post_init__(self) -> None:
        if self.suit not in SUIT_WORDS:
            raise ValueError(f"{self.suit!r} is none of {', '.join(SUIT_WORDS)}")
        if not self.steps or any(not -12 <= step <= 12 for step in self.steps):
            raise ValueError(f"steps lie between -12 and 12, not {self.steps}")

    def fits(self, card: Card, on: Card) -> bool:
        """True if `card` may lie on the card `on`."""
        step = (card & 15) - (on & 15)
        if step not in self.steps and not (
            self.wrap and any((step - s) % 13 == 0 for s in self.steps)
        ):
            return False
        match self.suit:
            case "same-suit":
                return card >> 4 == on >> 4
            case "other-suit":
                return card >> 4 != on >> 4
            case "same-colour":
                return card.is_red == on.is_red
            case "alternate-colour":
                return card.is_red != on.is_red
        return True

    def run(self, cards: Iterable[Card]) -> bool:
        """True if each of the cards, bottom first, may lie on the one before it.

        >>> Relation.parse("down same-suit").run([Card("9H"), Card("8H"), Card("7H")])
        True
        """
        return all(self.fits(upper, on=lower) for lower, upper in pairwise(cards))

    @classmethod
    def parse(cls, text: str) -> Relation:
        """The relation that words describe; the inverse of `str`.

        Raises ValueError saying which word is not understood or what is missing.
        """
        steps: tuple[int, ...] | None = None
        suit: str | None = None
        wrap = False
        for word in text.split():
            if word == "wrap":
                wrap = True
            elif word in SUIT_WORDS and suit is None:
                suit = word
            elif word in _STEPS and steps is None:
                steps = _STEPS[word]
            elif steps is None and _SIGNED.fullmatch(word):
                steps = tuple(map(int, word.split(",")))
            else:
                known = ", ".join([*_STEPS, *SUIT_WORDS, "wrap"])
                raise ValueError(f"{word!r} does not describe a relation ({known}, or like +2,-2)")
        if steps is None or suit is None:
            raise ValueError(
                f"{text!r} lacks {'a direction' if steps is None else 'a word for suits'}:"
                " a relation reads like 'down alternate-colour'"
            )
        return cls(suit=suit, steps=steps, wrap=wrap)

    def __str__(self) -> str:
        named = {steps: word for word, steps in _STEPS.items()}
        direction = named.get(self.steps) or ",".join(f"{s:+d}" for s in self.steps)
        return f"{direction} {self.suit}" + (" wrap" if self.wrap else "")
