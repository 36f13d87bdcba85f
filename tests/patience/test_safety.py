"""Safe play-ups: hand-worked cases, and a proof by exhaustion on small boards."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import cardkit
from cardkit import Card, Deck, Rank, Rng, State
from cardkit.patience.game import PatienceGame
from cardkit.patience.model import Build, Group, Reach, Rest, Rules, Space
from cardkit.patience.safety import autoplay, safe_moves
from cardkit.relations import Relation


def texts(moves: Iterable[object]) -> list[str]:
    return [str(move) for move in moves]


def small(packs: int, build: str, ends: str, spaces: bool) -> PatienceGame:
    """A game with four ranks of two suits on four columns that hold everything from the start."""
    groups = {
        "t": Group(
            "tableau",
            4,
            build=Build(Relation.parse(build)),
            space=Space("any" if spaces else "none"),
        ),
        "stock": Group("stock"),
    }
    reach = []
    for name, rank, step in (("a", Rank.ACE, "up"), ("k", Rank.FOUR, "down")):
        if name in ends:
            count = 2 * packs if len(ends) == 1 else 2
            unique = "unique" if len(ends) == 2 and packs == 2 else "any"
            groups[name] = Group(
                "foundation",
                count,
                suits=unique,
                build=Build(Relation.parse(f"{step} same-suit")),
                space=Space((rank,)),
            )
            reach.append(Reach(("t",), (name,)))
    reach.append(Reach(("t",), ("t",)))
    deck = Deck(packs=packs, ranks=range(1, 5), suits=(1, 3))
    rules = Rules(groups=groups, layout=(Rest("stock"),), reach=tuple(reach), deck=deck)
    return PatienceGame(rules, name="small")


def winnable(state: State, known: dict[object, bool]) -> bool:
    """By trying everything, with no idea of dominance: the second, independent way."""
    seen = {state.key}
    line = [iter(list(state.moves))]
    while line:
        move = next(line[-1], None)
        if move is None:
            line.pop()
            if line:
                state.undo()
            continue
        state.push(move)
        if state.outcome is not None and state.outcome.won:
            for _ in line:
                state.undo()
            return True
        if state.key in seen or len(seen) > 20_000:
            state.undo()
            continue
        seen.add(state.key)
        line.append(iter(list(state.moves)))
    known[state.key] = False
    return False


@pytest.mark.parametrize("spaces", [False, True])
@pytest.mark.parametrize(
    ("packs", "build", "ends"),
    [
        (1, "up-or-down same-suit", "ak"),
        (1, "down alternate-colour", "a"),
        (1, "down any-suit", "a"),
        (1, "down same-suit", "a"),
        (2, "down same-suit", "a"),
    ],
)
def test_no_safe_play_up_ever_loses_a_winnable_board(packs, build, ends, spaces):
    game = small(packs, build, ends, spaces)
    rng = Rng(packs * 100 + len(build) + spaces)
    safe = won = 0
    for _ in range(12 if packs == 1 else 4):
        cards = list(game.deck)
        rng.shuffle(cards)
        columns = [cards[i::4] for i in range(4)]
        text = " / ".join(f"t{i} {' '.join(map(str, c))}" for i, c in enumerate(columns, 1))
        state = game.at(text)
        if not winnable(state, {}):
            continue
        won += 1
        while moves := safe_moves(state):
            safe += 1
            state.push(moves[0])
            outcome = state.outcome
            assert (outcome is not None and outcome.won) or winnable(state, {}), (text, moves[0])
            if outcome is not None:
                break
    assert won
    assert safe


def test_a_card_that_another_may_still_need_is_held_back():
    # 3H could go up on its 2, but the 2S in the cell-less tableau may still want to lie on it.
    game = cardkit.game("freecell")
    rest = [c for c in Deck() if c not in map(Card, ("AH", "2H", "3H", "2S", "AS", "2C", "AC"))]
    fill = " ".join(map(str, rest))
    state = game.at(f"a3 AH 2H / t1 3H / t2 {fill} AS 2S AC 2C")
    assert "t1-a3" in state.moves
    assert "t1-a3" not in texts(safe_moves(state))
    up = game.at(f"a3 AH 2H / a4 AS 2S / a1 AC 2C / t1 3H / t2 {fill}")
    assert texts(safe_moves(up)) == ["t1-a3"]


def test_nothing_is_safe_while_the_tableau_may_be_dealt_again():
    game = cardkit.game("prince-bismarck")
    rest = list(game.deck)
    for card in ("AS", "AS"):
        rest.remove(Card(card))
    text = f"p1 AS / p2 {' '.join(map(str, rest))} AS ; phase=play"
    assert "p1-a1" in game.at(text).moves
    assert safe_moves(game.at(text)) == []
    spent = cardkit.game("prince-bismarck", redeals=0).at(text)
    assert safe_moves(spent) == []  # the second ace of spades could still take a 2S


def test_autoplay_plays_only_what_is_safe_and_can_be_undone():
    state = cardkit.game("bisley").deal(3)
    before = state.position
    played = autoplay(state)
    assert played
    assert all(move.target[0] in "ak" for move in played)
    for _ in played:
        state.undo()
    assert state.position == before


def test_a_game_without_data_has_no_safe_moves(monkeypatch):
    with pytest.raises(TypeError, match="no patience with rules as data"):
        safe_moves(cardkit.game("hearts").deal(1))


SPADES = "AS AS 2S 2S 3S 3S 4S 4S"


def test_the_other_copy_of_a_card_must_have_a_foundation_of_its_own():
    game = small(2, "down same-suit", "a", spaces=False)
    one = game.at(f"a1 AD / t1 2D / t2 AD 2D 3D 3D 4D 4D {SPADES}")
    assert "t1-a1" in one.moves
    assert "t1-a1" not in texts(safe_moves(one))  # an ace below could still want the other 2D
    two = game.at(f"a1 AD / a2 AD / t1 2D / t2 2D 3D 3D 4D 4D {SPADES}")
    assert texts(safe_moves(two)) == ["t1-a1", "t1-a2"]


def test_with_two_packs_a_card_is_not_counted_on_to_follow():
    game = small(2, "up-or-down same-suit", "a", spaces=False)
    state = game.at(f"a1 AD 2D 3D 4D / a2 AD / t1 2D / t2 3D 4D {SPADES}")
    assert "t1-a2" in state.moves
    assert safe_moves(state) == []
