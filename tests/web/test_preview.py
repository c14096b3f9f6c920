"""What others show of Galda: pictures of links, and what is needed to install it."""

from __future__ import annotations

import re

from site_support import Site

PNG = b"\x89PNG"


def test_every_game_and_the_whole_have_a_picture_to_be_shared(site: Site) -> None:
    ann = site.visitor()
    for path in ("/preview.png", "/preview/quixo.png", "/preview/alhambra.png"):
        answer = ann.web.get(path)
        assert answer.status_code == 200 and answer.content.startswith(PNG), path
    assert ann.web.get("/preview/chess.png").status_code == 404
    assert 'property="og:image" content="http://testserver/preview/quixo.png"' in (
        ann.web.get("/new/quixo").text
    )


def test_a_shared_table_shows_its_board_to_those_with_the_link_only(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", seat1="me", seat2="friend")
    links = re.findall(
        r"/table/[^\"\s]+/(?:watch|join)/[\w-]+", ann.web.get(f"/table/{table}/invites").text
    )
    assert {"watch", "join"} == {link.split("/")[3] for link in links}
    for link in links:
        picture = bob.web.get(f"{link}/preview.png")
        assert picture.status_code == 200 and picture.content.startswith(PNG), link
        assert f"{link}/preview.png" in bob.web.get(link).text
        assert bob.web.get(f"{link}x/preview.png").status_code == 403


def test_the_site_can_be_installed(site: Site) -> None:
    ann = site.visitor()
    manifest = ann.web.get("/manifest.webmanifest").json()
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert ann.web.get(icon["src"]).status_code == 200
