"""What a command costs as a whole process: the wall time of help, the memory of a run."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

#: Runs a command and tells the largest memory of the process, in MiB.
MEASURED = """
import json, resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)))
"""


def cardkit(*words: str) -> list[str]:
    return [sys.executable, "-m", "cardkit", *words]


def test_wall_time_of_help(benchmark: Any) -> None:
    def call() -> None:
        subprocess.run(cardkit("--help"), check=True, stdout=subprocess.DEVNULL)

    benchmark.pedantic(call, rounds=15, warmup_rounds=2)


def test_peak_memory_of_a_run(benchmark: Any) -> None:
    words = cardkit("run", "bisley", "--deals", "1..100", "--json")

    def call() -> float:
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, *words], check=True, capture_output=True
        )
        mib: float = json.loads(done.stdout)
        return mib

    benchmark.extra_info["peak_mib"] = round(benchmark.pedantic(call, rounds=3), 1)
