"""The conformance kit: sound games pass, and each fault is caught by the law meant for it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from attrs import evolve

import cardkit
from cardkit import Deal, Game, Rng, State
from cardkit.testing import LAWS, Law, LawBroken, check_game, check_law
from cardkit.testing.candidates import candidates
from cardkit.testing.kernel_laws import kernel_takes_back, reference_and_kernel
from cardkit.testing.secrecy_laws import exchanges
from cardkit.testing.slots import Slots

BY_NAME = {law.name: law for law in LAWS}
#: The kernel holds no game that is written in Python, as the toy game is.
OF_PYTHON = [law for law in LAWS if law not in (reference_and_kernel, kernel_takes_back)]


@pytest.mark.parametrize("law", OF_PYTHON, ids=lambda law: law.name)
def test_the_toy_game_keeps_every_law(law: Law, snatch: Game) -> None:
    assert law.applies(snatch)
    check_law(law, snatch, deals=[1, 2, 3])


def test_a_game_is_checked_by_every_law_that_applies(snatch: Game) -> None:
    assert check_game(snatch, deals=[5], plies=8) == [law.name for law in OF_PYTHON]


FAULTS = [
    # The game, the law that finds it, what it says, and how long its line is at most.
    ("LosesACard", "cards-conserved", r"[A2345][CS] is missing", 2),
    ("ShowsAHand", "no-peek", r'seat 0 can tell that .* it sees \["set", "held", .*\], or else', 1),
    ("LeaksTheDraw", "no-peek", r'it sees \["set", "drawn", ".."\], or else', 1),
    ("PeeksAtTheOther", "no-peek", r"can tell that .. and .., .*its moves .*are .*or else", 3),
    ("ForcesInSecret", "sampled-worlds", r"at ply \d of the deal was not legal: TOY-1: the low", 2),
    ("ForgetsTheScore", "undo-and-redo", r"undo of .*, ply 1, the fact score is \(1, 0\), not", 1),
    ("OpensAHand", "undo-and-redo", r"undo the seats that see hand1 are others", 0),
    ("MovesByHand", "undo-and-redo", r"undo hand0 is Pile\('.*'\), not Pile\('.*'\)", 0),
    ("CountsInItself", "undo-and-redo", r"after .* (the|journal) ", 1),
    ("AllowsTooMuch", "one-legality", r"why_not passes aside .., which moves does not list", 0),
    ("ForbidsTooMuch", "one-legality", r"moves lists A[CS], which why_not refuses: TOY-1: aces", 3),
    ("ForbidsTooMuch", "membership", r"A[CS].* is not in moves before", 3),
    ("StumblesOverNonsense", "one-legality", r"AttributeError: .*\(in why_not, faulty.py:\d+\)", 0),
    ("StumblesOverNonsense", "refusals", r"AttributeError", 0),
    ("SaysNothing", "one-legality", r"is refused without a word", 0),
    ("SaysNothing", "refusals", r"is refused without a word", 0),
    ("ListsBackwards", "order-of-moves", r".. is listed after .*, but comes before", 0),
    ("ListsMixed", "order-of-moves", r"the moves like .. do not stand together", 0),
    ("ListsByTurns", "order-of-verbs", r"the kinds of moves change places", 1),
    ("ListsTwice", "notation", r".. is listed twice", 0),
    (
        "ListsByHash",
        "hash-seeds",
        r"with PYTHONHASHSEED=\d+ at ply 0 the moves .*, but here at ply 0",
        0,
    ),
    ("NeverEnds", "turns-and-end", r"there is no outcome, but seat 0 has no move", 2),
    ("GoesOn", "turns-and-end", r"the game is over \(scored\), but there are moves", 2),
    ("HoldsAList", "position-text", r"reads back to a state with another key", 1),
    ("HoldsASet", "plain-events", r"not an event of this game: .*frozenset", 1),
    ("MovesByHand", "views-true", r"the journal does not lead to the cards", 1),
    ("DealsByMood", "records-replay", r"RecordError", 0),
    ("DealsByHash", "hash-seeds", r"PYTHONHASHSEED=\d+ at ply 0 the position", 0),
    ("Crashes", "cards-conserved", r"KeyError: 'nobody' \(in apply, faulty.py:\d+\)", 3),
]


@pytest.mark.parametrize(
    ("name", "law", "message", "length"), FAULTS, ids=[f"{fault[0]}-{fault[1]}" for fault in FAULTS]
)
def test_a_fault_is_caught_by_its_law_in_words_and_in_a_short_line(
    faulty: ModuleType, name: str, law: str, message: str, length: int
) -> None:
    game = getattr(faulty, name)()
    with pytest.raises(LawBroken, match=message) as broken:
        check_law(BY_NAME[law], game)
    found = broken.value
    assert (found.law, found.game, found.ply) == (law, game, len(found.moves))
    assert len(found.moves) <= length
    first, line, _ = str(found).splitlines()
    assert f"snatch breaks the law '{law}' in deal 1 at ply {found.ply}: " in first
    assert line == f"    moves: {', '.join(map(str, found.moves)) or '(none)'}"


@pytest.mark.parametrize(
    ("name", "law", "points_at"),
    [
        # Who lost which card: the one that the last move of the line put aside.
        ("LosesACard", "cards-conserved", r"(..) is missing\n    moves: .*, aside \1\n"),
        # Who knows what of whose: the fact that gives the other hand away, to the seat it tells.
        ("ShowsAHand", "no-peek", r'seat 0 can tell .* cannot see, .* \["set", "held", \[".."'),
        # After whose undo what is not as it was.
        (
            "ForgetsTheScore",
            "undo-and-redo",
            r"after the undo of .* the fact score is \(1, 0\), not",
        ),
    ],
)
def test_a_lost_card_a_leaked_hand_and_an_undo_that_forgets_are_pointed_at(
    faulty: ModuleType, name: str, law: str, points_at: str
) -> None:
    with pytest.raises(LawBroken, match=points_at) as broken:
        check_game(getattr(faulty, name)())
    assert broken.value.law == law


# How many plies it takes at least: seat 0 plays at plies 1, 3, 5 and seat 1 at 2, 4, 6.
SHORTEST: dict[str, tuple[Callable[[State], bool], int]] = {
    "seat 1 puts two cards aside": (lambda s: len(s.cards["aside1"]) == 2, 4),
    "seat 0 plays two cards": (lambda s: s.facts["score"][0] == 2, 3),
    "seat 0 is to move again": (lambda s: s.facts["plies"] == 2, 2),
    "there is a state": (lambda s: True, 0),
}


@pytest.mark.parametrize("happens", SHORTEST)
@pytest.mark.parametrize("deal", [1, 2, 3])
def test_a_breach_is_shown_by_the_shortest_line(snatch: Game, happens: str, deal: int) -> None:
    condition, least = SHORTEST[happens]
    law = Law("never", "", lambda state, _rng: happens if condition(state) else None)
    with pytest.raises(LawBroken, match=happens) as broken:
        law(snatch, deal, Rng(deal), 60)
    assert len(broken.value.moves) == least


@pytest.mark.parametrize("least", [0, 1, 6, 15, 16])
def test_a_breach_of_a_costly_law_is_shown_with_few_looks(snatch: Game, least: int) -> None:
    looks = []

    def so_many_plies(state: State, _rng: Rng) -> str | None:
        looks.append(state.history)
        return "so many plies" if len(state.history) >= least else None

    with pytest.raises(LawBroken, match="so many plies") as broken:
        Law("few", "", so_many_plies, looks=1, costly=True)(snatch, 1, Rng(1), 16)
    assert broken.value.moves == looks[0][:least]
    assert len(looks) <= 1 + 1 + 4  # the one that found it, one at the start, and 2 ** 4 plies


def test_the_line_of_a_breach_shows_it_when_it_is_played(faulty: ModuleType) -> None:
    game = faulty.LosesACard()
    with pytest.raises(LawBroken) as broken:
        check_game(game)
    state = game.deal(broken.value.deal)
    for move in broken.value.moves:
        state.play(move)
    lying = [card for pile in state.cards.values() for card in pile]
    assert len(lying) == 9
    assert str(game.deck.faults(lying)) == broken.value.message


def test_the_same_seed_tries_the_same_lines_and_another_seed_others(snatch: Game) -> None:
    lines = []

    def look(state: State, _rng: Rng) -> None:
        lines.append(state.history)

    law = Law("look", "", look, looks=1)
    for seed in (1, 1, 2):
        check_law(law, snatch, deals=[1], plies=10, seed=seed)
    assert lines[0] == lines[1] != lines[2]
    assert {len(line) for line in lines} == {10}


@pytest.mark.parametrize(("looks", "places"), [(None, 11), (1, 1), (2, 2), (5, 5), (99, 11)])
def test_a_law_looks_as_often_as_it_says_at_the_end_in_any_case(
    snatch: Game, looks: int | None, places: int
) -> None:
    seen = []

    def look(state: State, _rng: Rng) -> None:
        seen.append(len(state.history))

    Law("look", "", look, looks=looks)(snatch, 1, Rng(4), 10)
    assert len(seen) == len(set(seen)) == places
    assert seen[-1] == 10
    assert looks == 1 or seen[0] == 0


def test_a_law_that_cannot_be_tried_is_left_out(snatch: Game) -> None:
    def never(_game: Game) -> bool:
        return False

    law = Law("never", "", lambda _state, _rng: "always broken", applies=never)
    assert check_game(snatch, laws=[law]) == []


def test_a_game_that_only_exists_here_cannot_be_played_in_another_process(toy: ModuleType) -> None:
    class Here(toy.Snatch):
        pass

    assert not BY_NAME["hash-seeds"].applies(Here())


# The candidates


def test_every_listed_move_and_every_malformed_relative_is_a_candidate(snatch: Game) -> None:
    state = snatch.deal(1)
    thought_of = {str(move) for move in candidates(snatch).of(state)}
    assert thought_of.issuperset(map(str, state.moves))
    for text in ("aside", "aside ??", "aside KH", "aside 2C 2C", "KH", "heap-stock", "??", "deal"):
        assert text in thought_of
    for source, pile in state.piles.items():
        for target in state.piles:
            assert f"{source}-{target}" in thought_of
            if len(pile) > 1:
                assert f"{source}-{target}*{len(pile)}" in thought_of
            if pile:
                assert f"{source}-{target}*{len(pile) + 1}" in thought_of


# What cannot be seen


def test_cards_are_followed_from_the_shuffle_that_drew_them(snatch: Game) -> None:
    state = snatch.deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    for move in ("2C", "aside 4C"):
        state.play(move)
    # Seat 0 holds AC 3C and drew 5S; seat 1 put 4C aside unseen and drew 4S; 3S is left.
    known = {str(slot.card) for slot in Slots(state, 0).drawn[0].slots if slot.known}
    assert known == {"AC", "2C", "3C", "5S", "2S"}
    known = {str(slot.card) for slot in Slots(state, 1).drawn[0].slots if slot.known}
    assert known == {"4C", "5C", "AS", "4S", "2C", "2S"}
    known = {str(slot.card) for slot in Slots(state, None).drawn[0].slots if slot.known}
    assert known == {"2C", "2S"}


def test_exchanged_cards_are_unseen_ones_and_lead_to_another_game(snatch: Game) -> None:
    state = snatch.deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    for move in ("2C", "aside 4C"):
        state.play(move)
    unseen = {"4C", "5C", "AS", "3S", "4S"}
    for exchange in exchanges(state, 0, Rng(1), 20):
        one, other = exchange.pair
        assert {str(one.card), str(other.card)} < unseen
        assert exchange.told_apart(state) is None


def test_exchanging_cards_that_were_seen_would_be_told(snatch: Game) -> None:
    state = snatch.deal("AC 2C 3C 4C 5C AS 2S 3S 4S 5S")
    state.play("2C")
    slots = Slots(state, 1)
    shown = {str(slot.card): slot for slot in slots.drawn[0].slots}
    [exchange, *_] = exchanges(state, 1, Rng(1), 1)
    wrong = evolve(exchange, slots=slots, since=slots.drawn[0], pair=(shown["2S"], shown["3C"]))
    assert str(wrong.told_apart(state)).startswith('it sees ["lay", "heap", "2S"], or else')


def test_nothing_is_exchanged_where_everything_is_seen() -> None:
    state = cardkit.game("bisley").deal(1)
    assert list(exchanges(state, 0, Rng(1), 5)) == []


def test_an_exchange_keeps_the_streams_of_its_deal(snatch: Game) -> None:
    state = snatch.deal(9)
    [exchange, *_] = exchanges(state, 0, Rng(1), 1)
    other = exchange._deal(Deal.of(9))
    assert other.rng("dealer").next() == Deal.of(9).rng("dealer").next()
    assert other.order(5, snatch.deck) == Deal.of(9).order(5, snatch.deck)
    assert other.order(0, snatch.deck) != Deal.of(9).order(0, snatch.deck)
