"""Builds the pages and files of docs/ that are made of the rules and their models.

    python docs/build_pages.py            write them
    python docs/build_pages.py --check    write nothing; tell which are stale, missing or too many

What is made: a page and a picture for each rules file in games/cardkit_games (docs/games, which has
nothing else), the JSON Schema of each family (docs/schema, likewise), and the reference at the end
of the pages about rules files. The same sources give the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
GAMES = ROOT / "games" / "cardkit_games"
#: Folders with nothing but what is made here.
FOLDERS = (DOCS / "games", DOCS / "schema")


def rules_files() -> list[Path]:
    """The rules files of our own games, in order."""
    return sorted(GAMES.glob("*/rules.yaml"))


def built() -> dict[Path, str]:
    """Every file that is made, with its text."""
    from game_pages import index_page, page_files
    from reference_pages import reference_page, schema_files

    from cardkit.rulesfile import game_entry

    entries = {path: game_entry(path) for path in rules_files()}
    files = {DOCS / "games" / "README.md": index_page(entries.values())}
    for path, entry in entries.items():
        source = path.relative_to(ROOT).as_posix()
        for name, text in page_files(entry, source).items():
            files[DOCS / "games" / name] = text
    for name, text in schema_files().items():
        files[DOCS / "schema" / name] = text
    for family, name in PAGES.items():
        page = DOCS / name
        files[page] = reference_page(family, page.read_text("utf-8"))
    return files


#: The page about the rules files of each family.
PAGES = {"patience": "rules-file.md", "tricks": "rules-file-tricks.md"}


def faults(files: dict[Path, str]) -> Iterator[str]:
    """What is not as it should be on the disk, a line each."""
    for path, text in files.items():
        name = path.relative_to(ROOT).as_posix()
        if not path.exists():
            yield f"{name}: missing"
        elif path.read_bytes() != text.encode():
            yield f"{name}: stale"
    for path in superfluous(files):
        yield f"{path.relative_to(ROOT).as_posix()}: there is no game or family of that name"


def superfluous(files: Iterable[Path]) -> list[Path]:
    """What lies in the folders that are made here and is not made any more."""
    known = set(files)
    return [p for folder in FOLDERS for p in sorted(folder.glob("*")) if p not in known]


def main(arguments: list[str]) -> int:
    """Write, or check. Returns the exit status: 1 if a check finds anything, 2 for wrong usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python docs/build_pages.py [--check]", file=sys.stderr)
        return 2
    files = built()
    if arguments:
        found = list(faults(files))
        for line in found:
            print(line)
        if found:
            print("run: python docs/build_pages.py", file=sys.stderr)
        return 1 if found else 0
    for path in superfluous(files):
        path.unlink()
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
