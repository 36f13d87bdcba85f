"""Bismarck: every clause and every option, on deals worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Deck, IllegalMove, Move, State
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract
from cardkit.tricks.scoring import ByQuota, Result

Make = Callable[..., TrickGame]
Texts = Callable[[State], list[str]]

RANKS = "23456789TJQKA"


def stacked(hands: tuple[str, str, str], table: str, forehand: int = 1) -> str:
    """The explicit order that deals these hands, seat 0's first, and this table."""
    cards = [text.split() for text in hands]
    assert [len(hand) for hand in cards] == [16, 16, 16]
    turns = [(forehand + i) % 3 for i in range(48)]
    order = [cards[seat].pop(0) for seat in turns]
    return " ".join([*order, *table.split()])


def suit(letter: str, ranks: str) -> str:
    """Cards of a suit: `suit("H", "AK9")` is `AH KH 9H`."""
    return " ".join(rank + letter for rank in ranks)


#: Seat 0 deals and seat 1 is forehand. Seat 1 has the spades from the six up and seven low clubs,
#: seat 2 the high hearts and middling diamonds, seat 0 what is left.
SPADES = (
    f"{suit('H', '5432')} {suit('C', 'AKQJT9')} {suit('D', 'KJ9753')}",
    f"{suit('S', 'AKQJT9876')} {suit('C', '8765432')}",
    f"{suit('H', 'AKQJT9876')} {suit('D', 'AQT8642')}",
)
TABLE = "5S 4S 3S 2S"


def others(*gone: str) -> list[str]:
    """All cards of the pack but some, in order."""
    return [str(card) for card in Deck() if str(card) not in gone]


def play_all(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def deal_by_deal(state: State, choose: Callable[[State], str]) -> State:
    while state.outcome is None:
        state.play(choose(state))
    return state


def first(state: State) -> str:
    return str(state.moves[0])


def to_next_deal(state: State, choose: Callable[[State], str] = first) -> State:
    """Play on until another deal has begun, or the match is over."""
    number = state.facts["deal"]
    while state.outcome is None and state.facts["deal"] == number:
        state.play(choose(state))
    return state


@pytest.mark.clause("BT-01")
def test_three_play_with_the_whole_pack(make: Make):
    game = make("bismarck")
    state = game.deal(5)
    assert game.seats == 3
    assert sorted(c for pile in state.piles.values() for c in pile) == list(Deck())


@pytest.mark.clause("BT-01", "BT-06")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [("2H AH KH", 1), ("KH 2H QH", 0), ("9H TH 8H", 1), ("JH TH QH", 2)],
)
def test_the_ace_is_high_and_the_two_low(make: Make, cards: str, winner: int):
    assert winner_of(make, cards, trump=None) == winner


