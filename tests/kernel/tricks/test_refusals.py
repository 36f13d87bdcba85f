"""What the kernel cannot hold, and that it says which rule is in the way."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardkit
from cardkit import Deck
from cardkit.deals import DealError
from cardkit.kernel import Untabulated
from cardkit.kernel.tricks.stepping import TrickKernel
from cardkit.kernel.tricks.tabulate import tabulate
from cardkit.tricks.duties import Must, NotInFirst, NotLed
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Dealing, Match, Schedule
from cardkit.tricks.passing import PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota
from cardkit.tricks.stage import Stage
from cardkit.tricks.stages import Announce, LayAway, PickUp

LETTERS = "abcdefghijklmnop"


class Pause(Stage):
    """A stage that does nothing."""

    phase = "pause"
    clause = ""

    def enter(self, game, t):
        return True


class Another(TrickGame):
    """A game that might do anything."""


def nobody(*_: object) -> None:
    """A duty, or a way to pass cards, or ..."""


CHANGES = {
    "deck: it has equal cards": {"deck": Deck(packs=2), "dealing": Dealing(hands=34)},
    "duties: a function does not say": {"duties": (Must("follow"), nobody)},
    "duties: they may forbid every card of a hand": {
        "duties": (NotLed(("S",)), NotInFirst(("K",))),
    },
    "scoring: a function scores the deal": {"scoring": nobody},
    "contracts.kings.scoring: a function scores": {
        "contracts": {"hearts": Contract(), "kings": Contract(scoring=nobody), "odd": Contract()}
    },
    "scoring: more than 1000000000 points": {"scoring": ByCards({"H": 10**9 + 1})},
    "contracts.kings.scoring: more than 10": {
        "contracts": {
            "hearts": Contract(),
            "kings": Contract(scoring=ByQuota(loss=2 * 10**9)),
            "odd": Contract(),
        }
    },
    "contracts: there are more than 62": {
        "contracts": {name: Contract(trump="named") for name in LETTERS},
        "schedule": Schedule(once=tuple(LETTERS)),
        "match": Match(deals=9),
    },
    "stages.1.lead: a function says who leads": {"stages": (Announce(), Play(lead=nobody))},
    "stages.1.to: a function says which way": {
        "stages": (Announce(), PassCards(3, to=nobody), Play())
    },
    "stages.1.to: there are more than 64 ways": {
        "stages": (Announce(), PassCards(3, to=("left",) * 65), Play())
    },
    "stages.0: Pause is a stage of one's own": {"stages": (Pause(), Announce(), Play())},
    "stages.1.blind: cards may have come and gone": {
        "stages": (PassCards(3), Announce(blind=True), Play())
    },
    "stages.1: the card that sets trumps has been picked up": {
        "dealing": Dealing(hands=17, turned="last-dealt"),
        "contracts": {"hearts": Contract(trump="turned"), "kings": Contract(), "odd": Contract()},
        "stages": (PickUp("dealer"), Announce(), Play()),
    },
    "stages.0.pass: a hand has only 16 cards": {
        "dealing": Dealing(hands=17, turned="last-dealt"),
        "stages": (PassCards(17), PickUp("dealer"), Announce(), Play()),
    },
    "stages.1.lay_away: not 3 of a hand of 3 cards": {
        "deck": Deck(ranks=(1, 12, 13)),
        "without": (),
        "dealing": Dealing(hands=3, table=3),
        "stages": (Announce(), LayAway(3), PickUp("forehand"), Play()),
    },
    "contracts.hearts.quotas: the quotas make 54 tricks": {
        "contracts": {
            "hearts": Contract(quotas={"others": 18}),
            "kings": Contract(),
            "odd": Contract(),
        },
        "scoring": ByQuota(),
    },
}


@pytest.mark.parametrize("reason", CHANGES)
def test_rules_that_are_no_data_are_refused_by_name(exotic, plain, reason):
    rules = evolve(exotic.sweeping().rules, sides=(), **CHANGES[reason])
    with pytest.raises(Untabulated) as caught:
        tabulate(TrickGame(rules, name="changed"), plain)
    assert str(caught.value).startswith(reason)
    assert "\n" not in str(caught.value)


def test_the_rules_that_were_changed_are_not_refused(exotic, plain):
    rules = evolve(exotic.sweeping().rules, sides=())
    assert tabulate(TrickGame(rules, name="unchanged"), plain).contracts == (
        "hearts",
        "kings",
        "odd",
    )


def test_games_of_other_kinds_are_refused(exotic, plain, snatch):
    for game in (snatch, cardkit.game("bisley")):
        with pytest.raises(Untabulated, match=f"{game.name} is no trick-taking game with rules"):
            tabulate(game, plain)
    with pytest.raises(Untabulated, match="its class Another may change what the rules say"):
        tabulate(Another(exotic.sweeping().rules, name="other"), plain)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *((name, {}) for name in ("bismarck", "hearts", "whist", "sergeant-major")),
        ("bismarck", {"session": "modern"}),
        ("bismarck", {"session": "fourth-round"}),
    ],
    ids=lambda value: str(value),
)
def test_installed_games_are_tabulated_with_every_value_of_every_option(plain, name, given):
    entry = cardkit.games()[name]
    for option in entry.options:
        for value in option.choices or (option.min, option.max, True, False):
            if option.type != "bool" and type(value) is bool:
                continue
            game = entry.create({**given, option.name: value} if value is not None else given)
            assert tabulate(game, plain).game is game


def kings_out(facts: str) -> str:
    """A position before a last trick to which three seats have a king each."""
    rest = " ".join(str(card) for card in Deck() if card.rank != 13 or card.suit == 3)
    hands = "hand0 KC / hand1 KD / hand2 KH"
    return f"{hands} / won0 {rest} ; dealer=2 forehand=0 tricks=[15,0,0] {facts}"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ("phase=play hand=hand0 contract=pass", None),
        ("phase=play hand=hand0 contract=free trump=H", None),
        ("phase=play hand=hand0 contract=free", None),
        (
            "phase=none hand=hand0 contract=pass",
            "phase=none is none of choose, pick-up, away, play",
        ),
        ("phase=play hand=hand1 contract=pass", "hand=hand1 is not the hand of seat 0"),
        ("phase=play hand=hand0 contract=spade", "contract=spade is none of the game's"),
        ("phase=play hand=hand0", "contract=None with trump=None does not come up"),
    ],
)
def test_positions_that_no_match_comes_to_are_refused(make, plain, facts, reason):
    kernel = TrickKernel(make("bismarck", session="modern"), plain)
    state = kernel.game.at(kings_out(facts))
    if reason is None:
        kernel.load(state)
        assert kernel.moves() == list(state.moves)
    else:
        with pytest.raises(Untabulated) as caught:
            kernel.load(state)
        assert str(caught.value).startswith(reason)


def test_a_trump_that_the_options_leave_out_is_refused(make, plain):
    options = {"session": "modern", "free_trump_spades": "forbidden"}
    game = make("bismarck", **options)
    kernel = TrickKernel(evolved(game, once=("free", "pass")), plain)
    with pytest.raises(Untabulated, match="contract=free with trump=S does not come up"):
        kernel.load(kernel.game.at(kings_out("phase=play hand=hand0 contract=free trump=S")))


def evolved(game: TrickGame, once: tuple[str, ...]) -> TrickGame:
    """The game with fewer contracts to choose from."""
    rules = evolve(game.rules, schedule=Schedule(once=once))
    return TrickGame(rules, name=game.name)


def test_some_of_the_table_cards_are_not_loaded(make, plain):
    kernel = TrickKernel(make("bismarck"), plain)
    position = kings_out("phase=play hand=hand0 contract=pass").replace(
        "/ won0 AC", "/ table AC / won0"
    )
    with pytest.raises(Untabulated, match="the table has 1 cards, not all 4 or none"):
        kernel.load(kernel.game.at(position))


def test_resigned_matches_and_those_of_other_games_are_not_loaded(make, plain):
    kernel = TrickKernel(make("bismarck"), plain)
    with pytest.raises(Untabulated, match=r"the position is one of .*hearts.*, not of .*bismarck"):
        kernel.load(make("hearts").deal(1))
    state = kernel.game.deal(1)
    state.resign()
    with pytest.raises(Untabulated, match="the match was resigned"):
        kernel.load(state)


def test_moves_that_are_not_legal_are_refused(make, plain):
    state = make("bismarck").deal(1)
    kernel = TrickKernel(make("bismarck"), plain)
    kernel.load(state)
    before = kernel.position()
    held = state.cards[state.facts["hand"]]
    other = next(card for card in Deck() if card not in held)
    for move in (cardkit.Move(f"away {other}"), cardkit.Move(str(held[0])), cardkit.Move("deal")):
        with pytest.raises(ValueError, match="is no legal move here"):
            kernel.push(move)
    assert kernel.position() == before


def test_without_a_deal_no_next_one_is_dealt(make, plain):
    kernel = TrickKernel(make("whist"), plain)
    rest = " ".join(str(card) for card in Deck() if card.rank != 5)
    facts = "phase=play contract=trumps trump=S turn=0 hand=hand0 dealer=3 tricks=[3,3,3,3]"
    position = f"hand0 5C / hand1 5D / hand2 5H / hand3 5S / won0 {rest} ; {facts}"
    kernel.load(kernel.game.at(position))
    for card in ("5C", "5D", "5H"):
        kernel.push(cardkit.Move(card))
    with pytest.raises(DealError, match="no deal was named"):
        kernel.push(cardkit.Move("5S"))
