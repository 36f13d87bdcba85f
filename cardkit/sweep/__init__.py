"""Sweeps: many deals solved or played, by many workers, into a store that survives every kill.

>>> from cardkit.sweep import Playing, Sweep
>>> with Sweep("bisley", "ms:1..10", Playing(("random",)), workers=1) as sweep:
...     sweep.run()
...     print(sweep.statistics().wins)
Wins(count=10, won=0, undecided=0)
"""

from __future__ import annotations

from cardkit.sweep.plan import Playing, Solving, SweepError
from cardkit.sweep.selection import Selection
from cardkit.sweep.statistics import Statistics, statistics
from cardkit.sweep.store import Store
from cardkit.sweep.storefile import StoreError
from cardkit.sweep.sweeping import Progress, Sweep

__all__ = [
    "Playing",
    "Progress",
    "Selection",
    "Solving",
    "Statistics",
    "Store",
    "StoreError",
    "Sweep",
    "SweepError",
    "statistics",
]