def winner_of(make: Make, cards: str, trump: str | None) -> int:
    """Who wins a trick that seat 0 leads to."""
    played = cards.split()
    rest = others(*played)
    hands = [[*rest[i : i + 15], played[i // 15]] for i in (0, 15, 30)]
    piles = " / ".join(f"hand{i} {' '.join(hand)}" for i, hand in enumerate(hands))
    facts = f"phase=play contract=named trump={trump or 'null'} hand=hand0 forehand=0 dealer=2"
    state = make("bismarck").at(f"{piles} / away {' '.join(rest[45:])} ; {facts}")
    for card in played:
        state.push(Move(card))
    return next(i for i in range(3) if state.cards[f"won{i}"])


@pytest.mark.clause("BT-02")
def test_sixteen_cards_go_round_one_by_one_and_four_lie_open(make: Make):
    order = [str(card) for card in Deck()]
    state = make("bismarck", session="modern", first_dealer=1).deal([order] * 12)
    # Seat 2 sits to the left of dealer 1 and gets the first card, the fourth and so on.
    assert {str(c) for c in state.cards["hand2"]} == set(order[0:48:3])
    assert {str(c) for c in state.cards["hand0"]} == set(order[1:48:3])
    assert {str(c) for c in state.cards["hand1"]} == set(order[2:48:3])
    assert [str(c) for c in state.cards["table"]] == order[48:]
    for seat in (0, 1, 2, None):
        assert str(state.view(seat).piles["table"]) == "TS JS QS KS"


@pytest.mark.clause("BT-02")
def test_the_deal_passes_to_the_left_and_forehand_sits_left_of_the_dealer(make: Make):
    state = make("bismarck", first_dealer=2).deal(1)
    seen = []
    while state.outcome is None:
        seen.append((state.facts["dealer"], state.facts["forehand"]))
        to_next_deal(state)
    assert seen == [((2 + k) % 3, (2 + k + 1) % 3) for k in range(9)]


@pytest.mark.clause("BT-02")
def test_the_first_dealer_is_drawn_from_the_deal_and_every_seat_comes_up(make: Make):
    game = make("bismarck")
    dealers = [game.deal(n).facts["dealer"] for n in range(60)]
    assert dealers == [game.deal(n).facts["dealer"] for n in range(60)]
    assert {dealers.count(seat) > 9 for seat in (0, 1, 2)} == {True}
    assert [game.deal(n).deal.rng("first dealer").below(3) for n in range(60)] == dealers


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_dealer_may_be_a_seat_and_the_cards_stay_the_same(make: Make, seat: int):
    state = make("bismarck", first_dealer=seat).deal(7)
    assert state.facts["dealer"] == seat
    drawn = make("bismarck").deal(7)
    by_place = [
        sorted((*s.cards[f"hand{(s.facts['dealer'] + 1 + i) % 3}"], *s.cards["table"]))
        for s in (state, drawn)
        for i in range(3)
    ]
    assert by_place[:3] == by_place[3:]


@pytest.mark.clause("BT-03")
def test_forehand_takes_the_table_cards_and_lays_four_away(make: Make, texts: Texts):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    assert state.turn == 1
    assert not state.cards["table"]
    assert len(state.cards["hand1"]) == 20
    assert texts(state) == [f"away {card}" for card in sorted(state.cards["hand1"])]
    # A card that lay on the table may go as well as one of the sixteen.
    play_all(state, "away 2S", "away 2C", "away 3C", "away 4C")
    assert {str(c) for c in state.cards["away"]} == {"2S", "2C", "3C", "4C"}
    assert len(state.cards["hand1"]) == 16
    assert state.facts["phase"] == "play"


@pytest.mark.clause("BT-03")
def test_the_same_four_may_be_laid_away_again(make: Make):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    play_all(state, *(f"away {card}" for card in TABLE.split()))
    assert state.facts["phase"] == "play"


@pytest.mark.clause("BT-03")
def test_a_fifth_card_is_not_laid_away(make: Make):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    play_all(state, *(f"away {card}" for card in TABLE.split()))
    before = state.key
    with pytest.raises(IllegalMove, match=r"BT-03.*all the cards have been laid away") as error:
        state.play("away AS")
    assert error.value.reason.clause == "BT-03"
    assert state.key == before


@pytest.mark.clause("BT-03")
def test_what_forehand_lays_away_nobody_else_sees(make: Make):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    play_all(state, "away 2S", "away 2C", "away 3C", "away 4C")
    assert state.seers["away"] == 0b010
    assert str(state.view(1).piles["away"]) == "2S 2C 3C 4C"
    for seat in (0, 2, None):
        view = state.view(seat)
        assert str(view.piles["away"]) == "?? ?? ?? ??"
        assert [str(m) for m in view.history] == ["away ??"] * 4
        # That the table cards went to forehand everybody saw; whether one is still there, nobody.
        assert Card("5S") not in view.cards["hand1"]


@pytest.mark.clause("BT-03")
def test_the_contract_is_announced_before_the_cards_are_taken(make: Make):
    state = make("bismarck", session="modern", first_dealer=0).deal([stacked(SPADES, TABLE)] * 12)
    assert str(state.piles["table"]) == TABLE
    with pytest.raises(IllegalMove, match="now a contract is chosen"):
        state.play("away 2C")
    state.play("contract spades")
    assert not state.cards["table"]


def ready(make: Make, **options: object) -> State:
    """The deal of SPADES with the four table cards laid away again; seat 1 leads."""
    state = make("bismarck", first_dealer=0, **options).deal(stacked(SPADES, TABLE))
    return play_all(state, *(f"away {card}" for card in TABLE.split()))


@pytest.mark.clause("BT-04")
def test_forehand_leads_and_then_whoever_won_the_last_trick(make: Make):
    state = ready(make)
    assert state.turn == 1
    play_all(state, "2C", "AD", "AC")  # seat 2 has no club, seat 0 the ace
    assert state.turn == 0
    assert state.facts["tricks"] == (1, 0, 0)
    play_all(state, "KD", "AS", "2D")  # spades are trumps: 5S was turned first
    assert state.turn == 1
    assert str(state.piles["won1"]) == "KD AS 2D"


@pytest.mark.clause("BT-04")
def test_a_deal_has_sixteen_tricks(make: Make):
    state = to_next_deal(make("bismarck").deal(3))
    assert state.facts["deal"] == 1
    ((_, _, _, tricks, _),) = state.facts["sheet"]
    assert sum(tricks) == 16
    assert len(state.history) == 4 + 48


@pytest.mark.clause("BT-05")
def test_suit_must_be_followed(make: Make, texts: Texts):
    state = play_all(ready(make), "2C", "AD")
    assert texts(state) == ["AC", "9C", "TC", "JC", "QC", "KC"]
    before = state.key
    with pytest.raises(IllegalMove) as error:
        state.play("2H")
    assert error.value.reason.clause == "BT-05"
    assert "clubs were led" in str(error.value)
    assert state.key == before


@pytest.mark.clause("BT-05")
def test_who_cannot_follow_may_play_anything(make: Make, texts: Texts):
    state = play_all(ready(make), "2C")
    assert texts(state) == sorted(map(str, state.cards["hand2"]), key=Card)
    # Nor has anybody to trump: seat 1 has no heart, and spades are trumps.
    play_all(state, "AD", "AC", "2H")
    assert len(texts(state)) == 15


@pytest.mark.clause("BT-05")
def test_with_must_trump_who_cannot_follow_has_to_trump(make: Make, texts: Texts):
    state = play_all(ready(make, must_trump=True), "2C", "AD", "AC", "2H")
    assert texts(state) == "AS 6S 7S 8S 9S TS JS QS KS".split()
    with pytest.raises(IllegalMove, match="BT-05: whoever cannot follow suit must trump"):
        state.play("3C")
    # No duty to overtrump, nor to trump where there are no trumps to play.
    play_all(state, "6S", "AH")
    assert state.turn == 1


@pytest.mark.clause("BT-05")
def test_with_must_trump_a_hand_without_trumps_is_free(make: Make, texts: Texts):
    state = play_all(ready(make, must_trump=True), "2C")
    assert len(texts(state)) == 16


@pytest.mark.clause("BT-05")
def test_with_must_trump_a_lower_trump_than_others_will_do(make: Make, texts: Texts):
    hands = (
        f"{suit('H', 'AKQJT98765432')} 2S 3S 4S",
        f"{suit('D', 'AKQJT98765432')} AS 5S 6S",
        f"{suit('C', 'AKQJT98765432')} KS 7S 8S",
    )
    deal = stacked(hands, "9S TS JS QS")
    state = make("bismarck", first_dealer=0, must_trump=True).deal(deal)
    play_all(state, "away 9S", "away TS", "away JS", "away QS", "2D", "KS")
    assert texts(state) == ["2S", "3S", "4S"]


@pytest.mark.clause("BT-06")
@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("AH KH 2S", "S", 2),  # the lowest trump beats the ace led
        ("AH 2S 3S", "S", 2),  # the higher of two trumps
        ("2S AH KH", "S", 0),  # a trump led and not beaten
        ("2H AD AC", None, 0),  # without trumps the suit led alone counts
        ("2H AS 3H", None, 2),
        ("2H AS 3H", "D", 2),  # spades are no trumps here
    ],
)
def test_highest_trump_wins_else_highest_of_the_suit_led(
    make: Make, cards: str, trump: str | None, winner: int
):
    assert winner_of(make, cards, trump) == winner


SCORING_TABLE = [
    ("trump", (10, 4, 2), (2, 0, 0), (2, 0, -2)),
    ("no-trump", (6, 7, 3), (0, 3, 0), (-2, 3, -1)),
    ("pass", (3, 5, 8), (1, 1, 0), (1, 1, -2)),
]


def points(game: TrickGame, name: str, tricks: tuple[int, ...]) -> tuple[int, ...]:
    """The points for tricks given as forehand's and those of the two after it."""
    contract = game.rules.contracts[name]
    quotas = tuple(contract.quota(2, seat, 3) for seat in range(3))
    result = Result(contract, 2, quotas, tricks, ((),) * 3)
    return tuple((contract.scoring or game.rules.scoring)(result))


@pytest.mark.clause("BT-07", "BT-08")
@pytest.mark.parametrize(("name", "tricks", "plain", "zero_sum"), SCORING_TABLE)
def test_scoring_table(make: Make, name: str, tricks, plain, zero_sum):
    assert points(make("bismarck"), name, tricks) == plain
    assert points(make("bismarck", scoring="zero-sum"), name, tricks) == zero_sum


@pytest.mark.clause("BT-07")
@pytest.mark.parametrize(
    ("name", "quotas"),
    [("trump", (8, 4, 4)), ("no-trump", (8, 4, 4)), ("pass", (4, 6, 6)), ("spades", (8, 4, 4)),
     ("free", (8, 4, 4)), ("named", (8, 4, 4))],
)  # fmt: skip
def test_quotas_of_forehand_and_the_others(make: Make, name: str, quotas: tuple[int, ...]):
    contract = make("bismarck").rules.contracts[name]
    for dealer in range(3):
        turned = [contract.quota(dealer, (dealer + 1 + i) % 3, 3) for i in range(3)]
        assert tuple(turned) == quotas


@pytest.mark.clause("BT-07")
def test_the_quotas_of_passaus_may_be_two_and_seven(make: Make):
    game = make("bismarck", pass_quota="2-7-7", scoring="zero-sum")
    assert points(game, "pass", (3, 5, 8)) == (-1, 2, -1)
    assert points(game, "trump", (10, 4, 2)) == (2, 0, -2)


@pytest.mark.clause("BT-08")
@pytest.mark.parametrize("scoring", ["plain", "zero-sum"])
def test_passaus_for_penalties_alone(make: Make, scoring: str):
    game = make("bismarck", pass_scoring="penalty-only", scoring=scoring)
    assert points(game, "pass", (3, 5, 8)) == (0, 0, -2)
    assert points(game, "pass", (6, 6, 4)) == (-2, 0, 0)
    kept = (-2, 3, -1) if scoring == "zero-sum" else (0, 3, 0)
    assert points(game, "no-trump", (6, 7, 3)) == kept


three_counts = st.tuples(st.integers(0, 16), st.integers(0, 16)).filter(lambda t: sum(t) <= 16)


@pytest.mark.clause("BT-08")
@given(counts=three_counts, aim=st.sampled_from(["take", "avoid"]))
def test_plain_is_the_part_of_zero_sum_above_nothing(counts, aim):
    tricks = (*counts, 16 - sum(counts))
    quotas = (8, 4, 4) if aim == "take" else (4, 6, 6)
    result = Result(Contract(aim=aim), 2, quotas, tricks, ((),) * 3)
    signed = ByQuota(gain=1, loss=1)(result)
    assert sum(signed) == 0
    assert ByQuota()(result) == tuple(max(0, s) for s in signed)


@pytest.mark.clause("BT-08", "BT-09")
@given(number=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_zero_sum_matches_sum_to_zero(make: Make, number: int):
    state = deal_by_deal(make("bismarck", scoring="zero-sum").deal(number), first)
    assert sum(state.outcome.scores) == 0
    assert all(sum(row[4]) == 0 for row in state.facts["sheet"])


@pytest.mark.clause("BT-09")
@pytest.mark.parametrize(
    ("score", "winners"), [((3, 9, 4), (1,)), ((9, 2, 9), (0, 2)), ((5, 5, 5), (0, 1, 2))]
)
def test_the_highest_total_wins_and_equal_totals_share(make: Make, score, winners):
    cards = " ".join(map(str, Deck()))
    text = ",".join(map(str, score))
    state = make("bismarck").at(f"won0 {cards} ; score=[{text}] phase=over")
    assert state.outcome is not None
    assert state.outcome.reason == "scored"
    assert state.outcome.scores == score
    assert state.outcome.winners == winners
    assert state.turn is None
    assert list(state.moves) == []
    assert str(state.why_not("2C")) == "BT-09: the match is over"


def contracts(state: State) -> list[str]:
    return [row[1] for row in state.facts["sheet"]]


@pytest.mark.clause("BT-10")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({}, ["trump"] * 3 + ["no-trump"] * 3 + ["pass"] * 3),
        ({"round_order": "no-trump-first"}, ["no-trump"] * 3 + ["trump"] * 3 + ["pass"] * 3),
        ({"session": "quick"}, ["trump", "no-trump", "pass"]),
        ({"session": "quick", "round_order": "no-trump-first"}, ["no-trump", "trump", "pass"]),
        (
            {"session": "fourth-round"},
            ["trump"] * 3 + ["no-trump"] * 3 + ["pass"] * 3 + ["named"] * 3,
        ),
        (
            {"session": "fourth-round", "round_order": "no-trump-first"},
            ["no-trump"] * 3 + ["trump"] * 3 + ["pass"] * 3 + ["named"] * 3,
        ),
    ],
)
def test_the_schedule_of_a_session(make: Make, options: dict[str, str], kinds: list[str]):
    game = make("bismarck", **options)
    state = deal_by_deal(game.deal(11), first)
    assert contracts(state) == kinds
    assert game.rules.length == len(kinds)
    for _, kind, trump, _, _ in state.facts["sheet"]:
        assert (trump is None) == (kind in ("no-trump", "pass"))


