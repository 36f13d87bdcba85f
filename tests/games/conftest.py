"""What the tests of the patiences share: positions from a few piles, and whole games at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

import cardkit
from cardkit import Card, Pile, State

Place = Callable[..., State]
Played = Callable[[cardkit.Game, int, Sequence[int]], State]


@pytest.fixture(scope="session")
def place() -> Place:
    """`place(game, "t1 8C / t2 9H ; redeals=1", under="t8")`: a position from a few piles.

    All cards of the deck that are not named lie beneath the cards of the pile `under`, whatever
    that is: face down in a stock, face up elsewhere.
    """
    return _place


def _place(game: cardkit.Game, text: str, under: str = "stock") -> State:
    piles, _, facts = text.partition(";")
    given: dict[str, Pile] = {}
    for part in filter(None, map(str.strip, piles.split("/"))):
        name, _, cards = part.partition(" ")
        given[name] = Pile(cards)
    rest = Counter(game.deck) - Counter(card for pile in given.values() for card in pile)
    cards = sorted(rest.elements())
    down = (1 << len(cards)) - 1 if under == "stock" else 0
    given[under] = Pile(cards, down) + given.get(under, Pile(""))
    lines = " / ".join(f"{name} {pile}" for name, pile in given.items() if pile)
    return game.at(f"{lines} ; {facts}")


@pytest.fixture(scope="session")
def played() -> Played:
    """`played(game, deal, choices)`: a random game, with what holds in every game checked.

    No card is lost or doubled, every move offered is one that the rules allow, and taking all back
    and playing all again leads where it led.
    """
    return _played


def _played(game: cardkit.Game, deal: int, choices: Sequence[int]) -> State:
    state = game.deal(deal)
    keys = [state.key]
    for choice in choices:
        if state.outcome is not None:
            break
        moves = list(state.moves)
        assert all(state.why_not(move) is None for move in moves)
        state.play(moves[choice % len(moves)])
        assert Counter(_cards(state)) == Counter(game.deck)
        keys.append(state.key)
    end = state.key
    for key in reversed(keys[:-1]):
        state.undo()
        assert state.key == key
    for key in keys[1:]:
        state.redo()
        assert state.key == key
    assert state.key == end
    return state


def _cards(state: State) -> list[Card]:
    return [card for cards in state.cards.values() for card in cards]
