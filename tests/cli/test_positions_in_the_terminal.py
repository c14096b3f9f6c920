"""Positions as text on the command line: shown, played from, thought about."""

from __future__ import annotations

from pathlib import Path

from test_cli import RECORD, bad, good

import galda
from galda.core.play.paper import read_record

WON_IN_ONE = "quixo size=3 xx./oo./... 1"


def test_show_draws_a_position_that_is_written_out(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert good("show", WON_IN_ONE).splitlines()[0].split() == ["3", "X", "X", "·"]
    good("show", WON_IN_ONE, "-o", str(picture))
    assert picture.read_text("utf-8") == galda.position(WON_IN_ONE).svg()
    assert "Q3" in bad("show", "quixo size=3 xx./.../... 2")


def test_a_game_is_played_and_saved_from_a_position(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    says = f"c1-c3\nsave {file}\n\n"
    told = good("play", "--from", WON_IN_ONE, "--bot", "none", says=says, home=tmp_path)
    assert "Won by: Cross" in told
    assert f"position: {WON_IN_ONE}" in file.read_text("utf-8")
    assert read_record(file.read_text("utf-8"), galda.game).position.is_over
    assert "leave --size out" in bad("play", "quixo", "--from", WON_IN_ONE, "--size", "3")


def test_a_position_is_thought_about_line_by_line(tmp_path: Path) -> None:
    told = good("analyse", WON_IN_ONE, "--seconds", "0").splitlines()
    assert told[0].split() == ["1.", "Cross", "100.0%,", "Circle", "0.0%"]
    line = next(galda.position(WON_IN_ONE).analyse(seconds=0))
    assert [words.split()[0] for words in told[1:]] == list(line.words)
    assert told[1].endswith("you win in 1 move (proven)")
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    assert "Circle" in good("analyse", str(file), "--ply", "1", "--seconds", "0")
