"""Who may see and act at a table: by cookie, by a seat's key, by the spectators' link."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import Response
from site_support import HOME, HOST, Site, running
from starlette.requests import HTTPConnection

from galda.core.show.language import LANGUAGES
from galda.table import Person
from galda.table.errors import NotYourSeat
from galda.web.security.access import Access
from galda.web.security.people import (
    SeatKey,
    Signer,
    address,
    bearer,
    clean_name,
    language,
    new_person,
    remember,
    remember_language,
)

PLAN = {"game": "quixo", "seats": [{"kind": "me"}, {"kind": "local"}]}
ANN = Person("ann-id", "Ann")
YEAR = 365 * 24 * 3600


def connection(cookie: str = "", query: str = "", **headers: str) -> HTTPConnection:
    """A request as it comes in, by its headers alone."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    sent |= {"cookie": cookie} if cookie else {}
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    return HTTPConnection({"type": "http", "headers": raw, "query_string": query.encode()})


def shows(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


def test_a_seats_key_opens_no_other_table_of_the_same_person(site: Site) -> None:
    own = {"origin": HOME}
    first, second = (
        site.client.post("/api/v1/tables", json=PLAN, headers=own).json() for _ in range(2)
    )
    site.client.cookies.clear()
    key = shows(first["seats"][0]["key"])
    assert site.client.get(f"/api/v1/tables/{first['table']}", headers=key).status_code == 200
    refused = site.client.get(f"/api/v1/tables/{second['table']}", headers=key)
    assert refused.status_code == 403
    assert "this key opens no seat of this table" in refused.json()["error"]


def test_a_seats_key_acts_for_that_seat_alone(site: Site) -> None:
    made = site.client.post("/api/v1/tables", json=PLAN).json()
    path = f"/api/v1/tables/{made['table']}"
    for seat in (0, 1):
        key = shows(made["seats"][seat]["key"])
        assert site.client.get(path, headers=key).json()["seats"] == [seat]
    second = shows(made["seats"][1]["key"])
    resign = {"seat": 0, "move_id": "a"}
    refused = site.client.post(f"{path}/resign", json=resign, headers=second)
    assert refused.status_code == 403
    assert refused.json()["error"] == "seat 0 is not yours; you hold 1"
    done = site.client.post(f"{path}/resign", json={"seat": 1, "move_id": "a"}, headers=second)
    assert done.status_code == 200
    assert done.json()["result"]["winners"] == [0]


def test_somebody_we_know_who_has_no_seat_may_not_even_look(site: Site) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    eve.open("quixo")
    assert eve.web.get(f"/api/v1/tables/{table}").status_code == 403


def test_a_key_for_a_seat_that_is_anothers_opens_nothing(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="friend")
    holder = site.call("get", table).seats[0].person_id
    signer: Signer = site.app.state.signer
    path = f"/api/v1/tables/{table}"
    for key, status in (
        ((table, 0, holder), 200),
        ((table, 1, holder), 403),
        ((table, 0, "x"), 403),
    ):
        answer = site.client.get(path, headers=shows(signer.seat_key(SeatKey(*key))))
        assert answer.status_code == status, key


def test_a_bad_key_is_refused_even_with_a_good_cookie(site: Site) -> None:
    ann = site.visitor()
    path = f"/api/v1/tables/{ann.open('quixo')}"
    assert ann.web.get(path).status_code == 200
    assert ann.web.get(path, headers=shows("nonsense")).status_code == 403


def test_a_seat_holder_on_the_spectators_link_sees_as_a_spectator(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("alhambra", seat2="bot:novice", seat3="bot:novice")
    own = ann.see(table)
    watching = ann.see(table, watch=site.call("get", table).spectator_key)
    assert own["seats"] == [0] and own["viewer"] == 0
    assert watching["seats"] == [] and watching["viewer"] == -1
    assert watching["svg"] != own["svg"], "a hand of cards is for its holder"
    assert not any(player["mine"] for player in watching["players"])


@pytest.mark.parametrize("wrong", ["x", "ā"])
def test_a_wrong_spectators_link_opens_nothing_even_to_a_seat_holder(
    site: Site, wrong: str
) -> None:
    ann, eve = site.visitor(), site.visitor()
    table = ann.open("quixo")
    for visitor in (ann, eve):
        answer = visitor.web.get(f"/api/v1/tables/{table}", params={"watch": wrong})
        assert answer.status_code == 403
        assert "you have no seat at this table" in answer.json()["error"]


def test_without_a_seat_named_one_acts_for_the_seat_whose_turn_it_is(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo", seat2="local", seat1="me")
    known = site.call("get", table)
    ann_id = known.seats[0].person_id
    assert Access(known, ann_id, (0, 1)).claim(None).seat == 0
    ann.play(table)
    known = site.call("get", table)
    assert known.to_act == 1
    assert Access(known, ann_id, (0, 1)).claim(None).seat == 1
    assert Access(known, ann_id, (0, 1)).claim(0).seat == 0
    assert Access(known, ann_id, (0,)).claim(None).seat == 0, (
        "the first held, if none of them is to act"
    )
    ann.post(table, "resign")
    assert Access(site.call("get", table), ann_id, (1, 0)).claim(None).seat == 1
    for asked in (None, 0):
        with pytest.raises(NotYourSeat, match="you are watching"):
            Access(known, ann_id, ()).claim(asked)
    with pytest.raises(NotYourSeat, match="seat 3 is not yours; you hold 0, 1"):
        Access(known, ann_id, (0, 1)).claim(3)


def test_joining_is_limited_by_address(tmp_path: Any) -> None:
    with running(tmp_path, tables_per_address=3) as site:
        table = site.client.post("/api/v1/tables", json=PLAN).json()["table"]
        site.client.cookies.clear()
        tried = [
            site.client.post(f"/api/v1/tables/{table}/join", json={"invite": "guess"}).status_code
            for _ in range(4)
        ]
        assert tried == [403, 403, 429, 429]


def test_cookies_and_keys_are_not_each_other_and_need_the_secret() -> None:
    ours, theirs = Signer("our secret"), Signer("their secret")
    cookie, key = ours.cookie(ANN), ours.seat_key(SeatKey("table", 2, "ann-id"))
    assert ours.person(cookie) == ANN
    assert ours.read_seat_key(key) == SeatKey("table", 2, "ann-id")
    assert theirs.person(cookie) is None
    assert theirs.read_seat_key(key) is None
    two = Signer("our secret")
    assert two.person(two._seats.dumps(["ann-id", "Ann"])) is None
    assert two.read_seat_key(two._people.dumps(["table", 2, "x"])) is None


def test_what_was_signed_for_something_else_is_nobody() -> None:
    signer = Signer("our secret")
    for odd in ([1, 2, 3], [1], 7, []):
        assert signer.person(str(signer._people.dumps(odd))) is None
    for odd in ([1, 2], [1, 2, 3, 4], 7, []):
        assert signer.read_seat_key(str(signer._seats.dumps(odd))) is None


@pytest.mark.parametrize("secure", [True, False])
def test_cookies_last_a_year_and_are_hidden_from_scripts(secure: bool) -> None:
    response = Response()
    signer = Signer("our secret")
    remember(response, signer, ANN, secure=secure)
    remember_language(response, "lv", secure=secure)
    person, lang = response.headers.getlist("set-cookie")
    assert signer.person(person.partition(";")[0].removeprefix("galda=")) == ANN
    assert lang.startswith("lang=lv;")
    for cookie in (person, lang):
        said = {part.strip() for part in cookie.split(";")[1:]}
        wanted = {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={YEAR}"}
        assert said == wanted | ({"Secure"} if secure else set())


def test_cookies_are_for_https_alone_where_the_page_is(site: Site) -> None:
    for scheme in ("http", "https"):
        site.client.cookies.clear()
        cookie = site.client.get(f"{scheme}://{HOST}/").headers["set-cookie"]
        assert ("Secure" in cookie) == (scheme == "https")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nRiga ", "Ann of Riga"),
        ("a\u0000b\u202ec", "a b c"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 24),
        ("x" * 23 + " yz", "x" * 23),
        (" \n ", ""),
    ],
)
def test_names_are_shown_on_one_line_and_short(written: str, shown: str) -> None:
    assert clean_name(written) == shown


def test_newcomers_are_guests_and_no_two_are_the_same() -> None:
    some = [new_person() for _ in range(200)]
    assert len({person.id for person in some}) == 200
    assert min(len(person.id) for person in some) >= 20
    numbers = [int(person.name.removeprefix("Guest ")) for person in some]
    assert min(numbers) >= 100 and max(numbers) <= 999
    assert new_person(" Ann ").name == "Ann"
    assert new_person("\n").name.startswith("Guest ")


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Basic abc", ""),
        ("abc", ""),
        ("", ""),
        ("Bearer", ""),
    ],
)
def test_a_key_is_read_from_the_authorization_header(header: str, key: str) -> None:
    assert bearer(connection(authorization=header)) == key


def test_the_language_asked_for_goes_before_the_one_chosen_and_the_browsers() -> None:
    assert "lv" in LANGUAGES and "lt" in LANGUAGES and "is" in LANGUAGES
    browser = {"accept_language": "is"}
    assert language(connection("lang=lt", "lang=lv", **browser)) == "lv"
    assert language(connection("lang=lt", "lang=xx", **browser)) == "lt"
    assert language(connection("lang=xx", "", **browser)) == "is"
    assert language(connection()) == "en"
    assert language(connection(accept_language="xx," * 200 + "lv")) == "en", "too long to read"
    assert language(connection(accept_language="xx," * 100 + "lv")) == "lv"


def test_an_address_is_that_of_the_other_end() -> None:
    assert address(HTTPConnection({"type": "http", "client": ("10.0.0.7", 5)})) == "10.0.0.7"
    assert address(HTTPConnection({"type": "http"})) == "unknown"
