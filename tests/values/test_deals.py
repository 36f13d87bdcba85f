"""Deals and the streams behind them: published figures, a second implementation, a peer."""

from __future__ import annotations

import copy
import pickle
import re
import sys
from collections.abc import Iterator
from ctypes import c_uint64 as u64
from itertools import islice, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.deal_game import Game
from pysol_cards.random import LCRandom31, MTRandom
from pysol_cards.random_base import RandomBase

from cardkit.cards import Card, Deck, parse_cards
from cardkit.deals import Deal, DealError, parse_deals
from cardkit.rng import Rng, fnv1a64

DOC = Path(__file__).parents[2] / "docs" / "deals.md"
TOP = 2**64
GAMMA = 0x9E3779B97F4A7C15

numbers = st.integers(0, TOP - 1)
some_cards = st.sampled_from(list(Deck()))


# A second implementation, straight from docs/deals.md: slow, plain and in C's own arithmetic.


def plain_hash(text: str) -> int:
    h = u64(14695981039346656037)
    for byte in text.encode():
        h = u64((h.value ^ byte) * 1099511628211)
    return h.value


def plain_outputs(seed: int) -> Iterator[int]:
    x = u64(seed)
    while True:
        x = u64(x.value + 11400714819323198485)
        z = u64((x.value ^ x.value >> 30) * 13787848793156543929)
        z = u64((z.value ^ z.value >> 27) * 10723151780598845931)
        yield z.value ^ z.value >> 31


