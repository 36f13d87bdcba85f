"""`cardkit games`, `cardkit plugins` and `cardkit rules`: what there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import click

from cardkit import plugins
from cardkit.cli.command import command, game_argument, json_option
from cardkit.cli.errors import say
from cardkit.cli.output import counted, entries, paragraph, prose_width, write, write_json
from cardkit.entries import GameEntry
from cardkit.options import Option, format_value
from cardkit.plugins import Plugin, PluginProblem


@command("games")
@json_option("a JSON list of the games with their options")
def games_command(as_json: bool) -> None:
    """List the games.

    \b
    Examples:
      cardkit games
      cardkit games --json
    """
    found = plugins.games()
    if as_json:
        write_json([_game_data(entry) for entry in found.values()])
    elif found:
        lines = [(entry.name, _in_english(entry)) for entry in found.values()]
        write(entries(lines, prose_width()))
    count = len(plugins.registry().problems)
    if count:
        say(f"{counted(count, 'plugin problem')}: `cardkit plugins` tells more")


def _in_english(entry: GameEntry) -> str:
    title = entry.title["en"]
    summary = entry.summary.get("en", "")
    return f"{title}. {summary}" if summary else f"{title}."


def _game_data(entry: GameEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "title": dict(entry.title),
        "summary": dict(entry.summary),
        "family": entry.family,
        "version": entry.version,
        "source": entry.source,
        "notation": {move: dict(texts) for move, texts in entry.notation.items()},
        "options": [_option_data(option) for option in entry.options],
        "file": None if entry.file is None else str(entry.file),
    }


def _option_data(option: Option) -> dict[str, object]:
    data: dict[str, object] = {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "help": option.help if isinstance(option.help, str) else dict(option.help),
    }
    if option.choices:
        data["choices"] = list(option.choices)
    for key in ("min", "max"):
        bound = getattr(option, key)
        if bound is not None:
            data[key] = bound
    return data


@command("plugins")
@json_option("a JSON object with the plugins and the problems")
def plugins_command(as_json: bool) -> None:
    """List the plugins, and what is wrong with any.

    A plugin that cannot be used takes no other one down. With CARDKIT_STRICT_PLUGINS=1 every
    problem is an error instead.

    \b
    Examples:
      cardkit plugins
      cardkit plugins --json
    """
    found = plugins.registry()
    if as_json:
        write_json(
            {
                "plugins": [_plugin_data(plugin) for plugin in found.plugins],
                "problems": [_problem_data(problem) for problem in found.problems],
            }
        )
        return
    lines = [(str(plugin), _hooks(plugin)) for plugin in found.plugins]
    if lines:
        write(entries(lines, prose_width()))
    if found.problems:
        write("\nProblems:" if lines else "Problems:")
        for problem in found.problems:
            write(paragraph(str(problem), prose_width(), "  ", "    "))


def _hooks(plugin: Plugin) -> str:
    hooks = ", ".join(hook.removeprefix("cardkit_").replace("_", " ") for hook in plugin.hooks)
    return hooks or "a rules file"


def _plugin_data(plugin: Plugin) -> dict[str, object]:
    return {
        "name": plugin.name,
        "distribution": plugin.distribution,
        "version": plugin.version,
        "target": plugin.target,
        "hooks": list(plugin.hooks),
    }


def _problem_data(problem: PluginProblem) -> dict[str, object]:
    return {
        "name": problem.name,
        "distribution": problem.distribution,
        "version": problem.version,
        "kind": problem.kind,
        "message": problem.message,
    }


@command("rules")
@game_argument
@click.option("--lang", metavar="CODE", default="en", show_default=True, help="Language, like de.")
@json_option("the game, its options and its clauses in all languages as a JSON object")
def rules_command(name: str, lang: str, as_json: bool) -> None:
    """Show the rules of a game, clause by clause, and its options.

    What is not there in the language is in English.

    \b
    Examples:
      cardkit rules bisley
      cardkit rules bisley --lang de
    """
    entry = plugins.registry().game_entry(name)
    if as_json:
        clauses = [{"id": clause.id, "text": dict(clause.text)} for clause in entry.clauses]
        write_json({**_game_data(entry), "clauses": clauses})
        return
    language = _language(entry, lang)
    write("\n\n".join(_rules(entry, language, prose_width())))


def _language(entry: GameEntry, wanted: str) -> str:
    """The language to show: the one wanted, else the one it is a variety of, else English."""
    clauses = (clause.text for clause in entry.clauses)
    texts = [entry.title, entry.summary, *clauses, *entry.notation.values()]
    known = {code.lower(): code for text in texts for code in text}
    plain = wanted.strip().lower().replace("_", "-")
    code = known.get(plain) or known.get(plain.partition("-")[0])
    if code is None:
        languages = ", ".join(sorted(known.values()))
        say(f"{entry.name} has no rules in {wanted!r:.40}, so they are in English ({languages})")
        return "en"
    missing = sum(code not in text for text in texts if text)
    if missing:
        say(f"{entry.name}: not everything is there in {code!r}; the rest is in English")
    return code


def _rules(entry: GameEntry, language: str, width: int) -> Iterator[str]:
    """The sections of the rules in words."""
    title = _text(entry.title, language)
    yield paragraph(f"{title} ({entry.name}, {entry.family}, version {entry.version})", width)
    if entry.summary:
        yield paragraph(_text(entry.summary, language), width)
    if entry.clauses:
        clauses = [(clause.id, _text(clause.text, language)) for clause in entry.clauses]
        yield f"Rules:\n{entries(clauses, width, '  ')}"
    if entry.notation:
        moves = [(move, _text(texts, language)) for move, texts in entry.notation.items()]
        yield f"Moves:\n{entries(moves, width, '  ')}"
    if entry.options:
        options = [(_choice(o), f"{o.help_in(language)} {_values(o)}") for o in entry.options]
        yield f"Options:\n{entries(options, width, '  ')}"
    if entry.source:
        yield paragraph(f"Source: {entry.source}", width)


def _text(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts["en"]


def _choice(option: Option) -> str:
    return f"-o {option.name}={format_value(option.default)}"


def _values(option: Option) -> str:
    """What an option can be set to, in brackets."""
    if option.type == "bool":
        return "(true or false)"
    if option.choices:
        return f"({_listed(format_value(choice) for choice in option.choices)})"
    low, high = option.min, option.max
    if low is not None and high is not None:
        return f"({low} to {high})"
    if low is not None:
        return f"(at least {low})"
    return "(a whole number)" if high is None else f"(at most {high})"


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
