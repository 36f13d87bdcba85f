"""Faults: what is wrong, and where in a file it stands."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Problem:
    """One fault of a file: where it stands (line and column count from 1) and what it is.

    >>> str(Problem("bisley.yaml", 3, 5, "unknown key 'biuld' (did you mean 'build'?)"))
    "bisley.yaml:3:5: unknown key 'biuld' (did you mean 'build'?)"
    """

    path: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class RulesError(ValueError):
    """Everything that is wrong with a file: `problems`, in the order of their places.

    >>> print(RulesError([Problem("a.yaml", 9, 1, "late"), Problem("a.yaml", 2, 1, "early")]))
    a.yaml:2:1: early
    a.yaml:9:1: late
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = dict.fromkeys(problems)
        self.problems = tuple(sorted(found, key=lambda p: (p.path, p.line, p.column)))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))
