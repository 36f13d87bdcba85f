"""What a table writes down of everything that happens on it.

A journal is a list of plain tuples, one per effect; the first item says which kind. Undo, records,
every seat's view and sampling are all read from it and from nothing else. Entries hold copies of
the cards, never a live list.

    (MARK, label, seat)                    a move begins: its label, and the seat that decided
    (MOVE, source, target, cards, down, turned)
                                           the top cards of one pile went onto another;
                                           `cards` and the mask `down` as they lay in the source
    (TAKE, source, index, card, down, target)
                                           one chosen card went, face up; `down` if it lay so
    (FACE, pile, index, card, up)          a card was turned over where it lies
    (SHOW, pile, before, after, lying)     other seats see the pile now (bit masks of seats);
                                           `lying` are its cards and their mask `down`
    (SET, fact, before, after)             a fact changed
    (LAY, pile, cards, down)               cards came from outside onto a pile
    (SHUFFLE, pile, before, down, after)   a pile was shuffled; its cards lie face down now
    (DRAW, cards)                          a shuffled order was drawn for cards not on the table
    (BEGIN, piles, facts)                  a new deal: all cards were gathered up; how all lay,
                                           and the facts, before it
"""

from __future__ import annotations

from typing import Any, Final

MARK: Final = 0
MOVE: Final = 1
TAKE: Final = 2
FACE: Final = 3
SHOW: Final = 4
SET: Final = 5
LAY: Final = 6
SHUFFLE: Final = 7
DRAW: Final = 8
BEGIN: Final = 9

# The tuples differ in length and types by their first item, and this is the hottest data of all:
# a union of ten named tuples would cost the speed it is a plain tuple for.
Entry = tuple[Any, ...]


def flipped(mask: int, size: int) -> int:
    """The mask of face-down cards after a packet of `size` cards was turned over.

    >>> bin(flipped(0b001, 3))  # the bottom card lay face down: now on top, face up
    '0b11'
    """
    return sum(1 << (size - 1 - i) for i in range(size) if not mask >> i & 1)
