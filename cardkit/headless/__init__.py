"""Games without anybody looking on: run, recorded, replayed, counted.

>>> from cardkit.headless import run
>>> run("bisley", deal="ms:617", players="random").outcome.reason in ("won", "stuck")
True
"""

from __future__ import annotations

from cardkit.headless.counting import perft
from cardkit.headless.files import record_file
from cardkit.headless.reading import read_record
from cardkit.headless.record import Played, Record, Recorder, RecordError, Seen, Shuffled
from cardkit.headless.replaying import check_record, replay
from cardkit.headless.running import LIMIT, Run, run, run_many
from cardkit.headless.seating import PlayerError, PlayerLike, RunError
from cardkit.headless.tally import Summary, summary, wilson

__all__ = [
    "LIMIT",
    "Played",
    "PlayerError",
    "PlayerLike",
    "Record",
    "RecordError",
    "Recorder",
    "Run",
    "RunError",
    "Seen",
    "Shuffled",
    "Summary",
    "check_record",
    "perft",
    "read_record",
    "record_file",
    "replay",
    "run",
    "run_many",
    "summary",
    "wilson",
]
