"""Where plugins come from: installed distributions, and folders with rules files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

from cardkit.plugins.hookspecs import PROJECT
from cardkit.plugins.problems import PluginError, PluginProblem, describe

#: The environment variable that names folders of rules files, as `PATH` names folders.
GAMES_DIR: Final = "CARDKIT_GAMES_DIR"
#: The environment variable that turns plugin problems into errors.
STRICT: Final = "CARDKIT_STRICT_PLUGINS"


class EntryPoint(Protocol):
    """As much of `importlib.metadata.EntryPoint` as is needed; `dist` and `value` may be absent."""

    @property
    def name(self) -> str:
        """The entry name."""

    def load(self) -> object:
        """The plugin itself, imported."""


def installed(problems: list[PluginProblem]) -> list[EntryPoint]:
    """The entry points of every installed distribution; unreadable ones become problems."""
    from importlib import metadata  # heavy: it reads mail and zip files

    try:
        return list(metadata.entry_points(group=PROJECT))
    except Exception:
        # One broken distribution spoils the common listing: go through them one by one.
        return list(_one_by_one(problems))


def _one_by_one(problems: list[PluginProblem]) -> Iterator[EntryPoint]:
    from importlib import metadata

    seen: set[str] = set()
    for dist in metadata.distributions():
        try:
            name, version = dist.name, dist.version
        except Exception:
            name, version = Path(str(getattr(dist, "_path", dist))).stem, ""
        if name in seen:
            continue  # shadowed by another that comes earlier on the path
        seen.add(name)
        try:
            points = list(dist.entry_points.select(group=PROJECT))
        except Exception as error:
            message = f"its list of entry points cannot be read: {describe(error)}"
            problems.append(PluginProblem(name, name, version, "metadata", message))
        else:
            yield from points


def split_folders(text: str) -> list[str]:
    """The folders in a list written as `PATH` is, without empty entries."""
    return [part for part in text.split(os.pathsep) if part]


def folders_of_environment() -> list[str]:
    """The folders named by `CARDKIT_GAMES_DIR`."""
    return split_folders(os.environ.get(GAMES_DIR, ""))


def strict_by_environment() -> bool:
    """True if `CARDKIT_STRICT_PLUGINS` says so: anything but nothing and 0."""
    return os.environ.get(STRICT, "") not in ("", "0")


def rules_files(folders: Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    """The rules files in folders: `NAME.yaml`, and `rules.yaml` one folder further down.

    Raises PluginError for a folder that is none or cannot be read.
    """
    for folder in map(Path, folders):
        try:
            if not folder.is_dir():
                fault = "is not a folder" if folder.exists() else "does not exist"
                raise PluginError(f"the folder of games {str(folder)!r} {fault}")
            inside = [path for path in folder.iterdir() if not path.name.startswith(".")]
            files = [path / "rules.yaml" if path.is_dir() else path for path in inside]
            yield from sorted(f for f in files if f.suffix == ".yaml" and f.is_file())
        except OSError as error:
            raise PluginError(f"the folder of games {str(folder)!r}: {error.strerror}") from error
