"""Records written out by hand, and what `run` writes for the same games."""

from __future__ import annotations

import io

from cardkit import Game, run
from cardkit.headless import read_record, replay

# Columns 2C on AC, 3C on 4C, 5C on 6C. The redeal deals from the top of the stock, two cards at
# once and turned over: AC on 2C, 3C on 4C, 5C on 6C, and everything plays up.
DEAL = "AC 2C 4C 3C 6C 5C / 5C 6C 3C 4C AC 2C"
MOVES = ["redeal", "t1-f", "t1-f", "t2-f", "t2-f", "t3-f", "t3-f"]

FULL = """\
{"cardkit": 1, "game": "stairs", "version": "1", "rules": "DIGEST", \
"options": {"deal": "columns", "redeals": 1}, \
"deal": "AC 2C 4C 3C 6C 5C / 5C 6C 3C 4C AC 2C", "players": ["by-heart"], "seed": 3}
{"shuffle": null, "cards": "AC 2C 4C 3C 6C 5C"}
{"move": "redeal"}
{"shuffle": "stock", "cards": "5C 6C 3C 4C AC 2C"}
{"move": "t1-f"}
{"move": "t1-f"}
{"move": "t2-f"}
{"move": "t2-f"}
{"move": "t3-f"}
{"move": "t3-f"}
{"result": {"reason": "won", "won": true}, "moves": 7}
"""

SEATS = """\
{"cardkit": 1, "game": "stairs", "version": "1", "options": {"deal": "columns", "redeals": 1}, \
"seat": 0, "piles": [["t1", true, null], ["t2", true, null], ["t3", true, null], \
["f", true, null], ["stock", true, []]], \
"facts": [["redeals", 0], ["turn", 0], ["chance", 0], ["resigned", null]]}
{"saw": [["set", "chance", 1], ["lay", "t1", "AC 2C"], ["lay", "t2", "4C 3C"], \
["lay", "t3", "6C 5C"]]}
{"move": "redeal", "saw": [["play", 0, "redeal"], ["set", "redeals", 1], \
["move", "t1", "stock", "AC 2C", false], ["move", "t2", "stock", "4C 3C", false], \
["move", "t3", "stock", "6C 5C", false], ["set", "chance", 2], ["shuffle", "stock", 6], \
["move", "stock", "t1", "2C AC", true], ["move", "stock", "t2", "4C 3C", true], \
["move", "stock", "t3", "6C 5C", true]]}
{"move": "t1-f", "saw": [["play", 0, "t1-f"], ["move", "t1", "f", "AC", false]]}
{"move": "t1-f", "saw": [["play", 0, "t1-f"], ["move", "t1", "f", "2C", false]]}
{"move": "t2-f", "saw": [["play", 0, "t2-f"], ["move", "t2", "f", "3C", false]]}
{"move": "t2-f", "saw": [["play", 0, "t2-f"], ["move", "t2", "f", "4C", false]]}
{"move": "t3-f", "saw": [["play", 0, "t3-f"], ["move", "t3", "f", "5C", false]]}
{"move": "t3-f", "saw": [["play", 0, "t3-f"], ["move", "t3", "f", "6C", false]]}
{"result": {"reason": "won", "won": true}, "moves": 7}
"""

# Seat 0 (AC 2C 3C) puts one aside unseen, seat 1 (4C 5C AS) plays one openly, seat 0 resigns.
SNATCH_DEAL = "AC 2C 3C 4C 5C AS 2S 3S 4S 5S"

SNATCH_FULL = """\
{"cardkit": 1, "game": "snatch", "version": "1", "rules": "DIGEST", "options": {}, \
"deal": "AC 2C 3C 4C 5C AS 2S 3S 4S 5S", "players": ["one", "other"], "seed": 0}
{"shuffle": null, "cards": "AC 2C 3C 4C 5C AS 2S 3S 4S 5S"}
{"move": "aside 2C", "seat": 0}
{"move": "5C", "seat": 1}
{"move": "resign", "seat": 0}
{"result": {"reason": "resigned", "winners": [1]}, "moves": 3}
"""

