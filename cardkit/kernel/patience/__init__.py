"""The kernel of the patience family: a game's tables and a position as flat arrays.

`shape` says what lies where in them, `tabulate` fills the tables from a game's rules, `piles` and
`steps` change a position and take changes back, `moves` finds and makes moves. `position` is the
way in from Python.
"""

from __future__ import annotations
