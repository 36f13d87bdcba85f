"""Print what must be the same everywhere: `python determinism.py [GAME ...]`.

One line for each game that comes with cardkit (or those named), each option and some deals: the
SHA-256 of the starting table, of the legal moves at every turn of a game of random moves, and of
its record, byte for byte. Two Pythons, or two hash seeds, agree if their outputs are equal.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator, Mapping

import cardkit
from cardkit.deals import DealError
from cardkit.entries import GameEntry, OptionValue
from cardkit.plugins import registry

#: What is dealt with the default options; with others it is the first of these.
DEALS = (1, 2**40, "ms:617", "pysol:31415")
#: A patience may go on for ever; so many moves show enough.
LIMIT = 100


def choices(entry: GameEntry) -> Iterator[Mapping[str, OptionValue]]:
    """The default options, and then each option changed by itself, numbers to either end."""
    yield {}
    for option in entry.options:
        values = option.values or ()
        for value in values[:: max(1, len(values) - 1)] if option.type == "int" else values:
            if value != option.default:
                yield {option.name: value}


def lines(entry: GameEntry) -> Iterator[str]:
    """What the games of one entry come to."""
    for options in choices(entry):
        game = entry.create(options)
        chosen = ",".join(f"{key}={value}" for key, value in options.items())
        for deal in DEALS[: 1 if options else None]:
            try:
                start = game.deal(deal)
            except DealError:
                continue  # another program's deal, for another deck
            yield f"{entry.name} {chosen or '-'} {deal} {_digest(game, deal, start)}"


def _digest(game: cardkit.Game, deal: int | str, state: cardkit.State) -> str:
    record = io.StringIO()
    played = cardkit.run(game, deal=deal, players="random", record=record, limit=LIMIT)
    digest = hashlib.sha256(state.position.encode())
    for move in played.state.history:
        digest.update(" ".join(map(str, state.moves)).encode())
        state.play(move)
    digest.update(state.position.encode())
    digest.update(repr(state.view(None)).encode())
    digest.update(record.getvalue().encode())
    return digest.hexdigest()


def main(names: list[str]) -> int:
    """Print the lines of the games named, or of every game of ours; with none all is not well."""
    wanted = names or [p.name for p in registry().plugins if p.distribution == "cardkit"]
    games = [entry for name, entry in registry().games.items() if name in wanted]
    for entry in games:
        print(*lines(entry), sep="\n")
    return 0 if games else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
