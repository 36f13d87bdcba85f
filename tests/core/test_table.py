"""The table: each verb against a second, naive model of it, and undo back to the exact layout."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import Card, Deal, FactSpec, Pile, PileSpec, Table
from cardkit.deals import DealError
from cardkit.table import TableError
from cardkit.testing.strategies import cards, piles

PILES = (
    PileSpec("t1"),
    PileSpec("t2", seats=(0,)),
    PileSpec("stock", seats=()),
    PileSpec("hand", ordered=False, seats=(1,)),
    PileSpec("away", ordered=False, seats=()),
)
FACTS = (
    FactSpec("score", 0),
    FactSpec("trump", None, scope="deal"),
    FactSpec("led", None, scope="trick", seats=(1,)),
)
NAMES = [spec.name for spec in PILES]
ORDERED = [spec.name for spec in PILES if spec.ordered]
DEAL = Deal.of(7)


class Model:
    """A table as a child would draw it: lists of cards, each with its face."""

    def __init__(self) -> None:
        self.piles: dict[str, list[tuple[Card, bool]]] = {name: [] for name in NAMES}
        self.seats: dict[str, Any] = {spec.name: spec.seats for spec in PILES}
        self.facts: dict[str, Any] = {
            "score": 0,
            "trump": None,
            "led": None,
            "turn": 0,
            "chance": 0,
            "resigned": None,
        }

    def put(self, name: str, pairs: Iterable[tuple[Card, bool]]) -> None:
        if name in ORDERED:
            self.piles[name] += pairs
        else:
            faced_up = [(card, True) for card, _ in pairs]
            self.piles[name] = sorted(self.piles[name] + faced_up)

    def move(self, source: str, target: str, n: int, turned: bool) -> None:
        packet = [self.piles[source].pop() for _ in range(n)]
        if turned:
            self.put(target, [(card, not up) for card, up in packet])
        else:
            self.put(target, packet[::-1])

    def take(self, source: str, card: Card, target: str) -> None:
        places = [i for i, (other, _) in enumerate(self.piles[source]) if other == card]
        del self.piles[source][places[-1]]
        self.put(target, [(card, True)])

    def face(self, name: str, index: int, up: bool) -> None:
        card, _ = self.piles[name][index]
        self.piles[name][index] = card, up

    def show(self, name: str, seats: Any) -> None:
        self.seats[name] = seats

    def set(self, fact: str, value: Any) -> None:
        self.facts[fact] = value

    def lay(self, name: str, new: list[Card], up: bool) -> None:
        self.put(name, [(card, up) for card in new])

    def shuffle(self, name: str) -> None:
        order = DEAL.order(self.facts["chance"], [card for card, _ in self.piles[name]])
        self.piles[name] = [(card, False) for card in order]
        self.facts["chance"] += 1

    def begin(self, scope: str) -> None:
        if scope == "deal":
            self.piles = {name: [] for name in NAMES}
            self.seats = {spec.name: spec.seats for spec in PILES}
            self.facts["trump"] = None
        self.facts["led"] = None


def draw_verb(data: st.DataObject, model: Model) -> tuple[str, tuple[Any, ...]] | None:
    """A verb that is possible now, with its arguments."""
    draw = data.draw
    verb = draw(
        st.sampled_from("lay lay move move take face show set shuffle begin".split()), label="verb"
    )
    full = [name for name in NAMES if model.piles[name]]
    name = draw(st.sampled_from(NAMES))
    match verb:
        case "lay":
            return verb, (name, draw(st.lists(cards(), max_size=4)), draw(st.booleans()))
        case "move" if full:
            source = draw(st.sampled_from(full))
            size = len(model.piles[source])
            n = draw(st.integers(1, size)) if source in ORDERED else size
            return verb, (source, name, n, draw(st.booleans()))
        case "take" if full:
            source = draw(st.sampled_from(full))
            card, _ = draw(st.sampled_from(model.piles[source]))
            return verb, (source, card, name)
        case "face" if any(pile in ORDERED for pile in full):
            pile = draw(st.sampled_from([pile for pile in full if pile in ORDERED]))
            size = len(model.piles[pile])
            return verb, (pile, draw(st.integers(-size, size - 1)), draw(st.booleans()))
        case "show":
            return verb, (name, draw(st.sampled_from([None, (), (0,), (1,), (0, 1)])))
        case "set":
            values = st.sampled_from([0, 1, True, None, "hearts", (1, 2)])
            return verb, (draw(st.sampled_from(["score", "trump", "led", "turn"])), draw(values))
        case "shuffle":
            return verb, (draw(st.sampled_from(ORDERED)),)
        case "begin":
            return verb, (draw(st.sampled_from(["deal", "trick", "trick"])),)
    return None


def assert_alike(table: Table, model: Model) -> None:
    for name, pairs in model.piles.items():
        pile = table.piles[name]
        assert [(card, pile.is_up(i)) for i, card in enumerate(pile)] == pairs, name
        assert table.seats_of(name) == model.seats[name], name
    assert table.facts == model.facts
    for fact, value in model.facts.items():
        assert type(table.facts[fact]) is type(value)


def laid_out(data: st.DataObject) -> tuple[Table, Model]:
    """A table on which cards lie already, some face down, and seen by whomever."""
    table, model = Table(PILES, FACTS, DEAL), Model()
    for name in NAMES:
        seats = data.draw(st.sampled_from([None, (), (0,), (1,)]), label=f"who sees {name}")
        table.show(name, seats)
        model.show(name, seats)
        pile = data.draw(piles(max_size=5), label=name)
        for i, card in enumerate(pile):
            table.lay(name, [card], up=pile.is_up(i))
            model.lay(name, [card], up=pile.is_up(i))
    return table, model


@settings(max_examples=40)
@given(st.data())
def test_every_verb_does_what_the_model_does_and_undo_takes_it_back(data: st.DataObject) -> None:
    table, model = laid_out(data)
    stages = []
    for number in range(data.draw(st.integers(1, 4), label="moves")):
        stages.append((copy.deepcopy(model), copy.deepcopy((table.journal, table.past))))
        table.mark(number)
        for _ in range(data.draw(st.integers(0, 6), label="verbs")):
            chosen = draw_verb(data, model)
            if chosen is not None:
                verb, args = chosen
                getattr(table, verb)(*args)
                getattr(model, verb)(*args)
                assert_alike(table, model)
    for number, (before, journal) in reversed(list(enumerate(stages))):
        assert table.undo() == number
        assert_alike(table, before)
        assert (table.journal, table.past) == journal
    with pytest.raises(TableError, match="nothing to undo"):
        table.undo()


@given(st.data())
def test_a_copy_and_its_original_do_not_change_each_other(data: st.DataObject) -> None:
    table, model = laid_out(data)
    start = copy.deepcopy(model)
    for stage in (0, 1):
        table.mark(stage)
        for _ in range(data.draw(st.integers(1, 8), label="verbs")):
            chosen = draw_verb(data, model)
            if chosen is not None:
                getattr(table, chosen[0])(*chosen[1])
                getattr(model, chosen[0])(*chosen[1])
        if stage == 0:
            other, then = table.copy(), copy.deepcopy(model)
    assert_alike(other, then)
    other.undo()
    assert_alike(other, start)
    assert_alike(table, model)


def test_a_packet_turned_over_is_reversed_and_shows_its_other_side() -> None:
    table = Table([PileSpec("stock"), PileSpec("waste")])
    table.lay("stock", Pile("2C 3C 4C"), up=False)
    table.face("stock", 1, up=True)
    table.move("stock", "waste", 3, turned=True)
    assert str(table.piles["waste"]) == "4C [3C] 2C"


def test_of_equal_cards_the_one_nearest_the_top_is_taken() -> None:
    table = Table([PileSpec("t1"), PileSpec("t2")])
    table.lay("t1", Pile("5H 6H 5H 7H"))
    table.take("t1", Card("5H"), "t2")
    assert str(table.piles["t1"]) == "5H 6H 7H"


def test_a_hand_is_kept_sorted_whatever_order_its_cards_came_in() -> None:
    table = Table(PILES)
    table.lay("hand", Pile("QS 2C"), up=False)
    table.lay("t1", Pile("[9D] KH"))
    table.move("t1", "hand", 2)
    assert str(table.piles["hand"]) == "2C 9D KH QS"


def test_the_same_deal_number_shuffles_alike_also_after_undo() -> None:
    table = Table(PILES, deal=Deal.of(3))
    table.lay("stock", Pile("2C 3C 4C 5C 6C 7C"))
    table.mark("first")
    table.shuffle("stock")
    first = table.piles["stock"]
    table.shuffle("stock")
    second = table.piles["stock"]
    table.undo()
    table.shuffle("stock")
    assert table.piles["stock"] == first
    table.shuffle("stock")
    assert table.piles["stock"] == second


def test_a_new_deal_starts_facts_of_its_scope_anew_and_no_others() -> None:
    table = Table(PILES, FACTS)
    for fact in ("score", "trump", "led"):
        table.set(fact, 9)
    table.begin("trick")
    assert (table.facts["score"], table.facts["trump"], table.facts["led"]) == (9, 9, None)
    table.set("led", 9)
    table.begin("deal")
    assert (table.facts["score"], table.facts["trump"], table.facts["led"]) == (9, None, None)


def test_undo_of_a_new_deal_lays_the_old_one_out_as_it_was_seen() -> None:
    table = Table(PILES, FACTS)
    table.lay("t1", Pile("2C"), up=False)
    table.lay("t1", Pile("3C"))
    table.show("t1", [1])
    table.mark("deal")
    table.begin("deal")
    assert (str(table.piles["t1"]), table.seats_of("t1")) == ("", None)
    table.undo()
    assert (str(table.piles["t1"]), table.seats_of("t1")) == ("[2C] 3C", (1,))


def test_a_card_taken_from_under_others_goes_back_under_them_face_down() -> None:
    table = Table(PILES)
    table.lay("t1", Pile("2C 3C 4C"), up=False)
    table.face("t1", 0, up=True)
    table.mark("take")
    table.take("t1", Card("3C"), "t2")
    assert (str(table.piles["t1"]), str(table.piles["t2"])) == ("2C [4C]", "3C")
    table.undo()
    assert (str(table.piles["t1"]), str(table.piles["t2"])) == ("2C [3C 4C]", "")


def test_undo_goes_back_over_several_deals_to_the_first() -> None:
    table = Table(PILES, FACTS)
    table.lay("t1", Pile("2C [3C]"))
    layouts = []
    for deal in range(3):
        layouts.append((dict(table.piles), dict(table.facts), table.seats_of("t1")))
        table.mark(deal)
        table.show("t1", [0])
        table.set("score", 10 + deal)
        table.begin("deal")
        table.lay("t1", Pile("4C"), up=deal == 1)
        table.set("trump", deal)
    assert len(table.past) == 3
    for deal in (2, 1, 0):
        assert table.undo() == deal
        assert (dict(table.piles), dict(table.facts), table.seats_of("t1")) == layouts[deal]
    assert table.past == []


IMPOSSIBLE: dict[str, tuple[Callable[[Table], None], str]] = {
    "more than lie there": (
        lambda t: t.move("t1", "t2", 3),
        "cannot move 3 of 2 cards from t1 to t2",
    ),
    "no card at all": (
        lambda t: t.move("t1", "t2", 0),
        "cannot move 0 of 2 cards from t1 to t2",
    ),
    "part of a hand": (
        lambda t: t.move("hand", "t2"),
        "cannot move 1 of 2 cards from hand to t2",
    ),
    "from nowhere": (
        lambda t: t.move("stok", "t2"),
        "no pile is called 'stok' (did you mean 'stock'?)",
    ),
    "to nowhere": (
        lambda t: t.move("t1", "hnad"),
        "no pile is called 'hnad' (did you mean 'hand'?)",
    ),
    "a card that is elsewhere": (
        lambda t: t.take("t1", Card("KS"), "t2"),
        "KS does not lie in t1",
    ),
    "a card to nowhere": (lambda t: t.take("t1", Card("2C"), "x"), "no pile is called 'x'"),
    "a card beyond the pile": (
        lambda t: t.face("t1", 2, up=False),
        "t1 has 2 cards, and none at 2",
    ),
    "a face in a hand": (
        lambda t: t.face("hand", 0, up=False),
        "the cards of hand have no order, and so no place to turn one over",
    ),
    "a face nowhere": (lambda t: t.face("x", 0, up=False), "no pile is called 'x'"),
    "a pile shown that is none": (lambda t: t.show("x", None), "no pile is called 'x'"),
    "cards laid nowhere": (lambda t: t.lay("x", [Card("2C")]), "no pile is called 'x'"),
    "a hand shuffled": (
        lambda t: t.shuffle("hand"),
        "the cards of hand have no order that could be shuffled",
    ),
    "nothing shuffled": (lambda t: t.shuffle("x"), "no pile is called 'x'"),
    "a fact that is none": (
        lambda t: t.set("scor", 1),
        "no fact is called 'scor' (did you mean 'score'?)",
    ),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_verb_is_refused_in_words_and_changes_nothing(what: str) -> None:
    verb, message = IMPOSSIBLE[what]
    table = Table(PILES, FACTS, DEAL)
    table.lay("t1", Pile("2C 3C"))
    table.lay("hand", Pile("4C 5C"))
    before = dict(table.piles), dict(table.facts), list(table.journal)
    with pytest.raises(TableError) as refused:
        verb(table)
    assert str(refused.value) == message
    assert (dict(table.piles), dict(table.facts), list(table.journal)) == before


LOOKS: dict[str, Callable[[Table, str], object]] = {
    "piles": lambda table, name: table.piles[name],
    "top": lambda table, name: table.top(name),
    "seats_of": lambda table, name: table.seats_of(name),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize(
    ("name", "hint"),
    [("stok", " (did you mean 'stock'?)"), ("t19", " (did you mean 't1'?)"), ("zz", ""), ("", "")],
)
def test_a_look_at_a_pile_that_is_none_says_so_and_what_is_near(
    look: Callable[[Table, str], object], name: str, hint: str
) -> None:
    with pytest.raises(KeyError) as missed:
        look(Table(PILES, FACTS), name)
    assert str(missed.value) == f"no pile is called {name!r}{hint}"
    assert str(pickle.loads(pickle.dumps(missed.value))) == str(missed.value)


def test_a_pile_may_be_asked_for_by_number_in_vain() -> None:
    table = Table(PILES, FACTS)
    with pytest.raises(KeyError, match=r"no pile is called 1 \(did you mean 't1'\?\)"):
        table.piles[1]  # type: ignore[index]  # what the test is about
    assert 1 not in table.piles
    assert table.piles.get("zz") is None


def test_a_shuffle_without_a_deal_is_refused_and_changes_nothing() -> None:
    table = Table(PILES)
    table.lay("stock", Pile("2C 3C"))
    before = list(table.journal)
    with pytest.raises(DealError, match="no deal was named, and this move needs a shuffle"):
        table.shuffle("stock")
    assert (str(table.piles["stock"]), table.journal) == ("2C 3C", before)


def test_verbs_that_change_nothing_write_nothing() -> None:
    table = Table(PILES, FACTS)
    table.lay("t1", [])
    table.lay("t1", Pile("2C"))
    before = list(table.journal)
    table.face("t1", 0, up=True)
    table.show("t1", None)
    table.set("score", 0)
    assert table.journal == before


def test_a_pile_that_was_looked_at_does_not_change_with_the_table() -> None:
    table = Table(PILES)
    table.lay("t1", Pile("2C 3C"))
    seen, entries = table.piles["t1"], list(table.journal)
    table.move("t1", "t2", 2)
    table.lay("t1", Pile("9S"))
    assert (str(seen), entries) == ("2C 3C", table.journal[:1])


@pytest.mark.parametrize(
    ("piles", "facts", "message"),
    [
        ([PileSpec("t1"), PileSpec("t1")], [], "declared twice: the pile t1"),
        ([], [FactSpec("led"), FactSpec("led")], "declared twice: the fact led"),
    ],
)
def test_a_name_declared_twice_is_refused(piles: Any, facts: Any, message: str) -> None:
    with pytest.raises(TableError, match=message):
        Table(piles, facts)


@pytest.mark.parametrize("name", ["Led", "led to", "2nd", ""])
def test_a_fact_needs_a_name_that_a_position_can_hold(name: str) -> None:
    with pytest.raises(ValueError, match="a fact's name is small letters, digits and '_'"):
        FactSpec(name)
