"""The law of observation, worked out by hand: who learns which card from what happens."""

from __future__ import annotations

import copy

import pytest

from cardkit import Card, Deal, FactSpec, Move, Pile, PileSpec, Table
from cardkit.view import Fold, fold_table

STOCK = PileSpec("stock", seats=())
OPEN = PileSpec("open")
TABLE = PileSpec("table", seats=(0,))
HAND0 = PileSpec("hand0", ordered=False, seats=(0,))
HAND1 = PileSpec("hand1", ordered=False, seats=(1,))
AWAY = PileSpec("away", ordered=False, seats=())
ASIDE = PileSpec("aside", seats=(0,))
FACTS = (FactSpec("score", 0), FactSpec("plan", None, seats=(0,)), FactSpec("bid", None, "deal"))


def table(**lying: str) -> Table:
    """A table with all of these piles, and some cards on them from the start."""
    made = Table([STOCK, OPEN, TABLE, HAND0, HAND1, AWAY, ASIDE], FACTS, Deal.of(1))
    for name, text in lying.items():
        pile = Pile(text)
        for i, card in enumerate(pile):
            made.lay(name, [card], up=pile.is_up(i))
    return made


def fold(t: Table, seat: int | None) -> Fold:
    return fold_table(t, seat)


def known(t: Table, seat: int | None, pile: str) -> str:
    """A pile as the seat knows it."""
    seen = fold(t, seat)
    return str(Pile(seen.cards[pile], seen.down[pile]))


def last(t: Table, seat: int | None) -> list[object]:
    """The last thing that the seat saw."""
    event: list[object] = fold(t, seat).events[-1]
    return event


# Seen where it was, or where it lands


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_a_face_up_card_move_between_open_piles(seat: int | None) -> None:
    t = table(open="2C")
    t.move("open", "stock")
    assert last(t, seat) == ["move", "open", "stock", "2C", False]
    assert known(t, seat, "stock") == "2C"


def test_a_card_is_seen_where_it_lands_by_those_who_see_it_there() -> None:
    t = table(stock="[2C]")
    t.move("stock", "hand0")
    assert known(t, 0, "hand0") == "2C"
    assert known(t, 1, "hand0") == "??"
    assert known(t, None, "hand0") == "??"


def test_a_card_is_seen_where_it_was_by_those_who_saw_it_there() -> None:
    t = table(hand1="2C")
    t.take("hand1", Card("2C"), "table")
    t.take("table", Card("2C"), "hand1")
    for seat in (0, 1):
        assert last(t, seat) == ["take", "table", 0, "hand1", "2C"]
    assert last(t, None) == ["take", "table", 0, "hand1", "??"]


def test_a_face_down_card_is_seen_by_nobody_not_even_on_an_open_pile() -> None:
    t = table(stock="[2C 3C]")
    t.move("stock", "open", 2)
    assert [known(t, seat, "open") for seat in (0, 1, None)] == ["[?? ??]"] * 3


def test_a_card_taken_from_face_down_is_seen_where_it_lands_alone() -> None:
    t = table(open="[2C] 3C")
    t.take("open", Card("2C"), "aside")  # only seat 0 sees that pile
    assert [known(t, seat, "aside") for seat in (0, 1, None)] == ["2C", "??", "??"]


def test_turning_a_packet_over_while_it_moves_shows_it_where_it_lands() -> None:
    t = table(stock="[2C 3C]")
    t.move("stock", "open", 2, turned=True)
    assert known(t, None, "open") == "3C 2C"


def test_turning_a_packet_face_down_shows_it_where_it_was() -> None:
    t = table(open="2C 3C")
    t.move("open", "stock", 2, turned=True)
    assert known(t, None, "stock") == "[3C 2C]"


def test_of_a_mixed_packet_each_card_is_seen_by_its_own_face() -> None:
    t = table(table="2C [3C] 4C")
    t.move("table", "open", 3)
    assert known(t, 0, "open") == "2C [??] 4C"
    assert known(t, 1, "open") == "2C [??] 4C"
    t = table(table="2C [3C] 4C")
    t.move("table", "open", 3, turned=True)
    assert known(t, 0, "open") == "[4C] 3C [2C]"
    assert known(t, 1, "open") == "[??] 3C [??]"


