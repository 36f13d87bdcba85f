"""What a class and its attributes mean, as their source says it."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from functools import cache
from typing import Final

_EXAMPLE: Final = re.compile(r"^ *>>>.*?(?:\n *\n|\Z)", re.MULTILINE | re.DOTALL)
_SENTENCE: Final = re.compile(r"(?<=[.:]) (?=[A-Z`])")


def comments(cls: type) -> dict[str, str]:
    """What stands in the `#:` comment above each attribute of a class; none without its source.

    >>> from cardkit.rulebook.shapes import Shape
    >>> comments(Shape)
    {'lone': 'True if the items of its list may stand there by themselves, one alone.'}
    """
    lines, classes = _source(cls.__module__)
    node = classes.get(cls.__qualname__)
    found: dict[str, str] = {}
    for part in node.body if node else ():
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        above: list[str] = []
        number = part.lineno - 2
        while number >= 0 and lines[number].strip().startswith("#:"):
            above.insert(0, lines[number].strip().removeprefix("#:").strip())
            number -= 1
        if above:
            found[part.target.id] = " ".join(above)
    return found


@cache
def _source(module: str) -> tuple[list[str], dict[str, ast.ClassDef]]:
    try:
        text = inspect.getsource(sys.modules[module])
    except (OSError, TypeError, KeyError):
        return [], {}
    body = ast.parse(text).body
    return text.splitlines(), {node.name: node for node in body if isinstance(node, ast.ClassDef)}


def paragraphs(cls: type) -> list[str]:
    """The docstring of a class without its examples, a line for each paragraph.

    >>> paragraphs(int)[0].startswith("int([x]) -> integer")
    True
    """
    text = _EXAMPLE.sub("", inspect.getdoc(cls) or "")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph.

    >>> sentences("Cards go up. `each` says how many. That is all.")
    ['Cards go up.', '`each` says how many.', 'That is all.']
    """
    return _SENTENCE.split(text)


def mentioning(texts: list[str], word: str) -> str:
    """The sentences that have a word in backquotes, one after the other.

    >>> mentioning(["Cards go up. `each` says how many. That is all."], "each")
    '`each` says how many.'
    """
    return " ".join(s for text in texts for s in sentences(text) if f"`{word}`" in s)
