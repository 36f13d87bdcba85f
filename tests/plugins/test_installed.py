"""The registry of what is installed: found once, ours among the rest, whatever else is broken."""

from __future__ import annotations

import sys
import threading
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit import plugins
from cardkit.plugins import PluginError, Registry


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been loaded yet, and what the test loads is forgotten after it."""
    monkeypatch.setattr(plugins, "_current", None)
    monkeypatch.delenv("CARDKIT_GAMES_DIR", raising=False)
    monkeypatch.delenv("CARDKIT_STRICT_PLUGINS", raising=False)


def _distribution(folder: Path, name: str, entry_points: str | bytes, code: str = "") -> None:
    """A distribution as pip leaves it behind, with one module of that name."""
    info = folder / f"{name.replace('-', '_')}-0.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.5\n")
    points = entry_points.encode() if isinstance(entry_points, str) else entry_points
    (info / "entry_points.txt").write_bytes(points)
    (folder / f"{name.replace('-', '_')}.py").write_text(code)


def test_what_comes_with_cardkit_loads_without_a_problem() -> None:
    registry = plugins.load(games_dirs=[])
    assert [problem for problem in registry.problems if problem.distribution == "cardkit"] == []
    assert "bisley" in registry.games
    assert {"random", "greedy"} <= set(registry.players_of("patience"))


def test_every_entry_point_of_ours_is_listed_with_its_version() -> None:
    registry = plugins.load(games_dirs=[])
    ours = {p.name: p for p in registry.plugins if p.distribution == "cardkit"}
    assert set(ours) == set(
        metadata.distribution("cardkit").entry_points.select(group="cardkit").names
    )
    assert {plugin.version for plugin in ours.values()} == {metadata.version("cardkit")}
    assert ours["bisley"].hooks == ("cardkit_games",)


def test_our_renderers_draw_a_state_and_what_a_seat_sees_of_it() -> None:
    registry = plugins.load(games_dirs=[])
    state = registry.game("bisley").deal(1)
    for layout in (state, state.view(0)):
        assert "t13" in registry.renderers["text"].render(layout)
        assert registry.renderers["svg"].render(layout).lstrip().startswith("<svg")


@pytest.mark.usefixtures("forgotten")
def test_the_registry_is_loaded_once() -> None:
    assert plugins.registry() is plugins.registry()


@pytest.mark.usefixtures("forgotten")
def test_threads_that_ask_at_once_get_one_registry() -> None:
    found: list[Registry] = []
    threads = [threading.Thread(target=lambda: found.append(plugins.registry())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(registry) for registry in found}) == 1


def test_another_registry_can_be_used_for_a_while(kit: Any) -> None:
    with plugins.use(kit.load_all()) as chosen:
        assert plugins.registry() is chosen
        assert list(cardkit.games()) == ["good"]
        assert cardkit.game("good").name == "good"
        assert plugins.players() == {}
    assert plugins.registry() is not chosen


def test_a_distribution_in_the_path_is_a_plugin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from cardkit.plugins import hookimpl\n@hookimpl\ndef cardkit_game_over(): pass\n"
    _distribution(tmp_path, "late-watch", "[cardkit]\nwatch = late_watch\n", code)
    monkeypatch.syspath_prepend(tmp_path)
    registry = plugins.load(games_dirs=[])
    (plugin,) = [p for p in registry.plugins if p.distribution == "late-watch"]
    assert (plugin.name, plugin.version, plugin.target) == ("watch", "0.5", "late_watch")
    assert plugin.hooks == ("cardkit_game_over",)


@pytest.mark.parametrize("broken", [b"[cardkit]\nno equals sign\n", b"[cardkit]\n\xff\xfe = x\n"])
def test_a_distribution_with_broken_metadata_spoils_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes
) -> None:
    _distribution(tmp_path, "broken-one", broken)
    monkeypatch.syspath_prepend(tmp_path)
    registry = plugins.load(games_dirs=[])
    assert [(p.distribution, p.version, p.kind) for p in registry.problems] == [
        ("broken-one", "0.5", "metadata")
    ]
    assert "bisley" in registry.games


def test_beside_broken_metadata_a_shadowed_distribution_stays_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "from cardkit.plugins import hookimpl\n@hookimpl\ndef cardkit_game_over(): pass\n"
    for folder, entry in (("later", "older"), ("first", "newer")):
        (tmp_path / folder).mkdir()
        _distribution(tmp_path / folder, "twice", f"[cardkit]\n{entry} = twice\n", code)
        monkeypatch.syspath_prepend(tmp_path / folder)
    _distribution(tmp_path / "first", "broken-one", b"[cardkit]\nno equals sign\n")
    registry = plugins.load(games_dirs=[])
    assert [p.name for p in registry.plugins if p.distribution == "twice"] == ["newer"]


@pytest.mark.usefixtures("forgotten")
def test_a_plugin_that_asks_for_games_while_they_load_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "import cardkit\n"
        "from cardkit.plugins import hookimpl\n"
        "@hookimpl\n"
        "def cardkit_games(): return list(cardkit.games().values())\n"
    )
    _distribution(tmp_path, "hasty", "[cardkit]\nhasty = hasty\n", code)
    monkeypatch.syspath_prepend(tmp_path)
    try:
        (problem,) = plugins.registry().problems
    finally:
        sys.modules.pop("hasty", None)
    assert problem.name == "hasty"
    assert "plugins are still being loaded" in problem.message
    assert "bisley" in plugins.games()


@pytest.mark.usefixtures("forgotten")
def test_a_registry_that_could_not_be_loaded_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    monkeypatch.setenv("CARDKIT_GAMES_DIR", str(folder))
    with pytest.raises(PluginError, match="does not exist"):
        cardkit.game("bisley")
    folder.mkdir()
    assert cardkit.game("bisley").name == "bisley"
