"""FreeCell: every clause and option, the published deals, and two solutions played through."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Deck, State

IN_ORDER = " ".join(map(str, Deck()))
#: Cards on the third to seventh column, so that none of them is empty.
KINGS = "t3 QC KC / t4 QD KD / t5 QH KH / t6 QS KS / t7 JS"

#: Microsoft's deals as they are published, row by row.
PUBLISHED = {
    1: """
        JD 2D 9H JC 5D 7H 7C 5H
        KD KC 9S 5S AD QC KH 3H
        2S KS 9D QD JS AS AH 3C
        4C 5C TS QH 4H AC 4D 7S
        3S TD 4S TH 8H 2C JH 7D
        6D 8S 8D QS 6C 3D 8C TC
        6S 9C 2H 6H""",
    617: """
        7D AD 5C 3S 5S 8C 2D AH
        TD 7S QD AC 6D 8H AS KH
        TH QC 3H 9D 6S 8D 3D TC
        KD 5H 9S 3C 8S 7H 4D JS
        4C QS 9C 9H 7C 6H 2C 2S
        4S TS 2H 5D JC 6C JH QH
        JD KS KC 4H""",
}

#: Solutions in single moves. A best-first search written for this alone found them: it shares no
#: code with cardkit, dealt the cards itself, and weighed cards off the foundations, cards above
#: lower ones, and how deep the next cards lie.
SOLUTIONS = {
    1: """
        t6-c1 t6-c2 t6-a1 t7-c3 t7-c4 c2-a1 t7-c2 t7-a3 t6-t3 t6-t7 t1-t6 c4-t7 t8-t7 t8-c4 t3-a4
        t3-a3 t8-t3 t1-t3 t8-a1 t8-a3 t8-t6 t1-t8 t1-t6 t1-a4 t8-a4 t5-t8 t5-t2 t5-a3 c1-t6 t8-c1
        c3-t8 t3-c3 c4-t8 c1-t8 t1-c1 t1-c4 t3-t2 t3-t1 t2-t1 t4-t1 t6-t3 t6-a1 t6-a3 t1-a3 c3-t1
        t6-c3 t6-a3 c1-t6 t4-t6 t2-c1 c4-t6 t7-t6 t2-t4 t2-c4 t2-t5 t2-a1 t8-a1 c3-t8 t5-c3 c1-t4
        t5-c1 t5-a2 t5-t8 c1-t5 t2-c1 c3-t5 t2-c3 t2-a2 t3-a2 c2-a2 t8-a2 t7-c2 t7-t2 c2-t2 t7-c2
        t7-a1 t4-t7 t4-t5 t7-t5 t1-a2 t8-t7 t8-a2 t8-a1 t4-t8 t3-a4 t3-t2 t5-a3 t5-a1 t3-t2 c4-t2
        t4-c4 t3-t5 t3-a3 t4-t3 t4-a4 t7-a4 t1-a4 t1-a2 t2-a4 t6-a1 t4-t3 t8-a3 t2-a2 t5-a4 t2-a4
        t5-a2 t5-a4 t2-a3 c4-a3 c2-a3 t3-a1 t2-a1 c3-a1 t6-a2 t3-a2 t6-a4 t6-a2 c1-a4""",
    617: """
        t2-c1 t2-c2 t4-c3 t4-t6 t4-c4 c2-t1 t4-c2 t4-t1 t4-a1 t7-t2 t7-a1 c2-a1 t4-c2 t7-t4 c2-t4
        t7-c2 t7-a4 t8-t3 t8-a4 t8-t3 t7-t4 t8-t7 c4-t7 t8-c4 t8-a3 c4-t8 t2-c4 t2-t8 c4-t8 t1-c4
        t1-t8 c4-t8 t1-c4 t1-t6 c2-t6 t2-c2 t1-a1 t2-t1 c4-t1 t2-c4 t2-a2 t4-a2 t3-t2 t4-a4 t6-a2
        t4-a2 c1-t4 t3-t4 t5-t4 t5-c1 t5-t7 t6-a4 t6-a2 c2-t6 t5-c2 t5-a2 t5-a4 c2-a4 c4-a4 t3-t5
        t1-c2 t3-a3 t3-c4 t7-a4 t3-a4 t3-a3 c3-a3 t3-t5 t3-a1 t6-a3 t6-a1 t6-a3 t1-t3 t1-c3 t1-t2
        t1-t4 t1-a2 t6-a3 t6-a2 t8-a2 c1-a1 t6-a3 t6-a1 c4-a1 t7-a3 t7-a1 t4-a2 c2-a2 t4-a1 t3-a1
        t5-a2 t5-a1 c3-a2 t2-a3 t8-a4 t2-a4 t8-a3 t4-a3 t8-a4 t4-a4 t8-a3""",
}


@cache
def freecell(**options: object) -> cardkit.Game:
    return cardkit.game("freecell", **options)


def targets(state: State, source: str) -> list[str]:
    return [str(move) for move in state.moves if move.source == source]


@pytest.mark.clause("FR-01")
def test_the_pack_is_dealt_in_rows_of_eight():
    state = freecell().deal(IN_ORDER)
    assert str(state.piles["t1"]) == "AC 9C 4D QD 7H 2S TS"
    assert str(state.piles["t4"]) == "4C QC 7D 2H TH 5S KS"
    assert str(state.piles["t8"]) == "8C 3D JD 6H AS 9S"
    assert [len(state.piles[f"t{i}"]) for i in range(1, 9)] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert not any(pile.down for pile in state.piles.values())


@pytest.mark.clause("FR-01")
@pytest.mark.parametrize("number", PUBLISHED)
def test_microsoft_deals_are_the_published_ones(number):
    rows = [line.split() for line in PUBLISHED[number].strip().splitlines()]
    state = freecell().deal(f"ms:{number}")
    for i in range(8):
        column = [row[i] for row in rows if i < len(row)]
        assert str(state.piles[f"t{i + 1}"]) == " ".join(column)


@pytest.mark.clause("FR-02")
def test_cells_take_one_card_each_and_give_it_back(place):
    state = place(freecell(), f"t1 3D / t2 4S / {KINGS}", under="t8")
    assert [m for m in targets(state, "t1") if "c" in m] == ["t1-c1", "t1-c2", "t1-c3", "t1-c4"]
    state.play("t1-c2")
    assert state.why_not("t2-c2").clause == "FR-02"  # occupied
    assert state.why_not("c2-c1").clause == "FR-02"  # there is nothing to be gained
    assert targets(state, "c2") == ["c2-t1", "c2-t2"]
    state.play("c2-t2")
    assert str(state.piles["t2"]) == "4S 3D"


@pytest.mark.clause("FR-02")
@pytest.mark.parametrize("cells", [1, 6])
def test_option_cells(cells):
    state = freecell(cells=cells).deal(1)
    assert [name for name in state.piles if name[0] == "c"] == [f"c{i + 1}" for i in range(cells)]


@pytest.mark.clause("FR-03")
def test_available_are_the_last_cards_and_those_in_cells(place):
    state = place(freecell(), f"t1 3D 9H / t2 4S / c1 3H / {KINGS}", under="t8")
    assert "c1-t2" in state.moves
    assert "t1-t2" not in state.moves  # the 3D is covered
    assert state.why_not("c2-t2").clause == "FR-03"  # empty
    assert state.why_not("a1-a2").clause == "FR-03"


@pytest.mark.clause("FR-04")
def test_columns_go_down_in_alternating_colours(place):
    state = place(freecell(), f"t1 3D / t2 4S 3C / c1 2S / c2 2D / {KINGS}", under="t8")
    assert [m for m in targets(state, "c1") if "t" in m] == ["c1-t1"]
    assert [m for m in targets(state, "c2") if "t" in m] == ["c2-t2"]
    assert state.why_not("c1-t2").clause == "FR-04"
    assert state.why_not("c1-t7").clause == "FR-04"


@pytest.mark.clause("FR-05")
def test_an_empty_column_takes_any_card(place):
    state = place(freecell(), "c1 2S / c2 KD / t2 7H", under="t8")
    for source in ("c1", "c2", "t2", "t8"):
        assert f"{source}-t1" in state.moves


RUN = "t1 2H 9H 8S 7H 6S 5H 4S"


@pytest.mark.clause("FR-06")
@pytest.mark.parametrize(
    ("cells", "most"),
    [("", 5), ("c1 AC", 4), ("c1 AC / c2 AD", 3), ("c1 AC / c2 AD / c3 AH / c4 AS", 1)],
)
def test_a_run_moves_over_free_cells(place, cells, most):
    target = {5: "9D", 4: "8C", 3: "7D", 1: "5D"}[most]
    state = place(freecell(), f"{RUN} / t2 2C {target} / {KINGS} / {cells}", under="t8")
    # So many cards go at once as there are free cells, and one more.
    assert targets(state, "t1")[-1] == ("t1-t2" if most == 1 else f"t1-t2*{most}")
    wider = place(freecell(), f"{RUN} / t2 2C TS / {KINGS} / {cells}", under="t8")
    assert wider.why_not("t1-t2*6").clause == "FR-06"
    assert f"room to move {most} card" in wider.why_not("t1-t2*6").text


@pytest.mark.clause("FR-06")
def test_empty_columns_double_what_moves_except_the_one_it_goes_to(place):
    four = f"{RUN} / t2 TS / t3 KC / t4 QD / t5 KH"
    one = place(freecell(), f"{four} / t6 KS", under="t8")
    assert "t1-t2*6" in one.moves  # t7 is empty: up to ten
    assert "t1-t7*5" in one.moves
    assert one.why_not("t1-t7*6").clause == "FR-06"
    full = "c1 AC / c2 AD / c3 AH / c4 AS"
    none_free = place(freecell(), f"{four} / {full}", under="t8")
    assert none_free.why_not("t1-t2*5").clause == "FR-06"  # t6 and t7 are empty: four
    assert "t1-t7*2" in none_free.moves  # over t6
    assert none_free.why_not("t1-t7*3").clause == "FR-06"


@pytest.mark.clause("FR-06")
def test_only_a_run_moves_at_once(place):
    state = place(freecell(), f"t1 8S 6H 5S / t2 7S 9H / {KINGS}", under="t8")
    assert state.why_not("t1-t2*3").clause == "FR-06"  # 6H does not lie on 8S by the rules
    run = place(freecell(), f"t1 2C 3H / c1 AS / {KINGS}", under="t8")
    assert run.why_not("t1-c2*2").clause == "FR-06"  # a cell takes one card


@pytest.mark.clause("FR-06")
def test_a_run_arrives_as_it_left(place):
    state = place(freecell(), f"{RUN} / t2 9D / {KINGS}", under="t8")
    state.play("t1-t2*5")
    assert str(state.piles["t1"]) == "2H 9H"
    assert str(state.piles["t2"]) == "9D 8S 7H 6S 5H 4S"
    state.undo()
    assert str(state.piles["t1"]) == RUN.removeprefix("t1 ")


@pytest.mark.clause("FR-06")
def test_option_supermoves_single(place):
    state = place(
        freecell(supermoves="single"), f"{RUN} / t2 5D / t3 9D / t4 QD / t5 QH / t6 QS", under="t8"
    )
    assert "t1-t2" in state.moves
    assert all(move.count in (None, 1) for move in state.moves)
    assert state.why_not("t1-t3*5").clause == "FR-06"


@pytest.mark.clause("FR-07")
def test_foundations_go_up_in_suit_from_the_ace(place):
    state = place(freecell(), f"a1 AC / c1 2C / t1 AD / t2 2H / {KINGS}", under="t8")
    assert "t1-a2" in state.moves
    assert state.why_not("t1-a1").clause == "FR-07"
    assert state.why_not("t1-a4").clause == "FR-07"  # the place of spades
    assert state.why_not("t2-a3").clause == "FR-07"  # not an ace
    assert state.why_not("t2-a1").clause == "FR-07"  # another suit
    state.play("c1-a1")
    assert str(state.piles["a1"]) == "AC 2C"


@pytest.mark.clause("FR-08")
def test_a_foundation_card_stays_unless_the_option_says_otherwise(place):
    position = f"a1 AC 2C / t1 3D / {KINGS}"
    state = place(freecell(), position, under="t8")
    assert state.why_not("a1-t1").clause == "FR-08"
    free = place(freecell(foundation_return=True), position, under="t8")
    assert targets(free, "a1") == ["a1-t1", "a1-t2"]  # t2 is empty
    free.play("a1-t1")
    assert str(free.piles["t1"]) == "3D 2C"


@pytest.mark.clause("FR-09")
@pytest.mark.parametrize("supermoves", ["limit", "single"])
@pytest.mark.parametrize("number", SOLUTIONS)
def test_a_solution_found_elsewhere_wins(number, supermoves):
    state = freecell(supermoves=supermoves).deal(f"ms:{number}")
    for move in SOLUTIONS[number].split():
        assert state.outcome is None
        state.play(move)
    assert state.outcome == cardkit.Outcome("won", won=True)
    assert sum(len(state.piles[f"a{i}"]) for i in range(1, 5)) == 52


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.lists(st.integers(0, 99), min_size=20, max_size=50),
    st.sampled_from([1, 4]),
    st.booleans(),
)
def test_what_holds_in_every_game(played, deal, choices, cells, returns):
    game = freecell(cells=cells, foundation_return=returns)
    state = played(game, deal, choices)
    assert all(len(state.piles[f"c{i + 1}"]) <= 1 for i in range(cells))
    for i in range(4):
        ranks = [card.rank for card in state.piles[f"a{i + 1}"]]
        assert ranks == list(range(1, len(ranks) + 1))
        assert {int(card.suit) for card in state.piles[f"a{i + 1}"]} <= {i}
