"""What the rules of a trick-taking game must not contradict: checks beyond each part's shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from cardkit.tricks.model import Contract, Role, Rules
from cardkit.tricks.passing import PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByQuota
from cardkit.tricks.stages import Announce, LayAway, PickUp
from cardkit.words import did_you_mean

Fault = tuple[tuple[str | int, ...], str]

_NAME: Final = re.compile(r"[a-z]+(-[a-z]+)*")
_MOST_SEATS: Final = 8


def faults(rules: Rules) -> Iterator[Fault]:
    """Everything that contradicts itself, as a path into the rules and what is wrong there."""
    if not 2 <= rules.seats <= _MOST_SEATS:
        yield ("seats",), f"a trick is played by 2 to {_MOST_SEATS} seats, not {rules.seats}"
        return
    yield from _cards(rules)
    yield from _seats(rules)
    yield from _contracts(rules)
    yield from _schedule(rules)
    yield from _stages(rules)


def _cards(rules: Rules) -> Iterator[Fault]:
    dealing = rules.dealing
    for at, card in enumerate(rules.without):
        if card not in rules.deck:
            yield ("without", at), f"{card} is no card of the deck anyway"
    ranks = {card.rank.letter for card in rules.deck}
    for key, order in (("ranks", rules.order.ranks), ("trumps", rules.order.trumps)):
        missing = sorted(ranks - set(order))
        if missing and (order or key == "ranks"):
            yield ("order", key), f"the order lacks the ranks {' '.join(missing)}"
    if min(dealing.hands, dealing.table + 1) < 1:
        yield ("dealing",), "each seat gets at least one card, and the table none or more"
        return
    needed, size = rules.seats * dealing.hands + dealing.table, len(rules.cards)
    if needed != size:
        there = f"{rules.seats} hands of {dealing.hands} and {dealing.table} on the table"
        yield ("dealing",), f"{there} make {needed} cards, and the game has {size}"
    if dealing.turned == "first-of-table" and (not dealing.table or dealing.face == "down"):
        yield ("dealing", "turned"), "no card lies open on the table to be the first turned"
    if dealing.turned == "last-dealt" and dealing.table:
        yield ("dealing", "turned"), "the last card dealt is no dealer's where cards are left over"


def _seats(rules: Rules) -> Iterator[Fault]:
    if rules.first_dealer != "drawn" and not 0 <= rules.first_dealer < rules.seats:
        text = f"there is no seat {rules.first_dealer} (seats are 0 to {rules.seats - 1})"
        yield ("first_dealer",), text
    seated = sorted(seat for side in rules.sides for seat in side)
    if rules.sides and seated != list(range(rules.seats)):
        yield ("sides",), f"each seat from 0 to {rules.seats - 1} belongs to exactly one side"


def _contracts(rules: Rules) -> Iterator[Fault]:
    for name, contract in rules.contracts.items():
        path = ("contracts", name)
        if not _NAME.fullmatch(name):
            yield path, f"a contract is called by small letters and hyphens, not {name!r}"
        if contract.trump == "named" and not contract.suits:
            yield (*path, "suits"), "no suit is left to be named"
        scoring = contract.scoring or rules.scoring
        if isinstance(scoring, ByQuota):
            yield from _quotas(rules, contract, scoring, (*path, "quotas"))


def _quotas(
    rules: Rules, contract: Contract, scoring: ByQuota, path: tuple[str | int, ...]
) -> Iterator[Fault]:
    sides = {rules.side_of(seat) for seat in range(rules.seats)}
    quotas = [contract.quota(0, min(side), rules.seats) for side in sides]
    tricks, total = rules.tricks, sum(quotas)
    if min(quotas) < 0:
        yield path, "a quota is not negative"
    elif total > tricks:
        yield path, f"the quotas make {total} tricks, and only {tricks} are played"
    elif scoring.is_zero_sum and total != tricks:
        text = f"the quotas make {total} tricks, not {tricks}: the points would not sum to zero"
        yield path, text


def _schedule(rules: Rules) -> Iterator[Fault]:
    schedule, match = rules.schedule, rules.match
    key = next(key for key in ("deals", "rounds", "once") if getattr(schedule, key))
    for at, name in enumerate(schedule.names):
        contract = rules.contracts.get(name)
        if contract is None:
            hint = did_you_mean(name, rules.contracts)
            yield ("schedule", key, at), f"no contract is called {name!r}{hint}"
        elif contract.trump == "turned" and rules.dealing.turned == "none":
            text = f"{name} takes its trumps from the card turned, and the dealing turns none"
            yield ("schedule", key, at), text
        if schedule.once and schedule.names.index(name) != at:
            yield ("schedule", key, at), f"{name} stands there twice"
    if schedule.once:
        length = schedule.length(rules.seats)
        if match.deals is None and match.target is not None:
            yield ("match",), f"contracts are used up after {length} deals: set 'deals' as well"
        elif match.deals is not None and match.deals > length:
            text = f"contracts are used up after {length} deals, and the match has {match.deals}"
            yield ("match", "deals"), text


def _stages(rules: Rules) -> Iterator[Fault]:
    stages = rules.stages
    phases = [stage.phase for stage in stages]
    for at, phase in enumerate(phases):
        if phases.index(phase) != at:
            yield ("stages", at), f"a deal has one stage of the kind {phase!r}"
    if not any(isinstance(stage, Announce) for stage in stages[:-1]):
        yield ("stages",), "a stage {announce: ...} settles the contract before the tricks"
    if not stages or not isinstance(stages[-1], Play):
        yield ("stages",), "the last stage is {lead: ...}, in which the tricks are played"
        return
    lead = stages[-1].lead
    if not isinstance(lead, str) and not callable(lead) and lead not in rules.cards:
        yield ("stages", len(stages) - 1, "lead"), f"the game has no {lead}"
    for at, stage in enumerate(stages):
        if isinstance(stage, PassCards) and not 1 <= stage.pass_ <= rules.dealing.hands:
            yield (
                ("stages", at, "pass"),
                f"so many are not passed from a hand of {rules.dealing.hands} cards",
            )
        if isinstance(stage, PassCards) and not callable(stage.to) and not stage.to:
            yield ("stages", at, "to"), "cards are passed at least one way"
    yield from _hand_sizes(rules)


def _hand_sizes(rules: Rules) -> Iterator[Fault]:
    """Hands that would not be equally long when the tricks begin."""
    dealing = rules.dealing
    on_table = 1 if dealing.turned == "last-dealt" else dealing.table
    extra: dict[Role, int] = {"dealer": 0, "forehand": 0}
    if dealing.turned == "last-dealt":
        extra["dealer"] = -1
    for at, stage in enumerate(rules.stages):
        if isinstance(stage, PickUp):
            if not on_table:
                yield ("stages", at), "nothing lies on the table to be picked up"
            extra[stage.pick_up] += on_table
            on_table = 0
        if isinstance(stage, LayAway):
            extra[stage.by] -= stage.lay_away
    for role, more in extra.items():
        if more:
            size = dealing.hands + more
            text = f"the {role} would play from {size} cards, the others from {dealing.hands}"
            yield ("stages",), text
