"""Reading a YAML file: bytes, characters, syntax."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from typing import Final

import yaml

from cardkit.rulebook.composing import QUESTION_MARK, Composer, GiveUpError
from cardkit.rulebook.document import Document, Mark
from cardkit.rulebook.problems import Problem, RulesError
from cardkit.words import nearest

MAX_BYTES: Final = 1 << 20

#: libyaml's parser, some ten times as fast as the one in Python; None where it was not built.
FAST_LOADER: Final = getattr(yaml, "CSafeLoader", None)

# What the two parsers treat differently or nobody can see: tabs, control characters, the line
# ends of Unicode, halves of surrogate pairs, byte order marks.
_ODD: Final = re.compile(
    "(?m:^(?P<indent>[ \t]*\t))|\t|"
    "[^\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
# What libyaml lets pass: a comment that adjoins the sign of a block of text.
_LENIENT: Final = re.compile(r"[|>][-+0-9]*#")
_LINE_END: Final = re.compile("\r\n|\r|\n")

_ADVICE: Final = {
    "mapping values are not allowed here": "a ':' stands where no key can be: check the "
    "indentation, and put text with ': ' in quotes",
    "could not find expected ':'": "a line is neither 'key: value' nor part of the line above: "
    "check for a missing ':' and the indentation",
    "found unexpected end of stream": "a quotation mark or bracket is never closed",
}


def read_document(path: str | os.PathLike[str]) -> Document:
    """The document in a YAML file.

    Raises RulesError with everything that is wrong with the file as a file and as YAML: a missing
    or unreadable file, text that is not UTF-8, tabs, syntax, doubled keys, keys without a value,
    words that are easily misread, tags, too much of anything.
    """
    name = os.fspath(path)
    return parse_document(_decode(_read(name), name), name)


def parse_document(text: str, name: str = "<text>") -> Document:
    """The document in a text; `name` stands for the file in faults. Raises RulesError.

    >>> parse_document("columns: 13\\nfoundations: [AC, AD, AH, AS]").data
    {'columns': 13, 'foundations': ['AC', 'AD', 'AH', 'AS']}
    >>> try:
    ...     parse_document("deal: rows\\nredeal: no\\ndeal: columns\\n", "bisley.yaml")
    ... except RulesError as error:
    ...     print(error)
    bisley.yaml:2:9: 'no' would be read as false: write false, or 'no' in quotes
    bisley.yaml:3:1: 'deal' stands here again: the first is on line 1, column 1
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES:
        raise RulesError([_too_large(name)])
    problems = list(_odd_characters(text, name))
    if problems:
        raise RulesError(problems)
    if FAST_LOADER is not None and not _LENIENT.search(text):
        document, _ = _compose(text, name, FAST_LOADER)
        if document is not None:
            return document
    # Whatever is wrong is told by the parser in Python, so that it reads the same everywhere.
    document, problems = _compose(text, name, yaml.SafeLoader)
    if document is None:
        raise RulesError(problems)
    return document


def _compose(
    text: str, name: str, loader: type[yaml.SafeLoader | yaml.CSafeLoader]
) -> tuple[Document | None, list[Problem]]:
    """The document, or None and what is wrong with it."""
    composer = Composer(name, yaml.parse(text, Loader=loader))
    try:
        root = composer.compose()
    except GiveUpError:
        return None, composer.problems
    except yaml.MarkedYAMLError as error:
        return None, [*composer.problems, _syntax_problem(error, name)]
    except (yaml.YAMLError, ValueError, OverflowError):
        # The parser in Python trips over an escape like "\UFFFFFFFF" without saying where.
        found = re.search(r"\\U(?!0010|000)", text)
        mark = _mark_at(text, found.start() if found else 0)
        return None, [*composer.problems, Problem(name, *mark, "no such character")]
    if composer.problems:
        return None, composer.problems
    return Document(name, root), []


