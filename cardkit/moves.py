"""Moves and their notation.

    move = card | pile "-" pile ["*" n] | verb {" " arg}
    pile = [a-z]+[0-9]*          arg = a card, "??", a suit letter, a number or a word

The text says everything: `Move(str(move)) is move`, without a game or a position.
"""

from __future__ import annotations

import re
import weakref
from typing import Final

from cardkit.cards import HIDDEN, RANK_LETTERS, SUIT_LETTERS, Card

_CARD: Final = rf"(?:[{RANK_LETTERS}][{SUIT_LETTERS}]|\?\?)"
_PILE: Final = r"[a-z]+[0-9]*"
_ARG: Final = rf"(?:{_CARD}|[{SUIT_LETTERS}]|[0-9]{{1,9}}|[a-z]+(?:-[a-z]+)*)"
_NOTATION: Final = re.compile(
    rf"(?P<card>{_CARD})"
    rf"|(?P<source>{_PILE})-(?P<target>{_PILE})(?:\*(?P<count>[1-9][0-9]{{0,2}}))?"
    rf"|(?P<verb>[a-z]+)(?P<args>(?: {_ARG})*)"
)
_LONGEST: Final = 200


class NotationError(ValueError):
    """A text that is no move in any game."""


class Move:
    """One decision of a player: a small immutable value that is known by its text.

    Equal moves are the same object, so comparing and hashing cost next to nothing. Raises
    NotationError for a text that no game could mean.

    >>> move = Move("t5-t9*3")
    >>> move.source, move.target, move.count, move.card
    ('t5', 't9', 3, None)
    >>> Move("QS").card, Move("away 2C").verb, Move("contract free H").args
    (Card('QS'), 'away', ('free', 'H'))
    >>> Move("t5-a2*1") is Move("t5-a2")
    True
    """

    __slots__ = (
        "__weakref__",
        "args",
        "card",
        "cards",
        "count",
        "source",
        "target",
        "text",
        "verb",
    )

    #: The canonical text.
    text: str
    #: What is done, where the move is neither a bare card nor a transfer: `deal`, `contract`.
    verb: str | None
    #: The words behind the verb.
    args: tuple[str, ...]
    #: The pile that cards are taken from, and the one they go to.
    source: str | None
    target: str | None
    #: How many cards a transfer moves.
    count: int | None
    #: The card played, or the only card among the arguments.
    card: Card | None
    #: All cards that the text names, in order.
    cards: tuple[Card, ...]

    def __new__(cls, text: str) -> Move:
        known = _INTERNED.get(text)
        return _parse(text) if known is None else known

    @classmethod
    def transfer(cls, source: str, target: str, count: int = 1) -> Move:
        """The move of `count` cards from one pile to another.

        >>> Move.transfer("t5", "a2"), Move.transfer("t1", "t2", 4)
        (Move('t5-a2'), Move('t1-t2*4'))
        """
        return cls(f"{source}-{target}" + (f"*{count}" if count != 1 else ""))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move cannot be changed: {name}")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __reduce__(self) -> tuple[type[Move], tuple[str]]:
        return Move, (self.text,)

    def hiding(self) -> Move:
        """This move as somebody sees it who may not see what was chosen: `away ??`.

        >>> Move("away 2C").hiding(), Move("9H").hiding(), Move("t1-t2").hiding()
        (Move('away ??'), Move('??'), Move('t1-t2'))
        """
        if self.source is not None:
            return self
        if self.verb is None:
            return Move("??")
        return Move(" ".join([self.verb, *("??" for _ in self.args)]))


def as_move(move: Move | str) -> Move:
    """The move that is given, by itself or by its text. Raises TypeError for anything else.

    >>> as_move("t5-a2") is as_move(Move("t5-a2"))
    True
    """
    if isinstance(move, Move):
        return move
    if isinstance(move, str):
        return Move(move)
    raise TypeError(f"a move or its text, not {move!r:.60}")


#: Weak, so that no stream of foreign texts can fill the memory.
_INTERNED: weakref.WeakValueDictionary[str, Move] = weakref.WeakValueDictionary()


def _parse(text: str) -> Move:
    if not isinstance(text, str):
        raise TypeError(f"a move is made of its text, not of {text!r:.60}")
    match = _NOTATION.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        shown = text if len(text) <= 40 else text[:40] + "..."
        raise NotationError(
            f"not a move: {shown!r} (a move is like t5-a2, t5-t9*3, QS, deal or contract H)"
        )
    part = match.groupdict()
    args = tuple((part["args"] or "").split())
    words = (part["card"],) if part["card"] else args
    cards = tuple(Card(word) for word in words if re.fullmatch(_CARD, word))
    count = int(part["count"] or 1) if part["source"] else None
    canonical = text.removesuffix("*1")
    known = _INTERNED.get(canonical)
    if known is not None:
        return known
    move = object.__new__(Move)
    for name, value in (
        ("text", canonical),
        ("verb", part["verb"]),
        ("args", args),
        ("source", part["source"]),
        ("target", part["target"]),
        ("count", count),
        ("card", cards[0] if len(cards) == 1 else None),
        ("cards", cards),
    ):
        object.__setattr__(move, name, value)
    _INTERNED[canonical] = move
    return move


def hides(move: Move) -> bool:
    """True if the move's text keeps a card to itself.

    >>> hides(Move("away ??")), hides(Move("away 2C"))
    (True, False)
    """
    return move.card is HIDDEN or "??" in move.args
