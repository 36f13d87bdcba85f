"""The score sheet of a match, deal by deal: no more than everybody at the table has seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, count
from typing import TYPE_CHECKING

from attrs import frozen

from cardkit.table import Layout
from cardkit.tricks.model import seat_of
from cardkit.tricks.stages import Announce

if TYPE_CHECKING:
    from cardkit.tricks.game import TrickGame


@frozen
class FinishedDeal:
    """A row of the sheet: how a deal went, seat by seat, and the score after it.

    `number` counts from 1. `tricks` are each seat's own, also where sides are scored together.
    """

    number: int
    dealer: int
    forehand: int
    contract: str
    trump: str | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]

    def to_data(self) -> dict[str, object]:
        """The row as plain data for JSON."""
        return {
            "deal": self.number,
            "dealer": self.dealer,
            "forehand": self.forehand,
            "contract": self.contract,
            "trump": self.trump,
            "tricks": list(self.tricks),
            "points": list(self.points),
            "totals": list(self.totals),
        }


@frozen
class ScoreSheet:
    """The deals of a match that are over, and the contracts that are used up.

    `labels` says what each contract is called, by language. Where everybody announces each
    contract once, `crossed_off` tells for each seat the number of the deal in which it announced
    each, None for one that is to come; otherwise it is empty.

    >>> import cardkit
    >>> match = cardkit.run("bismarck", deal=7, players="random", session="modern").state
    >>> sheet = match.game.sheet(match)
    >>> len(sheet.deals), sheet.deals[-1].totals == match.outcome.scores
    (12, True)
    >>> sorted(number for seat in sheet.crossed_off for number in seat.values())
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    """

    deals: tuple[FinishedDeal, ...]
    labels: Mapping[str, Mapping[str, str]]
    crossed_off: tuple[Mapping[str, int | None], ...] = ()

    def label(self, contract: str, language: str = "en") -> str:
        """What a contract is called, in English where the language has no word for it."""
        label = self.labels.get(contract, {})
        return label.get(language) or label.get("en") or contract

    def to_data(self) -> dict[str, object]:
        """The sheet as plain data for JSON, without what does not apply."""
        data: dict[str, object] = {"sheet": [deal.to_data() for deal in self.deals]}
        if self.crossed_off:
            data["crossed_off"] = [dict(seat) for seat in self.crossed_off]
        return data


def sheet_of(game: TrickGame, s: Layout) -> ScoreSheet:
    """The sheet of a match that has come as far as a state or a view shows."""
    labels = {name: contract.label for name, contract in game.rules.contracts.items()}
    return ScoreSheet(tuple(_deals(game, s)), labels, tuple(_crossed_off(game, s)))


def _deals(game: TrickGame, s: Layout) -> Iterator[FinishedDeal]:
    rows = s.facts["sheet"]
    totals = accumulate((points for *_, points in rows), lambda a, b: tuple(map(int.__add__, a, b)))
    for number, (row, total) in enumerate(zip(rows, totals, strict=True), 1):
        forehand, contract, trump, tricks, points = row
        dealer = (forehand - 1) % game.seats
        yield FinishedDeal(number, dealer, forehand, contract, trump, tricks, points, total)


def _crossed_off(game: TrickGame, s: Layout) -> Iterator[Mapping[str, int | None]]:
    once = game.rules.schedule.once
    if not once:
        return
    stages = game.rules.stages
    role = next(stage.announce for stage in stages if isinstance(stage, Announce))
    first_dealer = (s.facts["dealer"] - s.facts["deal"]) % game.seats
    first = seat_of(role, first_dealer, game.seats)
    for seat, used in enumerate(s.facts["used"]):
        # They stand in the order in which the seat used them, one whenever it was its turn.
        turns = count((seat - first) % game.seats + 1, game.seats)
        yield {**dict.fromkeys(once), **dict(zip(used, turns, strict=False))}
