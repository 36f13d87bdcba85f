"""Running games: who plays, what they may do, when it ends, who watches."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

import cardkit
from cardkit import Deal, Game, Move, Option, Outcome, Rng, State, plugins
from cardkit.entries import PlayerEntry
from cardkit.headless import (
    Contest,
    PlayerError,
    RunError,
    run,
    run_many,
    summary,
    tournament,
)
from cardkit.options import OptionError
from cardkit.plugins import hookimpl
from cardkit.state import RESIGN
from cardkit.sweep import Playing, Sweep


def first(view):
    return view.moves[0]


def last(view):
    return view.moves[-1]


class Counted:
    """Plays the first move, and remembers what it was asked."""

    def __init__(self) -> None:
        self.views = []

    def choose(self, view):
        self.views.append(view)
        return view.moves[0]


def test_run_is_exported_by_the_package() -> None:
    assert cardkit.run is run


def test_a_run_tells_what_was_played_and_how_it_ended(stairs: Game) -> None:
    # Columns AC 2C, 3C 4C, 5C 6C: the low cards lie under the high ones.
    result = run(stairs, deal="2C AC 4C 3C 6C 5C", players=first, seed=9)
    assert result.game is stairs
    assert result.deal == Deal.of("2C AC 4C 3C 6C 5C")
    assert result.players == ("first",)
    assert result.outcome == result.state.outcome == Outcome("won", won=True)
    assert [str(move) for move in result.state.history] == [
        "t1-f",
        "t1-f",
        *["t2-f"] * 2,
        *["t3-f"] * 2,
    ]
    assert result.moves == 6
    assert result.to_data() == {
        "game": "stairs",
        "options": {"deal": "columns", "redeals": 1},
        "deal": "2C AC 4C 3C 6C 5C",
        "players": ["first"],
        "seed": 9,
        "outcome": {"reason": "won", "won": True},
        "moves": 6,
    }


def test_equal_runs_are_equal_and_other_seeds_play_otherwise() -> None:
    runs = [run("snatch", deal=3, seed=seed, players="random").state for seed in (1, 1, 2)]
    assert runs[0].history == runs[1].history != runs[2].history


@pytest.mark.parametrize(
    "players", ["random", ["random"], ("random", "random"), first, [first, "random"]]
)
def test_one_player_sits_at_all_seats_or_each_at_its_own(players) -> None:
    result = run("snatch", players=players)
    assert len(result.players) == 2
    assert result.outcome.reason == "scored"


def test_an_object_with_choose_sees_its_own_seats_views_alone() -> None:
    one, other = Counted(), Counted()
    result = run("snatch", players=[one, other])
    assert {view.seat for view in one.views} == {0}
    assert {view.seat for view in other.views} == {1}
    assert len(one.views) + len(other.views) == result.moves
    assert result.players == ("Counted", "Counted")


def test_without_players_the_family_has_its_greedy_one_or_else_random(
    tiny: ModuleType,
) -> None:
    class Plugin:
        @hookimpl
        def cardkit_players(self):
            yield PlayerEntry("greedy", lambda *_: Counted(), "plays", families=("steps",))

    with plugins.use(tiny.tiny_registry(Plugin())):
        assert run("stairs", limit=9).players == ("greedy",)
        assert run("snatch", limit=9).players == ("random", "random")


def test_named_players_get_chance_from_deal_seat_and_seed_alone(tiny: ModuleType) -> None:
    made = []

    class Plugin:
        @hookimpl
        def cardkit_players(self):
            worlds = Option("worlds", "int", 5, min=1)
            yield PlayerEntry("wise", self.make, "plays", settings=(worlds,))

        def make(self, game, seat, rng, worlds):
            made.append((game.name, seat, rng.state, worlds))
            return Counted()

    with plugins.use(tiny.tiny_registry(Plugin())):
        result = run("snatch", deal=11, seed=4, players=["wise:worlds=7", "wise:worlds=5"])
    assert result.players == ("wise:worlds=7", "wise")
    expected = [Rng.stream(11, "player", seat, 4).state for seat in (0, 1)]
    assert made == [("snatch", 0, expected[0], 7), ("snatch", 1, expected[1], 5)]


@pytest.mark.parametrize(
    ("game", "players", "text"),
    [
        ("stairs", ["random", "random"], "stairs has 1 seat, so 1 player, not 2"),
        ("stairs", [], "stairs has 1 seat, so 1 player, not 0"),
        ("snatch", ["random"] * 3, "snatch has 2 seats, so 1 or 2 players, not 3"),
        ("stairs", "randm", "no player of stairs is called 'randm' (did you mean 'random'?)"),
        ("stairs", [7], "no player: an object of type int, without choose(view)"),
    ],
)
def test_wrong_players_are_refused_before_anything_is_played(game, players, text) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        run(game, players=players)
    with pytest.raises(ValueError, match=re.escape(text)):
        run_many(game, "1..3", players=players)


def test_a_player_resigns_by_none(snatch: Game) -> None:
    result = run(snatch, players=[first, lambda _: None])
    assert result.outcome == Outcome("resigned", winners=(0,))
    assert result.moves == len(result.state.history) == 2
    assert result.state.history[-1] is RESIGN


TEXT = "gave an object of type str, not a Move or None"


def raises(_):
    raise KeyError("QH lies in my hand")


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def raises_mute(_):
    raise Mute


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (raises_mute, "raised Mute: it cannot say what"),
        (lambda _: "t1-f", f"{TEXT} (Move('t1-f') makes a move): t1-f"),
        (lambda _: "The first!", f"{TEXT} (Move(text) makes a move): The first!"),
        (lambda _: 1, "gave an object of type int, not a Move or None: 1"),
        (lambda _: Move("t1-t1"), "gave t1-t1, but ST-1: there is no card to move"),
        (lambda _: Move("contract H"), "gave contract H, but ST-1: one available card goes"),
        (lambda _: RESIGN, "gave resign, but it is not among the moves of its view"),
        (raises, "raised KeyError: 'QH lies in my hand'"),
    ],
)
def test_a_failing_player_of_a_patience_is_told_why(stairs: Game, player, reason) -> None:
    player.__name__ = "mine"
    with pytest.raises(PlayerError) as caught:
        run(stairs, players=player)
    error = caught.value
    assert str(error).startswith(f"player mine at seat 0, move 1: {reason}")
    assert (error.player, error.seat, error.ply) == ("mine", 0, 1)


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        (lambda _: "aside 4C", f"{TEXT} (Move(text) makes a move)"),
        (lambda _: "The first!", f"{TEXT} (Move(text) makes a move)"),
        (lambda _: 1, "gave an object of type int, not a Move or None"),
        (lambda _: Move("aside 9H"), "gave aside ??, which is illegal (TOY-1)"),
        (lambda _: Move("9H"), "gave ??, which is illegal (TOY-1)"),
        (raises, "raised KeyError"),
    ],
)
def test_a_failing_player_among_others_does_not_give_its_cards_away(player, reason) -> None:
    player.__name__ = "mine"
    with pytest.raises(PlayerError) as caught:
        run("snatch", players=[first, player])
    assert str(caught.value) == f"player mine at seat 1, move 2: {reason}"


def test_the_exception_of_a_player_is_the_cause_of_the_error() -> None:
    with pytest.raises(PlayerError) as caught:
        run("stairs", players=raises)
    assert isinstance(caught.value.__cause__, KeyError)
    game = "cardkit.game('stairs', deal='columns', redeals=1)"
    assert caught.value.__notes__ == [f"in {game}, deal 1, seed 0"]


def test_a_player_that_cannot_be_made_is_an_error_of_its_seat(tiny: ModuleType) -> None:
    class Plugin:
        @hookimpl
        def cardkit_players(self):
            yield PlayerEntry("broken", lambda *_: 1 / 0, "fails")

    with (
        plugins.use(tiny.tiny_registry(Plugin())),
        pytest.raises(
            PlayerError,
            match="player broken at seat 0, move 0: cannot start: ZeroDivisionError: division",
        ),
    ):
        run("stairs", players="broken")


def test_a_run_stops_at_its_limit_and_not_a_move_before() -> None:
    whole = run("snatch", players=first)
    assert whole.moves == 24
    assert run("snatch", players=first, limit=24).outcome == whole.outcome
    stopped = run("snatch", players=first, limit=23)
    assert (stopped.moves, stopped.outcome) == (23, Outcome("limit"))
    assert run("stairs", players=first, limit=0).outcome == Outcome("limit", won=False)


def test_walking_to_and_fro_ends_by_the_limit(stairs: Game) -> None:
    def walk(view):
        return next(move for move in view.moves if move.target != "f" and move.source)

    # AC lies on 2C and walks between 3C and 2C for ever.
    result = run(stairs, deal="2C AC 4C 3C 6C 5C", players=walk, limit=100)
    assert (result.outcome, result.moves) == (Outcome("limit", won=False), 100)


def test_options_come_as_a_mapping_or_as_keywords() -> None:
    by_rows = run("stairs", options={"deal": "rows"}, redeals=0, deal="AC 2C 3C 4C 5C 6C", limit=0)
    assert by_rows.game.options == {"deal": "rows", "redeals": 0}
    assert str(by_rows.state.piles["t1"]) == "AC 4C"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"options": {"redeals": 0}, "redeals": 1}, "the option 'redeals' is given twice"),
        ({"redeal": 1}, "stairs has no option 'redeal' (did you mean 'redeals'?"),
        ({"deal": "AC AC"}, "the deal's order for shuffle 0 does not fit"),
        ({"deal": "ms:0"}, "Microsoft FreeCell numbers go from 1"),
        ({"limit": -1}, "a limit is a number of moves, not -1"),
        ({"seat": 0}, "seat= says whose record to write, so it goes with record="),
        ({"seat": 1, "record": "x"}, "a record is of seat 0 of stairs or of an onlooker, not 1"),
        ({"seat": "west", "record": "x"}, "of seat 0 of stairs or of an onlooker, not 'west'"),
    ],
)
def test_wrong_arguments_are_refused(arguments, text, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=re.escape(text)):
        run("stairs", **arguments)
    assert list(tmp_path.iterdir()) == []


MANY = "cardkit.headless.run_many(game, deals)"
MEANT_AS_KEYWORDS = [
    (run, (), "limt", "run has no keyword 'limt' (did you mean 'limit'?)"),
    (run, (), "player", "run has no keyword 'player' (did you mean 'players'?)"),
    (
        run,
        (),
        "deals",
        f"run has no keyword 'deals': it plays one deal, and {MANY} many",
    ),
    (run_many, ("1..3",), "player", "run_many has no keyword 'player' (did you mean 'players'?)"),
    (
        tournament,
        (["a", "b"], "1"),
        "sead",
        "tournament has no keyword 'sead' (did you mean 'seed'?)",
    ),
    (Contest, (["a", "b"], "1"), "sead", "tournament has no keyword 'sead' (did you mean 'seed'?)"),
    (
        Sweep,
        ("1", Playing(("first",))),
        "worker",
        "Sweep has no keyword 'worker' (did you mean 'workers'?)",
    ),
]


@pytest.mark.parametrize("named", [True, False], ids=["by name", "made"])
@pytest.mark.parametrize(("function", "given", "keyword", "line"), MEANT_AS_KEYWORDS)
def test_a_keyword_that_is_mistyped_is_not_taken_for_an_option(
    function, given, keyword, line, named, stairs: Game
) -> None:
    with pytest.raises(OptionError) as refused:
        function("stairs" if named else stairs, *given, **{keyword: 3})
    assert str(refused.value) == line


def test_mistyped_keywords_and_options_are_told_in_one_go() -> None:
    with pytest.raises(OptionError) as refused:
        run("stairs", sead=1, redeal=1, redeals=1, zzz=1)
    first, *rest = str(refused.value).splitlines()
    assert first == "run has no keyword 'sead' (did you mean 'seed'?)"
    assert [line.partition(" (")[0] for line in rest] == [
        "stairs has no option 'redeal'",
        "stairs has no option 'zzz'",
    ]


def test_an_option_called_like_a_keyword_of_another_function_is_an_option() -> None:
    with plugins.use(plugins.load(games_dirs=[])):
        assert run("sergeant-major", deals=2, limit=0).game.options["deals"] == 2


def test_options_cannot_be_chosen_for_a_game_that_is_made(stairs: Game) -> None:
    with pytest.raises(ValueError, match="options are chosen already: redeals cannot be"):
        run(stairs, redeals=0)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(plugins.UnknownGame, match="did you mean 'stairs'"):
        run("stares")


def test_a_game_without_moves_or_end_is_told_from_a_players_fault(tiny: ModuleType) -> None:
    class Endless(tiny.Stairs):
        def outcome(self, s: State) -> Outcome | None:
            return None

    game = Endless({"deal": "columns", "redeals": 0})
    with pytest.raises(RunError, match="stairs: after 6 moves there is no legal one"):
        run(game, deal="2C AC 4C 3C 6C 5C", players=first)


def test_observers_hear_of_deals_moves_and_the_end_in_order(tiny: ModuleType) -> None:
    heard = []

    class Plugin:
        @hookimpl
        def cardkit_deal_started(self, state):
            heard.append(("deal", state.facts["dealt"]))

        @hookimpl
        def cardkit_move_played(self, state, move):
            assert state.history[-1] is move
            heard.append(("move", str(move)))

        @hookimpl
        def cardkit_game_over(self, state, outcome):
            heard.append(("over", outcome.reason))

    with plugins.use(tiny.tiny_registry(Plugin())):
        result = run("snatch", players=first)
    moves = [("move", str(move)) for move in result.state.history]
    assert heard == [("deal", 1), *moves[:12], ("deal", 2), *moves[12:], ("over", "scored")]


def test_observers_hear_of_the_limit(tiny: ModuleType) -> None:
    heard = []

    class Plugin:
        @hookimpl
        def cardkit_game_over(self, outcome):
            heard.append(outcome)

    with plugins.use(tiny.tiny_registry(Plugin())):
        run("snatch", players=first, limit=3)
    assert heard == [Outcome("limit")]


def test_many_deals_are_played_one_after_the_other_as_they_are_asked_for() -> None:
    player = Counted()
    runs = run_many("stairs", "5..7, 9", players=[player], limit=50, redeals=0)
    assert player.views == []
    found = list(runs)
    assert [str(result.deal) for result in found] == ["5", "6", "7", "9"]
    alone = [run("stairs", deal=n, players=first, limit=50, redeals=0) for n in (5, 6, 7, 9)]
    assert [result.state.history for result in found] == [one.state.history for one in alone]


def test_a_summary_counts_wins_and_reasons(stairs: Game) -> None:
    won, lost = "2C AC 4C 3C 6C 5C", "AC 2C 3C 4C 5C 6C"
    total = summary(run_many(stairs, [won, lost, won], players=first, limit=20))
    assert (total.count, total.won, total.mean_scores) == (3, 2, None)
    # The lost one walks on: 2C to a space, and so on, until the limit or a redeal.
    assert total.reasons["won"] == 2
    low, high = total.interval
    assert 0 < low < 2 / 3 < high < 1


def test_a_summary_of_matches_gives_mean_scores_and_wins_by_seat(snatch: Game) -> None:
    runs = list(run_many(snatch, range(1, 4), players=[first, last]))
    total = summary(runs)
    scores = [result.outcome.scores for result in runs]
    assert total.mean_scores == tuple(sum(column) / 3 for column in zip(*scores, strict=True))
    # The first moves are plays, which score, the last ones put aside, which do not.
    assert total.mean_scores == (12.0, 0.0)
    assert (total.wins, total.won, total.interval) == ([3], None, None)
    assert total.to_data() == {
        "games": 3,
        "moves": sum(result.moves for result in runs),
        "reasons": {"scored": 3},
        "wins": [3],
        "mean_scores": [12.0, 0.0],
    }
