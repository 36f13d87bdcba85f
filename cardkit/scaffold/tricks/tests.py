"""The rules on deals chosen for them, and the laws that every game keeps."""

from __future__ import annotations

import cardkit
from cardkit.testing import check_game

CLUBS = "AC TC KC QC JC 9C 8C 7C"
HIGH_REDS = "AD TD KD QD AH TH KH QH"
LOW_REDS = "JD 9D 8D 7D JH 9H 8H 7H"
SPADES = "AS TS KS QS JS 9S 8S 7S"


def dealt(*hands: str, **options: object) -> cardkit.State:
    """A new match in whose first deal forehand, and so on round the table, hold these hands."""
    game = cardkit.game("my-game", **options)
    # Every seat gets one card after the other. The later deals are any that will do.
    first = [card for row in zip(*map(str.split, hands), strict=True) for card in row]
    return game.deal([" ".join(first)] * int(game.options["deals"]))


def clause(state: cardkit.State, move: str) -> str | None:
    """The clause that forbids a move; None if it is legal."""
    reason = state.why_not(move)
    return None if reason is None else reason.clause


def seats(state: cardkit.State) -> list[int]:
    """The four seats from forehand on."""
    forehand = int(state.facts["forehand"])
    return [(forehand + n) % 4 for n in range(4)]


def test_it_keeps_the_laws_of_every_game() -> None:
    check_game(cardkit.game("my-game"), deals=[1], plies=20)


def test_everybody_sees_the_own_hand_and_no_other() -> None:
    state = dealt(CLUBS, HIGH_REDS, LOW_REDS, SPADES)
    forehand, second, *_ = seats(state)
    view = state.view(forehand)
    assert sorted(map(str, view.piles[f"hand{forehand}"])) == sorted(CLUBS.split())
    assert str(view.piles[f"hand{second}"]) == " ".join(["??"] * 8)


def test_suit_must_be_followed() -> None:
    state = dealt("AC TC KC QC AD TD KD QD", "JC 9C 8C 7C AH TH KH QH", LOW_REDS, SPADES)
    state.play("AC")
    assert sorted(map(str, state.moves)) == ["7C", "8C", "9C", "JC"]
    assert clause(state, "AH") == "MG-07"


def test_a_trump_wins_and_its_player_leads_next() -> None:
    state = dealt(CLUBS, HIGH_REDS, LOW_REDS, SPADES)
    _, _, third, _ = seats(state)
    for card in ("AC", "AD", "7H", "AS"):
        state.play(card)
    assert sorted(map(str, state.piles[f"won{third}"])) == ["7H", "AC", "AD", "AS"]
    assert state.turn == third


def test_the_ten_is_higher_than_the_king() -> None:
    diamonds = "AD TD KD QD JD 9D 8D 7D"
    state = dealt("KC QC JC 9C AH TH KH QH", "AC TC 8C 7C JH 9H 8H 7H", diamonds, SPADES)
    _, second, *_ = seats(state)
    for card in ("KC", "TC", "AD", "AS"):
        state.play(card)
    assert state.turn == second


def test_whoever_cannot_follow_plays_anything_or_must_trump_if_so_agreed() -> None:
    state = dealt(CLUBS, HIGH_REDS, LOW_REDS, SPADES)
    state.play("AC")
    assert len(state.moves) == 8
    state = dealt(CLUBS, HIGH_REDS, LOW_REDS, SPADES, must_trump=True)
    state.play("AC")
    assert sorted(map(str, state.moves)) == ["AH", "KH", "QH", "TH"]
    assert clause(state, "AD") == "MG-08"


def test_the_points_of_every_deal_cancel_out() -> None:
    # Eight tricks are won, and two are each player's share.
    game = cardkit.game("my-game", deals=5)
    result = cardkit.run(game, deal=1, players="random")
    assert result.outcome.scores is not None
    assert sum(result.outcome.scores) == 0
    assert result.moves == 5 * 32
