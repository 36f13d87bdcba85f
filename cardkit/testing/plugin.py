"""A plugin for pytest: the laws of cardkit, tried on any installed game without any code.

    pytest --cardkit-game bisley --cardkit-game bismarck:session=modern
    pytest --cardkit-game golf --cardkit-games-dir rules

adds one test per law and game to the run. A test of one's own that takes the fixture
`cardkit_game` runs once for each of these games; without `--cardkit-game`, for every installed one.
With the fixture `cardkit_deal` it runs once for each of the `--cardkit-deals`, too:

    def test_somebody_can_move(cardkit_game, cardkit_deal):
        assert cardkit_game.deal(cardkit_deal).moves

The marker `clause` names the clauses of the rules that a test pins: `@pytest.mark.clause("BI-05")`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final

import pytest

# Nothing of cardkit is imported before somebody asks for a game: this runs in every pytest run.
if TYPE_CHECKING:
    from cardkit.deals import Deal
    from cardkit.state import Game
    from cardkit.testing.lawbook import Law

_GAMES_DIR: Final = "CARDKIT_GAMES_DIR"
#: What is tried if nobody names any deals.
_DEALS: Final = "1,2"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name games."""
    group = parser.getgroup("cardkit", "cardkit: laws of card games")
    group.addoption(
        "--cardkit-game",
        action="append",
        default=[],
        metavar="NAME",
        help="check an installed game, with options like NAME:KEY=VALUE,KEY=VALUE (repeatable)",
    )
    group.addoption(
        "--cardkit-games-dir",
        action="append",
        default=[],
        metavar="FOLDER",
        help="a folder of rules files, whose games count as installed (repeatable)",
    )
    group.addoption(
        "--cardkit-deals",
        default=_DEALS,
        metavar="DEALS",
        help=f"the deals to check each game with, such as 1..20 or ms:617 (default: {_DEALS})",
    )
    group.addoption(
        "--cardkit-plies",
        type=int,
        default=60,
        metavar="N",
        help="how many moves are played in each deal (default: 60)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, look at the deals, and let games of the folders be found."""
    config.addinivalue_line("markers", "clause(*ids): the clauses of a game's rules that it pins")
    if config.getoption("--cardkit-deals") != _DEALS:
        _deals(config)  # so that it is told at once if they are none
    folders = config.getoption("--cardkit-games-dir")
    if folders:
        config.add_cleanup(_found_in(folders).close)


def _found_in(folders: Iterable[str]) -> ExitStack:
    """Load the games of some folders beside the installed ones, until the result is closed.

    Raises pytest.UsageError for a folder that cannot be read.
    """
    from cardkit import plugins

    before = os.environ.get(_GAMES_DIR)
    # In the environment, so that other processes find them as well.
    os.environ[_GAMES_DIR] = os.pathsep.join([*folders, *([before] if before else [])])
    stack = ExitStack()
    stack.callback(_restore, before)
    try:
        stack.enter_context(plugins.use(plugins.load()))
    except plugins.PluginError as error:
        stack.close()
        raise pytest.UsageError(f"--cardkit-games-dir: {error}") from None
    return stack


def _restore(before: str | None) -> None:
    if before is None:
        del os.environ[_GAMES_DIR]
    else:
        os.environ[_GAMES_DIR] = before


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add a test for each law and game, before others choose among the tests."""
    for name in session.config.getoption("--cardkit-game"):
        node = f"cardkit:{name}"
        items += _GameCollector.from_parent(session, name=node, nodeid=node).collect()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each game that it takes as `cardkit_game`, deal as `cardkit_deal`."""
    if "cardkit_game" in metafunc.fixturenames:
        names = metafunc.config.getoption("--cardkit-game")
        if not names:
            from cardkit import plugins

            names = list(plugins.games())
        metafunc.parametrize("cardkit_game", names, indirect=True)
    if "cardkit_deal" in metafunc.fixturenames:
        metafunc.parametrize("cardkit_deal", _deals(metafunc.config), ids=str, indirect=True)


@pytest.fixture
def cardkit_game(request: pytest.FixtureRequest) -> Game:
    """A game of those named by `--cardkit-game`, or else of all that are installed."""
    return _game(request.param)


@pytest.fixture
def cardkit_deal(request: pytest.FixtureRequest) -> Deal:
    """A deal of those named by `--cardkit-deals`."""
    deal: Deal = request.param
    return deal


def _deals(config: pytest.Config) -> Sequence[Deal]:
    """The deals to try. Raises pytest.UsageError."""
    from cardkit.deals import DealError, parse_deals

    try:
        return parse_deals(config.getoption("--cardkit-deals"))
    except DealError as error:
        raise pytest.UsageError(f"--cardkit-deals: {error}") from None


def _game(text: str) -> Game:
    """The game meant by `name` or `name:key=value,key=value`. Raises pytest.UsageError."""
    from cardkit import plugins

    name, _, rest = text.partition(":")
    options = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise pytest.UsageError(f"--cardkit-game {text}: an option is KEY=VALUE, not {part!r}")
        options[key.strip()] = value.strip()
    try:
        return plugins.game(name, **options)
    except (ValueError, LookupError, plugins.PluginError) as error:
        raise pytest.UsageError(f"--cardkit-game {text}: {error}") from None


class _GameCollector(pytest.Collector):
    """The laws that can be tried on one game, with `cardkit:` and what names it as its name."""

    def collect(self) -> list[pytest.Item]:
        from cardkit.testing.laws import LAWS

        game = _game(self.name.removeprefix("cardkit:"))
        plies = self.config.getoption("--cardkit-plies")
        if plies < 0:
            raise pytest.UsageError(f"--cardkit-plies: at least 0, not {plies}")
        deals = _deals(self.config)
        return [
            _LawItem.from_parent(self, name=law.name, law=law, game=game, deals=deals, plies=plies)
            for law in LAWS
            if law.applies(game)
        ]


class _LawItem(pytest.Item):
    """One law tried on one game."""

    def __init__(
        self, *, law: Law, game: Game, deals: Sequence[Deal], plies: int, **rest: Any
    ) -> None:
        super().__init__(**rest)
        self.law, self.game, self.deals, self.plies = law, game, deals, plies

    def runtest(self) -> None:
        from cardkit.testing.laws import check_law

        check_law(self.law, self.game, self.deals, self.plies)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The broken law's own words: a traceback through the kit would tell nothing more."""
        from cardkit.testing.lawbook import LawBroken

        if isinstance(excinfo.value, LawBroken):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        return self.path, None, self.nodeid
