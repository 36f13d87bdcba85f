"""The same deal, players and seed give the same bytes in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
import tiny
from cardkit import plugins, run
with plugins.use(tiny.tiny_registry()):
    for name in ("stairs", "snatch"):
        for seat in (None, 0, "onlooker"):
            run(name, deal=77, seed=5, players="random", limit=50, record=sys.stdout, seat=seat)
"""


def test_records_are_the_same_bytes_under_any_hash_seed() -> None:
    outputs = []
    for seed in ("0", "1", "4242"):
        path = [str(Path(__file__).parent), *sys.path]
        environment = os.environ | {
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(filter(None, path)),
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
        )
        outputs.append(done.stdout)
    assert outputs[0].count(b"\n") > 100
    assert len(set(outputs)) == 1
