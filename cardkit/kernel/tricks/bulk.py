"""Whole matches by the thousand: the readable engine's results at the kernel's speed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from attrs import field, frozen

from cardkit.deals import Deal
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine, engine
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.matches import play_matches
from cardkit.kernel.tricks.tabulate import Tabulation, tabulate
from cardkit.rng import fnv1a64
from cardkit.state import Game
from cardkit.tricks.classes import TRUMPS, Trump
from cardkit.words import did_you_mean

#: The players that the kernel knows.
PLAYERS: Final = {"random": at.RANDOM, "greedy": at.GREEDY}
#: So many moves a match may have, as in `cardkit.headless.run`.
LIMIT: Final = 10_000

#: Matches, and their deals, that one call into the kernel plays at most: a fraction of a second.
_BATCH: Final = {"numba": 512, "python": 1}
_ROOM: Final = 4096


@frozen
class DealResult:
    """How one deal of a match went; `tricks` are each seat's own, `points` those of its side."""

    contract: str
    trump: Trump
    dealer: int
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@frozen
class MatchResult:
    """How a match went: the number of its deal, the totals, who shares the highest, its deals.

    A match that the limit of moves stopped has not `ended`, and nobody wins it.
    """

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    deals: tuple[DealResult, ...]
    moves: int
    ended: bool


@frozen(eq=False)
class Matches:
    """Matches of one game with certain players: `random` or `greedy`, one for all or by seat.

    What comes out for a number is what `cardkit.run(game, deal=number, players=..., seed=seed)`
    comes to, whatever other numbers are played along with it. Raises Untabulated for a game or a
    player that the kernel does not have, and ValueError for a wrong number of players.

    >>> import cardkit
    >>> from cardkit.kernel.engines import engine
    >>> game = cardkit.game("bismarck", session="quick")
    >>> [result] = Matches(game, "greedy", engine=engine("python")).play([7])
    >>> result.scores == cardkit.run(game, deal=7, players="greedy").outcome.scores
    True
    >>> [(deal.contract, sum(deal.tricks)) for deal in result.deals]
    [('trump', 16), ('no-trump', 16), ('pass', 16)]
    """

    game: Game
    players: str | Sequence[str] = "greedy"
    seed: int = 0
    engine: Engine = field(factory=engine)
    limit: int = LIMIT
    _tables: Tabulation = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if self.limit < 0:
            raise ValueError(f"a limit is a number of moves, not {self.limit}")
        object.__setattr__(self, "_tables", tabulate(self.game, self.engine))
        object.__setattr__(self, "players", _seated(self.game, self.players))

    def play(self, deals: Iterable[int | Deal]) -> Iterator[MatchResult]:
        """The result of each match, in the order of the deals, as they are asked for.

        A deal is a number from 0 to 2**64 - 1, or the Deal of such a number; DealError is raised
        for another number, and Untabulated for a deal that another program numbers or that lists
        its cards. The kernel plays some hundred matches at a time, so that an interrupt is heard.
        """
        given, size = iter(deals), _BATCH[self.engine.name]
        batch = _Batch(self._tables, self.players, self.seed, self.limit)
        while numbers := [number_of(deal) for deal in islice(given, size)]:
            while numbers:
                results = batch.play(numbers)
                yield from results
                del numbers[: len(results)]


def _seated(game: Game, players: str | Sequence[str]) -> tuple[str, ...]:
    """A player for each seat."""
    given = (players,) * game.seats if isinstance(players, str) else tuple(players)
    if len(given) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seats, so as many players, not {len(given)}")
    for player in given:
        if player not in PLAYERS:
            hint = did_you_mean(player, PLAYERS)
            raise Untabulated(f"the kernel plays {' and '.join(PLAYERS)}, not {player!r}{hint}")
    return given


def number_of(deal: int | Deal) -> int:
    """The number of a deal that the kernel can deal: a plain one.

    Raises DealError for a number that no deal has, and Untabulated for a deal that has none.

    >>> number_of(7), number_of(Deal.of("7"))
    (7, 7)
    >>> number_of(Deal.of("ms:7"))
    Traceback (most recent call last):
    ...
    cardkit.kernel.Untabulated: the kernel deals plain numbers, not ms:7
    """
    named = Deal.of(deal)
    if named.orders or str(named.number) != str(named):
        raise Untabulated(f"the kernel deals plain numbers, not {str(named)[:60]}")
    return named.number


class _Batch:
    """The arrays in which the kernel plays some matches and writes them down."""

    def __init__(
        self, tables: Tabulation, players: Iterable[str], seed: int, limit: int
    ) -> None:
        self._tables, self._limit, engine = tables, limit, tables.engine
        size = _BATCH[engine.name]
        # No deal has fewer moves than its hands have cards.
        room = max(_ROOM, limit // (tables.game.seats * tables.game.rules.tricks) + 1)
        self._play = engine.function(play_matches)
        self._now, self._chance = engine.longs(at.NOW), engine.words(at.CHANCE)
        self._numbers = engine.words(size)
        self._matches = engine.longs(size * at.MATCH)
        self._rows = engine.longs(room * at.ROW)
        for seat, player in enumerate(players):
            self._now[at.PLAYER + seat] = PLAYERS[player]
        self._chance[at.SEED] = fnv1a64(str(seed))

    def play(self, numbers: Sequence[int]) -> list[MatchResult]:
        """The results of the first of these matches, of one at the least."""
        for i, number in enumerate(numbers):
            self._numbers[i] = number
        tables = self._tables
        count = self._play(
            tables.rules, tables.reals, self._now, self._chance,
            self._numbers, len(numbers), self._limit, self._matches, self._rows,
        )  # fmt: skip
        matches = _records(self._matches, count, at.MATCH)
        rows = _records(self._rows, matches[-1][at.MATCH_ROWS], at.ROW)
        deals = [self._deal(row) for row in rows]
        results, start = [], 0
        for number, match in zip(numbers, matches, strict=False):
            end = match[at.MATCH_ROWS]
            results.append(self._match(number, match, tuple(deals[start:end])))
            start = end
        return results

    def _deal(self, row: Sequence[int]) -> DealResult:
        seats = self._tables.game.seats
        return DealResult(
            contract=self._tables.contracts[row[at.ROW_CONTRACT]],
            trump=TRUMPS[row[at.ROW_TRUMP]],
            dealer=row[at.ROW_DEALER],
            tricks=tuple(row[at.ROW_TRICKS : at.ROW_TRICKS + seats]),
            points=tuple(row[at.ROW_POINTS : at.ROW_POINTS + seats]),
        )

    def _match(
        self, number: int, match: Sequence[int], deals: tuple[DealResult, ...]
    ) -> MatchResult:
        scores = tuple(match[at.MATCH_SCORES : at.MATCH_SCORES + self._tables.game.seats])
        ended = bool(match[at.MATCH_ENDED])
        most = max(scores) if ended else None
        winners = tuple(seat for seat, score in enumerate(scores) if score == most)
        return MatchResult(number, scores, winners, deals, match[at.MATCH_MOVES], ended)


def _records(array: Sequence[int], count: int, size: int) -> list[list[int]]:
    """The first records of so many numbers each that an array holds."""
    numbers = list(map(int, array[: count * size]))
    return [numbers[i : i + size] for i in range(0, count * size, size)]
