"""Words that people mistype."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

#: What those are told who look for a command or a player to play by hand.
BY_HAND: Final = (
    'by hand a game is played in Python: `import cardkit; state = cardkit.game("bisley").deal(1);'
    " print(state); state.play(state.moves[0])`"
)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The most similar of `words`, or None if none is near.

    >>> nearest("colums", ["columns", "deal"])
    'columns'
    """
    known = {w.lower(): w for w in words}
    found = get_close_matches(word.lower()[:60], list(known), n=1, cutoff=0.6)
    return known[found[0]] if found else None


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A hint to put behind an error, empty if nothing is near.

    >>> did_you_mean("bisly", ["bisley", "bismarck"])
    " (did you mean 'bisley'?)"
    """
    near = nearest(word, words)
    return f" (did you mean {near!r}?)" if near else ""
