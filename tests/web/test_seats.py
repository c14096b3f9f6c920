"""Seats: who sees the links to them, how many one may have, and what a wrong link shows."""

from __future__ import annotations

import pytest
from site_support import Site, Visitor

NAME = "Adelaide"


def table_of_three(site: Site) -> tuple[Visitor, str, list[str]]:
    """Someone's table with two seats for friends; the keys of their links."""
    ann = site.visitor()
    ann.web.post("/name", data={"name": NAME})
    table = ann.open("alhambra", players=3, seat2="friend", seat3="friend")
    return ann, table, [seat.key for seat in site.call("get", table).seats[1:]]


def sit(visitor: Visitor, table: str, key: str) -> int:
    return int(visitor.post(table, "join", invite=key, name="Bob").status_code)


def test_only_who_opened_the_table_sees_the_links(site: Site) -> None:
    ann, table, (first, second) = table_of_three(site)
    bob = site.visitor()
    assert sit(bob, table, first) == 200
    shown = ann.web.get(f"/table/{table}/invites")
    assert shown.status_code == 200 and second in shown.text
    assert 'id="invite"' in ann.web.get(f"/table/{table}").text
    for path in ("", "/invites"):
        assert second not in bob.web.get(f"/table/{table}{path}").text
    assert 'id="invite"' not in bob.web.get(f"/table/{table}").text
    refused = bob.web.get(f"/table/{table}/invites")
    assert refused.status_code == 403 and "only the player who opened this table" in refused.text
    assert second not in str(bob.see(table))


def test_the_keys_a_program_joined_with_open_no_links(site: Site) -> None:
    _, table, (first, second) = table_of_three(site)
    joined = site.client.post(f"/api/v1/tables/{table}/join", json={"invite": first}).json()
    asked = site.client.get(
        f"/table/{table}/invites", headers={"authorization": f"Bearer {joined['key']}"}
    )
    assert asked.status_code == 403 and second not in asked.text


def test_nobody_takes_a_second_seat(site: Site) -> None:
    ann, table, (first, second) = table_of_three(site)
    bob, cid = site.visitor(), site.visitor()
    assert sit(bob, table, first) == 200
    assert sit(bob, table, first) == 200, "the same seat again is no second one"
    for visitor, held in ((bob, [1]), (ann, [0])):
        refused = visitor.post(table, "join", invite=second)
        assert refused.status_code == 403
        assert refused.json()["error"] == "you already have a seat here; one seat per player"
        form = visitor.web.post(f"/table/{table}/join/{second}", data={}, follow_redirects=False)
        assert form.status_code == 403
        assert visitor.see(table)["seats"] == held
    assert sit(cid, table, second) == 200


def test_who_shares_a_device_may_take_a_friends_seat_but_friends_may_not(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("alhambra", players=4, seat2="local", seat3="friend", seat4="friend")
    _, _, third, fourth = (seat.key for seat in site.call("get", table).seats)
    bob = site.visitor()
    assert sit(bob, table, third) == 200
    assert sit(bob, table, fourth) == 403
    assert sit(ann, table, fourth) == 200
    assert ann.see(table)["seats"] == [0, 1, 3]


@pytest.mark.parametrize("key", ["wrong", "é" * 9, "%00", "watch"])
def test_a_wrong_key_shows_nothing_of_the_table(site: Site, key: str) -> None:
    _, table, (first, _) = table_of_three(site)
    eve = site.visitor()
    opened = eve.web.get(f"/table/{table}/join/{first}")
    assert opened.status_code == 200 and NAME in opened.text and "Alhambra" in opened.text
    if key == "watch":
        key = site.call("get", table).spectator_key
    for path in (f"join/{key}", f"join/{key}/preview.png", f"watch/{first}", "watch/x/preview.png"):
        refused = eve.web.get(f"/table/{table}/{path}")
        assert refused.status_code == 403, path
        assert "text/html" in refused.headers["content-type"]
        assert NAME not in refused.text and "lhambra" not in refused.text
    posted = eve.web.post(f"/table/{table}/join/{key}", data={"name": "Eve"})
    assert posted.status_code == 403 and NAME not in posted.text


def test_the_link_of_a_taken_seat_shows_nothing_more(site: Site) -> None:
    _, table, (first, _) = table_of_three(site)
    assert sit(site.visitor(), table, first) == 200
    late = site.visitor().web.get(f"/table/{table}/join/{first}")
    assert late.status_code == 403 and NAME not in late.text
    assert "this seat is taken" in late.text
