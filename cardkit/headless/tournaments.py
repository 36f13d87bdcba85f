"""Tournaments: players meet over the same deals, in every seating, and are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from cardkit.deals import Deal, DealError, parse_deals
from cardkit.headless.choosing import chosen_game
from cardkit.headless.comparing import Tournament, compare_deal
from cardkit.headless.running import LIMIT, Run, check_limit, run
from cardkit.headless.seating import PlayerLike, choose_players, player_name
from cardkit.headless.seatings import seatings
from cardkit.outcome import Outcome
from cardkit.state import Game

#: So many deals a tournament has at most.
MOST_DEALS: Final = 100_000


def tournament(
    game: str | Game,
    players: Iterable[PlayerLike],
    deals: str | Iterable[object],
    *,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    limit: int = LIMIT,
    **more_options: object,
) -> Tournament:
    """Let players meet over some deals, each of which is played in every seating.

    - `players`: two or more different ones, each as for `run`. If there are more than seats, every
      choice of them meets. If there are fewer, some of them have several seats in a match, and all
      have at least one. A player named twice is one player with two seats;
    - `deals`: `"1..100"`, or anything with deals in it, each of them once. A deal is all the cards
      of a match. A game with one seat is played by each player in turn;
    - `options`, `seed`, `limit` and other keywords are as for `run`.

    The named players' chance depends on the deal, the seat and the seed, so that a player has the
    same in every seating. `Contest` does the same step by step.

    Raises ValueError (OptionError, DealError ... are such) for what is wrong with these, and
    whatever `run` raises when a match goes wrong.

    >>> result = tournament("bisley", ["greedy", "random"], "1..3")
    >>> result.matches, sorted(standing.player for standing in result.ranking)
    (6, ['greedy', 'random'])
    """
    contest = Contest(game, players, deals, options=options, seed=seed, limit=limit, **more_options)
    for _ in contest.play():
        pass
    return contest.result()


class Contest:
    """A tournament that is being played: it can be watched, and what it came to so far be asked.

    It takes what `tournament` takes and raises what that raises.

    >>> contest = Contest("bisley", ["greedy", "random"], "1..3")
    >>> contest.total, len(list(islice(contest.play(), 3)))
    (6, 3)
    >>> contest.result().is_complete, len(contest.result().deals)
    (False, 1)
    """

    def __init__(
        self,
        game: str | Game,
        players: Iterable[PlayerLike],
        deals: str | Iterable[object],
        *,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        limit: int = LIMIT,
        **more_options: object,
    ) -> None:
        """Check everything; nothing is played yet."""
        self.game = chosen_game(tournament, game, options, more_options)
        check_limit(limit)
        self._seed, self._limit = seed, limit
        entrants = _entrants(self.game, players)
        self._names = tuple(entrants)
        self._players = [player for player, _ in entrants.values()]
        self._seatings = seatings([times for _, times in entrants.values()], self.game.seats)
        self._deals = _deals(deals)
        self._outcomes: list[tuple[Outcome, ...]] = []

    @property
    def total(self) -> int:
        """How many matches there are to be played."""
        return len(self._deals) * len(self._seatings)

    def play(self) -> Iterator[Run]:
        """Play the deals that are left, and give each match when it is over.

        A deal counts once all its seatings have been played.
        """
        for deal in self._deals[len(self._outcomes) :]:
            outcomes: list[Outcome] = []
            for seating in self._seatings:
                match = run(
                    self.game,
                    deal=deal,
                    players=[self._players[i] for i in seating],
                    seed=self._seed,
                    limit=self._limit,
                )
                outcomes.append(match.outcome)
                if len(outcomes) == len(self._seatings):
                    self._outcomes.append(tuple(outcomes))
                yield match

    def result(self) -> Tournament:
        """What it has come to so far."""
        played = list(zip(self._deals, self._outcomes, strict=False))
        found = {deal: compare_deal(deal, all_, self._seatings) for deal, all_ in played}
        scored = any(o.scores is not None for _, outcomes in played for o in outcomes)
        return Tournament(
            game=self.game,
            players=self._names,
            seatings=tuple(tuple(self._names[i] for i in seating) for seating in self._seatings),
            deals=tuple(deal for deal in found.values() if deal is not None),
            left_out=tuple(deal for deal, compared in found.items() if compared is None),
            planned=len(self._deals),
            measure="score" if scored else "wins",
            seed=self._seed,
            limit=self._limit,
        )


def _entrants(game: Game, players: Iterable[PlayerLike]) -> dict[str, tuple[PlayerLike, int]]:
    """The different players by name, and how often each was named."""
    entrants: dict[str, tuple[PlayerLike, int]] = {}
    for player in [players] if isinstance(players, str) else players:
        name = player_name(choose_players(game, [player])[0])
        known, times = entrants.get(name, (player, 0))
        # Texts of one name mean the same player, even if they are spelt in two ways.
        if known != player and not (isinstance(known, str) and isinstance(player, str)):
            raise ValueError(f"two different players are called {name!r}: give one another name")
        entrants[name] = known, times + 1
    if len(entrants) < 2:
        given = f"only {', '.join(entrants)}" if entrants else "none"
        raise ValueError(f"a tournament compares two or more different players, not {given}")
    return entrants


def _deals(deals: str | Iterable[object]) -> Sequence[Deal]:
    """The deals, each once."""
    named = parse_deals(deals) if isinstance(deals, str) else deals
    too_many = DealError(f"a tournament has at most {MOST_DEALS} deals")
    # The deals of a range are counted before they are made.
    if isinstance(named, Sequence) and len(named) > MOST_DEALS:
        raise too_many
    found = tuple(map(Deal.of, islice(named, MOST_DEALS + 1)))
    if len(found) > MOST_DEALS:
        raise too_many
    if not found:
        raise DealError("a tournament needs a deal")
    seen: set[Deal] = set()
    for deal in found:
        if deal in seen:
            raise DealError(f"the deal {str(deal)[:60]} is given twice, and would count twice")
        seen.add(deal)
    return found
