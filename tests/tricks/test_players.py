"""Players of trick-taking games: what they do with certain cards, and how they compare."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardkit import Card, Deck, Rng, State
from cardkit.players.pimc import Pimc, RandomPlayout
from cardkit.players.random import RandomPlayer
from cardkit.players.tricks import GreedyTricks
from cardkit.players.tricks_playout import TricksPlayout, _Tricks
from cardkit.sampling import Sampler
from cardkit.tricks.game import TrickGame

Make = Callable[..., TrickGame]
PACK = [str(card) for card in Deck()]


def greedy(state: State, seed: int = 1) -> str:
    """The greedy player's move for the seat whose turn it is."""
    seat = state.turn
    assert seat is not None
    return str(GreedyTricks(state.game, seat, Rng(seed)).choose(state.view(seat)))


def trick(game: TrickGame, hands: str, played: str, facts: str, taken_by: int = 2) -> State:
    """A position in which some cards have been played to a trick and the next seat decides."""
    named = set((hands + " " + played).replace("/", " ").split())
    rest = " ".join(card for card in PACK if card not in named)
    parts = [f"hand{i} {hand.strip()}".strip() for i, hand in enumerate(hands.split("/"))]
    text = " / ".join([*parts, f"trick {played}", f"won{taken_by} {rest}"])
    return game.at(f"{text} ; phase=play {facts}", deal=1)


NO_TRUMP = "contract=no-trump forehand=0 dealer=2 turn=2 hand=hand2"
PASS = "contract=pass forehand=0 dealer=2 turn=2 hand=hand2"
SPADES = "contract=named trump=S forehand=0 dealer=2 turn=2 hand=hand2"


@pytest.mark.parametrize(
    ("hand", "played", "facts", "move"),
    [
        ("3H QH AH", "9H JH", NO_TRUMP, "QH"),  # the cheapest that takes it
        ("3H 4H 9C", "9H JH", NO_TRUMP, "3H"),  # the lowest if none does
        ("2D 3S AS", "9H JH", SPADES, "3S"),  # the lowest trump that takes it
        ("3H 8H AH", "9H JH", PASS, "8H"),  # as high as possible below
        ("QH KH AH", "9H JH", PASS, "AH"),  # the highest if it must be taken
        ("2D AD", "9H JH", PASS, "AD"),  # the danger goes where it cannot take
    ],
)
def test_greedy_in_the_last_place(make: Make, hand: str, played: str, facts: str, move: str):
    cards = hand.split()
    others = [c for c in PACK if c not in cards and c not in played.split()]
    hands = f"{' '.join(others[: len(cards) - 1])} / {' '.join(others[-len(cards) + 1 :])} / {hand}"
    assert greedy(trick(make("bismarck"), hands, played, facts)) == move


def test_greedy_leaves_a_trick_to_its_partner(make: Make):
    facts = "contract=trumps trump=S dealer=3 turn=2 hand=hand2"
    game = make("whist")
    # Seat 0 leads the ace; its partner, seat 2, does not beat nor trump it.
    state = trick(game, "2D / 3D / 2C 5H KH / 4D 6D 8D", "AH 3H", facts, taken_by=1)
    assert greedy(state) == "5H"
    state = trick(game, "2D / 3D / 2C 4S KS / 4D 6D 8D", "AH 3H", facts, taken_by=1)
    assert greedy(state) == "2C"


def test_greedy_throws_the_queen_of_spades_away(make: Make):
    facts = "contract=hearts broken=true dealer=3 turn=2 hand=hand2 tricks=[1,0,0,0]"
    hands = "2C / 3C / QS AD KH / 4C 6C 8C"
    state = trick(make("hearts"), hands, "5C 9C", facts, taken_by=1)
    assert greedy(state) == "QS"


def strong(game: TrickGame, hand: str, table: str) -> State:
    """The first deal, with this hand for seat 1, which is forehand, and this table."""
    rest = [card for card in PACK if card not in (hand + " " + table).split()]
    own = hand.split()
    order = [own.pop() if k % 3 == 0 else rest.pop() for k in range(48)]
    return game.deal([[*order, *table.split()]] * 12)


@pytest.mark.parametrize(
    ("hand", "table", "announced"),
    [
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4C 3C 2C 2D 3D 4D", "7C 8D 9C 8C", "contract spades"),
        ("AH KH QH JH TH 9H 8H 7H 6H 5H 4C 3C 2C 2D 3D 4D", "7C 8D 9C 8C", "contract free H"),
        ("2S 3S 4S 5S 2H 3H 4H 5H 2C 3C 4C 5C 2D 3D 4D 6D", "7C 8D 9C 8C", "contract pass"),
        ("AS KS QS AH KH QH AC KC QC AD KD QD JD TS 3C 4D", "5H 6S 7C 8H", "contract no-trump"),
    ],
)
def test_greedy_announces_what_its_cards_are_good_for(
    make: Make, hand: str, table: str, announced: str
):
    game = make("bismarck", session="modern", first_dealer=0)
    assert greedy(strong(game, hand, table)) == announced


def test_greedy_keeps_trumps_and_lays_low_cards_away(make: Make):
    game = make("bismarck", first_dealer=0)
    hand = "AS KS QS JS TS 9S AH KH QH AC KC QC 2D 3D 4D 6D"
    state = strong(game, hand, "2S 8D 9C 8C")
    laid = []
    for _ in range(4):
        laid.append(greedy(state).split()[1])
        state.play(f"away {laid[-1]}")
    assert not {card for card in laid if card[1] == "S" or card[0] in "AKQ"}


