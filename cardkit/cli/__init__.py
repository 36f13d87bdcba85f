"""The command line: `cardkit COMMAND`, also `python -m cardkit`.

A command reads what was typed, asks a lower layer, and writes what comes back. Each is in a module
that is imported when its command is used: `root` lists them. `errors` is the one place that turns
what went wrong into a line and an exit status, `output` the one that writes.
"""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Do what the arguments of this process say, and exit.

    >>> from unittest.mock import patch
    >>> with patch("sys.argv", ["cardkit", "--version"]):
    ...     main()
    Traceback (most recent call last):
    ...
    SystemExit: 0
    """
    try:
        from cardkit.cli.root import cli
    except KeyboardInterrupt:
        sys.exit(130)
    cli.main()
