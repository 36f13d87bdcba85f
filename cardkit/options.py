"""The options of a game: what may be chosen before it begins.

Games written in Python and games written in YAML declare their options alike, and the command
line, a record and a Python caller all choose them alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardkit.words import did_you_mean

#: What an option may be set to.
OptionValue: TypeAlias = bool | int | str

_BOOLS: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,18}")
_JOINTS: Final = re.compile(r"[ _/]+")
_LARGEST: Final = 10**18 - 1
_NAME: Final = re.compile(r"[A-Za-z]\w*(?:-\w+)*", re.ASCII)
#: The widest range of numbers that is worth listing one by one.
_LISTABLE: Final = 100


class OptionError(ValueError):
    """A choice that a game does not offer, or options that are declared wrongly.

    The text has one line for each fault. `faults` pairs each line with the part of the
    declaration to blame (`default`, `choices` ...), empty when a chosen value is at fault.
    """

    def __init__(self, faults: Iterable[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(line for _, line in self.faults)


def format_value(value: OptionValue) -> str:
    """The text of a value as `Option.parse` reads it.

    >>> format_value(True), format_value(13), format_value("rows")
    ('true', '13', 'rows')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def same_value(one: object, other: object) -> bool:
    """True if two values are equal and of one type: `True` is not `1` here.

    >>> same_value(1, 1), same_value(1, True)
    (True, False)
    """
    return type(one) is type(other) and one == other


def _tuple(choices: Iterable[OptionValue]) -> tuple[OptionValue, ...]:
    if isinstance(choices, str):
        raise OptionError([("choices", f"choices are a list of values, not the text {choices!r}")])
    return tuple(choices)


