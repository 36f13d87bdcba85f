"""A trick-taking game from its rules file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, get_args

from cardkit.cards import RANK_LETTERS, SUIT_NAMES, Card, Deck, Rank, Suit
from cardkit.entries import OptionValue
from cardkit.rulebook import (
    Fault,
    MisfitError,
    WrongKindError,
    make_converter,
)
from cardkit.suits import read_suit
from cardkit.tricks.checking import faults
from cardkit.tricks.duties import AnyDuty, Must, NotInFirst, NotLed, Opens
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Role, Rules, SuitLetters, Trumps
from cardkit.tricks.passing import Exchange, PassCards, Way, Ways
from cardkit.tricks.play import Lead, Play
from cardkit.tricks.scoring import ByCards, ByQuota, Scoring
from cardkit.tricks.stage import Stage
from cardkit.tricks.stages import Announce, LayAway, PickUp

__all__ = ["Rules", "build", "converter", "faults"]

if TYPE_CHECKING:
    from cattrs import Converter

    from cardkit.rulesfile import Header

#: The stages of a deal by the key that tells them apart.
_STAGES: Final[Mapping[str, type[Stage]]] = {
    "announce": Announce,
    "pick_up": PickUp,
    "lay_away": LayAway,
    "pass": PassCards,
    "give": Exchange,
    "lead": Play,
}
_DUTIES: Final = {"must": Must, "not_led": NotLed, "not_in_first": NotInFirst, "opens": Opens}


def build(
    rules: Rules, header: Header, options: Mapping[str, OptionValue], digest: str
) -> TrickGame:
    """The game that is played by these rules."""
    return TrickGame(
        rules, name=header.name, version=header.version, options=options, digest=digest
    )


@cache
def converter() -> Converter:
    """The converter that knows how the parts of the rules may be spelt."""
    converter = make_converter()
    register = converter.register_structure_hook_func

    def by_key(value: Any, kinds: Mapping[str, Any], what: str) -> Any:
        """An object of the kind whose key the mapping has."""
        if not isinstance(value, dict):
            raise WrongKindError(what, value)
        found = [kind for key, kind in kinds.items() if key in value]
        if len(found) != 1:
            raise MisfitError(Fault(f"{what} has one of the keys {', '.join(kinds)}"))
        return converter.structure(value, found[0])

    def scoring(value: Any, _: Any) -> Any:
        by_cards = isinstance(value, dict) and "cards" in value
        return converter.structure(value, ByCards if by_cards else ByQuota)

    def lead(value: Any, _: Any) -> Any:
        wanted: Any = Card if isinstance(value, str) and len(value) == 2 else Role
        return converter.structure(value, wanted)

    converter.register_structure_hook(Rank, _rank)
    converter.register_structure_hook(Suit, read_suit)
    register(lambda t: t == Trumps, _trumps)
    register(lambda t: t == SuitLetters, lambda value, _: _suit_letters(converter, value))
    register(lambda t: t is Deck, lambda value, _: _deck(converter, value))
    register(lambda t: t is Stage, lambda value, _: by_key(value, _STAGES, "a stage of the deal"))
    register(lambda t: t == AnyDuty, lambda value, _: by_key(value, _DUTIES, "a duty"))
    register(lambda t: t == Scoring, scoring)
    register(lambda t: t == Scoring | None, scoring)
    register(lambda t: t == Lead, lead)
    register(lambda t: t == Ways, lambda value, _: converter.structure(value, tuple[Way, ...]))
    return converter


def _rank(value: Any, _: Any) -> Rank:
    text = str(value)
    if type(value) in (str, int) and (text in RANK_LETTERS or text == "10"):
        return Rank.parse(text)
    raise WrongKindError("a rank (A 2 3 4 5 6 7 8 9 10 J Q K)", value)


def _trumps(value: Any, _: Any) -> str:
    """What the trumps are; a suit by its letter."""
    if isinstance(value, str):
        if value in get_args(Trumps):
            return value
        if value in SUIT_NAMES:
            return read_suit(value).letter
    known = (*get_args(Trumps), *SUIT_NAMES)
    raise WrongKindError(f"one of {', '.join(known)}", value, known)


def _suit_letters(converter: Converter, value: Any) -> str:
    """Suits as letters in a word, from such a word, from a suit or from a list of suits."""
    if isinstance(value, str) and value not in SUIT_NAMES:
        return value
    if not isinstance(value, str | list):
        raise WrongKindError("suits (such as CDH, or [clubs, diamonds, hearts])", value)
    suits = value if isinstance(value, list) else [value]
    return "".join(suit.letter for suit in converter.structure(suits, tuple[Suit, ...]))


def _deck(converter: Converter, value: Any) -> Deck:
    """A deck with its ranks and suits in lists: `{packs: 1, ranks: [A, K, Q]}`."""
    if not isinstance(value, dict):
        raise WrongKindError("a mapping", value)
    known = {"packs": int, "ranks": tuple[Rank, ...], "suits": tuple[Suit, ...]}
    for key in value:
        if key not in known:
            raise MisfitError(Fault(f"unknown key {key!r} (a deck has {', '.join(known)})", (key,)))
    return Deck(**{key: converter.structure(item, known[key]) for key, item in value.items()})
