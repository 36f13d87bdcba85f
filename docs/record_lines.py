"""Finds a finished game for the page of each of our games, and records it in docs/lines.

    python docs/record_lines.py            those that are missing or not legal any more
    python docs/record_lines.py NAME ...   those of these games, found anew

A match is the first one, with greedy players. Of a patience it is the first deal that is won: by
the player that plays it by default, else by the solver, else, where the solver cannot hold its
rules, by a search that keeps as many moves open as it can. If nothing wins, it is the deal in which
the player came farthest. Finding may take minutes; building the pages only replays what was found.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from build_pages import our_games
from endings import ending, line_path

from cardkit.headless import Recorder, RecordError, Run, record_file, run_many
from cardkit.kernel import Untabulated
from cardkit.moves import Move
from cardkit.state import Game, State

#: The deals that the player tries, and those of them that are searched if it wins none.
PLAYED = range(1, 101)
SEARCHED = range(1, 21)
#: So many positions the solver may look at in one deal.
NODES = 2_000_000
#: So many positions of each depth the wide search goes on with.
WIDTH = 100


def found(game: Game) -> tuple[State, str]:
    """A game that is over, and who played it."""
    runs = []
    for run in run_many(game, PLAYED):
        if run.outcome.won or run.outcome.scores is not None:
            return run.state, run.players[0]
        runs.append(run)
    for number in SEARCHED:
        start = game.deal(number)
        moves, who = winning(start)
        if moves:
            for move in moves:
                start.play(move)
            return start, who
    return farthest(runs)


def winning(start: State) -> tuple[Iterable[Move], str]:
    """Moves that win a deal, none if there are none to be found, and who found them."""
    from cardkit.solver import solve

    try:
        return solve(start, nodes=NODES).moves, "cardkit.solver"
    except Untabulated:
        return wide_search(start), "docs/record_lines.py"


def wide_search(start: State) -> tuple[Move, ...]:
    """Moves that win a deal, found by going on with the positions that have the most moves.

    Empty if that leads nowhere. For games in which every move leads on, like those whose piles
    become fewer and fewer.
    """
    layer: list[tuple[State, tuple[Move, ...]]] = [(start.copy(history=False), ())]
    known = {start.key}
    while layer:
        nexts = []
        for state, line in layer:
            for move in state.moves:
                other = state.copy(history=False)
                other.push(move)
                if other.outcome is not None and other.outcome.won:
                    return (*line, move)
                if other.outcome is None and other.key not in known:
                    known.add(other.key)
                    nexts.append((other, (*line, move)))
        nexts.sort(key=lambda pair: -len(pair[0].moves))  # stable: the same on every machine
        layer = nexts[:WIDTH]
    return ()


def farthest(runs: Iterable[Run]) -> tuple[State, str]:
    """The run with the most cards on foundations, and of several the longest."""
    best = max(runs, key=lambda run: (_built_up(run.state), run.moves))
    return best.state, best.players[0]


def _built_up(state: State) -> int:
    groups = getattr(getattr(state.game, "rules", None), "groups", {})
    foundations = [
        name
        for stem, group in groups.items()
        if group.kind == "foundation"
        for name in group.names(stem)
    ]
    return sum(len(state.cards[name]) for name in foundations)


def stale(game: Game) -> bool:
    """True if the line of a game is missing or is none any more."""
    try:
        ending(game)
    except RecordError:
        return True
    return False


def main(names: list[str]) -> int:
    """Find and record lines. Returns the exit status: 2 for a name that is none of our games."""
    games = {entry.name: entry.create() for _, entry in our_games()}
    unknown = [name for name in names if name not in games]
    if unknown:
        print(f"none of our games is called {unknown[0]!r}: {', '.join(games)}", file=sys.stderr)
        return 2
    for name in names or [name for name, game in games.items() if stale(game)]:
        state, who = found(games[name])
        line_path(name).parent.mkdir(exist_ok=True)
        with record_file(line_path(name)) as stream:
            players = [who] * games[name].seats
            Recorder(state, stream, players=players).finish()
        assert state.outcome is not None
        print(
            f"{name}: deal {state.deal}, {who}, {len(state.history)} moves,", state.outcome.reason
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
