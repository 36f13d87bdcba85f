"""Playing at random through all that deals and gathers, to where a search can take over."""

from __future__ import annotations

from cardkit.kernel.engines import typed
from cardkit.kernel.patience.moves import apply
from cardkit.kernel.patience.options import RANK_UP, options
from cardkit.kernel.patience.shape import (
    DEAL,
    OPEN,
    PRIORITY,
    REDEAL,
    REDEALS_ALLOWED,
    TRAIL_USED,
)
from cardkit.kernel.patience.steps import settle_open
from cardkit.kernel.words import ALL, Numbers, Word, Words, number

_GAMMA = Word(0x9E3779B97F4A7C15)
_MIX_1 = Word(0xBF58476D1CE4E5B9)
_MIX_2 = Word(0x94D049BB133111EB)
_S30, _S27, _S31, _S33 = Word(30), Word(27), Word(31), Word(33)


@typed
def draw_number(chance: Words, below: int) -> int:
    """A number below another one (at most 2**30), from SplitMix64 with its state in `chance`."""
    state = (chance[0] + _GAMMA) & ALL
    chance[0] = state
    z = ((state ^ (state >> _S30)) * _MIX_1) & ALL
    z = ((z ^ (z >> _S27)) * _MIX_2) & ALL
    z = z ^ (z >> _S31)
    return (number(z >> _S33) * below) >> 31


@typed
def descend(
    ws: Words, ns: Numbers, trail: Numbers, listed: Numbers, chance: Words, skip: int
) -> int:
    """Play until nothing is to come that deals or gathers; 1 if it got there.

    Cards are played up, any that can be, but in `skip` of a thousand cases the next card is dealt
    instead; so are cards when none can go up, and when there are none to deal, they are gathered.
    """
    for _ in range(2000):
        if ns[OPEN] == 0 or ns[TRAIL_USED] + 4096 > len(trail):
            break
        moves = options(ws, ns, listed, 0)
        ups = 0
        deal = -1
        redeal = -1
        for i in range(moves):
            source = listed[i] & 63
            if source == DEAL:
                deal = i
            elif source == REDEAL:
                redeal = i
            elif listed[i] >> PRIORITY == RANK_UP:
                ups += 1
        chosen = -1
        if ups > 0 and (deal < 0 or draw_number(chance, 1000) >= skip):
            chosen = draw_number(chance, ups)
        elif deal >= 0:
            chosen = deal
        elif redeal >= 0:
            chosen = redeal
        elif moves > 0:
            chosen = draw_number(chance, moves)
        if chosen < 0:
            break
        apply(ws, ns, trail, listed[chosen] & 0x7FFFF)
    return 1 if ns[OPEN] == 0 else 0


@typed
def renounce(ws: Words, ns: Numbers, trail: Numbers, redeals: int) -> int:
    """Allow only so many redeals in all; 1 while something is still to come that tells piles apart.

    Fewer than the rules allow makes another game, whose wins are wins of this one.
    """
    ns[REDEALS_ALLOWED] = redeals
    settle_open(ws, ns, trail)
    return ns[OPEN]
