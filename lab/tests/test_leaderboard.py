"""The leaderboard is what its data say, and the data fit the exams."""

from __future__ import annotations

import json

from galda import exams
from lab.exams import leaderboard


def test_both_pages_are_written_from_the_data() -> None:
    kept = leaderboard.read()
    assert leaderboard.page(kept) == leaderboard.PAGE.read_text("utf-8")
    assert leaderboard.details(kept) == leaderboard.DETAILED.read_text("utf-8")


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
