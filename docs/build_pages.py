"""Builds the pages and files of docs/ that are made of the rules and their models.

    python docs/build_pages.py            write them
    python docs/build_pages.py --check    write nothing; tell which are stale, missing or too many

What is made: a page and pictures for each game in games/cardkit_games (docs/games, which has
nothing else), the JSON Schema of each family (docs/schema, likewise), and the reference at the end
of the pages about rules files. The finished games come from docs/lines, whose records are found by
`docs/record_lines.py` and kept up to date here. The same sources give the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardkit.entries import GameEntry

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
GAMES = ROOT / "games" / "cardkit_games"
#: Folders with nothing but what is made here.
FOLDERS = (DOCS / "games", DOCS / "lines", DOCS / "schema")


def our_games() -> list[tuple[str, GameEntry]]:
    """Our own games, each with its source as seen from the root: a rules file, else its module."""
    from cardkit.rulesfile import game_entry

    found = []
    for module in sorted(GAMES.glob("*/__init__.py")):
        source = module.with_name("rules.yaml")
        if source.exists():
            entries = [game_entry(source)]
        else:
            source = module
            entries = list(import_module(f"cardkit_games.{module.parent.name}").cardkit_games())
        found += [(source.relative_to(ROOT).as_posix(), entry) for entry in entries]
    return found


def built() -> dict[Path, str]:
    """Every file that is made, with its text. Raises RecordError for a line that is none."""
    from endings import ending, line_path
    from game_pages import index_page, page_files
    from reference_pages import reference_page, schema_files

    games = our_games()
    files = {DOCS / "games" / "README.md": index_page(entry for _, entry in games)}
    for source, entry in games:
        end = ending(entry.create())
        files[line_path(entry.name)] = end.record
        for name, text in page_files(entry, source, end).items():
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
    from cardkit.headless import RecordError

    try:
        files = built()
    except RecordError as error:
        print(f"{error}\nrun: python docs/record_lines.py", file=sys.stderr)
        return 1
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
