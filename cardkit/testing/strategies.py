"""Strategies for Hypothesis: the values of cardkit, and states of any game.

They need the package hypothesis, which is no dependency of cardkit itself.

    @given(positions(cardkit.game("bisley")))
    def test_no_column_grows_beyond_a_suit(state): ...

States shrink to short lines of the moves that are listed first.
"""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from cardkit.cards import HIDDEN, SUIT_LETTERS, Card, Deck, Rank, Suit
from cardkit.deals import Deal
from cardkit.moves import Move
from cardkit.piles import Pile
from cardkit.rng import Rng
from cardkit.state import Game, State

_PACK: Final = Deck().cards


def cards(deck: Deck | None = None, hidden: bool = False) -> st.SearchStrategy[Card]:
    """Cards of a deck (of a whole pack if none is given), also `??` if `hidden`."""
    known = st.sampled_from(_PACK if deck is None else deck.cards)
    return known | st.just(HIDDEN) if hidden else known


def decks(max_packs: int = 3) -> st.SearchStrategy[Deck]:
    """Decks of any ranks and suits."""
    return st.builds(
        Deck,
        packs=st.integers(1, max_packs),
        ranks=st.sets(st.sampled_from(Rank), min_size=1),
        suits=st.sets(st.sampled_from(Suit), min_size=1),
    )


@st.composite
def piles(draw: st.DrawFn, max_size: int = 12, hidden: bool = False) -> Pile:
    """Piles of cards, each face up or down.

    >>> from hypothesis import find
    >>> find(piles(), lambda pile: len(pile) == 2)
    Pile('AC AC')
    """
    lying = draw(st.lists(cards(hidden=hidden), max_size=max_size))
    return Pile(lying, draw(st.integers(0, (1 << len(lying)) - 1)))


def moves() -> st.SearchStrategy[Move]:
    """Moves of every form that the notation has, whatever game they could belong to."""
    words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6)
    names = st.tuples(words, st.just("") | st.integers(0, 99).map(str)).map("".join)
    args = st.one_of(
        cards(hidden=True).map(str),
        st.sampled_from(SUIT_LETTERS),
        st.integers(0, 999_999_999).map(str),
        words,
        st.tuples(words, words).map("-".join),
    )
    return st.one_of(
        cards(hidden=True).map(lambda card: Move(str(card))),
        st.builds(Move.transfer, names, names, st.integers(1, 999)),
        st.builds(_verb_move, words, st.lists(args, max_size=4)),
    )


def _verb_move(verb: str, args: list[str]) -> Move:
    return Move(" ".join([verb, *args]))


def deals(game: Game) -> st.SearchStrategy[Deal]:
    """Deals that a game can be dealt from: numbers, and Microsoft's where the game takes them."""
    numbers = st.integers(0, 1000) | st.integers(0, 2**64 - 1)
    found = numbers.map(Deal.of)
    if sorted(game.deck.cards) != list(_PACK):
        return found
    try:
        game.deal("ms:1")
    except ValueError:
        return found
    return found | st.integers(1, 32_000).map(lambda number: Deal.of(f"ms:{number}"))


@st.composite
def positions(draw: st.DrawFn, game: Game, plies: int = 30) -> State:
    """States after at most so many legal moves, each of which Hypothesis chooses."""
    state = game.deal(draw(deals(game)))
    for _ in range(draw(st.integers(0, plies))):
        listed = state.moves
        if not listed:
            break
        state.push(listed[draw(st.integers(0, len(listed) - 1))])
    return state


@st.composite
def matches(draw: st.DrawFn, game: Game, limit: int = 2000) -> State:
    """Whole games, played at random until they are over or have `limit` moves.

    Every move can be undone: the state holds the whole line.
    """
    state = game.deal(draw(deals(game)))
    rng = Rng(draw(st.integers(0, 2**64 - 1)))
    while state.outcome is None and state.moves and len(state.history) < limit:
        state.push(rng.choice(state.moves))
    return state


__all__ = ["cards", "deals", "decks", "matches", "moves", "piles", "positions"]
