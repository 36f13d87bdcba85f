"""How far a position seems from being won: a weighted sum of what is in the way.

Most of it is a sum over piles, and of these a move changes few: what the others add is remembered
of the position that the move was made from.
"""

from __future__ import annotations

from cardkit.kernel.engines import typed, typed_inline
from cardkit.kernel.patience.moves import in_spaces, next_up, on_cards
from cardkit.kernel.patience.shape import (
    CARDS,
    CELLS,
    CHAIN,
    CHAINS,
    DOWN,
    EMPTY,
    FOUNDATIONS,
    GROUP,
    GUESTS,
    HASH_FOUNDATIONS,
    LEFT,
    LIFT,
    ONE_CARD,
    PILES,
    RANK,
    RATED,
    RATED_FOR,
    ROOM,
    SIZE,
    SPAN,
    TABLEAU,
    WANTED,
    WANTED_FOR,
)
from cardkit.kernel.words import ALL, ONE, ZERO, Bits, Numbers, Words, bit, count, lowest, word

#: What is weighed: cards not on foundations; neighbours in a pile that are in no order; cards above
#: lower ones of their pile; free spaces and cells that are taken; cards above one that could go up;
#: face-down cards.
LEFT_OVER, BREAKS, ABOVE_LOWER, SPACES, BURYING, FACE_DOWN = range(6)
WEIGHTS = 6


@typed_inline
def rated_for(ws: Words, ns: Numbers, weights: Numbers, p: int) -> Bits:
    """What the rating of a pile that has cards depends on, as one number."""
    chain = ws[CHAINS + p * ns[ROOM] + ns[SIZE + p] - 1]
    if weights[BURYING] != 0:
        chain = (chain + ws[HASH_FOUNDATIONS]) & ALL
    return chain


@typed
def forget_ratings(ws: Words, ns: Numbers) -> None:
    """Remember no pile's rating."""
    ws[WANTED_FOR] = ZERO
    for p in range(ns[PILES]):
        ws[RATED_FOR + p] = ZERO


@typed
def see_wanted(ws: Words, ns: Numbers) -> None:
    """Work out which cards fit a foundation, if foundations have changed."""
    if ws[WANTED_FOR] == ws[HASH_FOUNDATIONS]:
        return
    found = ZERO
    cards = next_up(ws, ns)
    while cards != ZERO:
        card = lowest(cards)
        cards &= cards - ONE
        fits = on_cards(ws, card, ws[FOUNDATIONS]) | in_spaces(ws, ns, card, ws[FOUNDATIONS])
        if fits != ZERO:
            found |= bit(card)
    ws[WANTED] = found
    ws[WANTED_FOR] = ws[HASH_FOUNDATIONS]


@typed
def remember_ratings(ws: Words, ns: Numbers, weights: Numbers) -> None:
    """Remember what each pile of the position adds to its rating."""
    if weights[BURYING] != 0:
        see_wanted(ws, ns)
    piles = ws[TABLEAU] & (ALL - ws[EMPTY])
    while piles != ZERO:
        p = lowest(piles)
        piles &= piles - ONE
        key = rated_for(ws, ns, weights, p)
        if ws[RATED_FOR + p] != key:
            ns[RATED + p] = rate_pile(ws, ns, weights, p)
            ws[RATED_FOR + p] = key


@typed
def rate(ws: Words, ns: Numbers, weights: Numbers) -> int:
    """The weighted sum for the position; lower is better."""
    if weights[BURYING] != 0:
        see_wanted(ws, ns)
    total = ns[LEFT] * weights[LEFT_OVER]
    total += count(ws[CELLS] & ~ws[EMPTY]) * weights[SPACES]
    total -= count(ws[TABLEAU] & ws[EMPTY]) * weights[SPACES]
    piles = ws[TABLEAU] & (ALL - ws[EMPTY])
    while piles != ZERO:
        p = lowest(piles)
        piles &= piles - ONE
        if ws[RATED_FOR + p] == rated_for(ws, ns, weights, p):
            total += ns[RATED + p]
        else:
            total += rate_pile(ws, ns, weights, p)
    return total


@typed
def rate_pile(ws: Words, ns: Numbers, weights: Numbers, p: int) -> int:
    """What a pile of the tableau adds to the sum; `see_wanted` has been called if need be."""
    n = ns[SIZE + p]
    base = CARDS + p * ns[ROOM]
    total = ns[DOWN + p] * weights[FACE_DOWN]
    single = ns[LIFT + p] == ONE_CARD
    group = CHAIN + ns[GROUP + p] * SPAN
    wanted = ws[WANTED] if weights[BURYING] != 0 else ZERO
    below = ns[base]
    lowest_rank = ns[RANK + below]
    for i in range(1, n):
        card = ns[base + i]
        ordered = ws[GUESTS + below] >> word(card) if single else ws[group + card] >> word(below)
        if ordered & ONE == ZERO:
            total += weights[BREAKS]
        rank = ns[RANK + card]
        if rank < lowest_rank:
            lowest_rank = rank
        elif rank > lowest_rank:
            total += weights[ABOVE_LOWER]
        if wanted & bit(below) != ZERO:
            total += weights[BURYING] * (n - i)
        below = card
    return total
