"""The family's parts: classes of cards, duties, scoring, schedules, and rules built in Python."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Card, Deck, Reason
from cardkit.cards import parse_cards
from cardkit.tricks.classes import Classes, Order, card_words
from cardkit.tricks.duties import Duties, Must, NotInFirst, NotLed, Opens, Trick
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Dealing, Match, Rules, Schedule
from cardkit.tricks.passing import PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.scoring import ByCards, ByQuota, Result
from cardkit.tricks.stages import Announce

PACK = list(Deck())
LEDS = (None, 0, 1, 2, 3)
TRUMPS = (None, "C", "D", "H", "S")


def ranking(classes: Classes, trump: str | None, led: str) -> str:
    """All cards that could win a trick in which a suit was led, the best first."""
    power = classes.power[trump]["CDHS".index(led)]
    return " ".join(map(str, sorted(filter(power.__getitem__, PACK), key=lambda c: -power[c])))


# -- classes -------------------------------------------------------------------------------------


def test_plain_suits_rank_from_the_ace_down():
    classes = Classes(Deck(), Order())
    assert ranking(classes, None, "H") == "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    assert ranking(classes, "S", "H").split()[:14] == [*ranking(classes, None, "S").split(), "AH"]


def test_bowers_of_euchre_belong_to_the_trump_suit():
    deck = Deck(ranks=(1, 9, 10, 11, 12, 13))
    classes = Classes(deck, Order(ranks="AKQJT9", top_trumps=("J-trump", "J-colour")))
    power = classes.power["H"][0]
    best = sorted(filter(power.__getitem__, deck), key=lambda c: -power[c])
    assert " ".join(map(str, best)) == "JH JD AH KH QH TH 9H AC KC QC JC TC 9C"
    assert classes.suit_of["H"][Card("JD")] == classes.suit_of["H"][Card("9H")]
    assert classes.suit_of["S"][Card("JD")] == classes.suit_of["S"][Card("9D")]
    assert classes.suit_of["S"][Card("JC")] == 3


def test_jacks_of_skat_are_trumps_whatever_their_suit():
    deck = Deck(ranks=(1, 7, 8, 9, 10, 11, 12, 13))
    order = Order(ranks="ATKQJ987", top_trumps=("JC", "JS", "JH", "JD"))
    classes = Classes(deck, order)
    power = classes.power["D"][0]
    best = sorted(filter(power.__getitem__, deck), key=lambda c: -power[c])
    assert " ".join(map(str, best)) == "JC JS JH JD AD TD KD QD 9D 8D 7D AC TC KC QC 9C 8C 7C"


def test_trumps_may_rank_in_an_order_of_their_own():
    classes = Classes(Deck(), Order(trumps="J9ATKQ8765432"))
    assert ranking(classes, "H", "C").startswith("JH 9H AH TH KH QH 8H")
    assert ranking(classes, "S", "H").split()[13:17] == ["AH", "KH", "QH", "JH"]


@pytest.mark.parametrize("words", [["X"], ["QX"], [""], ["court"]])
def test_words_that_stand_for_no_cards(words):
    with pytest.raises(ValueError, match="not a card"):
        card_words(words)


# -- duties --------------------------------------------------------------------------------------

FOLLOW, TRUMP, OVERTRUMP, HEAD = (Must(word) for word in ("follow", "trump", "overtrump", "head"))
HEARTS_BACK = NotLed(("H",))
NO_POINTS_FIRST = NotInFirst(("H", "QS"))


def legal(duties, hand: str, trick: Trick, trump: str | None = None) -> str:
    """The cards of a hand that may be played, by the pairwise rule."""
    cards, rule = parse_cards(hand), Duties(duties, Classes(Deck(), Order()))
    allowed = [
        card
        for card in cards
        if not any(rule.forbids(held, card, trick, trump) for held in cards if held != card)
    ]
    row = rule.row_for(trick, trump)
    assert row.legal(cards) == allowed
    if row.tiers:
        first = next(tier for tier in row.tiers if tier & set(cards))
        assert [card for card in cards if card in first] == allowed
    return " ".join(map(str, allowed))


def power(card: str, led: int, trump: str | None) -> int:
    return Classes(Deck(), Order()).power[trump][led][Card(card)]


@pytest.mark.parametrize(
    ("duties", "hand", "trick", "trump", "allowed"),
    [
        ([FOLLOW], "2C 3D 4H", Trick(0), "H", "2C"),
        ([FOLLOW], "3D 4H", Trick(0), "H", "3D 4H"),
        ([FOLLOW], "2C 3D 4H", Trick(None), "H", "2C 3D 4H"),
        ([FOLLOW, TRUMP], "3D 4H", Trick(0), "H", "4H"),
        ([FOLLOW, TRUMP], "3D 4H", Trick(0), None, "3D 4H"),
        ([FOLLOW, TRUMP], "2C 4H", Trick(0), "H", "2C"),
        ([FOLLOW, TRUMP, OVERTRUMP], "3D 4H 9H", Trick(0, power("7H", 0, "H")), "H", "9H"),
        ([FOLLOW, TRUMP, OVERTRUMP], "3D 4H 5H", Trick(0, power("7H", 0, "H")), "H", "4H 5H"),
        ([FOLLOW, TRUMP, OVERTRUMP], "4H 9H", Trick(0, power("AC", 0, "H")), "H", "4H 9H"),
        ([FOLLOW, HEAD], "2C KC 4H", Trick(0, power("JC", 0, "H")), "H", "KC"),
        ([FOLLOW, HEAD], "2C TC 4H", Trick(0, power("JC", 0, "H")), "H", "2C TC"),
        ([FOLLOW, HEAD], "2C KC", Trick(0, power("2H", 0, "H")), "H", "2C KC"),
        ([FOLLOW, HEARTS_BACK], "2C 3H", Trick(None), None, "2C"),
        ([FOLLOW, HEARTS_BACK], "2H 3H", Trick(None), None, "2H 3H"),
        ([FOLLOW, HEARTS_BACK], "2C 3H", Trick(None, broken=True), None, "2C 3H"),
        ([FOLLOW, HEARTS_BACK], "2C 3H", Trick(1), None, "2C 3H"),
        ([FOLLOW, NO_POINTS_FIRST], "2D 3H QS", Trick(0, first=True), None, "2D"),
        ([FOLLOW, NO_POINTS_FIRST], "3H QS", Trick(0, first=True), None, "3H QS"),
        ([FOLLOW, NO_POINTS_FIRST], "2D 3H QS", Trick(0), None, "2D 3H QS"),
        ([Opens(Card("2C")), FOLLOW], "2C 3D", Trick(None, first=True), None, "2C"),
        ([Opens(Card("2C")), FOLLOW], "4C 3D", Trick(None, first=True), None, "4C 3D"),
        ([Opens(Card("2C")), FOLLOW], "2C 4C", Trick(0, first=True), None, "2C 4C"),
    ],
)
def test_duties(duties, hand, trick, trump, allowed):
    assert legal(duties, hand, trick, trump) == allowed


def test_bowers_follow_the_suit_they_belong_to():
    order = Order(top_trumps=("J-trump", "J-colour"))
    rule = Duties([FOLLOW], Classes(Deck(), order))
    row = rule.row_for(Trick(2), "H")
    assert row.legal(parse_cards("2D JD 3C")) == [Card("JD")]
    assert rule.row_for(Trick(1), "H").legal(parse_cards("2D JD 3C")) == [Card("2D")]


hands = st.lists(st.sampled_from(PACK), min_size=1, max_size=17, unique=True)
SETS = [
    [FOLLOW],
    [FOLLOW, TRUMP],
    [FOLLOW, TRUMP, OVERTRUMP],
    [FOLLOW, HEAD, TRUMP, OVERTRUMP],
    [Opens(Card("2C")), FOLLOW, NO_POINTS_FIRST, HEARTS_BACK],
]


@given(
    hand=hands,
    duties=st.sampled_from(SETS),
    trick=st.builds(
        Trick, st.sampled_from(LEDS), st.integers(0, 120), st.booleans(), st.booleans()
    ),
    trump=st.sampled_from(TRUMPS),
)
def test_every_hand_has_a_legal_card_and_the_tables_say_what_the_pairs_say(
    hand, duties, trick, trump
):
    assert legal(duties, " ".join(map(str, hand)), trick, trump)


def clubs_before_spades(held: Card, card: Card, trick: Trick, trump: str | None) -> Reason | None:
    if held.suit.letter == "C" and card.suit.letter == "S" and trick.led is None:
        return Reason("MY-1", "clubs are led before spades")
    return None


def test_a_duty_may_be_a_function():
    rule = Duties([FOLLOW, clubs_before_spades], Classes(Deck(), Order()))
    assert rule.row_for(Trick(None), None).legal(parse_cards("2C 3S 4H")) == list(
        parse_cards("2C 4H")
    )
    reason = rule.forbids(Card("2C"), Card("3S"), Trick(None), None)
    assert str(reason) == "MY-1: clubs are led before spades"


# -- scoring -------------------------------------------------------------------------------------


def result(tricks=(0, 0, 0), quotas=(0, 0, 0), aim="take", cards=("", "", "")) -> Result:
    return Result(Contract(aim=aim), 2, quotas, tricks, tuple(map(parse_cards, cards)))


@pytest.mark.parametrize(("gain", "loss"), list(product((0, 1, 2), repeat=2)))
def test_points_by_quota(gain, loss):
    scoring = ByQuota(gain, loss)
    assert scoring(result((10, 4, 2), (8, 4, 4))) == (2 * gain, 0, -2 * loss)
    assert scoring(result((3, 5, 8), (4, 6, 6), "avoid")) == (gain, gain, -2 * loss)


def test_points_by_cards_of_a_suit_a_rank_or_one_card():
    scoring = ByCards({"H": 1, "K": 3, "KH": 10})
    assert scoring(result(cards=("2H 3H", "KS", "KH 4C"))) == (2, 3, 10)


def test_who_takes_all_cards_that_count_scores_nothing():
    scoring = ByCards({"H": -1, "QS": -13}, sweep_others=True)
    hearts = " ".join(str(card) for card in PACK if card.suit.letter == "H")
    assert scoring(result(cards=(hearts + " QS", "2C", ""))) == (0, -26, -26)
    assert scoring(result(cards=(hearts, "QS", ""))) == (-13, -13, 0)


def test_partners_sweep_together():
    scoring = ByCards({"Q": -1}, sweep_others=True)
    side, other = parse_cards("QS QH QD QC"), parse_cards("2C")
    deal = Result(Contract(), 3, (0,) * 4, (0,) * 4, (side, other, side, other))
    assert scoring(deal) == (0, -4, 0, -4)


# -- schedule and match --------------------------------------------------------------------------


def test_schedules():
    rounds = Schedule(rounds=("a", "b"))
    assert [rounds.contract(deal, 3) for deal in range(7)] == ["a"] * 3 + ["b"] * 3 + ["a"]
    deals = Schedule(deals=("a", "b"))
    assert [deals.contract(deal, 3) for deal in range(4)] == ["a", "b", "a", "b"]
    once = Schedule(once=("a", "b"))
    assert (once.contract(0, 3), once.length(3)) == (None, 6)


@pytest.mark.parametrize("given", [{}, {"deals": ("a",), "once": ("a",)}])
def test_a_schedule_is_said_in_one_way(given):
    with pytest.raises(ValueError, match="exactly one"):
        Schedule(**given)


def test_a_target_is_reached_from_its_own_side():
    assert Match(target=5).reached((1, 5, 0))
    assert not Match(target=5).reached((4, -9, 0))
    assert Match(target=-100).reached((-100, 4, 0))
    assert not Match(target=-100).reached((-99, 120, 0))
    assert not Match().reached((1000, 0, 0))


# -- rules in Python -----------------------------------------------------------------------------


def small(**parts: object) -> TrickGame:
    """Three seats, five ranks of three suits, one deal."""
    settings: dict[str, object] = {
        "seats": 3,
        "deck": Deck(ranks=(1, 10, 11, 12, 13), suits=(1, 2, 3)),
        "dealing": Dealing(5),
        "contracts": {"plain": Contract()},
        "schedule": Schedule(deals=("plain",)),
        "stages": (Announce(), Play()),
        "duties": (FOLLOW,),
        "first_dealer": 2,
    }
    return TrickGame(Rules(**settings | parts), name="small")  # type: ignore[arg-type]  # by name


def play_out(game: TrickGame, deal: int = 1):
    state = game.deal(deal)
    while state.outcome is None:
        state.push(state.moves[0])
    return state


def test_scoring_may_be_a_function():
    game = small(scoring=lambda deal: [100 * t for t in deal.tricks])
    state = play_out(game)
    assert state.outcome.scores == tuple(100 * t for t in state.facts["tricks"])


def test_a_contract_may_be_scored_in_its_own_way():
    game = small(
        contracts={"plain": Contract(), "kings": Contract(scoring=ByCards({"K": -5}))},
        schedule=Schedule(deals=("plain", "kings")),
    )
    state = play_out(game)
    (_, _, _, tricks, points), (_, _, _, _, kings) = state.facts["sheet"]
    assert points == tricks
    assert sum(kings) == -15


def test_who_leads_may_be_a_function():
    game = small(stages=(Announce(), Play(lead=lambda layout: 2)))
    assert game.deal(1).turn == 2


def test_who_leads_may_be_the_holder_of_a_card_who_must_lead_it():
    game = small(stages=(Announce(), Play(lead=Card("TD"), clause="X-1")))
    for deal in range(20):
        state = game.deal(deal)
        assert Card("TD") in state.cards[f"hand{state.turn}"]
        assert [str(move) for move in state.moves] == ["TD"]
        other = next(card for card in state.cards[state.facts["hand"]] if card != Card("TD"))
        assert str(state.why_not(str(other))) == "X-1: TD opens the first trick"


def test_the_way_of_a_pass_may_be_a_function():
    game = small(stages=(PassCards(1, to=lambda deal: 2), Announce(), Play()))
    state = game.deal(1)
    before = [set(state.cards[f"hand{i}"]) for i in range(3)]
    passed = []
    for _ in range(3):
        passed.append(state.moves[0].card)
        state.push(state.moves[0])
    for i in range(3):
        assert set(state.cards[f"hand{(i + 2) % 3}"]) >= {passed[i]}
        assert passed[i] in before[i]


def test_two_packs_have_equal_cards_and_each_move_once():
    game = small(deck=Deck(packs=2, ranks=(1, 13), suits=(0, 1, 2)), dealing=Dealing(4))
    for deal in range(30):
        state = game.deal(deal)
        while state.outcome is None:
            moves = list(state.moves)
            assert len(moves) == len(set(moves))
            assert moves == [m for m in game.plays.values() if state.why_not(m) is None]
            state.push(moves[deal % len(moves)])


def test_of_two_equal_cards_the_one_played_first_wins():
    deck = Deck(packs=2, ranks=(1, 13), suits=(0, 1, 2))
    game = small(deck=deck, dealing=Dealing(4))
    order = "AC AC KC KC AD AD KD KD AH AH KH KH".split()
    deal = " ".join([*order[0:3], *order[3:6], *order[6:9], *order[9:12]])
    state = game.deal(deal)
    for card in ("AC", "AC", "KC"):
        state.play(card)
    assert state.facts["tricks"] == (1, 0, 0)


def test_a_match_may_have_more_deals_than_its_schedule():
    state = play_out(small(match=Match(deals=4)))
    assert len(state.facts["sheet"]) == 4
    assert [row[0] for row in state.facts["sheet"]] == [0, 1, 2, 0]


def test_a_target_ends_the_match_with_its_deal():
    state = play_out(small(match=Match(target=8)))
    totals = [0, 0, 0]
    for row in state.facts["sheet"][:-1]:
        totals = [a + b for a, b in zip(totals, row[4], strict=True)]
    assert max(totals) < 8 <= max(state.outcome.scores)