@pytest.mark.clause("BT-10")
def test_in_the_fourth_round_forehand_names_trumps_from_hand_and_table(make: Make, texts: Texts):
    state = make("bismarck", session="fourth-round").deal(2)
    while state.facts["deal"] < 9:
        state.play(state.moves[0])
    seat = state.facts["forehand"]
    assert texts(state) == ["contract C", "contract D", "contract H", "contract S"]
    assert state.turn == seat
    assert len(state.view(seat).piles["table"]) == 4
    assert all(state.view(seat).cards[f"hand{seat}"])
    state.play("contract H")
    assert (state.facts["contract"], state.facts["trump"]) == ("named", "H")
    assert len(state.cards[f"hand{seat}"]) == 20


@pytest.mark.clause("BT-10")
def test_in_a_blind_fourth_round_forehand_sees_the_table_alone(make: Make):
    state = make("bismarck", session="fourth-round", fourth_round="blind").deal(2)
    seat = state.facts["forehand"]
    assert all(state.view(seat).cards[f"hand{seat}"])  # no such thing in the first three rounds
    while state.facts["deal"] < 9:
        state.play(state.moves[0])
    seat = state.facts["forehand"]
    hand = f"hand{seat}"
    assert not any(state.view(seat).cards[hand])
    assert all(state.view(seat).cards["table"])
    others = [s for s in range(3) if s != seat]
    assert all(all(state.view(s).cards[f"hand{s}"]) for s in others)
    state.play("contract D")
    assert all(state.view(seat).cards[hand])
    assert not any(state.view(others[0]).cards[hand][4:])


