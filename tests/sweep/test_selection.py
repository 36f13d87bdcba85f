"""Which deals a sweep is about: numbers in runs, in one order, none twice."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit import Deal
from cardkit.deals import DealError
from cardkit.sweep.selection import Run, Selection, extent, place

NAMES = st.one_of(
    st.integers(0, 2**64 - 1).map(str),
    st.integers(1, 2**33 - 1).map("ms:{}".format),
    st.integers(1, 10**20).map("pysol:{}".format),
)


def names(selection: Selection) -> list[str]:
    return list(map(str, selection))


def test_deals_come_in_one_order_however_they_are_given() -> None:
    text = "pysol:3, ms:10..11, AS 2S / 2S AS, 100, 9..10, ms:9, 2S AS"
    expected = ["9", "10", "100", "ms:9", "ms:10", "ms:11", "pysol:3", "2S AS", "AS 2S / 2S AS"]
    assert names(Selection.of(text)) == expected
    assert names(Selection.of(map(Deal.of, reversed(expected)))) == expected
    assert len(Selection.of(text)) == len(expected)


def test_neighbouring_deals_are_one_run() -> None:
    assert str(Selection.of("4..6, 1..3, 8, 7, ms:9")) == "1..8, ms:9"
    assert str(Selection.of([3, "ms:2", 1, 2, "ms:1"])) == "1..3, ms:1..2"


def test_a_million_million_deals_take_no_room() -> None:
    selection = Selection.of("1..1000000000000, ms:1..8589934591")
    assert len(selection) == 10**12 + 2**33 - 1
    assert len(selection.runs) == 2
    assert next(iter(selection)) == Deal.of(1)


@pytest.mark.parametrize(
    ("text", "deal"),
    [("1..5,5", "5"), ("7,1..9", "7"), ("ms:3,ms:3", "ms:3"), ("AS 2S,2S AS,AS 2S", "AS 2S")],
)
def test_a_deal_given_twice_is_refused(text: str, deal: str) -> None:
    with pytest.raises(DealError, match=f"the deal {deal} is given twice"):
        Selection.of(text)


def test_the_same_number_is_another_deal_in_another_numbering() -> None:
    assert names(Selection.of("7, ms:7, pysol:7")) == ["7", "ms:7", "pysol:7"]


def test_commas_may_stand_between_the_cards_of_one_deal() -> None:
    assert names(Selection.of("AS, 2S, 3S")) == ["AS 2S 3S"]


@pytest.mark.parametrize("text", ["", "1..", "5..1", "1,,2", "x"])
def test_what_names_no_deal_is_refused(text: str) -> None:
    with pytest.raises(DealError):
        Selection.of(text)


@given(st.lists(NAMES, unique=True))
def test_places_sort_deals_by_numbering_and_number(found: list[str]) -> None:
    def spoken(name: str) -> tuple[int, int]:
        numbering, _, digits = name.rpartition(":")
        return ["", "ms", "pysol"].index(numbering), int(digits)

    assert sorted(found, key=place) == sorted(found, key=spoken)


@given(st.sets(st.integers(1, 60)), st.integers(1, 60), st.integers(0, 30))
def test_a_run_without_some_of_its_deals(taken: set[int], first: int, more: int) -> None:
    run = Run(1, first, first + more)
    inside = sorted(set(range(first, first + more + 1)) & taken)
    left = list(run.without(place(f"ms:{number}") for number in inside))
    numbers = [number for part in left for number in range(part.first, part.last + 1)]
    assert numbers == sorted(set(range(first, first + more + 1)) - taken)
    # Parts are as long as can be.
    assert all(after.first > before.last + 1 for before, after in pairwise(left))


def test_a_deal_that_is_spelt_out_is_left_or_taken() -> None:
    (run,) = Selection.of("AS 2S").runs
    assert list(run.without([])) == [run]
    assert list(run.without([run.low])) == []


@given(st.integers(1, 100), st.integers(0, 100), st.integers(1, 40))
def test_blocks_are_the_run_in_pieces(first: int, more: int, size: int) -> None:
    blocks = list(Run(0, first, first + more).blocks(size))
    assert [n for b in blocks for n in range(b.first, b.last + 1)] == list(
        range(first, first + more + 1)
    )
    assert all(len(block) == size for block in blocks[:-1])


def test_an_extent_says_whether_there_are_gaps() -> None:
    assert extent(place("ms:5"), place("ms:5"), 1) == "ms:5"
    assert extent(place("1"), place("3"), 3) == "1..3"
    assert extent(place("1"), place("3"), 2) == "2 of 1..3"
    assert extent(place("AS 2S"), place("QS AS"), 2) == "2 spelt out"