def test_a_card_turned_up_shows_itself_to_those_who_see_the_pile() -> None:
    t = table(table="[2C 3C]")
    t.face("table", 0, up=True)
    assert (known(t, 0, "table"), known(t, 1, "table")) == ("2C [??]", "?? [??]")
    assert last(t, 1) == ["face", "table", 0, "??", True]


# Nothing is forgotten


def test_a_card_turned_down_is_remembered_by_those_who_saw_it() -> None:
    t = table(table="2C")
    t.face("table", 0, up=False)
    assert (known(t, 0, "table"), known(t, 1, "table")) == ("[2C]", "[??]")


def test_a_card_is_remembered_under_others_and_on_its_way_face_down() -> None:
    t = table(open="2C")
    t.face("open", 0, up=False)
    t.lay("open", [Card("9S")], up=False)
    t.move("open", "stock", 2)
    assert known(t, 1, "stock") == "[2C ??]"


def test_cards_taken_into_a_hand_before_all_eyes_are_known_to_be_there() -> None:
    t = table(open="5C 2C", hand0="KS 3H")
    t.move("open", "hand0", 2)
    assert known(t, 1, "hand0") == "2C 5C ?? ??"


def test_a_pile_closed_again_is_remembered() -> None:
    t = table(table="2C 3C")
    t.show("table", [0, 1])
    t.show("table", [0])
    assert known(t, 1, "table") == "2C 3C"
    assert known(t, None, "table") == "?? ??"


def test_showing_a_pile_shows_its_face_up_cards_alone() -> None:
    t = table(table="2C [3C]")
    t.show("table", None)
    assert last(t, None) == ["show", "table", None, "2C [??]"]


def test_showing_a_pile_tells_who_sees_it_also_to_those_who_do_not() -> None:
    t = table(hand1="2C")
    t.show("hand1", [0, 1])
    assert last(t, None) == ["show", "hand1", [0, 1], None]
    assert (known(t, 0, "hand1"), known(t, None, "hand1")) == ("2C", "??")


# Forgotten at a shuffle, and at a new deal


def test_a_shuffle_makes_everybody_forget_that_pile_and_no_other() -> None:
    t = table(open="2C 3C", table="4C")
    t.shuffle("open")
    assert known(t, 0, "open") == "[?? ??]"
    assert known(t, 0, "table") == "4C"
    assert last(t, 0) == ["shuffle", "open", 2]


def test_a_new_deal_makes_everybody_forget_everything() -> None:
    t = table(open="2C")
    t.mark(Move("deal"))
    t.begin("deal")
    t.lay("open", [Card("3C")], up=False)
    assert known(t, 0, "open") == "[??]"
    assert fold(t, 0).events == [["lay", "open", "[??]"]]


def test_facts_survive_into_a_new_deal_as_the_seat_knows_them() -> None:
    t = table()
    t.set("score", 7)
    t.set("plan", "hearts")
    t.set("bid", 3)
    t.begin("deal")
    assert {n: fold(t, 0).facts[n] for n in ("score", "plan", "bid")} == {
        "score": 7,
        "plan": "hearts",
        "bid": None,
    }
    assert fold(t, 1).facts["score"] == 7
    assert "plan" not in fold(t, 1).facts


def test_a_drawn_order_is_seen_by_nobody_only_the_cards_that_are_laid() -> None:
    t = table()
    order = t.shuffled(Pile("2C 3C 4C"))
    t.lay("stock", order, up=False)
    assert [event[0] for event in fold(t, 0).events] == ["set", "lay"]
    assert known(t, 0, "stock") == "[?? ?? ??]"


# Piles without order


def test_a_card_out_of_a_hand_carries_no_index() -> None:
    t = table(hand0="2C 7D KS")
    t.take("hand0", Card("7D"), "open")
    assert last(t, 0) == last(t, 1) == ["take", "hand0", None, "open", "7D"]


def test_a_card_out_of_an_ordered_pile_carries_its_index() -> None:
    t = table(table="2C 7D KS")
    t.take("table", Card("7D"), "away")
    assert last(t, 1) == ["take", "table", 1, "away", "??"]


def test_cards_that_land_in_a_hand_are_told_sorted() -> None:
    t = table(open="KS 2C 7D")
    t.move("open", "hand1", 3)
    assert last(t, None) == ["move", "open", "hand1", "2C 7D KS", False]


