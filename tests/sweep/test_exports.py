"""CSV, Parquet and pictures of a store: what is in them, and that they are written whole."""

from __future__ import annotations

import csv
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet
import pytest

import cardkit
from cardkit.sweep import Playing, Selection, Solving, Store, SweepError, statistics
from cardkit.sweep.exports import write_csv, write_parquet
from cardkit.sweep.files import whole_file
from cardkit.sweep.plan import Plan, Row, Task
from cardkit.sweep.plots import write_plot

SOLVED: list[Row] = [
    ("10", "lost", None, None, 400, 0, None),
    ("9", "won", None, 3, 12, 0, "t1-a1, away 2C, deal"),
    ("ms:1", "undecided", "nodes", None, 1000, 0, None),
    ("11", "won", None, 5, 0, 0, "deal"),
]
SHEET = '[["trump","H",0,[1,10,5],[0,2,0]],["pass",null,1,[4,4,8],[0,2,1]]]'
PLAYED: list[Row] = [
    (str(deal), "scored", None, 99, f"[{deal},4,1]", "[1]", SHEET) for deal in (1, 2)
]


def store_of(game: str, task: Task, rows: list[Row]) -> Store:
    store = Store.write(None, Plan.of(cardkit.game(game), task))
    store.add(rows)
    store.commit()
    return store


@pytest.fixture
def solved() -> Iterator[Store]:
    with store_of("bisley", Solving(), SOLVED) as store:
        yield store


@pytest.fixture
def played() -> Iterator[Store]:
    with store_of("bismarck", Playing(("random",)), PLAYED) as store:
        yield store


@pytest.fixture
def patience() -> Iterator[Store]:
    rows: list[Row] = [
        ("1", "won", 1, 60, None, None, None),
        ("2", "stuck", 0, 9, None, None, None),
    ]
    with store_of("bisley", Playing(("random",)), rows) as store:
        yield store


def test_csv_has_a_head_and_a_row_for_each_deal_in_order(solved: Store, tmp_path: Path) -> None:
    path = tmp_path / "bisley.csv"
    write_csv(solved, path)
    head, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    assert head == ["deal", "verdict", "ran_out", "length", "nodes", "thoughtful", "moves"]
    assert rows == [
        ["9", "won", "", "3", "12", "0", "t1-a1, away 2C, deal"],
        ["10", "lost", "", "", "400", "0", ""],
        ["11", "won", "", "5", "0", "0", "deal"],
        ["ms:1", "undecided", "nodes", "", "1000", "0", ""],
    ]
    write_csv(solved, path, Selection.of("10..20"))
    assert path.read_text().splitlines()[1:] == ["10,lost,,,400,0,", "11,won,,5,0,0,deal"]
    assert [each.name for each in tmp_path.iterdir()] == ["bisley.csv"]