def plain_below(outputs: Iterator[int], n: int) -> int:
    return next(r for r in outputs if r < TOP // n * n) % n


def plain_shuffle(outputs: Iterator[int], items: list[object]) -> None:
    for last in reversed(range(1, len(items))):
        at = plain_below(outputs, last + 1)
        items[last], items[at] = items[at], items[last]


def plain_stream(number: int, *labels: str) -> Iterator[int]:
    for label in labels:
        number = next(plain_outputs(number ^ plain_hash(label)))
    return plain_outputs(number)


def plain_order(number: int, k: int, packs: int = 1, ranks: str = "A23456789TJQK") -> str:
    cards: list[object] = [r + s for s in "CDHS" for r in ranks for _ in range(packs)]
    plain_shuffle(plain_stream(number, "shuffle", str(k)), cards)
    return " ".join(map(str, cards))


def state_before(output: int) -> int:
    """The state after which SplitMix64 gives that output: every step of its mixing undone."""
    z = output ^ output >> 31 ^ output >> 62
    z = z * pow(10723151780598845931, -1, TOP) % TOP
    z = z ^ z >> 27 ^ z >> 54
    z = z * pow(13787848793156543929, -1, TOP) % TOP
    z = z ^ z >> 30 ^ z >> 60
    return (z - GAMMA) % TOP


def order_of(name: object, k: int = 0, **deck: Any) -> str:
    return " ".join(map(str, Deal.of(name).order(k, Deck(**deck))))


# The generator


def test_splitmix64_gives_the_published_outputs() -> None:
    rng = Rng(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [("", 0xCBF29CE484222325), ("a", 0xAF63DC4C8601EC8C), ("foobar", 0x85944171F73967E8)],
)
def test_fnv1a_gives_the_published_hashes(text: str, value: int) -> None:
    assert fnv1a64(text) == value


def test_fnv1a_reads_utf8_bytes() -> None:
    assert fnv1a64("♠") == plain_hash("♠") != fnv1a64("?")


@given(numbers)
def test_every_output_comes_from_exactly_one_state(output: int) -> None:
    assert Rng(state_before(output)).next() == output


@given(numbers, st.one_of(st.integers(1, 1000), st.integers(1, TOP)))
@example(TOP - 1, 3)  # 2**64 = 1 modulo 3: the very last output is one too many
@example(TOP - 2, 3)
@example(TOP - 1, 64)  # nothing is ever too many for a power of two
@example(2**63, 2**63 + 1)
@example(2**63 + 1, 2**63 + 1)
@example(TOP - 1, TOP)
@example(TOP - 1, 1)
def test_below_keeps_an_output_exactly_if_all_remainders_stay_equally_frequent(
    output: int, n: int
) -> None:
    # Outputs 0 .. q*n - 1 hold each remainder q times, and each output comes from one state.
    rng = Rng(state_before(output))
    result = rng.below(n)
    if output < TOP // n * n:
        assert result == output % n
        assert rng.state == (state_before(output) + GAMMA) % TOP
    else:
        rest = islice(plain_outputs(state_before(output)), 1, None)
        assert result == plain_below(rest, n)


@pytest.mark.parametrize("n", range(1, 130))
def test_below_draws_the_line_at_the_last_full_multiple(n: int) -> None:
    line = TOP // n * n
    assert Rng(state_before(line - 1)).below(n) == n - 1
    if line < TOP:
        rng = Rng(state_before(line))
        rng.below(n)
        assert rng.state != (state_before(line) + GAMMA) % TOP


@pytest.mark.parametrize("n", [0, -1, TOP + 1])
def test_below_refuses_bounds_it_cannot_serve(n: int) -> None:
    with pytest.raises(ValueError, match=re.escape(f"from 1 to 2**64, not {n}")):
        Rng(1).below(n)


@given(numbers, st.integers(0, 300))
@settings(max_examples=25)
def test_shuffle_is_fisher_yates_from_the_end(seed: int, size: int) -> None:
    rng, items = Rng(seed), list(range(size))
    rng.shuffle(items)
    expected: list[object] = list(range(size))
    outputs = plain_outputs(seed)
    plain_shuffle(outputs, expected)
    assert items == expected
    assert rng.next() == next(outputs)


@pytest.mark.parametrize("at", [0, 1, 19, 20, 36, 49, 50, 51, 127, 128, 150])
@pytest.mark.parametrize("size", [52, 200])
def test_shuffle_throws_an_output_away_wherever_it_comes(size: int, at: int) -> None:
    seed = (state_before(TOP - 1) - at * GAMMA) % TOP
    rng, items = Rng(seed), list(range(size))
    rng.shuffle(items)
    expected: list[object] = list(range(size))
    outputs = plain_outputs(seed)
    plain_shuffle(outputs, expected)
    assert items == expected
    assert rng.next() == next(outputs)


def test_choice_takes_the_item_that_below_names() -> None:
    rng = Rng(7)
    assert [rng.choice("CDHS") for _ in range(9)] == [
        "CDHS"[r % 4] for r in islice(plain_outputs(7), 9)
    ]
    with pytest.raises(IndexError, match="nothing to choose from"):
        rng.choice([])


@given(st.integers())
def test_a_copy_and_the_repr_go_on_alike_and_apart(seed: int) -> None:
    rng = Rng(seed)
    rng.next()
    others = [rng.copy(), eval(repr(rng)), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    expected = rng.next(), rng.next()
    assert [(other.next(), other.next()) for other in others] == [expected] * 4
    assert Rng(seed).next() == Rng(seed % TOP).next()


@given(numbers, st.lists(st.one_of(st.text(max_size=5), st.integers()), max_size=4))
def test_streams_follow_their_labels_texts(number: int, labels: list[str | int]) -> None:
    labels = [x.encode("utf-8", "replace").decode() if isinstance(x, str) else x for x in labels]
    expected = next(plain_stream(number, *map(str, labels)))
    assert Rng.stream(number, *labels).next() == expected
    assert Deal.of(number).rng(*labels).next() == expected


def test_streams_of_different_labels_differ() -> None:
    calls = [(), ("a",), ("a", "b"), ("b", "a"), ("ab",), ("a", ""), ("a", 1), ("a", 11), (1, "a")]
    assert len({Rng.stream(5, *labels).next() for labels in calls}) == len(calls)


# Plain numbers


@given(numbers, st.integers(0, 1000), st.integers(1, 3))
@settings(max_examples=40)
def test_a_plain_number_shuffles_as_specified(number: int, k: int, packs: int) -> None:
    assert order_of(number, k, packs=packs) == plain_order(number, k, packs)


def test_a_short_deck_shuffles_as_specified() -> None:
    assert order_of(7, ranks=[1, *range(3, 14)]) == plain_order(7, 0, ranks="A3456789TJQK")


@given(st.permutations(list(Deck(packs=2, ranks=[1, 2, 3]))))
def test_the_order_of_the_cards_given_does_not_matter(cards: list[Card]) -> None:
    assert Deal.of(3).order(0, cards) == Deal.of(3).order(0, sorted(cards))


def documented() -> list[tuple[str, int, int, str]]:
    head = r"^deal (\S+), shuffle (\d+), packs (\d+)\n((?:[2-9TJQKA][CDHS][ \n])+)"
    found = re.findall(head, DOC.read_text(encoding="utf-8"), re.M)
    return [(name, int(k), int(packs), " ".join(cards.split())) for name, k, packs, cards in found]


def test_the_documentation_has_test_vectors() -> None:
    assert len(documented()) == 11


@pytest.mark.parametrize(("name", "k", "packs", "cards"), documented())
def test_the_documented_test_vectors_hold(name: str, k: int, packs: int, cards: str) -> None:
    assert order_of(name, k, packs=packs) == cards
    if name.isdigit():
        assert plain_order(int(name), k, packs) == cards
    elif name != "pysol:32000":
        assert cards == peer_order(name, packs)


# Other programs' numbers

EDGES = [1, 2, 617, 31999, 32001, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1]
RENDERER = CardRenderer(True)


def peer_order(name: str, packs: int = 1) -> str:
    """The order in which pysol-cards lays a deal out, read off the board that it prints."""
    program, number = name.split(":")
    which = RandomBase.DEALS_MS if program == "ms" else RandomBase.DEALS_PYSOLFC
    game = Game("freecell" if packs == 1 else "gypsy", int(number), which)
    talon: list[str] = []
    columns = []
    for line in game.calc_layout_string(RENDERER).splitlines():
        words = line.replace("<", "").replace(">", "").split()
        if words[0] == "Talon:":
            talon = words[1:]
        else:
            columns.append(words)
    rows = max(map(len, columns))
    dealt = [column[row] for row in range(rows) for column in columns if row < len(column)]
    return " ".join(dealt + talon)


def test_ms_1_and_617_are_the_published_boards() -> None:
    assert order_of("ms:1").startswith("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D")
    assert order_of("ms:1").endswith("6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H")
    assert order_of("ms:617").startswith("7D AD 5C 3S 5S 8C 2D AH TD 7S QD AC 6D 8H AS KH TH QC 3H")
    assert order_of("ms:617").endswith("4S TS 2H 5D JC 6C JH QH JD KS KC 4H")


@pytest.mark.parametrize("number", [*EDGES, 32000, 2**33 - 2, 2**33 - 1])
def test_ms_deals_as_the_peer_at_the_edges(number: int) -> None:
    assert order_of(f"ms:{number}") == peer_order(f"ms:{number}")


@given(st.one_of(st.integers(1, 40000), st.integers(1, 2**33 - 1)))
def test_ms_deals_as_the_peer(number: int) -> None:
    assert order_of(f"ms:{number}") == peer_order(f"ms:{number}")


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("number", [*EDGES, 2**64, 10**20 - 1, 10**20])
def test_pysol_deals_as_the_peer_at_the_edges(number: int, packs: int) -> None:
    assert order_of(f"pysol:{number}", packs=packs) == peer_order(f"pysol:{number}", packs)


@given(st.one_of(st.integers(1, 64000), st.integers(1, 10**20)), st.integers(1, 2))
@example(32000 - 1, 1)
@example(32000 + 1, 2)
def test_pysol_deals_as_the_peer(number: int, packs: int) -> None:
    if number != 32000:  # where the peer is wrong
        assert order_of(f"pysol:{number}", packs=packs) == peer_order(f"pysol:{number}", packs)


@pytest.mark.parametrize("packs", [1, 2])
def test_pysol_32000_is_the_first_that_is_not_microsofts(packs: int) -> None:
    twister = MTRandom()
    twister.setSeed(32000)
    dealt = reversed(twister.shuffle(createCards(packs)))
    expected = " ".join(map(RENDERER.to_s, dealt))
    assert order_of("pysol:32000", packs=packs) == expected
    assert expected != peer_order("pysol:32000", packs)
    assert order_of("pysol:31999") == order_of("ms:31999")


@pytest.mark.parametrize(("packs", "highest"), [(1, 9), (3, 13), (2, 6), (1, 1)])
@pytest.mark.parametrize("number", [617, 31415926])
def test_pysol_deals_short_and_many_packs_in_its_own_order(
    number: int, packs: int, highest: int
) -> None:
    generator = MTRandom() if number >= 32000 else LCRandom31()
    generator.setSeed(number)
    dealt = reversed(generator.shuffle(createCards(packs, highest)))
    found = order_of(f"pysol:{number}", packs=packs, ranks=range(1, highest + 1))
    assert found == " ".join(map(RENDERER.to_s, dealt))


@pytest.mark.parametrize("name", ["ms:617", "pysol:617", "pysol:31415926"])
def test_later_shuffles_of_other_programs_deals_are_streams_of_their_name(name: str) -> None:
    assert Deal.of(name).number == plain_hash(name)
    assert order_of(name, 1) == plain_order(plain_hash(name), 1)
    assert order_of(name, 2, packs=2) == plain_order(plain_hash(name), 2, 2)


@pytest.mark.parametrize(
    ("deck", "difference"),
    [
        (Deck(ranks=range(1, 13)), "KC, KD, KH, KS are missing"),
        (Deck(packs=2), "; ".join(f"{rank}C stands there twice" for rank in "A234")),
    ],
)
def test_ms_deals_one_whole_pack_only(deck: Deck, difference: str) -> None:
    with pytest.raises(DealError) as error:
        Deal.of("ms:617").order(0, deck)
    assert str(error.value) == f"ms:617 deals one pack, not these {len(deck)} cards ({difference})"


@pytest.mark.parametrize(
    "cards",
    [
        Deck(ranks=range(7, 14)),
        Deck(suits=[0, 1]),
        list(Deck())[1:],
        [*Deck(), *Deck(ranks=[1])],
        [],
        parse_cards("?? ??"),
    ],
)
def test_pysol_deals_whole_packs_only(cards: list[Card]) -> None:
    with pytest.raises(DealError) as error:
        Deal.of("pysol:5").order(0, cards)
    assert str(error.value) == (
        "pysol:5 deals whole packs of four suits, each from the ace up without a gap,"
        f" not these {len(cards)} cards"
    )


# Listed cards

SPADES = Deck(ranks=range(1, 5), suits=[3])


def test_a_listed_order_is_dealt_as_it_stands() -> None:
    assert Deal.of("3S AS 4S 2S").order(0, SPADES) == list(parse_cards("3S AS 4S 2S"))


def test_a_match_takes_its_orders_one_by_one() -> None:
    match = Deal.of("3S AS 4S 2S / 4S 3S 2S AS")
    assert match.order(1, SPADES) == list(parse_cards("4S 3S 2S AS"))
    with pytest.raises(DealError) as error:
        match.order(2, SPADES)
    assert str(error.value) == ("the deal gives 2 orders, shuffle 2 needs another (counted from 0)")


def test_an_order_handed_out_is_nobody_elses() -> None:
    deal = Deal.of("3S AS 4S 2S")
    deal.order(0, SPADES).clear()
    assert len(deal.order(0, SPADES)) == 4


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("3S AS 4S", "2S is missing"),
        ("3S AS 4S AS", "2S is missing; AS stands there twice"),
        ("3S AS 4S 2S AH", "AH is no card of this deck"),
    ],
)
def test_an_order_that_does_not_fit_is_refused_by_card(text: str, fault: str) -> None:
    with pytest.raises(DealError) as error:
        Deal.of(text).order(0, SPADES)
    assert str(error.value) == f"the deal's order for shuffle 0 does not fit: {fault}"