def test_an_unseen_card_out_of_a_hand_may_be_any_of_those_known_there() -> None:
    t = table(open="2C 5C", hand0="KS")
    t.move("open", "hand0", 2)
    t.take("hand0", Card("KS"), "aside")
    # Seat 1 did not see which of the three it was: neither 2C nor 5C is certain to be there.
    assert known(t, 1, "hand0") == "?? ??"
    assert known(t, 0, "hand0") == "2C 5C"
    assert known(t, 1, "aside") == "??"


def test_a_seen_card_out_of_a_hand_leaves_what_else_is_known() -> None:
    t = table(open="2C 5C", hand0="KS")
    t.move("open", "hand0", 2)
    t.take("hand0", Card("KS"), "open")
    assert known(t, 1, "hand0") == "2C 5C"
    t.take("hand0", Card("2C"), "open")
    assert known(t, 1, "hand0") == "5C"


def test_the_last_card_of_a_known_hand_is_known_also_unseen() -> None:
    t = table(open="2C")
    t.move("open", "hand0")
    t.take("hand0", Card("2C"), "aside")
    assert known(t, 1, "aside") == "2C"


def test_of_twins_in_a_known_hand_the_one_that_goes_unseen_is_known() -> None:
    t = table(open="2C 2C")
    t.move("open", "hand0", 2)
    t.take("hand0", Card("2C"), "aside")
    assert (known(t, 1, "aside"), known(t, 1, "hand0")) == ("2C", "2C")


def test_a_hand_laid_out_in_order_keeps_known_cards_only_if_all_are_known() -> None:
    t = table(open="2C 5C", hand0="KS")
    t.move("open", "hand0", 2)
    t.move("hand0", "aside", 3)
    assert (known(t, 1, "aside"), known(t, 0, "aside")) == ("?? ?? ??", "2C 5C KS")
    t = table(open="2C 5C")
    t.move("open", "hand0", 2)
    t.move("hand0", "aside", 2)
    assert known(t, 1, "aside") == "2C 5C"


def test_a_hand_moved_onto_another_keeps_what_is_known_of_it() -> None:
    t = table(open="2C", hand0="KS", away="3D")
    t.move("open", "hand0")
    t.move("hand0", "away", 2)
    assert known(t, 1, "away") == "2C ?? ??"


def test_cards_of_which_some_were_known_land_in_a_closed_hand_as_they_were_known() -> None:
    t = table(table="KS [9D] 2C")
    t.move("table", "hand1", 3)
    assert known(t, 0, "hand1") == "2C KS ??"


# Moves as others know them


def played(t: Table, seat: int | None) -> str:
    return next(event[2] for event in fold(t, seat).events if event[0] == "play")


def test_an_unseen_choice_is_hidden_from_those_who_do_not_see_the_card_go() -> None:
    t = table(hand0="2C 3C")
    t.mark(Move("aside 2C"))
    t.take("hand0", Card("2C"), "aside")
    assert [played(t, seat) for seat in (0, 1, None)] == ["aside 2C", "aside ??", "aside ??"]


def test_a_card_played_openly_is_told() -> None:
    t = table(hand0="2C 3C")
    t.mark(Move("2C"))
    t.take("hand0", Card("2C"), "open")
    assert [played(t, seat) for seat in (0, 1, None)] == ["2C"] * 3


def test_of_several_cards_chosen_together_one_unseen_hides_them_all() -> None:
    t = table(hand0="2C 3C")
    t.mark(Move("pass 2C 3C"))
    t.take("hand0", Card("2C"), "open")
    t.take("hand0", Card("3C"), "away")
    assert [played(t, seat) for seat in (0, 1, None)] == ["pass 2C 3C", "pass ?? ??", "pass ?? ??"]


def test_a_hand_closed_in_the_course_of_a_move_hides_what_is_taken_then() -> None:
    t = table(hand0="2C 3C")
    t.show("hand0", None)
    t.mark(Move("aside 2C"))
    t.show("hand0", [0])
    t.take("hand0", Card("2C"), "aside")
    assert (played(t, 0), played(t, 1)) == ("aside 2C", "aside ??")
    assert known(t, 1, "hand0") == "??"


def test_a_hand_opened_in_the_course_of_a_move_tells_what_is_taken_then() -> None:
    t = table(hand0="2C 3C")
    t.mark(Move("aside 2C"))
    t.show("hand0", None)
    t.take("hand0", Card("2C"), "aside")
    assert played(t, 1) == "aside 2C"


