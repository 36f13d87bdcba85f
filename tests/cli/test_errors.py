"""Bad input gets one clear line on stderr and status 2, and never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from cardkit.cli.errors import guarded
from cardkit.cli.root import COMMANDS, cli
from cardkit.outcome import StaleMoves
from cardkit.table import TableError
from cardkit.words import BY_HAND

#: What is typed, and what the line must say.
BAD: list[tuple[str, list[str]]] = [
    ("frobnicate", ["no command is called 'frobnicate'", "see cardkit --help"]),
    ("deel bisley", ["no command is called 'deel'", "did you mean 'deal'?"]),
    ("bisley", ["no command is called 'bisley'", "it is a game: `cardkit run bisley`"]),
    ("play bisley", ["no command is called 'play': by hand a game is played in Python", "run`"]),
    ("show bisley", ["no command is called 'show': `cardkit deal` shows a table"]),
    ("list", ["no command is called 'list': `cardkit games` lists the games"]),
    ("help run", ["no command is called 'help'", "`cardkit COMMAND --help`"]),
    ("version", ["no command is called 'version'", "`cardkit --version`"]),
    ("--verbose", ["no such option: --verbose"]),
    ("run bisley --playr x", ["--playr", "did you mean '--player'?", "see cardkit run --help"]),
    ("run", ["missing argument 'GAME'"]),
    ("run bisley bisley", ["unexpected extra argument (bisley)"]),
    ("run bisley --deal", ["option '--deal' requires an argument; see cardkit run --help"]),
    ("run bisley --ascii=x", ["'--ascii' does not take a value; see cardkit run --help"]),
    ("perft bisley", ["missing option '--depth'"]),
    ("perft bisley --depth 0", ["--depth"]),
    ("perft bisley --depth two", ["--depth", "'two'"]),
    ("run bisly", ["no game is called 'bisly'", "did you mean 'bisley'?"]),
    ("rules bisly", ["did you mean 'bisley'?"]),
    ("rules my/game.yaml", ["no game is called 'my/game.yaml'", "by its folder (--games-dir)"]),
    ("deal bisly", ["did you mean 'bisley'?"]),
    ("moves bisly", ["did you mean 'bisley'?"]),
    ("perft bisly --depth 1", ["did you mean 'bisley'?"]),
    ("run bisley --player radnom", ["'radnom'", "did you mean 'random'?"]),
    ("run bisley --player human", ["there are: greedy", "by hand a game is played in Python"]),
    ("run bisley --player random --player random", ["1 seat, so 1 player, not 2"]),
    ("run bisley --player random:depth=3", ["no option 'depth'"]),
    ("run bisley -o colums=12", ["no option 'colums'", "did you mean 'columns'?"]),
    ("run bisley -o columns=14", ["option columns: 14 is not one of 13, 12"]),
    ("run bisley -o columns", ["key=value", "'columns'"]),
    ("run bisley -o =12", ["key=value"]),
    ("run bisley -o columns=12 -o columns=13", ["'columns' is given twice"]),
    ("run bisley --deal x", ["no such deal: 'x'"]),
    ("run bisley --deal=", ["no such deal: ''"]),
    ("run bisley --deal -1", ["no such deal: '-1'", "from 0 to"]),
    ("run bisley --deal ms:0", ["from 1 to 8589934591"]),
    ("run bisley --deal msx:1", ["no such deal: 'msx:1'", "did you mean 'ms:1'?"]),
    ("run bisley --deal 1..3", ["a range names several, not one"]),
    ("run bisley --deals 3..1", ["it runs backwards"]),
    ("run bisley --deals 1..,2", ["no such range: '1..'"]),
    ("run bisley --deals=", ["no such deal"]),
    ("run bisley --deal 1 --deals 1..2", ["give --deal or --deals, not both"]),
    ("run bisley --deals 1-10", ["no such range: '1-10' (did you mean '1..10'?)"]),
    ("run bisley --deals 3,ms:1-10", ["no such range: 'ms:1-10' (did you mean 'ms:1..10'?)"]),
    ("run bisley --limit -1", ["--limit"]),
    ("run bisley --limit x", ["'x' is not a valid integer;"]),
    ("solve bisley --seconds x", ["'x' is not a valid float;"]),
    ("run bisley --seed x", ["--seed"]),
    ("run bisley --record-seat 0", ["it goes with --record"]),
    ("run bisley --record x.jsonl --record-seat me", ["a number from 0, or onlooker, not 'me'"]),
    ("run bisley --record x.jsonl --record-seat 1", ["seat 0 of bisley or of an onlooker, not 1"]),
    ("run bisley --record no/folder/x.jsonl", ["no/folder/x.jsonl: ", "No such file"]),
    ("run bisley --record file/x.jsonl", ["file/x.jsonl: ", "Not a directory"]),
    ("run bisley --deals 1..2 --record file", ["file is a file", "{deal}"]),
    ("run bisley --deals 1..2 --record file/{deal}", ["file"]),
    ("run bisley --deals 1..2 --record file/folder", ["file", "Not a directory"]),
    ("solve bisley --deals 1..2 --record file", ["file is a file", "{deal}"]),
    ("moves bisley --position AS", ["no pile is called 'AS'"]),
    ("moves bisley --position=", ["the cards of the position are not those of bisley"]),
    ("moves bisley --position t1", ["are missing"]),
    ("moves bisley --position t1 --deal 1", ["give --deal or --position, not both"]),
    ("deal bisley --format sgv", ["no format is called 'sgv'", "did you mean 'svg'?"]),
    ("deal bisley --format pdf", ["text, json, svg"]),
    ("deal bisley --format svg --json", ["give --json or --format svg"]),
    ("replay absent.jsonl", ["absent.jsonl: ", "No such file"]),
    ("replay .", [".: ", "Is a directory"]),
    ("replay file", ["file:1: ", "not JSON"]),
    ("replay empty", ["empty:1: the record is empty"]),
    ("replay short --to 5", ["short: it has moves 0 to 0, not 5"]),
    ("replay short --to -1", ["--to"]),
    ("replay other", ["other:1: no game is called 'bisly'", "did you mean 'bisley'?"]),
    ("check", ["missing argument 'FILE...'"]),
    ("schema patienec", ["FAMILY"]),
    ("games --games-dir absent", ["'absent' does not exist"]),
    ("games --games-dir file", ["'file' is not a folder"]),
    ("--games-dir", ["option '--games-dir' requires an argument; see cardkit --help"]),
    ("--ascii=x", ["'--ascii' does not take a value; see cardkit --help"]),
]  # fmt: skip

HEADER = (
    '{"cardkit": 1, "game": "GAME", "version": "1", "rules": "", "options": {}, "deal": "1",'
    ' "players": [], "seed": 0}\n'
)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few files that are no good."""
    (tmp_path / "file").write_text("kept\n")
    (tmp_path / "empty").touch()
    (tmp_path / "short").write_text(HEADER.replace("GAME", "bisley"))
    (tmp_path / "other").write_text(HEADER.replace("GAME", "bisly"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("typed", "said"), BAD, ids=[typed for typed, _ in BAD])
def test_bad_input_gets_one_line(
    ck: Callable[..., Any], files: Path, typed: str, said: list[str]
) -> None:
    before = sorted(files.iterdir())
    done = ck(*typed.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("cardkit: ")
    assert done.err.count("\n") == 1
    assert done.err.endswith("\n")
    for part in said:
        assert part in done.err
    assert sorted(files.iterdir()) == before
    assert (files / "file").read_text() == "kept\n"


OPTIONS = [
    (name, max(option.opts, key=len))
    for name in COMMANDS
    for option in cli.get_command(click.Context(cli), name).params  # type: ignore[union-attr]
    if isinstance(option, click.Option) and not option.is_flag
]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_an_option_without_its_argument_says_where_to_read_on(
    ck: Callable[..., Any], name: str, option: str
) -> None:
    done = ck(name, option)
    assert (done.status, done.out) == (2, "")
    told = f"option '{option}' requires an argument; see cardkit {name} --help"
    assert done.err == f"cardkit: {told}\n"


def test_the_way_to_play_by_hand_that_is_told_of_is_one() -> None:
    names: dict[str, Any] = {}
    exec(BY_HAND.split("`")[1], names)
    assert len(names["state"].history) == 1


PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (PACK[:-1], "KS is missing"),
        ([*PACK[:-1], "AC"], "KS is missing; AC stands there twice"),
        ([*PACK, "??"], "a hidden card ??"),
        ([*PACK[:-1], "1S"], "word 52 is no card: '1S'"),
    ],
)
def test_an_explicit_deal_with_wrong_cards_is_refused(
    ck: Callable[..., Any], cards: list[str], said: str
) -> None:
    for command in ("deal", "moves", "run"):
        done = ck(command, "bisley", "--deal", " ".join(cards))
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("cardkit: ")
        assert said in done.err
        assert done.err.count("\n") == 1


