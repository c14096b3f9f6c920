"""What many tests share, by its short name: the rule marker, all starts of games, random play."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from galda.testing.parameters import ALL_STARTS
from galda.testing.playing import random_game, refused, starts, trace

__all__ = ["ALL_STARTS", "random_game", "read_out", "refused", "rule", "starts", "trace"]

rule = pytest.mark.rule


def read_out(node: Element) -> str:
    """The words in a part of a drawing that those who listen are told."""
    if node.get("aria-hidden") == "true":
        return ""
    return " ".join(filter(None, [(node.text or "").strip(), *map(read_out, node)]))