@pytest.mark.parametrize("name", ["42", "ms:617", "AS 2S"])
def test_shuffles_are_counted_from_zero(name: str) -> None:
    with pytest.raises(ValueError, match="shuffles are counted from 0, not -1"):
        Deal.of(name).order(-1, Deck())


# Names

deals = st.one_of(
    st.builds(Deal.of, numbers),
    st.builds(Deal.of, st.integers(1, 2**33 - 1).map("ms:{}".format)),
    st.builds(Deal.of, st.integers(1, 10**20).map("pysol:{}".format)),
    st.builds(Deal.of, st.lists(st.lists(some_cards, min_size=1, max_size=9), min_size=1)),
)


@given(deals)
def test_names_and_reprs_and_pickles_give_the_deal_back(deal: Deal) -> None:
    assert Deal.of(str(deal)) == deal
    assert eval(repr(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal == copy.deepcopy(deal)
    assert Deal.of(deal) is deal
    assert hash(Deal.of(str(deal))) == hash(deal)


@given(deals, deals)
def test_deals_are_equal_exactly_if_their_names_are(one: Deal, other: Deal) -> None:
    assert (one == other) == (str(one) == str(other))


class Indexed:
    """An integer of another library."""

    def __index__(self) -> int:
        return 42


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (42, "42"),
        (Indexed(), "42"),
        (0, "0"),
        (TOP - 1, "18446744073709551615"),
        (" 0042\n", "42"),
        ("0" * 5000, "0"),
        ("MS: 617", "ms:617"),
        ("PySol:007", "pysol:7"),
        ("as,10d 9♥", "AS TD 9H"),
        ("AS 2S/2S AS", "AS 2S / 2S AS"),
        (Card("QH"), "QH"),
        ("QH", "QH"),
        (parse_cards("AS 2S"), "AS 2S"),
        (iter(parse_cards("AS 2S")), "AS 2S"),
        (["AS", "2s"], "AS 2S"),
        (Deck(ranks=[1]), "AC AD AH AS"),
        (["AS 2S", "2S AS"], "AS 2S / 2S AS"),
        ([["AS"], ["2S"]], "AS / 2S"),
        (
            ["AS 2S", Deal.of("2S AS / AS 2S"), parse_cards("2S AS")],
            "AS 2S / 2S AS / AS 2S / 2S AS",
        ),
    ],
)
def test_values_stand_for_deals(value: object, name: str) -> None:
    assert str(Deal.of(value)) == name


