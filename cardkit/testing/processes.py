"""A game played in another process, where sets and dictionaries of texts have another order."""

from __future__ import annotations

import base64
import importlib.util
import io
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from cardkit.deals import Deal
from cardkit.moves import Move
from cardkit.rng import Rng
from cardkit.state import Game, State
from cardkit.testing.lawbook import law, who

_CHILD = "from cardkit.testing.processes import child; child()"


def _can_be_sent(game: Game) -> bool:
    return recipe(game) is not None


@law(looks=1, costly=True, applies=_can_be_sent)
def hash_seeds(state: State, rng: Rng) -> str | None:
    """A process with another hash seed deals, lists, sees and records the same."""
    order = {
        "recipe": recipe(state.game),
        "deal": str(state.deal),
        "line": [str(move) for move in state.history],
    }
    here = list(told(state.game, Deal.of(str(state.deal)), state.history))
    seed = 1 + rng.below(2**32 - 1)
    for one, other in zip_longest(here, _elsewhere(order, seed)):
        if one != other:
            return f"with PYTHONHASHSEED={seed} {other}, but here {one}"
    return None


def told(game: Game, deal: Deal, line: Sequence[Move]) -> Iterator[str]:
    """Everything that a line of play shows, as lines of text."""
    from cardkit.headless import Recorder

    state = game.deal(deal)
    record = io.StringIO()
    recorder = Recorder(state, record)
    for ply in range(len(line) + 1):
        if ply:
            state.push(line[ply - 1])
            recorder.update()
        yield f"at ply {ply} the position {state.position}"
        yield f"at ply {ply} the moves {' '.join(map(str, state.moves))}"
        yield f"at ply {ply} the outcome {state.outcome}"
    for seat in (None, *range(game.seats)):
        for event in state.view(seat).events:
            yield f"{who(seat)} sees {json.dumps(event)}"
    for written in record.getvalue().splitlines():
        yield f"the record has {written}"


def _elsewhere(order: Mapping[str, object], seed: int) -> list[str]:
    """What a process with this hash seed tells."""
    done = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        env={
            **os.environ,
            "PYTHONHASHSEED": str(seed),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        return [f"the process ends with status {done.returncode}"]
    lines: list[str] = json.loads(done.stdout)
    return lines


def child() -> None:
    """What the other process does: read what to play, and print what it shows."""
    order = json.load(sys.stdin)
    lines: list[str] = []
    try:
        game = _made(order["recipe"])
        lines.extend(told(game, Deal.of(order["deal"]), list(map(Move, order["line"]))))
    except Exception as error:
        lines.append(f"{type(error).__name__}: {error}")
    json.dump(lines, sys.stdout)


def recipe(game: Game) -> dict[str, Any] | None:
    """How to make the same game in another process; None if there is no way to.

    An installed game is made by its name, another one is pickled.
    """
    from cardkit import plugins

    try:
        again = plugins.game(game.name, **game.options)
    except Exception:
        again = None
    if type(again) is type(game) and again.digest == game.digest:
        return {"name": game.name, "options": dict(game.options)}
    module = sys.modules[type(game).__module__]
    file = getattr(module, "__file__", None)
    if file is None or module.__name__ == "__main__":
        return None
    try:
        data = pickle.dumps(game)
    except Exception:
        return None
    return {"module": module.__name__, "file": file, "pickle": base64.b64encode(data).decode()}


def _made(order: Mapping[str, Any]) -> Game:
    if "name" in order:
        from cardkit import plugins

        return plugins.game(order["name"], **order["options"])
    name = order["module"]
    try:
        importlib.import_module(name)
    except ImportError:
        spec = importlib.util.spec_from_file_location(name, order["file"])
        if spec is None or spec.loader is None:
            raise
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    game: Game = pickle.loads(base64.b64decode(order["pickle"]))
    return game
