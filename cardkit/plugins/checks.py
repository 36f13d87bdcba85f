"""Whether what a plugin hands in is well formed: entries are plain data that nobody has checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from cardkit.entries import Clause, GameEntry, PlayerEntry
from cardkit.moves import Move, NotationError
from cardkit.options import Option
from cardkit.plugins.renderer import RendererEntry

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def normal_name(name: str) -> str:
    """The one spelling of a name: small letters and hyphens.

    >>> normal_name("Prince_Bismarck"), normal_name(" st helena ")
    ('prince-bismarck', 'st-helena')
    """
    return re.sub(r"[\s_-]+", "-", name.strip().lower())


def game_faults(entry: GameEntry) -> Iterator[str]:
    """What is wrong with a game's entry, but for its name."""
    if not callable(entry.make):
        yield f"`make` is {_kind(entry.make)}, not a function of the options"
    yield from _language_faults("`title`", entry.title)
    yield from _language_faults("`summary`", entry.summary, optional=True)
    if not isinstance(entry.notation, Mapping):
        yield f"`notation` is {_kind(entry.notation)}, not texts by moves"
    else:
        for move, texts in entry.notation.items():
            if not _is_move(move):
                yield f"`notation` holds {move!r:.60}, which is no move"
            yield from _language_faults(f"`notation` of {move!r:.60}", texts)
    for field in ("family", "version"):
        if not _is_text(getattr(entry, field)) or not getattr(entry, field):
            yield f"`{field}` is {_kind(getattr(entry, field))}, not a word"
    yield from _parts_faults("options", entry.options, Option, "name")
    yield from _parts_faults("clauses", entry.clauses, Clause, "id")


def player_faults(entry: PlayerEntry) -> Iterator[str]:
    """What is wrong with a player's entry, but for its name."""
    if not callable(entry.make):
        yield f"`make` is {_kind(entry.make)}, not a function of game, seat and rng"
    if not _is_text(entry.help):
        yield f"`help` is {_kind(entry.help)}, not a line of text"
    families = entry.families
    if families is not None and not (
        isinstance(families, tuple) and families and all(map(_is_text, families))
    ):
        yield f"`families` must be a tuple of families' names or None, not {families!r:.60}"
    yield from _parts_faults("settings", entry.settings, Option, "name")


def renderer_faults(entry: RendererEntry) -> Iterator[str]:
    """What is wrong with a renderer's entry, but for its name."""
    if not callable(entry.render):
        yield f"`render` is {_kind(entry.render)}, not a function of a layout"
    if not _is_text(entry.help):
        yield f"`help` is {_kind(entry.help)}, not a line of text"


def name_fault(name: object) -> str | None:
    """What is wrong with a name, or None.

    >>> name_fault("golf"), name_fault("Four_Corners")
    (None, "a name is small letters, digits and hyphens, as in 'four-corners', not 'Four_Corners'")
    """
    if isinstance(name, str) and _NAME.fullmatch(name):
        return None
    normal = normal_name(name) if isinstance(name, str) else ""
    example = normal if _NAME.fullmatch(normal) else "four-corners"
    return f"a name is small letters, digits and hyphens, as in {example!r}, not {name!r:.60}"


def _parts_faults(field: str, parts: object, of: type, key: str) -> Iterator[str]:
    if not isinstance(parts, tuple):
        yield f"`{field}` is {_kind(parts)}, not a tuple"
        return
    seen: set[object] = set()
    for part in parts:
        if not isinstance(part, of):
            yield f"`{field}` holds {part!r:.60}, which is no {of.__name__}"
        elif (name := getattr(part, key)) in seen:
            yield f"`{field}` has two called {name!r}"
        else:
            seen.add(name)


def _language_faults(what: str, texts: object, optional: bool = False) -> Iterator[str]:
    """What is wrong with a text in several languages."""
    if not isinstance(texts, Mapping) or not all(map(_is_text, [*texts, *texts.values()])):
        yield f"{what} must give a text for each language, as in {{'en': ...}}"
    elif "en" not in texts and (texts or not optional):
        yield f"{what} has no English text ('en')"


def _is_move(text: object) -> bool:
    try:
        Move(str(text))
    except NotationError:
        return False
    return isinstance(text, str)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _kind(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
