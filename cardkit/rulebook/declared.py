"""The options that a document declares under `options:`.

```yaml
options:
  columns:
    help: how many columns
    default: 13
    choices: [13, 12]
  auto-kings:
    help: {en: kings go up by themselves, de: Könige gehen von selbst}
    default: false
```
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from cardkit.options import Option, OptionError, OptionValue
from cardkit.rulebook.document import Document
from cardkit.rulebook.problems import Problem, RulesError
from cardkit.rulebook.structuring import structure

#: The key of the outermost mapping under which options are declared.
SECTION = "options"

_Type = Literal["bool", "int", "choice"]


@frozen
class _Declaration:
    help: str | dict[str, str]
    default: OptionValue
    type: _Type | None = None
    choices: tuple[OptionValue, ...] = ()
    min: int | None = None
    max: int | None = None
    aliases: dict[str, OptionValue] = field(factory=dict)

    def option(self, name: str) -> Option:
        return Option(
            name,
            self.type or self._plain_type(),
            self.default,
            choices=self.choices,
            min=self.min,
            max=self.max,
            help=self.help,
            aliases=self.aliases,
        )

    def _plain_type(self) -> _Type:
        if self.choices or isinstance(self.default, str):
            return "choice"
        return "bool" if isinstance(self.default, bool) else "int"


def declared_options(document: Document) -> tuple[Option, ...]:
    """The options declared in a document, in its order; none if it has no `options:`.

    Each has a `help` and a `default`; the `type` may be left out: `choice` if there are choices,
    else that of the default. Raises RulesError with all that is wrong.

    >>> from cardkit.rulebook import parse_document
    >>> text = "options:\\n  deal: {default: row, choices: [columns, rows], help: how to deal}\\n"
    >>> declared_options(parse_document(text.replace("row,", "rows,")))[0].values
    ('columns', 'rows')
    >>> try:
    ...     declared_options(parse_document(text, "bisley.yaml"))
    ... except RulesError as error:
    ...     print(error)  # doctest: +ELLIPSIS
    bisley.yaml:2:19: option deal: the default 'row' is not one of columns, rows (did you mean ...
    """
    if document.get((SECTION,)) is None:
        return ()
    declarations = structure(document, dict[str, _Declaration], at=(SECTION,))
    options: list[Option] = []
    problems: list[Problem] = []
    for name, declaration in declarations.items():
        try:
            options.append(declaration.option(name))
        except OptionError as error:
            for part, message in error.faults:
                path = (SECTION, name) if part == "name" else (SECTION, name, part)
                problems.append(document.problem(path, message, key=part == "name"))
    if problems:
        raise RulesError(problems)
    return tuple(options)