SNATCH_ONLOOKER = """\
{"cardkit": 1, "game": "snatch", "version": "1", "options": {}, "seat": null, \
"piles": [["hand0", false, [0]], ["hand1", false, [1]], ["aside0", true, [0]], \
["aside1", true, [1]], ["stock", true, []], ["heap", true, null]], \
"facts": [["dealt", 0], ["score", [0, 0]], ["plies", 0], ["turn", 0], ["chance", 0], \
["resigned", null]]}
{"saw": [["deal"], ["set", "dealt", 1], ["set", "chance", 1], ["lay", "hand0", "?? ?? ??"], \
["lay", "hand1", "?? ?? ??"], ["lay", "heap", "2S"], ["lay", "stock", "[?? ?? ??]"]]}
{"move": "aside ??", "saw": [["play", 0, "aside ??"], ["take", "hand0", null, "aside0", "??"], \
["move", "stock", "hand0", "??", false], ["set", "plies", 1], ["set", "turn", 1]]}
{"move": "5C", "saw": [["play", 1, "5C"], ["take", "hand1", null, "heap", "5C"], \
["set", "score", [0, 1]], ["move", "stock", "hand1", "??", false], ["set", "plies", 2], \
["set", "turn", 0]]}
{"move": "resign", "saw": [["play", 0, "resign"], ["set", "resigned", 0]]}
{"result": {"reason": "resigned", "winners": [1]}, "moves": 3}
"""


class Script:
    """Plays listed moves and then resigns."""

    def __init__(self, name: str, moves: list[str]) -> None:
        self.name = name
        self._moves = iter(moves)

    def choose(self, view):
        text = next(self._moves, None)
        return next((move for move in view.moves if str(move) == text), None)


def by_heart() -> Script:
    return Script("by-heart", MOVES)


def test_a_full_record_is_what_a_hand_would_write(stairs: Game) -> None:
    stream = io.StringIO()
    run(stairs, deal=DEAL, players=by_heart(), seed=3, record=stream)
    assert stream.getvalue() == FULL.replace("DIGEST", stairs.digest)


def test_a_seats_record_is_what_a_hand_would_write(stairs: Game) -> None:
    stream = io.StringIO()
    run(stairs, deal=DEAL, players=by_heart(), record=stream, seat=0)
    assert stream.getvalue() == SEATS


def test_records_of_two_seats_say_who_moved_and_hide_what_was_not_seen(snatch: Game) -> None:
    for seat, expected in ((None, SNATCH_FULL), ("onlooker", SNATCH_ONLOOKER)):
        stream = io.StringIO()
        players = [Script("one", ["aside 2C"]), Script("other", ["5C"])]
        run(snatch, deal=SNATCH_DEAL, players=players, record=stream, seat=seat)
        assert stream.getvalue() == expected.replace("DIGEST", snatch.digest)


def test_a_record_written_by_hand_is_read_and_replayed(stairs: Game) -> None:
    record = read_record(FULL.replace("DIGEST", stairs.digest).splitlines())
    assert [str(move) for move in record.moves] == MOVES
    assert [len(cards) for cards in record.shuffles] == [6, 6]
    assert (record.torn, record.note) == (False, None)
    state = replay(record)
    assert str(state.piles["f"]) == "AC 2C 3C 4C 5C 6C"
    assert state.outcome == record.result


def test_a_record_file_has_the_bytes_of_the_record(stairs: Game, tmp_path) -> None:
    path = tmp_path / "game.jsonl"
    run(stairs, deal=DEAL, players=by_heart(), seed=3, record=path)
    assert path.read_bytes() == FULL.replace("DIGEST", stairs.digest).encode()
    assert list(tmp_path.iterdir()) == [path]
