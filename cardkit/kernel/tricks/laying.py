"""A position of the readable engine, laid out in the kernel's numbers."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence

from cardkit.kernel import Untabulated
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.duties import mask
from cardkit.kernel.tricks.tabulate import Tabulation, record_of
from cardkit.state import State
from cardkit.tricks.classes import TRUMPS
from cardkit.tricks.model import seat_of
from cardkit.tricks.passing import Exchange


def lay(tables: Tabulation, state: State, now: MutableSequence[int]) -> None:
    """Set up the position of a state. Raises Untabulated if the kernel cannot hold it."""
    if repr(state.game) != repr(tables.game):
        raise Untabulated(f"the position is one of {state.game!r}, not of {tables.game!r}")
    _check(tables, state)
    for places in (_match(tables, state), _deal(tables, state), _trick(tables, state)):
        for place, value in places:
            now[place] = value


def _check(tables: Tabulation, state: State) -> None:
    """Raise Untabulated for what no match of the game comes to by itself."""
    game, facts = tables.game, state.facts
    phases = [*(stage.phase for stage in game.rules.stages), "over"]
    if facts["resigned"] is not None:
        raise Untabulated("the match was resigned")
    if facts["phase"] not in phases:
        raise Untabulated(f"phase={facts['phase']} is none of {', '.join(phases)}")
    if facts["hand"] != game.hands[facts["turn"]]:
        raise Untabulated(f"hand={facts['hand']} is not the hand of seat {facts['turn']}")
    if facts["contract"] not in (None, *tables.contracts):
        raise Untabulated(f"contract={facts['contract']} is none of the game's")
    row = at.ROWS + TRUMPS.index(facts["trump"]) * at.TRUMP_STEP + at.OPENING * at.LED_STEP
    is_known = facts["contract"] is not None and any(tables.rules[row : row + at.ROW_SIZE])
    if facts["phase"] == "play" and not is_known:
        raise Untabulated(
            f"contract={facts['contract']} with trump={facts['trump']} does not come up"
        )
    on_table, most = state.cards.get("table", ()), len(game.rules.cards) - tables.rules[at.HANDED]
    if len(on_table) not in (0, most):
        raise Untabulated(f"the table has {len(on_table)} cards, not all {most} or none")


def _match(tables: Tabulation, state: State) -> Iterator[tuple[int, int]]:
    """What lasts from deal to deal."""
    facts = state.facts
    yield at.DEAL, facts["deal"]
    yield at.SEAT + at.DEALER, facts["dealer"]
    yield at.SEAT + at.FOREHAND, seat_of("forehand", facts["dealer"], tables.game.seats)
    yield at.WAY, tables.rules[at.WAYS + facts["deal"] % tables.rules[at.WAY_COUNT]]
    due = tables.game.rules.schedule.contract(facts["deal"], tables.game.seats)
    yield at.DUE, 0 if due is None else record_of(tables.contracts.index(due))
    yield at.SHUFFLES, facts["chance"]
    yield at.TURN, facts["turn"]
    yield at.MOVES, len(state.history)
    for seat in range(tables.game.seats):
        yield at.SCORE + seat, facts["score"][seat]
        yield at.SURPLUS + seat, facts["surplus"][seat] if "surplus" in facts else 0
        used = facts["used"][seat] if "used" in facts else ()
        yield at.USED + seat, mask(map(tables.contracts.index, used))


def _deal(tables: Tabulation, state: State) -> Iterator[tuple[int, int]]:
    """The cards and what goes with them."""
    game, facts, cards = tables.game, state.facts, state.cards
    phases = [*(stage.phase for stage in game.rules.stages), "over"]
    contract, first = facts["contract"], not any(facts["tricks"])
    yield at.STAGE, phases.index(facts["phase"])
    yield at.CONTRACT, 0 if contract is None else record_of(tables.contracts.index(contract))
    yield at.TRUMP, TRUMPS.index(facts["trump"])
    yield at.FLAGS, at.FIRST * first + at.BROKEN * facts.get("broken", False)
    yield at.TABLE, mask(cards.get("table", ()))
    yield at.AWAY, mask(cards.get("away", ()))
    yield at.GIFT, mask(cards.get("gift", ()))
    yield at.EXCHANGED, facts.get("exchanged", 0)
    turned = cards.get("table")
    yield at.TURNED_TRUMP, 1 + game.classes.suit_of[None][turned[0]] if turned else 0
    for i, card in enumerate(turned or ()):
        yield at.DECK + tables.rules[at.HANDED] + i, card
    for seat in range(game.seats):
        yield at.HAND + seat, mask(cards[game.hands[seat]])
        yield at.WON + seat, mask(cards[game.won[seat]])
        yield at.WAITING + seat, mask(cards.get(f"pass{seat}", ()))
        yield at.TRICKS + seat, facts["tricks"][seat]
    stage = next((s for s in game.rules.stages if isinstance(s, Exchange)), None)
    if stage is not None and facts["phase"] == stage.phase:
        giver, taker = stage.pairs(game, state)[facts["exchanged"]]
        yield at.GIVER, giver
        yield at.TAKER, taker


def _trick(tables: Tabulation, state: State) -> Iterator[tuple[int, int]]:
    """The trick under way, and who wins it so far."""
    trick, facts = state.cards["trick"], state.facts
    trump, seats = facts["trump"], tables.game.seats
    suits = tables.game.classes.suit_of[trump]
    yield at.TRICK, mask(trick)
    yield at.PLAYED, len(trick)
    yield at.LED, suits[trick[0]] if trick else at.OPENING
    for i, card in enumerate(trick):
        yield at.LINE + i, card
    powers = tables.game.classes.power[trump][suits[trick[0]] if trick else 0]
    best = max(trick, key=powers.__getitem__, default=0)
    yield at.BEST, best
    leader = facts["turn"] - len(trick)
    yield at.WINNER, (leader + trick.index(best)) % seats if trick else 0
