"""Every world that fits a view, found by trying them all: the slow way to what sampling counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from cardkit import Card, Deal, Game, Move, State
from cardkit.moves import hides

Order = tuple[Card, ...]


class Needs(Exception):
    """A line of play came to a shuffle that no order was given for."""


class Orders(Deal):
    """Some orders for the first shuffles; another shuffle is asked for."""

    def order(self, k: int, cards: Iterable[Card]) -> list[Card]:
        if k == len(self.orders):
            raise Needs(sorted(cards))
        return list(self.orders[k])


def count_worlds(state: State, seat: int | None, firsts: Iterable[Order]) -> Counter:
    """How many lines of play that the seat cannot tell from the real one lead to each position.

    `firsts` are the orders that the first shuffle may have had. A line of play is one of them,
    with an order for every later shuffle and a choice for every move that the seat did not see.
    """
    view = state.view(seat)
    options = [_choices(state.game, move) for move in view.history]
    found: Counter = Counter()
    for first in firsts:
        for end in _lines(state.game, (first,), (), options):
            if end.view(seat) == view:
                found[lying(end)] += 1
    return found


def lying(state: State) -> tuple[object, ...]:
    """How all cards lie, as something to count."""
    return tuple((name, tuple(cards)) for name, cards in state.cards.items())


def _choices(game: Game, shown: Move) -> list[Move]:
    if not hides(shown):
        return [shown]
    return [Move(str(shown).replace("??", str(card))) for card in game.cards_in_play()]


def _lines(
    game: Game, orders: Sequence[Order], line: Sequence[Move], options: Sequence[list[Move]]
) -> Iterator[State]:
    state = game.deal(Orders(orders=tuple(orders)))
    try:
        for move in line:
            if state.why_not(move) is not None:
                return
            state.push(move)
    except Needs as needs:
        for order in permutations(needs.args[0]):
            yield from _lines(game, (*orders, order), line, options)
        return
    if len(line) == len(options):
        yield state
        return
    for move in options[len(line)]:
        yield from _lines(game, orders, (*line, move), options)
