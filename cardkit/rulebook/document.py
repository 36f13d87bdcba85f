"""A document: the plain data of a YAML file, which knows where everything stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import field, frozen

from cardkit.rulebook.problems import Problem
from cardkit.rulebook.scalars import Scalar

if TYPE_CHECKING:
    from cardkit.options import Option

#: What a document consists of: scalars, lists, and mappings with text for keys.
Plain: TypeAlias = "Scalar | list[Plain] | dict[str, Plain]"
#: The way to a value: keys of mappings and indices of lists.
Path: TypeAlias = tuple[str | int, ...]
#: A line and a column, both counted from 1.
Mark: TypeAlias = tuple[int, int]


class Node(NamedTuple):
    """A value with its place, and for a mapping the places of its keys. Never changed in place."""

    value: Scalar | list[Node] | dict[str, Node]
    mark: Mark
    keys: Mapping[str, Mark] = {}

    def plain(self) -> Plain:
        """The value without places."""
        value = self.value
        if isinstance(value, dict):
            return {key: node.plain() for key, node in value.items()}
        if isinstance(value, list):
            return [node.plain() for node in value]
        return value

    def child(self, step: str | int) -> Node | None:
        """The value behind a key or at an index, None if there is none."""
        value = self.value
        if isinstance(value, dict):
            found: Node | None = value.get(step) if isinstance(step, str) else None
            return found
        if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            item: Node = value[step]
            return item
        return None


@frozen
class Document:
    """A file that was read: its `name`, its `data`, and the places of everything in it.

    Keys are text throughout, also where the file has a number or `true` for a key.

    >>> from cardkit.rulebook import parse_document
    >>> document = parse_document("name: Bisley\\ncolumns:\\n- 12\\n- 13\\n", "bisley.yaml")
    >>> document.data
    {'name': 'Bisley', 'columns': [12, 13]}
    >>> print(document.problem(("columns", 1), "one too many"))
    bisley.yaml:4:3: one too many
    """

    name: str
    root: Node = field(repr=False)

    @property
    def data(self) -> Plain:
        """The content as plain data, a fresh copy each time."""
        return self.root.plain()

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """The line and column of a value, or of its key; of what it would stand in if missing.

        >>> from cardkit.rulebook import parse_document
        >>> document = parse_document("{ goal: {all: up} }")
        >>> document.mark(("goal",)), document.mark(("goal",), key=True)
        ((1, 9), (1, 3))
        """
        node = self.root
        mark = node.mark
        for step in path:
            child = node.child(step)
            if child is None:
                return node.mark
            mark = node.keys[step] if key and isinstance(step, str) else child.mark
            node = child
        return mark

    def problem(self, path: Path, message: str, *, key: bool = False) -> Problem:
        """A Problem that points at a value, or at its key."""
        return Problem(self.name, *self.mark(path, key=key), message)

    def get(self, path: Path) -> Node | None:
        """The node at a path, None if there is none."""
        node: Node | None = self.root
        for step in path:
            node = node.child(step) if node else None
        return node

    def without(self, *keys: str) -> Document:
        """The document without some keys of its outermost mapping.

        >>> from cardkit.rulebook import parse_document
        >>> parse_document("{a: 1, b: 2}").without("b", "c").data
        {'a': 1}
        """
        value = self.root.value
        if not isinstance(value, dict):
            return self
        kept = {key: node for key, node in value.items() if key not in keys}
        return Document(self.name, self.root._replace(value=kept))

    def bind(
        self,
        options: Mapping[str, object],
        declared: Iterable[Option] | None = None,
    ) -> Document:
        """The document for one choice of options: see `cardkit.rulebook.binding`."""
        # Binding is built on documents, so it cannot be imported above.
        from cardkit.rulebook.binding import bind

        return bind(self, options, declared)
