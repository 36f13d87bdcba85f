"""A new plugin of each family, installed as anybody would: it passes its own tests and checks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from cardkit.scaffold import FAMILIES, new_game

QUIET = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")


class Environment:
    """A throw-away virtual environment that can import what this one can."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        ours = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
        lines = [f"import site; site.addsitedir({path!r})" for path in ours]
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        self.packages = folder / "lib" / version / "site-packages"
        (self.packages / "ours.pth").write_text("\n".join(lines) + "\n")

    def run(self, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a module with its Python, away from every source folder."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("CARDKIT_")}
        kept.pop("PYTHONPATH", None)
        return subprocess.run(
            [str(self.python), "-m", *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=cwd or self.folder,
            stdin=subprocess.DEVNULL,
            # One test changes a module, perhaps within the second to which bytecode is dated.
            env={**kept, "PYTHONDONTWRITEBYTECODE": "1"},
        )


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which a new plugin of each family is installed, without a network."""
    folder = tmp_path_factory.mktemp("scaffold")
    made = Environment(folder / "venv")
    plugins = [new_game(f"new-{family}", family, True, folder) for family in FAMILIES]
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    installed = made.run("pip", "install", "--no-compile", *offline, *plugins)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    return made


@pytest.fixture(params=FAMILIES)
def plugin(request: pytest.FixtureRequest, environment: Environment) -> Path:
    """The folder of one of the plugins."""
    return environment.folder.parent / f"cardkit-new-{request.param}"


def test_what_is_installed_is_all_that_the_game_needs(
    environment: Environment, plugin: Path
) -> None:
    module = plugin.name.replace("-", "_")
    sources = {path.name for path in (plugin / module).iterdir() if path.is_file()}
    installed = environment.packages / module
    assert {path.name for path in installed.iterdir() if path.is_file()} == sources
    [info] = environment.packages.glob(f"{module}-*.dist-info")
    assert (info / "licenses" / "LICENSE").is_file()


def test_it_is_found_by_itself_and_played(environment: Environment, plugin: Path) -> None:
    game = plugin.name.removeprefix("cardkit-")
    listed = environment.run("cardkit", "plugins", "--json")
    found = json.loads(listed.stdout)
    assert found["problems"] == []
    assert [p["distribution"] for p in found["plugins"] if p["name"] == game] == [plugin.name]
    ran = environment.run("cardkit", "run", game, "--deals", "1..3", "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) == 4


def test_it_passes_its_own_tests(environment: Environment, plugin: Path) -> None:
    done = environment.run("pytest", *QUIET, "-W", "error", plugin)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_its_own_tests_notice_other_rules(environment: Environment, plugin: Path) -> None:
    """Each plugin with a rule or two changed where it is installed: some test of it fails."""
    changes = {
        "cardkit-new-patience": ("rules.yaml", "down same-colour", "down alternate-colour"),
        "cardkit-new-tricks": ("rules.yaml", "ranks: ATKQJ987", "ranks: AKQJT987"),
        "cardkit-new-python": ("game.py", "count != 13", "count != 14"),
    }
    name, old, new = changes[plugin.name]
    path = environment.packages / plugin.name.replace("-", "_") / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    try:
        done = environment.run("pytest", *QUIET, plugin, "-k", "not laws")
    finally:
        path.write_text(text, "utf-8")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr


def test_it_passes_ruff_and_mypy(environment: Environment, plugin: Path) -> None:
    cache = environment.folder / "mypy"
    for command in (
        ("ruff", "check", "--no-cache", "."),
        ("ruff", "format", "--no-cache", "--check", "."),
        ("mypy", "--strict", "--cache-dir", cache),
    ):
        done = environment.run(*command, cwd=plugin)
        assert done.returncode == 0, done.stdout + done.stderr