def test_in_passaus_greedy_lays_high_cards_away(make: Make):
    game = make("bismarck", first_dealer=0, session="quick")
    hand = "AS KS QS 2S 3S 4S 2H 3H 4H 2C 3C 4C 2D 3D 4D 5D"
    order = strong(game, hand, "7H 8D 9C 8C").deal.orders[0]
    position = game.deal([order] * 3).position.replace("contract=trump", "contract=pass")
    state = game.at(position.replace("trump=H", "trump=null"))
    assert greedy(state) == "away AS"


def choose(player, state: State) -> str:
    return str(player.choose(state.view(state.turn)))


@pytest.mark.parametrize("player", [GreedyTricks, lambda *a: Pimc(*a, worlds=3)])
def test_players_decide_by_their_view_alone(make: Make, player):
    """In a world that looks the same to a seat it does the same."""
    game = make("bismarck", session="modern")
    state, chance = game.deal(4), Rng(2)
    for ply in range(50):
        if ply % 7 == 3:
            seat = state.turn
            other = Sampler(state.view(seat)).sample(Rng(ply), past=True)
            one = player(game, seat, Rng(5)).choose(state.view(seat))
            assert player(game, seat, Rng(5)).choose(other.view(seat)) is one
            assert one in state.moves
        state.push(chance.choice(state.moves))


def play(game: TrickGame, deal: int, players: list) -> State:
    state = game.deal(deal)
    seated = [make(game, i, Rng.stream(deal, "player", i)) for i, make in enumerate(players)]
    while state.outcome is None:
        state.play(seated[state.turn].choose(state.view(state.turn)))
    return state


def advantage(game: TrickGame, one, other, deals: range) -> tuple[float, float]:
    """By how much `one` scores more than others in its place, with half of a 95 % interval."""
    gains = []
    for deal in deals:
        gain = 0.0
        for seat in range(game.seats):
            side = game.rules.side_of(seat)
            players = [one if i in side else other for i in range(game.seats)]
            scores = play(game, deal, players).outcome.scores
            rest = [scores[i] for i in range(game.seats) if i not in side]
            gain += scores[seat] - sum(rest) / len(rest)
        gains.append(gain / game.seats)
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean, 1.96 * (spread / len(gains)) ** 0.5


@pytest.mark.parametrize(
    ("folder", "options"),
    [
        ("bismarck", {"session": "quick"}),
        ("whist", {"target": 2}),
        ("sergeant_major", {"deals": 3}),
        ("hearts", {"floor": -20}),
    ],
)
def test_greedy_beats_random(make: Make, folder: str, options: dict):
    mean, half = advantage(make(folder, **options), GreedyTricks, RandomPlayer, range(6))
    assert mean - half > 0


def test_pimc_plays_the_same_with_the_same_chance(make: Make):
    game = make("bismarck", session="quick")
    players = [lambda *a: Pimc(*a, worlds=2), GreedyTricks, RandomPlayer]
    assert play(game, 3, players).history == play(game, 3, players).history


def test_pimc_takes_the_sure_trick(make: Make):
    """The ace is high and alone beats what lies there: no world says otherwise."""
    game = make("bismarck")
    state = trick(game, "2C / 3C / 3H AH", "9H JH", NO_TRUMP + " tricks=[5,4,5]")
    assert choose(Pimc(game, 2, Rng(1), worlds=4), state) == "AH"


def test_pimc_goes_on_where_no_world_can_be_sampled(make: Make):
    """In an exchange that a seat did not see it does what the greedy player does."""
    game = make("sergeant_major", deals=3)
    state = play(game, 2, [lambda *a: Pimc(*a, worlds=1)] * 3)
    assert state.outcome is not None


def test_pimc_can_play_any_game(snatch):
    state = snatch.deal(3)
    player = Pimc(snatch, 0, Rng(1), worlds=4)
    assert isinstance(player._playout, RandomPlayout)
    while state.outcome is None:
        seat = state.turn
        state.play(Pimc(snatch, seat, Rng(1), worlds=2).choose(state.view(seat)))
    assert state.outcome.reason == "scored"


class _Watched(_Tricks):
    """Tells what is played."""

    def play(self, card: Card) -> None:
        self.__dict__.setdefault("played", []).append(str(card))
        super().play(card)


@pytest.mark.parametrize("folder", ["bismarck", "hearts", "whist"])
def test_a_playout_plays_by_the_rules_of_the_game(make: Make, folder: str):
    """What it plays without piles is legal on the table, and takes the tricks it says."""
    game = make(folder)
    state = game.deal(6)
    while state.facts["phase"] != "play":
        state.push(state.moves[0])
    tricks, number = _Watched(game, state), state.facts["deal"]
    result = tricks.finish(Rng(1))
    for card in tricks.played:
        state.play(card)
    row = state.facts["sheet"][number]
    sides = [game.rules.side_of(i) for i in range(game.seats)]
    assert result.tricks == tuple(sum(row[3][i] for i in side) for side in sides)
    assert tuple((result.contract.scoring or game.rules.scoring)(result)) == row[4]


@pytest.mark.parametrize("settings", [{"worlds": 0}, {"seconds": -1}])
def test_no_worlds_at_all_are_refused(make: Make, settings: dict):
    with pytest.raises(ValueError, match="at least one world"):
        Pimc(make("bismarck"), 0, Rng(1), **settings)


def test_they_know_what_games_they_play(snatch):
    for player in (GreedyTricks, TricksPlayout):
        with pytest.raises(TypeError, match="no trick-taking game"):
            player(snatch, 0, Rng(1))
