"""The leaderboard and the learning curves are what their data say, and the data fit the exams."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import curves
import leaderboard
from galda import exams


def test_the_page_is_written_from_the_data() -> None:
    assert leaderboard.page(leaderboard.read()) == leaderboard.PAGE.read_text("utf-8")


def test_everything_was_measured_with_the_exams_there_are() -> None:
    kept = leaderboard.read()
    assert len(kept) > 10
    for entry in kept:
        here = exams.exams_of(entry["game"], **entry["options"])
        assert entry["checksums"] == [exam.checksum[:16] for exam in here], entry["name"]
        for exam, sitting in zip(here, entry["sittings"], strict=True):
            _, _, count, right = sitting["whole"]
            assert 0 <= right <= count <= len(exam.texts)
            assert sum(band[2] for band in sitting["by_depth"]) == count


def test_only_who_sat_the_whole_exam_is_told_by_depth() -> None:
    bands = [[1, 4, 6, 3], [5, 9, 6, 6]]
    whole = {"name": "whole", "sittings": [{"source": "strong", "by_depth": bands,
                                            "whole": [1, 9, 12, 9]}]}  # fmt: skip
    fewer = [[1, 4, 3, 3], [5, 9, 3, 3]]
    part = {"name": "part", "sittings": [{"source": "strong", "by_depth": fewer,
                                          "whole": [1, 9, 6, 6]}]}  # fmt: skip
    told = "\n".join(leaderboard.by_depth([part, whole]))
    assert "| `whole` | 50.0 % | 100.0 % |" in told
    assert "part" not in told


def test_a_quick_bot_does_as_it_did() -> None:
    entry = next(
        each for each in leaderboard.read()
        if each["name"] == "greedy" and each["options"] == {"size": 3}
    )  # fmt: skip
    again = exams.score("quixo", "greedy", seed=entry["seed"], size=3)
    assert json.loads(json.dumps(again.as_json()["sittings"])) == entry["sittings"]


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
