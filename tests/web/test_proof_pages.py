"""Walking a proof, as the server gives it, without a browser."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from site_support import Site

import galda
from galda.core.play.prover import Proof, prover_of
from galda.games.pylos.solve import prover
from galda.solve.proving import is_second, packaged_proofs
from galda.web.proof.routes import answer

PROVED = [
    (name, which)
    for name in galda.game_names()
    if prover_of(galda.game(name)) is not None
    for which in packaged_proofs(galda.game(name))
]


@pytest.mark.parametrize(("name", "which"), PROVED)
def test_whatever_is_replied_the_proof_answers_until_it_has_won(
    site: Site, name: str, which: str
) -> None:
    print("seed 20")
    ann, chance = site.visitor().web, random.Random(20)
    proof = packaged_proofs(galda.game(name))[which]
    assert proof.wins
    for _ in range(5):
        view = ann.post(f"/api/v1/proofs/{name}/{which}", json={}).json()
        left = [proof.positions]
        while not view["over"]:
            ElementTree.fromstring(view["svg"])
            assert view["said"]
            _, action = chance.choice(view["paths"])
            before = view["actions"]
            view = ann.post(
                f"/api/v1/proofs/{name}/{which}", json={"actions": [*before, action]}
            ).json()
            assert view["actions"][: len(before) + 1] == [*before, action]
            left.append(int(re.sub(r"\D", "", view["left"].split(" of ")[0])))
        assert view["said"].endswith("The proof has won.")
        assert view["paths"] == []
        assert left == sorted(left, reverse=True)
        assert left[-1] == 0


@pytest.mark.parametrize(("name", "which"), PROVED)
def test_the_page_says_what_is_claimed_and_leads_to_the_other_proofs(
    site: Site, name: str, which: str
) -> None:
    page = site.client.get(f"/proof/{name}/{which}").text
    proof = packaged_proofs(galda.game(name))[which]
    who = "comes second" if is_second(galda.game(name), proof) else "begins"
    assert f"Who {who} here always wins." in page
    assert f"{proof.positions:,} of them" in page
    assert page.count('<th scope="row">') == len(proof.layers)
    for other_name, other in PROVED:
        if other_name == name and other != which:
            assert f'href="/proof/{name}/{other}"' in page
    assert not re.search(r"<[^>]* (style|on\w+)=", page)
    for script in re.findall(r"<script\b[^>]*>", page):
        assert 'src="/static/' in script or 'type="application/json"' in script


def test_the_largest_proof_comes_first_and_what_is_not_proved_is_not_there(site: Site) -> None:
    ann = site.visitor().web
    assert "/api/v1/proofs/quixo/quixo-4" in ann.get("/proof/quixo").text
    assert ann.get("/proof/alhambra").status_code == 404
    assert ann.get("/proof/quixo/quixo-9").status_code == 404
    assert ann.get("/proof/chess").status_code == 404
    for body, status in (({"actions": [500]}, 422), ({"actions": ["a"]}, 422), ({"more": 1}, 422)):
        answer = ann.post("/api/v1/proofs/quixo/quixo-4", json=body)
        assert answer.status_code == status, body
        assert answer.json()["error"]


def test_going_back_shows_the_answer_that_was_given_there(site: Site) -> None:
    ask, ann = "/api/v1/proofs/quixo/quixo-4", site.visitor().web
    first = ann.post(ask, json={}).json()
    assert len(first["actions"]) == 1
    again = ann.post(ask, json={"actions": first["actions"]}).json()
    assert again == first


def test_openings_and_proofs_lead_to_each_other(site: Site) -> None:
    ann = site.visitor()
    assert 'href="/proof/quixo"' in ann.web.get("/openings/quixo").text
    assert 'href="/openings/quixo"' in ann.web.get("/proof/quixo").text
    led_to = "/proof/" in ann.web.get("/openings/pylos").text
    assert led_to == bool(packaged_proofs(galda.game("pylos")))


def test_who_comes_second_waits_for_the_first_ball_and_answers_whole_turns() -> None:
    """A made-up proof without patches: what is looked at is who plays when."""
    print("seed 5")
    pylos, chance = galda.game("pylos"), random.Random(5)
    proof = Proof(
        game="pylos", options={"variant": "standard"}, choice={"reply_cost": 0},
        network=prover.fingerprint(0), starts=prover.first_replies(), wins=True, layers=(),
        checksum=0, numbers=np.zeros(0, np.int64), skipped=np.zeros(0, np.uint8),
    )  # fmt: skip
    removed = 0
    for _ in range(8):
        view = answer(pylos, proof, [], "en")
        assert view["actions"] == []
        while not view["over"]:
            assert view["said"]
            position = pylos.new().replay(view["actions"])
            assert position.to_act == 0
            action = chance.choice(position.legal_actions)
            view = answer(pylos, proof, [*view["actions"], action], "en")
        assert view["said"].endswith("The proof has won.")
        turns = pylos.new().replay(view["actions"]).turns_back()
        removed += sum(seat == 1 and len(actions) > 1 for seat, actions in turns)
    assert removed, "the proof has played a turn of several actions"
