"""The laws that every game keeps, and `check_game`, which tries them all.

>>> from cardkit.testing.laws import LAWS
>>> for law in LAWS[:2]:
...     print(f"{law.name}: {law.help}")
cards-conserved: Every card of the game lies in exactly one pile, at every ply.
undo-and-redo: Undo gives back every position of the line to its start, redo the same again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardkit.deals import Deal
from cardkit.rng import Rng
from cardkit.state import Game
from cardkit.testing.kernel_laws import kernel_takes_back, reference_and_kernel
from cardkit.testing.lawbook import Law, LawBroken
from cardkit.testing.move_laws import (
    membership,
    notation,
    one_legality,
    order_of_moves,
    order_of_verbs,
    refusals,
    turns_and_end,
)
from cardkit.testing.processes import hash_seeds
from cardkit.testing.record_laws import records_of_seats, records_replay
from cardkit.testing.sampling_laws import sampled_worlds
from cardkit.testing.secrecy_laws import no_peek, plain_events, views_grow, views_true
from cardkit.testing.state_laws import cards_conserved, copies_apart, position_text, undo_and_redo

#: Every law, those that explain most first.
LAWS: Final[tuple[Law, ...]] = (
    cards_conserved,
    undo_and_redo,
    copies_apart,
    position_text,
    notation,
    order_of_moves,
    order_of_verbs,
    one_legality,
    membership,
    refusals,
    turns_and_end,
    views_true,
    views_grow,
    no_peek,
    sampled_worlds,
    plain_events,
    records_replay,
    records_of_seats,
    reference_and_kernel,
    kernel_takes_back,
    hash_seeds,
)

#: What is tried of each game unless somebody asks for more.
DEALS: Final = (1, 2)
PLIES: Final = 60


def check_game(
    game: Game,
    deals: Iterable[Deal | int | str] = DEALS,
    plies: int = PLIES,
    seed: int = 0,
    laws: Iterable[Law] = LAWS,
) -> list[str]:
    """Try every law that applies on random games, and return the names of those laws.

    Each law plays a random line of `plies` moves in each deal (some, which want to see the end,
    longer ones). The same `seed` always tries the same lines. Raises LawBroken for the first law
    that does not hold.

    >>> import cardkit
    >>> check_game(cardkit.game("bisley"), deals=[1], plies=5)[:2]
    ['cards-conserved', 'undo-and-redo']
    """
    tried = []
    every = [Deal.of(deal) for deal in deals]
    for law in laws:
        if law.applies(game):
            check_law(law, game, every, plies, seed)
            tried.append(law.name)
    return tried


def check_law(
    law: Law,
    game: Game,
    deals: Iterable[Deal | int | str] = DEALS,
    plies: int = PLIES,
    seed: int = 0,
) -> None:
    """Try one law as `check_game` does. Raises LawBroken."""
    for deal in list(deals)[: 1 if law.costly else None]:
        law(game, deal, Rng.stream(seed, law.name, str(deal)), plies)


__all__ = ["DEALS", "LAWS", "PLIES", "Law", "LawBroken", "check_game", "check_law"]
