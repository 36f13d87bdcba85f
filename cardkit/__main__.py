"""`python -m cardkit`: the command line."""

from __future__ import annotations

from cardkit.cli import main

if __name__ == "__main__":
    main()
