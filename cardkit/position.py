"""A position as one line of text, and back.

    piles " ; " facts        t1 [2C 9D] QH JS / a1 AC / hand0(0,1) 4H ; phase=play score=[3,4]

Piles that are empty, and facts that stand at their start, are left out. A pile that other seats
see than the game says at the start names them: `(0,1)`, `(all)` or `(none)`. The deal is never
part of a position: nothing in it tells what is still to come.
"""

from __future__ import annotations

import json
import re
from typing import Final

from cardkit.cards import HIDDEN
from cardkit.piles import EVERYBODY, NOBODY, ONLOOKER, Pile, format_pile, mask_seats, seat_mask
from cardkit.table import Layout, Table, Value
from cardkit.words import did_you_mean

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_PILE: Final = re.compile(r"(?P<name>[a-z]+[0-9]*)(?:\((?P<seats>[0-9,]+|all|none)\))?")
_FACT: Final = re.compile(
    r"(?P<name>[a-z][a-z0-9_]*)=(?P<value>\[.*?\](?= +[a-z]|$)|\"(?:[^\"\\]|\\.)*\"|[^ ]+)"
)
_LONGEST: Final = 20_000


class PositionError(ValueError):
    """A text that is no position of this game."""


def format_value(value: Value) -> str:
    """A fact's value as text without spaces: a plain word, or JSON.

    >>> format_value("play"), format_value((3, None, "H")), format_value("true"), format_value(None)
    ('play', '[3,null,"H"]', '"true"', 'null')
    """
    if isinstance(value, str) and _WORD.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).replace(" ", "\\u0020")


def parse_value(text: str) -> Value:
    """The inverse of `format_value`. Raises ValueError for a text that is none."""
    if _WORD.fullmatch(text) and text not in ("true", "false", "null"):
        return text
    return _frozen(json.loads(text))


def _frozen(data: object) -> Value:
    if isinstance(data, list):
        return tuple(_frozen(item) for item in data)
    if data is None or isinstance(data, bool | int | str):
        return data
    raise ValueError(f"a fact holds words, whole numbers and lists of them, not {data!r}")


def format_position(table: Table | Layout, specs: Table) -> str:
    """The position of a layout as one line; `specs` says what piles and facts start as."""
    piles = []
    for spec in specs.pile_specs:
        cards, seers = table.cards[spec.name], table.seers[spec.name]
        changed = seers != seat_mask(spec.seats)
        if cards or changed:
            name = spec.name + (f"({_seats(seers)})" if changed else "")
            piles.append(f"{name} {format_pile(cards, table.down[spec.name])}".rstrip())
    facts = [
        f"{spec.name}={format_value(table.facts[spec.name])}"
        for spec in specs.fact_specs
        if table.facts[spec.name] != spec.start
    ]
    return " / ".join(piles) + (" ; " + " ".join(facts) if facts else "")


def _seats(mask: int) -> str:
    if mask == EVERYBODY:
        return "all"
    return "none" if mask == NOBODY else ",".join(map(str, mask_seats(mask) or ()))


def lay_position(table: Table, text: str) -> None:
    """Lay a position out on an empty table. Raises PositionError naming what is wrong with it."""
    if not isinstance(text, str):
        raise TypeError(f"a position is one line of text, not {text!r:.60}")
    if len(text) > _LONGEST:
        raise PositionError(f"a position has at most {_LONGEST} characters, not {len(text)}")
    piles, _, facts = text.strip().partition(";")
    seen: set[str] = set()
    for part in filter(None, (p.strip() for p in piles.split("/"))):
        head, _, cards = part.partition(" ")
        match = _PILE.fullmatch(head)
        name = match["name"] if match else head
        if match is None or name not in table.cards:
            raise PositionError(
                f"no pile is called {name[:40]!r}{did_you_mean(name, list(table.cards))};"
                " a position reads like 't1 AC 2D / t2 [9S] QH ; phase=play'"
            )
        if name in seen:
            raise PositionError(f"pile {name} is given twice")
        seen.add(name)
        try:
            pile = Pile(cards)
        except ValueError as error:
            raise PositionError(f"pile {name}: {error}") from None
        if HIDDEN in pile:
            raise PositionError(f"pile {name}: a position names every card, '??' is not one")
        if match["seats"]:
            table.show(name, _parse_seats(name, match["seats"]))
        for i, card in enumerate(pile):
            table.lay(name, [card], up=pile.is_up(i))
    _set_facts(table, facts.strip())


def _parse_seats(name: str, text: str) -> list[int] | None:
    if text == "all":
        return None
    if text == "none":
        return []
    words = text.split(",")
    if not all(word.isdigit() and len(word) < 3 and int(word) < ONLOOKER for word in words):
        raise PositionError(f"pile {name}: not seats: ({text[:40]}) (like (0,1), (all) or (none))")
    return list(map(int, words))


def _set_facts(table: Table, text: str) -> None:
    at = 0
    seen: set[str] = set()
    for match in _FACT.finditer(text):
        if text[at : match.start()].strip():
            break
        name = match["name"]
        if name not in table.facts:
            hint = did_you_mean(name, table.facts)
            raise PositionError(f"no fact is called {name!r}{hint}")
        if name in seen:
            raise PositionError(f"fact {name} is given twice")
        seen.add(name)
        try:
            value = parse_value(match["value"])
        except (ValueError, RecursionError):
            raise PositionError(f"fact {name}: not a value: {match['value'][:40]!r}") from None
        start = table.facts[name]
        if start is not None and value is not None and type(value) is not type(start):
            raise PositionError(f"fact {name}: {match['value'][:40]!r} is not like {start!r}")
        table.set(name, value)
        at = match.end()
    if text[at:].strip():
        raise PositionError(f"not a fact: {text[at:].strip()[:40]!r} (facts read like phase=play)")
