"""What a law is, how it is tried along random games, and how a breach is told.

A law looks at one state at a time and says what is wrong with it. The trying is here: a random line
of moves, the law asked at some of its plies, and where it is broken the shortest line that still
shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice, tee
from typing import Final

from attrs import field, frozen

from cardkit.deals import Deal
from cardkit.moves import Move
from cardkit.rng import Rng
from cardkit.state import Game, State

#: What looks at a state and says what is wrong, None if nothing is. It must not change the state.
Check = Callable[[State, Rng], str | None]

#: How many looks are spent on making a breach shorter, in each of three ways: it is told once, but
#: soon.
_LOOKS: Final = 300
#: Lines that are no longer than this are not looked for by chance: all shorter ones can be tried.
_SHORT: Final = 3


class LawBroken(AssertionError):
    """A game breaks a law: which, at which deal and ply, after which moves, and how."""

    def __init__(
        self, law: str, game: Game, deal: Deal, ply: int, moves: Sequence[Move], message: str
    ) -> None:
        super().__init__(law, game, deal, ply, moves, message)
        self.law = law
        self.game = game
        self.deal = deal
        self.ply = ply
        self.moves = tuple(moves)
        self.message = message

    def __str__(self) -> str:
        line = ", ".join(map(str, self.moves)) or "(none)"
        return (
            f"{self.game.name or type(self.game).__name__} breaks the law {self.law!r}"
            f" in deal {self.deal} at ply {self.ply}: {self.message}\n"
            f"    moves: {line}\n"
            f"    game:  {self.game!r}"
        )


@frozen
class Law:
    """One law: its name, what it looks at, and how often.

    Calling it plays a random line of at most `plies` moves and raises LawBroken where the law does
    not hold. The same arguments always try the same line.
    """

    name: str
    #: What it asks for, in words.
    help: str
    check: Check = field(repr=False)
    #: At how many plies of a line it looks: the last, the first, others; None for all.
    looks: int | None = None
    #: How many times longer its lines are than others': to see the end of a match.
    stretch: int = 1
    #: Too slow to be tried more than once a game, or on many shorter lines when it is broken.
    costly: bool = False
    #: Whether it can be tried with a game at all.
    applies: Callable[[Game], bool] = field(default=lambda _: True, repr=False)

    def __call__(self, game: Game, deal: Deal | int | str, rng: Rng, plies: int) -> None:
        """Try the law along one line. Raises LawBroken."""
        trial = _Trial(self.check, game, Deal.of(deal), rng.next())
        line, message = trial.random_line(rng, plies * self.stretch)
        if message is None:
            found = trial.first_breach(line, self._places(len(line), rng))
            if found is None:
                return
            line, message = found
        if self.costly:
            line, message = trial.cut(line, message)
        else:
            line, message = trial.shortened(line, message)
        raise LawBroken(self.name, game, trial.deal, len(line), line, message)

    def _places(self, plies: int, rng: Rng) -> Collection[int]:
        if self.looks is None or self.looks > plies:
            return range(plies + 1)
        if self.looks == 1:
            return {plies}
        between = list(range(1, plies))
        rng.shuffle(between)
        return {0, plies, *between[: self.looks - 2]}


@frozen
class _Trial:
    """One check tried on one deal, with the same chance at every look."""

    check: Check
    game: Game
    deal: Deal
    seed: int

    def random_line(self, rng: Rng, plies: int) -> tuple[list[Move], str | None]:
        """Random legal moves; if the game stumbles over one, that is the last, and how it did."""
        line: list[Move] = []
        try:
            state = self.game.deal(self.deal)
            while len(line) < plies and state.outcome is None and state.moves:
                line.append(rng.choice(state.moves))
                state.push(line[-1])
        except Exception as error:
            return line, _raised(error)
        return line, None

    def first_breach(
        self, line: Sequence[Move], places: Collection[int]
    ) -> tuple[list[Move], str] | None:
        """The line up to the first of some plies that shows a breach, and how; None if none."""
        ply = 0
        try:
            state = self.game.deal(self.deal)
            for ply in range(len(line) + 1):
                if ply:
                    state.push(line[ply - 1])
                message = self.check(state, Rng(self.seed)) if ply in places else None
                if message is not None:
                    return list(line[:ply]), message
        except Exception as error:
            return list(line[:ply]), _raised(error)
        return None

    def cut(self, line: list[Move], message: str) -> tuple[list[Move], str]:
        """A line up to where it first shows the breach, found with few looks by halving."""
        sound = 0
        broken = self._breach_after([])
        if broken is not None:
            return [], broken
        while len(line) - sound > 1:
            half = (sound + len(line)) // 2
            broken = self._breach_after(line[:half])
            if broken is None:
                sound = half
            else:
                line, message = line[:half], broken
        return line, message

    def shortened(self, line: list[Move], message: str) -> tuple[list[Move], str]:
        """A line that shows a breach, too, and is short; the shortest there is, if that is short.

        It goes no further than the first breach of this line. Then come random lines that are
        shorter, lines without what the breach does not need, and all short lines in turn.
        """
        first = self.first_breach(line[:-1], range(len(line))) if line else None
        line, message = first or (line, message)
        line, message = self._by_chance(line, message)
        line, message = self._thinned(line, message)
        for other in islice(self._lines_below(len(line)), _LOOKS):
            broken = self._breach_after(other)
            if broken is not None:
                return other, broken
        return line, message

    def _by_chance(self, line: list[Move], message: str) -> tuple[list[Move], str]:
        """The shortest of some random lines with a breach."""
        rng, looks = Rng(self.seed), _LOOKS
        while len(line) > _SHORT and looks > 0:
            other, stumble = self.random_line(rng, len(line) - 1)
            looks -= len(other) + 1
            found = (other, stumble) if stumble else self.first_breach(other, range(len(line)))
            line, message = found or (line, message)
        return line, message

    def _thinned(self, line: list[Move], message: str) -> tuple[list[Move], str]:
        """A line without the stretches that the breach does not need, the longest tried first."""
        size, looks = len(line), _LOOKS
        while size > 0 and looks:
            for at in range(len(line) - size, -1, -1):
                fewer = line[:at] + line[at + size :]
                broken = self._breach_after(fewer)
                looks -= 1
                if broken is not None:
                    line, message, size = fewer, broken, len(fewer)
                if broken is not None or not looks:
                    break
            size -= 1
        return line, message

    def _lines_below(self, length: int) -> Iterator[list[Move]]:
        """All lines of legal moves that are shorter than that, the shortest first."""
        lines: Iterable[list[Move]] = [[]]
        for _ in range(length):
            lines, these = tee(lines)
            yield from these
            lines = ([*line, move] for line in lines for move in self._moves_after(line))

    def _moves_after(self, line: Sequence[Move]) -> list[Move]:
        """The moves after a line; none if the game is over, or stumbles on the way."""
        try:
            state = self.game.deal(self.deal)
            for move in line:
                state.push(move)
            return list(state.moves) if state.outcome is None else []
        except Exception:
            return []

    def _breach_after(self, line: Sequence[Move]) -> str | None:
        """What is wrong after a line; None if nothing is, or if the line is not legal."""
        try:
            state = self.game.deal(self.deal)
            for move in line:
                if state.outcome is not None or state.why_not(move) is not None:
                    return None
                state.push(move)
            return self.check(state, Rng(self.seed))
        except Exception as error:
            return _raised(error)


def _raised(error: Exception) -> str:
    """An exception in words, with the place in the code that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = ""
    if trace is not None:
        code = trace.tb_frame.f_code
        where = f" (in {code.co_name}, {code.co_filename.rpartition('/')[2]}:{trace.tb_lineno})"
    return f"{type(error).__name__}: {error}{where}"


