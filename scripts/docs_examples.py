"""For the reference: examples in docstrings are shown as what they are, sessions with Python."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*\n?(?:^(?!\s*$).*\n?)*", re.M)


def fence(text: str) -> str:
    """A docstring's text with its examples marked as code."""
    return EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class FenceExamples(griffe.Extension):
    """Marks the examples of all docstrings as they are read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Mark the examples of one docstring."""
        if obj.docstring:
            obj.docstring.value = fence(obj.docstring.value)
