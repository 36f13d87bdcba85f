"""Sampling: every world that fits a view and no other, each as often, and legal throughout."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

import cardkit
from cardkit import Card, Deal, Deck, Game, Rng, State
from cardkit.cards import parse_cards
from cardkit.rulesfile import packaged_game
from cardkit.sampling import Sampler
from cardkit.tricks.duties import Must, NotLed
from cardkit.tricks.game import TrickGame
from cardkit.tricks.model import Contract, Dealing, Rules, Schedule
from cardkit.tricks.passing import Exchange, PassCards
from cardkit.tricks.play import Play
from cardkit.tricks.stages import Announce, LayAway, PickUp
from cardkit.view import View, header_of

#: The cards of a deal, the first dealt first.
Order = tuple[Card, ...]
NINE = Deck(ranks=(1, 12, 13), suits=(1, 2, 3))


def little(*stages, deck=NINE, dealing=None, trump="H", duties=(), **parts) -> TrickGame:
    """A game for three with few cards, in which seat 2 deals."""
    rules = Rules(
        seats=3,
        deck=deck,
        dealing=dealing or Dealing(3),
        contracts={"plain": Contract(trump=trump, suits="DH", quotas={"others": 1})},
        schedule=Schedule(deals=("plain", "plain")),
        stages=(*stages[:-1], stages[-1]),
        duties=(Must("follow"), *duties),
        first_dealer=2,
        **parts,
    )
    return TrickGame(rules, name="little")


GAMES = {
    "plain": little(Announce(), Play()),
    # The table cards are seen by all, go to forehand, and may be laid away.
    "talon": little(
        Announce(),
        PickUp("forehand"),
        LayAway(2),
        Play(),
        deck=Deck(ranks=(1, 12, 13, 11), suits=(1, 2, 3)),
        without=(Card("JS"),),
        dealing=Dealing(3, 2),
    ),
    "hidden talon": little(
        Announce(),
        LayAway(1, "dealer"),
        PickUp("dealer"),
        Play(),
        deck=Deck(ranks=(1, 10, 11, 12, 13), suits=(2, 3)),
        dealing=Dealing(3, 1, face="down"),
    ),
    "talon before discard": little(
        Announce(),
        PickUp("dealer"),
        LayAway(1, "dealer"),
        Play(),
        deck=Deck(ranks=(1, 10, 11, 12, 13), suits=(2, 3)),
        dealing=Dealing(3, 1, face="down"),
    ),
    "blind": little(Announce(blind=True), Play(), trump="named"),
    "pass": little(PassCards(1), Announce(), Play()),
    "pass and lead": little(
        PassCards(1, ("right",)),
        Announce(),
        Play(lead=Card("AD")),
        duties=(NotLed(("H",)),),
        trump="none",
    ),
}


def shares(cards: list[Card], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """All ways to deal cards out in hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        yield from ([hand, *others] for others in shares(rest, sizes[1:]))


