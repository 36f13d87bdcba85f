"""Plain scalars: what an unquoted word of a YAML file means, and which ones mislead.

YAML 1.1 (which most Python programs read) and YAML 1.2 disagree about many unquoted words, and
both take some for numbers or dates that nobody means in the rules of a card game. Such a word is
refused, with a note how it may be misread and what to write instead.
"""

from __future__ import annotations

import contextlib
import re
from typing import Final, TypeAlias

from attrs import frozen

Scalar: TypeAlias = bool | int | float | str | None

# Only words that begin like this can be anything but themselves.
_SUSPECT: Final = re.compile(
    r"[-+.~=<0-9]|(?:y|n|yes|no|on|off|true|false|null)\Z", re.IGNORECASE | re.ASCII
)
_INT: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT: Final = re.compile(r"-?(?:0|[1-9][0-9]*)\.(?:0|[0-9]*[1-9])")
#: Characters of the longest number that is taken for one.
_LONGEST: Final = 18

_NOTHING: Final = "nothing (null)"
_BOOLS: Final = {"true": True, "false": False}
_SPOKEN: Final = {
    **dict.fromkeys(("y", "yes", "on"), "true"),
    **dict.fromkeys(("n", "no", "off"), "false"),
}
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt\s].*)?", re.DOTALL)
_NOT_FINITE: Final = re.compile(r"[-+]?\.(?:inf|nan)", re.IGNORECASE)
_BASE_60: Final = re.compile(r"([-+]?)([0-9][0-9_]*(?::[0-5]?[0-9])+)(?:\.[0-9_]*)?")
_BASED: Final = re.compile(r"([-+]?)0([oxb]?)([0-9a-fA-F_]+)")
_NUMBER: Final = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
)


@frozen
class Surprise:
    """An unquoted word that may be read as something else than it looks like."""

    text: str
    #: What it may be read as, and the clear spelling of that if there is one.
    reading: str
    instead: str = ""

    def __str__(self) -> str:
        word = shorten(self.text)
        clear = f"write {self.instead}, or" if self.instead else "write"
        return f"{word!r} would be read as {self.reading}: {clear} {word!r} in quotes"


def shorten(text: str, most: int = 40) -> str:
    """A text of bounded length for a message.

    >>> shorten("a very long text about nothing at all", 12)
    'a very lo...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def read_plain(text: str) -> Scalar | Surprise:
    """The value of an unquoted word, or the Surprise that it is.

    >>> read_plain("13"), read_plain("2S"), read_plain("true"), read_plain("1.5")
    (13, '2S', True, 1.5)
    >>> print(read_plain("no"))
    'no' would be read as false: write false, or 'no' in quotes
    >>> print(read_plain("12:30"))
    '12:30' would be read as 750, a number in base 60: write '12:30' in quotes
    """
    if not _SUSPECT.match(text):
        return text
    if text[0].isalpha():
        return _read_word(text)
    if len(text) <= _LONGEST:
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
    return _read_odd(text)


def _read_word(text: str) -> Scalar | Surprise:
    low = text.lower()
    if low in _SPOKEN:
        return Surprise(text, _SPOKEN[low], _SPOKEN[low])
    if low == "null":
        return None if text == low else Surprise(text, _NOTHING, low)
    return _BOOLS[low] if text in (low, low.upper(), low.capitalize()) else text


def _read_odd(text: str) -> str | Surprise:
    """The Surprise in what begins like a number or a sign; the text itself if there is none."""
    if text == "~":
        return Surprise(text, _NOTHING, "null")
    if text in ("=", "<<"):
        return Surprise(text, "a sign of YAML itself")
    if _NOT_FINITE.fullmatch(text):
        return Surprise(text, "infinity" if text.lower().endswith("inf") else "not-a-number")
    if _DATE.fullmatch(text):
        return Surprise(text, "a date")
    sixty, based = _BASE_60.fullmatch(text), _BASED.fullmatch(text)
    if not (sixty or based or _NUMBER.fullmatch(text)):
        return text
    if len(text) > _LONGEST:
        return Surprise(text, "a number, and has too many digits")
    if sixty:
        return Surprise(text, f"{_base_60(sixty[1], sixty[2])}, a number in base 60")
    if based:
        sign, letter, digits = based[1], based[2], based[3].replace("_", "")
        base = {"x": 16, "b": 2}.get(letter, 8)
        with contextlib.suppress(ValueError):
            value = int(sign + digits, base)
            # Whoever pads a number with zeros means ten by 010.
            meant = value if letter else int(sign + digits)
            return Surprise(text, f"{value}, a number in base {base}", str(meant))
    if not _NUMBER.fullmatch(text):
        return text
    number = _plain_number(text.replace("_", ""))
    return Surprise(text, number or "a number", number)


def _base_60(sign: str, digits: str) -> int:
    total = 0
    for part in digits.replace("_", "").split(":"):
        total = total * 60 + int(part)
    return -total if sign == "-" else total


def _plain_number(digits: str) -> str:
    """The plain spelling of a number, empty if it has none."""
    if digits.lstrip("+-").isdigit():
        return str(int(digits))
    spelled = repr(float(digits))
    return spelled if _FLOAT.fullmatch(spelled) else ""
