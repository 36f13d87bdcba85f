"""Every move that one could think of, legal or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from cardkit.cards import HIDDEN, SUIT_LETTERS, Card, Deck
from cardkit.moves import Move, NotationError
from cardkit.rng import Rng
from cardkit.state import Game, State

_PACK: Final = tuple(map(str, Deck()))

#: Moves of other games, and texts that only look like moves.
_FOREIGN: Final = (
    *("nowhere-elsewhere", "nowhere-elsewhere*7", "t999-a999", "frobnicate", "frobnicate 3", "??"),
    *("deal", "deal H", "redeal", "draw", "pass", "bid 99", "away ??", "contract H"),
)


class Candidates:
    """The moves that one could think of in a game.

    Each transfer between two piles of as many cards as lie there and one more; each card of a
    whole pack; each verb that random games show, with every other card, suit or number in it; and
    moves of other games.
    """

    def __init__(self, game: Game) -> None:
        self._transfers: dict[tuple[str, str, int], Move] = {}
        self._others = tuple(_others(game))

    def of(self, state: State) -> Iterator[Move]:
        """All of them at one state."""
        counts = [(name, range(1, len(pile) + 2)) for name, pile in state.cards.items()]
        transfers = (
            self._transfer(source, target, count)
            for source, sizes in counts
            for target in state.cards
            for count in sizes
        )
        return chain(state.moves, transfers, self._others)

    def some(self, state: State, count: int, rng: Rng) -> list[Move]:
        """A few of them, transfers and others alike."""
        names = list(state.cards)
        found = []
        for _ in range(count // 2):
            source = rng.choice(names)
            size = 1 + rng.below(len(state.cards[source]) + 1)
            found.append(self._transfer(source, rng.choice(names), size))
            found.append(rng.choice(self._others))
        return found

    def _transfer(self, source: str, target: str, count: int) -> Move:
        key = source, target, count
        move = self._transfers.get(key)
        if move is None:
            move = self._transfers[key] = Move.transfer(source, target, count)
        return move


_KEPT: dict[tuple[type[Game], str], Candidates] = {}


def candidates(game: Game) -> Candidates:
    """The candidates of a game, kept for the last few games asked about.

    >>> import cardkit
    >>> state = cardkit.game("bisley").deal(1)
    >>> thought_of = {str(move) for move in candidates(state.game).of(state)}
    >>> {"t1-t2", "t1-t2*4", "KS", "frobnicate"} <= thought_of
    True
    """
    key = type(game), game.digest
    if key not in _KEPT:
        if len(_KEPT) >= 8:
            _KEPT.clear()
        _KEPT[key] = Candidates(game)
    return _KEPT[key]


def sort_of(arg: str) -> str:
    """What a word behind a verb is: a `card`, a `suit`, a `number` or a `word`.

    >>> [sort_of(arg) for arg in ("2C", "??", "H", "12", "no-trump")]
    ['card', 'card', 'suit', 'number', 'word']
    """
    if arg.isdigit():
        return "number"
    if arg.islower():
        return "word"
    return "suit" if arg in SUIT_LETTERS else "card"


def value_of(arg: str) -> int:
    """The number by which words of one sort are ordered; 0 for one that has no order.

    >>> value_of("D"), value_of("12"), value_of("2C"), value_of("trump")
    (1, 12, 2, 0)
    """
    match sort_of(arg):
        case "number":
            return int(arg)
        case "suit":
            return SUIT_LETTERS.index(arg)
        case "card":
            return Card(arg).code
    return 0


def _others(game: Game) -> dict[Move, None]:
    """The candidates that are no transfers, the same in every state."""
    moves = dict.fromkeys(map(Move, [*_PACK, *_FOREIGN]))
    for move in _shown(game):
        if move.source is None:
            moves.update(dict.fromkeys(_variants(move)))
    return moves


def _shown(game: Game) -> dict[Move, None]:
    """The moves listed in some random games."""
    shown: dict[Move, None] = {}
    for number in range(3):
        rng = Rng.stream(number, "candidates")
        state = game.deal(number)
        for _ in range(150):
            if state.outcome is not None or not state.moves:
                break
            shown.update(dict.fromkeys(state.moves))
            state.push(rng.choice(state.moves))
    return shown


def _variants(move: Move) -> Iterator[Move]:
    """The move itself, and with each of its arguments replaced, left out or doubled."""
    yield move
    if move.verb is None:
        return
    for at, arg in enumerate(move.args):
        for other in (*_instead(arg), "", f"{arg} {arg}"):
            words = [move.verb, *move.args[:at], other, *move.args[at + 1 :]]
            try:
                yield Move(" ".join(filter(None, words)))
            except NotationError:
                continue


def _instead(arg: str) -> Sequence[str]:
    match sort_of(arg):
        case "card":
            return (str(HIDDEN), *_PACK)
        case "suit":
            return tuple(SUIT_LETTERS)
        case "number":
            return ("0", "1", str(int(arg) + 1), "999999999")
    return ("nothing",)
