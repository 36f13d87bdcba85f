"""The rules of a trick-taking game as flat arrays, read off the readable game."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from importlib import import_module
from itertools import permutations
from typing import Any, Final, TypeAlias

from attrs import frozen

from cardkit.cards import SUIT_LETTERS
from cardkit.kernel.engines import Engine
from cardkit.kernel.tricks import shape as at
from cardkit.kernel.tricks.duties import lay_rows, mask
from cardkit.kernel.tricks.greedy import Reals
from cardkit.kernel.tricks.refusing import KINDS, known_cards, tabulated_game
from cardkit.moves import Move
from cardkit.players.tricks_hands import high_cards, takes, usual_strength
from cardkit.state import Game
from cardkit.tricks.classes import TRUMPS
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Role
from cardkit.tricks.passing import PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota
from cardkit.tricks.stages import Announce, LayAway, PickUp

#: How many seats to the left cards are passed.
_WAYS: Final = {"left": 1, "right": -1, "across": 2}


#: The contract that an announcement is for, and the move itself.
Said: TypeAlias = tuple[str, Move]


@frozen(eq=False)
class Tabulation:
    """A game's rules in the arrays of an engine, and what their numbers stand for."""

    game: TrickGame
    engine: Engine
    rules: MutableSequence[int]
    reals: Reals
    contracts: tuple[str, ...]
    #: What the bits of a set of announcements stand for: a contract, and the move that names it.
    announcements: tuple[Said, ...]


def tabulate(game: Game, engine: Engine) -> Tabulation:
    """The tables of a game. Raises Untabulated, with the rule that is in the way, if it has none.

    >>> import cardkit
    >>> from cardkit.kernel.engines import engine
    >>> tables = tabulate(cardkit.game("bismarck", session="modern"), engine("python"))
    >>> tables.contracts, len(tables.announcements)
    (('trump', 'no-trump', 'pass', 'spades', 'free', 'named'), 7)
    """
    tricks = tabulated_game(game)
    contracts = tuple(tricks.rules.contracts)
    names = dict.fromkeys(tricks.rules.schedule.names)
    announcements = tuple((name, m) for name in names for m in tricks.announcements[name])
    rules = [0] * at.RECORDS
    _lay_numbers(rules, tricks)
    _lay_cards(rules, tricks)
    _lay_stages(rules, tricks)
    _lay_announcements(rules, tricks, announcements)
    for name in contracts:
        rules += _contract(tricks, name, announcements)
    rules[at.NAMES] = len(rules)
    rules += [record_of(contracts.index(name)) for name in tricks.rules.schedule.names]
    lay_rows(rules, tricks.duties, sorted(_trumps(tricks)))
    table = engine.longs(len(rules))
    for i, value in enumerate(rules):
        table[i] = value
    return Tabulation(tricks, engine, table, _reals(tricks, engine), contracts, announcements)


def record_of(index: int) -> int:
    """Where the record of a contract begins."""
    return at.RECORDS + index * at.RECORD


def _lay_numbers(rules: list[int], game: TrickGame) -> None:
    given = game.rules
    schedule, dealing = given.schedule, given.dealing
    rules[at.SEAT_COUNT] = given.seats
    rules[at.CARDS] = len(given.cards)
    rules[at.HANDED] = given.seats * dealing.hands - (dealing.turned == "last-dealt")
    rules[at.TRICK_COUNT] = given.tricks
    rules[at.LENGTH] = given.length or 0
    rules[at.TARGET] = given.match.target or 0
    rules[at.FIRST_DEALER] = -1 if given.first_dealer == "drawn" else given.first_dealer
    rules[at.SCHEDULE] = at.ONCE if schedule.once else at.BY_DEAL if schedule.deals else at.BY_ROUND
    rules[at.SCHEDULED] = len(schedule.names)
    rules[at.LIES_OPEN] = int(dealing.lies_open)
    rules[at.KEPT_BACK] = mask(game.duties.kept_back)
    rules[at.PACK] = mask(given.cards)
    for seat in range(given.seats):
        rules[at.LEFT + seat] = game.left_of[seat]
        rules[at.SIDES + seat] = mask(given.side_of(seat))


def _lay_cards(rules: list[int], game: TrickGame) -> None:
    classes = game.classes
    for i, card in enumerate(classes.cards):
        rules[at.ORDER + i] = card
    for trump, letter in enumerate(TRUMPS):
        suits, strengths = classes.suit_of[letter], classes.strength[letter]
        trumps = [c for c in classes.cards if suits[c] == trump - 1]
        rules[at.TRUMP_CARDS + trump] = mask(trumps)
        for suit in range(4):
            suited = [card for card in classes.cards if suits[card] == suit]
            rules[at.SUITED + trump * 4 + suit] = mask(suited)
            top = max((strengths[card] for card in suited), default=0)
            for card in suited:
                place = trump * at.SPAN + card
                above = mask(c for c in suited if strengths[c] > strengths[card])
                rules[at.SUIT + place] = suit
                rules[at.STRENGTH + place] = strengths[card]
                rules[at.ABOVE + place] = above
                rules[at.BEATEN_BY + place] = above if card in trumps else above | mask(trumps)
                from_top = 1 + top - strengths[card]
                rules[at.FROM_TOP + place] = from_top if high_cards([from_top - 1]) > 0 else 0


