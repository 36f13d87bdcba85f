"""Games without anybody looking on: run, recorded, replayed, counted, compared.

>>> from cardkit.headless import run
>>> run("bisley", deal="ms:617", players="random").outcome.reason in ("won", "stuck")
True
"""

from __future__ import annotations

from cardkit.headless.comparing import DealComparison, Difference, Standing, Tournament
from cardkit.headless.counting import perft
from cardkit.headless.files import record_file
from cardkit.headless.places import Place, final_places
from cardkit.headless.reading import read_record
from cardkit.headless.record import Played, Record, Recorder, RecordError, Seen, Shuffled
from cardkit.headless.replaying import check_record, replay
from cardkit.headless.running import LIMIT, Run, run, run_many
from cardkit.headless.scoresheet import score_sheet
from cardkit.headless.seating import PlayerError, PlayerLike, RunError
from cardkit.headless.tally import Summary, summary, wilson
from cardkit.headless.tournaments import Contest, tournament

__all__ = [
    "LIMIT",
    "Contest",
    "DealComparison",
    "Difference",
    "Place",
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
    "Standing",
    "Summary",
    "Tournament",
    "check_record",
    "final_places",
    "perft",
    "read_record",
    "record_file",
    "replay",
    "run",
    "run_many",
    "score_sheet",
    "summary",
    "tournament",
    "wilson",
]