def _syntax_problem(error: yaml.MarkedYAMLError, name: str) -> Problem:
    problem = error.problem or "not YAML"
    message = _ADVICE.get(problem)
    if message is None and problem.startswith("expected <block end>"):
        message = _out_of_place(problem.partition("but found ")[2].strip("'"))
    if message is None and problem.endswith("but got '?'"):
        message = QUESTION_MARK
    if message is None and "cannot start any token" in problem:
        message = f"{problem.split()[2]} cannot begin a word: put the text in quotes"
    mark = error.problem_mark or error.context_mark
    if message is None:
        message = f"not YAML: {problem}" + (f" {error.context}" if error.context else "")
    start = error.context_mark
    if start and mark and start.line != mark.line:
        message += f" (in what begins on line {start.line + 1}, column {start.column + 1})"
    return Problem(name, mark.line + 1 if mark else 1, mark.column + 1 if mark else 1, message)


def _out_of_place(found: str) -> str:
    """What to say of something that the parser did not expect within a block."""
    if found == ":":
        return "a key is missing before the ':'"
    if found.startswith("<block"):
        return "this line does not fit the indentation of the lines above"
    what = {"<scalar>": "a text", "-": "a list item ('-')"}.get(found, repr(found))
    return f"{what} does not belong here: check the indentation and the quotation marks"


def _odd_characters(text: str, name: str) -> Iterator[Problem]:
    """A Problem for each kind of character that does not belong into the file."""
    places: dict[str, list[int]] = {}
    for match in _ODD.finditer(text):
        start = match.start() + match.group().index("\t") if match["indent"] else match.start()
        places.setdefault(_describe_odd(match), []).append(start)
    for what, starts in places.items():
        line, column = _mark_at(text, starts[0])
        more = f" ({len(starts) - 1} more below)" if len(starts) > 1 else ""
        yield Problem(name, line, column, what + more)


def _describe_odd(match: re.Match[str]) -> str:
    if match["indent"]:
        return "a tab is used for indentation: use spaces"
    if match.group() == "\t":
        return "a tab: use spaces, or \\t within double quotes"
    return f"the character U+{ord(match.group()):04X} has no place here"


def _mark_at(text: str, index: int) -> Mark:
    ends = [end.end() for end in _LINE_END.finditer(text, 0, index)]
    return len(ends) + 1, index - (ends[-1] if ends else 0) + 1


def _read(name: str) -> bytes:
    try:
        mode = os.stat(name).st_mode
        if stat.S_ISDIR(mode):
            message = "this is a folder, not a file"
        elif not stat.S_ISREG(mode):
            message = "this is not a file"
        else:
            with open(name, "rb") as file:
                return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        message = f"no such file{_hint(name)}"
    except PermissionError:
        message = "the file may not be read (permission denied)"
    except (OSError, ValueError) as error:
        message = f"the file cannot be read ({getattr(error, 'strerror', None) or error})"
    raise RulesError([Problem(name, 1, 1, message)])


def _hint(name: str) -> str:
    """Which file in the same folder may be meant: one of the same kind rather than of another."""
    folder, base = os.path.split(name)
    try:
        inside = os.listdir(folder or ".")
    except OSError:
        return f": there is no folder {folder!r}"
    stem, suffix = os.path.splitext(base)
    # All rules files share a suffix, which makes none of them like another.
    ranked = sorted(inside, key=lambda file: (os.path.splitext(file)[1] == suffix, file))
    stems = {os.path.splitext(file)[0].lower(): file for file in ranked}
    near = nearest(stem, stems)
    return f" (did you mean {stems[near]!r}?)" if near else ""


def _decode(data: bytes, name: str) -> str:
    if len(data) > MAX_BYTES:
        raise RulesError([_too_large(name)])
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise RulesError([Problem(name, 1, 1, "the text is UTF-16: save it as UTF-8")])
        if b"\0" in data:
            raise RulesError([Problem(name, 1, 1, "this is no text (it has zero bytes)")])
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        mark = _mark_at(before, len(before))
        message = f"the text is not UTF-8 (byte {data[error.start]:#04x}): save it as UTF-8"
        raise RulesError([Problem(name, *mark, message)]) from None


def _too_large(name: str) -> Problem:
    return Problem(name, 1, 1, "the file is larger than 1 MiB")
