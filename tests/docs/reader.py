"""Somebody who reads a page and does what it says, block by block, in a folder of their own.

How a page's code blocks are meant, by their language:

- `python`: with prompts it is what happens in one session for the whole page, where an empty line
  belongs to what is printed; if it begins with `# some/name.py` it is that file, with
  `# more of some/name.py` what comes next in it; else it is run as it stands.
- `yaml`: if it begins with `# some/name.yaml` it is that file; if with `# in some/name.yaml` it
  is the sections (keys at the margin) of the file that become different or are added at the end,
  and of clauses, groups and options only those that do;
  else it is a change to the first file of the page, of which it shows the keys that differ, and
  of groups only what is different.
- `toml`: if it begins with `# some/name.toml` it is that file; in any case it can be read.
- `console`: what is typed after `$ `, and what is written then: on both streams, with `...` for
  anything. Where nothing is shown, anything may be written. A status other than 0 is only right
  where the page shows what the program says was wrong.
- `sh`: what is typed, without what is written. Whatever is not `cardkit` is run by bash.
- any other language is shown and not run.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

FENCE = re.compile(r"^```(\{?[\w-]*\}?)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADER = re.compile(r"# (?P<how>in |more of )?(?P<path>[\w./-]+\.(?:yaml|py|toml))\n")
#: An empty line of what is printed: no prompt follows it, and some line does.
BLANK = re.compile(r"\n(?=\n(?!>>> |\n|$))")
SECTION = re.compile(r"^(?=[A-Za-z])", re.MULTILINE)
ENTRY = re.compile(r"^(?=  [A-Za-z])", re.MULTILINE)
#: Sections that are mostly a list of things with names.
PARTLY = ("clauses", "groups", "options")

EXACT = doctest.ELLIPSIS | doctest.REPORT_NDIFF
#: How wide a column is depends on what is left out, and on what else is installed.
LOOSE = EXACT | doctest.NORMALIZE_WHITESPACE

#: Commands that are not run here, and why.
ELSEWHERE = {
    "python3 -m venv": "installing is what .ci/run begins with",
    "pip install": "as above; docs/examples are installed by tests/plugins/test_examples.py",
    "pytest tests/benchmarks": "benchmarks are run when somebody asks for them",
    "pytest --cardkit-game duel": "tests/plugins/test_examples.py runs the tests of the example",
    'eval "$(_CARDKIT_COMPLETE': "it changes the shell of the reader",
}


class Block(NamedTuple):
    """A code block of a page: its language, its text, and the number of its first line."""

    language: str
    text: str
    line: int


class Told(NamedTuple):
    """What a command wrote, on both streams, and its exit status."""

    text: str
    status: int


def blocks(text: str) -> list[Block]:
    """The code blocks of a page in their order."""
    return [
        Block(block[1], block[2], text.count("\n", 0, block.start(2)) + 1)
        for block in FENCE.finditer(text)
    ]


def typed(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a `console` block, and what each is said to write."""
    before, *commands = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not before, f"line {block.line}: what is written before anything is typed?"
    for command in commands:
        line, _, expected = command.partition("\n")
        while line.endswith("\\"):
            more, _, expected = expected.partition("\n")
            line = line[:-1] + more
        yield line, expected


def edited(file: str, change: str) -> str:
    """A YAML file with the sections of a change, in place of those of the same key or at the end.

    Of `PARTLY` a change shows only the entries that differ, or are new.
    """
    return _edited(file, change, SECTION)


def _edited(old: str, new: str, beginning: re.Pattern[str]) -> str:
    head, *sections = beginning.split(old)
    found = {_key(section): section for section in sections}
    _, *changes = beginning.split(new.rstrip("\n") + "\n")
    for change in changes:
        key = _key(change)
        if key in PARTLY and key in found:
            first, _, rest = found[key].partition("\n")
            found[key] = f"{first}\n{_edited(rest, change.partition(chr(10))[2], ENTRY)}"
        else:
            found[key] = change
    return head + "".join(found.values())


def _key(section: str) -> str:
    return section.partition(":")[0].strip()


