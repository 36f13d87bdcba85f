"""The page of a game and the picture of its table, made of its entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from endings import Ending, line_path
from move_tables import move_rows

from cardkit.arrangement import stem
from cardkit.entries import GameEntry
from cardkit.moves import Move
from cardkit.options import Option, OptionValue, format_value
from cardkit.render import svg_table, text_table
from cardkit.state import Game, State
from cardkit.table import Layout

#: The deal that is shown.
DEAL = 1
#: What lays the next card, where the player takes part in the layout.
DEAL_CARD = Move("deal")
#: What sections are called; a language that is not here has the English words.
WORDS = {
    "en": {
        "rules": "Rules",
        "options": "Options",
        "option": "option",
        "meaning": "what it decides",
    },
    "de": {"rules": "Regeln", "options": "Varianten", "option": "Variante", "meaning": "Bedeutung"},
    "fi": {"rules": "Säännöt", "options": "Valinnat", "option": "valinta", "meaning": "merkitys"},
}
LANGUAGES = {"en": "English", "de": "Deutsch", "fi": "suomi"}


def page_files(entry: GameEntry, source: str, end: Ending) -> dict[str, str]:
    """The files of a game's page by name.

    `source` is its rules file or its module as seen from the root, `end` a game that is over.
    """
    state = shown_state(entry)
    layout = shown_layout(state)
    page = "\n\n".join(_sections(entry, source, state, layout, end)) + "\n"
    return {
        f"{entry.name}.md": page,
        f"{entry.name}.svg": svg_table(layout) + "\n",
        f"{entry.name}-end.svg": end.picture + "\n",
    }


def index_page(entries: Iterable[GameEntry]) -> str:
    """The page that lists all games."""
    rows = [
        (f"[{entry.title['en']}]({entry.name}.md)", entry.family, entry.summary.get("en", ""))
        for entry in sorted(entries, key=lambda entry: entry.title["en"])
    ]
    head = "<!-- Made by docs/build_pages.py. -->\n\n# The games\n\n"
    body = "Each page is made of the game's rules: change these, and build the pages again."
    return f"{head}{body}\n\n{table(('game', 'family', 'what it is'), rows)}\n"


def shown_state(entry: GameEntry) -> State:
    """The state that the page shows: the cards as dealt, and none of them played."""
    state = entry.create().deal(DEAL)
    while state.facts.get("phase") == "layout" and DEAL_CARD in state.moves:
        state.play(DEAL_CARD)
    return state


def shown_layout(state: State) -> Layout:
    """What is drawn: the table, or what the seat that decides sees of it where cards are secret."""
    return state if state.game.seats == 1 else state.view(state.turn or 0)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    lines = [list(head), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(_cell(text) for text in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _sections(
    entry: GameEntry, source: str, state: State, layout: Layout, end: Ending
) -> Iterator[str]:
    yield f"<!-- Made of {source} by docs/build_pages.py: change that file, not this one. -->"
    yield f"# {entry.title['en']}"
    others = [language for language in _languages(entry) if language != "en"]
    if others:
        anchors = [f"[{_named(entry, lang)}](#{anchor(_named(entry, lang))})" for lang in others]
        yield f"Also on this page: {', '.join(anchors)}."
    if entry.summary:
        yield entry.summary["en"]
    yield f"```sh\ncardkit run {entry.name} --deal {DEAL}\n```"
    yield "## The table"
    yield f"![The table of {entry.title['en']}, deal {DEAL}]({entry.name}.svg)"
    yield _caption(state)
    yield f"```text\n{text_table(layout)}\n```"
    yield _piles(state)
    yield "## The end"
    yield f"![The end of a game of {entry.title['en']}]({entry.name}-end.svg)"
    line = line_path(entry.name).name
    yield f"{end.caption} Its moves are in [{line}](../lines/{line})."
    if end.sheet is not None:
        yield f"The score sheet of that match:\n\n```text\n{end.sheet}\n```"
    yield "## Moves"
    yield table(("move", "what it does"), move_rows(entry))
    yield from _options(entry, "en", "## ")
    yield from _rules(entry, "en", "## ")
    yield "## Source"
    yield entry.source or "None is named."
    yield _rules_link(entry, source)
    for language in others:
        yield from _translated(entry, state.game, language)


def _rules_link(entry: GameEntry, source: str) -> str:
    if entry.file is None:
        guide = "[game in Python](../plugins.md#3-python)"
        # The underscores of __init__.py would be read as bold type outside code.
        return (
            f"The rules as code, version {entry.version}: [`{source}`](../../{source}), a {guide}."
        )
    link = f"[{source}](../../{source})"
    page = "rules-file.md" if entry.family == "patience" else f"rules-file-{entry.family}.md"
    guide = f"[rules file of the family {entry.family}](../{page})"
    return f"The rules as data, version {entry.version}: {link}, a {guide}."


def _caption(state: State) -> str:
    if state.game.seats > 1:
        return f"Deal {DEAL} as seat {state.turn}, which decides first, sees it."
    if state.history:
        return f"Deal {DEAL} when all cards have been laid out and none has been played."
    return f"Deal {DEAL}, before the first move."


def _piles(state: State) -> str:
    """The piles: groups with what they are called, or else who sees them."""
    groups = getattr(getattr(state.game, "rules", None), "groups", None)
    if groups is None:
        return table(("piles", "seen by"), _seen_by(state.game))
    rows = []
    for name, group in groups.items():
        rows.append((_range(group.names(name)), group.kind, group.label.get("en", "")))
    return table(("piles", "kind", "called"), rows)


def _labels(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """What piles and contracts are called in a language."""
    rules = getattr(game, "rules", None)
    for name, group in getattr(rules, "groups", {}).items():
        if language in group.label:
            yield _range(group.names(name)), group.label[language]
    for name, contract in getattr(rules, "contracts", {}).items():
        if language in contract.label:
            yield f"`{name}`", contract.label[language]


def _range(names: Sequence[str]) -> str:
    return f"`{names[0]}`" if len(names) == 1 else f"`{names[0]}` to `{names[-1]}`"


def _seen_by(game: Game) -> Iterator[tuple[str, str]]:
    for _, group in groupby(game.piles, key=lambda spec: stem(spec.name)):
        specs = list(group)
        seats = specs[0].seats
        who = "everybody" if seats is None else "nobody at first"
        if seats:
            who = "its own seat" if len(specs) > 1 else f"seat {seats[0]}"
        yield _range([spec.name for spec in specs]), who


def _languages(entry: GameEntry) -> list[str]:
    """The languages of the file: English, then the others in the order of the alphabet."""
    texts = [entry.title, entry.summary, *(clause.text for clause in entry.clauses)]
    found = {language for text in texts for language in text}
    return ["en", *sorted(found - {"en"})]


def _named(entry: GameEntry, language: str) -> str:
    """The heading of a language's section."""
    title = entry.title.get(language) or entry.title["en"]
    return f"{title} ({LANGUAGES.get(language, language)})"


