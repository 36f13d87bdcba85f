"""Whole matches by the thousand: the readable engine's results at the kernel's speed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from attrs import frozen

from cardkit.deals import Deal
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import Engine, as_list
from cardkit.kernel.engines import engine as engine_named
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.chance import new_chance
from cardkit.kernel.tricks.matches import play_matches
from cardkit.kernel.tricks.tabulate import tabulate
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


class Matches:
    """Matches of one game between certain players: `random` or `greedy`, one for all or by seat.

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

    def __init__(
        self,
        game: Game,
        players: str | Sequence[str] = "greedy",
        seed: int = 0,
        engine: Engine | None = None,
        limit: int = LIMIT,
    ) -> None:
        if limit < 0:
            raise ValueError(f"a limit is a number of moves, not {limit}")
        self.engine = engine or engine_named()
        self._tables = tabulate(game, self.engine)
        self.game = self._tables.game
        self.players = _seated(game, players)
        self.seed = seed
        self.limit = limit

    def play(self, deals: Iterable[int | Deal]) -> Iterator[MatchResult]:
        """The result of each match, in the order of the deals, as they are asked for.

        A deal is a number from 0 to 2**64 - 1, or the Deal of such a number; DealError is raised
        for another number, and Untabulated for a deal that another program numbers or that lists
        its cards. The kernel plays some hundred matches at a time, so that an interrupt is heard.
        """
        batch = _Batch(self)
        for numbers in self._batches(deals):
            while numbers:
                played = batch.play(numbers)
                yield from batch.results(numbers[:played])
                del numbers[:played]

    def count_deals(self, deals: Iterable[int | Deal]) -> int:
        """How many deals the same matches have: for measuring, since nothing is made of them.

        >>> import cardkit
        >>> from cardkit.kernel.engines import engine
        >>> game = cardkit.game("bismarck", session="quick")
        >>> Matches(game, "random", engine=engine("python")).count_deals(range(2))
        6
        """
        batch, total = _Batch(self), 0
        for numbers in self._batches(deals):
            while numbers:
                played = batch.play(numbers)
                total += batch.deals_of(played)
                del numbers[:played]
        return total

    def _batches(self, deals: Iterable[int | Deal]) -> Iterator[list[int]]:
        given, size = iter(deals), _BATCH[self.engine.name]
        while numbers := [number_of(deal) for deal in islice(given, size)]:
            yield numbers


def _seated(game: Game, players: str | Sequence[str]) -> tuple[str, ...]:
    """A player for each seat."""
    given = (players,) * game.seats if isinstance(players, str) else tuple(players)
    if len(given) != game.seats:
        raise ValueError(
            f"{game.name} has {game.seats} seats, so as many players, not {len(given)}"
        )
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
    if type(deal) is int and 0 <= deal < 2**64:
        return deal
    named = Deal.of(deal)
    if named.orders or str(named.number) != str(named):
        raise Untabulated(f"the kernel deals plain numbers, not {str(named)[:60]}")
    return named.number


class _Batch:
    """The arrays in which the kernel plays some matches and writes them down."""

    def __init__(self, given: Matches) -> None:
        engine, rules = given.engine, given.game.rules
        size = _BATCH[engine.name]
        # No deal has fewer moves than its hands have cards.
        room = max(_ROOM, given.limit // (rules.seats * rules.tricks) + 1)
        self._tables, self._limit = given._tables, given.limit
        self._play = engine.function(play_matches)
        self._now, self._chance = engine.longs(at.NOW), new_chance(engine, given.seed)
        self._numbers = engine.words(size)
        self._matches = engine.longs(size * at.MATCH)
        self._sheet = engine.longs(room * at.SHEET)
        for seat, player in enumerate(given.players):
            self._now[at.PLAYER + seat] = PLAYERS[player]
        # Most deals go like one before them.
        self._deal = lru_cache(maxsize=1 << 14)(self._new_deal)

    def play(self, numbers: Sequence[int]) -> int:
        """Play the first of these matches, one at the least, and say how many they were."""
        for i, number in enumerate(numbers):
            self._numbers[i] = number
        tables = self._tables
        played = self._play(
            tables.rules,
            tables.reals,
            self._now,
            self._chance,
            self._numbers,
            len(numbers),
            self._limit,
            self._matches,
            self._sheet,
        )
        return int(played)

    def deals_of(self, played: int) -> int:
        """How many deals the matches just played had."""
        return int(self._matches[(played - 1) * at.MATCH + at.MATCH_ROWS])

    def results(self, numbers: Sequence[int]) -> list[MatchResult]:
        """What the kernel has written of the matches with these numbers."""
        matches = _records(self._matches, len(numbers), at.MATCH)
        rows = _records(self._sheet, self.deals_of(len(numbers)), at.SHEET)
        deals = list(map(self._deal, rows))
        results, start = [], 0
        for number, match in zip(numbers, matches, strict=True):
            end = match[at.MATCH_ROWS]
            results.append(self._match(number, match, tuple(deals[start:end])))
            start = end
        return results

    def _new_deal(self, row: tuple[int, ...]) -> DealResult:
        seats = self._tables.game.seats
        return DealResult(
            contract=self._tables.contracts[row[at.SHEET_CONTRACT]],
            trump=TRUMPS[row[at.SHEET_TRUMP]],
            dealer=row[at.SHEET_DEALER],
            tricks=row[at.SHEET_TRICKS : at.SHEET_TRICKS + seats],
            points=row[at.SHEET_POINTS : at.SHEET_POINTS + seats],
        )

    def _match(
        self, number: int, match: tuple[int, ...], deals: tuple[DealResult, ...]
    ) -> MatchResult:
        scores = match[at.MATCH_SCORES : at.MATCH_SCORES + self._tables.game.seats]
        ended = bool(match[at.MATCH_ENDED])
        most = max(scores) if ended else None
        winners = tuple(seat for seat, score in enumerate(scores) if score == most)
        return MatchResult(number, scores, winners, deals, match[at.MATCH_MOVES], ended)


def _records(array: Sequence[int], count: int, size: int) -> list[tuple[int, ...]]:
    """The first records of so many numbers each that an array holds."""
    numbers = as_list(array[: count * size])
    return [tuple(numbers[i : i + size]) for i in range(0, count * size, size)]