def test_the_number_of_a_deal_is_its_own_or_its_names_hash() -> None:
    assert Deal.of(42).number == 42
    assert Deal.of("as  2s").number == plain_hash("AS 2S")
    assert Deal.of("AS 2S").rng("dealer").next() == next(
        plain_stream(plain_hash("AS 2S"), "dealer")
    )


GIVE = "give 42, ms:617, pysol:31415, or the cards in order like AS 2S 9H"
LIKE = "a rank A 2-9 T J Q K and a suit C D H S, like TH"
PLAIN = "numbers go from 0 to 18446744073709551615"
MS = "Microsoft FreeCell numbers go from 1 to 8589934591"
PYSOL = "PySolFC numbers go from 1 to 100000000000000000000"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, f"no such deal: '-1' ({PLAIN})"),
        ("-1", f"no such deal: '-1' ({PLAIN})"),
        (TOP, f"no such deal: '18446744073709551616' ({PLAIN})"),
        ("9" * 5000, f"no such deal: '{'9' * 55}...' ({PLAIN})"),
        (10**5000, f"no such deal: a number of 16610 bits ({PLAIN})"),
        ("ms:0", f"no such deal: 'ms:0' ({MS})"),
        ("ms:8589934592", f"no such deal: 'ms:8589934592' ({MS})"),
        ("ms:", f"no such deal: 'ms:' ({MS})"),
        ("ms:1e3", f"no such deal: 'ms:1e3' ({MS})"),
        ("ms:٣", f"no such deal: 'ms:٣' ({MS})"),
        ("pysol:0", f"no such deal: 'pysol:0' ({PYSOL})"),
        ("pysol:100000000000000000001", f"no such deal: 'pysol:100000000000000000001' ({PYSOL})"),
        ("mss:5", "no such deal: 'mss:5' (did you mean 'ms:5'?)"),
        ("pysolfc:5", "no such deal: 'pysolfc:5' (did you mean 'pysol:5'?)"),
        ("ms617", "no such deal: 'ms617' (did you mean 'ms:617'?)"),
        ("PySol#5", "no such deal: 'PySol#5' (did you mean 'pysol:5'?)"),
        ("tarot:5", f"no such deal: 'tarot:5' ({GIVE})"),
        ("bisley", f"no such deal: 'bisley' ({GIVE})"),
        (" ", f"no such deal: '' ({GIVE})"),
        ("1..5", "no such deal: '1..5' (a range names several, not one)"),
        ("ms:1..5", "no such deal: 'ms:1..5' (a range names several, not one)"),
        ("AS 5X 2S", f"not a deal: word 2 is no card: '5X' ({LIKE})"),
        ("AS 2S / 9H 10X", f"not a deal: word 5 is no card: '10X' ({LIKE})"),
        ("42 43", f"not a deal: word 1 is no card: '42' ({LIKE})"),
        ("AS ??", "order 1 of the deal has a hidden card ?? (name every card)"),
        ("AS / / 2S", "order 2 of the deal has no cards"),
        ("AS 2S /", "order 2 of the deal has no cards"),
        ([], "order 1 of the deal has no cards"),
        (["AS 2S", []], "order 2 of the deal has no cards"),
        (["AS 2S", "ms:5"], "order 2 of the deal: 'ms:5' is a deal of its own"),
        (["AS 2S", Deal.of(5)], "order 2 of the deal: '5' is a deal of its own"),
        ([17, 18], "order 1 of the deal is a value of type int, not cards in order"),
        ([["AS"], [["2S"]]], "order 2 of the deal is a value of type list, not cards in order"),
        (repeat(Card("AS")), "a deal lists at most 20000 cards"),
        ([["AS"] * 10_000] * 3, "a deal lists at most 20000 cards"),
        ("AS " * 20_001, "a deal lists at most 20000 cards"),
        ("AS " * 4_000_000, "a text of 12000000 characters names no deal (at most 100000)"),
        (True, f"not a deal: a value of type bool ({GIVE})"),
        (None, f"not a deal: a value of type NoneType ({GIVE})"),
        (4.2, f"not a deal: a value of type float ({GIVE})"),
        ({"AS"}, f"not a deal: a value of type set ({GIVE})"),
        (b"AS", f"not a deal: a value of type bytes ({GIVE})"),
    ],
    ids=lambda value: (
        repr(value)[:20] if not isinstance(value, int) else f"{value.bit_length()} bits"
    ),
)
def test_what_names_no_deal_is_told_so_in_one_line(value: object, message: str) -> None:
    with pytest.raises(DealError) as error:
        Deal.of(value)
    assert str(error.value) == message