def test_parquet_has_the_same_with_types(
    solved: Store, played: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.sweep.exports._BATCH", 3)  # so that there are two
    path = tmp_path / "bisley.parquet"
    write_parquet(solved, path)
    table = pyarrow.parquet.read_table(path)
    assert list(map(str, table.schema.types)) == [
        "string", "string", "string", "int64", "int64", "int64", "string",
    ]  # fmt: skip
    assert table.to_pylist() == [
        dict(zip(table.column_names, row, strict=True)) for row in (SOLVED[i] for i in (1, 0, 3, 2))
    ]
    write_parquet(played, path)
    (first, _) = pyarrow.parquet.read_table(path).to_pylist()
    assert (first["deal"], first["won"], first["sheet"]) == ("1", None, SHEET)


def test_an_empty_store_gives_a_head_alone(tmp_path: Path) -> None:
    with store_of("bisley", Solving(), []) as store:
        write_csv(store, tmp_path / "a.csv")
        write_parquet(store, tmp_path / "a.parquet")
    assert (tmp_path / "a.csv").read_text().count("\n") == 1
    assert pyarrow.parquet.read_table(tmp_path / "a.parquet").num_rows == 0


# -- pictures --------------------------------------------------------------------------------------


def draw(store: Store, path: Path, selection: Selection | None = None) -> None:
    write_plot(store, statistics(store, selection), path, selection)


def words_of(svg: Path) -> str:
    """The texts of a picture. Each has a comment that says what its outlines say."""
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    root = ElementTree.parse(svg, parser).getroot()
    return "\n".join(
        " ".join((each.text or "").split()) for each in root.iter() if callable(each.tag)
    )


def test_a_picture_of_solved_deals(solved: Store, tmp_path: Path) -> None:
    path = tmp_path / "bisley.svg"
    draw(solved, path)
    words = words_of(path)
    for part in (
        "bisley: 4 deals (9..11, ms:1)",
        "solve within 512 MiB",
        "won 50.00%",
        "share of deals won, %",
        "moves of the solution",
        "nodes of the search",
        "won (2)",
        "lost (1)",
        "undecided (1)",
    ):
        assert part in words, words


def test_a_picture_of_a_played_patience(patience: Store, tmp_path: Path) -> None:
    draw(patience, tmp_path / "a.svg")
    words = words_of(tmp_path / "a.svg")
    assert "moves of the game" in words
    assert "play by random" in words


def test_a_picture_of_played_matches(played: Store, tmp_path: Path) -> None:
    draw(played, tmp_path / "a.svg")
    words = words_of(tmp_path / "a.svg")
    for part in ("bismarck: 2 deals (1..2)", "points", "tricks", "trump", "pass", "forehand"):
        assert part in words
    draw(played, tmp_path / "one.svg", Selection.of("2"))
    assert "bismarck: 1 deal (2)" in words_of(tmp_path / "one.svg")


def test_a_picture_of_matches_without_sheets(snatch: cardkit.Game, tmp_path: Path) -> None:
    plan = Plan.of(snatch, Playing(("random", "random")))
    with Store.write(None, plan) as store:
        store.add([("1", "scored", None, 24, "[3,4]", "[1]", None)])
        store.commit()
        draw(store, tmp_path / "a.svg")
    assert "mean score of a match" in words_of(tmp_path / "a.svg")


def test_a_picture_may_be_png(solved: Store, tmp_path: Path) -> None:
    draw(solved, tmp_path / "a.PNG")
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_results_give_the_same_picture(solved: Store, tmp_path: Path, kind: str) -> None:
    for name in ("a", "b"):
        draw(solved, tmp_path / f"{name}.{kind}")
    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


def test_only_two_kinds_of_pictures_are_drawn(solved: Store, tmp_path: Path) -> None:
    for name in ("a.pdf", "svg", "a"):
        with pytest.raises(SweepError, match=r"a picture's name ends in \.svg or \.png"):
            draw(solved, tmp_path / name)
    with (
        store_of("bisley", Solving(), []) as store,
        pytest.raises(SweepError, match="nothing to draw yet"),
    ):
        draw(store, tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


# -- what is not installed, and files --------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "write", "told"),
    [
        ("pyarrow", write_parquet, "pyarrow is not installed, which --parquet needs"),
        ("matplotlib", draw, "matplotlib is not installed, which --plot needs"),
    ],
)
def test_what_is_not_installed_is_named(
    solved: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    module: str,
    write: Callable[[Store, Path], None],
    told: str,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SweepError, match=told):
        write(solved, tmp_path / "a.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("before")

    def write_half() -> None:
        with whole_file(path) as stream:
            stream.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        write_half()
    assert path.read_text() == "before"
    with whole_file(path) as stream:
        stream.write(b"whole")
    assert path.read_text() == "whole"
    assert [each.name for each in tmp_path.iterdir()] == ["a.csv"]


def test_the_file_behind_a_link_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with whole_file(tmp_path / "link") as stream:
        stream.write(b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"x"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("missing/a.csv", "missing/a.csv: No such file or directory"),
        (".", "it is a folder"),
        ("/dev/full", "/dev/full: No space left on device"),
        ("a\0", "there is a null character in the path"),
    ],
)
def test_where_nothing_can_be_written_is_told_of(
    solved: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for write in (write_csv, write_parquet):
        with pytest.raises(SweepError, match=told):
            write(solved, path)
    assert list(tmp_path.iterdir()) == []
