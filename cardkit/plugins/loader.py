"""The isolating loader: plugins one by one, so that none can take another down.

pluggy's own loader stops at the first import that fails, drops duplicate names without a word and
lets a misspelt hook pass. Here whatever goes wrong with a plugin becomes a `PluginProblem`, and
the rest loads.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from attrs import Factory, evolve, field, frozen

from cardkit.entries import GameEntry, PlayerEntry
from cardkit.plugins import checks, hookspecs, sources
from cardkit.plugins.observers import Observers
from cardkit.plugins.problems import Kind, PluginError, PluginProblem, describe, one_line
from cardkit.plugins.registry import Plugin, Registry
from cardkit.plugins.renderer import RendererEntry
from cardkit.plugins.sandbox import hooks_of, offered

if TYPE_CHECKING:
    import click
    import pluggy

_T = TypeVar("_T")
_OBSERVED: Final = ("cardkit_deal_started", "cardkit_move_played", "cardkit_game_over")


def load(
    games_dirs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None = None,
    entry_points: Iterable[sources.EntryPoint] | None = None,
    strict: bool | None = None,
) -> Registry:
    """Load all plugins, and the rules files in folders.

    `games_dirs` are folders (a text separates them as `PATH` does), None for those that
    `CARDKIT_GAMES_DIR` names; `entry_points` are the plugins, None for the installed ones;
    `strict` makes an error of the problems, None leaves that to `CARDKIT_STRICT_PLUGINS`.

    Raises PluginError for a folder that cannot be read, and for problems if strict.

    >>> class Misnamed:
    ...     name = "golf"
    ...     def load(self):
    ...         raise ModuleNotFoundError("No module named 'cardkit_glof'")
    >>> registry = load(games_dirs=[], entry_points=[Misnamed()], strict=False)
    >>> print(*registry.problems)
    golf: import: ModuleNotFoundError: No module named 'cardkit_glof'
    """
    strict = sources.strict_by_environment() if strict is None else strict
    if games_dirs is None:
        games_dirs = sources.folders_of_environment()
    elif isinstance(games_dirs, str):
        games_dirs = sources.split_folders(games_dirs)
    elif isinstance(games_dirs, os.PathLike):
        games_dirs = [games_dirs]
    found = _Gathering(strict)
    points = sources.installed(found.problems) if entry_points is None else entry_points
    found.add_entry_points(points)
    for path in sources.rules_files(games_dirs):
        found.add_rules_file(path)
    if strict and found.problems:
        raise PluginError.listing(found.problems)
    return found.registry()


@frozen
class _Gathering:
    """What has been found so far."""

    strict: bool
    problems: list[PluginProblem] = field(factory=list)
    plugins: list[Plugin] = field(factory=list)
    games: dict[str, GameEntry] = field(factory=dict)
    players: list[PlayerEntry] = field(factory=list)
    commands: dict[str, click.Command] = field(factory=dict)
    renderers: dict[str, RendererEntry] = field(factory=dict)
    #: Whose each name is, ("game", "bisley"), and among which families (none given: all).
    owners: dict[tuple[str, str], list[tuple[Plugin, frozenset[str]]]] = field(factory=dict)
    observers: Observers = Factory(lambda self: Observers(self.problems, self.strict), True)

    def registry(self) -> Registry:
        """All of it, in the order of names."""
        return Registry(
            games=_by_name(self.games),
            players=tuple(sorted(self.players, key=lambda e: (e.name, e.families or ()))),
            commands=_by_name(self.commands),
            renderers=_by_name(self.renderers),
            plugins=tuple(self.plugins),
            problems=self.problems,
            hook=self.observers,
        )

    def add_entry_points(self, points: Iterable[sources.EntryPoint]) -> None:
        """Load plugins, in an order that does not depend on how they came to be installed.

        cardkit's own are first: of two plugins that want one name, the first has it.
        """
        distributions: dict[int, tuple[str, str]] = {}
        found = [(_origin(point, distributions), point) for point in points]
        found.sort(key=lambda one: _order(one[0]))
        for plugin, point in found:
            if not self._claim(plugin, "", plugin.name):
                continue
            try:
                implementation = point.load()
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a plugin may exit, or panic in another language
                self._complain(plugin, "import", describe(error))
            else:
                self._add_plugin(plugin, implementation)

    def add_rules_file(self, path: Path) -> None:
        """Offer the game of a rules file that lies in a folder."""
        from cardkit.rulesfile import game_entry

        name = path.parent.name if path.name == "rules.yaml" else path.stem
        plugin = Plugin(name, "", "", str(path))
        try:
            entry = game_entry(path)
        except (ValueError, OSError) as error:
            for line in str(error).splitlines():
                self._complain(plugin, "rules", line)
        else:
            self.plugins.append(plugin)
            self._add_game(plugin, entry)

    def _add_plugin(self, plugin: Plugin, implementation: object) -> None:
        """Ask a plugin for everything it offers, and note what it wants to hear of."""
        callers, faults = hooks_of(plugin.name, implementation)
        for fault in faults:
            self._complain(plugin, fault.kind, fault.message)
        if not callers:
            return
        plugin = evolve(plugin, hooks=tuple(sorted(callers)))
        self.plugins.append(plugin)
        for game in self._offers(plugin, callers.get("cardkit_games"), GameEntry):
            self._add_game(plugin, game)
        for player in self._offers(plugin, callers.get("cardkit_players"), PlayerEntry):
            if self._admit(plugin, "player", player, checks.player_faults(player)):
                self.players.append(player)
        for renderer in self._offers(plugin, callers.get("cardkit_renderers"), RendererEntry):
            if self._admit(plugin, "renderer", renderer, checks.renderer_faults(renderer)):
                self.renderers[renderer.name] = renderer
        if caller := callers.get("cardkit_commands"):
            import click  # here, where something needs it

            for command in self._offers(plugin, caller, click.Command):
                if self._admit(plugin, "command", command, ()):
                    self.commands[str(command.name)] = command
        for hook in _OBSERVED:
            if hook in callers:
                complaint = partial(_problem, plugin, "observer")
                self.observers.add(hook, callers[hook], complaint)

    def _add_game(self, plugin: Plugin, entry: GameEntry) -> None:
        if self._admit(plugin, "game", entry, checks.game_faults(entry)):
            self.games[entry.name] = entry

    def _offers(self, plugin: Plugin, caller: pluggy.HookCaller | None, of: type[_T]) -> list[_T]:
        if caller is None:
            return []
        entries, faults = offered(caller, of)
        for fault in faults:
            self._complain(plugin, fault.kind, fault.message)
        return entries

    def _admit(self, plugin: Plugin, kind: Kind, entry: Any, faults: Iterable[str]) -> bool:
        """True if an entry is well formed and its name is free; it is that plugin's then."""
        fault = checks.name_fault(entry.name)
        found = [fault] if fault else list(faults)
        for text in found:
            self._complain(plugin, kind, f"the {kind} {entry.name!r:.60}: {text}")
        families = entry.families if isinstance(entry, PlayerEntry) else None
        return not found and self._claim(plugin, kind, entry.name, families or ())

    def _claim(self, plugin: Plugin, kind: str, name: str, families: Iterable[str] = ()) -> bool:
        """Take a name for a plugin, among some families or all; False if it is taken."""
        mine = frozenset(families)
        owners = self.owners.setdefault((kind, name), [])
        for owner, theirs in owners:
            if not mine or not theirs or mine & theirs:
                what = f"the {kind or 'entry name'} {name!r}"
                self._complain(plugin, "duplicate", f"{what} is already taken by {owner}")
                return False
        owners.append((plugin, mine))
        return True

    def _complain(self, plugin: Plugin, kind: Kind, text: str) -> None:
        self.problems.append(_problem(plugin, kind, text))


def _by_name(found: Mapping[str, _T]) -> Mapping[str, _T]:
    return MappingProxyType(dict(sorted(found.items())))


def _problem(plugin: Plugin, kind: Kind, text: str) -> PluginProblem:
    return PluginProblem(plugin.name, plugin.distribution, plugin.version, kind, one_line(text))


def _order(plugin: Plugin) -> tuple[bool, str, str]:
    return plugin.distribution != hookspecs.PROJECT, plugin.distribution, plugin.name


def _origin(point: sources.EntryPoint, known: dict[int, tuple[str, str]]) -> Plugin:
    """Who an entry point is; a distribution's metadata takes long to read, so it is read once."""
    dist = getattr(point, "dist", None)
    if id(dist) not in known:
        try:
            known[id(dist)] = (str(dist.name), str(dist.version)) if dist is not None else ("", "")
        except Exception:
            known[id(dist)] = ("unknown", "")
    distribution, version = known[id(dist)]
    return Plugin(point.name, distribution, version, str(getattr(point, "value", "")))
