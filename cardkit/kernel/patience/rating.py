"""How far a position seems from being won: a weighted sum of what is in the way."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.moves import in_spaces, next_up, on_cards
from cardkit.kernel.patience.shape import (
    CARDS,
    CELLS,
    CHAIN,
    DOWN,
    EMPTY,
    FOUNDATIONS,
    GROUP,
    GUESTS,
    LEFT,
    LIFT,
    ONE_CARD,
    PILES,
    RANK,
    ROOM,
    SIZE,
    SPAN,
    TABLEAU,
)
from cardkit.kernel.words import ONE, ZERO, Numbers, Words, count, word

#: What is weighed: cards not on foundations; neighbours in a pile that are in no order; cards above
#: lower ones of their pile; free spaces and cells that are taken; cards above one that could go up;
#: face-down cards.
LEFT_OVER, BREAKS, ABOVE_LOWER, SPACES, BURYING, FACE_DOWN = range(6)
WEIGHTS = 6


@typed
def rate(ws: Words, ns: Numbers, weights: Numbers) -> int:
    """The weighted sum for the position; lower is better."""
    total = ns[LEFT] * weights[LEFT_OVER]
    total += count(ws[CELLS] & ~ws[EMPTY]) * weights[SPACES]
    total -= count(ws[TABLEAU] & ws[EMPTY]) * weights[SPACES]
    wanted = next_up(ws, ns)
    for p in range(ns[PILES]):
        n = ns[SIZE + p]
        if n == 0 or ws[TABLEAU] >> word(p) & ONE == ZERO:
            continue
        base = CARDS + p * ns[ROOM]
        total += ns[DOWN + p] * weights[FACE_DOWN]
        single = ns[LIFT + p] == ONE_CARD
        group = CHAIN + ns[GROUP + p] * SPAN
        lowest_rank = ns[RANK + ns[base]]
        for i in range(1, n):
            card = ns[base + i]
            below = ns[base + i - 1]
            ordered = (
                ws[GUESTS + below] >> word(card) if single else ws[group + card] >> word(below)
            )
            if ordered & ONE == ZERO:
                total += weights[BREAKS]
            rank = ns[RANK + card]
            if rank < lowest_rank:
                lowest_rank = rank
            elif rank > lowest_rank:
                total += weights[ABOVE_LOWER]
        if weights[BURYING] != 0:
            for i in range(n - 1):
                card = ns[base + i]
                if wanted >> word(card) & ONE == ZERO:
                    continue
                fits = on_cards(ws, card, ws[FOUNDATIONS])
                fits |= in_spaces(ws, ns, card, ws[FOUNDATIONS])
                if fits != ZERO:
                    total += weights[BURYING] * (n - 1 - i)
    return total
