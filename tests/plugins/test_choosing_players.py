"""Players are chosen by a name that may carry settings."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Option, Rng
from cardkit.options import OptionError
from cardkit.plugins import UnknownPlayer

SETTINGS = (
    Option("worlds", "int", 20, min=1, max=1000),
    Option("past", "bool", False),
    Option("order", "choice", "best", choices=("best", "first")),
)


@pytest.fixture
def registry(kit: Any) -> Any:
    players = [
        kit.player_entry("random"),
        kit.player_entry("pimc", settings=SETTINGS),
        kit.player_entry("greedy", families=("patience",)),
        kit.player_entry("greedy", families=("tricks",)),
    ]
    return kit.load_all(kit.entry_point("p", kit.offering(players=players)))


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("pimc", {"worlds": 20, "past": False, "order": "best"}),
        ("pimc:worlds=50", {"worlds": 50, "past": False, "order": "best"}),
        ("PIMC: past=on , worlds=7,order=first", {"worlds": 7, "past": True, "order": "first"}),
        ("random", {}),
    ],
)
def test_settings_follow_the_name(
    kit: Any, registry: Any, text: str, settings: dict[str, object]
) -> None:
    game, rng = kit.Turn(), Rng(1)
    player = registry.find_player(text, game).make(game, 0, rng)
    assert player.settings == settings
    assert (player.game, player.seat, player.rng) == (game, 0, rng)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pimc", "pimc"),
        ("Pimc:worlds=20", "pimc"),
        ("pimc:order=first,worlds=50,past=yes", "pimc:worlds=50,past=true,order=first"),
    ],
)
def test_a_choice_has_one_text_that_reads_back(
    kit: Any, registry: Any, text: str, canonical: str
) -> None:
    choice = registry.find_player(text, kit.Turn())
    assert str(choice) == canonical
    assert registry.find_player(canonical, kit.Turn()) == choice


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("randm", "no player of turn is called 'randm' (did you mean 'random'?)"),
        ("", "no player of turn is called ''; there are: pimc, random"),
        ("greedy", "the player 'greedy' plays patience, tricks, not turn"),
        ("pimc:", "a player is written name or name:key=value,key=value, not 'pimc:'"),
        ("pimc:worlds", "a player is written name or name:key=value"),
        ("pimc:worlds=", "a player is written name or name:key=value"),
        ("pimc:worlds=5,", "a player is written name or name:key=value"),
        ("pimc:worlds=5,worlds=6", "has 'worlds' set twice"),
    ],
)
def test_a_text_that_names_no_player_is_answered(
    kit: Any, registry: Any, text: str, said: str
) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        registry.find_player(text, kit.Turn())
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pimc:wolrds=5", "the player pimc has no option 'wolrds' (did you mean 'worlds'?"),
        ("pimc:worlds=0", "0 is not a whole number from 1 to 1000"),
        ("random:worlds=5", "the player random has no option 'worlds'"),
    ],
)
def test_settings_are_checked_like_options(kit: Any, registry: Any, text: str, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        registry.find_player(text, kit.Turn())
    assert said in str(caught.value)


def test_the_player_of_the_games_own_family_is_meant(kit: Any, registry: Any) -> None:
    game = kit.Turn()
    game.family = "tricks"
    assert registry.find_player("greedy", game).entry.families == ("tricks",)
