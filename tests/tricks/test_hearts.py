"""Hearts, for four and for three: every clause."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Deck, IllegalMove
from cardkit.cards import parse_cards
from cardkit.tricks.scoring import Result

PACK = [str(card) for card in Deck()]


def play_out(state, pick=lambda moves: moves[0]):
    while state.outcome is None:
        state.push(pick(state.moves))
    return state


def next_deal(state):
    number = state.facts["deal"]
    while state.outcome is None and state.facts["deal"] == number:
        state.push(state.moves[0])
    return state


@pytest.mark.clause("HE-01", "HE-02")
@pytest.mark.parametrize(("players", "size"), [(4, 13), (3, 17)])
def test_the_cards_go_round_one_by_one(make, players, size):
    pack = [card for card in PACK if players == 4 or card != "2D"]
    state = make("hearts", players=players, first_dealer=1).deal([pack] * 40)
    for seat in range(players):
        dealt = pack[(seat - 2) % players :: players]
        assert len(dealt) == size
        assert [str(c) for c in state.cards[f"hand{seat}"]] == sorted(dealt, key=Card)


@pytest.mark.clause("HE-02")
def test_the_deal_passes_to_the_left(make):
    state = play_out(make("hearts", first_dealer=2, floor=-40).deal(2))
    forehands = [row[0] for row in state.facts["sheet"]]
    assert forehands == [(3 + k) % 4 for k in range(len(forehands))]


@pytest.mark.clause("HE-03")
@pytest.mark.parametrize(("players", "ways"), [(4, [1, -1, 2, None, 1]), (3, [1, -1, None, 1, -1])])
def test_three_cards_are_passed_and_handed_over_together(make, players, ways):
    state = make("hearts", players=players, first_dealer=0, floor=-500).deal(8)
    for number, way in enumerate(ways):
        assert state.facts["deal"] == number
        if way is None:
            assert state.facts["phase"] == "play"
            next_deal(state)
            continue
        before = [set(state.cards[f"hand{i}"]) for i in range(players)]
        passed: list[set[Card]] = [set() for _ in range(players)]
        for seat in [(state.facts["forehand"] + i) % players for i in range(players)]:
            assert state.turn == seat
            for _ in range(3):
                # Nobody's hand has grown before everybody has passed.
                assert all(
                    set(state.cards[f"hand{i}"]) == before[i] - passed[i] for i in range(players)
                )
                card = state.moves[-1].card
                passed[seat].add(card)
                state.push(state.moves[-1])
        for seat in range(players):
            came = passed[(seat - way) % players]
            assert set(state.cards[f"hand{seat}"]) == before[seat] - passed[seat] | came
        next_deal(state)


@pytest.mark.clause("HE-03")
def test_what_is_passed_only_the_two_of_a_pair_know(make):
    state = make("hearts", first_dealer=0).deal(8)
    assert state.turn == 1
    passed = []
    for _ in range(3):
        passed.append(state.moves[0].card)
        state.push(state.moves[0])
    assert [str(m) for m in state.view(2).history] == ["pass ??"] * 3
    assert not any(state.view(2).cards["pass1"])
    while state.facts["phase"] == "pass":
        state.push(state.moves[0])
    assert set(passed) <= set(state.view(1).cards["hand2"])
    assert set(passed) <= set(state.view(2).cards["hand2"])
    assert not any(state.view(3).cards["hand2"])


@pytest.mark.clause("HE-03")
def test_a_fourth_card_is_not_passed(make):
    state = make("hearts", first_dealer=0).deal(8)
    while state.facts["phase"] == "pass":
        state.push(state.moves[0])
    with pytest.raises(IllegalMove) as error:
        state.play("pass 2C")
    assert error.value.reason.clause == "HE-03"


@pytest.mark.clause("HE-04")
def test_the_two_of_clubs_leads_then_the_winner(make, texts):
    for number in range(12):
        state = make("hearts").deal(number)
        while state.facts["phase"] == "pass":
            state.push(state.moves[-1])
        assert Card("2C") in state.cards[state.facts["hand"]]
        assert texts(state) == ["2C"]
        other = next(c for c in state.cards[state.facts["hand"]] if c != Card("2C"))
        assert state.why_not(str(other)).clause == "HE-04"
        leader = state.turn
        while not any(state.facts["tricks"]):
            state.push(state.moves[-1])
        (winner,) = (i for i in range(4) if state.facts["tricks"][i])
        assert state.turn == winner
        clubs = [c for c in state.cards[f"won{winner}"] if c.suit.letter == "C"]
        best = max(clubs, key=lambda c: 14 if c.rank == 1 else int(c.rank))
        assert (leader + state.cards[f"won{winner}"].index(best)) % 4 == winner


def trick_of(make, hands: list[str], facts: str = "", trick: str = "", turn: int = 0):
    """A position in play; cards not named lie among those taken by seat 3."""
    named = [card for hand in (*hands, trick) for card in hand.split()]
    rest = [card for card in PACK if card not in named]
    piles = [f"hand{i} {hand}".strip() for i, hand in enumerate(hands)]
    piles += [f"trick {trick}"] if trick else []
    text = " / ".join([*piles, f"won3 {' '.join(rest)}"])
    return make("hearts").at(
        f"{text} ; phase=play contract=hearts turn={turn} hand=hand{turn} {facts}", deal=1
    )


@pytest.mark.clause("HE-05", "HE-06")
def test_suit_must_be_followed_and_the_highest_of_it_wins(make, texts):
    state = trick_of(make, ["5C 6H", "4C AS", "2D AD", "9C 3H"], "broken=true tricks=[0,0,0,11]")
    state.play("5C")
    assert texts(state) == ["4C"]
    assert state.why_not("AS").clause == "HE-05"
    state.play("4C")
    state.play("AD")
    state.play("9C")
    assert state.facts["tricks"] == (0, 0, 0, 12)
    assert state.turn == 3


@pytest.mark.clause("HE-07")
def test_no_heart_is_led_before_one_was_played(make, texts):
    hands = ["5C 6H", "4C AH", "2D AD", "9C 3H"]
    state = trick_of(make, hands, "tricks=[0,0,0,11]")
    assert texts(state) == ["5C"]
    assert state.why_not("6H").clause == "HE-07"
    assert texts(trick_of(make, hands, "broken=true tricks=[0,0,0,11]")) == ["5C", "6H"]
    only = ["5H 6H", "4C AH", "2D AD", "9C 3H"]
    assert texts(trick_of(make, only, "tricks=[0,0,0,11]")) == ["5H", "6H"]


@pytest.mark.clause("HE-07")
def test_a_heart_thrown_away_breaks_hearts_for_that_deal(make):
    state = trick_of(make, ["5C 6C", "4H 2S", "2D AD", "9C 3H"], "tricks=[0,0,0,11]")
    for card in ("5C", "4H"):
        assert state.facts["broken"] is False
        state.play(card)
    assert state.facts["broken"] is True
    state.undo()
    assert state.facts["broken"] is False
    state.redo()
    next_deal(state)
    assert state.facts["broken"] is False


@pytest.mark.clause("HE-08")
def test_nothing_that_counts_goes_to_the_first_trick(make, texts):
    for hand, allowed in (
        ("2D 4H QS", ["2D"]),
        ("4H QS", ["4H", "QS"]),
        ("4H KS QS", ["KS"]),
    ):
        hands = ["3D", hand, "9S", "TS"]
        named = {card for h in hands for card in h.split()} | {"2C"}
        rest = " ".join(card for card in PACK if card not in named)
        piles = " / ".join(f"hand{i} {h}" for i, h in enumerate(hands))
        facts = "phase=play contract=hearts turn=1 hand=hand1"
        state = make("hearts").at(f"{piles} / trick 2C / pass0 {rest} ; {facts}")
        assert texts(state) == allowed
        refused = sorted(set(hand.split()) - set(allowed))
        assert all(state.why_not(card).clause == "HE-08" for card in refused)


@pytest.mark.clause("HE-09")
@pytest.mark.parametrize(
    ("taken", "points"),
    [
        (["2H 3H", "QS", "4H", ""], (-2, -13, -1, 0)),
        (["AH KS", "QS QH", "4C", "QC"], (-1, -14, 0, 0)),
        (["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", "", "2C", ""], (0, -26, -26, -26)),
        (["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "QS", "", ""], (-13, -13, 0, 0)),
    ],
)
def test_hearts_and_the_queen_of_spades_count(make, taken, points):
    game = make("hearts")
    cards = tuple(map(parse_cards, taken))
    deal = Result(game.rules.contracts["hearts"], 3, (0,) * 4, (0,) * 4, cards)
    assert game.rules.scoring(deal) == points


@pytest.mark.clause("HE-10")
@pytest.mark.parametrize("floor", [-20, -50])
def test_the_match_ends_with_the_deal_that_reaches_the_floor(make, floor):
    state = play_out(make("hearts", floor=floor).deal(3))
    sheet = state.facts["sheet"]
    totals = [[sum(row[4][i] for row in sheet[:k]) for i in range(4)] for k in (-1, None)]
    assert min(totals[0]) > floor >= min(totals[1])
    assert list(state.outcome.scores) == totals[1]
    best = max(totals[1])
    assert state.outcome.winners == tuple(i for i in range(4) if totals[1][i] == best)


def plain_legal(hand, trick, first, broken):
    """The legal cards, said once more without pairs and tables."""
    if not trick:
        if first and Card("2C") in hand:
            return [Card("2C")]
        others = [card for card in hand if card.suit.letter != "H"]
        return hand if broken or not others else others
    same = [card for card in hand if card.suit == trick[0].suit]
    if same:
        return same
    harmless = [card for card in hand if card.suit.letter != "H" and card != Card("QS")]
    return harmless if first and harmless else hand


@given(number=st.integers(0, 2**40), players=st.sampled_from([3, 4]), rng=st.randoms())
@settings(max_examples=8, deadline=None)
def test_random_matches_are_played_by_the_rules(make, number, players, rng):
    state = make("hearts", players=players, floor=-30).deal(number)
    broken = False
    while state.outcome is None:
        if state.facts["phase"] == "pass":
            broken = False
        else:
            first = not any(state.facts["tricks"])
            trick = list(state.cards["trick"])
            if first and not trick:
                broken = False
            legal = plain_legal(list(state.cards[state.facts["hand"]]), trick, first, broken)
            assert [move.card for move in state.moves] == legal
        move = rng.choice(list(state.moves))
        broken = broken or (move.verb is None and move.card.suit.letter == "H")
        state.push(move)
    for row in state.facts["sheet"]:
        assert sum(row[4]) in (-26, -26 * (players - 1))
