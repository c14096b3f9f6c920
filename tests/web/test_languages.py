"""The site in many languages: each visitor hears their own, chosen at once and remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from site_support import Site, Visitor

import galda
from foreign import FOREIGN, forget, left_in_drawing, left_in_page, left_over, speak
from galda.bots.names import NAMES as BOTS
from galda.core.play.prover import prover_of
from galda.core.show.language import LANGUAGES
from galda.core.show.lesson import lessons_of
from galda.puzzles.shelf import games_with_puzzles, puzzles_of
from galda.solve.book import games_with_openings
from galda.solve.proving import packaged_proofs
from galda.web.common.render import FOLDER

NAMES = galda.game_names()
LESSONS = [(name, one.id) for name in NAMES for one in lessons_of(galda.game(name), "en")]
TITLES = [galda.game(name).title for name in NAMES]
PROPER = ("Galda", "Guest", "Anna", "Bob", *TITLES, *BOTS)
IDENTIFIERS = ("players", "size", "first", "variant", "neutral", "scoring_cards", "body", "query")


@pytest.fixture
def stranger(site: Site) -> Iterator[Visitor]:
    """Somebody who speaks a language in which every message stands in brackets."""
    speak()
    visitor = site.visitor()
    visitor.web.cookies.set("lang", FOREIGN)
    yield visitor
    forget()


def check_page(visitor: Visitor, path: str, status: int = 200, names: Sequence[str] = ()) -> str:
    answer = visitor.web.get(path)
    assert answer.status_code == status
    assert f'<html lang="{FOREIGN}">' in answer.text or "<html" not in answer.text
    assert not left_in_page(answer.text, *PROPER, *names)
    return answer.text


def check_view(view: dict[str, Any]) -> None:
    """Everything in a view that its page shows."""
    assert not left_in_drawing(view["svg"], *PROPER)
    for sheet in view["sheets"]:
        assert not left_in_page(sheet, *PROPER)
    told = [view["status"], *view["draft"]["sentences"], *(line["text"] for line in view["log"])]
    told += [player[key] for player in view["players"] for key in ("name", "role", "level")]
    told += [offer["text"] for offer in view["offers"]]
    if view["curtain"]:
        told += [view["curtain"]["text"], view["curtain"]["button"]]
    if view["result"]:
        told.append(view["result"]["text"])
    assert not [word for text in told for word in left_over(text, *PROPER)]


PROOFS = [
    f"/proof/{name}/{which}"
    for name in NAMES
    if prover_of(galda.game(name)) is not None
    for which in packaged_proofs(galda.game(name))
]


PUZZLES = [
    "/puzzles/day",
    *(f"/puzzles?game={game.name}&number=1" for game in games_with_puzzles()),
    *(f"/openings/{game.name}" for game in games_with_openings()),
]


@pytest.mark.parametrize("path", ["/", *(f"/new/{name}" for name in NAMES), *PROOFS, *PUZZLES])
def test_every_word_of_a_page_comes_from_the_catalogues(stranger: Visitor, path: str) -> None:
    check_page(stranger, path)


@pytest.mark.parametrize("name", NAMES)
def test_every_word_at_a_table_comes_from_the_catalogues(
    site: Site, stranger: Visitor, name: str
) -> None:
    table = stranger.open(name, players=2, seat1="me", seat2="local", name2="Bob")
    page = check_page(stranger, f"/table/{table}")
    words = re.search(r'data-words="([^"]+)"', page)
    assert words is not None
    given = json.loads(words[1].replace("&#34;", '"').replace("&#39;", "'"))
    assert not [word for text in given.values() for word in left_over(text)]
    for _ in range(3):
        check_view(stranger.play(table))
    check_view(stranger.see(table, look=stranger.see(table)["to_act"]))
    check_page(stranger, f"/table/{table}/invites")
    assert stranger.post(table, "take-back").status_code == 200
    check_view(stranger.see(table))
    check_view(stranger.post(table, "resign").json())
    check_page(stranger, "/")
    key = site.call("get", table).spectator_key
    check_page(stranger, f"/table/{table}/watch/{key}")


@pytest.mark.parametrize("name", [game.name for game in games_with_puzzles()])
def test_every_word_about_a_choice_comes_from_the_catalogues(stranger: Visitor, name: str) -> None:
    puzzle = puzzles_of(galda.game(name))[0]
    for action in puzzle.start.legal_actions[:6]:
        answer = stranger.web.post(
            f"/api/v1/puzzles/{name}/{puzzle.number}", json={"actions": [action]}
        ).json()
        assert not left_over(answer["said"], *PROPER)
        for board in answer["boards"]:
            assert not left_in_drawing(board, *PROPER)


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_every_word_of_a_lesson_comes_from_the_catalogues(
    stranger: Visitor, name: str, lesson: str
) -> None:
    check_page(stranger, f"/learn/{name}/{lesson}")
    steps = stranger.web.get(f"/api/v1/lessons/{name}/{lesson}/1").json()["steps"]
    for number in range(1, steps + 1):
        step = stranger.web.get(f"/api/v1/lessons/{name}/{lesson}/{number}").json()
        assert not left_in_drawing(step["svg"], *PROPER)
        told = [step["place"], step["tell"], step["prompt"], *step["told"]]
        assert not [word for text in told for word in left_over(text, *PROPER)]


@pytest.mark.parametrize("name", NAMES)
def test_figures_and_their_captions_come_from_the_catalogues(stranger: Visitor, name: str) -> None:
    page = stranger.web.get(f"/rules/{name}").text
    for caption in re.findall(r"<figcaption>(.*?)</figcaption>", page, re.DOTALL):
        assert not left_over(caption, *PROPER)
    for address in re.findall(r'<img src="(/figures/[^"]+)"', page):
        assert not left_in_drawing(stranger.web.get(address).text, *PROPER)


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_an_analysis_comes_from_the_catalogues(stranger: Visitor, name: str) -> None:
    check_page(stranger, "/analyse")
    page = check_page(stranger, f"/analyse/{name}", names=("Home", "End"))
    words = re.search(r'data-words="([^"]+)"', page)
    assert words is not None
    given = json.loads(words[1].replace("&#34;", '"').replace("&#39;", "'"))
    assert not [word for text in given.values() for word in left_over(text)]
    start = galda.game(name).new(seed=1)
    for played in (0, 1):
        body = {"root": start.text, "actions": list(start.legal_actions[:played])}
        view = stranger.web.post("/api/v1/analysis/positions", json=body).json()
        assert not left_in_drawing(view["svg"], *PROPER)
        told = [view["status"], view["prompt"], view["told"]]
        told += [player[key] for player in view["players"] for key in ("name", "role")]
        assert not [word for text in told for word in left_over(text, *PROPER)]
    broken = {"root": start.text, "touches": ["nowhere"]}
    refused = stranger.web.post("/api/v1/analysis/set-up", json=broken).json()["error"]
    assert not left_over(refused, *PROPER, "nowhere")


def test_every_word_of_looking_back_comes_from_the_catalogues(stranger: Visitor) -> None:
    table = stranger.open("quixo", seat1="me", seat2="local", name2="Bob", size=3)
    stranger.play(table)
    stranger.play(table)
    assert stranger.post(table, "resign").status_code == 200
    check_page(stranger, f"/game/{table}", names=("Home", "End"))  # keys
    shown = stranger.web.get(f"/api/v1/games/{table}/positions/1").json()
    assert not left_in_drawing(shown["svg"], *PROPER)
    check_page(stranger, "/mistakes")
    check_page(stranger, "/import", names=("game", "players"))  # tags of a record
    answer = stranger.web.post("/import", data={"text": "game: quixo\n\n1. c3-c5\n"})
    assert answer.status_code == 400
    assert not left_in_page(re.sub(r"<textarea.*?</textarea>", "", answer.text, flags=re.DOTALL),
                            *PROPER, "game", "players")  # fmt: skip


def test_refusals_come_from_the_catalogues(site: Site, stranger: Visitor) -> None:
    table = stranger.open("quixo", seat2="friend")
    check_page(stranger, "/table/nowhere", 404)
    check_page(stranger, "/nowhere", 404)
    check_page(stranger, "/rules/chess", 404)
    refused = [
        stranger.post(table, "moves", base=0, actions=["c3-c5"]),
        stranger.post(table, "moves", base=99, actions=["a1-a5"]),
        stranger.post(table, "moves", base=0, actions=["hello"]),
        stranger.post(table, "moves", base=0, actions=[]),
        stranger.post(table, "moves", base="x", actions=["a1-a5"], colour="red"),
        stranger.post(table, "moves", base=0, actions=["a1-a5"], move_id="!"),
        stranger.post(table, "draw/answer", agree=True),
        stranger.post(table, "take-back"),
        stranger.post(table, "resign", seat=1),
        stranger.post(table, "chat", text="", to="all"),
        stranger.post(table, "chat", text="x", to="partner"),
        stranger.post(table, "rematch"),
        stranger.post("nowhere", "resign"),
        stranger.web.delete(f"/api/v1/tables/{table}"),
        stranger.web.post("/api/v1/tables", json={"game": "chess", "seats": [{"kind": "me"}]}),
        stranger.web.post("/api/v1/tables", json={"game": "quixo", "seats": [{"kind": "cat"}]}),
        stranger.web.post("/api/v1/tables", content="{"),
        stranger.web.post("/api/v1/tables", headers={"origin": "http://elsewhere"}),
    ]
    known = (*PROPER, *IDENTIFIERS, *NAMES, "cat", "me", "friend", "bot", "local", "hello")
    for answer in refused:
        assert answer.status_code >= 400
        assert not left_over(answer.json()["error"], *known), answer.json()
    assert refused[0].json()["rule"] == "Q4"
    assert refused[0].json()["sentence"].startswith("⟦c3 ")


def test_each_at_a_table_hears_their_own_language(site: Site, stranger: Visitor) -> None:
    table = stranger.open("pylos", seat2="friend")
    seat = site.call("get", table).seats[1]
    bob = site.visitor()
    bob.web.post(f"/table/{table}/join/{seat.key}", data={"name": "Bob"})
    stranger.play(table)
    here, there = stranger.see(table), bob.see(table)
    assert all(line["text"].startswith("⟦") for line in here["log"])
    assert not any("⟦" in line["text"] for line in there["log"])
    assert "⟦" not in there["svg"] + there["status"]
    with stranger.web.websocket_connect(f"/api/v1/tables/{table}/stream") as line:
        assert "⟦" in line.receive_json()["status"]


def test_a_bots_level_is_told_in_the_language_of_whoever_looks(
    site: Site, stranger: Visitor
) -> None:
    table = stranger.open("quixo", seat2="bot:casual")
    bot = stranger.see(table)["players"][1]
    assert (bot["level"], bot["name"] in BOTS) == ("⟦Casual⟧", True)
    stranger.web.cookies.set("lang", "en")
    assert stranger.see(table)["players"][1] == {**bot, "level": "Casual", "role": "Circle"}


def test_the_browsers_language_is_spoken(site: Site) -> None:
    visitor = site.visitor()
    for header, lang in (("is-IS,is;q=0.9,en;q=0.5", "is"), ("de,lt;q=0.4", "lt"), ("de", "en")):
        page = visitor.web.get("/", headers={"accept-language": header}).text
        assert f'<html lang="{lang}">' in page


def test_another_language_is_chosen_at_once_and_remembered(site: Site) -> None:
    visitor = site.visitor()
    page = visitor.web.get("/new/quixo", headers={"accept-language": "is"}).text
    for code, name in LANGUAGES.items():
        assert f'lang="{code}" hreflang="{code}"' in page
        assert name in page
    answer = visitor.web.get("/language/lv?back=/new/quixo", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/new/quixo")
    for path in ("/new/quixo", "/", "/rules/pylos"):
        assert '<html lang="lv">' in visitor.web.get(path, headers={"accept-language": "is"}).text


@pytest.mark.parametrize(
    "back", ["//elsewhere", "https://elsewhere", "/\\elsewhere", "\\\\elsewhere", "", "/a\nb"]
)
def test_choosing_a_language_leads_nowhere_else(site: Site, back: str) -> None:
    answer = site.visitor().web.get("/language/lv", params={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_language_we_do_not_speak_is_refused(site: Site) -> None:
    visitor = site.visitor()
    answer = visitor.web.get("/language/xx", follow_redirects=False)
    assert answer.status_code == 400
    assert "lang" not in visitor.web.cookies


@pytest.mark.parametrize("file", sorted((FOLDER / "static").glob("*.js")), ids=lambda f: f.name)
def test_scripts_have_no_words_of_their_own(file: Path) -> None:
    program = re.sub(r"/\*.*?\*/|^\s*//.*$", "", file.read_text(), flags=re.DOTALL | re.MULTILINE)
    texts = re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', program)
    said = [
        text for found in texts for text in found if re.search(r"[A-Z]?[a-z]+ [a-z]+ [a-z]+", text)
    ]
    assert not said
