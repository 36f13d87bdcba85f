"""Laws of sampling: the worlds that a seat could be in are worlds of this game."""

from __future__ import annotations

from cardkit.cards import describe_difference
from cardkit.rng import Rng
from cardkit.sampling import Sampler
from cardkit.state import State
from cardkit.testing.lawbook import law, who


@law(looks=4)
def sampled_worlds(state: State, rng: Rng) -> str | None:
    """In every world drawn for a seat its view is the same, and all that happened was legal."""
    for seat in (None, *range(state.game.seats)):
        view = state.view(seat)
        try:
            sampler = Sampler(view)
        except LookupError as error:
            if type(error) is not LookupError:
                raise  # a missing key or index is a fault
            continue  # refused in words, which is better than a wrong world
        for past in (False, True):
            world = sampler.sample(rng, past=past)
            fault = _world_fault(state, world)
            if fault:
                return f"in a world drawn for {who(seat)} {fault}"
        if world.view(seat) != view:
            return (
                f"in a world drawn for {who(seat)} its view is {world.view(seat)!r}, not {view!r}"
            )
        fault = _past_fault(world)
        if fault:
            return f"in a world drawn for {who(seat)} {fault}"
    return None


def _world_fault(state: State, world: State) -> str | None:
    """What shows that a world is none of this game, or not at this point of it."""
    lying = [card for pile in world.cards.values() for card in pile]
    fault = describe_difference(state.game.cards_in_play(), lying)
    if fault:
        return fault
    for name in state.cards:
        if len(world.cards[name]) != len(state.cards[name]) or world.down[name] != state.down[name]:
            return f"{name} is {world.piles[name]}, but here {state.piles[name]}"
    if world.turn != state.turn:
        return f"it is the turn of seat {world.turn}, not {state.turn}"
    return None


def _past_fault(world: State) -> str | None:
    """The first move before the end that would not have been legal in a world."""
    while world.history:
        move = world.undo()
        reason = world.why_not(move)
        if reason is not None:
            return f"{move} at ply {len(world.history) + 1} of the deal was not legal: {reason}"
    return None
