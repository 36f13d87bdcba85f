"""What a seat's record tells: all that the seat saw, and nothing that it did not."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardkit
from cardkit import Card, Deal, Game, Rng, State, View, journal
from cardkit.headless import Recorder, read_record


def lines_of(state: State, seat: int | str) -> list[str]:
    stream = io.StringIO()
    Recorder(state, stream, seat=seat)
    return stream.getvalue().splitlines()


def play_at_random(state: State, rng: Rng, plies: int | None = None) -> None:
    while state.outcome is None and plies != 0:
        state.play(rng.choice(state.moves))
        plies = None if plies is None else plies - 1


@pytest.mark.parametrize(
    ("name", "witnesses"), [("stairs", [0, "onlooker"]), ("snatch", [0, 1, "onlooker"])]
)
def test_a_seats_record_folds_to_its_view_at_every_ply(name: str, witnesses: list) -> None:
    state = cardkit.game(name).deal(5)
    rng = Rng(1)
    streams = [io.StringIO() for _ in witnesses]
    recorders = [
        Recorder(state, stream, seat=witness)
        for stream, witness in zip(streams, witnesses, strict=True)
    ]
    while True:
        for witness, stream in zip(witnesses, streams, strict=True):
            view = state.view(None if witness == "onlooker" else witness)
            folded = View.from_record(stream.getvalue().splitlines())
            assert folded == view
            assert dict(folded.piles) == dict(view.piles)
            assert dict(folded.facts) == dict(view.facts)
            assert folded.history == view.history
        if state.outcome is not None or len(state.history) == 40:
            break
        state.play(rng.choice(state.moves))
        for recorder in recorders:
            recorder.update()
    assert len(state.history) > 20


def test_a_record_read_from_its_lines_gives_the_view_at_any_move(snatch: Game) -> None:
    state = snatch.deal(9)
    views = [state.view(1)]
    for _ in range(14):  # into the second deal
        state.play(state.moves[0])
        views.append(state.view(1))
    record = read_record(lines_of(state, 1))
    assert [record.view(to) for to in range(15)] == views
    assert record.view() == views[-1]
    assert views[13] != views[12]
    with pytest.raises(ValueError, match="it has moves 0 to 14, not 15"):
        record.view(15)


def test_the_header_tells_no_deal_seed_or_player(snatch: Game) -> None:
    stream = io.StringIO()
    cardkit.run(snatch, deal=4711, seed=815, players="random", record=stream, seat=0)
    header = json.loads(stream.getvalue().splitlines()[0])
    assert set(header) == {"cardkit", "game", "version", "options", "seat", "piles", "facts"}
    assert "last" not in [name for name, _ in header["facts"]]  # told to seat 1 alone
    assert not any(key in stream.getvalue() for key in ("4711", "815", "random", 'shuffle": null'))


def explicit(state: State) -> list[list[Card]]:
    """The orders that the shuffles of a game gave, as an explicit deal lists them."""
    entries = [entry for part in (*state._table.past, state._table.journal) for entry in part]
    return [list(entry[-1]) for entry in entries if entry[0] in (journal.DRAW, journal.SHUFFLE)]


def unseen(state: State, seat: int | str) -> set[Card]:
    """The cards whose faces never showed in a seat's record, by its text alone."""
    told = " ".join(lines_of(state, seat))
    return {card for card in state.game.deck if str(card) not in told}


def swapped(orders: Sequence[Sequence[Card]], one: Card, other: Card) -> list[list[Card]]:
    swap = {one: other, other: one}
    return [[swap.get(card, card) for card in order] for order in orders]


@settings(deadline=None, max_examples=25)
@given(
    number=st.integers(0, 2**64 - 1),
    seed=st.integers(0, 1000),
    plies=st.integers(0, 24),
    seat=st.sampled_from([0, 1, "onlooker"]),
    pick=st.randoms(use_true_random=False),
)
def test_cards_that_a_seat_never_saw_may_be_swapped_without_a_trace(
    registry, number, seed, plies, seat, pick
) -> None:
    with cardkit.plugins.use(registry):
        game = cardkit.game("snatch")
    state = game.deal(number)
    play_at_random(state, Rng(seed), plies)
    hidden = sorted(unseen(state, seat))
    if len(hidden) < 2:
        return
    one, other = pick.sample(hidden, 2)
    orders = swapped(explicit(state), one, other)
    twin = game.deal(Deal.of(orders))
    renamed = {str(one): str(other), str(other): str(one)}
    for move in state.history:
        words = [renamed.get(word, word) for word in str(move).split()]
        twin.play(" ".join(words))
    assert explicit(twin) != explicit(state)
    assert lines_of(twin, seat) == lines_of(state, seat)


def test_the_order_of_cards_dealt_to_another_hand_leaves_no_trace(snatch: Game) -> None:
    one = snatch.deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    other = snatch.deal("AC 2C 3C AS 4C 5C 2S 5S 3S 4S")
    for state in (one, other):
        state.play("3C")
        state.play("aside 5C")
    # Seat 0 drew 5S from the first stock and 4S from the second, so only the setup is the same.
    assert lines_of(one, 1) != lines_of(other, 1)
    assert lines_of(one, 0)[:2] == lines_of(other, 0)[:2]
    assert lines_of(one, "onlooker") == lines_of(other, "onlooker")


def test_a_faulty_event_is_an_error_that_names_its_line(snatch: Game) -> None:
    lines = lines_of(snatch.deal(1), 0)
    faulty = [
        ["face", "heap", 10**30, "AS", True],
        ["face", "heap", -2, "AS", True],
        ["shuffle", "heap", 10**12],
        ["show", "heap", [10**12], None],
        ["show", "heap", [-1], None],
        ["take", "heap", 10**12, "stock", "AS"],
        ["take", "hand0", None, "heap", "5H"],
        ["move", "heap", "stock", "AS 2S 3S", False],
        ["move", "heap", "nowhere", "AS", False],
        ["move", "heap", "stock", "XX", False],
        ["set", "weather", 1],
        ["set", "turn", 1.5],
        ["set", "turn", {}],
        ["lay", "heap", 7],
        ["peek", "stock"],
        [],
        ["deal", 1],
        {},
        "deal",
        None,
    ]
    for event in faulty:
        line = json.dumps({"move": "AC", "saw": [event]})
        with pytest.raises(ValueError, match=r"^line 3 "):
            View.from_record([*lines, line])