@pytest.mark.clause("BT-11")
@pytest.mark.parametrize("table", ["5S 4S 3S 2S", "2S 3S 4S 5S"])
def test_the_first_table_card_sets_trumps(make: Make, table: str):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, table))
    assert state.facts["trump"] == "S"


@pytest.mark.clause("BT-11")
def test_it_is_the_first_of_the_four_and_no_other(make: Make):
    order = others("QH", "2C", "3D", "4S")
    state = make("bismarck").deal(" ".join([*order, "QH", "2C", "3D", "4S"]))
    assert state.facts["trump"] == "H"
    assert state.facts["contract"] == "trump"


def named(state: State) -> str:
    """A move of the modern game that names hearts wherever trumps are named."""
    moves = [str(move) for move in state.moves]
    return "contract free H" if "contract free H" in moves else moves[0]


@pytest.mark.clause("BT-12", "BT-15")
def test_each_forehand_plays_each_contract_once(make: Make, texts: Texts):
    state = make("bismarck", session="modern").deal(4)
    seen: dict[int, list[str]] = {0: [], 1: [], 2: []}
    while state.outcome is None:
        if state.facts["phase"] == "choose":
            seat = state.turn
            assert seat == state.facts["forehand"]
            left = {text.split()[1] for text in texts(state)}
            assert left == {"spades", "free", "no-trump", "pass"} - set(seen[seat])
            # Orders of their own: each seat takes what is left from another end.
            choice = sorted(left)[0 if seat == 0 else -1]
            move = next(t for t in texts(state) if t.split()[1] == choice)
            state.play(move)
            seen[seat].append(choice)
        else:
            state.play(state.moves[0])
    assert all(sorted(row) == ["free", "no-trump", "pass", "spades"] for row in seen.values())
    assert state.facts["used"] == tuple(tuple(seen[seat]) for seat in range(3))
    assert seen[0] != seen[1]
    assert len(state.facts["sheet"]) == 12


