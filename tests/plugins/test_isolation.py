"""A broken plugin is named, in one line, and takes nobody else down."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from cardkit import Option
from cardkit.plugins import PluginError, hookimpl, load
from cardkit.rulebook import Problem, RulesError


class Panic(BaseException):
    """What an extension module in another language may raise."""


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even this works")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ModuleNotFoundError("No module named 'golf'"), "ModuleNotFoundError: No module named"),
        (AttributeError("module 'golf' has no attribute 'plugin'"), "no attribute 'plugin'"),
        (SyntaxError("invalid syntax"), "SyntaxError: invalid syntax"),
        (ZeroDivisionError(), "ZeroDivisionError"),
        (SystemExit(3), "SystemExit: 3"),
        (Panic("index out of bounds"), "Panic: index out of bounds"),
        (RuntimeError("two\nlines \x1b[31m"), "RuntimeError: two lines [31m"),
        (Unspeakable(), "Unspeakable"),
        (RecursionError("maximum recursion depth exceeded"), "RecursionError"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_import_that_fails_is_one_problem_and_the_rest_loads(
    kit: Any, error: BaseException, said: str
) -> None:
    registry = kit.load_all(kit.entry_point("bad", error, "cardkit-bad", "0.3"))
    (problem,) = registry.problems
    assert (problem.name, problem.distribution, problem.version) == ("bad", "cardkit-bad", "0.3")
    assert problem.kind == "import"
    assert said in problem.message
    assert problem.message.isprintable()
    assert list(registry.games) == ["good"]
    assert [plugin.name for plugin in registry.plugins] == ["good"]


def test_the_interrupt_key_stops_everything(kit: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        kit.load_all(kit.entry_point("slow", KeyboardInterrupt()))


def test_an_error_in_a_plugins_code_is_told_with_its_place(kit: Any, tmp_path: Any) -> None:
    source = tmp_path / "golf" / "rules.py"
    source.parent.mkdir()
    source.write_text("deck = 52\n\ndef load():\n    return deck / 0\n")
    module: dict[str, Any] = {}
    exec(compile(source.read_text(), str(source), "exec"), module)
    point = kit.entry_point("golf", None)
    point.load = module["load"]
    (problem,) = kit.load_all(point).problems
    assert problem.message == "ZeroDivisionError: division by zero (golf/rules.py, line 4)"


def test_an_error_of_syntax_names_its_own_place(kit: Any) -> None:
    def load() -> object:
        return compile("import cardkit\ndef cardkit_games(:\n", "golf.py", "exec")

    point = kit.entry_point("golf", None)
    point.load = load
    (problem,) = kit.load_all(point).problems
    assert problem.message == "SyntaxError: invalid syntax (golf.py, line 2)"


def test_an_error_that_goes_on_and_on_is_cut(kit: Any) -> None:
    (problem,) = kit.load_all(kit.entry_point("golf", ImportError("no! " * 10_000))).problems
    assert "no! no! no!" in problem.message
    assert len(problem.message) < 600


@pytest.mark.parametrize("thing", [None, 42, "golf", object(), SimpleNamespace(), {}, TypeError])
def test_a_thing_without_hooks_is_no_plugin(kit: Any, thing: object) -> None:
    registry = kit.load_all(kit.entry_point("thing", thing))
    (problem,) = registry.problems
    assert problem.kind == "hook"
    assert "it implements no hook" in problem.message
    assert "cardkit_games" in problem.message
    assert list(registry.games) == ["good"]


def test_a_thing_that_fails_when_looked_at_is_no_plugin(kit: Any) -> None:
    class Trap:
        def __dir__(self) -> list[str]:
            raise LookupError("do not look")

    (problem,) = kit.load_all(kit.entry_point("trap", Trap())).problems
    assert (problem.kind, "LookupError: do not look" in problem.message) == ("hook", True)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("cardkit_gmaes", "cardkit_games"),
        ("cardkit_game", "cardkit_games"),
        ("cardkit_player", "cardkit_players"),
        ("cardkit_move_palyed", "cardkit_move_played"),
    ],
)
def test_a_misspelt_hook_is_named_with_the_nearest(kit: Any, name: str, meant: str) -> None:
    plugin = kit.hooking(**{name: lambda: (), "cardkit_commands": lambda: ()})
    registry = kit.load_all(kit.entry_point("golf", plugin))
    (problem,) = registry.problems
    assert problem.kind == "hook"
    assert problem.message == f"cardkit has no hook {name!r} (did you mean {meant!r}?)"
    assert "golf" in [plugin.name for plugin in registry.plugins]  # its other hook still counts


def test_a_hook_like_no_other_is_named_without_a_guess(kit: Any) -> None:
    plugin = kit.hooking(cardkit_zzz=lambda: ())
    (problem,) = kit.load_all(kit.entry_point("golf", plugin)).problems
    assert problem.message == "cardkit has no hook 'cardkit_zzz'"


def test_a_hook_of_a_later_cardkit_may_be_optional(kit: Any) -> None:
    later = hookimpl(lambda: (), optionalhook=True)
    plugin = SimpleNamespace(cardkit_sounds=later, cardkit_games=hookimpl(lambda: ()))
    assert kit.load_all(kit.entry_point("golf", plugin)).problems == []


def test_a_hook_that_nobody_marked_is_missed(kit: Any) -> None:
    plugin = SimpleNamespace(cardkit_games=lambda: (), cardkit_players=hookimpl(lambda: ()))
    (problem,) = kit.load_all(kit.entry_point("golf", plugin)).problems
    assert problem.message == "cardkit_games is not marked with cardkit.plugins.hookimpl"


def test_a_hook_that_is_misspelt_and_unmarked_is_missed_as_well(kit: Any) -> None:
    plugin = SimpleNamespace(cardkit_gmaes=lambda: (), cardkit_players=hookimpl(lambda: ()))
    (problem,) = kit.load_all(kit.entry_point("golf", plugin)).problems
    assert problem.message == (
        "cardkit_gmaes is not marked with cardkit.plugins.hookimpl (did you mean 'cardkit_games'?)"
    )


def test_other_functions_of_a_plugin_are_its_own_business(kit: Any) -> None:
    plugin = SimpleNamespace(cardkit_helper=lambda: (), cardkit_games=hookimpl(lambda: ()))
    assert kit.load_all(kit.entry_point("golf", plugin)).problems == []


def test_an_argument_that_no_hook_has_is_named(kit: Any) -> None:
    plugin = kit.hooking(cardkit_move_played=lambda state, mvoe: None)
    (problem,) = kit.load_all(kit.entry_point("golf", plugin)).problems
    assert problem.kind == "hook"
    assert "'mvoe'" in problem.message
    assert "cardkit_move_played" in problem.message
    assert "\n" not in problem.message


def test_a_hook_wrapper_has_nothing_to_wrap(kit: Any) -> None:
    def wrap() -> Iterator[None]:
        yield

    plugin = SimpleNamespace(cardkit_games=hookimpl(wrap, wrapper=True))
    (problem,) = kit.load_all(kit.entry_point("golf", plugin)).problems
    assert problem.message.startswith("cardkit_games is a hook wrapper")


def _exit() -> object:
    raise SystemExit("goodbye")


@pytest.mark.parametrize(
    ("hook", "said"),
    [
        (lambda: 1 / 0, "cardkit_games raises ZeroDivisionError: division by zero"),
        (_exit, "cardkit_games raises SystemExit: goodbye"),
        (lambda: None, "cardkit_games returns None, not an iterable of GameEntry"),
        (lambda: 7, "cardkit_games returns 7, not an iterable of GameEntry"),
        (lambda: "bisley", "cardkit_games returns 'bisley', not an iterable of GameEntry"),
        (lambda: ["bisley"], "cardkit_games gives 'bisley', which is no GameEntry"),
        (lambda: itertools.count(), "cardkit_games gives 0, which is no GameEntry"),
    ],
)
def test_a_hook_that_fails_or_gives_junk_is_one_problem(kit: Any, hook: Any, said: str) -> None:
    registry = kit.load_all(kit.entry_point("golf", kit.hooking(cardkit_games=hook)))
    (problem,) = registry.problems
    assert problem.kind == "hook"
    assert problem.message.startswith(said)
    assert list(registry.games) == ["good"]


def test_junk_that_prints_on_several_lines_is_told_in_one(kit: Any) -> None:
    class Junk:
        def __repr__(self) -> str:
            return "a\nb\x1b[0m"

    registry = kit.load_all(kit.entry_point("golf", kit.offering(games=[Junk()])))
    assert registry.problems[0].message == "cardkit_games gives a b [0m, which is no GameEntry"


def test_what_a_hook_gave_before_it_failed_is_kept(kit: Any) -> None:
    def games() -> Iterator[object]:
        yield kit.game_entry("golf")
        raise OSError("disk on fire")

    registry = kit.load_all(kit.entry_point("golf", kit.hooking(cardkit_games=games)))
    assert list(registry.games) == ["golf", "good"]
    assert "OSError: disk on fire" in registry.problems[0].message


def test_a_hook_that_gives_games_for_ever_is_stopped(kit: Any) -> None:
    entries = (kit.game_entry(f"golf{n}") for n in itertools.count())
    registry = kit.load_all(kit.entry_point("golf", kit.offering(games=entries)))
    (problem,) = registry.problems
    assert "more than 10000 entries" in problem.message


def test_one_hook_that_fails_leaves_the_others_of_its_plugin(kit: Any) -> None:
    plugin = kit.hooking(
        cardkit_games=lambda: 1 / 0, cardkit_players=lambda: [kit.player_entry("first")]
    )
    registry = kit.load_all(kit.entry_point("golf", plugin))
    assert [player.name for player in registry.players] == ["first"]
    assert len(registry.problems) == 1


def test_each_fault_of_a_rules_file_is_a_problem_of_its_own(kit: Any) -> None:
    def games() -> object:
        raise RulesError([Problem("r.yaml", 2, 1, "no groups"), Problem("r.yaml", 9, 3, "no goal")])

    registry = kit.load_all(kit.entry_point("golf", kit.hooking(cardkit_games=games)))
    assert [(p.kind, p.message) for p in registry.problems] == [
        ("rules", "r.yaml:2:1: no groups"),
        ("rules", "r.yaml:9:3: no goal"),
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "Four_Corners"}, "as in 'four-corners'"),
        ({"name": ""}, "a name is small letters"),
        ({"name": None}, "a name is small letters"),
        ({"name": "rm -rf\n"}, "a name is small letters"),
        ({"make": None}, "`make` is None"),
        ({"title": "Golf"}, "`title` must give a text for each language"),
        ({"title": {"de": "Golf"}}, "`title` has no English text"),
        ({"summary": {"de": "Golf"}}, "`summary` has no English text"),
        ({"family": None}, "`family` is None, not a word"),
        ({"version": 1}, "`version` is of type int, not a word"),
        ({"options": ["columns"]}, "`options` is of type list, not a tuple"),
        ({"options": ("columns",)}, "`options` holds 'columns', which is no Option"),
        ({"options": (Option("x", "bool", True),) * 2}, "`options` has two called 'x'"),
        ({"clauses": None}, "`clauses` is None, not a tuple"),
        ({"summary": None}, "`summary` must give a text for each language"),
        ({"notation": ["t1-t2"]}, "`notation` is of type list, not texts by moves"),
        ({"notation": {"t1 t2!": {"en": "a card goes"}}}, "holds 't1 t2!', which is no move"),
        ({"notation": {"t1-t2": "a card goes"}}, "`notation` of 't1-t2' must give a text for"),
        ({"notation": {"t1-t2": {}}}, "`notation` of 't1-t2' has no English text"),
    ],
)
def test_a_malformed_game_is_left_out_with_the_reason(
    kit: Any, changes: dict[str, Any], said: str
) -> None:
    bad = kit.game_entry(**({"name": "golf"} | changes))
    registry = kit.load_all(kit.entry_point("golf", kit.offering([bad, kit.game_entry("fine")])))
    (problem,) = registry.problems
    assert problem.kind == "game"
    assert said in problem.message
    assert problem.message.isprintable()
    assert list(registry.games) == ["fine", "good"]


def test_every_fault_of_a_malformed_game_is_told_at_once(kit: Any) -> None:
    bad = kit.game_entry("golf", make=None, title={}, family=0)
    registry = kit.load_all(kit.entry_point("golf", kit.offering([bad])))
    assert len(registry.problems) == 3


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"make": 3}, "`make` is of type int"),
        ({"help": None}, "`help` is None"),
        ({"families": "patience"}, "`families` must be a tuple of families' names or None"),
        ({"families": ()}, "`families` must be a tuple"),
        ({"settings": ("worlds",)}, "`settings` holds 'worlds', which is no Option"),
        ({"name": "My Player"}, "as in 'my-player'"),
    ],
)
def test_a_malformed_player_is_left_out_with_the_reason(
    kit: Any, changes: dict[str, Any], said: str
) -> None:
    bad = kit.player_entry(**({"name": "first"} | changes))
    registry = kit.load_all(kit.entry_point("golf", kit.offering(players=[bad])))
    (problem,) = registry.problems
    assert (problem.kind, said in problem.message) == ("player", True)
    assert registry.players == ()


def test_strict_loading_raises_one_error_that_lists_every_problem(kit: Any) -> None:
    one = kit.entry_point("one", ImportError("first"))
    two = kit.entry_point("two", kit.hooking(cardkit_games=lambda: 1 / 0))
    with pytest.raises(PluginError) as caught:
        kit.load_all(one, two, strict=True)
    assert [problem.name for problem in caught.value.problems] == ["one", "two"]
    assert str(caught.value).splitlines() == [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("value", "strict"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_the_environment_makes_loading_strict(
    kit: Any, monkeypatch: pytest.MonkeyPatch, value: str, strict: bool
) -> None:
    monkeypatch.setenv("CARDKIT_STRICT_PLUGINS", value)
    points = [kit.entry_point("bad", ImportError("no"))]
    if strict:
        with pytest.raises(PluginError, match=r"bad .cardkit-bad 1.0.: import: ImportError: no"):
            load(games_dirs=[], entry_points=points)
    else:
        assert len(load(games_dirs=[], entry_points=points).problems) == 1
