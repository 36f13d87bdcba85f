"""Rules files of the family: what they may say, and how faults are told."""

from __future__ import annotations

import pytest

from cardkit.cards import Card, Deck
from cardkit.rulebook import RulesError
from cardkit.rulesfile import parse_rules
from cardkit.tricks.classes import pick
from cardkit.tricks.duties import Must, NotInFirst, NotLed, Opens
from cardkit.tricks.model import Rules
from cardkit.tricks.passing import Exchange, PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota
from cardkit.tricks.stages import Announce, LayAway, PickUp

GOOD = """\
name: trial
family: tricks
title: {en: Trial}
seats: 3
dealing: {hands: 16, table: 4, turned: first-of-table}
contracts:
  trump: {trump: turned, quotas: {forehand: 8, others: 4}}
  pass: {aim: avoid, quotas: {forehand: 4, others: 6}, clause: TR-1}
schedule: {rounds: [trump, pass]}
stages:
- {announce: forehand}
- {pick_up: forehand}
- {lay_away: 4, by: forehand}
- {lead: forehand}
duties:
- {must: follow, clause: TR-1}
clauses:
  TR-1: {en: A clause.}
"""


def rules(text: str) -> Rules:
    game = parse_rules(text, "trial.yaml").game({})
    found: Rules = game.rules  # type: ignore[attr-defined]  # a TrickGame
    return found


def faults(old: str, new: str) -> list[str]:
    """What is wrong with the good file once a part of it is replaced."""
    assert old in GOOD
    with pytest.raises(RulesError) as error:
        parse_rules(GOOD.replace(old, new, 1), "trial.yaml")
    return str(error.value).splitlines()


def test_a_rules_file_is_the_rules_object():
    read = rules(GOOD)
    assert read.stages == (Announce(), PickUp("forehand"), LayAway(4), Play())
    assert read.duties == (Must("follow", "TR-1"),)
    assert read.scoring == ByQuota()
    assert read.length == 6
    assert read.tricks == 16


def test_every_kind_of_stage_and_duty_can_be_written():
    text = GOOD.replace(
        "- {announce: forehand}", "- {give: last-surplus}\n- {pass: 2, to: [left, keep]}\n"
        "- {announce: dealer, blind: true}"
    ).replace(
        "- {lead: forehand}", "- {lead: 2C}"
    ).replace(
        "- {must: follow, clause: TR-1}",
        "- {must: head}\n- {not_led: [H, QS]}\n- {not_in_first: [Q]}\n- {opens: 3D}",
    ) + "scoring: {cards: {H: -1, QS: -13}, sweep_others: true}\n"  # fmt: skip
    read = rules(text)
    assert read.stages == (
        Exchange(),
        PassCards(2, ("left", "keep")),
        Announce("dealer", blind=True),
        PickUp("forehand"),
        LayAway(4),
        Play(Card("2C")),
    )
    assert read.duties == (
        Must("head"),
        NotLed(("H", "QS")),
        NotInFirst(("Q",)),
        Opens(Card("3D")),
    )
    assert read.scoring == ByCards({"H": -1, "QS": -13}, sweep_others=True)


@pytest.mark.parametrize(
    ("letters", "names"),
    [
        ("trump: H", "trump: hearts"),
        ("trump: named, suits: S", "trump: named, suits: spades"),
        ("trump: named, suits: CDS", "trump: named, suits: [spades, clubs, diamonds]"),
        ("trump: named, suits: CDS", "trump: named, suits: [spades, C, D]"),
    ],
)
def test_trumps_go_by_letter_or_by_name(letters: str, names: str):
    one, other = (rules(GOOD.replace("trump: turned", text)) for text in (letters, names))
    assert one == other
    assert one.contracts["trump"] != rules(GOOD).contracts["trump"]


def test_the_suits_of_a_deck_go_by_letter_or_by_name():
    half = GOOD.replace("hands: 16, table: 4", "hands: 7, table: 4").replace(
        "forehand: 8, others: 4", "forehand: 3, others: 2"
    ).replace("forehand: 4, others: 6", "forehand: 3, others: 2") + "without: [2H]\n"  # fmt: skip
    for suits in ("[H, S]", "[spades, hearts]", "[H, spades]"):
        assert rules(f"{half}deck: {{suits: {suits}}}\n").deck == Deck(suits=(2, 3))


def test_cards_are_named_by_the_letter_or_the_name_of_their_suit():
    cards = [card for card in Deck() if card.suit == 2]
    assert NotLed(("hearts",)) != NotLed(("H",))  # they read back as they were written
    assert pick(("hearts",), Deck()) == pick(("H",), Deck()) == frozenset(cards)
    assert ByCards({"hearts": -1}).points == ByCards({"H": -1}).points
    # The last entry that fits counts, however it is spelt.
    assert ByCards({"S": 1, "QS": 5, "spades": 2}).points[Card("QS")] == 2


