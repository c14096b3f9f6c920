"""One script for a notebook from the site's own modules, so that there is one picker for both.

A notebook takes a single module, and the site's scripts are several that import each other. Each
one becomes a function that is called once and gives back what the module exports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources.abc import Traversable

IMPORT = re.compile(r'^import \{(?P<names>[^}]*)\} from "\./(?P<file>[\w.-]+)";$', re.M)
EXPORT = re.compile(r"^export (?P<kind>(?:async )?function|class|const|let) (?P<name>\w+)", re.M)
LEFT = re.compile(r"^(?:import|export)\b(?! default\b).*", re.M)


def join_modules(first: str, folders: Sequence[Traversable]) -> str:
    """A module and all that it imports, as one text without imports."""
    joined: dict[str, str] = {}
    main = _take_in(first, folders, joined)
    return "\n".join([*joined.values(), main])


def _take_in(name: str, folders: Sequence[Traversable], joined: dict[str, str]) -> str:
    """A module's text with its imports resolved, after those it imports have been joined."""
    text = next(folder / name for folder in folders if (folder / name).is_file()).read_text("utf-8")
    for found in IMPORT.finditer(text):
        if found["file"] not in joined:
            inner = _take_in(found["file"], folders, joined)
            joined[found["file"]] = _as_function(found["file"], inner)
    text = IMPORT.sub(
        lambda found: (
            f"const {{{found['names'].replace(' as ', ': ')}}} = {_variable(found['file'])};"
        ),
        text,
    )
    if left := LEFT.search(EXPORT.sub("", text)):
        raise ValueError(f"{name}: this import or export cannot be joined: {left[0]}")
    return text


def _as_function(name: str, text: str) -> str:
    """A module as a constant that holds what it exports."""
    exported = ", ".join(found["name"] for found in EXPORT.finditer(text))
    inner = EXPORT.sub(r"\g<kind> \g<name>", text)
    return f"const {_variable(name)} = (() => {{\n{inner}\nreturn {{ {exported} }};\n}})();"


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name)
