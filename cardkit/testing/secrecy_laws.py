"""Laws of secrecy: a view tells what the seat saw, all of it and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import field, frozen

from cardkit.cards import Card
from cardkit.deals import Deal, DealError
from cardkit.moves import Move
from cardkit.piles import ONLOOKER
from cardkit.rng import Rng
from cardkit.state import State
from cardkit.testing.lawbook import dealt, law, who
from cardkit.testing.slots import Drawn, Slot, Slots
from cardkit.view import View

#: How many pairs of cards are exchanged for each seat at each look.
_EXCHANGES: Final = 3


@law(looks=8)
def views_true(state: State, _rng: Rng) -> str | None:
    """A view names every card that the seat sees, none that it never saw, and none wrongly."""
    for seat in (None, *range(state.game.seats)):
        view, slots = state.view(seat), Slots(state, seat)
        for spec in state.game.piles:
            fault = _pile_fault(state, view, slots, spec.name, spec.ordered)
            if fault:
                return (
                    f"the view of {who(seat)} has {spec.name} as {view.piles[spec.name]}: {fault}"
                )
        told = {
            spec.name: state.facts[spec.name]
            for spec in state._table.fact_specs
            if spec.seats is None or seat in spec.seats
        }
        moves = tuple(state.moves) if seat is not None and seat == state.turn else ()
        if view.moves != moves:
            return f"the view of {who(seat)} has the moves {view.moves}, not {moves}"
        if dict(view.facts) != told:
            return f"the view of {who(seat)} has the facts {dict(view.facts)}, not {told}"
    return None


def _pile_fault(state: State, view: View, slots: Slots, name: str, ordered: bool) -> str | None:
    here, shown = slots.piles[name], view.cards[name]
    if [slot.card for slot in here] != list(state.cards[name]):
        return "the journal does not lead to the cards that lie there"
    if len(shown) != len(here) or view.down[name] != state.down[name]:
        return f"there lies {state.piles[name]}"
    bit = 1 << (ONLOOKER if view.seat is None else view.seat)
    visible = [slot for slot in here if state.seers[name] & bit and not slot.down]
    known = [slot for slot in here if slot.known]
    if ordered:
        for card, slot in zip(shown, here, strict=True):
            if slot in visible and card is not slot.card:
                return f"{slot.card} lies there to be seen"
            if card and (slot not in known or card is not slot.card):
                return f"it never saw {slot.card} there"
        return None
    named = Counter(filter(None, shown))
    unnamed = Counter(slot.card for slot in visible) - named
    if unnamed:
        return f"{min(unnamed)} lies there to be seen"
    unseen = named - Counter(slot.card for slot in known)
    return f"it never saw {min(unseen)} there" if unseen else None


@law(looks=4)
def views_grow(state: State, rng: Rng) -> str | None:
    """A view asked for again and again is the same as one that is folded from scratch."""
    going = state.game.deal(dealt(state))
    seats = (None, *range(state.game.seats))
    for move in state.history:
        for seat in seats:
            if rng.below(2):
                going.view(seat)
        going.push(move)
    for seat in seats:
        grown, fresh = going.view(seat), state.copy().view(seat)
        if grown != fresh or repr(grown) != repr(fresh):
            return f"the view of {who(seat)} grew to {grown!r}, but from scratch it is {fresh!r}"
    return None


@law(looks=4)
def plain_events(state: State, _rng: Rng) -> str | None:
    """What a seat sees is plain data: JSON gives it back unchanged."""
    for seat in (None, *range(state.game.seats)):
        for event in state.view(seat).events:
            if json.loads(json.dumps(event)) != event:
                return f"the event {event!r} seen by {who(seat)} does not survive JSON"
    return None


@law(looks=4)
def no_peek(state: State, rng: Rng) -> str | None:
    """Exchanging two cards that a seat cannot see changes neither its view nor its moves."""
    for seat in (None, *range(state.game.seats)):
        for exchange in exchanges(state, seat, rng, _EXCHANGES):
            fault = exchange.told_apart(state)
            if fault:
                one, other = exchange.pair
                return (
                    f"{who(seat)} can tell that {one.card} and {other.card}, which it cannot see,"
                    f" changed places: {fault}"
                )
    return None


def exchanges(state: State, seat: int | None, rng: Rng, count: int) -> Iterator[Exchange]:
    """Some exchanges of two cards that the seat cannot see where they lie."""
    slots = Slots(state, seat)
    lying = {id(slot): name for name, pile in slots.piles.items() for slot in pile}
    hidden = [(drawn, drawn.unseen()) for drawn in slots.drawn]
    hidden = [(drawn, unseen) for drawn, unseen in hidden if len({s.card for s in unseen}) > 1]
    decisions = list(_decisions(state)) if hidden else []
    for _ in range(count if hidden else 0):
        drawn, unseen = rng.choice(hidden)
        one = rng.choice(unseen)
        others = [slot for slot in unseen if slot.card != one.card]
        # Within one pile an exchange shows little, least of all in a hand.
        apart = [slot for slot in others if lying.get(id(slot)) != lying.get(id(one))]
        yield Exchange(seat, slots, drawn, (one, rng.choice(apart or others)), decisions)


def _decisions(state: State) -> Iterator[tuple[int | None, list[Move]]]:
    """Whose turn it was at each ply of a line, and the moves that were legal."""
    going = state.game.deal(dealt(state))
    for move in state.history:
        yield going.turn, list(going.moves)
        going.push(move)


@frozen(eq=False)
class Exchange:
    """The same game but for two cards that changed places when they were last shuffled unseen."""

    seat: int | None
    slots: Slots
    since: Drawn
    pair: tuple[Slot, Slot]
    #: Of the game as it was: whose turn it was at each ply, and the legal moves.
    decisions: Sequence[tuple[int | None, list[Move]]]

    def told_apart(self, state: State) -> str | None:
        """How the seat can tell; None if it cannot, or if this line is no line of the other game.

        Others may have to decide otherwise there, as far as the seat does not see it: who put one
        of the two cards aside now puts the other one aside. Where that is not legal, or where it
        is another seat's turn, the seat may conclude from the rules what it likes.
        """
        line = zip(self.decisions, self._line(state.history), strict=True)
        try:
            other = state.game.deal(self._deal(dealt(state)))
            for (turn, moves), move in line:
                if other.turn != turn:
                    return None
                if turn == self.seat and list(other.moves) != moves:
                    return f"its moves at ply {len(other.history)} {_or_else(moves, other.moves)}"
                if other.why_not(move) is not None:
                    return None
                other.push(move)
        except DealError:
            return None
        if other.turn != state.turn:
            return None
        return _view_fault(state.view(self.seat), other.view(self.seat))

    def _deal(self, deal: Deal) -> Deal:
        orders = {
            drawn.number: tuple(self._instead(slot).card for slot in drawn.slots)
            for drawn in self.slots.drawn
            if drawn.number >= self.since.number
        }
        return _Rearranged(base=deal, instead=orders)

    def _instead(self, slot: Slot) -> Slot:
        one, other = self.pair
        return other if slot is one else one if slot is other else slot

    def _line(self, line: Sequence[Move]) -> Iterator[Move]:
        before = len(line) - len(self.slots.named)
        yield from line[:before]
        for move, (at, named) in zip(line[before:], self.slots.named, strict=True):
            if at < self.since.at:
                yield move
                continue
            words = {str(card): str(self._instead(slot).card) for card, slot in named.items()}
            yield Move(" ".join(words.get(word, word) for word in str(move).split()))


@frozen(repr=False)
class _Rearranged(Deal):
    """A deal like another one, named like it, with some of its orders given."""

    base: Deal = field(kw_only=True)
    instead: dict[int, tuple[Card, ...]] = field(kw_only=True, hash=False)

    def order(self, k: int, cards: Iterable[Card]) -> list[Card]:
        order = self.instead.get(k)
        if order is None:
            return self.base.order(k, cards)
        if sorted(order) != sorted(cards):
            raise DealError(f"shuffle {k} has other cards now")
        return list(order)

    @property
    def number(self) -> int:
        return self.base.number

    def __str__(self) -> str:
        return str(self.base)


def _or_else(moves: Iterable[Move], others: Iterable[Move]) -> str:
    return f"are {', '.join(map(str, moves))}, or else {', '.join(map(str, others))}"


def _view_fault(one: View, other: View) -> str | None:
    if one != other:
        for event, instead in zip(one.events, other.events, strict=False):
            if event != instead:
                return f"it sees {json.dumps(event)}, or else {json.dumps(instead)}"
        return f"it sees {len(one.events)} events, or else {len(other.events)}"
    if one.moves != other.moves:
        return f"its moves {_or_else(one.moves, other.moves)}"
    if repr(one) != repr(other):
        return f"its view is {one!r}, or else {other!r}"
    if str(one) != str(other):
        return f"its table reads\n{one}\nor else\n{other}"
    return None