def dealt(state: State) -> Deal:
    """The deal that a state came from; laws are tried only on states that came from one."""
    if state.deal is None:
        raise LookupError("this state came from no deal")
    return state.deal


def who(seat: int | None) -> str:
    """A seat in words.

    >>> who(2), who(None)
    ('seat 2', 'an onlooker')
    """
    return "an onlooker" if seat is None else f"seat {seat}"


def law(
    looks: int | None = None,
    stretch: int = 1,
    costly: bool = False,
    applies: Callable[[Game], bool] = lambda _: True,
) -> Callable[[Check], Law]:
    """Make a law of a check; the check's docstring says what the law asks for.

    A check gets a state and a generator of its own for its choices, always the same one.

    >>> import cardkit
    >>> @law(looks=2)
    ... def open_cards(state, rng):
    ...     "All cards lie face up."
    ...     hidden = [name for name, mask in state.down.items() if mask]
    ...     return f"not all of {hidden[0]} lies face up" if hidden else None
    >>> open_cards.name, open_cards.help
    ('open-cards', 'All cards lie face up.')
    >>> open_cards(cardkit.game("bisley"), 1, cardkit.Rng(1), plies=9)
    >>> open_cards(cardkit.game("klondike"), 1, cardkit.Rng(1), plies=9)
    Traceback (most recent call last):
    cardkit.testing.lawbook.LawBroken: klondike breaks the law 'open-cards' in deal 1 at ply 0: ...
    """

    def make(check: Check) -> Law:
        text = " ".join((check.__doc__ or "").split())
        name = check.__name__.replace("_", "-")
        return Law(name, text, check, looks, stretch, costly, applies)

    return make