def test_a_chosen_card_that_moves_with_its_pile_is_hidden_like_one_taken() -> None:
    t = table(aside="2C")
    t.mark(Move("keep 2C"))
    t.move("aside", "away")
    assert [played(t, seat) for seat in (0, 1)] == ["keep 2C", "keep ??"]


def test_a_word_chosen_is_hidden_from_those_who_do_not_know_the_fact_it_sets() -> None:
    t = table()
    t.set("turn", 0)
    t.mark(Move("plan hearts"))
    t.set("plan", "hearts")
    assert [played(t, seat) for seat in (0, 1, None)] == ["plan hearts", "plan ??", "plan ??"]
    assert last(t, 0) == ["set", "plan", "hearts"]
    assert last(t, 1)[0] == "play"


def test_a_private_note_does_not_hide_a_card_played_openly() -> None:
    t = table(hand0="2C")
    t.set("turn", 1)
    t.mark(Move("2C"))
    t.set("plan", "clubs")
    t.take("hand0", Card("2C"), "open")
    assert played(t, None) == "2C"


def test_a_choice_that_changes_public_things_alone_is_told() -> None:
    t = table()
    t.mark(Move("bid 3"))
    t.set("bid", 3)
    assert played(t, None) == "bid 3"


def test_cards_that_are_shuffled_and_drawn_again_are_no_longer_the_chosen_ones() -> None:
    t = table(hand1="2C", open="3C")
    t.set("turn", 1)
    t.mark(Move("2C"))
    t.take("hand1", Card("2C"), "open")
    t.move("open", "stock", 2)
    t.shuffle("stock")
    t.move("stock", "hand1", 2)
    assert played(t, 0) == "2C"
    assert known(t, 0, "hand1") == "?? ??"


# Secret facts


def test_a_fact_is_told_to_its_seats_alone() -> None:
    t = table()
    t.set("plan", "clubs")
    assert fold(t, 0).facts["plan"] == "clubs"
    assert "plan" not in fold(t, 1).facts
    assert fold(t, 1).events == []


def test_a_list_in_a_fact_is_told_as_plain_data_and_known_as_a_tuple() -> None:
    t = table()
    t.set("score", ((1, 2), "H"))
    assert last(t, None) == ["set", "score", [[1, 2], "H"]]
    assert fold(t, None).facts["score"] == ((1, 2), "H")


def test_a_view_shows_the_moment_it_was_taken_even_if_nobody_looked_before(snatch):
    state = snatch.deal(5)
    looked_at, left_alone = state.view(0), state.copy().view(0)
    assert looked_at.cards["hand0"]
    kept = state.view(1)
    before = state.copy().view(1)
    assert before.cards["hand1"]
    state.play(state.moves[0])
    assert kept == before
    assert left_alone == looked_at
    later = state.view(1)
    state.undo()
    assert later != before
    assert later.history == (kept.history + later.history)[-1:]


def test_a_view_says_what_is_near_a_name_that_nothing_has(snatch):
    view = snatch.deal(1).view(0)
    for look in (view.piles, view.cards, view.down, view.seers):
        with pytest.raises(KeyError) as missed:
            look["hand00"]
        assert str(missed.value) == "no pile is called 'hand00' (did you mean 'hand0'?)"
    with pytest.raises(KeyError, match=r"no pile is called 'heep' \(did you mean 'heap'\?\)"):
        view.top("heep")
    with pytest.raises(KeyError) as missed:
        view.facts["trun"]
    assert str(missed.value) == "this view has no fact 'trun' (did you mean 'turn'?)"
    assert view.facts.get("trun") is None


def test_a_view_that_nobody_holds_costs_no_folding(snatch):
    state = snatch.deal(5)
    for _ in range(3):
        assert state.view(0).moves or state.turn != 0
        state.play(state.moves[0])
    assert not state._folds


def test_a_view_is_its_own_copy_and_has_no_other_attributes(snatch):
    view = snatch.deal(5).view(0)
    assert copy.copy(view) is view
    assert copy.deepcopy(view) is view
    with pytest.raises(AttributeError, match="a view has no 'hands'"):
        view.hands  # noqa: B018 (asking is the point)
