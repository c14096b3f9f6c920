"""The learning curves of the documentation are what their data say."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import curves


def test_a_picture_has_a_line_for_each_seed_and_one_for_their_mean() -> None:
    runs = [
        {"by": "Nobody", "game": "quixo", "options": {"size": 4}, "seed": seed,
         "curve": [{"moves": 0, "chance": 0.2}, {"moves": 5000, "chance": 0.5 + seed / 10}]}
        for seed in (1, 2)
    ]  # fmt: skip
    ((name, drawn),) = curves.pictures(runs).items()
    assert name == "nobody-quixo-4.svg"
    lines = [each for each in ElementTree.fromstring(drawn).iter() if each.tag.endswith("polyline")]
    assert len(lines) == 3
    assert "by chance 65 %" in drawn


def test_the_pictures_are_drawn_from_the_data() -> None:
    if not curves.KEPT.exists():
        pytest.skip("no curve is kept")
    for name, drawn in curves.pictures(json.loads(curves.KEPT.read_text("utf-8"))).items():
        assert (curves.FOLDER / name).read_text("utf-8") == drawn