def anchor(heading: str) -> str:
    """What a heading is called in links.

    >>> anchor("Fürst Bismarck (Deutsch)")
    'fürst-bismarck-deutsch'
    """
    kept = [letter for letter in heading.lower() if letter.isalnum() or letter in " -_"]
    return "".join(kept).replace(" ", "-")


def _translated(entry: GameEntry, game: Game, language: str) -> Iterator[str]:
    yield f"## {_named(entry, language)}"
    if language in entry.summary:
        yield entry.summary[language]
    labels = list(_labels(game, language))
    if labels:
        yield table((entry.name, LANGUAGES.get(language, language)), labels)
    if any(language in clause.text for clause in entry.clauses):
        yield from _rules(entry, language, "### ")
    if any(isinstance(o.help, Mapping) and language in o.help for o in entry.options):
        yield from _options(entry, language, "### ")


def _rules(entry: GameEntry, language: str, level: str) -> Iterator[str]:
    """The rules clause by clause; what is missing in a language is in English."""
    if entry.clauses:
        yield f"{level}{WORDS.get(language, WORDS['en'])['rules']}"
        yield "\n".join(
            f"- **{clause.id}** {' '.join(_text(clause.text, language).split())}"
            for clause in entry.clauses
        )


def _text(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts["en"]


def _options(entry: GameEntry, language: str, level: str) -> Iterator[str]:
    words = WORDS.get(language, WORDS["en"])
    yield f"{level}{words['options']}"
    if not entry.options:
        yield "There are none."
        return
    if language != "en":
        helps = [(f"`{o.name}`", o.help_in(language)) for o in entry.options]
        yield table((words["option"], words["meaning"]), helps)
        return
    choice = entry.options[0]
    other = next(value for value in choice.values or _bounds(choice) if value != choice.default)
    yield f"Chosen as in `cardkit run {entry.name} -o {choice.name}={format_value(other)}`."
    rows = [
        (f"`{o.name}`", f"`{format_value(o.default)}`", _values(o), o.help_in("en"))
        for o in entry.options
    ]
    yield table((words["option"], "default", "values", words["meaning"]), rows)


def _bounds(option: Option) -> list[OptionValue]:
    """Two numbers that an option may be set to."""
    least = option.min if option.min is not None else (option.max or 1) - 1
    return [least, least + 1]


def _values(option: Option) -> str:
    """What an option may be set to."""
    if option.type == "bool":
        return "`true`, `false`"
    if option.choices:
        return ", ".join(f"`{format_value(choice)}`" for choice in option.choices)
    if option.min is None and option.max is None:
        return "a whole number"
    if option.max is None:
        return f"at least {option.min}"
    return f"at most {option.max}" if option.min is None else f"{option.min} to {option.max}"
