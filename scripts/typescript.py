"""Write the types of the site's JSON for its scripts: `python scripts/typescript.py`.

From each `schema.py` of `galda/web/` it makes `galda/web/static/schema.d.ts`, to which the JSDoc
of the scripts refers. A test compares the two.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from typing_extensions import is_typeddict

from galda.web.analysis import schema as analysis
from galda.web.learn import schema as learn
from galda.web.proof import schema as proof
from galda.web.puzzles import schema as puzzles
from galda.web.replay import schema as replay
from galda.web.tables import schema as tables

WRITTEN = Path(tables.__file__).parents[1] / "static" / "schema.d.ts"
FIRST = """\
// The JSON of the server, for scripts. Written by scripts/typescript.py from web/*/schema.py:
// change it there.
"""
PLAIN = {
    Any: "unknown",
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
}


def as_typescript() -> str:
    """The whole file."""
    return "\n".join([FIRST, *(_interface(kind) for kind in kinds())])


def kinds() -> list[type]:
    """The types of the schema, in its order."""
    return [
        kind
        for module in (tables, learn, puzzles, proof, analysis, replay)
        for kind in vars(module).values()
        if is_typeddict(kind) and kind.__module__ == module.__name__
    ]


def _interface(kind: type) -> str:
    """One type with what its docstrings say."""
    written = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(written, ast.ClassDef)
    hints, docs = get_type_hints(kind, include_extras=True), dict(_docs(written))
    lines = []
    for name in _own_fields(written):
        if name in docs:
            lines.append(f"  /** {docs[name]} */")
        optional = "?" if get_origin(hints[name]) is NotRequired else ""
        lines.append(f"  {name}{optional}: {_type(hints[name])};")
    (base,) = (ast.unparse(base) for base in written.bases)
    on = "" if base == "TypedDict" else f" extends {base}"
    head = f"export interface {kind.__name__}{on} {{"
    return "\n".join([f"/** {inspect.getdoc(kind)} */", head, *lines, "}", ""])


def _own_fields(written: ast.ClassDef) -> list[str]:
    """The fields of a type but those it has from the one it is built on."""
    return [
        field.target.id
        for field in written.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    ]


def _docs(written: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """What stands below each field."""
    for field, below in zip(written.body, written.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=said)):
                yield name, str(said)


def _type(hint: Any) -> str:
    """A Python type as TypeScript writes it."""
    arguments = get_args(hint)
    match get_origin(hint):
        case None:
            return PLAIN.get(hint) or str(hint.__name__)
        case origin if origin is NotRequired:
            return _type(arguments[0])
        case origin if origin is Literal:
            return " | ".join(json.dumps(value) for value in arguments)
        case origin if origin in (Union, UnionType):
            return " | ".join(_type(argument) for argument in arguments)
        case origin if origin is list:
            return f"{_bracketed(_type(arguments[0]))}[]"
        case origin if origin is tuple:
            return f"[{', '.join(_type(argument) for argument in arguments)}]"
        case origin if origin is dict:  # the keys of JSON are words
            return f"Record<string, {_type(arguments[1])}>"
    raise TypeError(f"TypeScript has no word for {hint} here; teach it one in `_type`")


def _bracketed(words: str) -> str:
    return f"({words})" if " | " in words else words


if __name__ == "__main__":
    WRITTEN.write_text(as_typescript(), "utf-8")
