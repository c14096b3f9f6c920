"""The coach by HTTP: whom it answers, in what words, and to whom it keeps silent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from site_support import Site, Visitor, running

from galda.bots import coach as bots_coach
from galda.bots.review import Effort
from galda.core.play.values import Estimate, Exact, GameValue, Outcome
from galda.core.show.narration import value_words
from galda.table.thinking.coach import known
from galda.web.tables.coach import tell_advice, tell_chances, tell_threat
from twins import played, twin

SMALL = Effort(nodes=300, steps=300)


@pytest.fixture(scope="module")
def coached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of these: its coach has to wake up once only."""
    with running(tmp_path_factory.mktemp("coached")) as opened:
        yield opened


def ask(visitor: Visitor, table: str, what: str, **body: Any) -> Any:
    base = body.pop("base", None)
    if base is None:
        base = visitor.see(table)["base"]
    return visitor.web.post(
        f"/api/v1/tables/{table}/coach", json={"ask": what, "base": base, **body}
    )


def test_a_good_move_comes_with_touches_and_a_reason_in_numbers(coached: Site) -> None:
    ann = coached.visitor()
    table = ann.open("quixo", size="3", seat2="local")
    view = ann.see(table)
    assert view["can"]["coach"]
    told = ask(ann, table, "move").json()
    assert [told["touches"], told["action"]] in view["paths"]
    assert re.match(r"A good move: Guest \d+ takes ", told["text"])
    assert "%" in told["reason"] or "win" in told["reason"]
    assert 1 <= len(told["moves"]) <= 3
    assert told["moves"] == sorted(told["moves"], key=lambda move: -move["value"])
    ann.play(table, told["action"])


def test_a_draft_is_gone_on_with(coached: Site) -> None:
    ann = coached.visitor()
    table = ann.open("towers", players="2", seat2="local")
    view = ann.see(table)
    actions: list[int] = []
    while not view["draft"]["ready"]:
        told = ask(ann, table, "move", base=view["base"], actions=actions).json()
        assert told["action"] in [action for _, action in view["paths"]]
        actions.append(told["action"])
        view = ann.post(table, "draft", base=view["base"], actions=actions).json()
    refused = ask(ann, table, "move", base=view["base"], actions=actions)
    assert refused.status_code == 400
    assert "confirm" in refused.json()["error"]


def test_chances_of_two_sides_add_up(coached: Site) -> None:
    ann = coached.visitor()
    table = ann.open("quixo", size="3", seat2="bot:novice")
    told = ask(ann, table, "chances").json()
    assert told["two_sides"]
    assert sum(line["value"] for line in told["lines"]) == pytest.approx(1, abs=0.001)
    assert [line["mine"] for line in told["lines"]] == [True, False]
    threat = ask(ann, table, "threat").json()
    assert threat["text"]


def test_the_coach_keeps_silent_among_friends(coached: Site) -> None:
    ann = coached.visitor()
    table = ann.open("quixo", seat2="friend")
    assert not ann.see(table)["can"]["coach"]
    for what in ("move", "chances", "threat"):
        refused = ask(ann, table, what)
        assert refused.status_code == 403
        assert "the coach is off" in refused.json()["error"]


def test_a_table_of_friends_may_allow_the_coach(coached: Site) -> None:
    ann = coached.visitor()
    table = ann.open("quixo", seat2="friend", coach="on")
    assert ann.see(table)["can"]["coach"]
    assert ask(ann, table, "chances").status_code == 200
    silent = ann.open("quixo", seat2="bot:novice", coach="off")
    assert not ann.see(silent)["can"]["coach"]
    assert ask(ann, silent, "move").status_code == 403


def test_only_those_who_play_may_ask_and_only_for_themselves(coached: Site) -> None:
    ann, eve = coached.visitor(), coached.visitor()
    table = ann.open("quixo", seat2="local")
    assert ask(eve, table, "move", base=0).status_code == 403
    assert ask(ann, table, "move", seat=1).status_code == 400, "it is not that seat's turn"
    assert ask(ann, table, "chances", seat=1).status_code == 400, "they share a screen"
    assert ask(ann, table, "move", base=17).status_code == 409
    assert ann.post(table, "resign").status_code == 200
    assert not ann.see(table)["can"]["coach"]
    assert ask(ann, table, "chances").status_code == 409, "the game is over"


@pytest.mark.parametrize("name", ["towers", "alhambra"])
def test_words_are_the_same_bytes_when_only_hidden_things_differ(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots_coach, "COACH", SMALL)
    monkeypatch.setattr(bots_coach, "GLANCE", SMALL)
    table = played(name, {"players": 3}, seed=11)
    seat = table.to_act
    assert seat is not None
    said = []
    for one in (table, twin(table, seat, 7)):
        position, seed = known(one, seat)
        advice = bots_coach.good_turn(position, seed)
        threat = bots_coach.threat(position, seat, seed)
        chances = bots_coach.chances(position, seat, seed)
        said.append(
            json.dumps(
                [
                    tell_advice(position, advice, seat, "en"),
                    tell_threat(one, position, threat, seat, "en"),
                    tell_chances(one, chances, seat, "en"),
                ]
            )
        )
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Exact(Outcome.WON, 21), "you win in 11 moves"),
        (Exact(Outcome.WON, 1), "you win in 1 move"),
        (Exact(Outcome.LOST, 4), "you lose in 2 moves"),
        (Exact(Outcome.DRAWN), "a sure draw"),
        (Exact(Outcome.WON), "a sure win"),
        (Exact(Outcome.LOST), "a sure loss"),
        (Estimate(0.71), "winning chance 71%"),
    ],
)
def test_what_a_move_is_worth_in_words(value: GameValue, words: str) -> None:
    table = played("quixo", {}, seed=1)
    assert value_words(table.position, value, "en").replace("\xa0", "") == words