@pytest.mark.clause("BT-12")
def test_a_used_contract_is_refused(make: Make):
    state = make("bismarck", session="modern", first_dealer=0).deal(4)
    state.play("contract no-trump")
    for _ in range(3):
        to_next_deal(state, named)
    assert state.facts["forehand"] == 1
    reason = state.why_not("contract no-trump")
    assert reason is not None
    assert reason.clause == "BT-12"
    assert "seat 1 has played no-trump already" in reason.text


@pytest.mark.clause("BT-12")
@pytest.mark.parametrize(
    ("move", "clause", "text"),
    [
        ("contract spade", "BT-12", "no contract is called 'spade' (did you mean 'spades'?)"),
        ("contract misery", "BT-12", "there are spades, free, no-trump, pass"),
        ("contract", "BT-12", "which contract?"),
        ("contract free", "BT-14", "say it like 'contract free C'"),
        ("contract spades H", "BT-12", "spades is announced as 'contract spades'"),
        ("contract S", "BT-12", "no contract is called 'S'"),
    ],
)
def test_what_is_no_contract_is_refused_with_what_would_be(make, move, clause, text):
    state = make("bismarck", session="modern").deal(4)
    before = state.key
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert error.value.reason.clause == clause
    assert text in error.value.reason.text
    assert state.key == before