@given(st.one_of(st.text(max_size=200), st.text("AKQT92CDHS:/.,ms 0?", max_size=200)))
def test_any_text_names_a_deal_or_gets_one_short_line(text: str) -> None:
    fault = fault_of(text)
    if fault is None:
        assert Deal.of(str(Deal.of(text))) == Deal.of(text)
    else:
        assert len(fault.splitlines()) == 1
        assert len(fault) <= 180


def fault_of(text: str) -> str | None:
    try:
        Deal.of(text)
    except DealError as error:
        return str(error)
    return None


def test_the_longest_list_of_cards_has_a_name_that_can_be_read_back() -> None:
    deal = Deal.of([["AS"]] * 20_000)
    assert Deal.of(str(deal)) == deal


# Many deals


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("7", ["7"]),
        ("1..4", ["1", "2", "3", "4"]),
        ("5..5", ["5"]),
        ("MS:9..11", ["ms:9", "ms:10", "ms:11"]),
        ("pysol: 31999 .. pysol:32000", ["pysol:31999", "pysol:32000"]),
        ("3, ms:1..2,AS 2S / 2S AS, 0..1", ["3", "ms:1", "ms:2", "AS 2S / 2S AS", "0", "1"]),
        ("AS, 2S, 3S", ["AS 2S 3S"]),
        ("AS 2S, 2S AS", ["AS 2S", "2S AS"]),
    ],
)
def test_lists_of_deals(text: str, names: list[str]) -> None:
    deals = parse_deals(text)
    assert [str(deal) for deal in deals] == names
    assert [str(deals[at]) for at in range(-len(deals), len(deals))] == names * 2
    assert len(deals) == len(names)
    assert [str(deal) for deal in deals[::-2]] == names[::-2]
    assert list(pickle.loads(pickle.dumps(deals))) == list(deals)
    with pytest.raises(IndexError):
        deals[len(names)]


