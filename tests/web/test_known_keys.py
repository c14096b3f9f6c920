"""Keys and cookies that were read before are known again; whatever is not ours never is."""

from __future__ import annotations

from galda.table import Person
from galda.web.security.people import SeatKey, Signer

KEY = SeatKey("table", 1, "ann")


def test_a_key_is_read_alike_each_time() -> None:
    signer = Signer("one secret")
    text = signer.seat_key(KEY)
    assert [signer.read_seat_key(text) for _ in range(3)] == [KEY] * 3
    cookie = signer.cookie(Person("ann", "Ann"))
    assert [signer.person(cookie) for _ in range(3)] == [Person("ann", "Ann")] * 3


def test_what_is_not_ours_stays_refused() -> None:
    signer, other = Signer("one secret"), Signer("another secret")
    text, cookie = signer.seat_key(KEY), signer.cookie(Person("ann", "Ann"))
    assert signer.read_seat_key(text) == KEY
    for forged in (text[:-1], text + "A", cookie, ""):
        assert [signer.read_seat_key(forged) for _ in range(2)] == [None, None]
    assert other.read_seat_key(text) is None
    assert other.person(cookie) is None
    assert signer.person(text) is None
