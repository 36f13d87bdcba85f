"""Worlds that a seat cannot tell from the real one, each as likely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardkit import journal
from cardkit.cards import Card
from cardkit.deals import Deal
from cardkit.knowledge import Bag, Knowledge, Slot, Unseen, family
from cardkit.moves import Move, hides
from cardkit.piles import Pile
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.table import Table, Value
from cardkit.zones import Path, Worlds

if TYPE_CHECKING:
    from cardkit.view import View


class Sampler:
    """The worlds of one view: all deals and hidden choices that are consistent with what it saw.

    Making one reads the view and counts; after that each world costs little.

    >>> import cardkit
    >>> state = cardkit.game("bismarck").deal(7)
    >>> world = Sampler(state.view(1)).sample(cardkit.Rng(1))
    >>> world.cards["hand1"] == state.cards["hand1"], world.cards["hand2"] == state.cards["hand2"]
    (True, False)
    """

    def __init__(self, view: View) -> None:
        """Raises LookupError if the view has no rules, or if it cannot be told what is hidden."""
        if view.game is None:
            raise LookupError("a view made from a record has no rules to sample by")
        self._view = view
        self._game: Game = view.game
        self._known = Knowledge(view, view.game)
        self._worlds: Worlds[Card] = Worlds(self._known.paths, self._known.room)

    @property
    def count(self) -> int:
        """How many worlds there are: deals, up to the order within a hand, and hidden choices."""
        return self._worlds.count

    def sample(self, rng: Rng, past: bool = False) -> State:
        """One world, with a deal number of its own for all chance to come.

        With `past` it can be undone to the start of the deal under way, and this seat's view of it
        equals the one that it was drawn from. Raises LookupError if there is no world.
        """
        world = _World(self._known, self._worlds.draw(rng), rng)
        deal = Deal.of(rng.next())
        if past:
            return self._replayed(world, deal)
        view, table = self._view, Table(self._game.piles, self._game.facts, deal)
        for name, cards in world.piles().items():
            table.cards[name][:] = cards
        table.down.update(view.down)
        table.seers.update(view.seers)
        table.facts.update(view.facts)
        return State(self._game, table)

    def _replayed(self, world: _World, deal: Deal) -> State:
        """The deal under way once more, with a card for everything that was not seen."""
        view, table = self._view, Table(self._game.piles, self._game.facts, deal)
        table.facts.update(view._base)
        if any(spec.scope == "deal" for spec in table.fact_specs) or view._base:
            # Nothing of the deals before can be undone, but that there were some shows.
            table.past.append(())
        table.begin("deal")
        played: list[Move] = []
        for number, event in enumerate(view.events):
            unseen = [world.card(thing) for thing in self._known.unseen.get(number, ())]
            if event[0] == "play":
                move = Move(event[2])
                if hides(move):
                    move = Move(str(move).replace("??", str(self._chosen(world, number))))
                table.mark(move)
                played.append(move)
            else:
                _again(table, event, unseen, world.laid)
        state = State(self._game, table)
        state._played = played
        return state

    def _chosen(self, world: _World, number: int) -> Card:
        """The card that a move hid: the next that goes."""
        for later in range(number + 1, len(self._view.events)):
            if self._view.events[later][0] == "take":
                return world.card(self._known.unseen[later][0])
        raise LookupError("a hidden choice that moved no card")
