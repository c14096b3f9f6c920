"""The board in a notebook: what it shows, what it hears, and that it knows no rules of its own."""

from __future__ import annotations

from typing import Any

import pytest

import galda
from galda.bots.levels import LEVELS
from galda.core.show.language import LANGUAGES
from galda.notebook.board import Board


class Page:
    """Stands in for the page: says what it would say, and notes what it is told."""

    def __init__(self, board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
        self.board = board
        self.heard: list[dict[str, Any]] = []
        monkeypatch.setattr(board, "send", lambda content, buffers=None: self.heard.append(content))

    def say(self, **content: Any) -> None:
        told = {"number": self.board.view["number"], **content}
        self.board._handle_custom_msg(told, [])


@pytest.fixture(params=galda.game_names())
def board(request: pytest.FixtureRequest) -> Board:
    return galda.play(request.param, bot="random", seed=3)


def test_the_paths_shown_are_those_of_the_rules(board: Board) -> None:
    shown = {tuple(path): action for path, action in board.view["paths"]}
    assert shown == board.position.paths


def test_it_is_drawn_with_the_eyes_of_the_person(board: Board) -> None:
    assert board.svg == board.position.svg(0, "en")
    for name in galda.game_names():
        other = galda.play(name, bot="random", seat=1, seed=3)
        assert other.svg == other.position.svg(1, "en")


def test_a_touched_path_is_played_and_the_bots_answer(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(board, monkeypatch)
    while not board.position.is_over and len(board.position.actions) < 40:
        before = board.position
        page.say(play=board.view["paths"][-1][1])
        assert board.position != before
        assert board.position.is_over or board.position.to_act == 0
    assert page.heard == []


def test_what_was_meant_for_an_older_position_is_not_played(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = board.position
    Page(board, monkeypatch).say(play=board.view["paths"][0][1], number=-1)
    assert board.position is before


def test_a_touch_that_leads_nowhere_is_answered_with_the_rule(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = Page(galda.play("quixo"), monkeypatch)
    page.say(why=["c3"])
    assert page.heard == [{"said": "Q4: c3 is inside; only cubes on the border can be taken."}]


@pytest.mark.parametrize(
    "said", [{"play": 999}, {"play": "a1"}, {"play": None}, {"why": 7}, {"press": "quit"}, {}]
)
def test_nonsense_changes_nothing(said: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    board = galda.play("quixo")
    before = board.position
    Page(board, monkeypatch).say(**said)
    assert board.position is before


def test_a_step_back_takes_the_bots_answer_along(monkeypatch: pytest.MonkeyPatch) -> None:
    board = galda.play("quixo", bot="random", seed=1)
    page = Page(board, monkeypatch)
    board.play("a1-a5")
    assert len(board.position.actions) == 2
    page.say(press="back")
    assert board.position.actions == []
    page.say(press="back")
    assert [*page.heard[-1]] == ["said"]
    board.play("a1-a5")
    page.say(press="again")
    assert board.position.actions == []


def test_suggestions_stand_beside_the_board_until_something_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = galda.play("quixo", size=3, seed=1, adviser="skilled")
    Page(board, monkeypatch).say(press="advise")
    assert 1 <= len(board.advice) <= 5
    for line in board.advice:
        assert line["action"] in board.position.legal_actions
        assert line["text"] == board.position.sentence(line["action"])
        assert 0 <= line["share"] <= 1
        assert line["worth"]
    board.play(board.advice[0]["action"])
    assert board.advice == []


def test_points_are_told_without_a_share() -> None:
    board = galda.play("towers", seed=1)
    board.suggest("greedy")
    assert {line["share"] for line in board.advice} == {None}


def test_a_finished_game_says_who_has_won() -> None:
    board = galda.play("quixo", size=3, seed=1)
    bot = galda.make_bot("random", seed=5)
    while not board.position.is_over:
        board.play(bot.choose(board.position))
    assert board.view["status"].startswith("The game is over")
    assert board.view["paths"] == []
    assert board.suggest() == []


def test_a_position_can_be_shown_and_put_back() -> None:
    start = galda.game("pylos").new().play("b2")
    board = galda.play(start)
    board.play("c2")
    board.position = start
    assert board.position is start
    assert board.view["number"] == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_every_language(lang: str) -> None:
    board = galda.play("quixo", lang=lang).words["advise"]
    english = galda.play("quixo").words["advise"]
    assert (board == english) == (lang == "en")


def test_mistakes_are_told() -> None:
    with pytest.raises(galda.GaldaError, match="no seat 2"):
        galda.play("quixo", seat=2)
    with pytest.raises(galda.GaldaError, match="no bot 'nobody'"):
        galda.play("quixo", bot="nobody")
    with pytest.raises(galda.GaldaError, match="no bot 'nobody'"):
        galda.play("quixo", adviser="nobody")
    with pytest.raises(galda.BadOption, match="already"):
        galda.play(galda.game("quixo").new(), seed=1)
    with pytest.raises(galda.GaldaError, match="language"):
        galda.play("quixo", lang="xx")


def test_without_widgets_it_is_a_picture() -> None:
    board = galda.play("quixo", bot=next(iter(LEVELS)))
    data, _ = board._repr_mimebundle_()
    assert data["image/svg+xml"] == board.svg
    assert "application/vnd.jupyter.widget-view+json" in data
