"""Learning from mistakes by HTTP: what a review tells, mistakes on the board, attempts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from site_support import Site

import galda
from galda.bots.examining import Examined, examine
from galda.bots.review import Effort, TurnReview, review_end, review_turn
from galda.core.play.game import Game
from galda.core.play.paper import GameRecord, write_record
from galda.core.play.position import Position
from galda.core.show.outline import touches_in
from galda.table import Kept, Replay
from galda.table.replay.steps import read_step, write_turn
from galda.web.replay.lines import punishing_line, punishment
from galda.web.replay.review import show_review
from support import random_game

SMALL = Effort(nodes=2_000, steps=2_000)
WON = "quixo size=3 xx./oo./... 1"
OLD_STEP = {"worths": [0.5, 0.5], "lost": 0.0, "better": [], "certain": False}
"""As reviews were kept before they said how a game would go on."""


def reviewed(replay: Replay) -> list[dict[str, Any]]:
    """A review with little effort, as it is kept."""
    found: list[TurnReview] = []
    for ply in range(replay.last + 1):
        position = replay.position(ply)
        if not position.is_over:
            position = position.known_to(position.to_act, ply)
        if ply == replay.last:
            found.append(review_end(position, SMALL, ply))
        else:
            found.append(review_turn(position, replay.actions(ply + 1), ply, SMALL))
    return [write_turn(one) for one in found]


def kept(replay: Replay, steps: Sequence[dict[str, Any]]) -> Kept:
    return Kept(replay.id, replay.last + 1, tuple(steps), 0.0, finished=True)


def a_game_with_a_mistake(site: Site, name: str = "quixo", **options: Any) -> tuple[str, Replay]:
    """A record on the site, reviewed."""
    *_, end = random_game(name, options, seed=3)
    text = write_record(GameRecord(end, names=()))
    game = site.visitor().web.post("/api/v1/games", json={"record": text}).json()["game"]
    replay = Replay(game, GameRecord(end))
    tables = site.app.state.tables
    tables.lookback.reviews._growing[game] = kept(replay, reviewed(replay))
    return game, replay


def test_a_review_tells_accuracy_turning_points_and_tasks(site: Site) -> None:
    game, replay = a_game_with_a_mistake(site, size=3)
    told = site.client.get(f"/api/v1/games/{game}/review").json()
    assert "Accuracy" in told["sums"]
    assert "From chance" not in told["sums"], "there is no chance in this game"
    assert 1 <= len(told["turning"]) <= 3
    tasks = {int(ply): mark["task"] for ply, mark in told["marks"].items() if "task" in mark}
    assert tasks
    for ply, task in tasks.items():
        position = galda.position(task["position"])
        assert position.to_act == replay.seat(ply) == told["marks"][str(ply)]["seat"]
        assert not position.play_all(task["best"]).in_turn


def test_a_game_without_texts_has_remarks_but_nothing_to_try(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, replay = a_game_with_a_mistake(site, size=3)
    has = Game.has
    monkeypatch.setattr(Game, "has", lambda self, what: what != "position_text" and has(self, what))
    told = show_review(replay, site.app.state.tables.lookback.reviews._growing[game], -1, "en")
    assert told["marks"]
    assert all("task" not in mark for mark in told["marks"].values())


@pytest.mark.parametrize("name", ["towers", "alhambra"])
def test_where_there_is_chance_luck_and_skill_are_told_apart(site: Site, name: str) -> None:
    *_, end = random_game(name, {}, seed=3)
    replay = Replay("id", GameRecord(end))
    step = {"worths": [0.5] * end.players, "lost": 0.0, "better": [], "certain": False}
    lucky = step | {"worths": [1.0] + [0.0] * (end.players - 1)}
    told = show_review(replay, kept(replay, [step] * replay.last + [lucky]), -1, "en")
    assert "From chance" in told["sums"]
    assert f"Chance favoured {replay.name(0, 'en')} most in this game: +50" in told["sums"]


def test_reviews_from_before_are_still_read(site: Site) -> None:
    *_, end = random_game("quixo", {"size": 3}, seed=3)
    replay = Replay("id", GameRecord(end))
    told = show_review(replay, kept(replay, [OLD_STEP] * (replay.last + 1)), -1, "en")
    assert told["marks"] == {}
    assert told["turning"] == []
    assert "100" in told["sums"]


def test_a_mistake_is_shown_on_the_board_with_the_better_turn_and_the_punishment(
    site: Site,
) -> None:
    game, replay = a_game_with_a_mistake(site, size=3)
    told = site.client.get(f"/api/v1/games/{game}/review").json()
    found = [read_step(s) for s in site.app.state.tables.lookback.reviews._growing[game].steps]
    shown = 0
    for ply in map(int, told["marks"]):
        line = site.client.get(f"/api/v1/games/{game}/mistakes/{ply}").json()
        first, second, *rest = line["frames"]
        assert first["kind"] == "advised"
        assert first["touches"]
        assert set(first["touches"]) <= set(touches_in(first["svg"]))
        assert second["svg"] != first["svg"]
        reply = punishment(replay, found, ply)
        turns = punishing_line(replay, found, ply)
        assert len(rest) == len(turns) + 1
        assert turns[:1] == ([reply] if reply else [])
        after = replay.position(ply)
        for turn in turns:
            after = after.play_all(turn)
            assert not after.in_turn
        if reply:
            assert rest[0]["kind"] == "threatened"
            assert rest[0]["touches"]
            assert not replay.position(ply).play_all(reply).in_turn
            shown += 1
    assert shown
    unmarked = next(p for p in range(1, replay.last + 1) if str(p) not in told["marks"])
    for ply in (0, unmarked, replay.last + 1, 10**9):
        assert site.client.get(f"/api/v1/games/{game}/mistakes/{ply}").status_code == 400
    assert site.client.get("/api/v1/games/none/mistakes/1").status_code == 404


def test_a_punishment_goes_on_as_long_as_the_best_was_played() -> None:
    *_, end = random_game("quixo", {"size": 3}, seed=3)
    replay = Replay("id", GameRecord(end))
    assert replay.last >= 6
    fine, bad = TurnReview((0.5, 0.5), 0.0, ()), TurnReview((0.5, 0.5), 0.5, (0,))
    played = [replay.actions(ply) for ply in range(1, replay.last + 1)]
    found = [bad, *[fine] * replay.last]
    assert punishing_line(replay, found, 1) == [tuple(turn) for turn in played[1:6]]
    found[3] = bad
    assert punishing_line(replay, found, 1) == [*map(tuple, played[1:3]), (0,)]
    found[1] = bad
    assert punishing_line(replay, found, 1) == [(0,)]
    assert punishing_line(replay, found[:1], 1) == []


def test_nothing_is_told_of_a_game_that_goes_on(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", size="3", seat2="local")
    ann.play(table)
    assert ann.web.get(f"/api/v1/games/{table}/mistakes/1").status_code == 400
    assert site.visitor().web.get(f"/api/v1/games/{table}/mistakes/1").status_code == 403


# Attempts


@pytest.fixture
def judging(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[int]]:
    """Judge in this process; what was asked."""
    asked: list[Sequence[int]] = []

    async def judge(text: str, actions: Sequence[int], asker: object) -> Examined:
        asked.append(actions)
        return examine(text, actions)

    monkeypatch.setattr(site.app.state.tables.examiner, "judge", judge)
    return asked


def attempt(site: Site, actions: Sequence[int], best: Sequence[int] = (), text: str = WON) -> Any:
    body = {"position": text, "actions": list(actions), "best": list(best)}
    return site.client.post("/api/v1/mistakes", json=body)


def turns_by_outcome(position: Position) -> tuple[int, int]:
    """A turn that wins, and one that lets the other side win."""
    wins = [a for a in position.legal_actions if position.to_act in position.play(a).winners]
    loses = next(
        a
        for a in position.legal_actions
        if not (after := position.play(a)).is_over
        and any(after.to_act in after.play(b).winners for b in after.legal_actions)
    )
    return wins[0], loses


def test_an_attempt_begins_with_a_board_to_touch_and_keeps_the_answer_for_later(
    site: Site,
) -> None:
    win, _ = turns_by_outcome(galda.position(WON))
    told = attempt(site, (), (win,)).json()
    assert not told["done"]
    assert len(told["paths"]) == len(galda.position(WON).legal_actions)
    assert told["answer"]["touches"]
    assert told["answer"]["told"].startswith("The better turn:")


def test_the_turn_of_the_review_is_right_without_asking_and_others_are_judged(
    site: Site, judging: list[Sequence[int]]
) -> None:
    win, loses = turns_by_outcome(galda.position(WON))
    told = attempt(site, (win,), (win,)).json()
    assert (told["done"], told["right"], judging) == (True, True, [])
    told = attempt(site, (win,), (loses,)).json()
    assert (told["done"], told["right"], judging) == (True, True, [[win]])
    told = attempt(site, (loses,), (win,)).json()
    assert (told["done"], told["right"], told["paths"]) == (True, False, [])
    assert told["touches"]
    assert told["reply"]["svg"] != told["svg"]
    assert "gives away" in told["said"]


def test_what_cannot_be_tried_is_refused(site: Site) -> None:
    win, loses = turns_by_outcome(galda.position(WON))
    assert attempt(site, (10_000,)).status_code == 422
    assert attempt(site, (loses, win)).status_code == 400
    assert attempt(site, (), (win,), "quixo size=3 nonsense").status_code == 422
    assert attempt(site, (), (win,), "x" * 2001).status_code == 422
    over = galda.position(WON).play(win).text
    assert attempt(site, (), (), over).status_code == 400


def test_a_turn_of_several_actions_is_judged_when_it_is_whole(
    site: Site, judging: list[Sequence[int]]
) -> None:
    *positions, _ = random_game("alhambra", {}, seed=2)
    before, action = next(
        (p, a) for p in positions if not p.in_turn for a in p.legal_actions if p.play(a).in_turn
    )
    told = attempt(site, (action,), (), before.text).json()
    assert not told["done"]
    assert told["paths"]
    assert judging == []


def test_the_page_of_mistakes_opens_for_anyone(site: Site) -> None:
    page = site.visitor().web.get("/mistakes")
    assert page.status_code == 200
    assert "kept in this browser only" in page.text