def possible_deals(
    game: TrickGame, real: tuple[Card, ...], seat: int
) -> Iterator[tuple[Card, ...]]:
    """The deals that differ from the real one in what a seat did not see at once."""
    size = 3 * game.rules.dealing.hands
    dealt = [real[i:size:3] for i in range(3)]
    table = real[size:]
    own = [] if game.rules.stages[0] == Announce(blind=True) else [seat]
    closed = table and not game.rules.dealing.lies_open
    hidden = [i for i in range(3) if i not in own]
    cards = [card for i in hidden for card in dealt[i]] + (list(table) if closed else [])
    for hands in shares(cards, [len(dealt[i]) for i in hidden]):
        rest = [card for card in cards if not any(card in hand for hand in hands)]
        where = dict(zip(hidden, hands, strict=True)) | {i: dealt[i] for i in own}
        order = tuple(where[k % 3][k // 3] for k in range(size))
        for talon in permutations(rest) if closed else [table]:
            yield order + tuple(talon)


def somewhere(game: Game, chance: random.Random, plies: int) -> tuple[State, tuple[Card, ...]]:
    """A position of the first deal after some random moves, and the order it was dealt in."""
    order = list(game.cards_in_play())
    chance.shuffle(order)
    state = game.deal([order, order])
    for _ in range(plies):
        state.push(chance.choice(list(state.moves)))
        if state._table.past or state.outcome is not None:
            state.undo()
            break
    return state, tuple(order)


def check_against(worlds: Counter, state: State, seat: int, enumeration) -> None:
    """The sampler counts as many worlds, draws no others, and each about as often as it should."""
    sampler = Sampler(state.view(seat))
    total = sum(worlds.values())
    assert sampler.count == total
    even = len(worlds) <= 60
    times = 40 * len(worlds) if even else 50
    rng = Rng(11)
    drawn = Counter(enumeration.lying(sampler.sample(rng)) for _ in range(times))
    assert set(drawn) <= set(worlds)
    for world, lines in worlds.items() if even else ():
        expected = times * lines / total
        assert abs(drawn[world] - expected) < 5 * expected**0.5 + 1


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("plies", [2, 5, 8])
def test_worlds_are_those_that_trying_all_finds(enumeration, name, plies):
    game = GAMES[name]
    chance = random.Random(f"{name} {plies}")
    state, order = somewhere(game, chance, plies)
    for seat in range(3):
        deals = possible_deals(game, order, seat)
        check_against(enumeration.count_worlds(state, seat, deals), state, seat, enumeration)


def snatch_deals(real: tuple[Card, ...], seat: int) -> Iterator[tuple[Card, ...]]:
    """The orders that one of two seats may have been dealt from: its three cards and the heap's."""
    own, heap = real[3 * seat : 3 * seat + 3], real[6]
    cards = [card for card in real if card not in (*own, heap)]
    for other in combinations(cards, 3):
        rest = [card for card in cards if card not in other]
        for stock in permutations(rest):
            hands = (*own, *other) if seat == 0 else (*other, *own)
            yield (*hands, heap, *stock)


@pytest.mark.parametrize("plies", [1, 3, 5])
def test_draws_and_reshuffles_are_counted_too(enumeration, snatch, plies):
    chance = random.Random(plies)
    order = list(snatch.deck)
    chance.shuffle(order)
    state = snatch.deal(_ThenAnything(orders=(tuple(order),)))
    for _ in range(plies):
        state.push(chance.choice(list(state.moves)))
    for seat in range(2):
        deals = snatch_deals(tuple(order), seat)
        check_against(enumeration.count_worlds(state, seat, deals), state, seat, enumeration)
        past = Sampler(state.view(seat)).sample(Rng(1), past=True)
        assert past.view(seat) == state.view(seat)
        assert_replays(past)


class _ThenAnything(Deal):
    """One order, then any."""

    def order(self, k, cards):
        return list(self.orders[0]) if k == 0 else Deal.of(5).order(k, cards)


def assert_replays(world: State) -> None:
    """The whole history is legal, and leads where the world is."""
    moves, end = world.history, world.key
    for _ in moves:
        world.undo()
    for move in moves:
        assert world.why_not(move) is None
        world.push(move)
    assert world.key == end


MATCHES = [
    ("bismarck", {}),
    ("bismarck", {"session": "modern", "must_trump": True, "first_dealer": 1}),
    ("bismarck", {"session": "modern", "choice_info": "table-only"}),
    ("whist", {}),
    ("whist", {"players": 3}),
    ("hearts", {}),
    ("hearts", {"players": 3}),
    ("sergeant_major", {"exchange": False}),
    ("sergeant_major", {"exchange": False, "kitty": "before-discard"}),
]


@pytest.mark.parametrize(("folder", "options"), MATCHES)
def test_sampled_worlds_look_the_same_and_replay(folder, options):
    game = packaged_game(f"cardkit_games.{folder}").create(options)
    chance, rng = random.Random(3), Rng(3)
    state = game.deal(5)
    unordered = {spec.name for spec in game.piles if not spec.ordered}
    while state.outcome is None and state.facts["deal"] < 3:
        seat = chance.choice([None, *range(game.seats)])
        if chance.random() < 0.12:
            view = state.view(seat)
            sampler = Sampler(view)
            world = sampler.sample(rng)
            assert sorted(c for pile in world.cards.values() for c in pile) == list(
                game.cards_in_play()
            )
            for name, cards in view.cards.items():
                known = Counter(filter(None, cards))
                assert known <= Counter(world.cards[name])
                assert len(cards) == len(world.cards[name])
                if name not in unordered:
                    pairs = zip(cards, world.cards[name], strict=True)
                    assert all(card is own for card, own in pairs if card)
            assert dict(world.facts) == dict(state.facts)
            if seat == state.turn:
                assert tuple(world.moves) == view.moves
            past = sampler.sample(rng, past=True)
            assert past.view(seat) == view
            assert past.history == () or len(past.history) == len(view.history)
            assert_replays(past)
        state.push(chance.choice(list(state.moves)))


# -- what a seat can and cannot know in Bismarck -------------------------------------------------


def bismarck(**options) -> TrickGame:
    game = packaged_game("cardkit_games.bismarck").create({"first_dealer": 0, **options})
    assert isinstance(game, TrickGame)
    return game


def after(*moves: str) -> State:
    """Forehand, seat 1, has all spades and some low clubs; hearts 2 to 5 lie on the table."""
    hands = {
        1: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 2C 3C 4C",
        2: "AH KH QH JH TH 9H 8H 7H 6H AD KD QD JD TD 9D 8D",
        0: "5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D 7D",
    }
    cards = {seat: text.split() for seat, text in hands.items()}
    order = [cards[(1 + k) % 3].pop(0) for k in range(48)]
    state = bismarck().deal(" ".join([*order, "2H 3H 4H 5H"]))
    for move in moves:
        state.play(move)
    return state


def drawn(state: State, seat: int, count: int = 300) -> list[State]:
    sampler, rng = Sampler(state.view(seat)), Rng(5)
    return [sampler.sample(rng) for _ in range(count)]


def test_a_table_card_is_in_forehands_hand_or_laid_away_until_played():
    state = after("away 2H", "away 3H", "away 2C", "away 3C", "4C", "AD", "5C")
    table = set(parse_cards("2H 3H 4H 5H"))
    seen = set()
    for world in drawn(state, 2):
        held, away = set(world.cards["hand1"]) & table, set(world.cards["away"]) & table
        assert held | away == table
        seen.add(len(away))
    assert seen >= {0, 1, 2, 3}


def test_who_cannot_follow_has_none_of_the_suit_but_may_have_laid_it_away():
    state = after("away 2H", "away 3H", "away 4H", "away 5H", "4C", "AD", "5C", "6C")
    assert state.turn == 1  # who followed to clubs, and now to another
    state.play("2C")
    state.play("KD")
    for move in ("7C", "3C", "QD", "8C"):
        state.play(move)
    # Seat 0 leads a fourth club, and forehand throws a spade: no club is left in its hand.
    state.undo()
    state.play("8C")
    state.play("2S")
    worlds = drawn(state, 2)
    clubs = set(parse_cards("AC KC QC JC TC 9C"))
    assert not any(clubs & set(world.cards["hand1"]) for world in worlds)
    assert any(clubs & set(world.cards["away"]) for world in worlds)
    # Before that play it might have had some.
    state.undo()
    assert any(clubs & set(world.cards["hand1"]) for world in drawn(state, 2))


def test_forehand_knows_what_it_laid_away():
    state = after("away 2H", "away 3H", "away 2C", "away 3C")
    for world in drawn(state, 1, 20):
        assert world.cards["away"] == state.cards["away"]
        assert world.cards["hand1"] == state.cards["hand1"]


def test_in_a_blind_choice_the_own_hand_may_be_anything():
    game = bismarck(session="modern", choice_info="table-only")
    state = game.deal(3)
    view = state.view(1)
    worlds = drawn(state, 1, 50)
    assert len({tuple(world.cards["hand1"]) for world in worlds}) > 40
    assert all(tuple(world.moves) == view.moves for world in worlds)


def test_later_deals_are_drawn_afresh():
    state = bismarck(session="quick").deal(3)
    ends = set()
    for world in drawn(state, 0, 6):
        assert world.deal != state.deal
        while world.facts["deal"] == 0:
            world.push(world.moves[0])
        ends.add(tuple(world.cards["hand0"]))
    assert len(ends) == 6


def test_nothing_but_the_view_counts():
    """Two matches that look the same to a seat give it the same worlds."""
    state = after("away 2H", "away 3H", "away 2C", "away 3C", "4C", "AD", "5C")
    other = Sampler(state.view(2)).sample(Rng(8), past=True)
    assert other.cards["hand0"] != state.cards["hand0"]
    first, second = Sampler(state.view(2)), Sampler(other.view(2))
    assert first.count == second.count
    for seed in range(20):
        assert first.sample(Rng(seed)).key == second.sample(Rng(seed)).key


# -- other games, and what cannot be sampled ------------------------------------------------------


def test_a_patience_with_hidden_cards_can_be_sampled():
    state = cardkit.game("klondike").deal(4)
    chance, rng = random.Random(1), Rng(1)
    for _ in range(40):
        view = state.view(0)
        sampler = Sampler(view)
        world = sampler.sample(rng)
        assert list(world.moves) == list(state.moves)
        assert all(
            card in (0, own)
            for name in view.cards
            for card, own in zip(view.cards[name], world.cards[name], strict=True)
        )
        assert sampler.sample(rng, past=True).view(0) == view
        if state.outcome is not None:
            break
        state.push(chance.choice(list(state.moves)))


def test_a_view_without_rules_cannot_be_sampled():
    import json

    state = bismarck().deal(1)
    record = [
        json.dumps(header_of(state._table, 0)),
        json.dumps({"saw": list(state.view(0).events)}),
    ]
    with pytest.raises(LookupError, match="no rules"):
        Sampler(View.from_record(record))


def test_two_packs_cannot_be_sampled():
    state = cardkit.game("prince-bismarck").deal(1)
    with pytest.raises(LookupError, match="equal cards"):
        Sampler(state.view(0))


def test_an_exchange_that_was_not_seen_cannot_be_sampled():
    game = little(Exchange(), Announce(), Play(), trump="none")
    for number in range(30):
        state = game.deal(number)
        while state.facts["deal"] == 0:
            state.push(state.moves[-1])
        if state.facts["phase"] == "exchange":
            break
    giver = state.turn
    state.push(state.moves[0])
    taker = state.turn
    state.push(state.moves[0])
    assert Sampler(state.view(giver)).count
    assert Sampler(state.view(taker)).count
    with pytest.raises(LookupError, match=r"give \?\? depended on cards"):
        Sampler(state.view(3 - giver - taker))
