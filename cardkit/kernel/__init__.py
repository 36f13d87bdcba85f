"""The kernel: the same rules over flat arrays, compiled where numba is installed.

Its functions are plain Python that numba can compile (the extra `fast`). Without numba they run as
they stand, only slower; see `cardkit.kernel.engines`. It knows no game by name: whatever it needs
is read off a game's tables, and what it cannot say is refused with a reason (`Untabulated`).
"""

from __future__ import annotations


class Untabulated(ValueError):
    """A game or a position that the kernel cannot hold; the text says which rule is in the way."""
