"""What stands before every request: whose pages may post, how much, and with which headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from site_support import Site, running
from starlette.requests import HTTPConnection

from galda.core.show.language import say
from galda.web.common.render import static_path
from galda.web.security.guard import comes_from_elsewhere

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
MINE = {"cookie": "galda=x"}


@pytest.mark.parametrize(
    ("headers", "elsewhere"),
    [
        ({"origin": "https://galda.example"}, False),
        ({"origin": "https://GALDA.example"}, False),
        ({"origin": "https://galda.example:81"}, True),
        ({"origin": "https://evil.example"}, True),
        ({"origin": "null"}, True),
        ({"origin": ""}, True),
        ({"origin": "https://evil.example", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "https://galda.example", "sec-fetch-site": "cross-site"}, False),
        ({"origin": "https://evil.example", "authorization": "Bearer key"}, False),
        ({"origin": "https://evil.example", "authorization": "Basic key"}, True),
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": "same-site"}, True),
        ({"sec-fetch-site": "cross-site"}, True),
        ({}, False),
        (MINE, True),
        (MINE | {"authorization": "Bearer key"}, False),
        (MINE | {"sec-fetch-site": "same-origin"}, False),
        ({"cookie": "lang=lv"}, False),
    ],
    ids=str,
)
def test_where_a_request_comes_from(headers: dict[str, str], elsewhere: bool) -> None:
    sent = {"host": "galda.EXAMPLE"} | headers
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    assert comes_from_elsewhere(HTTPConnection({"type": "http", "headers": raw})) is elsewhere


def test_a_neighbouring_site_cannot_post_with_my_cookie(site: Site) -> None:
    ann = site.visitor()
    table = ann.open("quixo")
    del ann.web.headers["origin"]
    path, body = f"/api/v1/tables/{table}/resign", {"move_id": "a"}
    refused = ann.web.post(path, headers={"sec-fetch-site": "same-site"}, json=body)
    assert refused.status_code == 403
    assert refused.headers["connection"] == "close"
    assert site.call("get", table).result is None
    own = ann.web.post(path, headers={"sec-fetch-site": "same-origin"}, json=body)
    assert own.status_code == 200


def test_looking_is_allowed_from_anywhere_and_nothing_else(site: Site) -> None:
    evil = {"origin": "https://evil.example"}
    for method in ("GET", "HEAD", "OPTIONS"):
        assert site.client.request(method, "/", headers=evil).status_code in (200, 405), method
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert site.client.request(method, "/", headers=evil).status_code == 403, method


def test_every_answer_has_all_headers(site: Site) -> None:
    ann = site.visitor()
    refused = ann.web.post("/name", headers={"origin": "https://evil.example"})
    for answer in (ann.web.get("/"), ann.web.get("/api/v1/games"), ann.web.get("/no"), refused):
        assert HEADERS.items() <= dict(answer.headers).items()
        assert answer.headers["cache-control"] == "no-store"


def test_what_may_be_kept_says_so_itself(site: Site) -> None:
    drawn = site.client.get("/pictures/quixo.svg")
    assert drawn.headers["cache-control"] == "max-age=3600"
    script = site.client.get(f"{static_path()}/table.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_body_may_be_as_large_as_is_said_and_no_larger(tmp_path: object) -> None:
    with running(tmp_path, largest_body=2000) as site:  # type: ignore[arg-type]
        ann = site.visitor()
        path = f"/api/v1/tables/{ann.open('quixo')}/chat"
        kind = {"content-type": "application/json"}

        def body(size: int) -> bytes:
            said = b'{"move_id": "m%d", "text": "hello"' % size
            return said + b" " * (size - len(said) - 1) + b"}"

        def in_parts(size: int) -> Iterator[bytes]:
            whole = body(size)
            for start in range(0, size, 300):
                yield whole[start : start + 300]

        assert ann.web.post(path, content=body(2000), headers=kind).status_code == 200
        assert ann.web.post(path, content=in_parts(2000), headers=kind).status_code == 200
        for content in (body(2001), in_parts(2001)):
            refused = ann.web.post(path, content=content, headers=kind)
            assert refused.status_code == 413
            assert refused.json()["error"].endswith("maximum 2000 bytes")
            assert refused.headers["connection"] == "close"


def test_a_lie_about_the_length_is_found_out(tmp_path: object) -> None:
    with running(tmp_path, largest_body=2000) as site:  # type: ignore[arg-type]
        ann = site.visitor()
        path = f"/api/v1/tables/{ann.open('quixo')}/chat"
        headers = {"content-length": "5000"}
        assert ann.web.post(path, content=b"{}", headers=headers).status_code == 413
        headers = {"content-length": "12"}
        assert ann.web.post(path, content=b"x" * 3000, headers=headers).status_code == 413
        headers = {"content-length": "-5"}
        assert ann.web.post(path, content=b"{}", headers=headers).status_code == 422


@pytest.mark.parametrize("path", ["/new/quixo", "/import", "/name"])
def test_a_form_that_is_too_large_is_answered_by_a_page_in_the_visitors_language(
    tmp_path: Path, path: str
) -> None:
    with running(tmp_path, largest_body=2000) as site:
        ann = site.visitor()
        lithuanian = {"accept-language": "lt"}
        refused = ann.web.post(path, data={"text": "x" * 3000}, headers=lithuanian)
        assert refused.status_code == 413
        assert refused.headers["content-type"].startswith("text/html")
        assert refused.headers["connection"] == "close"
        assert refused.headers["content-security-policy"]
        assert '<html lang="lt"' in refused.text
        assert say("lt", "the request is too large; maximum {n} bytes", n=2000) in refused.text
        elsewhere = ann.web.post(path, data={}, headers={"origin": "https://elsewhere.example"})
        assert elsewhere.status_code == 403
        assert elsewhere.headers["content-type"].startswith("text/html")
