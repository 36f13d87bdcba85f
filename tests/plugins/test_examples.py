"""The plugins of the documentation, installed as anybody would: wheels in an environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


class Environment:
    """A throw-away virtual environment that can import what this one can."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        ours = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
        lines = [f"import site; site.addsitedir({path!r})" for path in ours]
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        packages = folder / "lib" / version / "site-packages"
        (packages / "ours.pth").write_text("\n".join(lines) + "\n")

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run its Python, away from every source folder."""
        unwanted = ("PYTHONPATH", "CARDKIT_GAMES_DIR", "CARDKIT_STRICT_PLUGINS")
        return subprocess.run(
            [str(self.python), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            env={key: value for key, value in os.environ.items() if key not in unwanted},
        )


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with both examples, built and installed without a network."""
    folder = tmp_path_factory.mktemp("examples")
    made = Environment(folder / "venv")
    copies = []
    for example in sorted(EXAMPLES.iterdir()):
        copies.append(folder / example.name)
        shutil.copytree(example, copies[-1])
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    built = made.run("-m", "pip", "wheel", *offline, "-w", folder / "wheels", *copies)
    assert built.returncode == 0, built.stdout + built.stderr
    wheels = sorted((folder / "wheels").glob("*.whl"))
    assert len(wheels) == len(copies)
    installed = made.run("-m", "pip", "install", *offline, *wheels)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    for copy in copies:
        shutil.move(copy / "tests", made.folder / copy.name)
        shutil.rmtree(copy)
    return made


@pytest.mark.parametrize(
    ("module", "game", "deck"),
    [("cardkit_streets", "streets-and-alleys", 52), ("cardkit_duel", "duel", 52)],
)
def test_an_installed_plugin_is_found_by_itself(
    environment: Environment, module: str, game: str, deck: int
) -> None:
    code = f"""
import cardkit, {module}
from cardkit.plugins import registry
assert {str(environment.folder)!r} in {module}.__file__, {module}.__file__
assert not registry().problems, registry().problems
(plugin,) = [p for p in registry().plugins if p.target == {module!r}]
result = cardkit.run({game!r}, deal=7, players="random")
lying = sum(len(pile) for pile in result.state.piles.values())
print(plugin.distribution, plugin.version, result.game.name, lying, result.outcome.reason)
"""
    done = environment.run("-c", code)
    assert done.returncode == 0, done.stderr
    distribution, version, name, lying, reason = done.stdout.split()
    assert (distribution, version) == (module.replace("_", "-"), "0.1.0")
    assert (name, int(lying)) == (game, deck)
    assert reason in ("won", "stuck", "scored", "limit")


@pytest.mark.parametrize("game", ["streets-and-alleys", "duel"])
def test_the_command_line_finds_an_installed_plugin(environment: Environment, game: str) -> None:
    listed = environment.run("-m", "cardkit", "games", "--json")
    assert game in [entry["name"] for entry in json.loads(listed.stdout)], listed.stderr
    ran = environment.run("-m", "cardkit", "run", game, "--deals", "1..3", "--player", "random")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "3 of " + game in ran.stdout


@pytest.mark.parametrize("example", ["cardkit-streets", "cardkit-duel"])
def test_an_installed_plugin_passes_its_own_tests(environment: Environment, example: str) -> None:
    quiet = ("-q", "-p", "no:cacheprovider", "-W", "error")
    done = environment.run("-m", "pytest", *quiet, environment.folder / example)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_example_is_complete() -> None:
    for example in EXAMPLES.iterdir():
        names = {path.name for path in example.iterdir()}
        assert {"pyproject.toml", "README.md", "LICENSE", "tests"} <= names
        assert "[project.entry-points.cardkit]" in (example / "pyproject.toml").read_text("utf-8")
