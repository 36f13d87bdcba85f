"""Every example of every page is run, block by block, in the order in which it is read."""

from __future__ import annotations

import inspect
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from cardkit import plugins
from cardkit.cli.root import cli
from cardkit.kernel.engines import CHOICE
from cardkit.rulebook import RulesError

ROOT = Path(__file__).parents[2]
#: What somebody may have set, and what would show in what commands write.
UNWANTED = (
    "CARDKIT_GAMES_DIR", "CARDKIT_STRICT_PLUGINS", "CARDKIT_TRACEBACK", "COLUMNS", "FORCE_COLOR",
    "NO_COLOR",
)  # fmt: skip


def pages() -> list[Path]:
    """Every page; those of the plugins in `docs/examples` are about what their readers install."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    written = [page for page in found if not {"examples", "_build"} & set(page.parts)]
    return [ROOT / "README.md", *written]


#: Pages that have so many deals solved that it takes a compiled kernel. On the others there is so
#: little for it to do that plain Python is done before compiling is.
COMPILED = (ROOT / "README.md", ROOT / "docs" / "tutorials" / "solve.md")
COMPILING = re.compile(r"^cardkit: compiling .*\n", re.MULTILINE)
LINKING = [ROOT / "CONTRIBUTING.md", *pages()]


@pytest.fixture
def reader(reading: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Somebody who begins to read a page, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in UNWANTED:
        monkeypatch.delenv(name, raising=False)
    # Whoever watches a file sees what it says now, and ends it.
    monkeypatch.setattr("cardkit.cli.watching.saves", lambda path: iter([path]))
    # Up to click 8.1 the two streams are kept together by asking for it.
    parameters = inspect.signature(CliRunner).parameters
    runner = CliRunner(**({"mix_stderr": True} if "mix_stderr" in parameters else {}))

    def cardkit(*words: str) -> Any:
        done = runner.invoke(cli, words)
        assert isinstance(done.exception, SystemExit | None), done.exception
        # What a first run says while it compiles is on no page.
        return reading.Told(COMPILING.sub("", done.output), done.exit_code)

    with ExitStack() as stack:
        yield reading.Reader(
            tmp_path, cardkit, lambda project: install(project, tmp_path, monkeypatch, stack)
        )
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def install(project: Path, folder: Path, patch: pytest.MonkeyPatch, stack: ExitStack) -> None:
    """Let a plugin be found here, and by the processes that are started, as if pip had put it in.

    Installing in earnest is tried by `tests/plugins/test_examples.py`.
    """
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = about["name"], about["version"]
    info = folder / "site" / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = [
        line
        for group, points in about["entry-points"].items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    for path in (info.parent, project, project / "src"):
        patch.syspath_prepend(path)
        patch.setenv("PYTHONPATH", str(path), prepend=os.pathsep)
    stack.enter_context(plugins.use(plugins.load()))


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_everything_that_a_page_shows_happens(
    page: Path, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page not in COMPILED:
        monkeypatch.setenv(CHOICE, "python")
    reader.read(page.read_text("utf-8"))


@pytest.mark.parametrize("page", COMPILED, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_has_the_kernel_compiled_for_little(page: Path) -> None:
    swept = re.findall(r"^(?:\$ )?cardkit sweep .*--solve.*", page.read_text("utf-8"), re.MULTILINE)
    numbers = [re.search(r"--deals 1\.\.(\d+)", command) for command in swept]
    assert max(int(number[1]) for number in numbers if number) >= 60


@pytest.mark.parametrize("page", LINKING, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    """Whether it has the heading that is meant is seen when the site is built."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http://", "https://")):
            assert (page.parent / target).exists(), target


# -- and the reader is not easily satisfied --------------------------------------------------------

GAME = """```yaml
# games/hop.yaml
name: hop
family: patience
title: {en: Hop}
groups:
  t: {kind: tableau, count: 26, build: up any-suit}
  f: {kind: foundation, count: 4, suits: by-pile, build: up same-suit, space: {accepts: A}}
layout: {deal: t, rounds: 2}
reach: {from: t, to: [t, f]}
```
"""


@pytest.mark.parametrize(
    "page",
    [
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nassert 1 == 2\n```\n",
        "```toml\n[project\n```\n",
        "```yaml\nname: a change\n```\n",
        "```console\n$ cardkit perft bisley --depth 1\n1 5\n```\n",
        "```console\n$ cardkit deal bisly\n...\n```\n",
        "```console\n1 4\n$ cardkit perft bisley --depth 1\n```\n",
        "```sh\ncardkit deal bisly\n```\n",
        "```sh\nfalse && true\n```\n",
        GAME + "```yaml\nlayout: {deal: t, rounds: 3}\n```\n",
        GAME + "```console\n$ cardkit deal hop --games-dir game\n...\n```\n",
        GAME + "```yaml\n# in games/hop.yaml\nlayout: {deal: t, rounds: 3}\n```\n"
        "```console\n$ cardkit check games/hop.yaml\ngames/hop.yaml: no faults\n```\n",
    ],
)
def test_what_is_wrong_on_a_page_is_found(page: str, reader: Any) -> None:
    with pytest.raises((AssertionError, tomllib.TOMLDecodeError, RulesError)):
        reader.read(page)


def test_what_is_right_is_not_minded(reader: Any, tmp_path: Path) -> None:
    reader.read(
        GAME
        + "```yaml\nlayout: {deal: t, rounds: 2, face: up}\n```\n"
        + "```yaml\n# in games/hop.yaml\nlayout:\n  - {deal: t, rounds: 2}\n\ngoal: {}\n```\n"
        + "```console\n$ cardkit check games/hop.yaml\ngames/hop.yaml: no faults\n"
        + "$ cardkit deal hop \\\n    --games-dir games --deal 0x\n"
        + "cardkit: no such deal: '0x' ...\n```\n"
        + "```sh\ncardkit moves hop --games-dir games > moves.txt  # to a file\n```\n"
        + "```python\n# count.py\nprint(sum(1 for line in open('moves.txt')))\n```\n"
        + "```console\n$ python count.py\n...\n```\n"
        + "```python\nfrom cardkit import Card\n\n```\n"
        + "```python\n>>> Card('AS').rank\n<Rank.ACE: 1>\n```\n"
    )
    assert (tmp_path / "games" / "hop.yaml").read_text("utf-8").splitlines()[-4:] == [
        "  - {deal: t, rounds: 2}",
        "",
        "reach: {from: t, to: [t, f]}",
        "goal: {}",
    ]
    assert (tmp_path / "moves.txt").read_text("utf-8").splitlines()


def test_every_command_that_is_not_run_here_stands_on_a_page(reading: ModuleType) -> None:
    text = "\n".join(page.read_text("utf-8") for page in pages())
    for command in reading.ELSEWHERE:
        assert re.search(rf"^(\$ )?{re.escape(command)}", text, re.MULTILINE), command