def test_a_deck_and_an_order_of_ranks():
    text = GOOD.replace("hands: 16, table: 4", "hands: 9, table: 4").replace(
        "forehand: 8, others: 4", "forehand: 3, others: 3"
    ).replace(
        "forehand: 4, others: 6", "forehand: 3, others: 3"
    ) + (
        "deck: {ranks: [A, 7, 8, 9, 10, J, Q, K]}\nwithout: [7C]\n"
        "order: {ranks: ATKQJ987, top_trumps: [JC, J-trump]}\n"
    )  # fmt: skip
    read = rules(text)
    assert read.deck == Deck(ranks=(1, 7, 8, 9, 10, 11, 12, 13))
    assert len(read.cards) == 31
    assert read.order.ranks == "ATKQJ987"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seats: 3", "seats: 1", "4:8: a trick is played by 2 to 8 seats, not 1"),
        (
            "table: 4",
            "table: 5",
            "5:10: 3 hands of 16 and 5 on the table make 53 cards, and the game has 52",
        ),
        (
            "table: 4",
            "table: 4, face: down",
            "5:52: no card lies open on the table to be the first turned",
        ),
        (
            "[trump, pass]",
            "[trump, pas]",
            "9:28: no contract is called 'pas' (did you mean 'pass'?)",
        ),
        ("others: 6}", "others: 7}", "8:30: the quotas make 18 tricks, and only 16 are played"),
        (
            "others: 6}",
            "other: 6}",
            "8:44: expected one of dealer, forehand, others, found the text 'other'",
        ),
        (
            "{rounds: [trump, pass]}",
            "{}",
            "9:11: schedule: a schedule has exactly one of 'deals', 'rounds' and 'once'",
        ),
        ("{rounds: [trump, pass]}", "{once: [trump, trump]}", "9:26: trump stands there twice"),
        (
            "turned: first-of-table",
            "turned: none",
            "9:21: trump takes its trumps from the card turned",
        ),
        (
            "- {announce: forehand}\n",
            "",
            "11:1: a stage {announce: ...} settles the contract before the tricks",
        ),
        (
            "- {lead: forehand}\n",
            "",
            "11:1: the last stage is {lead: ...}, in which the tricks are played",
        ),
        (
            "lay_away: 4",
            "lay_away: 3",
            "11:1: the forehand would play from 17 cards, the others from 16",
        ),
        (
            "by: forehand}",
            "by: dealer}",
            "11:1: the dealer would play from 12 cards, the others from 16",
        ),
        (
            "pick_up: f",
            "pick_down: f",
            "12:3: stages, item 2: a stage of the deal has one of the keys announce, pick_up",
        ),
        (
            "must: follow",
            "must: folow",
            "16:10: must: expected one of follow, trump, overtrump, head",
        ),
        ("must: follow", "not_led: [X]", "not a card: 'X'"),
        (
            "follow, clause: TR-1",
            "follow, clause: TR-2",
            "16:26: there is no clause 'TR-2' (did you mean 'TR-1'?)",
        ),
        ("6}, clause: TR-1", "6}, clause: XX", "8:64: there is no clause 'XX'"),
        ("lead: forehand", "lead: 1C", "not a card: '1C'"),
        ("lead: forehand", "lead: forehnd", "expected one of dealer, forehand"),
        (
            "pass: {aim",
            "Pass: {aim",
            "a contract is called by small letters and hyphens, not 'Pass'",
        ),
        ("seats: 3", "seats: 3\nfirst_dealer: 3", "5:15: there is no seat 3 (seats are 0 to 2)"),
        (
            "seats: 3",
            "seats: 3\nsides: [[0, 1], [1, 2]]",
            "each seat from 0 to 2 belongs to exactly one side",
        ),
        ("seats: 3", "seats: 3\nmatch: {target: 0}", "a match cannot have the target 0"),
        ("seats: 3", "seats: 3\norder: {ranks: AKQ}", "the order lacks the ranks 2 3 4"),
        (
            "seats: 3",
            "seats: 3\ndeck: {cards: 3}",
            "unknown key 'cards' (a deck has packs, ranks, suits)",
        ),
        ("others: 4}", "others: 3}, scoring: {loss: 1}", "the quotas make 14 tricks, not 16"),
        ("trump: turned", "trump: named, suits: X", "'X' has letters that are no suits"),
        ("trump: turned", "trump: named, suits: ''", "no suit is left to be named"),
        ("- {announce", "- {pass: 17}\n- {announce", "passed from a hand of 16 cards"),
        (
            "- {announce",
            "- {pick_up: forehand}\n- {announce",
            "a deal has one stage of the kind 'pick-up'",
        ),
    ],
)
def test_faults_are_told_with_their_place(old, new, fault):
    found = faults(old, new)
    assert any(fault in line for line in found), found
    assert all(line.startswith("trial.yaml:") for line in found)


def test_contracts_used_up_before_the_match_is_over():
    once = "schedule: {once: [trump, pass]}\n"
    found = faults("schedule: {rounds: [trump, pass]}\n", once + "match: {deals: 7}\n")
    assert found == ["trial.yaml:10:16: contracts are used up after 6 deals, and the match has 7"]
    found = faults("schedule: {rounds: [trump, pass]}\n", once + "match: {target: 7}\n")
    assert "set 'deals' as well" in found[0]
