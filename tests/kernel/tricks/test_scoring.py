"""Scores in the kernel against deals reckoned by hand from the rules."""

from __future__ import annotations

import pytest

from cardkit import Deck
from cardkit.kernel.tricks.stepping import TrickKernel

PACK = [str(card) for card in Deck()]


def last_trick(kernel, hands: list[str], taken: list[str], facts: str) -> TrickKernel:
    """The kernel before a deal's last trick, with these cards left and those taken."""
    named = {card for cards in (*hands, *taken) for card in cards.split()}
    named |= {str(card) for card in kernel.game.rules.without}
    rest = " ".join(card for card in PACK if card not in named)
    piles = [f"hand{seat} {card}" for seat, card in enumerate(hands)]
    piles += [f"won{seat} {cards}" for seat, cards in enumerate(taken[:-1])]
    piles.append(f"won{len(taken) - 1} {taken[-1]} {rest}")
    kernel.load(kernel.game.at(f"{' / '.join(piles)} ; phase=play {facts}", deal=1))
    return kernel


def score_after(kernel: TrickKernel, cards: str) -> tuple[int, ...]:
    for card in kernel.moves(), cards.split():
        assert card
    for card in cards.split():
        kernel.push(next(move for move in kernel.moves() if str(move) == card))
    return kernel.position().facts["score"]


@pytest.mark.parametrize(
    ("contract", "before", "plain", "zero_sum"),
    [
        # Tricks of forehand and the two others, the last of which forehand takes here.
        ("trump", (9, 4, 2), (2, 0, 0), (2, 0, -2)),
        ("no-trump", (5, 7, 3), (0, 3, 0), (-2, 3, -1)),
        ("pass", (2, 5, 8), (1, 1, 0), (1, 1, -2)),
        ("trump", (7, 4, 4), (0, 0, 0), (0, 0, 0)),
        ("pass", (15, 0, 0), (0, 6, 6), (-12, 6, 6)),
    ],
)
def test_bismarck_counts_from_the_quota(make, engine, contract, before, plain, zero_sum):
    trump = "trump=S" if contract == "trump" else ""
    # Forehand is seat 1, so what belongs to the seats is turned by one.
    tricks = str([before[2], *before[:2]]).replace(" ", "")
    facts = f"contract={contract} {trump} forehand=1 dealer=0 turn=1 hand=hand1 tricks={tricks}"
    for scoring, points in (("plain", plain), ("zero-sum", zero_sum)):
        kernel = TrickKernel(make("bismarck", scoring=scoring), engine)
        last_trick(kernel, ["2H", "AH", "3H"], ["2C", "3C", ""], facts)
        assert score_after(kernel, "AH 3H 2H") == (points[2], *points[:2])


def test_penalties_alone_in_passaus(make, engine):
    facts = "contract=pass forehand=0 dealer=2 turn=0 hand=hand0 tricks=[3,5,7]"
    kernel = TrickKernel(make("bismarck", pass_scoring="penalty-only"), engine)
    last_trick(kernel, ["2H", "AH", "3H"], ["2C", "3C", ""], facts)
    # Seat 1 takes the last trick: 3, 6 and 7 where 4, 6 and 6 are free.
    assert score_after(kernel, "2H AH 3H") == (0, 0, -1)


HEARTS = " ".join(f"{rank}H" for rank in "A3456789TJQK")


@pytest.mark.parametrize(
    ("taken", "score"),
    [
        # Seat 0 takes the last heart, and so 12 of them and no queen; seat 1 has the queen.
        (["AH 3H 4H 5H 6H 7H 8H 9H TH JH QH", "QS KH", "2S", "2D"], (-12, -14, 0, 0)),
        # Seat 0 takes everything that counts.
        ([HEARTS + " QS", "2C", "2S", "2D"], (0, -26, -26, -26)),
        # All hearts, but not the queen.
        ([HEARTS, "QS", "2S", "2D"], (-13, -13, 0, 0)),
    ],
)
def test_hearts_counts_cards(make, engine, taken, score):
    facts = "contract=hearts broken=true forehand=1 dealer=0 turn=0 hand=hand0 tricks=[9,1,1,1]"
    kernel = last_trick(TrickKernel(make("hearts"), engine), ["AC", "3C", "2H", "4C"], taken, facts)
    assert score_after(kernel, "AC 3C 2H 4C") == score


def test_partners_at_whist_count_together(make, engine):
    facts = "contract=trumps trump=S forehand=1 dealer=0 turn=0 hand=hand0 tricks=[4,3,3,2]"
    kernel = TrickKernel(make("whist"), engine)
    last_trick(kernel, ["AC", "3C", "2H", "4C"], ["5C", "6C", "7C", "8C"], facts)
    # 5 and 3 tricks against 3 and 2: two more than six.
    assert score_after(kernel, "AC 3C 2H 4C") == (2, 0, 2, 0)


def test_a_trump_takes_the_trick(make, engine):
    facts = "contract=trumps trump=S forehand=1 dealer=0 turn=0 hand=hand0 tricks=[4,3,3,2]"
    kernel = TrickKernel(make("whist"), engine)
    last_trick(kernel, ["AC", "3C", "2H", "2S"], ["5C", "6C", "7C", "8C"], facts)
    # 4 and 3 tricks against 3 and 3: one more than six.
    assert score_after(kernel, "AC 3C 2H 2S") == (1, 0, 1, 0)


def test_the_surplus_of_a_deal_is_exchanged_in_the_next(make, engine):
    facts = "contract=trumps trump=S forehand=1 dealer=0 turn=0 hand=hand0 tricks=[9,4,2]"
    kernel = TrickKernel(make("sergeant-major"), engine)
    last_trick(kernel, ["AC", "3C", "2H"], ["5C", "6C", "7C"], facts)
    # The dealer owes 8 tricks and has 10, the next 5 and has 4, the third 3 and has 2.
    assert score_after(kernel, "AC 3C 2H") == (2, -1, -1)
    facts = kernel.position().facts
    assert (facts["surplus"], facts["deal"], facts["phase"]) == ((2, -1, -1), 1, "exchange")
    # Seat 1 deals now and owes most, so the first card goes from seat 0 to seat 1.
    assert facts["turn"] == 0
    kernel.push(kernel.moves()[0])
    assert kernel.position().facts["turn"] == 1


@pytest.mark.parametrize(
    ("score", "over"), [("[3,1,3,1]", True), ("[2,4,2,4]", False), ("[2,0,2,0]", False)]
)
def test_a_match_ends_at_its_target(make, engine, score, over):
    facts = "contract=trumps trump=S forehand=1 dealer=0 turn=0 hand=hand0 tricks=[4,3,3,2]"
    kernel = TrickKernel(make("whist"), engine)
    cards = ["5C", "6C", "7C", "8C"]
    last_trick(kernel, ["AC", "3C", "2H", "4C"], cards, f"{facts} score={score}")
    score_after(kernel, "AC 3C 2H 4C")
    assert (kernel.position().facts["phase"] == "over") == over
    assert (not kernel.moves()) == over
