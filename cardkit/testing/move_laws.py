"""Laws of moves: their notation and order, one legality, reasons, turns and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from cardkit.cards import HIDDEN, SUIT_LETTERS, Card
from cardkit.moves import Move, NotationError
from cardkit.outcome import IllegalMove, Outcome, Reason
from cardkit.rng import Rng
from cardkit.state import RESIGN, Game, State
from cardkit.testing.lawbook import law


@law()
def notation(state: State, rng: Rng) -> str | None:
    """Every legal move is known by its text alone, and each is listed once."""
    moves = list(state.moves)
    for move in moves:
        if Move(str(move)) is not move:
            return f"the text {str(move)!r} does not read back as the same move"
    twice = {move for move in moves if moves.count(move) > 1}
    return f"{min(map(str, twice))} is listed twice" if twice else None


@law()
def order_of_moves(state: State, rng: Rng) -> str | None:
    """Moves are listed by source, target, count and card; each verb has its place among them."""
    places = {name: at for at, name in enumerate(state.cards)}
    moves = list(state.moves)
    for one, other in zip(moves, moves[1:], strict=False):
        if _kind(one) == _kind(other) and _rank(one, places) > _rank(other, places):
            return f"{other} is listed after {one}, but comes before it in canonical order"
    blocks = [_kind(move) for at, move in enumerate(moves) if not at or _kind(move) != _kind(moves[at - 1])]
    torn = next((kind for kind in blocks if blocks.count(kind) > 1), None)
    if torn is not None:
        return f"moves like {_example(moves, torn)} do not stand together in {_listed(moves)}"
    return _order_of_kinds(state, blocks)


def _order_of_kinds(state: State, blocks: Sequence[tuple[str, ...]]) -> str | None:
    """Kinds of moves come in the same order here as earlier in the game."""
    earlier = state.copy()
    while earlier.history:
        earlier.undo()
        seen = list(dict.fromkeys(map(_kind, earlier.moves)))
        common = [kind for kind in seen if kind in blocks]
        now = [kind for kind in blocks if kind in seen]
        if common != now:
            ply = len(earlier.history)
            return (
                f"the order of kinds of moves is {_listed(state.moves)}"
                f" but was {_listed(earlier.moves)} at ply {ply}"
            )
    return None


def _kind(move: Move) -> tuple[str, ...]:
    """What moves are alike: transfers, bare cards, a verb with its words."""
    if move.source is not None:
        return ("-",)
    if move.verb is None:
        return ("card",)
    return (move.verb, *(arg for arg in move.args if _sort_of(arg) == "word"))


def _rank(move: Move, places: dict[str, int]) -> tuple[int, ...]:
    """Where a move stands among those of its kind."""
    if move.source is not None and move.target is not None:
        return places.get(move.source, -1), places.get(move.target, -1), move.count or 0
    if move.verb is None:
        return (move.card or 0,)
    return tuple(_value_of(arg) for arg in move.args if _sort_of(arg) != "word")


def _sort_of(arg: str) -> str:
    if arg.isdigit():
        return "number"
    if len(arg) == 1 and arg in SUIT_LETTERS:
        return "suit"
    return "card" if arg == "??" or not arg[-1].islower() else "word"


def _value_of(arg: str) -> int:
    match _sort_of(arg):
        case "number":
            return int(arg)
        case "suit":
            return SUIT_LETTERS.index(arg)
    return Card(arg).code


def _example(moves: Sequence[Move], kind: tuple[str, ...]) -> str:
    return str(next(move for move in moves if _kind(move) == kind))


def _listed(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves))


@law(looks=8)
def one_legality(state: State, rng: Rng) -> str | None:
    """What `moves` lists is exactly what `why_not` passes, among every move one could think of."""
    listed = set(state.moves)
    for move in candidates(state):
        reason = state.why_not(move)
        if (reason is None) != (move in listed):
            if reason is None:
                return f"why_not passes {move}, which moves does not list"
            return f"moves lists {move}, which why_not refuses: {reason}"
        if reason is not None and not (isinstance(reason, Reason) and reason.text.strip()):
            return f"{move} is refused without a word: {reason!r}"
    return None


@law(looks=8)
def membership(state: State, rng: Rng) -> str | None:
    """`move in state.moves` tells the same, for moves and texts, before and after the list is made."""
    tried = [*state.moves, *_some(candidates(state), 40, rng)]
    asked, made = state.copy(), state.copy()
    listed = list(made.moves)
    for move in tried:
        truth = move in listed
        for name, moves in (("unlisted", asked.moves), ("listed", made.moves)):
            for value in (move, str(move)):
                if (value in moves) != truth:
                    return f"{value!r} in {name} moves is {not truth}, but moves lists {_listed(listed)}"
    return "'no move!' is in moves" if "no move!" in asked.moves else None


@law(looks=8)
def refusals(state: State, rng: Rng) -> str | None:
    """A refused move raises IllegalMove with a reason, and changes nothing."""
    tried = [move for move in _some(candidates(state), 60, rng) if move not in state.moves]
    copy = state.copy()
    before = copy.key, list(copy._table.journal), copy.history
    for move in tried:
        try:
            copy.play(move)
            return f"{move} is not listed, yet it was played"
        except IllegalMove as refused:
            if not refused.reason.text.strip():
                return f"{move} is refused without a word"
        if before != (copy.key, copy._table.journal, copy.history):
            return f"the refused move {move} left something changed"
    return None


@law()
def turns_and_end(state: State, rng: Rng) -> str | None:
    """Somebody decides and has a move exactly while there is no outcome; who decides may resign."""
    game, outcome, turn = state.game, state.outcome, state.turn
    if RESIGN in list(state.moves):
        return "resign is listed among the moves"
    if outcome is not None:
        return _end_fault(state, outcome)
    if turn is None or not 0 <= turn < game.seats:
        return f"nobody's turn: the turn is {turn!r} of {game.seats} seats, and there is no outcome"
    if not state.moves:
        return f"seat {turn} has no move, and there is no outcome"
    reason = state.why_not(RESIGN)
    if reason is not None:
        return f"seat {turn} cannot resign: {reason}"
    copy = state.copy()
    copy.resign()
    if copy.outcome is None or copy.outcome.reason != "resigned":
        return f"after seat {turn} resigned the outcome is {copy.outcome}"
    return _end_fault(copy, copy.outcome)


def _end_fault(state: State, outcome: Outcome) -> str | None:
    """What is wrong with a state that has an outcome."""
    seats = state.game.seats
    if state.turn is not None:
        return f"the game is over, but it is the turn of seat {state.turn}"
    if len(state.moves):
        return f"the game is over ({outcome.reason}), but there are moves: {_listed(state.moves)}"
    if state.why_not(RESIGN) is None:
        return "the game is over, but somebody can still resign"
    if any(len(state.view(seat).moves) for seat in range(seats)):
        return "the game is over, but a view shows moves"
    if outcome.scores is not None and len(outcome.scores) != seats:
        return f"there are {seats} seats, but the scores are {outcome.scores}"
    if any(not 0 <= seat < seats for seat in outcome.winners):
        return f"there are seats 0 to {seats - 1}, but the winners are {outcome.winners}"
    if seats == 1 and outcome.won is None:
        return f"a game for one is won or not, but its outcome is {outcome}"
    return None


#: Texts that are moves in some game, or at least look like it.
_FOREIGN: Final = (
    "nowhere-elsewhere", "nowhere-elsewhere*7", "t999-a999", "frobnicate", "frobnicate 3", "??",
    "deal", "deal H", "redeal", "draw", "pass", "bid 99", "away ??", "contract H", "contract free H",
)  # fmt: skip

_KEPT: WeakKeyDictionary[Game, tuple[Move, ...]] = WeakKeyDictionary()


def candidates(state: State) -> Iterator[Move]:
    """Every move that one could think of: what `moves` must agree about with `why_not`.

    Each transfer between two piles of as many cards as lie there and one more; each card of a whole
    pack; each verb that random games of this kind show, with every other card, suit or number in
    it; and moves of other games.
    """
    game = state.game
    names = list(state.cards)
    for source in names:
        for target in names:
            for count in range(1, len(state.cards[source]) + 2):
                yield Move.transfer(source, target, count)
    yield from _verbs(game)
    yield from state.moves


def _verbs(game: Game) -> tuple[Move, ...]:
    """The moves among the candidates that are no transfers, the same for all states of a game."""
    kept = _KEPT.get(game)
    if kept is None:
        moves = dict.fromkeys(map(Move, [*map(str, _PACK), *_FOREIGN]))
        for move in _shown(game):
            if move.source is None:
                moves.update(dict.fromkeys(_variants(move)))
        kept = _KEPT[game] = tuple(moves)
    return kept


_PACK: Final = tuple(Card.of(rank, suit) for suit in range(4) for rank in range(1, 14))


def _shown(game: Game) -> dict[Move, None]:
    """The moves listed in some random games."""
    shown: dict[Move, None] = {}
    for number in range(3):
        rng = Rng.stream(number, "verbs")
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
    yield Move(move.verb)
    for at, arg in enumerate(move.args):
        for other in (*_others(arg), f"{arg} {arg}"):
            try:
                yield Move(" ".join([move.verb, *move.args[:at], other, *move.args[at + 1 :]]))
            except NotationError:
                continue


def _others(arg: str) -> Sequence[str]:
    match _sort_of(arg):
        case "card":
            return [str(HIDDEN), *map(str, _PACK)]
        case "suit":
            return list(SUIT_LETTERS)
        case "number":
            return ["0", "1", str(int(arg) + 1), "999999"]
    return ["nothing"]


def _some(moves: Iterator[Move], count: int, rng: Rng) -> list[Move]:
    every = list(moves)
    return [rng.choice(every) for _ in range(count)]
