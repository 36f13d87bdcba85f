"""A patience from its rules file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from cardkit.cards import Rank, Suit
from cardkit.entries import OptionValue
from cardkit.patience.checking import faults
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Build, DealTo, Fits, Rest, Rules, Sink, Step, Take, Turn
from cardkit.relations import Relation
from cardkit.rulebook import (
    Fault,
    MisfitError,
    WrongKindError,
    add_shorthand,
    make_converter,
)
from cardkit.suits import read_suit

__all__ = ["Rules", "build", "converter", "faults"]

if TYPE_CHECKING:
    from cattrs import Converter

    from cardkit.rulesfile import Header

#: The steps of a layout by the key that tells them apart.
_STEPS: Final = {"take": Take, "deal": DealTo, "turn": Turn, "sink": Sink, "rest": Rest}
_RANK_WORDS: Final = "A 2 3 4 5 6 7 8 9 10 J Q K"


def build(
    rules: Rules, header: Header, options: Mapping[str, OptionValue], digest: str
) -> PatienceGame:
    """The game that is played by these rules."""
    return PatienceGame(
        rules, name=header.name, version=header.version, options=options, digest=digest
    )


@cache
def converter() -> Converter:
    """The converter that knows how the parts of the rules may be spelt."""
    converter = make_converter()
    lists = converter.get_structure_hook(tuple[str, ...])
    converter.register_structure_hook_func(
        _is_list, lambda value, t: lists(value if isinstance(value, list) else [value], t)
    )
    converter.register_structure_hook(Rank, _rank)
    converter.register_structure_hook(Suit, read_suit)
    add_shorthand(converter, Relation, Relation.parse)
    converter.register_structure_hook_func(
        lambda t: t == Relation | Fits, lambda value, _: converter.structure(value, Relation)
    )
    add_shorthand(converter, Build, lambda text: Build(Relation.parse(text)))
    converter.register_structure_hook_func(
        lambda t: t == Step, lambda value, _: _step(converter, value)
    )
    return converter


def _is_list(wanted: Any) -> bool:
    return get_origin(wanted) is tuple and get_args(wanted)[-1] is Ellipsis


def _rank(value: Any, _: Any) -> Rank:
    if type(value) in (str, int) and re.fullmatch("[A2-9JQK]|10", str(value)):
        return Rank.parse(str(value))
    raise WrongKindError(f"a rank ({_RANK_WORDS})", value)


def _step(converter: Converter, value: Any) -> Step:
    if not isinstance(value, dict):
        raise WrongKindError("a step of the layout, such as {deal: t, each: 4}", value)
    kinds = [kind for key, kind in _STEPS.items() if key in value]
    if len(kinds) != 1:
        raise MisfitError(Fault(f"a step of the layout has one of the keys {', '.join(_STEPS)}"))
    step: Step = converter.structure(value, kinds[0])
    return step
