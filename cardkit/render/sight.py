"""What somebody who looks at a layout sees of it: the faces of its cards, its facts in words."""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.cards import HIDDEN, Card
from cardkit.piles import EVERYBODY, NOBODY
from cardkit.table import BUILT_IN, FactSpec, Layout, Value
from cardkit.view import View


def seen(layout: Layout, name: str) -> list[Card]:
    """A pile's cards as they show, bottom first: `HIDDEN` for every back.

    A card lying face down shows its back, and so does one in a pile that no seat sees, whether or
    not the layout knows what it is: knowing is not seeing.

    >>> from cardkit import Pile, PileSpec, Table
    >>> table = Table([PileSpec("t1")])
    >>> table.lay("t1", Pile("2C"), up=False)
    >>> table.lay("t1", Pile("9D"))
    >>> seen(table, "t1")
    [Card('??'), Card('9D')]
    """
    cards, down = layout.cards[name], layout.down[name]
    if layout.seers[name] == NOBODY:
        return [HIDDEN] * len(cards)
    if not down:
        return list(cards)
    return [HIDDEN if down >> i & 1 else card for i, card in enumerate(cards)]


def heading(layout: Layout) -> str:
    """What a picture of the layout is called."""
    name: str = getattr(getattr(layout, "game", None), "name", "") or "a table of cards"
    if not isinstance(layout, View):
        return name
    return f"{name}, as {'an onlooker' if layout.seat is None else f'seat {layout.seat}'} sees it"


def facts_in_words(layout: Layout) -> list[str]:
    """The facts that are not at their start, and whose turn it is where several seats play.

    Where nothing says how facts start, as in a view made from a record, they count as started
    with nothing: None, no, 0.

    >>> from cardkit import FactSpec, Table
    >>> table = Table([], [FactSpec("phase", "lead"), FactSpec("tricks_won", (0, 0))])
    >>> table.set("tricks_won", (3, 1))
    >>> facts_in_words(table)
    ['tricks won: 3, 1']
    """
    words = []
    facts = layout.facts
    resigned = facts.get("resigned")
    several = _several_seats(layout)
    if resigned is not None:
        words.append(f"seat {resigned} resigned" if several else "resigned")
    elif several:
        turn = getattr(layout, "turn", facts.get("turn"))
        if turn is not None:
            words.append(f"turn: seat {turn}")
    starts = {spec.name: spec.start for spec in _fact_specs(layout)}
    built_in = {spec.name for spec in BUILT_IN}
    for name, value in facts.items():
        if name in built_in or value == starts.get(name) or (name not in starts and _nil(value)):
            continue
        words.append(f"{name.replace('_', ' ')}: {_in_words(value)}")
    return words


def _several_seats(layout: Layout) -> bool:
    game = getattr(layout, "game", None)
    if game is not None:
        return bool(game.seats > 1)
    # Nobody hides cards from the only player.
    return any(seers not in (EVERYBODY, NOBODY) for seers in layout.seers.values())


def _fact_specs(layout: Layout) -> Iterable[FactSpec]:
    own: Iterable[FactSpec] | None = getattr(layout, "fact_specs", None)
    return getattr(getattr(layout, "game", None), "facts", ()) if own is None else own


def _nil(value: Value) -> bool:
    return all(map(_nil, value)) if isinstance(value, tuple) else not value


def _in_words(value: Value) -> str:
    if isinstance(value, tuple):
        parts = [f"({_in_words(v)})" if isinstance(v, tuple) else _in_words(v) for v in value]
        return ", ".join(parts) or "none"
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    # A position typed by anyone may hold any text: no control character reaches a terminal.
    text = "".join(c if c.isprintable() else "?" for c in str(value))
    return " ".join(text.split()) or '""'