@pytest.mark.clause("BT-13")
def test_in_the_modern_game_the_turned_card_sets_nothing(make: Make):
    order = [*others("QH", "2C", "3D", "4S"), "QH", "2C", "3D", "4S"]
    game = make("bismarck", session="modern")
    for contract, trump in (
        ("contract spades", "S"),
        ("contract no-trump", None),
        ("contract pass", None),
        ("contract free D", "D"),
    ):
        state = game.deal([order] * 12)
        assert state.facts["trump"] is None
        state.play(contract)
        assert state.facts["trump"] == trump


@pytest.mark.clause("BT-14")
def test_free_trump_is_named_from_hand_and_table(make: Make, texts: Texts):
    state = make("bismarck", session="modern").deal(4)
    free = [text for text in texts(state) if "free" in text]
    assert free == ["contract free C", "contract free D", "contract free H", "contract free S"]
    seat = state.turn
    view = state.view(seat)
    assert all(view.cards[f"hand{seat}"])
    assert all(view.cards["table"])


@pytest.mark.clause("BT-14")
def test_spades_may_be_forbidden_in_free_trump(make: Make, texts: Texts):
    state = make("bismarck", session="modern", free_trump_spades="forbidden").deal(4)
    free = [text for text in texts(state) if "free" in text]
    assert free == ["contract free C", "contract free D", "contract free H"]
    assert "contract spades" in state.moves
    reason = state.why_not("contract free S")
    assert reason is not None
    assert (reason.clause, "S may not be named" in reason.text) == ("BT-14", True)


@pytest.mark.clause("BT-14")
def test_the_choice_may_be_made_from_the_table_alone(make: Make):
    state = make("bismarck", session="modern", choice_info="table-only").deal(4)
    seat = state.turn
    hand = f"hand{seat}"
    assert not any(state.view(seat).cards[hand])
    assert state.view(seat).moves
    state.play("contract free H")
    assert len([card for card in state.view(seat).cards[hand] if card]) == 20


@pytest.mark.clause("BT-15")
def test_the_last_contract_is_forced_and_still_announced(make: Make, texts: Texts):
    state = make("bismarck", session="modern").deal(4)

    def leave_pass(state: State) -> str:
        return named(state) if "contract free H" in state.moves else str(state.moves[0])

    while state.facts["deal"] < 9:
        state.play(leave_pass(state))
    for _ in range(3):
        assert texts(state) == ["contract pass"]
        reason = state.why_not("contract spades")
        assert reason is not None
        assert reason.clause == "BT-15"
        to_next_deal(state)
    assert contracts(state)[9:] == ["pass"] * 3


@pytest.mark.clause("BT-15")
def test_a_forced_free_trump_still_names_its_suit(make: Make, texts: Texts):
    state = make("bismarck", session="modern").deal(4)

    def leave_free(state: State) -> str:
        moves = [str(move) for move in state.moves]
        return next((m for m in moves if not m.startswith("contract free")), moves[0])

    while state.facts["deal"] < 9:
        state.play(leave_free(state))
    assert texts(state) == [f"contract free {letter}" for letter in "CDHS"]


# -- whole matches against the referee ---------------------------------------------------------

