"""Chunks: every deal is handed out until it is done, and no deal is done twice."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cardkit.sweep.chunks import Chunk, Pace, Queue, size_of
from cardkit.sweep.selection import Run, Selection
from cardkit.sweep.working import PATIENCE, Report

RUNS = st.lists(st.integers(1, 9), max_size=6).map(
    lambda sizes: [Run(0, 100 * at, 100 * at + size - 1) for at, size in enumerate(sizes)]
)


def names(chunk: Chunk) -> list[str]:
    return list(map(str, Selection(chunk)))


@given(RUNS, st.integers())
def test_every_deal_is_done_once_whatever_workers_do(runs: list[Run], seed: int) -> None:
    chance = random.Random(seed)
    total = sum(map(len, runs))
    queue = Queue(runs, total)
    out: list[Chunk] = []
    done: list[str] = []
    while queue.left or out:
        if queue.left and chance.random() < 0.5:
            most = chance.randint(1, 7)
            chunk = queue.take(most)
            assert 1 <= size_of(chunk) <= most
            out.append(chunk)
        elif out:
            chunk = out.pop(chance.randrange(len(out)))
            if chance.random() < 0.2:
                queue.suspect(chunk)
            else:
                count = chance.randint(1, size_of(chunk))
                done += names(chunk)[:count]
                queue.give_back(chunk, count)
        assert queue.left + sum(map(size_of, out)) + len(done) == total
    assert queue.take(9) == ()
    assert sorted(done) == sorted(names(tuple(runs)))


def test_deals_that_are_given_back_come_first() -> None:
    queue = Queue([Run(0, 1, 9)], 9)
    first = queue.take(4)
    queue.give_back(first, 1)
    assert names(queue.take(5)) == ["2", "3", "4", "5", "6"]


def test_the_deals_of_a_chunk_that_killed_are_handed_out_singly() -> None:
    queue = Queue([Run(0, 1, 6)], 6)
    queue.suspect(queue.take(3))
    assert [names(queue.take(9)) for _ in range(4)] == [["1"], ["2"], ["3"], ["4", "5", "6"]]


def test_chunks_grow_as_long_as_they_take_little_time() -> None:
    pace = Pace(workers=1)
    sizes = []
    for _ in range(6):
        sizes.append(pace.size(left=10**9))
        # A thousand deals a second.
        pace.note(Report([("1",)] * sizes[-1], sizes[-1] / 1000))
    assert sizes == [1, 4, 16, 64, 256, int(1000 * PATIENCE)]


def test_chunks_shrink_to_one_deal_where_deals_take_long() -> None:
    pace = Pace(workers=1)
    for _ in range(9):
        pace.note(Report([("1",)] * pace.size(10**9), 1e-9))
    pace.note(Report([("1",)], 100 * PATIENCE))
    assert pace.size(10**9) == 1


def test_towards_the_end_there_is_something_for_everybody() -> None:
    pace = Pace(workers=4)
    for _ in range(9):
        pace.note(Report([("1",)] * pace.size(10**9), 1e-9))
    assert pace.size(800) == 100
    assert pace.size(3) == 1