def _dict(aliases: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    return dict(aliases)


@frozen
class Option:
    """One thing that can be chosen before a game begins.

    `type` is `"bool"`, `"int"` or `"choice"`. A choice lists its `choices` (words, numbers or
    truth values) and may have `aliases`, other spellings of a choice; a number may have a
    `min`, a `max` and `choices`. `help` is one line, or one for each language (`{"en": ...}`).

    Raises OptionError if the parts do not agree with each other.

    >>> columns = Option("columns", "choice", 13, choices=(13, 12), help="how many columns")
    >>> columns.parse("12")
    12
    >>> columns.parse(14)
    Traceback (most recent call last):
    ...
    cardkit.options.OptionError: option columns: 14 is not one of 13, 12
    """

    name: str
    type: Literal["bool", "int", "choice"]
    default: OptionValue
    choices: tuple[OptionValue, ...] = field(default=(), converter=_tuple)
    min: int | None = None
    max: int | None = None
    help: str | Mapping[str, str] = field(default="", hash=False)
    aliases: Mapping[str, OptionValue] = field(factory=dict, converter=_dict, hash=False)

    def __attrs_post_init__(self) -> None:
        faults = [(part, f"option {self.name}: {text}") for part, text in _faults(self)]
        if faults:
            raise OptionError(faults)

    @property
    def values(self) -> tuple[OptionValue, ...] | None:
        """Every value it can take, None if they are too many to list.

        >>> Option("auto", "bool", False).values, Option("redeals", "int", 2, min=0, max=3).values
        ((False, True), (0, 1, 2, 3))
        """
        if self.type == "bool":
            return (False, True)
        if self.choices:
            return self.choices
        if self.min is None or self.max is None or self.max - self.min >= _LISTABLE:
            return None
        return tuple(range(self.min, self.max + 1))

    def parse(self, value: object) -> OptionValue:
        """The value meant by a real value or by its text as typed on a command line.

        Truth values may be typed as `on off yes no true false`. Raises OptionError.

        >>> Option("auto", "bool", False).parse("on")
        True
        >>> redeal = Option("redeal", "choice", "none", choices=("none", "once-only"),
        ...                 aliases={"off": "none", "false": "none"})
        >>> redeal.parse("off"), redeal.parse(False), redeal.parse("once only")
        ('none', 'none', 'once-only')
        """
        found = self._read(value)
        if found is None:
            raise OptionError([("", f"option {self.name}: {self._refusal(value)}")])
        return found

    def help_in(self, language: str) -> str:
        """The help in a language; in English, or failing that in any, where there is no other.

        >>> auto = Option("auto", "bool", False, help={"de": "von selbst", "en": "by itself"})
        >>> auto.help_in("de"), auto.help_in("fi")
        ('von selbst', 'by itself')
        """
        if isinstance(self.help, str):
            return self.help
        return self.help.get(language) or self.help.get("en") or next(iter(self.help.values()), "")

    def _read(self, value: object) -> OptionValue | None:
        if isinstance(value, str):
            typed = self._typed(value)
            # Words may be joined as people join them: `2/7/7`, `table only`, `fourth_round`.
            joined = _JOINTS.sub("-", value.strip().lower())
            value = self._typed(joined) if typed is None else typed
        elif isinstance(value, bool) and self.type == "choice":
            spoken = self.aliases.get(str(value).lower())
            value = value if spoken is None else spoken
        if self.type == "bool":
            return value if isinstance(value, bool) else None
        if self.type == "int":
            if not isinstance(value, int) or isinstance(value, bool) or not self._reaches(value):
                return None
            if not self.choices:
                return value
        return next((choice for choice in self.choices if same_value(choice, value)), None)

    def _reaches(self, number: int) -> bool:
        return (
            abs(number) <= _LARGEST
            and (self.min is None or number >= self.min)
            and (self.max is None or number <= self.max)
        )

    def _typed(self, text: str) -> object:
        """What a text stands for: a word of this option first, else a number or truth value."""
        if self.type == "bool":
            return _BOOLS.get(text.lower())
        if self.type == "int":
            return int(text) if _WHOLE.fullmatch(text) else None
        words = {format_value(choice): choice for choice in self.choices}
        spoken = {w: b for w, b in _BOOLS.items() if any(same_value(b, c) for c in self.choices)}
        return {**spoken, **self.aliases, **words}.get(text)

    def _refusal(self, value: object) -> str:
        shown = _show(value)
        if self.type == "bool":
            return f"{shown} is neither on nor off (yes, no, true and false will do as well)"
        if self.choices:
            words = [format_value(choice) for choice in self.choices]
            hint = did_you_mean(value, [*words, *self.aliases]) if isinstance(value, str) else ""
            return f"{shown} is not one of {', '.join(words)}{hint}"
        if self.min is not None and self.max is not None:
            return f"{shown} is not a whole number from {self.min} to {self.max}"
        if self.min is not None:
            return f"{shown} is not a whole number of at least {self.min}"
        if self.max is not None:
            return f"{shown} is not a whole number of at most {self.max}"
        return f"{shown} is not a whole number"


def check_options(
    declared: Iterable[Option], given: Mapping[str, object], *, where: str
) -> dict[str, OptionValue]:
    """Every declared option with its value, in declared order: as given, else the default.

    `where` names the game in errors. Raises OptionError, one line for each unknown name and each
    wrong value.

    >>> bisley = [Option("columns", "choice", 13, choices=(13, 12)), Option("auto", "bool", False)]
    >>> check_options(bisley, {"columns": "12"}, where="bisley")
    {'columns': 12, 'auto': False}
    >>> check_options(bisley, {"colums": 12}, where="bisley")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    cardkit.options.OptionError: bisley has no option 'colums' (did you mean 'columns'? options: ...
    """
    options: dict[str, Option] = {}
    for option in declared:
        if options.setdefault(option.name, option) is not option:
            raise OptionError([("name", f"{where} declares the option {option.name!r} twice")])
    values: dict[str, OptionValue] = {name: option.default for name, option in options.items()}
    faults: list[tuple[str, str]] = []
    for name, value in given.items():
        if name not in options:
            faults.append(("", f"{where} has no option {name!r}{_known(str(name), options)}"))
            continue
        try:
            values[name] = options[name].parse(value)
        except OptionError as error:
            faults += error.faults
    if faults:
        raise OptionError(faults)
    return values


def _known(name: str, options: Iterable[str]) -> str:
    names = list(options)
    if not names:
        return " (it has no options)"
    hint = did_you_mean(name, names)
    start = hint.removesuffix(")") + " " if hint else " ("
    return f"{start}options: {', '.join(names)})"


def _show(value: object) -> str:
    if isinstance(value, int) and abs(value) > _LARGEST:
        return "a number of more than 18 digits"
    if isinstance(value, bool) or (isinstance(value, str) and _WHOLE.fullmatch(value)):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _faults(option: Option) -> list[tuple[str, str]]:
    """What is wrong with a declaration, each fault with the part of it to blame."""
    faults = []
    if not _NAME.fullmatch(option.name):
        faults.append(("name", "a name is a word of letters, digits, '_' and '-'"))
    if option.type not in ("bool", "int", "choice"):
        hint = did_you_mean(str(option.type), ("bool", "int", "choice"))
        return [*faults, ("type", f"{option.type!r} is not one of bool, int, choice{hint}")]
    if option.type == "choice" and not option.choices:
        faults.append(("choices", "a choice needs 'choices'"))
    if option.type == "bool" and option.choices:
        faults.append(("choices", "an option of type bool has no 'choices'"))
    if option.type == "int" and not all(type(choice) is int for choice in option.choices):
        faults.append(("choices", "every choice of an option of type int is a whole number"))
    texts = [format_value(choice) for choice in option.choices]
    faults += [
        ("choices", f"the choice {text!r} stands there twice")
        for text in dict.fromkeys(texts)
        if texts.count(text) > 1
    ]
    faults += _range_faults(option)
    faults += _alias_faults(option, texts)
    if not all("\n" not in text for text in _help_lines(option)):
        faults.append(("help", "the help is one line"))
    if not faults and not same_value(option._read(option.default), option.default):
        faults.append(("default", f"the default {option._refusal(option.default)}"))
    return faults


def _range_faults(option: Option) -> list[tuple[str, str]]:
    faults = [
        (part, f"only an option of type int has a {part!r}")
        for part, bound in (("min", option.min), ("max", option.max))
        if bound is not None and option.type != "int"
    ]
    if option.min is not None and option.max is not None and option.min > option.max:
        faults.append(("min", f"the min {option.min} is above the max {option.max}"))
    elif option.type == "int":
        faults += [
            ("choices", f"the choice {_show(choice)} lies outside min and max")
            for choice in option.choices
            if not isinstance(choice, str) and not option._reaches(choice)
        ]
    return faults


def _alias_faults(option: Option, texts: list[str]) -> list[tuple[str, str]]:
    if option.aliases and option.type != "choice":
        return [("aliases", "only an option of type choice has 'aliases'")]
    faults = []
    for alias, meant in option.aliases.items():
        if alias in texts:
            faults.append(("aliases", f"the alias {alias!r} is a choice itself"))
        if not any(same_value(meant, choice) for choice in option.choices):
            hint = did_you_mean(str(meant), texts)
            faults.append(
                ("aliases", f"the alias {alias!r} stands for {_show(meant)}, no choice{hint}")
            )
    return faults


def _help_lines(option: Option) -> Iterable[str]:
    return (option.help,) if isinstance(option.help, str) else option.help.values()