def test_every_wrong_option_gets_its_line(ck: Callable[..., Any]) -> None:
    done = ck("deal", "bisley", "-o", "colums=12", "-o", "deal=diagonals")
    assert done.status == 2
    first, second = done.err.splitlines()
    assert first.startswith("cardkit: bisley has no option 'colums'")
    assert second.startswith("cardkit: option deal: 'diagonals' is not one of columns, rows")


def test_an_error_brings_no_control_characters_to_the_terminal(
    ck: Callable[..., Any],
) -> None:
    for words in (["a\x1b[31m\nb"], ["run", "bisley", "--deal", "\x07"], ["replay", "\x1b[2J"]):
        done = ck(*words)
        assert done.status == 2
        assert done.err.count("\n") == 1
        assert done.err.strip("\n").isprintable()


def test_a_traceback_is_there_for_the_asking(ck: Callable[..., Any]) -> None:
    done = ck("deal", "bisley", "--deal", "x", CARDKIT_TRACEBACK="1")
    assert done.status == 2
    assert done.err.startswith("Traceback (most recent call last):\n")
    assert "\ncardkit: no such deal: 'x'" in done.err


HINT = " (CARDKIT_TRACEBACK=1 shows where it comes from)"


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (KeyboardInterrupt(), 130, "cardkit: interrupted\n"),
        (click.Abort(), 130, "cardkit: interrupted\n"),
        (BrokenPipeError(), 141, ""),
        (OSError(28, "No space left on device", "x.jsonl"), 2,
         "cardkit: x.jsonl: No space left on device\n"),
        (click.ClickException("Two\nlines."), 2, "cardkit: Two\ncardkit: lines.\n"),
        (click.UsageError("No such thing."), 2, "cardkit: no such thing\n"),
        (SystemExit(3), 3, ""),
        (SystemExit(), 0, ""),
        (SystemExit("leaving"), 1, "cardkit: leaving\n"),
        (ValueError("x\ny"), 70, f"cardkit: this is a bug: ValueError: x y{HINT}\n"),
        (StaleMoves("old"), 70, f"cardkit: this is a bug: StaleMoves: old{HINT}\n"),
        (TableError("no"), 70, f"cardkit: this is a bug: TableError: no{HINT}\n"),
    ],
)  # fmt: skip
def test_every_kind_of_error_has_its_status(
    capsys: pytest.CaptureFixture[str], error: BaseException, status: int, said: str
) -> None:
    def work() -> None:
        raise error

    assert guarded(work) == status
    assert capsys.readouterr().err == said
