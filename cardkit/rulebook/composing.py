"""From YAML events to nodes, collecting every fault on the way.

PyYAML's own composer follows tags, keeps the last of two equal keys without a word, says nothing
of where an alias was used and nests as deep as the file tells it. Events carry all that is needed
to do better, and reading them one by one bounds depth and size while the file is still being read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from attrs import define, evolve
from yaml import events

from cardkit.rulebook.document import Mark, Node
from cardkit.rulebook.problems import Problem
from cardkit.rulebook.scalars import Surprise, read_plain, shorten
from cardkit.words import did_you_mean

MAX_DEPTH: Final = 50
MAX_NODES: Final = 20_000

#: libyaml takes it for part of the text, the parser in Python for the sign of a key.
QUESTION_MARK: Final = "within [...] and {...} a text with a question mark needs quotes"

_Content: TypeAlias = events.ScalarEvent | events.CollectionStartEvent
_CONTENT: Final = (events.ScalarEvent, events.CollectionStartEvent)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_KEY: Final = re.compile(r"\w[\w.-]*")


class GiveUpError(Exception):
    """Reading stops here; what is wrong is among the composer's problems."""


@define
class _Anchor:
    """What an anchor names: None while within it; size and height count what aliases stand for."""

    mark: Mark
    node: Node | None = None
    size: int = 0
    height: int = 0


