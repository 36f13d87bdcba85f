"""Observers hear what happens, as much of it as they ask for, and cannot spoil a game."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Move, Outcome
from cardkit.plugins import PluginError


def _play(kit: Any, registry: Any) -> Any:
    state = kit.Turn().deal(1)
    registry.hook.cardkit_deal_started(state)
    state.play("turn")
    registry.hook.cardkit_move_played(state, Move("turn"))
    registry.hook.cardkit_game_over(state, state.outcome)
    return state


def test_an_observer_hears_of_deals_moves_and_the_end(kit: Any) -> None:
    heard: list[object] = []
    plugin = kit.hooking(
        cardkit_deal_started=lambda state: heard.append(state),
        cardkit_move_played=lambda state, move: heard.append((state, move)),
        cardkit_game_over=lambda state, outcome: heard.append((state, outcome)),
    )
    state = _play(kit, kit.load_all(kit.entry_point("watch", plugin)))
    assert len(heard) == 3
    assert heard[0] is state
    assert heard[1] == (state, Move("turn"))
    assert heard[2] == (state, Outcome("won", won=True))


def test_an_observer_takes_only_the_arguments_it_wants(kit: Any) -> None:
    heard: list[object] = []
    plugin = kit.hooking(
        cardkit_deal_started=lambda: heard.append("deal"),
        cardkit_move_played=lambda move: heard.append(move),
    )
    _play(kit, kit.load_all(kit.entry_point("watch", plugin)))
    assert heard == ["deal", Move("turn")]


def test_it_is_known_whether_anybody_observes_moves(kit: Any) -> None:
    ends = kit.entry_point("ends", kit.hooking(cardkit_game_over=lambda: None))
    moves = kit.entry_point("moves", kit.hooking(cardkit_move_played=lambda: None))
    assert not kit.load_all(ends).observes_moves
    assert kit.load_all(ends, moves).observes_moves


def _exit() -> None:
    raise SystemExit(1)


@pytest.mark.parametrize(
    ("fails", "said"),
    [(lambda: 1 / 0, "ZeroDivisionError: division by zero"), (_exit, "SystemExit")],
)
def test_an_observer_that_fails_is_dropped_and_named(kit: Any, fails: Any, said: str) -> None:
    calls: list[str] = []

    def bad() -> None:
        calls.append("bad")
        fails()

    registry = kit.load_all(
        kit.entry_point("bad", kit.hooking(cardkit_move_played=bad)),
        kit.entry_point("fine", kit.hooking(cardkit_move_played=lambda: calls.append("fine"))),
    )
    _play(kit, registry)
    _play(kit, registry)
    assert sorted(calls) == ["bad", "fine", "fine"]
    (problem,) = registry.problems
    assert (problem.name, problem.kind) == ("bad", "observer")
    assert problem.message.startswith(f"cardkit_move_played raised {said}")
    assert problem.message.endswith("it is not called again")


def test_the_last_observer_that_fails_leaves_nobody_to_tell(kit: Any) -> None:
    plugin = kit.hooking(cardkit_move_played=lambda: 1 / 0)
    registry = kit.load_all(kit.entry_point("bad", plugin))
    assert registry.observes_moves
    _play(kit, registry)
    assert not registry.observes_moves


def test_the_interrupt_key_passes_through_an_observer(kit: Any) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    plugin = kit.hooking(cardkit_move_played=interrupted)
    registry = kit.load_all(kit.entry_point("slow", plugin))
    with pytest.raises(KeyboardInterrupt):
        _play(kit, registry)


def test_a_strict_registry_raises_what_an_observer_does(kit: Any) -> None:
    plugin = kit.hooking(cardkit_move_played=lambda: 1 / 0)
    registry = kit.load_all(kit.entry_point("bad", plugin), strict=True)
    with pytest.raises(PluginError, match=r"bad .cardkit-bad 1.0.: observer: .*ZeroDivisionError"):
        _play(kit, registry)
