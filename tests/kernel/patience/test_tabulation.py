"""What is tabulated, what is refused and why, and what nothing tells apart."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

import pytest
from attrs import evolve

import cardkit
from cardkit.cards import Deck, Rank
from cardkit.kernel import Untabulated
from cardkit.kernel.engines import engine
from cardkit.kernel.patience import shape as at
from cardkit.kernel.patience.position import PatienceKernel
from cardkit.kernel.patience.tabulate import Tables, tabulate
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import (
    DealMove,
    DealTo,
    Group,
    Reach,
    Redeal,
    Refill,
    Rest,
    Rules,
    Take,
)

T: Final = ("t",)


def tables_of(rules: Rules) -> Tables:
    return tabulate(PatienceGame(rules, name="it"))


def pile(tables: Tables, name: str) -> int:
    return tables.names.index(name)


def names(tables: Tables, word: int) -> set[str]:
    return {name for p, name in enumerate(tables.names) if word >> p & 1}


def twins(tables: Tables, name: str) -> set[str]:
    return names(tables, tables.words[at.TWINS + pile(tables, name)])


# -- refusals, each with its reason ----------------------------------------------------------------


def refused(rules: Rules) -> str:
    with pytest.raises(Untabulated) as it:
        tables_of(rules)
    return str(it.value)


def with_group(rules: Rules, name: str, group: Group) -> Rules:
    return evolve(rules, groups=dict(rules.groups) | {name: group})


def test_more_piles_than_a_word_has_room_for(small: ModuleType) -> None:
    rules = small.with_cells(3, 1, 4)
    many = with_group(rules, "c", Group("cell", 54, space=rules.groups["c"].space))
    assert refused(many) == "it has 61 piles, and the kernel 60"
    just = with_group(rules, "c", Group("cell", 53, space=rules.groups["c"].space))
    assert tables_of(just).numbers[at.PILES] == 60


def test_more_cards_than_a_count_has_room_for(small: ModuleType) -> None:
    rules = small.with_cells(3, 1, 4)
    deck = Deck(packs=31, ranks=[1], suits=range(4))
    layout = (DealTo(T, rounds=41), DealTo(("t1",)))
    assert refused(evolve(rules, deck=deck, layout=layout)) == (
        "it has 124 cards, and the kernel 120"
    )


def test_more_groups_than_there_are_tables_for(small: ModuleType) -> None:
    rules = small.with_cells(3, 0, 4)
    extra = {f"x{name}": Group("tableau") for name in "abcdefghijklmno"}
    assert refused(evolve(rules, groups=dict(rules.groups) | extra)) == (
        "it has 17 groups, and the kernel 16"
    )


def test_face_down_cards_that_stay_so(small: ModuleType) -> None:
    rules = small.with_waste(3, 4, 1)
    group = evolve(rules.groups["t"], turn_up=False)
    assert refused(with_group(rules, "t", group)) == (
        "it: cards of t that are uncovered stay face down"
    )


def test_more_groups_of_foundations_than_are_remembered(small: ModuleType) -> None:
    rules = small.with_cells(3, 0, 4)
    extra = {f"a{name}": small.up(1, "any") for name in "wxyz"}
    reach = (*rules.reach, *small.play("t>aw ax ay az"))
    assert refused(evolve(rules, groups=dict(rules.groups) | extra, reach=reach)) == (
        "it has more than four groups of foundations"
    )


def test_several_stocks(small: ModuleType) -> None:
    rules = with_group(small.with_waste(3, 4, 1), "other", Group("stock"))
    redeal = Redeal(times=1, gather=("waste",), stock="other")
    assert refused(evolve(rules, redeal=redeal)) == "it has several stocks: other, stock"


def redealt(small: ModuleType, **changes: Any) -> Rules:
    rules = small.with_sides(4, 4, 2)
    return evolve(rules, redeal=evolve(rules.redeal, **changes))


def test_a_redeal_that_shuffles(small: ModuleType) -> None:
    assert refused(redealt(small, shuffle=True)) == "it shuffles the cards for a redeal"


def test_a_redeal_that_deals_face_down(small: ModuleType) -> None:
    layout = (DealTo(T, face="down"), DealTo(T, rounds=9))
    assert refused(redealt(small, layout=layout)) == "it deals cards face down after a redeal"


def test_more_redeals_than_are_counted(small: ModuleType) -> None:
    assert refused(redealt(small, times=101)) == "it has 101 redeals, and the kernel counts to 100"
    assert tables_of(redealt(small, times=100)).numbers[at.REDEALS_ALLOWED] == 100
    assert tables_of(redealt(small, times="unlimited")).numbers[at.REDEALS_ALLOWED] == at.ENDLESS


def test_a_redeal_of_more_packets_than_are_listed(small: ModuleType) -> None:
    layout = (DealTo(T, rounds=at.STEPS // 4 + 1),)
    assert refused(redealt(small, layout=layout)) == "it lays out too many packets after a redeal"
    assert tables_of(redealt(small, layout=(DealTo(T, rounds=at.STEPS // 4),)))


def test_a_redeal_that_gathers_face_down_cards(small: ModuleType) -> None:
    rules = small.with_waste(3, 4, 1)
    redeal = Redeal(times=1, gather=("t", "waste"))
    assert refused(evolve(rules, redeal=redeal)) == "it gathers cards that lie face down"
    never = evolve(redeal, times=0)
    assert tables_of(evolve(rules, redeal=never)).numbers[at.REDEALS_ALLOWED] == 0


def test_spaces_filled_with_face_down_cards(small: ModuleType) -> None:
    rules = small.with_reserve(4, 5, 3, 5)
    layout = (DealTo(("r",), each=4, face="down"), DealTo(("r",)), *small.rows(10, 4))
    assert refused(evolve(rules, layout=layout)) == (
        "it: spaces are filled with cards that lie face down"
    )


def test_face_down_cards_where_they_are_not_turned_up(small: ModuleType) -> None:
    rules = small.with_waste(3, 4, 1, 0)
    layout = (DealTo(("waste",), face="down"), *small.stairs(3))
    assert refused(evolve(rules, layout=layout)) == "it: cards of waste lie face down"


def test_the_name_of_the_game_is_in_the_reason() -> None:
    game = cardkit.game("louis")
    redeal = evolve(game.rules.redeal, shuffle=True)
    with pytest.raises(Untabulated, match=r"^louis shuffles the cards for a redeal$"):
        tabulate(PatienceGame(evolve(game.rules, redeal=redeal), name="louis"))


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ("t1 [AC] / t2 {}", "t1"),
        ("t1 AC [2C] 3C / t2 {}", "t1"),
        ("stock 2C [AC] / t2 {}", "stock"),
    ],
)
def test_a_position_with_cards_face_down_elsewhere(
    small: ModuleType, position: str, where: str
) -> None:
    game = PatienceGame(small.with_waste(3, 4, 1), name="it")
    used = position.replace("[", "").replace("]", "").split()
    rest = " ".join(str(card) for card in game.deck if str(card) not in used)
    kernel = PatienceKernel(game, engine("python"))
    with pytest.raises(Untabulated, match=rf"^in {where} cards lie face down where the kernel"):
        kernel.load(game.at(position.format(rest)))


# -- twins -----------------------------------------------------------------------------------------


def test_columns_cells_and_foundations_of_a_suit_are_twins() -> None:
    tables = tabulate(cardkit.game("freecell"))
    assert twins(tables, "t3") == {f"t{i}" for i in range(1, 9)}
    assert twins(tables, "c1") == {"c1", "c2", "c3", "c4"}
    assert twins(tables, "a2") == {"a2"}
    thieves = tabulate(cardkit.game("forty-thieves"))
    assert twins(thieves, "a2") == {"a2", "a6"}


def test_places_are_twins_only_if_rows_do_not_count_in_play() -> None:
    free = tabulate(cardkit.game("prince-bismarck"))
    assert twins(free, "p1") == {f"p{i}" for i in range(1, 13)}
    assert twins(free, "a1") == {"a1", "a2", "a3", "a4"}
    rows = tabulate(cardkit.game("prince-bismarck", row_limit_phase2=True))
    # The corners play to every foundation, each of the others to those of its own row.
    assert twins(rows, "p1") == {"p1", "p2", "p7", "p8"}
    assert twins(rows, "p3") == {"p3", "p12"}
    assert twins(rows, "a1") == {"a1"}


def test_what_held_only_before_a_redeal_is_forgotten_if_it_gathers_the_piles() -> None:
    # Until the first redeal the piles above play to kings, those below to aces.
    once = tabulate(cardkit.game("st-helena"))
    assert twins(once, "p1") == {f"p{i}" for i in range(1, 13)}
    never = tabulate(cardkit.game("st-helena", redeals=0))
    assert twins(never, "p1") == {"p1", "p2", "p3", "p4"}
    assert twins(never, "p5") == {"p5", "p6", "p11", "p12"}


def test_what_a_redeal_of_the_waste_changes_is_not_forgotten(small: ModuleType) -> None:
    rules = small.with_waste(4, 4, 2, 2)
    sides = {"side": ("l", "l", "r", "r")}
    group = evolve(rules.groups["t"], attributes=sides)
    bar = Reach(T, ("a",), where={"side": ("l",)}, redeals="none", allow=False)
    tables = tables_of(small.late(with_group(rules, "t", group), bar))
    assert twins(tables, "t1") == {"t1", "t2"}


def test_foundations_of_one_suit_a_row_are_no_twins() -> None:
    tables = tabulate(cardkit.game("four-corners", suit_rows=True))
    assert twins(tables, "a1") == {"a1"}
    tables = tabulate(cardkit.game("four-corners", suit_rows=False))
    assert twins(tables, "a1") == {"a1", "a2", "a3", "a4"}


def test_wastes_that_are_dealt_in_turn_are_no_twins(small: ModuleType) -> None:
    tables = tables_of(small.with_two_wastes(2, 4, 4))
    assert twins(tables, "waste1") == {"waste1"}
    assert twins(tables, "t1") == {"t1", "t2"}


def test_columns_of_which_only_some_give_up_runs_are_no_twins(small: ModuleType) -> None:
    rules = small.with_removal(4, 4, 2, 1, 2)
    some = evolve(rules, removal=evolve(rules.removal, source=("t1", "t2")))
    assert twins(tables_of(rules), "t1") == {"t1", "t2", "t3", "t4"}
    assert twins(tables_of(some), "t1") == {"t1", "t2"}


def test_piles_of_different_groups_are_no_twins(small: ModuleType) -> None:
    rules = small.with_cells(3, 0, 4)
    groups = dict(rules.groups) | {"s": evolve(rules.groups["t"], count=1)}
    reach = small.play("t>t s a", "s>t s a")
    assert twins(tables_of(evolve(rules, groups=groups, reach=reach)), "s1") == {"s1"}


# -- while something tells them apart --------------------------------------------------------------


def open_at(rules: Rules, moves: Sequence[str] = (), position: str | None = None) -> list[int]:
    """Whether piles are told apart, at a position and after each of some moves."""
    game = PatienceGame(rules, name="it")
    state = game.deal(1) if position is None else game.at(position)
    kernel = PatienceKernel(game, engine("python"))
    kernel.load(state)
    found = [int(kernel.board.ns[at.OPEN])]
    for move in moves:
        state.play(move)
        kernel.push(state.history[-1])
        found.append(int(kernel.board.ns[at.OPEN]))
    return found


def test_a_stock_that_goes_to_the_columns_tells_them_apart_until_it_is_gone(
    small: ModuleType,
) -> None:
    rules = small.with_removal(2, 3, 1, 0, 2)
    assert open_at(rules, ["deal", "deal"]) == [1, 1, 0]


def test_so_does_one_that_a_redeal_may_bring_back(small: ModuleType) -> None:
    # Cards are moved to the waste, which is gathered and dealt to the columns.
    rules = small.with_waste(2, 3, 1, suits=2, redeal=small.again(1, "stock-empty"))
    reach = small.play("t>t a waste", "waste>t a")
    rules = evolve(rules, deal=DealMove(T), reach=reach)
    position = "t1 AC 2C / t2 AD 3D 2D / waste 3C"
    assert open_at(rules, ["redeal", "deal"], position) == [1, 1, 0]
    assert open_at(evolve(rules, redeal=None), [], position) == [0]


def test_a_stock_that_goes_to_a_waste_does_not(small: ModuleType) -> None:
    assert open_at(small.with_waste(2, 3, 1, 1, 2), ["deal", "deal"]) == [0, 0, 0]


def test_a_layout_tells_places_apart_until_the_last_redeal_is_laid_out(small: ModuleType) -> None:
    rules = small.with_spread(2, 2, 2, 1)
    moves = ["deal"] * 8 + ["redeal"] + ["deal"] * 8
    assert open_at(rules, moves) == [1] * 17 + [0]


def test_a_redeal_with_a_layout_of_its_own_tells_columns_apart(small: ModuleType) -> None:
    again = Redeal(times=1, gather=("waste",), layout=(DealTo(T),))
    rules = small.with_waste(2, 3, 3, suits=2, redeal=again)
    assert open_at(rules, ["deal", "redeal"]) == [1, 1, 0]


def test_whether_one_is_stuck_depends_on_every_move(small: ModuleType) -> None:
    rules = small.with_waste(2, 3, 3, suits=2, redeal=small.again(1, "stuck"), **small.SINGLE)
    # No card here goes onto another but from the end of a pile that shows its two.
    position = "t1 AC 2C / t2 AD 3D 2D / waste 3C"
    assert open_at(rules, ["redeal"], position) == [1, 0]


def test_spaces_that_may_still_be_filled_tell_columns_apart(small: ModuleType) -> None:
    waste = small.with_fed_reserve(2, 3, 2)
    # The waste is empty, but the stock comes to it; and after it a redeal brings it back.
    position = "t1 AC 3C 3D / t2 AD 2D / stock [2C]"
    assert open_at(waste, ["deal", "redeal", "deal"], position) == [1, 1, 1, 1]
    once = evolve(waste, redeal=None)
    assert open_at(once, ["deal", "waste-t1"], position) == [1, 1, 0]
    reserve = small.with_reserve(2, 3, 2, 1)
    assert open_at(reserve, [], "r1 AC / t1 2C 3C / t2 AD 2D 3D") == [1]
    assert open_at(reserve, [], "t1 AC 2C 3C / t2 AD 2D 3D") == [0]
    fed = evolve(reserve, reach=small.play("t>t a r", "r>t a"))
    assert open_at(fed, [], "t1 AC 2C 3C / t2 AD 2D 3D") == [1]


# -- the talon -------------------------------------------------------------------------------------


def is_talon(rules: Rules) -> bool:
    return bool(tables_of(rules).numbers[at.TALON_GAME])


def test_stock_and_waste_are_kept_as_one_where_they_only_turn_over(small: ModuleType) -> None:
    rules = small.with_waste(3, 4, 2, 2)
    assert is_talon(rules)
    assert is_talon(evolve(rules, redeal=None))
    assert is_talon(cardkit.game("klondike").rules)
    assert is_talon(cardkit.game("forty-thieves").rules)


def test_they_are_not_where_anything_else_happens_to_them(small: ModuleType) -> None:
    rules = small.with_waste(3, 4, 2, 2)
    again, bar = small.again, Reach(T, ("a",), redeals="none", allow=False)
    others = {
        "a second waste": small.with_two_wastes(3, 4, 4),
        "cards go back to the waste": evolve(rules, reach=(*rules.reach, *small.play("t>waste"))),
        "the stock is played from": evolve(rules, reach=(*rules.reach, *small.play("stock>a"))),
        "the waste is not turned over": evolve(rules, redeal=again(2, "stock-empty", False)),
        "it is turned over at any time": evolve(rules, redeal=again(2, "always")),
        "or only when one is stuck": evolve(rules, redeal=again(2, "stuck")),
        "more is gathered": evolve(rules, redeal=Redeal(times=1, gather=("waste", "a"))),
        "it fills spaces": evolve(rules, refill=Refill(T, ("waste",))),
        "two packets are dealt": evolve(rules, deal=DealMove(("waste",), rounds=2)),
        "it waits for spaces": evolve(rules, deal=DealMove(("waste",), unless_spaces=True)),
        "a redeal changes more": small.late(rules, bar),
    }
    assert {why for why, other in others.items() if is_talon(other)} == set()


# -- safe play-ups ---------------------------------------------------------------------------------


def gives_safely(rules: Rules) -> set[str]:
    tables = tables_of(rules)
    return names(tables, tables.words[at.GIVES_SAFELY])


def test_in_usual_games_columns_and_cells_give_safely(small: ModuleType) -> None:
    assert gives_safely(small.with_cells(2, 1, 4)) == {"t1", "t2", "c1"}
    assert gives_safely(small.from_both_ends(2, 4, 2, 2, opening="unique")) == {"t1", "t2"}
    assert gives_safely(small.with_waste(2, 4, 1, returns=True)) == {"t1", "t2"}
    assert gives_safely(small.from_both_ends(2, 4, 2, automatic=True)) == {"t1", "t2"}


def test_nothing_is_given_safely_where_the_proof_does_not_hold(small: ModuleType) -> None:
    waste = small.with_waste(2, 4, 1)
    kings = small.from_both_ends(2, 4, 2, 2, opening="unique", automatic=True)
    others = {
        "runs are removed": small.with_removal(2, 4, 1, 0, 2),
        "foundations exchange": small.from_both_ends(2, 4, 2, returns="a k"),
        "different cards may follow": small.with_choice(2, 4, 2, "up any-suit"),
        "cards go to the waste": evolve(waste, reach=(*waste.reach, *small.play("t>waste"))),
        "a run bars itself": small.from_both_ends(2, 4, 2, lift="run"),
        "kings compete": kings,
        "kings come back": small.from_both_ends(2, 4, 2, automatic=True, returns="t"),
    }
    assert {why for why, other in others.items() if gives_safely(other)} == set()


def test_foundations_that_not_all_piles_reach_are_not_counted_on(small: ModuleType) -> None:
    tables = tables_of(small.with_barred_piles(3, 5, 2))
    assert names(tables, tables.words[at.SURE]) == {"a1", "a2"}
    free = tables_of(small.from_both_ends(3, 5, 2))
    assert names(free, free.words[at.SURE]) == {"a1", "a2", "k1", "k2"}


def test_places_that_cards_compete_for_are_not_counted_on(small: ModuleType) -> None:
    def uncontested(rules: Rules) -> set[str]:
        tables = tables_of(rules)
        return names(tables, tables.words[at.UNCONTESTED])

    both = {"a1", "a2", "k1", "k2"}
    assert uncontested(small.from_both_ends(2, 4, 2)) == both
    assert uncontested(small.from_both_ends(2, 4, 2, opening="any")) == both
    assert uncontested(small.from_both_ends(2, 4, 2, 2, opening="unique")) == both
    # Four aces could open two foundations for any suit, or three.
    assert uncontested(small.from_both_ends(2, 4, 2, 2, opening="any")) == set()
    assert uncontested(small.with_contest(2, 4, 2, 4, 3)) == {"a1", "a2", "a3", "a4"}
    assert uncontested(small.with_spread(2, 4, 2, suits_by="row")) == set()


# -- other moves that are left out -----------------------------------------------------------------


def closed(rules: Rules) -> set[str]:
    tables = tables_of(rules)
    return names(tables, tables.words[at.CLOSED])


def test_a_lone_card_stays_only_where_spaces_do(small: ModuleType) -> None:
    assert closed(small.from_both_ends(2, 4, 2)) == {"t1", "t2"}
    assert closed(small.from_both_ends(2, 4, 2, accepts="any")) == set()
    assert closed(small.with_waste(2, 4, 1, accepts=(Rank.FOUR,), lift="one")) == set()
    assert closed(small.with_cells(2, 0, 4, lift="run", accepts="none")) == set()
    assert closed(small.from_both_ends(2, 4, 2, automatic=True, returns="t")) == set()


def stepwise(rules: Rules) -> set[str]:
    tables = tables_of(rules)
    return names(tables, tables.words[at.STEPWISE])


def test_runs_are_carried_card_by_card_where_single_moves_can(small: ModuleType) -> None:
    free = small.with_cells(2, 1, 4)
    assert stepwise(free) == {"t1", "t2"}
    assert stepwise(small.with_cells(2, 1, 4, accepts="none")) == {"t1", "t2"}
    assert stepwise(small.with_cells(2, 1, 4, run="down any-suit")) == set()
    assert stepwise(small.with_cells(2, 1, 4, lift="run")) == set()
    # Cells that do not give back, or that columns do not reach, carry nothing.
    assert stepwise(evolve(free, reach=small.play("t>t a c", "c>a"))) == set()
    assert stepwise(evolve(free, reach=small.play("t>t a", "c>t a"))) == set()
    low = with_group(free, "c", evolve(free.groups["c"], space=small.Space((Rank.ACE,))))
    assert stepwise(low) == set()
    removed = evolve(
        free,
        removal=small.Removal(T, ("a",), small.Relation.parse("down same-suit"), 4),
    )
    assert stepwise(removed) == set()


def followed(rules: Rules) -> set[str]:
    tables = tables_of(rules)
    return names(tables, tables.words[at.FOLLOWED])


def test_a_run_waits_only_where_it_is_whatever_is_built(small: ModuleType) -> None:
    assert followed(small.with_waste(2, 4, 1)) == {"t1", "t2"}
    assert followed(small.with_cells(2, 0, 4, lift="run")) == {"t1", "t2"}
    assert followed(small.with_cells(2, 1, 4, lift="run")) == set()
    assert followed(small.with_cells(2, 0, 4, 2, "up-or-down same-suit", "run")) == set()
    assert followed(small.with_removal(2, 4, 1, 0, 2)) == set()
    assert followed(small.with_two_kinds_of_columns(4, 2)) == set()
    assert followed(small.with_cells(2, 0, 4)) == set()


def test_a_run_does_not_wait_where_the_suits_of_columns_count(small: ModuleType) -> None:
    rules = small.with_waste(2, 4, 1, suits=2, packs=2)
    single = evolve(rules.groups["t"], suits="unique")
    assert followed(rules) == {"t1", "t2"}
    assert followed(with_group(rules, "t", single)) == set()


def comes_back_to_use(rules: Rules) -> bool:
    return bool(tables_of(rules).numbers[at.BACK_TO_USE])


def test_a_card_stays_on_its_foundation_till_it_is_used_where_nothing_takes_its_place(
    small: ModuleType,
) -> None:
    assert comes_back_to_use(small.with_waste(2, 4, 1, returns=True))
    assert comes_back_to_use(small.with_cells(2, 0, 4, returns=True))
    assert not comes_back_to_use(small.with_waste(2, 4, 1))
    assert not comes_back_to_use(small.with_waste(2, 4, 1, suits=2, packs=2, returns=True))
    assert not comes_back_to_use(small.from_both_ends(2, 4, 2, returns="t"))
    # From a column it could go on to a cell; from its foundation it must, too.
    cells = small.with_cells(2, 1, 4)
    onward = small.play("t>t a c", "c>t a", "a>t")
    assert not comes_back_to_use(evolve(cells, reach=onward))
    assert comes_back_to_use(evolve(cells, reach=(*onward, *small.play("a>c"))))
    assert not comes_back_to_use(sided(small.with_waste(2, 4, 1, returns=True), "a"))


def sided(rules: Rules, source: str) -> Rules:
    """The same, but from some piles only the first of two columns is reached."""
    group = evolve(rules.groups["t"], attributes={"side": ("l", "r")})
    bar = Reach((source,), T, where_to={"side": ("r",)}, allow=False)
    return evolve(with_group(rules, "t", group), reach=(bar, *rules.reach))


def talon_waits(rules: Rules) -> bool:
    return bool(tables_of(rules).numbers[at.TALON_TO_USE])


def test_a_card_of_the_talon_waits_only_where_all_come_round_for_ever(small: ModuleType) -> None:
    assert talon_waits(small.with_waste(2, 4, 1))
    assert talon_waits(small.with_waste(2, 4, 1, returns=True, accepts="any"))
    others = {
        "three at a time": small.with_waste(2, 4, 3),
        "some redeals": small.with_waste(2, 4, 1, 3),
        "none": small.with_waste(2, 4, 1, 0),
        "single cards are moved": small.with_waste(2, 4, 1, lift="one"),
        "the waste does not reach all columns": sided(small.with_waste(2, 4, 1), "waste"),
    }
    assert {why for why, other in others.items() if talon_waits(other)} == set()


def test_a_relation_in_python_is_tabulated_as_one_in_words(small: ModuleType) -> None:
    words = small.with_cells(3, 0, 4, 4, "down alternate-colour", "one")

    def fits(card: cardkit.Card, on: cardkit.Card) -> bool:
        return on.rank - card.rank == 1 and card.is_red != on.is_red

    group = evolve(words.groups["t"], build=small.Build(fits))
    python = tables_of(with_group(words, "t", group))
    assert list(python.words) == list(tables_of(words).words)


def test_copies_are_counted_and_cards_that_are_taken_out_as_well(small: ModuleType) -> None:
    rules = small.with_refill(2, 4, 2)
    assert any(isinstance(step, Take) for step in rules.layout)
    assert any(isinstance(step, Rest) for step in rules.layout)
    tables = tables_of(rules)
    assert tables.numbers[at.COPIES + cardkit.Card("AC")] == 2
    assert tables.numbers[at.DECK] == 16
