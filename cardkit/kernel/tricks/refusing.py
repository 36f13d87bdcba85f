"""What the trick kernel cannot hold, and how large hands are when something is decided in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardkit.kernel import Untabulated
from cardkit.kernel.tricks import shape as at
from cardkit.state import Game
from cardkit.tricks.checking import faults
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Role, Rules
from cardkit.tricks.passing import Exchange, PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota
from cardkit.tricks.stage import Stage
from cardkit.tricks.stages import Announce, LayAway, PickUp

#: The stages that the kernel knows.
KINDS: Final[dict[type[Stage], int]] = {
    Announce: at.ANNOUNCE,
    PickUp: at.PICK_UP,
    LayAway: at.LAY_AWAY,
    PassCards: at.PASS,
    Exchange: at.EXCHANGE,
    Play: at.PLAY,
}
#: Announcements and contracts are kept as sets in numbers with a sign.
_MOST_NAMES: Final = 62
#: Points and totals stay far from the end of 64 bits, whatever the match.
_MOST_POINTS: Final = 10**9


def tabulated_game(game: Game) -> TrickGame:
    """The game, if its rules can be tabulated. Raises Untabulated with the first reason if not."""
    if not isinstance(game, TrickGame):
        raise Untabulated(f"{game.name} is no trick-taking game with rules as data")
    reason = next(_reasons(game), None)
    if reason is not None:
        raise Untabulated(reason)
    return game


def _reasons(game: TrickGame) -> Iterator[str]:
    rules = game.rules
    if type(game) is not TrickGame:
        yield f"{game.name}: its class {type(game).__name__} may change what the rules say"
    for path, text in faults(rules):
        yield f"{'.'.join(map(str, path))}: {text}"
    if game.doubles:
        yield "deck: it has equal cards, and a hand is held as a set"
    if max(len(rules.contracts), sum(map(len, game.announcements.values()))) > _MOST_NAMES:
        yield f"contracts: there are more than {_MOST_NAMES} of them or of their announcements"
    yield from _scoring(rules)
    yield from _stages(rules)
    yield from _hands(rules)


def _scoring(rules: Rules) -> Iterator[str]:
    scorings = {"scoring": rules.scoring}
    for name, contract in rules.contracts.items():
        if contract.scoring is not None:
            scorings[f"contracts.{name}.scoring"] = contract.scoring
    for path, scoring in scorings.items():
        if type(scoring) is ByQuota:
            points = [scoring.gain, scoring.loss]
        elif type(scoring) is ByCards:
            points = list(scoring.points.values())
        else:
            yield f"{path}: a function scores the deal"
            continue
        if max(map(abs, points), default=0) > _MOST_POINTS:
            yield f"{path}: more than {_MOST_POINTS} points at once"


def _stages(rules: Rules) -> Iterator[str]:
    turned = any(rules.contracts[name].trump == "turned" for name in rules.schedule.names)
    for i, stage in enumerate(rules.stages):
        before = rules.stages[:i]
        path = f"stages.{i}"
        if type(stage) not in KINDS:
            yield f"{path}: {type(stage).__name__} is a stage of one's own"
        elif isinstance(stage, Play) and callable(stage.lead):
            yield f"{path}.lead: a function says who leads"
        elif isinstance(stage, PassCards) and callable(stage.to):
            yield f"{path}.to: a function says which way cards are passed"
        elif isinstance(stage, PassCards) and not callable(stage.to) and len(stage.to) > at.SPAN:
            yield f"{path}.to: there are more than {at.SPAN} ways in turn"
        elif isinstance(stage, Announce) and stage.blind and before:
            yield f"{path}.blind: cards may have come and gone in a hand that is not seen"
        elif isinstance(stage, Announce) and turned and any(isinstance(s, PickUp) for s in before):
            yield f"{path}: the card that sets trumps has been picked up by then"


def _hands(rules: Rules) -> Iterator[str]:
    for i, stage, sizes, _ in hand_sizes(rules):
        if isinstance(stage, LayAway) and not 0 < stage.lay_away < sizes[stage.by]:
            yield f"stages.{i}.lay_away: not {stage.lay_away} of a hand of {sizes[stage.by]} cards"
        if isinstance(stage, PassCards) and stage.pass_ > min(sizes.values()):
            yield f"stages.{i}.pass: a hand has only {min(sizes.values())} cards by then"


def hand_sizes(rules: Rules) -> Iterator[tuple[int, Stage, dict[Role, int], int]]:
    """For each stage its number, itself, and how many cards lie in hands and on the table then."""
    dealing = rules.dealing
    last_dealt = dealing.turned == "last-dealt"
    sizes: dict[Role, int] = {
        "dealer": dealing.hands - last_dealt,
        "forehand": dealing.hands,
    }
    table = 1 if last_dealt else dealing.table
    for i, stage in enumerate(rules.stages):
        yield i, stage, dict(sizes), table
        if isinstance(stage, PickUp):
            sizes[stage.pick_up] += table
            table = 0
        elif isinstance(stage, LayAway):
            sizes[stage.by] -= stage.lay_away


def known_cards(rules: Rules) -> int:
    """How many cards the seat that announces a contract knows: its hand, and an open table."""
    for _, stage, sizes, table in hand_sizes(rules):
        if isinstance(stage, Announce):
            hand = 0 if stage.blind else sizes[stage.announce]
            return hand + (table if rules.dealing.lies_open else 0)
    return 0
