"""Binding: a document with its options chosen.

Three notations make a document depend on the options of a game. They may stand anywhere but in the
`options:` section itself.

- `when: {deal: columns, columns: [12, 13]}` in a mapping: the mapping is left out of the list or
  mapping it stands in unless each of the options has that value, or one of those values.
- `$columns`, alone as a value, stands for the value of that option.
- `{choose: columns, 13: ..., 12: ...}` stands for the branch of the value that the option has;
  there is a branch for each value it may have.

All of a document is checked, whichever options are chosen: also what is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from cardkit.options import (
    Option,
    OptionError,
    OptionValue,
    check_options,
    format_value,
    same_value,
)
from cardkit.rulebook.declared import SECTION, declared_options
from cardkit.rulebook.document import Document, Mark, Node
from cardkit.rulebook.faults import describe
from cardkit.rulebook.problems import Problem, RulesError
from cardkit.words import did_you_mean

_REFERENCE: Final = re.compile(r"\$([A-Za-z]\w*(?:-\w+)*)", re.ASCII)


def bind(
    document: Document,
    options: Mapping[str, object],
    declared: Iterable[Option] | None = None,
) -> Document:
    """The document with the `options` chosen; those not given have their defaults.

    `declared` are the options there are: those of the document's `options:` if left out. A
    document without any takes the `options` as they are, and cannot tell which other values
    they might have. Raises OptionError if the choice is wrong and RulesError if the document is.

    >>> from cardkit.rulebook import parse_document
    >>> document = parse_document('''
    ... options:
    ...   columns: {default: 13, choices: [13, 12], help: how many columns}
    ... layout:
    ... - {lay: aces, when: {columns: 13}}
    ... - {lay: $columns, each: {choose: columns, 13: 3, 12: 4}}
    ... ''')
    >>> document.bind({"columns": 12}).data["layout"]
    [{'lay': 12, 'each': 4}]
    """
    if declared is None and document.get((SECTION,)) is not None:
        declared = declared_options(document)
    binder = _Binder(document.name, options, declared)
    root = binder.bind_root(document.root)
    if binder.problems:
        raise RulesError(binder.problems)
    return Document(document.name, root)


def _as_given(options: Mapping[str, object]) -> dict[str, OptionValue]:
    values: dict[str, OptionValue] = {}
    faults = []
    for name, value in options.items():
        if isinstance(value, bool | int | str):
            values[name] = value
        else:
            faults.append(("", f"option {name}: {value!r} is no text, number or truth value"))
    if faults:
        raise OptionError(faults)
    return values


class _Binder:
    def __init__(
        self, name: str, options: Mapping[str, object], declared: Iterable[Option] | None
    ) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self._options: dict[str, Option] = {}
        self._values: dict[str, OptionValue]
        if declared is None:
            self._values = _as_given(options)
        else:
            self._options = {option.name: option for option in declared}
            self._values = check_options(self._options.values(), options, where=name)

    def bind_root(self, root: Node) -> Node:
        if not isinstance(root.value, dict):
            return self._bind(root) or root
        if "when" in root.value:
            self._fault(root.keys["when"], "the file as a whole can have no 'when'")
        section = {key: node for key, node in root.value.items() if key == SECTION}
        rest = {key: node for key, node in root.value.items() if key not in (SECTION, "when")}
        bound = self._bind(root._replace(value=rest)) or root
        if not section or not isinstance(bound.value, dict):
            return bound
        order = [key for key in root.value if key in section or key in bound.value]
        return bound._replace(value={key: {**section, **bound.value}[key] for key in order})

    def _fault(self, mark: Mark, message: str) -> None:
        self.problems.append(Problem(self.name, *mark, message))

    def _bind(self, node: Node) -> Node | None:
        """The node for these options, None if it is left out."""
        value = node.value
        if isinstance(value, str):
            return self._refer(node, value)
        if isinstance(value, list):
            return node._replace(value=[b for item in value if (b := self._bind(item)) is not None])
        if isinstance(value, dict):
            return self._bind_mapping(node, value)
        return node

    def _refer(self, node: Node, text: str) -> Node:
        found = _REFERENCE.fullmatch(text)
        if found is None:
            return node
        if not self._knows(found[1], node.mark):
            return node
        return node._replace(value=self._values[found[1]])

    def _knows(self, option: str, mark: Mark) -> bool:
        if option in self._values:
            return True
        names = ", ".join(self._values)
        hint = did_you_mean(option, self._values) or (f" (options: {names})" if names else "")
        self._fault(mark, f"there is no option {option!r}{hint}")
        return False

    def _bind_mapping(self, node: Node, value: dict[str, Node]) -> Node | None:
        condition = value.get("when")
        holds = condition is None or self._holds(condition)
        bound = {
            key: b
            for key, child in value.items()
            if child is not condition and (b := self._bind(child)) is not None
        }
        chooser = value.get("choose")
        result: Node | None = node._replace(value=bound)
        if chooser is not None and isinstance(chooser.value, str):
            result = self._choose(node, chooser, bound)
        return result if holds else None

    def _holds(self, condition: Node) -> bool:
        if not isinstance(condition.value, dict) or not condition.value:
            self._fault(
                condition.mark,
                f"when: expected options with their values, found {describe(condition.plain())}",
            )
            return True
        holds = True
        for name, node in condition.value.items():
            if self._knows(name, condition.keys[name]):
                wanted = node.value if isinstance(node.value, list) else [node]
                values = [self._read(name, item) for item in wanted]
                holds &= any(same_value(value, self._values[name]) for value in values)
        return holds

    def _read(self, name: str, node: Node) -> OptionValue | None:
        """The value of an option as a condition names it; None, with a fault, if it is none."""
        if not isinstance(node.value, bool | int | str):
            self._fault(node.mark, f"option {name}: {describe(node.plain())} is no value of it")
            return None
        if name not in self._options:
            return node.value
        try:
            return self._options[name].parse(node.value)
        except OptionError as error:
            self._fault(node.mark, str(error))
            return None

    def _choose(self, node: Node, chooser: Node, bound: dict[str, Node]) -> Node | None:
        """The branch for the value that an option has; None if that is left out."""
        name = str(chooser.value)
        if not self._knows(name, chooser.mark):
            return node
        assert isinstance(node.value, dict)
        branches = [key for key in node.value if key not in ("choose", "when")]
        option = self._options.get(name)
        chosen = format_value(self._values[name])
        needed = [chosen]
        if option is not None:
            if option.values is None:
                self._fault(chooser.mark, f"choose: option {name} has too many values to choose by")
                return node
            needed = [format_value(value) for value in option.values]
            for key in branches:
                if key not in needed:
                    hint = did_you_mean(key, needed) or f" (its values are {', '.join(needed)})"
                    self._fault(node.keys[key], f"choose: option {name} has no value {key!r}{hint}")
        missing = [key for key in needed if key not in branches]
        if missing:
            self._fault(chooser.mark, f"choose: no branch for {name} {', '.join(missing)}")
        return bound.get(chosen)
