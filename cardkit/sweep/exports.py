"""The results of a store as CSV and Parquet: a row for each deal, in the order of deals."""

from __future__ import annotations

import csv
import importlib
import io
import os
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from cardkit.sweep.files import whole_file
from cardkit.sweep.plan import SweepError
from cardkit.sweep.selection import Selection
from cardkit.sweep.store import Store

#: So many rows are in memory at a time.
_BATCH: Final = 50_000


def column_names(store: Store) -> list[str]:
    """What the columns are called."""
    return ["deal", *store.plan.task.columns]


def _rows(store: Store, selection: Selection | None) -> Iterator[tuple[Any, ...]]:
    return store.ask(
        f"SELECT {', '.join(column_names(store))} FROM asked ORDER BY place", selection
    )


def write_csv(
    store: Store, path: str | os.PathLike[str], selection: Selection | None = None
) -> None:
    """Write a CSV file with a head. What does not apply is empty. Raises SweepError."""
    with whole_file(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(column_names(store))
        writer.writerows(_rows(store, selection))
        text.detach()


def write_parquet(
    store: Store, path: str | os.PathLike[str], selection: Selection | None = None
) -> None:
    """Write a Parquet file. Raises SweepError, also without pyarrow, of the extra `parquet`."""
    arrow = needed("pyarrow", "--parquet", "parquet")
    parquet = needed("pyarrow.parquet", "--parquet", "parquet")
    kinds = {"TEXT": arrow.string(), "INTEGER": arrow.int64()}
    columns = {"deal": "TEXT", **store.plan.task.columns}
    schema = arrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    rows = _rows(store, selection)
    with whole_file(path) as stream, parquet.ParquetWriter(stream, schema) as writer:
        while batch := list(islice(rows, _BATCH)):
            arrays = [
                arrow.array(values, field.type)
                for values, field in zip(zip(*batch, strict=True), schema, strict=True)
            ]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))


def needed(module: str, option: str, extra: str) -> Any:
    """A module that not everybody has. Raises SweepError that says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError:
        name = module.partition(".")[0]
        raise SweepError(
            f"{name} is not installed, which {option} needs (pip install 'cardkit[{extra}]')"
        ) from None