class Composer:
    """Builds the node of one document from the events of a YAML parser.

    `problems` has every fault found so far, also after `compose` has raised.
    """

    def __init__(self, name: str, stream: Iterator[events.Event]) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self._next = stream.__next__
        self._anchors: dict[str, _Anchor] = {}
        self._nodes = 0
        self._deepest = 0
        self._in_brackets = False

    def compose(self) -> Node:
        """The node of the document. Raises GiveUpError, and whatever the parser raises."""
        self._next()
        event = self._next()
        if isinstance(event, events.StreamEndEvent):
            raise self._give_up((1, 1), "the file is empty")
        if isinstance(event, events.DocumentStartEvent) and (event.version or event.tags):
            self._fault(_mark(event), "a directive (%YAML, %TAG) has no place here")
        event = self._next()
        if _is_nothing(event):
            raise self._give_up((1, 1), "the file is empty")
        root = self._node(event, 1)
        self._next()
        event = self._next()
        if not isinstance(event, events.StreamEndEvent):
            raise self._give_up(_mark(event), "a second document begins: a file holds one")
        return root

    def _fault(self, mark: Mark, message: str) -> None:
        self.problems.append(Problem(self.name, *mark, message))

    def _give_up(self, mark: Mark, message: str) -> GiveUpError:
        self._fault(mark, message)
        return GiveUpError(message)

    def _node(self, event: events.Event, depth: int) -> Node:
        mark = _mark(event)
        self._reach(mark, depth, 1)
        if isinstance(event, events.AliasEvent):
            return self._alias(event.anchor or "", mark, depth)
        assert isinstance(event, _CONTENT)
        if event.anchor is not None:
            return self._anchored(event, event.anchor, mark, depth)
        return self._content(event, mark, depth)

    def _reach(self, mark: Mark, depth: int, nodes: int) -> None:
        """Count what was come upon; give up where it is too much."""
        self._nodes += nodes
        if depth > self._deepest:
            self._deepest = depth
        if self._nodes > MAX_NODES:
            raise self._give_up(mark, f"the file has more than {MAX_NODES:,} values")
        if depth > MAX_DEPTH:
            raise self._give_up(mark, f"nested more than {MAX_DEPTH} deep")

    def _content(self, event: _Content, mark: Mark, depth: int) -> Node:
        if event.tag is not None:
            tag = shorten(event.tag.replace("tag:yaml.org,2002:", "!!"))
            self._fault(
                mark, f"the tag {tag!r} is not allowed: write the value alone (text in quotes)"
            )
        if isinstance(event, events.ScalarEvent):
            return self._scalar(event, mark)
        outside, self._in_brackets = self._in_brackets, bool(event.flow_style)
        fill = self._sequence if isinstance(event, events.SequenceStartEvent) else self._mapping
        node = fill(mark, depth)
        self._in_brackets = outside
        return node

    def _scalar(self, event: events.ScalarEvent, mark: Mark) -> Node:
        text = event.value
        if event.style or event.tag is not None:
            if _SURROGATE.search(text):
                self._fault(mark, "the text has half a character (\\ud800 to \\udfff)")
            return Node(text, mark)
        if not text:
            return Node(None, mark)
        if self._in_brackets and "?" in text:
            self._fault(mark, QUESTION_MARK)
        value = read_plain(text)
        if isinstance(value, Surprise):
            self._fault(mark, str(value))
            return Node(text, mark)
        return Node(value, mark)

    def _sequence(self, start: Mark, depth: int) -> Node:
        items = []
        while not isinstance(event := self._next(), events.SequenceEndEvent):
            if _is_nothing(event):
                self._fault(_mark(event), "a list item has no value")
            items.append(self._node(event, depth + 1))
        return Node(items, start)

    def _mapping(self, start: Mark, depth: int) -> Node:
        values: dict[str, Node] = {}
        keys: dict[str, Mark] = {}
        while not isinstance(event := self._next(), events.MappingEndEvent):
            mark = _mark(event)
            key = self._key(event, mark, depth + 1)
            event = self._next()
            node = self._node(event, depth + 1)
            if key is None:
                continue
            if _is_nothing(event):
                self._fault(mark, f"{shorten(key)!r} has no value")
            if key in keys:
                first = _words(keys[key])
                self._fault(mark, f"{shorten(key)!r} stands here again: the first is on {first}")
            else:
                values[key], keys[key] = node, mark
        return Node(values, start, keys)

    def _key(self, event: events.Event, mark: Mark, depth: int) -> str | None:
        """The text of a key, or None where it is no good."""
        if not isinstance(event, events.ScalarEvent):
            self._fault(mark, "a key is a plain word, not a list, a mapping or an alias")
            self._node(event, depth)
            return None
        if event.anchor is not None or event.tag is not None:
            self._fault(mark, "a key is a plain word, without an anchor or a tag")
            return None
        text = event.value
        if text == "<<" and not event.style:
            self._fault(mark, "'<<' (merging mappings) is not supported: write the keys out")
            return None
        if not _KEY.fullmatch(text):
            self._fault(mark, _bad_key(text))
            return None
        value = text if event.style else read_plain(text)
        if isinstance(value, Surprise):
            self._fault(mark, str(evolve(value, instead="")))
        if value is None:
            self._fault(mark, str(Surprise(text, "nothing (null)")))
        return str(value).lower() if isinstance(value, bool) else text

    def _anchored(self, event: _Content, name: str, mark: Mark, depth: int) -> Node:
        known = self._anchors.get(name)
        if known is not None:
            where = _words(known.mark)
            self._fault(mark, f"the anchor '&{shorten(name)}' is on {where} already")
        anchor = self._anchors[name] = _Anchor(mark)
        nodes, deepest, self._deepest = self._nodes, self._deepest, depth
        node = self._content(event, mark, depth)
        anchor.node, anchor.size = node, self._nodes - nodes
        anchor.height = self._deepest - depth
        self._deepest = max(deepest, self._deepest)
        return node

    def _alias(self, name: str, mark: Mark, depth: int) -> Node:
        anchor = self._anchors.get(name)
        if anchor is None:
            hint = did_you_mean(name, self._anchors)
            self._fault(mark, f"'*{shorten(name)}' names no anchor that stands above it{hint}")
            return Node(None, mark)
        if anchor.node is None:
            self._fault(mark, f"'*{shorten(name)}' stands within what it names and would never end")
            return Node(None, mark)
        self._reach(mark, depth + anchor.height, anchor.size)
        return anchor.node._replace(mark=mark)


def _mark(event: events.Event) -> Mark:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def _words(mark: Mark) -> str:
    return f"line {mark[0]}, column {mark[1]}"


def _is_nothing(event: events.Event) -> bool:
    """True for the empty place behind a colon or a dash."""
    return (
        isinstance(event, events.ScalarEvent)
        and not event.value
        and not event.style
        and event.tag is None
    )


def _bad_key(text: str) -> str:
    word = shorten(text)
    if not text:
        return "a key is missing before the ':'"
    if re.fullmatch(r"\w+:\S+", text):
        return f"{word!r} is no key: a space belongs after the ':'"
    return f"{word!r} is no key: a key is one word of letters, digits, '_', '-' and '.'"
