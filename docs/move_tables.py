"""The notation of a game's moves, found out from its rules under all options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cardkit.entries import GameEntry, OptionValue
from cardkit.options import Option
from cardkit.patience.game import PatienceGame
from cardkit.state import Game
from cardkit.tricks.game import TrickGame
from cardkit.tricks.stage import Decision
from cardkit.tricks.stages import Announce

Rows = dict[str, str]


def move_rows(entry: GameEntry) -> list[tuple[str, str]]:
    """The moves as they are written, each with what it does; those of some options say so."""
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
    """Every value of every option, the others at their defaults."""
    for option in entry.options:
        for value in option.values or _ends(option):
            yield {option.name: value}


def _ends(option: Option) -> list[OptionValue]:
    return [end for end in (option.min, option.max) if end is not None]


def _rows(game: Game) -> Rows:
    for family, rows in _FAMILIES.items():
        if isinstance(game, family):
            return dict(rows(game))
    return {}


def _patience(game: PatienceGame) -> Iterator[tuple[str, str]]:
    rules = game.rules
    labels = {name: group.label.get("en", name) for name, group in rules.groups.items()}
    pairs: dict[tuple[str, str], tuple[str, str]] = {}
    for phase in ("layout", "play") if rules.spread else ("play",):
        for redealt in (False, True):
            for source in game.tables.sources(phase, redealt):
                for at in source.moves:
                    target = game.tables.names[at]
                    groups = tuple(game.tables.group_name_of[n] for n in (source.name, target))
                    pairs.setdefault(groups, (source.name, target))
    order = list(rules.groups)
    for one, other in sorted(pairs, key=lambda pair: tuple(map(order.index, pair))):
        source_name, target_name = pairs[one, other]
        where = f"within {labels[one]}"
        if one != other:
            where = f"from {labels[one]} to {labels[other]}"
        yield f"`{source_name}-{target_name}`", f"a card goes {where}"
        if rules.groups[one].lift.cards != "one" and rules.groups[other].kind == "tableau":
            yield f"`{source_name}-{target_name}*3`", f"three cards go {where}, as a run"
    if rules.spread or rules.deal:
        yield "`deal`", _deal_text(rules, labels)
    if rules.redeal:
        gathered = ", ".join(labels.get(word, word) for word in rules.redeal.gather)
        yield "`redeal`", f"a new stock is made of {gathered}"


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
            for name in dict.fromkeys(game.rules.schedule.names):
                contract = game.rules.contracts[name]
                if not game.rules.schedule.once and contract.trump != "named":
                    continue
                moves = " ".join(f"`{move}`" for move in game.announcements[name])
                yield moves, f"{contract.label.get('en', name)} is announced"
        elif isinstance(stage, Decision):
            move = "`QS`" if stage.verb is None else f"`{stage.verb} QS`"
            yield move, f"{stage.doing}, one by one" if stage.by_card else stage.doing


_FAMILIES: dict[type[Game], Callable[[Any], Iterator[tuple[str, str]]]] = {
    PatienceGame: _patience,
    TrickGame: _tricks,
}
