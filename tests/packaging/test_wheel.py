"""The wheel holds what it should, and works where no sources are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

SMOKE = """
import cardkit, sys
from cardkit.plugins import registry
assert cardkit.__file__.startswith(sys.argv[1]), cardkit.__file__
assert not registry().problems, registry().problems
results = [cardkit.run("bisley", deal=n, players="random") for n in range(1, 21)]
print(len(results), all(result.moves for result in results))
"""


def _run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **environment},
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, so that this is known to be complete, too."""
    out = tmp_path_factory.mktemp("dist")
    built = _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = out.glob("cardkit-*.whl")
    return path


def test_the_wheel_holds_the_two_packages_and_nothing_else(wheel: Path) -> None:
    checked = _run(sys.executable, HERE / "check_wheel.py", wheel)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {
        "cardkit",
        "cardkit_games",
    }
    assert "cardkit_games/bisley/rules.yaml" in names


def test_the_wheel_has_every_module_of_the_sources(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for source in (ROOT, ROOT / "games"):
        for package in ("cardkit", "cardkit_games"):
            for path in (source / package).rglob("*.py"):
                assert path.relative_to(source).as_posix() in names


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games/__init__.py": ""}, "games lies at top level"),
        ({"tests/test_x.py": ""}, "tests lies at top level"),
        ({"cardkit/py.typed": None}, "cardkit/py.typed is missing"),
        ({"cardkit_games/bisley/rules.yaml": None}, "cardkit_games/bisley/rules.yaml is missing"),
        ({"cardkit/notes.txt": ""}, "cardkit/notes.txt is neither Python nor data"),
        ({"cardkit_games/": None}, "the package cardkit_games is missing"),
    ],
)
def test_the_check_finds_what_is_wrong_with_a_wheel(
    wheel: Path, tmp_path: Path, change: dict[str, str | None], said: str
) -> None:
    bad = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as good, zipfile.ZipFile(bad, "w") as archive:
        for name in good.namelist():
            if not any(name.startswith(gone) for gone, text in change.items() if text is None):
                archive.writestr(name, good.read(name))
        for name, text in change.items():
            if text is not None:
                archive.writestr(name, text)
    checked = _run(sys.executable, HERE / "check_wheel.py", bad)
    assert checked.returncode == 1
    assert said in checked.stdout


def test_the_wheel_plays_where_the_sources_are_out_of_reach(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "wheel")
    # Without `site` no .pth file is read, so an editable installation is not found either.
    paths = [str(tmp_path / "wheel"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    played = _run(
        *(sys.executable, "-S", "-P", "-c", SMOKE, tmp_path / "wheel"),
        PYTHONPATH=os.pathsep.join(dict.fromkeys(paths)),
    )
    assert played.stdout.split() == ["20", "True"], played.stderr


def test_runs_agree_whatever_the_hash_seed() -> None:
    command = (sys.executable, HERE / "determinism.py", "bisley", "prince-bismarck")
    one, other = (_run(*command, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert one.returncode == 0, one.stderr
    lines = one.stdout.splitlines()
    assert len(lines) >= 6
    assert all(re.fullmatch(r"[a-z-]+ \S+ \S+ [0-9a-f]{64}", line) for line in lines)
    assert len({line.split()[-1] for line in lines}) == len(lines)  # no two games are the same
    assert one.stdout == other.stdout


def test_nothing_of_ours_reads_pickles() -> None:
    unsafe = re.compile(r"^\s*(import|from) (pickle|marshal|shelve|dill)\b", re.MULTILINE)
    paths = [path for folder in ("cardkit", "games") for path in (ROOT / folder).rglob("*.py")]
    found = {path.name for path in paths if unsafe.search(path.read_text("utf-8"))}
    # The conformance kit hands a game to a process that it starts itself; no file is read so.
    assert found <= {"processes.py"}


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    named = [line for part in (project["dependencies"], *extras) for line in part]
    reasons = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    for line in named:
        (package,) = re.findall(r"^[A-Za-z0-9-]+", line)
        assert f"| {package} |" in reasons, f"docs/dependencies.md says nothing of {package}"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_commands_of_ci_are_those_that_people_are_told(page: str) -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (command,) = re.findall(r"^command='(.*)'$", script, re.MULTILINE)
    assert command in (ROOT / page).read_text("utf-8")
