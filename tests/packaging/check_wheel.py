"""Check what is inside a wheel of cardkit: `python check_wheel.py FILE.whl`.

Prints a line for each fault and exits with status 1, or one line that all is well.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

PACKAGES = {"cardkit", "cardkit_games"}
#: What is data rather than Python, and may lie in the packages.
DATA = {"rules.yaml", "py.typed"}
#: Games written in Python, which have no rules file.
IN_PYTHON = {"accordion"}


def faults(names: list[str]) -> Iterator[str]:
    """What is wrong with a wheel that holds files of these names."""
    paths = [PurePosixPath(name) for name in names]
    top = {path.parts[0] for path in paths}
    info = {name for name in top if name.startswith("cardkit-") and name.endswith(".dist-info")}
    for name in sorted(top - PACKAGES - info):
        yield f"{name} lies at top level"
    for name in sorted(PACKAGES - top):
        yield f"the package {name} is missing"
    if len(info) != 1:
        yield f"one dist-info folder of cardkit is due, not {len(info)}"
    for name in ("entry_points.txt", "licenses/LICENSE"):
        if not any(f"{folder}/{name}" in names for folder in info):
            yield f"{name} is missing from the dist-info folder"
    for package in sorted(PACKAGES):
        if f"{package}/py.typed" not in names:
            yield f"{package}/py.typed is missing"
    for game in sorted({path.parts[1] for path in paths if _in_game(path)}):
        file = "__init__.py" if game in IN_PYTHON else "rules.yaml"
        if f"cardkit_games/{game}/{file}" not in names:
            yield f"cardkit_games/{game}/{file} is missing"
    for path in paths:
        if path.parts[0] in PACKAGES and path.suffix != ".py" and path.name not in DATA:
            yield f"{path} is neither Python nor data of a game"


def _in_game(path: PurePosixPath) -> bool:
    return path.parts[0] == "cardkit_games" and len(path.parts) > 2


def main(arguments: list[str]) -> int:
    """Check the wheel named on the command line."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("usage: python check_wheel.py FILE.whl", file=sys.stderr)
        return 2
    with zipfile.ZipFile(arguments[0]) as wheel:
        names = wheel.namelist()
    found = list(faults(names))
    for fault in found:
        print(f"{arguments[0]}: {fault}")
    if not found:
        print(f"{Path(arguments[0]).name}: {len(names)} files, all where they belong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