def merged(old: Any, new: Any) -> Any:
    """A mapping with some keys changed, in it and in the mappings that it holds."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def changed(first: str, change: str) -> str:
    """The YAML of a first file with its outermost keys anew, but only parts of groups."""
    old, new = yaml.safe_load(first), yaml.safe_load(change)
    if "groups" in new:
        new["groups"] = merged(old["groups"], new["groups"])
    return yaml.safe_dump({**old, **new}, sort_keys=False)


class Reader:
    """Does what a page says in a folder.

    `cardkit` runs a command of ours, given its words; `install` installs a plugin, whose sources
    lie in a folder.
    """

    def __init__(
        self, folder: Path, cardkit: Callable[..., Told], install: Callable[[Path], None]
    ) -> None:
        self.folder = folder
        self.files: list[str] = []
        self._cardkit = cardkit
        self._install = install
        self._names: dict[str, object] = {"__name__": "__main__"}
        self._kinds: Mapping[str, Callable[[Block], None]] = {
            "python": self._python,
            "yaml": self._yaml,
            "toml": self._toml,
            "console": self._console,
            "sh": self._sh,
        }

    def read(self, text: str) -> None:
        """Read a page, and fail at the first thing that is not as it says."""
        for block in blocks(text):
            self._kinds.get(block.language, _look_at)(block)

    # -- files -------------------------------------------------------------------------------------

    def _written(self, block: Block) -> bool:
        """Write the file that a block is, or change the one that it is in; False if it is none."""
        header = HEADER.match(block.text)
        if header is None:
            return False
        path = self.folder / header["path"]
        if header["how"]:
            old, new = path.read_text("utf-8"), block.text[header.end() :]
            text = edited(old, new) if header["how"] == "in " else f"{old}\n{new}"
            path.write_text(text, "utf-8")
            return True
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, "utf-8")
        self.files.append(header["path"])
        return True

    def _yaml(self, block: Block) -> None:
        if not self._written(block):
            from cardkit.rulesfile import parse_rules

            assert self.files, f"line {block.line}: a change, but to which file?"
            first = (self.folder / self.files[0]).read_text("utf-8")
            parse_rules(changed(first, block.text)).check()

    def _toml(self, block: Block) -> None:
        self._written(block)
        tomllib.loads(block.text)

    # -- Python ------------------------------------------------------------------------------------

    def _python(self, block: Block) -> None:
        if self._written(block):
            return
        if not re.search("^>>> ", block.text, re.MULTILINE):
            exec(compile(block.text, f"line {block.line}", "exec"), self._names)
            return
        parser = doctest.DocTestParser()
        text = BLANK.sub("\n<BLANKLINE>", block.text)
        test = parser.get_doctest(text, self._names, "the page", None, block.line - 1)
        told: list[str] = []
        runner = doctest.DocTestRunner(optionflags=EXACT)
        runner.run(test, out=told.append, clear_globs=False)
        assert not runner.failures, "".join(told)
        self._names = test.globs

    # -- commands ----------------------------------------------------------------------------------

    def _console(self, block: Block) -> None:
        for line, expected in typed(block):
            told = self._run(line)
            if told is None:
                continue
            where = f"line {block.line}: {line}\n{told.text}"
            if told.status:
                assert "cardkit: " in expected, f"{where}\nstatus {told.status}"
            if expected:
                flags = LOOSE if "..." in expected else EXACT
                said, wrote = expected.rstrip() + "\n", told.text.rstrip() + "\n"
                assert doctest.OutputChecker().check_output(said, wrote, flags), where

    def _sh(self, block: Block) -> None:
        for line in block.text.splitlines():
            told = self._run(line)
            if told is not None:
                assert told.status == 0, f"line {block.line}: {line}\n{told.text}"

    def _run(self, line: str) -> Told | None:
        """What a line does; None for one that is run elsewhere."""
        if line.startswith(("pip install -e cardkit-", "pip install -e 'cardkit-")):
            self._install(self.folder / shlex.split(line)[3].partition("[")[0])
            return None
        if line.startswith(tuple(ELSEWHERE)):
            return None
        words = shlex.split(line, comments=True)
        if words and words[0] == "cardkit" and not set(words) & {">", "|", "&&", "<"}:
            return self._cardkit(*words[1:])
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        return Told(done.stdout, done.returncode)


def _look_at(_: Block) -> None:
    """Nothing is to be done."""
