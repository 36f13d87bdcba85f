"""The notation of a game's moves, found out from its rules under all options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from cardkit.entries import GameEntry, OptionValue
from cardkit.patience.game import PatienceGame
from cardkit.state import Game
from cardkit.tricks.game import TrickGame
from cardkit.tricks.stage import Decision
from cardkit.tricks.stages import Announce

Rows = dict[str, str]


def move_rows(entry: GameEntry) -> list[tuple[str, str]]:
    """The moves as they are written, each with what it does; those of some options say so.

    They come from the rules as data, where there are any, else from what the entry says.
    """
    if entry.notation:
        return [(f"`{move}`", texts["en"]) for move, texts in entry.notation.items()]
    usual = _rows(entry.create())
    under = [_rows(entry.create(options)) for options in _choices(entry)]
    every = {move: text for rows in reversed([usual, *under]) for move, text in rows.items()}
    order = dict.fromkeys(move for rows in [usual, *under] for move in rows)
    return [(move, every[move] + _remark(move, usual, under)) for move in order]


def _remark(move: str, usual: Rows, under: list[Rows]) -> str:
    if move not in usual:
        return " (not by default)"
    if any(move not in rows for rows in under):
        return " (not with every option)"
    return " (by default)" if any(rows[move] != usual[move] for rows in under) else ""


def _choices(entry: GameEntry) -> Iterator[dict[str, OptionValue]]:
    """Every value of every option, the others at their defaults; of a range both ends."""
    for option in entry.options:
        ends = (option.min, option.max)
        some = [v for v in ends if v is not None] if option.type == "int" else option.values
        for value in option.choices or some or ():
            yield {option.name: value}


def _rows(game: Game) -> Rows:
    for family, rows in _FAMILIES.items():
        if isinstance(game, family):
            return dict(rows(game))
    return {}


def _patience(game: PatienceGame) -> Iterator[tuple[str, str]]:
    rules = game.rules
    labels = {name: group.label.get("en", name) for name, group in rules.groups.items()}
    for one, other in product(rules.groups, repeat=2):
        pair = _first_pair(game, one, other)
        if pair is None:
            continue
        move = "-".join(pair)
        where = f"within {labels[one]}"
        if one != other:
            where = f"from {labels[one]} to {labels[other]}"
        yield f"`{move}`", f"a card goes {where}"
        if rules.groups[one].lift.cards != "one" and rules.groups[other].kind == "tableau":
            yield f"`{move}*3`", f"three cards go {where}, as a run"
    if rules.spread or rules.deal:
        yield "`deal`", _deal_text(rules, labels)
    if rules.redeal and rules.redeal.times != 0:
        gathered = ", ".join(labels.get(word, word) for word in rules.redeal.gather)
        yield "`redeal`", f"a new stock is made of {gathered}"


def _first_pair(game: PatienceGame, one: str, other: str) -> tuple[str, str] | None:
    """The first pile of a group that may ever play to one of another group, and that one."""
    groups, phases = game.rules.groups, ("layout", "play") if game.rules.spread else ("play",)
    for source, target in product(groups[one].names(one), groups[other].names(other)):
        if source == target:
            continue
        for phase, redealt, empty in product(phases, (False, True), (False, True)):
            entry = game.tables.entry(source, target, phase, redealt, empty)
            if entry is not None and entry.allow:
                return source, target
    return None


def _deal_text(rules: Any, labels: dict[str, str]) -> str:
    part = rules.deal or rules.spread
    piles = ", ".join(labels.get(word, word) for word in part.to)
    if rules.deal is None:
        return f"the next card of the stock is laid out ({piles})"
    if len(rules.piles(part.to)) > 1:
        return f"cards go from the stock to {piles}, one each"
    what = "a card goes" if part.cards == 1 else f"{part.cards} cards go"
    return f"{what} from the stock to {piles}"


def _tricks(game: TrickGame) -> Iterator[tuple[str, str]]:
    for stage in game.rules.stages:
        if isinstance(stage, Announce):
            yield from _announcements(game)
        elif isinstance(stage, Decision) and stage.verb is None:
            yield "`QS`", "that card is played to the trick"
        elif isinstance(stage, Decision):
            yield f"`{stage.verb} QS`", f"{stage.doing}, one by one"


def _announcements(game: TrickGame) -> Iterator[tuple[str, str]]:
    chosen = game.rules.schedule.once
    for name in dict.fromkeys(game.rules.schedule.names):
        contract = game.rules.contracts[name]
        moves = " ".join(f"`{move}`" for move in game.announcements[name])
        label = contract.label.get("en", name)
        if chosen:
            yield moves, f"the contract is {label}"
        elif contract.trump == "named":
            yield moves, f"trumps are named ({label})"


_FAMILIES: dict[type[Game], Callable[[Any], Iterator[tuple[str, str]]]] = {
    PatienceGame: _patience,
    TrickGame: _tricks,
}
