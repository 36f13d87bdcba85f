"""Names: who has which, what happens to the second, and how an unknown one is answered."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardkit import Option
from cardkit.options import OptionError
from cardkit.plugins import PluginError, RendererEntry, UnknownGame
from cardkit.plugins.choice import UnknownPlayer


def test_of_two_games_with_one_name_the_second_is_a_problem(kit: Any) -> None:
    a = kit.entry_point("a", kit.offering([kit.game_entry("golf", version="a")]))
    b = kit.entry_point("b", kit.offering([kit.game_entry("golf"), kit.game_entry("other")]))
    registry = kit.load_all(b, a)
    (problem,) = registry.problems
    assert (problem.name, problem.kind) == ("b", "duplicate")
    assert problem.message == "the game 'golf' is already taken by a (cardkit-a 1.0)"
    assert registry.games["golf"].version == "a"
    assert "other" in registry.games


def test_nobody_can_take_the_name_of_a_game_of_ours(kit: Any) -> None:
    theirs = kit.entry_point("a", kit.offering([kit.game_entry("golf", version="theirs")]), "aaa")
    ours = kit.entry_point("z", kit.offering([kit.game_entry("golf", version="ours")]), "cardkit")
    registry = kit.load_all(theirs, ours)
    assert registry.games["golf"].version == "ours"
    assert [problem.distribution for problem in registry.problems] == ["aaa"]


def test_of_two_distributions_with_one_entry_name_the_second_is_a_problem(kit: Any) -> None:
    one = kit.entry_point("main", kit.offering([kit.game_entry("golf")]), "cardkit-one")
    two = kit.entry_point("main", kit.offering([kit.game_entry("tennis")]), "cardkit-two")
    registry = kit.load_all(two, one)
    (problem,) = registry.problems
    assert (problem.distribution, problem.kind) == ("cardkit-two", "duplicate")
    assert problem.message == "the entry name 'main' is already taken by main (cardkit-one 1.0)"
    assert list(registry.games) == ["golf", "good"]


def test_what_loads_does_not_depend_on_the_order_of_installation(kit: Any) -> None:
    def points() -> list[Any]:
        return [
            kit.entry_point(f"p{n}", kit.offering([kit.game_entry(f"game{n % 3}", version=str(n))]))
            for n in range(7)
        ]

    plain = kit.load_all(*points())
    for seed in range(5):
        mixed = points()
        random.Random(seed).shuffle(mixed)
        other = kit.load_all(*mixed)
        assert [e.version for e in other.games.values()] == [
            e.version for e in plain.games.values()
        ]
        assert other.problems == plain.problems
        assert other.plugins == plain.plugins


def test_players_share_a_name_if_no_family_knows_both(kit: Any) -> None:
    greedy = [kit.player_entry("greedy", families=(family,)) for family in ("patience", "tricks")]
    registry = kit.load_all(kit.entry_point("p", kit.offering(players=greedy)))
    assert registry.problems == []
    assert registry.players_of("tricks")["greedy"].families == ("tricks",)
    assert registry.players_of("patience")["greedy"].families == ("patience",)
    assert registry.players_of("python") == {}
    assert registry.players_of()["greedy"].families == ("patience",)


@pytest.mark.parametrize(
    ("first", "second"),
    [(None, None), (None, ("tricks",)), (("tricks",), None), (("a", "tricks"), ("tricks", "b"))],
)
def test_players_whose_families_meet_cannot_share_a_name(
    kit: Any, first: tuple[str, ...] | None, second: tuple[str, ...] | None
) -> None:
    players = [kit.player_entry("greedy", families=f) for f in (first, second)]
    registry = kit.load_all(kit.entry_point("p", kit.offering(players=players)))
    (problem,) = registry.problems
    assert problem.kind == "duplicate"
    assert [player.families for player in registry.players] == [first]


def test_renderers_and_commands_are_found_by_name(kit: Any) -> None:
    import click

    renderer = RendererEntry("dots", lambda layout: ".", help="dots")
    command = click.Command("hello")
    plugin = kit.offering(renderers=[renderer, renderer], commands=[command, "nothing"])
    registry = kit.load_all(kit.entry_point("p", plugin))
    assert registry.renderers == {"dots": renderer}
    assert registry.commands == {"hello": command}
    assert [(p.kind, p.message) for p in registry.problems] == [
        ("duplicate", "the renderer 'dots' is already taken by p (cardkit-p 1.0)"),
        ("hook", "cardkit_commands gives 'nothing', which is no Command"),
    ]


@pytest.mark.parametrize(
    "name", ["four-corners", "four_corners", "Four Corners", " FOUR__CORNERS", "four - corners"]
)
def test_a_game_is_found_however_its_name_is_spelt(kit: Any, name: str) -> None:
    registry = kit.load_all(kit.entry_point("p", kit.offering([kit.game_entry("four-corners")])))
    assert registry.game(name).name == "four-corners"


def test_an_unknown_game_names_the_nearest(kit: Any) -> None:
    registry = kit.load_all(kit.entry_point("p", kit.offering([kit.game_entry("bisley")])))
    with pytest.raises(UnknownGame) as caught:
        registry.game("bisly")
    assert str(caught.value) == (
        "no game is called 'bisly' (did you mean 'bisley'?); `cardkit games` lists them"
    )
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, LookupError)


@pytest.mark.parametrize("name", ["golf", "Golf", "cardkit-golf"])
def test_a_game_whose_plugin_failed_says_so(kit: Any, name: str) -> None:
    registry = kit.load_all(kit.entry_point("golf", ImportError("no grass")))
    with pytest.raises(
        UnknownGame, match=r"cannot be loaded: golf .* import: ImportError: no grass"
    ):
        registry.game(name)


@pytest.mark.parametrize("text", ["thrifty", "Thrifty:trusting=no"])
@pytest.mark.parametrize("point", [("thrifty", "cardkit-a"), ("main", "cardkit-thrifty")])
def test_a_player_whose_plugin_failed_says_so(kit: Any, point: tuple[str, str], text: str) -> None:
    name, distribution = point
    game = kit.entry_point("p", kit.offering([kit.game_entry("golf")]))
    registry = kit.load_all(game, kit.entry_point(name, ImportError("no purse"), distribution))
    with pytest.raises(UnknownPlayer, match=r"cannot be loaded: .* import: ImportError: no purse"):
        registry.find_player(text, registry.game("golf"))


def test_a_player_that_is_there_is_not_blamed_for_a_plugin_of_its_name(kit: Any) -> None:
    good = kit.entry_point("p", kit.offering([kit.game_entry("golf")], [kit.player_entry("nth")]))
    registry = kit.load_all(good, kit.entry_point("nth", ImportError("no purse"), "cardkit-a"))
    assert str(registry.find_player("nth", registry.game("golf"))) == "nth"


def test_a_plugin_is_also_looked_for_under_its_distribution(kit: Any) -> None:
    registry = kit.load_all(kit.entry_point("main", ImportError("no grass"), "cardkit-golf"))
    with pytest.raises(UnknownGame, match="ImportError: no grass"):
        registry.game("golf")


def test_options_are_checked_against_the_declared_ones(kit: Any) -> None:
    columns = Option("columns", "int", 8, min=1, max=10)
    entry = kit.game_entry("golf", options=(columns,))
    registry = kit.load_all(kit.entry_point("p", kit.offering([entry])))
    assert registry.game("golf").options == {"columns": 8}
    assert registry.game("golf", columns="9").options == {"columns": 9}
    with pytest.raises(OptionError, match="did you mean 'columns'"):
        registry.game("golf", colums=9)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda options: 1 / 0, "the game 'golf' fails to start: ZeroDivisionError"),
        (lambda options: None, "the plugin of the game 'golf' makes None instead of it"),
    ],
)
def test_a_plugin_that_cannot_make_its_game_is_an_error_of_one_line(
    kit: Any, make: Any, said: str
) -> None:
    registry = kit.load_all(kit.entry_point("p", kit.offering([kit.game_entry("golf", make=make)])))
    with pytest.raises(PluginError) as caught:
        registry.game("golf")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_plugin_must_make_the_game_that_it_offers(kit: Any) -> None:
    entry = kit.game_entry("golf", make=lambda options: kit.Turn("tennis"))
    registry = kit.load_all(kit.entry_point("p", kit.offering([entry])))
    with pytest.raises(PluginError, match="makes one called 'tennis' instead"):
        registry.game("golf")
