"""The reference of rules files, made of the models that they are read into."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from game_pages import anchor, table

from cardkit.rulebook.shapes import TRUTH, AnyMapping, Key, Named, Record, Shape, Sort, Variants
from cardkit.rulesschema import SPELLINGS, family_record, header_record, schema_text

#: Everything below this line of a page is made here.
MARK = "<!-- From here on made by docs/build_pages.py from the models: change their comments. -->"


def schema_files() -> dict[str, str]:
    """The JSON Schema of each family by the name of its file."""
    return {f"rules-{family}.schema.json": schema_text(family) for family in SPELLINGS}


def reference_page(family: str, text: str) -> str:
    """A page about a family's rules files, with its reference made anew.

    Raises ValueError if the page has no mark that says where the reference begins.
    """
    above, mark, _ = text.partition(MARK)
    if not mark:
        raise ValueError(f"a page about rules files has the line {MARK!r}")
    return f"{above}{MARK}\n\n" + "\n\n".join(_reference(family)) + "\n"


def _reference(family: str) -> Iterator[str]:
    yield "## Reference"
    yield (
        "Every key of the file. A key without a default must be there. Where a default is left"
        " blank, leaving the key out means that there is no such thing."
    )
    header, rules = header_record(family), family_record(family)
    yield "### The file"
    yield "What every rules file has:"
    yield _keys(header)
    yield f"{rules.intro}"
    yield _keys(rules)
    for record in sorted(_records([header, rules]).values(), key=lambda record: record.name):
        yield f"### {record.name}"
        yield record.intro
        yield _keys(record)


def _records(roots: list[Record]) -> dict[str, Record]:
    """The records that are used in others, by name."""
    found: dict[str, Record] = {}
    waiting = [key.shape for root in roots for key in root.keys]
    while waiting:
        shape = waiting.pop()
        for record in _records_of(shape):
            if record.name not in found:
                found[record.name] = record
                waiting += [key.shape for key in record.keys]
        waiting += [part for part in (shape.items, _values(shape)) if part is not None]
    return found


def _records_of(shape: Shape) -> tuple[Record, ...]:
    if isinstance(shape.mapping, Record):
        return (shape.mapping,)
    return shape.mapping.records if isinstance(shape.mapping, Variants) else ()


def _values(shape: Shape) -> Shape | None:
    return shape.mapping.values if isinstance(shape.mapping, Named) else None


def _keys(record: Record) -> str:
    rows = [
        (f"`{key.name}`", in_words(key.shape), _default(key), key.meaning) for key in record.keys
    ]
    return table(("key", "value", "default", "meaning"), rows)


def _default(key: Key) -> str:
    if key.required:
        return "must be there"
    if key.default is None or key.default == "":
        return ""
    return f"`{_flow(key.default)}`"


def _flow(value: Any) -> str:
    """A value as YAML writes it on one line."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    return value if isinstance(value, str) else json.dumps(value)


def in_words(shape: Shape) -> str:
    """What may stand at a place, in Markdown.

    >>> from cardkit.rulebook.shapes import TEXT, WHOLE
    >>> in_words(Shape.of(WHOLE) | Shape.of(Sort.of_words(["all"])))
    'a whole number or `all`'
    >>> in_words(Shape.of(TEXT).listed(lone=True)), in_words(Shape.of(TEXT).listed())
    ('a text or a list of such', 'a list, each item a text')
    """
    alone = shape.items if shape.lone else None
    parts = list(_sorts(sort for sort in shape.sorts if alone is None or sort not in alone.sorts))
    if shape.mapping is not None and (alone is None or shape.mapping != alone.mapping):
        parts.append(_mapping(shape.mapping))
    if alone is not None:
        parts += [in_words(alone), "a list of such"]
    elif shape.items is not None:
        parts.append(f"a list, each item {in_words(shape.items)}")
    *most, last = parts
    return f"{', '.join(most)} or {last}" if most else last


def _sorts(sorts: Iterable[Sort]) -> Iterator[str]:
    for sort in sorts:
        if sort == TRUTH or not sort.what:
            yield from (f"`{_flow(word)}`" for word in sort.words)
        else:
            yield sort.what


def _mapping(mapping: AnyMapping) -> str:
    if isinstance(mapping, Record):
        return f"{'an' if mapping.name[0] in 'AEIOU' else 'a'} {_link(mapping)}"
    if isinstance(mapping, Variants):
        return f"one of {', '.join(map(_link, mapping.records))}"
    if mapping.names.words:
        names = ", ".join(f"`{word}`" for word in mapping.names.words)
        return f"by {names}: {in_words(mapping.values)}"
    return f"by {'language' if mapping.required else 'name'}: {in_words(mapping.values)}"


def _link(record: Record) -> str:
    return f"[{record.name}](#{anchor(record.name)})"