def _reals(game: TrickGame, engine: Engine) -> Reals:
    """What high cards of a suit are worth in every order, added up as the player does it."""
    names = list(game.rules.contracts)
    values = [0.0] * (at.USUAL + len(names))
    for places in (p for n in range(5) for p in permutations(range(1, 5), n)):
        digits = 0
        for place in places:
            digits = digits * 5 + place
        values[at.HIGH_CARDS + digits] = high_cards(place - 1 for place in places)
    known, schedule = known_cards(game.rules), game.rules.schedule
    for name in schedule.names:
        if schedule.once or game.rules.contracts[name].trump == "named":
            values[at.USUAL + names.index(name)] = usual_strength(game, name, known)
    if engine.name == "python":
        return values
    numpy: Any = import_module("numpy")
    found: Reals = numpy.array(values)
    return found


def _role(role: Role) -> int:
    return at.DEALER if role == "dealer" else at.FOREHAND


def _lay_stages(rules: list[int], game: TrickGame) -> None:
    rules[at.LAYS] = rules[at.LEAD_CARD] = -1
    rules[at.WAY_COUNT] = 1
    for i, stage in enumerate(game.rules.stages):
        role: Role = "forehand"
        match stage:
            case Announce():
                role = stage.announce
                rules[at.BLIND] = int(stage.blind)
            case PickUp():
                role = stage.pick_up
            case LayAway():
                role = stage.by
                rules[at.LAYS], rules[at.LAID] = _role(role), stage.lay_away
            case PassCards() if not callable(stage.to):
                rules[at.PASSED_ON], rules[at.WAY_COUNT] = stage.pass_, len(stage.to)
                for deal, way in enumerate(stage.to):
                    steps = _WAYS.get(way)
                    rules[at.WAYS + deal] = at.KEEP if steps is None else steps % game.seats
            case Play(lead="dealer"):
                role = "dealer"
            case Play(lead=int() as card):
                rules[at.LEAD_CARD] = card
        rules[at.STAGES + i] = KINDS[type(stage)]
        rules[at.ROLES + i] = _role(role)


def _trump(contract: Contract) -> int:
    """The trump of a contract, or how it is found."""
    codes = {"none": 0, "turned": at.TURNED, "named": at.NAMED}
    return codes[contract.trump] if contract.trump in codes else TRUMPS.index(contract.trump)


def _lay_announcements(rules: list[int], game: TrickGame, announcements: tuple[Said, ...]) -> None:
    for place, (name, move) in enumerate(announcements):
        trump = _trump(game.rules.contracts[name])
        rules[at.ANNOUNCES + place] = record_of(list(game.rules.contracts).index(name))
        named = trump == at.NAMED
        rules[at.NAMES_TRUMP + place] = TRUMPS.index(move.args[-1]) if named else trump


def _contract(game: TrickGame, name: str, announcements: tuple[Said, ...]) -> list[int]:
    """The record of a contract."""
    given, seats = game.rules.contracts[name], game.seats
    scoring = given.scoring or game.rules.scoring
    found = [0] * at.RECORD
    found[at.INDEX] = list(game.rules.contracts).index(name)
    found[at.AIM] = 1 if given.aim == "take" else -1
    found[at.TAKES] = int(takes(given, scoring))
    found[at.TRUMP_OF] = _trump(given)
    found[at.SAID] = mask(i for i, said in enumerate(announcements) if said[0] == name)
    if isinstance(scoring, ByCards):
        found[at.COUNTS_CARDS], found[at.SWEEP] = 1, int(scoring.sweep_others)
        found[at.COUNTING] = mask(scoring.points)
        for card, points in scoring.points.items():
            found[at.POINTS + card] = points
    elif isinstance(scoring, ByQuota):
        found[at.GAIN], found[at.LOSS] = scoring.gain, scoring.loss
    for dealer in range(seats):
        quotas = [given.quota(dealer, seat, seats) for seat in range(seats)]
        order = sorted(range(seats), key=lambda s: (-quotas[s], (s - dealer) % seats))
        for i in range(seats):
            found[at.QUOTA + dealer * at.SEATS + i] = quotas[i]
            found[at.FAVOUR + dealer * at.SEATS + i] = order[i]
    return found


def _trumps(game: TrickGame) -> Iterator[int]:
    """The trumps that may come up, none before a contract is settled included."""
    for name in set(game.rules.schedule.names):
        contract = game.rules.contracts[name]
        letters = contract.suits if contract.trump == "named" else SUIT_LETTERS
        trump = _trump(contract)
        yield from (TRUMPS.index(x) for x in letters) if trump < 0 else (trump,)
