"""The server's secret: long enough, kept whole, changed while people play; and keys have a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer
from site_support import running

from galda import GaldaError
from galda.table import Person
from galda.web.security.people import COOKIE, LASTING, SeatKey, Signer
from galda.web.serving.settings import SECRET_FILE, read_settings

OLD, NEW = "the old secret, long enough to be one", "the new secret, long enough to be one"
ANN = Person("ann", "Ann")
KEY = SeatKey("table", 1, "ann")


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    for name in ("GALDA_SECRET", "GALDA_SECRET_BEFORE"):
        with pytest.raises(GaldaError, match="at least 32 characters"):
            read_settings({"GALDA_DATA": str(tmp_path), name: "x" * 31})
    assert read_settings({"GALDA_DATA": str(tmp_path), "GALDA_SECRET": "x" * 32}).secret


@pytest.mark.parametrize("left", [b"", b"\0" * 43, b"\n"])
def test_what_a_power_cut_left_of_the_secret_is_made_anew(tmp_path: Path, left: bytes) -> None:
    file = tmp_path / SECRET_FILE
    file.write_bytes(left)
    made = read_settings({"GALDA_DATA": str(tmp_path)}).secret
    assert len(made) >= 32
    assert file.stat().st_mode & 0o077 == 0
    assert read_settings({"GALDA_DATA": str(tmp_path)}).secret == made
    assert [each.name for each in tmp_path.iterdir()] == [SECRET_FILE]


def test_half_a_secret_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / SECRET_FILE).write_text("half of it", "utf-8")
    with pytest.raises(GaldaError, match="no usable secret"):
        read_settings({"GALDA_DATA": str(tmp_path)})


def test_two_secrets_are_in_force_while_one_is_changed() -> None:
    before, now, after = Signer(OLD), Signer(NEW, OLD), Signer(NEW)
    cookie, key = before.cookie(ANN), before.seat_key(KEY)
    assert (now.person(cookie), now.read_seat_key(key)) == (ANN, KEY)
    assert (after.person(cookie), after.read_seat_key(key)) == (None, None)
    assert after.person(now.cookie(ANN)) == ANN, "what is signed meanwhile is signed by the new one"
    assert before.person(now.cookie(ANN)) is None


def test_keys_have_a_time() -> None:
    now = Signer(NEW)
    later = Signer(NEW, clock=lambda: 10.0**10)
    assert LASTING < 10.0**10
    assert (now.person(now.cookie(ANN)), now.read_seat_key(now.seat_key(KEY))) == (ANN, KEY)
    assert (later.person(now.cookie(ANN)), later.read_seat_key(now.seat_key(KEY))) == (None, None)


def test_what_older_versions_signed_is_still_taken() -> None:
    cookie = URLSafeSerializer(NEW, salt="person").dumps([ANN.id, ANN.name])
    key = URLSafeSerializer(NEW, salt="seat").dumps(["table", 1, "ann"])
    signer = Signer(NEW)
    assert signer.person(str(cookie)) == ANN
    assert signer.read_seat_key(str(key)) == KEY


def test_people_stay_who_they_are_while_the_secret_is_changed(tmp_path: Path) -> None:
    with running(tmp_path, secret=OLD) as site:
        ann = site.visitor()
        table = ann.open("quixo")
        cookies = {COOKIE: ann.web.cookies[COOKIE]}
    with running(tmp_path, secret=NEW, secret_before=OLD) as site:
        ann = site.visitor()
        ann.web.cookies.clear()
        ann.web.cookies.update(cookies)
        assert ann.see(table)["seats"] == [0]


def test_behind_https_browsers_are_told_to_stay_there(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        plain = site.client.get("/healthz")
        secure = site.client.get("https://testserver/healthz")
    assert "strict-transport-security" not in plain.headers
    assert secure.headers["strict-transport-security"] == "max-age=31536000"
