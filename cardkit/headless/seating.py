"""Players at their seats: who plays which, and what happens when one misbehaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from attrs import field, frozen

from cardkit import plugins
from cardkit.deals import Deal
from cardkit.entries import Player
from cardkit.moves import Move
from cardkit.outcome import Reason
from cardkit.state import RESIGN, Game, State
from cardkit.view import View

Chooser: TypeAlias = Callable[[View], Move | None]
#: A player by name (`greedy`, `pimc:worlds=20`), or anything that chooses.
PlayerLike: TypeAlias = str | Player | Chooser
#: A player whose name and settings are known to be right.
Choice: TypeAlias = plugins.PlayerChoice | Player | Chooser


class RunError(RuntimeError):
    """A game cannot go on though it is not over; one line says why."""


class PlayerError(RunError):
    """A player failed at its seat: which one, at which move of the game, and why, in one line.

    Where others sit at the table the line keeps the player's cards to itself; the exception that
    it comes from, if any, may not.

    >>> print(PlayerError("mine", 0, 12, "raised KeyError"))
    player mine at seat 0, move 12: raised KeyError
    """

    def __init__(self, player: str, seat: int, ply: int, reason: str) -> None:
        super().__init__(player, seat, ply, reason)
        self.player = player
        self.seat = seat
        self.ply = ply
        self.reason = reason

    def __str__(self) -> str:
        return f"player {self.player} at seat {self.seat}, move {self.ply}: {self.reason}"


@frozen
class SeatedPlayer:
    """A player at a seat, asked in a way that lets nothing pass but a legal move."""

    name: str
    seat: int
    choose: Chooser = field(repr=False)

    def decide(self, state: State, ply: int) -> Move:
        """The player's move, `RESIGN` if it gives up. Raises PlayerError if it gives no move."""
        view = state.view(self.seat)
        try:
            move = self.choose(view)
        except Exception as error:
            raise self._error(state, ply, "raised " + type(error).__name__, error) from error
        if move is None:
            return RESIGN
        if not isinstance(move, Move):
            what = f"gave an object of type {type(move).__name__}, not a Move or None"
            if isinstance(move, str):
                what += _meant(move, state)
            raise self._error(state, ply, what, move)
        if move not in view.moves:
            raise self._illegal(state, ply, move)
        return move

    def _illegal(self, state: State, ply: int, move: Move) -> PlayerError:
        reason = state.why_not(move) or Reason("", "it is not among the moves of its view")
        if state.game.seats == 1:
            return PlayerError(self.name, self.seat, ply, f"gave {move}, but {reason}")
        # Which card it named, and the reason against it, may tell the others of its hand.
        clause = f" ({reason.clause})" if reason.clause else ""
        text = f"gave {move.hiding()}, which is illegal{clause}"
        return PlayerError(self.name, self.seat, ply, text)

    def _error(self, state: State, ply: int, what: str, detail: object) -> PlayerError:
        if state.game.seats == 1:
            what += f": {_one_line(detail)}"
        return PlayerError(self.name, self.seat, ply, what)


def _meant(text: str, state: State) -> str:
    """How a move is made of a text that a player gave; whoever has opponents is not quoted."""
    try:
        shown = repr(str(Move(text))) if state.game.seats == 1 else "text"
    except ValueError:
        shown = "text"
    return f" (Move({shown}) makes a move)"


def _one_line(detail: object) -> str:
    try:
        return " ".join(str(detail).split())[:200]
    except Exception:  # what a broken player raises may be as broken
        return "it cannot say what"


def choose_players(
    game: Game, players: PlayerLike | Iterable[PlayerLike] | None
) -> tuple[Choice, ...]:
    """The choice for each seat: as given, one for all, or the family's own where None is given.

    Raises ValueError for a wrong number of players and for a name that is none of the game's.

    >>> import cardkit
    >>> [str(choice) for choice in choose_players(cardkit.game("bisley"), "random")]
    ['random']
    >>> choose_players(cardkit.game("bisley"), ["random", "random"])
    Traceback (most recent call last):
    ...
    ValueError: bisley has 1 seat, so 1 player, not 2
    """
    given: list[Any]
    if players is None:
        given = ["greedy" if "greedy" in plugins.players(game.family) else "random"]
    elif isinstance(players, Iterable) and not (isinstance(players, str) or _chooses(players)):
        given = list(players)
    else:
        given = [players]
    if len(given) not in (1, game.seats):
        seats = f"{game.seats} seats, so 1 or {game.seats} players"
        if game.seats == 1:
            seats = "1 seat, so 1 player"
        raise ValueError(f"{game.name} has {seats}, not {len(given)}")
    choices = tuple(_choice(game, player) for player in given)
    return choices if len(choices) == game.seats else choices * game.seats


def _chooses(player: object) -> bool:
    return callable(getattr(player, "choose", player))


def _choice(game: Game, player: PlayerLike) -> Choice:
    if isinstance(player, str):
        return plugins.find_player(player, game)
    if not _chooses(player):
        raise ValueError(
            f"no player: an object of type {type(player).__name__}, without choose(view)"
        )
    return player


def player_name(choice: Choice) -> str:
    """What a player is called: as it is typed, or by its `name`, or for what it is.

    >>> import cardkit
    >>> player_name(choose_players(cardkit.game("bisley"), "random")[0]), player_name(min)
    ('random', 'min')
    """
    if isinstance(choice, plugins.PlayerChoice):
        return str(choice)
    called = getattr(choice, "name", None) or getattr(choice, "__name__", None)
    return called if isinstance(called, str) else type(choice).__name__


def seat_players(
    game: Game, choices: Sequence[Choice], deal: Deal, seed: int
) -> tuple[SeatedPlayer, ...]:
    """The players at their seats for one game.

    A player chosen by name is made anew for every seat, with chance of its own that depends on the
    deal, the seat and the seed alone. Raises PlayerError if it cannot be made.
    """
    return tuple(_seat(game, choice, seat, deal, seed) for seat, choice in enumerate(choices))


def _seat(game: Game, choice: Choice, seat: int, deal: Deal, seed: int) -> SeatedPlayer:
    if isinstance(choice, plugins.PlayerChoice):
        name = player_name(choice)
        try:
            player: Player | Chooser = choice.make(game, seat, deal.rng("player", seat, seed))
        except Exception as error:
            reason = f"cannot start: {type(error).__name__}: {_one_line(error)}"
            raise PlayerError(name, seat, 0, reason) from error
    else:
        player = choice
        name = player_name(choice)
    choose: Any = getattr(player, "choose", player)
    return SeatedPlayer(name, seat, choose)
