"""The solver of patiences: wins with their moves, losses with proof, and what ran out otherwise.

It works on the kernel's tables (`cardkit.kernel.patience`), so every game that tabulates is solved,
a plugin's as well as ours.
"""

from __future__ import annotations

from cardkit.solver.solution import Solution
from cardkit.solver.solving import Solver, solve

__all__ = ["Solution", "Solver", "solve"]
