"""The texts of a plugin that are neither rules nor Python. They are about a game `my-game`."""

from __future__ import annotations

from typing import Final

from cardkit import __version__

PYPROJECT: Final = f"""\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "cardkit-my-game"
version = "0.1.0"
description = "My Game, a card game, as a plugin of cardkit."
readme = "README.md"
requires-python = ">=3.11"
license = "MIT"
license-files = ["LICENSE"]
dependencies = ["cardkit>={__version__}"]

[project.optional-dependencies]
test = ["mypy>=1.13", "pytest>=8.2", "ruff>=0.8"]

# The door: cardkit looks in this group. The entry is called like the game.
[project.entry-points.cardkit]
my-game = "cardkit_my_game"

[tool.hatch.build.targets.wheel]
packages = ["cardkit_my_game"]

[tool.pytest.ini_options]
testpaths = ["tests"]
filterwarnings = ["error"]

[tool.ruff]
line-length = 100

[tool.ruff.lint]
select = ["B", "E", "F", "I", "UP"]

[tool.mypy]
strict = true
files = ["cardkit_my_game", "tests"]
"""

_README: Final = """\
# cardkit-my-game

My Game, a card game, as a plugin of cardkit. In an environment that has cardkit:

```sh
pip install -e ".[test]"
cardkit rules my-game                  # the rules in words, and the options
cardkit deal my-game                   # the table
cardkit run my-game --deals 1..100     # a hundred games
```

## To change it

{where}

```sh
pytest                                 # the rules of this game, and the laws of every game
ruff check . && ruff format --check .
mypy
```

An entry point is read when the plugin is installed: install it again when the game's name changes.

Licensed under the MIT licence; see `LICENSE`.
"""

_IN_RULES: Final = """\
The rules are in `cardkit_my_game/rules.yaml`. While you edit it, this shows every fault, or the
table, at each save:

```sh
cardkit check --watch cardkit_my_game/rules.yaml
```

The tests pin the rules, clause by clause, on deals chosen for it: change them with the rules."""

_IN_PYTHON: Final = """\
The rules are in `cardkit_my_game/game.py`; the options, and what people read before they play, are
in `cardkit_my_game/__init__.py`. The tests pin the rules, clause by clause, on deals chosen for it:
change them with the rules.

`pytest --cardkit-game my-game` tries each law of every game as a test of its own. What breaks one
is told with the deal and the shortest line of moves that was found to show it."""

RULES_README: Final = _README.format(where=_IN_RULES)
PYTHON_README: Final = _README.format(where=_IN_PYTHON)

GITIGNORE: Final = """\
__pycache__/
.venv/
dist/
.mypy_cache/
.pytest_cache/
.ruff_cache/
"""

LICENCE: Final = """\
MIT License

Copyright (c) the authors of cardkit-my-game

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
