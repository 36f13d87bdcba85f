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
class Declaration:
    """An option of the game: something that is chosen before it begins."""

    #: What it is about, in one line, or by language in one line each.
    help: str | dict[str, str]
    #: The value that it has if nobody chooses.
    default: OptionValue
    #: What kind of value it has; left out, `choice` if there are choices, else that of the default.
    type: _Type | None = None
    #: All the values there are.
    choices: tuple[OptionValue, ...] = ()
    #: The least number that may be chosen.
    min: int | None = None
    #: The greatest number that may be chosen.
    max: int | None = None
    #: Other words for some of the choices, each with the choice that it means.
    aliases: dict[str, OptionValue] = field(factory=dict)

    def option(self, name: str) -> Option:
        """The option that is declared under a name. Raises OptionError if it contradicts itself."""
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
    declarations = structure(document, dict[str, Declaration], at=(SECTION,))
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
