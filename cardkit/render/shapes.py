"""The shapes of a card as pieces of SVG: suits, faces, backs, empty places.

A card is 60 by 84 units with its upper left corner at the origin; suits are drawn about the origin
in a square of 10. Pieces refer to the definitions they need by ids that begin with a prefix, so
that several pictures can stand on one page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from cardkit.cards import Card, Rank, Suit

WIDTH: Final = 60
HEIGHT: Final = 84
RED: Final = "#b5202b"
BLACK: Final = "#1b1e23"

#: Where a card bears its index: in one line at the top, or in a column on the left or the right.
#: It is the strip that a fan down, to the right or to the left leaves free.
Index = Literal["top", "left", "right"]

_CLUB: Final = (
    "M-.5 1.8A2.45 2.45 0 1 1-1.75-1A2.45 2.45 0 1 1 1.75-1A2.45 2.45 0 1 1 .5 1.8"
    "C.6 3.3 1 4.4 1.9 4.9H-1.9C-1 4.4-.6 3.3-.5 1.8Z"
)
_DIAMOND: Final = (
    "M0-5C1-3.1 2.4-1.4 3.9 0C2.4 1.4 1 3.1 0 5C-1 3.1-2.4 1.4-3.9 0C-2.4-1.4-1-3.1 0-5Z"
)
_HEART: Final = (
    "M0 4.9C-.9 2.9-4.7 1-4.7-1.8C-4.7-5-.9-5.7 0-2.5C.9-5.7 4.7-5 4.7-1.8C4.7 1 .9 2.9 0 4.9Z"
)
_SPADE: Final = (
    "M0-5C.9-3 4.6-1.2 4.6 1.5C4.6 4.2 1.5 4.6.5 2.7C.6 3.8 1 4.5 1.9 4.9H-1.9"
    "C-1 4.5-.6 3.8-.5 2.7C-1.5 4.6-4.6 4.2-4.6 1.5C-4.6-1.2-.9-3 0-5Z"
)
_SUITS: Final = (_CLUB, _DIAMOND, _HEART, _SPADE)

_LEFT, _MIDDLE, _RIGHT = 22, 30, 38
_TOP, _CENTRE = 22, 42
_CORNERS: Final = ((_LEFT, _TOP), (_RIGHT, _TOP))
_FOUR: Final = (*_CORNERS, (_LEFT, 35.3), (_RIGHT, 35.3))
# The pips of a card's upper half, which its lower half repeats upside down, and those between.
_HALF: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((_MIDDLE, _TOP),),
    3: ((_MIDDLE, _TOP),),
    4: _CORNERS,
    5: _CORNERS,
    6: _CORNERS,
    7: _CORNERS,
    8: (*_CORNERS, (_MIDDLE, 32)),
    9: _FOUR,
    10: (*_FOUR, (_MIDDLE, 28.7)),
}
_SIDES: Final = ((_LEFT, _CENTRE), (_RIGHT, _CENTRE))
_BETWEEN: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    3: ((_MIDDLE, _CENTRE),),
    5: ((_MIDDLE, _CENTRE),),
    6: _SIDES,
    7: (*_SIDES, (_MIDDLE, 32)),
    8: _SIDES,
    9: ((_MIDDLE, _CENTRE),),
}


def definitions(prefix: str, suits: Iterable[Suit]) -> str:
    """What the pieces of one picture refer to; only the suits named."""
    frame = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="5"'
    paths = "".join(
        f'<path id="{prefix}{s.letter}" d="{_SUITS[s]}" transform="scale(.8)"/>'
        for s in sorted(suits)
    )
    return (
        f"<defs>{paths}"
        f'<rect id="{prefix}card" x=".5" y=".5" {frame} fill="#fff" stroke="#7d8288"/>'
        f'<rect id="{prefix}empty" x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5"'
        ' fill="#000" fill-opacity=".08" stroke="#fff" stroke-opacity=".45"'
        ' stroke-dasharray="4 3"/>'
        f'<pattern id="{prefix}weave" width="8" height="8" patternUnits="userSpaceOnUse">'
        '<path d="M0 4L4 0L8 4L4 8Z" fill="none" stroke="#b9cae6" stroke-width=".9"/></pattern>'
        f'<g id="{prefix}back"><use href="#{prefix}card"/>'
        f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3" fill="#39598f"/>'
        f'<rect x="4" y="4" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="3"'
        f' fill="url(#{prefix}weave)"/></g></defs>'
    )


def back(prefix: str, x: int, y: int) -> str:
    """A card's back."""
    return f'<use href="#{prefix}back" x="{x}" y="{y}"/>'


def empty(prefix: str, suit: Suit | None, x: int, y: int) -> str:
    """A place without cards, and the suit that it waits for."""
    place = f'<use href="#{prefix}empty" x="{x}" y="{y}"/>'
    if suit is None:
        return place
    pip = _pip(prefix, suit, x + _MIDDLE, y + _CENTRE, 2.6)
    return f'{place}<g fill="#fff" fill-opacity=".4">{pip}</g>'


def face(prefix: str, card: Card, index: Index, covered: bool, x: int, y: int) -> str:
    """A card's face; of a covered one only the strip that shows."""
    corner = _corner(prefix, card, index)
    inner = corner if covered else _whole(prefix, card, corner)
    ink = f' fill="{RED}"' if card.is_red else ""
    return f'<g transform="translate({x} {y})"{ink}><use href="#{prefix}card"/>{inner}</g>'


def _corner(prefix: str, card: Card, index: Index) -> str:
    x = WIDTH - 9 if index == "right" else 9
    if card.rank == Rank.TEN:  # two digits in the room of one
        how = f'x="{x - 7.5}" y="14.5" font-size="12" letter-spacing="-1" text-anchor="start"'
    else:
        how = f'x="{x}" y="15"'
    pip = (x + 13, 9.8, 1) if index == "top" else (x, 21.5, 0.85)
    return f"<text {how}>{_rank(card)}</text>" + _pip(prefix, card.suit, *pip)


def _whole(prefix: str, card: Card, corner: str) -> str:
    suit = card.suit
    if card.rank == Rank.ACE:
        return _turned(corner) + _pip(prefix, suit, _MIDDLE, _CENTRE, 3.2)
    if card.rank > Rank.TEN:
        small = _pip(prefix, suit, 22, 26, 0.75)
        return (
            '<rect x="16.5" y="20" width="27" height="44" rx="2" fill="#f6efdc"'
            ' stroke="#b99b55" stroke-width=".8"/>'
            f'<text x="30" y="51" font-size="25">{_rank(card)}</text>' + _turned(corner + small)
        )
    half = "".join(_pip(prefix, suit, x, y) for x, y in _HALF[card.rank])
    between = "".join(_pip(prefix, suit, x, y) for x, y in _BETWEEN.get(card.rank, ()))
    return _turned(corner + half) + between


def _turned(half: str) -> str:
    """A half of a card and the same again from the other end."""
    return f'{half}<g transform="rotate(180 {WIDTH // 2} {HEIGHT // 2})">{half}</g>'


def _pip(prefix: str, suit: Suit, x: float, y: float, scale: float = 1) -> str:
    if scale == 1:
        return f'<use href="#{prefix}{suit.letter}" x="{x:g}" y="{y:g}"/>'
    move = f"translate({x:g} {y:g})scale({scale:g})"
    return f'<use href="#{prefix}{suit.letter}" transform="{move}"/>'


def _rank(card: Card) -> str:
    return "10" if card.rank == Rank.TEN else card.rank.letter