def test_a_long_range_costs_nothing() -> None:
    deals = parse_deals("1..1000000000000, ms:1..8589934591")
    assert len(deals) == 10**12 + 8589934591
    assert (str(deals[10**12 - 1]), str(deals[10**12])) == ("1000000000000", "ms:1")
    assert str(deals[::1000][10**9]) == "ms:1"
    assert sum(sys.getsizeof(part) for part in (deals, deals[5:])) < 1000
    assert [str(deal) for deal in islice(deals, 2)] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"no such deal: '' ({GIVE})"),
        ("1,,2", "no such deals: '1,,2' (a comma stands between two deals)"),
        ("1,2,", "no such deals: '1,2,' (a comma stands between two deals)"),
        ("..", "no such range: '..' (write it like 1..100 or ms:1..1000)"),
        ("1..", "no such range: '1..' (write it like 1..100 or ms:1..1000)"),
        ("..9", "no such range: '..9' (write it like 1..100 or ms:1..1000)"),
        ("1...9", "no such range: '1...9' (write it like 1..100 or ms:1..1000)"),
        ("1..ms:9", "no such range: '1..ms:9' (write it like 1..100 or ms:1..1000)"),
        ("AS..2S", "no such range: 'AS..2S' (write it like 1..100 or ms:1..1000)"),
        ("3, 9..5", "no such range: '9..5' (it runs backwards)"),
        ("0..1000000000000", "no such range: '0..1000000000000' (at most 1000000000000 deals)"),
        ("ms:0..5", f"no such deal: 'ms:0' ({MS})"),
        ("ms:1..8589934592", f"no such deal: 'ms:8589934592' ({MS})"),
        ("mss:1..5", "no such deal: 'mss:1' (did you mean 'ms:1'?)"),
        ("4, bisley", f"no such deal: 'bisley' ({GIVE})"),
        ("1," * 5_000_000, "a text of 10000000 characters names no deal (at most 100000)"),
    ],
    ids=lambda text: text[:20],
)
def test_what_lists_no_deals_is_told_so_in_one_line(text: str, message: str) -> None:
    with pytest.raises(DealError) as error:
        parse_deals(text)
    assert str(error.value) == message
