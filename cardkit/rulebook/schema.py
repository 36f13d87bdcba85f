"""Shapes as JSON Schema (draft 2020-12), for editors and for whoever checks files without us.

The schema knows the notations by which options change a document (see `binding`): `$columns` stands
for any scalar, `{choose: columns, ...}` for anything, and any mapping may have a `when`. What the
values of options are it does not know, nor anything that one part of a file says of another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from cardkit.rulebook.shapes import TEXT, AnyMapping, Key, Named, Record, Shape, Sort, Variants

JsonSchema: TypeAlias = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
#: The name of an option.
OPTION_NAME: Final = "[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*"

_VALUE: Final = ["string", "integer", "boolean"]
_DEFINITIONS: Final[JsonSchema] = {
    "when": {
        "description": "What this stands in is left out unless each of these options has the value"
        " given here, or one of the values.",
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{OPTION_NAME}$"},
        "additionalProperties": {"type": [*_VALUE, "array"], "items": {"type": _VALUE}},
    },
    "choose": {
        "description": "The option by whose value one of the branches is chosen.",
        "type": "string",
        "pattern": f"^{OPTION_NAME}$",
    },
    "chosen": {
        "type": "object",
        "required": ["choose"],
        "properties": {"choose": {"type": "string"}},
    },
    "by-option": {
        "anyOf": [
            {"type": "string", "pattern": rf"^\${OPTION_NAME}$"},
            {"$ref": "#/$defs/chosen"},
        ]
    },
}


def json_schema(record: Record, title: str) -> JsonSchema:
    """The JSON Schema of files whose outermost mapping is a record.

    >>> from cardkit.rulebook.shapes import WHOLE, Key
    >>> piles = Key("piles", Shape.of(WHOLE), default=4, meaning="How many piles there are.")
    >>> schema = json_schema(Record("Rules", (piles,)), "A game")
    >>> schema["properties"]["piles"]
    {'description': 'How many piles there are.', 'default': 4, '$ref': '#/$defs/whole-number'}
    >>> schema["$defs"]["whole-number"]["else"]
    {'type': 'integer'}
    """
    writer = _Writer()
    body = writer.record(record, fixed=False)
    del body["properties"]["when"]  # options cannot do away with the file as a whole
    head = {"$schema": DIALECT, "title": title, "description": record.intro, "type": "object"}
    return {**head, **body, "$defs": {**_DEFINITIONS, **dict(sorted(writer.definitions.items()))}}


class _Writer:
    """Writes the schemas of shapes, and collects under names what they refer to."""

    def __init__(self) -> None:
        self.definitions: dict[str, JsonSchema] = {}

    def record(self, record: Record, *, fixed: bool) -> JsonSchema:
        """What holds of the keys of a mapping; with `fixed` it has no `when`."""
        properties = {
            key.name: self._property(key, f"{record.name}.{key.name}", fixed=fixed or key.fixed)
            for key in record.keys
        }
        if not fixed:
            properties["when"] = _ref("when")
        return {
            "properties": properties,
            "required": [key.name for key in record.keys if key.required],
            "additionalProperties": False,
        }

    def _property(self, key: Key, name: str, *, fixed: bool) -> JsonSchema:
        written: JsonSchema = {}
        if key.meaning:
            written["description"] = key.meaning
        if not key.required and key.default not in (None, "", [], {}):
            written["default"] = key.default
        return {**written, **self.place(key.shape, name, fixed=fixed)}

    def place(self, shape: Shape, name: str, *, fixed: bool) -> JsonSchema:
        """The schema of a place, which is called `name` if nothing fitter is."""
        if fixed:
            return self._static(shape, name, fixed=True)
        name = _shared_name(shape) or name
        if name not in self.definitions:
            self.definitions[name] = {}  # it is known from here on: branches of choices refer to it
            self.definitions[name] = {
                **_examples(shape),
                "if": _ref("by-option" if shape.sorts else "chosen"),
                "then": {
                    "properties": {"choose": _ref("choose"), "when": _ref("when")},
                    "minProperties": 2,
                    "additionalProperties": _ref(name),
                },
                "else": self._static(shape, name, fixed=False),
            }
        return _ref(name)

    def _static(self, shape: Shape, name: str, *, fixed: bool) -> JsonSchema:
        """What a place takes if no option has a say in it."""
        parts: dict[str, JsonSchema] = {}
        if shape.items is not None:
            items = self.place(shape.items, f"{name}.item", fixed=fixed)
            parts["array"] = {"items": items}
        if shape.mapping is not None:
            parts["object"] = self._mapping(shape.mapping, name, fixed=fixed)
        structure: JsonSchema = {}
        for part in parts.values():
            structure |= part
        scalars = _scalars(shape.sorts)
        if "enum" not in scalars and "anyOf" not in scalars:
            # Each keyword speaks of one type of value alone, so they can stand together.
            kinds = [scalars["type"]] if scalars else []
            kinds += [*parts, *(["null"] if shape.nullable else [])]
            return {**scalars, "type": kinds if len(kinds) > 1 else kinds[0], **structure}
        if shape.nullable:
            scalars = _with_null(scalars)
        if not parts:
            return scalars
        return {"if": {"type": list(parts)}, "then": structure, "else": scalars}

    def _mapping(self, mapping: AnyMapping, name: str, *, fixed: bool) -> JsonSchema:
        if isinstance(mapping, Record):
            return self._reference(mapping, fixed=fixed)
        if isinstance(mapping, Variants):
            return self._variants(mapping, fixed=fixed)
        return self._named(mapping, name, fixed=fixed)

    def _reference(self, record: Record, *, fixed: bool) -> JsonSchema:
        written = self.record(record, fixed=fixed)
        known = self.definitions.setdefault(record.name, written)
        assert known == written, f"two records are called {record.name}"
        return _ref(record.name)

    def _variants(self, variants: Variants, *, fixed: bool) -> JsonSchema:
        rest: JsonSchema = {"anyOf": [{"required": [key]} for key in variants.by_key]}
        if variants.otherwise is not None:
            rest = self._reference(variants.otherwise, fixed=fixed)
        for key, record in reversed(list(variants.by_key.items())):
            then = self._reference(record, fixed=fixed)
            rest = {"if": {"required": [key]}, "then": then, "else": rest}
        return rest

    def _named(self, named: Named, name: str, *, fixed: bool) -> JsonSchema:
        value = self.place(named.values, f"{name}.value", fixed=fixed)
        when = {} if fixed else {"when": _ref("when")}
        written: JsonSchema
        if named.names.words:
            written = {"properties": {**dict.fromkeys(named.names.words, value), **when}}
            written["additionalProperties"] = False
        elif named.names == TEXT:
            written = {"properties": when} if when else {}
            written["additionalProperties"] = value
        else:
            pattern = named.names.schema["pattern"]
            written = {"properties": when} if when else {}
            written["patternProperties"] = {f"^(?!when$){pattern[1:]}": value}
            written["additionalProperties"] = False
        return {**written, "required": list(named.required)} if named.required else written


def _shared_name(shape: Shape) -> str:
    """The name of a shape that many places have, empty if it is none."""
    name = shape.sorts[0].name if len(shape.sorts) == 1 else ""
    if name and shape == Shape.of(shape.sorts[0]).listed(lone=True):
        return f"{name}-list"
    return name if name and shape == Shape.of(shape.sorts[0]) else ""


def _examples(shape: Shape) -> JsonSchema:
    """Words to be offered: editors look for them here, and not behind an `else`."""
    known = [word for s in shape.sorts for word in s.words or s.schema.get("examples", ())]
    return {"examples": known} if known else {}


def _ref(name: str) -> JsonSchema:
    return {"$ref": f"#/$defs/{name}"}


def _scalars(sorts: Iterable[Sort]) -> JsonSchema:
    """What holds of a scalar of one of the sorts; nothing if there are none."""
    schemas = [dict(sort.schema) for sort in sorts]
    words = [word for schema in schemas for word in schema.get("enum", ())]
    others = [schema for schema in schemas if "enum" not in schema]
    if words:
        others.insert(0, {"enum": words})
    if not others:
        return {}
    return others[0] if len(others) == 1 else {"anyOf": others}


def _with_null(scalars: JsonSchema) -> JsonSchema:
    if "enum" in scalars:
        return {**scalars, "enum": [*scalars["enum"], None]}
    return {"anyOf": [*scalars["anyOf"], {"type": "null"}]}