CHOICES = {
    "session": ["traditional", "modern", "quick", "fourth-round"],
    "scoring": ["plain", "zero-sum"],
    "pass_scoring": ["below-quota", "penalty-only"],
    "must_trump": [False, True],
    "fourth_round": ["open", "blind"],
    "free_trump_spades": ["allowed", "forbidden"],
    "round_order": ["trump-first", "no-trump-first"],
    "pass_quota": ["4-6-6", "2-7-7"],
    "choice_info": ["hand-and-table", "table-only"],
}
PACK = [str(card) for card in Deck()]


def test_these_are_all_the_options(make: Make):
    assert set(make("bismarck").options) == {*CHOICES, "first_dealer"}


@given(
    options=st.fixed_dictionaries({k: st.sampled_from(v) for k, v in CHOICES.items()}),
    dealer=st.integers(0, 2),
    rng=st.randoms(use_true_random=False),
)
@settings(max_examples=12, deadline=None)
def test_matches_go_as_the_referee_says(make: Make, referee, options, dealer, rng):
    orders = [rng.sample(PACK, 52) for _ in range(12)]
    other = referee.Referee(orders, dealer, options)
    state = make("bismarck", first_dealer=dealer, **options).deal(orders)
    while state.outcome is None:
        assert other.phase == state.facts["phase"]
        assert other.turn == state.turn
        legal = {str(move) for move in state.moves}
        assert other.legal() == legal
        move = rng.choice(sorted(legal))
        other.play(move)
        state.push(Move(move))
    assert other.phase == "over"
    sheet = [(f, c, t, list(tricks), list(p)) for f, c, t, tricks, p in state.facts["sheet"]]
    assert sheet == other.log
    assert list(state.outcome.scores or ()) == other.score
    best = max(other.score)
    assert state.outcome.winners == tuple(i for i in range(3) if other.score[i] == best)


@given(number=st.integers(0, 2**32), rng=st.randoms(use_true_random=False))
@settings(max_examples=5, deadline=None)
def test_undo_goes_back_over_the_ends_of_deals(make: Make, number, rng):
    state = make("bismarck", session="quick").deal(number)
    keys = [state.key]
    while state.outcome is None:
        state.push(rng.choice(list(state.moves)))
        keys.append(state.key)
    for key in reversed(keys[:-1]):
        state.undo()
        assert state.key == key
    for key in keys[1:]:
        state.redo()
        assert state.key == key


def positions(make: Make) -> Iterator[State]:
    state = make("bismarck", session="modern").deal(9)
    while state.outcome is None:
        yield state
        state.push(state.moves[len(state.history) % len(state.moves)])


def test_a_position_can_be_read_back_anywhere_in_a_match(make: Make):
    for ply, state in enumerate(positions(make)):
        if ply % 13 == 0:
            again = state.game.at(state.position)
            assert again.key == state.key
            assert list(again.moves) == list(state.moves)


# -- bad input -----------------------------------------------------------------------------------


def test_a_card_out_of_turn_is_refused_without_telling_who_holds_it(make: Make):
    state = ready(make)
    before = state.key
    said = {}
    for card in ("AC", "AH", "2S"):  # seat 0's, seat 2's, laid away
        with pytest.raises(IllegalMove) as error:
            state.play(card)
        reason = error.value.reason
        assert reason.clause == "BT-04"
        said[card] = reason.text.replace(card, "CARD")
    assert set(said.values()) == {"it is seat 1's turn, and CARD is not in its hand"}
    assert state.key == before


def test_a_card_not_held_is_not_laid_away(make: Make):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    with pytest.raises(IllegalMove, match=r"BT-03: .*AC is not in its hand"):
        state.play("away AC")


@pytest.mark.parametrize("move", ["t1-t2", "deal", "away", "away 2C 3C", "redeal 3", "contract H"])
def test_moves_of_no_sense_are_refused(make: Make, move: str):
    state = make("bismarck", first_dealer=0).deal(stacked(SPADES, TABLE))
    before = state.key
    with pytest.raises(IllegalMove):
        state.play(move)
    assert state.key == before


def test_a_contract_cannot_be_announced_where_the_schedule_gives_it(make: Make):
    state = make("bismarck").deal(1)
    reason = state.why_not("contract spades")
    assert reason is not None
    assert reason.clause == "BT-10"
    assert "announced" in reason.text


def test_a_view_has_no_moves_out_of_turn(make: Make):
    state = ready(make)
    assert state.view(1).moves == tuple(state.moves)
    assert state.view(0).moves == state.view(2).moves == state.view(None).moves == ()
