"""Prince Bismarck: every clause, every option and the worked examples of the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit import Card, Deck, IllegalMove, Rng, State

PLACES = [f"p{i}" for i in range(1, 13)]
LEFT = {"p12": 1, "p11": 2, "p10": 3, "p9": 4}
RIGHT = {"p3": 1, "p4": 2, "p5": 3, "p6": 4}
FREE = ["p1", "p2", "p7", "p8"]
PACK = Deck(packs=2)
SLOTS = [f"{kind}{row}" for kind in "ak" for row in range(1, 5)]


def prince(**options: object) -> cardkit.Game:
    return cardkit.game("prince-bismarck", **options)


def dealt(*first: str, **options: object) -> State:
    """A game whose stock begins, from the top, with some cards."""
    rest = [str(card) for card in PACK]
    for card in first:
        rest.remove(card)
    return prince(**options).deal(" ".join([*first, *rest]))


def at(piles: str, **options: object) -> State:
    """A position: the piles given, and all other cards out of reach in the stock or on p12.

    With `phase=layout` the rest of both packs is the stock; in play it lies on p12, whose
    available card is the last one given for it.
    """
    text, _, facts = piles.partition(";")
    rest = [str(card) for card in PACK]
    parts = []
    for part in text.split("/"):
        name, *cards = part.split()
        for card in cards:
            rest.remove(card)
        parts.append((name, cards))
    where = "stock" if "phase=layout" in facts else "p12"
    lines = []
    for name, cards in parts:
        if name != where:
            lines.append(f"{name} {' '.join(cards)}")
    own = [card for name, cards in parts if name == where for card in cards]
    face = f"[{' '.join(rest + own)}]" if where == "stock" else " ".join(rest + own)
    lines.append(f"{where} {face}")
    facts = facts.replace("phase=layout", "").strip() or ("" if where == "stock" else "phase=play")
    return prince(**options).at(f"{' / '.join(lines)} ; {facts}")


def texts(state: State) -> list[str]:
    return [str(move) for move in state.moves]


def play(state: State, moves: str) -> None:
    for move in moves.split():
        state.play(move)


def lay_out(state: State) -> None:
    """Deal to the end of the layout without playing anything up."""
    while state.facts["phase"] == "layout":
        state.play("deal")


@pytest.mark.clause("PB-01")
def test_two_packs_whose_cards_are_all_there():
    state = prince().deal(1)
    assert sorted(card for pile in state.piles.values() for card in pile) == sorted(
        [*Deck(), *Deck()]
    )
    with pytest.raises(ValueError, match="are missing"):
        prince().deal(" ".join(map(str, Deck())))


@pytest.mark.clause("PB-02")
def test_eight_foundations_start_empty():
    state = prince().deal(1)
    assert {name for name, pile in state.piles.items() if not pile} == {*SLOTS, *PLACES}


@pytest.mark.clause("PB-03")
def test_dealt_cards_lie_face_up_and_only_the_outermost_is_available():
    state = at("p1 2S AS / p2 3H 2S / a1 AS")
    assert state.piles["p1"].down == 0
    # 2S lies beneath the ace on p1 and cannot be played; the one on p2 can.
    assert "p1-a1" not in state.moves
    assert "p2-a1" in state.moves
    assert state.why_not("p1-a1").clause == "PB-06"


@pytest.mark.clause("PB-04")
def test_the_layout_goes_round_clockwise_from_p1():
    first = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D 3D 4D".split()
    state = dealt(*first)
    assert texts(state) == ["deal"]
    for card, place in zip(first, [*PLACES, "p1", "p2"], strict=True):
        state.play("deal")
        assert str(state.top(place)) == card
    assert str(state.piles["p1"]) == "2C 3D"


@pytest.mark.clause("PB-05")
def test_any_free_slot_opens_but_no_suit_twice():
    state = dealt("AS", "AS", "KS", "KS")
    state.play("deal")
    assert texts(state) == ["p1-a1", "p1-a2", "p1-a3", "p1-a4", "deal"]
    state.play("p1-a2")
    assert texts(state) == ["deal"]  # the second ace of spades refilled p1
    assert state.why_not("p1-a1").clause == "PB-05"
    state.play("deal")
    assert texts(state) == ["p2-k1", "p2-k2", "p2-k3", "p2-k4", "deal"]
    assert state.why_not("p2-a1").clause == "PB-05"


@pytest.mark.clause("PB-05")
def test_the_second_ace_can_only_finish_the_king_foundation_of_its_suit():
    down = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    state = at(f"a1 AS / k3 {down} / p1 AS")
    assert [move for move in texts(state) if move.startswith("p1-") and move[3] in "ak"] == [
        "p1-k3"
    ]


@pytest.mark.clause("PB-06")
def test_aces_build_up_and_kings_down_in_suit():
    state = at("a1 AS / k1 KH / p1 2S / p2 QH / p3 2H / p4 QS")
    moves = [move for move in texts(state) if move.endswith(("-a1", "-k1"))]
    assert moves == ["p1-a1", "p2-k1"]
    assert state.why_not("p3-a1").clause == "PB-06"
    assert state.why_not("p4-k1").clause == "PB-06"


@pytest.mark.clause("PB-07")
def test_top_and_bottom_places_play_to_any_slot_during_the_layout():
    for place in FREE:
        state = at(f"{place} AS ; phase=layout")
        assert [m for m in texts(state) if m != "deal"] == [f"{place}-a{r}" for r in range(1, 5)]


@pytest.mark.clause("PB-08")
@pytest.mark.parametrize(("place", "row"), [*LEFT.items(), *RIGHT.items()])
def test_side_places_play_only_along_their_row_during_the_layout(place, row):
    for card, kind in (("AS", "a"), ("KS", "k")):
        state = at(f"{place} {card} ; phase=layout")
        assert [m for m in texts(state) if m != "deal"] == [f"{place}-{kind}{row}"]
        other = row % 4 + 1
        assert state.why_not(f"{place}-{kind}{other}").clause == "PB-08"
    state = at(f"a{row} AS / k{row} KH / {place} 2S ; phase=layout")
    assert f"{place}-a{row}" in state.moves
    state = at(f"a{row % 4 + 1} AS / {place} 2S ; phase=layout")
    assert f"{place}-a{row % 4 + 1}" not in state.moves


@pytest.mark.clause("PB-09")
def test_playing_up_is_never_forced():
    state = dealt("AS", "AH")
    play(state, "deal deal")
    assert str(state.piles["p1"]) == "AS"
    assert "deal" in state.moves
    lay_out(state)
    assert not any(state.piles[slot] for slot in SLOTS)


@pytest.mark.clause("PB-10")
def test_a_place_that_played_up_takes_the_next_card_and_the_cursor_stays():
    state = dealt("AS", "2S", "3S", "9H", "9C")
    play(state, "deal p1-a1")
    assert str(state.piles["p1"]) == "2S"
    play(state, "p1-a1 p1-a1")
    assert str(state.piles["p1"]) == "9H"
    state.play("deal")
    assert str(state.piles["p2"]) == "9C"


@pytest.mark.clause("PB-10")
def test_the_refill_comes_also_where_cards_still_lie():
    state = dealt(*"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D AS 9H".split())
    for _ in range(13):
        state.play("deal")
    assert str(state.piles["p1"]) == "2C AS"
    state.play("p1-a1")
    assert str(state.piles["p1"]) == "2C 9H"


@pytest.mark.clause("PB-11")
def test_no_move_from_place_to_place_during_the_layout():
    state = dealt("5S", "6S")
    play(state, "deal deal")
    assert texts(state) == ["deal"]
    assert state.why_not("p1-p2").clause == "PB-11"


@pytest.mark.clause("PB-12")
def test_the_second_phase_begins_when_the_last_card_lies():
    state = prince().deal(5)
    for _ in range(103):
        state.play("deal")
    assert state.facts["phase"] == "layout"
    state.play("deal")
    assert state.facts["phase"] == "play"
    assert state.why_not("deal").clause == "PB-04"
    sizes = [len(state.piles[place]) for place in PLACES]
    assert sizes == [9] * 8 + [8] * 4


@pytest.mark.clause("PB-12")
def test_the_layout_also_ends_when_a_refill_takes_the_last_card():
    rest = [str(card) for card in PACK if str(card) != "AS"]
    state = prince().deal(" ".join([*rest[:102], "AS", "AS"]))
    # The 103rd card, an ace, lands on p7; playing it draws the last card onto p7.
    for _ in range(103):
        state.play("deal")
    assert str(state.top("p7")) == "AS"
    state.play("p7-a1")
    assert state.facts["phase"] == "play"
    assert str(state.top("p7")) == "AS"
    assert len(state.piles["p8"]) == 8


@pytest.mark.clause("PB-12", "PB-16")
def test_afterwards_nothing_is_refilled_and_rows_do_not_matter():
    state = at("a1 AS / p4 2S / p5 9H")
    state.play("p4-a1")  # row 2 onto a foundation in row 1
    assert not state.piles["p4"]
    assert not state.piles["stock"]


@pytest.mark.clause("PB-13")
def test_places_build_up_or_down_in_suit():
    state = at("p1 5S / p2 6S / p3 4S / p4 5S / p5 6H / p12 9D")
    assert {"p1-p2", "p1-p3", "p2-p1", "p3-p4"} <= set(texts(state))
    assert state.why_not("p1-p4").clause == "PB-13"  # equal ranks
    assert state.why_not("p1-p5").clause == "PB-13"  # another suit
    assert state.why_not("p2-p3").clause == "PB-13"  # two apart


@pytest.mark.clause("PB-14")
def test_a_sequence_is_not_moved_as_a_unit():
    state = at("p1 5S 6S / p2 7S")
    assert state.why_not("p1-p2*2").clause == "PB-14"


@pytest.mark.clause("PB-15")
def test_an_empty_place_takes_any_card_and_so_a_flute_is_reversed():
    state = at("p1 5S 6S 7S / p12 9D")
    play(state, "p1-p3 p1-p3 p1-p3")
    assert str(state.piles["p3"]) == "7S 6S 5S"
    assert not state.piles["p1"]


@pytest.mark.clause("PB-17")
def test_gathering_keeps_the_foundations_and_the_order_of_the_cards():
    # The gather example, with a = 3C, b = 4D, c = 5H, and a last place of two cards.
    state = prince().at(
        "p1 3C 4D / p2 5H / p12 6S 7S / a1 AS / "
        "p3 " + " ".join(str(c) for c in rest_of("3C 4D 5H 6S 7S AS")) + " ; phase=play"
    )
    state.play("redeal")
    top_first = [str(card) for card in reversed(state.cards["stock"])]
    assert top_first[:2] == ["6S", "7S"]  # p12 from the inside out
    assert top_first[-3:] == ["5H", "3C", "4D"]  # then p2, and p1 last
    assert top_first[2:-3] == [str(c) for c in rest_of("3C 4D 5H 6S 7S AS")]
    assert str(state.piles["a1"]) == "AS"
    assert state.piles["stock"].down == (1 << len(top_first)) - 1


def rest_of(cards: str) -> list[Card]:
    rest = list(PACK)
    for card in cards.split():
        rest.remove(Card(card))
    return rest


@pytest.mark.clause("PB-17")
def test_option_gather_top_first():
    state = prince(gather_top="first").at(
        "p1 3C 4D / p2 5H / p12 6S 7S / "
        "p3 " + " ".join(str(c) for c in rest_of("3C 4D 5H 6S 7S")) + " ; phase=play"
    )
    state.play("redeal")
    top_first = [str(card) for card in reversed(state.cards["stock"])]
    assert top_first[:3] == ["3C", "4D", "5H"]
    assert top_first[-2:] == ["6S", "7S"]


@pytest.mark.clause("PB-17")
@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_option_redeals(redeals):
    state = prince(redeals=redeals).deal(3)
    lay_out(state)
    for _ in range(redeals):
        state.play("redeal")
        lay_out(state)
    assert state.why_not("redeal").clause == "PB-17"


@pytest.mark.clause("PB-17")
def test_no_gathering_during_the_layout():
    state = prince().deal(3)
    assert state.why_not("redeal").clause == "PB-17"


@pytest.mark.clause("PB-17")
def test_option_redeal_requires_stuck():
    free = at("p1 5S / p2 6S", redeal_requires_stuck=True)
    assert "redeal" not in free.moves
    assert free.why_not("redeal").clause == "PB-17"
    assert texts(prince(redeal_requires_stuck=True).at(stuck())) == ["redeal"]


def stuck() -> str:
    """A position in which no available card fits another: all are two or more ranks apart."""
    ends = "3C 6C 9C 3D 6D 9D 3H 6H 9H 3S 6S 9S".split()
    inner = [str(card) for card in rest_of(" ".join(ends))]
    piles = [" ".join([f"p{i}", *inner[i - 1 :: 12], end]) for i, end in enumerate(ends, 1)]
    return " / ".join(piles) + " ; phase=play"


@pytest.mark.clause("PB-18")
def test_the_second_layout_follows_the_rules_of_the_first():
    state = prince().deal(9)
    lay_out(state)
    state.play("redeal")
    assert state.facts["phase"] == "layout"
    assert state.facts["cursor"] == "p1"
    order = list(reversed(state.cards["stock"]))
    for i in range(24):
        assert state.why_not("p1-p2").clause in ("PB-03", "PB-11")
        state.play("deal")
        assert state.top(PLACES[i % 12]) == order[i]


@pytest.mark.clause("PB-19")
def test_won_when_all_foundations_are_full():
    up = "A23456789TJQK"
    parts = [f"a{i} " + " ".join(r + s for r in up) for i, s in enumerate("CDHS", 1)]
    parts += [f"k{i} " + " ".join(r + s for r in reversed(up)) for i, s in enumerate("CDH", 1)]
    almost = prince().at(
        " / ".join([*parts, "k4 " + " ".join(r + "S" for r in up[:0:-1]), "p1 AS"])
        + " ; phase=play"
    )
    assert almost.outcome is None
    almost.play("p1-k4")
    assert almost.outcome == cardkit.Outcome("won", won=True)


@pytest.mark.clause("PB-20")
def test_over_when_nothing_moves_and_the_redeal_is_spent():
    state = prince().at(stuck() + " redeals=1")
    assert state.outcome == cardkit.Outcome("stuck", won=False)
    assert prince().at(stuck()).outcome is None
    resigned = prince().deal(2)
    resigned.resign()
    assert resigned.outcome == cardkit.Outcome("resigned", won=False)


@pytest.mark.clause("PB-08")
def test_option_side_column_lock():
    assert "p11-k2" in at("p11 KS ; phase=layout").moves
    locked = at("p11 KS / p4 AH ; phase=layout", side_column_lock=True)
    assert texts(locked) == ["deal"]
    assert locked.why_not("p11-k2").clause == "PB-08"
    assert locked.why_not("p4-a2").clause == "PB-08"
    assert "p4-k2" in at("p4 KS ; phase=layout", side_column_lock=True).moves


@pytest.mark.clause("PB-07")
def test_option_layout_timing_newest():
    any_card = dealt("AS", "9H")
    play(any_card, "deal deal")
    assert "p1-a1" in any_card.moves
    newest = dealt("AS", "9H", layout_timing="newest")
    newest.play("deal")
    assert "p1-a1" in newest.moves
    newest.play("deal")
    assert texts(newest) == ["deal"]
    assert newest.why_not("p1-a1").clause == "PB-07"


@pytest.mark.clause("PB-10")
def test_option_layout_timing_newest_counts_the_refill_as_newest():
    state = dealt("AS", "2S", "9H", layout_timing="newest")
    play(state, "deal p1-a1")
    assert "p1-a1" in state.moves


@pytest.mark.clause("PB-10")
def test_option_refill_on_pass():
    state = dealt(*"2S 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D AS 9H".split(), refill="on_pass")
    for _ in range(13):
        state.play("deal")
    state.play("p1-a1")
    assert str(state.piles["p1"]) == "2S"  # not filled up, and uncovered
    state.play("p1-a1")
    assert not state.piles["p1"]
    state.play("deal")
    assert str(state.piles["p2"]) == "3C 9H"


@pytest.mark.clause("PB-16")
def test_option_row_limit_phase2():
    state = at("p4 AS / p1 AH / p12 9D", row_limit_phase2=True)
    assert [m for m in texts(state) if m.startswith("p4-a")] == ["p4-a2"]
    assert state.why_not("p4-a1").clause == "PB-08"
    assert "p1-a3" in state.moves


@pytest.mark.clause("PB-13")
def test_option_wrap():
    piles = "p1 AS / p2 KS / p12 9D"
    assert at(piles).why_not("p1-p2").clause == "PB-13"
    assert {"p1-p2", "p2-p1"} <= set(texts(at(piles, wrap=True)))


@pytest.mark.clause("PB-06")
def test_option_foundation_return():
    piles = "a1 AS 2S 3S / k1 KS QS JS TS 9S 8S 7S 6S 5S 4S / p1 4S / p12 9D"
    assert not [m for m in texts(at(piles)) if m[0] in "ak"]
    between = at(piles, foundation_return="between")
    assert [m for m in texts(between) if m[0] in "ak"] == ["a1-k1", "k1-a1"]
    tableau = at(piles, foundation_return="tableau")
    assert {"a1-p1", "a1-k1", "k1-a1", "a1-p2"} <= set(texts(tableau))


def test_the_worked_layout():
    state = dealt(*"AS 2S 9H KD 7C QD 3S 5C AD KD AD JD 6H 8S".split())
    play(state, "deal")
    assert texts(state)[:-1] == ["p1-a1", "p1-a2", "p1-a3", "p1-a4"]
    state.play("p1-a3")
    assert texts(state)[:-1] == ["p1-a3"]
    play(state, "p1-a3 deal")
    assert texts(state)[:-1] == ["p2-k1", "p2-k2", "p2-k3", "p2-k4"]
    play(state, "p2-k1 deal")
    assert texts(state)[:-1] == ["p3-k1"]
    state.play("p3-k1")
    assert state.why_not("p3-a3").clause == "PB-08"
    play(state, "deal deal")
    assert "p5-a3" not in state.moves
    state.play("deal")
    assert not [move for move in texts(state) if move.startswith("p6")]
    state.play("deal")
    assert [m for m in texts(state) if m.startswith("p7")] == ["p7-a1", "p7-a2", "p7-a4"]
    state.play("p7-a2")
    assert [m for m in texts(state) if m.startswith("p7")] == ["p7-k1"]
    play(state, "p7-k1 deal")
    assert state.facts["cursor"] == "p9"
    assert str(state.piles["a3"]) == "AS 2S"
    assert str(state.piles["a2"]) == "AD"
    assert str(state.piles["k1"]) == "KD QD JD"
    assert [str(state.piles[p]) for p in PLACES[:8]] == "9H 7C 3S 5C AD KD 6H 8S".split()


class Referee:
    """A second reading of the rules, straight from the clauses, with lists and no tables."""

    def __init__(self, stock: list[str]) -> None:
        self.stock = stock
        self.piles: dict[str, list[str]] = {name: [] for name in [*PLACES, *SLOTS]}
        self.cursor, self.redealt = 0, False
        self.layout = True

    def goes_up(self, card: str, slot: str) -> bool:
        ranks, pile = "A23456789TJQK", self.piles[slot]
        if not pile:
            base = "A" if slot[0] == "a" else "K"
            twin = any(self.piles[s] and self.piles[s][0] == card for s in SLOTS if s[0] == slot[0])
            return card[0] == base and not twin
        step = 1 if slot[0] == "a" else -1
        return card[1] == pile[-1][1] and ranks.index(card[0]) - ranks.index(pile[-1][0]) == step

    def moves(self) -> set[str]:
        ranks = "A23456789TJQK"
        found = set()
        for place in PLACES:
            if not self.piles[place]:
                continue
            card = self.piles[place][-1]
            row = {**LEFT, **RIGHT}.get(place)
            for slot in SLOTS:
                in_reach = not self.layout or row is None or row == int(slot[1])
                if in_reach and self.goes_up(card, slot):
                    found.add(f"{place}-{slot}")
            if not self.layout:
                for other in PLACES:
                    pile = self.piles[other]
                    near = (
                        pile
                        and pile[-1][1] == card[1]
                        and abs(ranks.index(pile[-1][0]) - ranks.index(card[0])) == 1
                    )
                    if other != place and (not pile or near):
                        found.add(f"{place}-{other}")
        if self.layout:
            found.add("deal")
        elif not self.redealt and any(self.piles[p] for p in PLACES):
            found.add("redeal")
        return found

    def take_next(self, place: str) -> None:
        self.piles[place].append(self.stock.pop(0))
        if not self.stock:
            self.layout = False

    def play(self, move: str) -> None:
        if move == "deal":
            place = PLACES[self.cursor]
            self.cursor = (self.cursor + 1) % 12
            self.take_next(place)
        elif move == "redeal":
            self.stock = [card for place in reversed(PLACES) for card in self.piles[place]]
            for place in PLACES:
                self.piles[place] = []
            self.redealt, self.layout, self.cursor = True, True, 0
        else:
            source, target = move.split("-")
            self.piles[target].append(self.piles[source].pop())
            if self.layout:
                self.take_next(source)


@given(deal=st.integers(0, 2**64 - 1), seed=st.integers(0, 1000))
@pytest.mark.clause("PB-03", "PB-04", "PB-08", "PB-10", "PB-13", "PB-16", "PB-17", "PB-18")
def test_whole_games_agree_with_a_second_reading_of_the_rules(deal, seed):
    state, rng = prince().deal(deal), Rng(seed)
    referee = Referee([str(card) for card in reversed(state.cards["stock"])])
    for _ in range(330):
        assert set(texts(state)) == referee.moves()
        ups = [move for move in state.moves if move.target and move.target[0] in "ak"]
        move = rng.choice(ups if ups and rng.below(2) else state.moves)
        state.play(move)
        referee.play(str(move))
        for name, cards in referee.piles.items():
            assert list(map(str, state.cards[name])) == cards
        if not state.moves:
            break


@given(deal=st.integers(0, 2**64 - 1), n=st.integers(0, 103))
@pytest.mark.clause("PB-04")
def test_invariant_places_before_the_cursor_hold_one_card_more(deal, n):
    state = prince().deal(deal)
    for _ in range(n):
        state.play("deal")
    circuits, ahead = divmod(n, 12)
    sizes = [len(state.piles[place]) for place in PLACES]
    assert sizes == [circuits + 1] * ahead + [circuits] * (12 - ahead)


def test_an_illegal_move_changes_nothing():
    state = prince().deal(1)
    before = state.position
    with pytest.raises(IllegalMove):
        state.play("p1-a1")
    assert state.position == before
    assert not state.history


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ("phase=play", "stock"),
        ("cursor=p13", "cursor"),
        ("phase=lunch", "phase"),
        ("turn=1", "turn"),
        ("chance=-1", "chance"),
    ],
)
def test_positions_that_contradict_themselves_are_refused(facts, fault):
    stock = " ".join(str(card) for card in PACK)
    with pytest.raises(ValueError, match=fault):
        prince().at(f"stock [{stock}] ; {facts}")


def test_with_newest_alone_and_no_refill_nothing_is_playable_after_a_play():
    state = dealt("AS", "AH", "9C", layout_timing="newest", refill="on_pass")
    play(state, "deal deal p2-a1")
    assert texts(state) == ["deal"]  # the ace of spades on p1 is older
    assert state.why_not("p1-a2").clause == "PB-07"
