"""Who is asking: a person by a signed cookie, a program by a seat's signed key. No accounts."""

from __future__ import annotations

import base64
import hmac
import ipaddress
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from galda.core.show.language import LANGUAGES, accepted_languages, choose_language, say
from galda.table import Person, Table

COOKIE = "galda"
LANGUAGE_COOKIE = "lang"
LONGEST_HEADER = 500
LEAST_BY_CHANCE = 22
"""Letters of a move id that nobody can guess: 128 bits."""
YEAR = 365 * 24 * 3600
LASTING = 2 * YEAR
"""Seconds for which a cookie or a seat's key is taken."""
LONGEST_NAME = 24
LONGEST_ADDRESS = 80
MOST_REMEMBERED = 4096
"""Cookies and keys whose signature need not be checked again; whatever fails is never kept."""
IPV6_HOME = 64
"""Bits that are the same for all addresses of one connection to the internet."""


@dataclass(frozen=True, slots=True)
class SeatKey:
    """What a program holds to act for one seat of one table."""

    table: str
    seat: int
    person: str


class Signer:
    """Signs and reads cookies and seat keys with the server's secret."""

    def __init__(
        self, secret: str, before: str = "", clock: Callable[[], float] = time.time
    ) -> None:
        """What was signed with the secret `before` is still taken."""
        self._secret = secret.encode()
        self._clock = clock
        both = [before, secret] if before else [secret]
        self._people = URLSafeTimedSerializer(both, salt="person")
        self._seats = URLSafeTimedSerializer(both, salt="seat")
        # Every request shows one, and so does every view that is sent: ours are known again.
        self._read_person = lru_cache(MOST_REMEMBERED)(_reader(self._people, both, "person"))
        self._read_seat = lru_cache(MOST_REMEMBERED)(_reader(self._seats, both, "seat"))

    def _is_old(self, signed: float | None) -> bool:
        """Whether something was signed too long ago; what older versions signed tells no time."""
        return signed is not None and self._clock() - signed > LASTING

    def cookie(self, person: Person) -> str:
        """The cookie that says who somebody is."""
        return _text(self._people.dumps([person.id, person.name]))

    def person(self, cookie: str) -> Person | None:
        """Who a cookie says somebody is; None if it is not ours."""
        try:
            (id, name), signed = self._read_person(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        if self._is_old(signed):
            return None
        return Person(str(id), str(name))

    def newcomer_id(self, move_id: str | None) -> str | None:
        """Who asks for something by a move id, and is not known yet: the same when asking again.

        Short ones tell nothing: others may count in the same way.
        """
        if move_id is None or len(move_id) < LEAST_BY_CHANCE:
            return None
        digest = hmac.digest(self._secret, f"newcomer {move_id}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()

    def seat_key(self, key: SeatKey) -> str:
        """A key that acts for a seat."""
        return _text(self._seats.dumps([key.table, key.seat, key.person]))

    def read_seat_key(self, text: str) -> SeatKey | None:
        """What a seat's key opens; None if it is not ours."""
        try:
            (table, seat, person), signed = self._read_seat(text)
        except (BadSignature, ValueError, TypeError):
            return None
        if self._is_old(signed):
            return None
        return SeatKey(str(table), int(seat), str(person))


def _reader(
    timed: URLSafeTimedSerializer, secrets: list[str], salt: str
) -> Callable[[str], tuple[Any, float | None]]:
    """What reads something signed, and when that was; None: by a version that noted no time."""
    timeless = URLSafeSerializer(secrets, salt=salt)

    def read(text: str) -> tuple[Any, float | None]:
        try:
            said, signed = timed.loads(text, return_timestamp=True)
        except BadSignature:
            return timeless.loads(text), None
        return said, signed.timestamp()

    return read


def _text(signed: str | bytes) -> str:
    return signed if isinstance(signed, str) else signed.decode()


def new_person(name: str = "", lang: str = "en", id: str | None = None) -> Person:
    """Somebody who has just come in."""
    guest = say(lang, "Guest {number}", number=secrets.randbelow(900) + 100)
    return Person(id or secrets.token_urlsafe(16), clean_name(name) or guest)


def named_there(person: Person, table: Table) -> Person:
    """Somebody with the name they have at a table: a newcomer who asks again got one before."""
    names = (seat.name for seat in table.seats if seat.person_id == person.id)
    return Person(person.id, next(filter(None, names), person.name))


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, printable, not too long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


def who(connection: HTTPConnection) -> Person | None:
    """The person whose cookie the request carries."""
    signer: Signer = connection.app.state.signer
    return signer.person(connection.cookies.get(COOKIE, ""))


def remember(response: Response, signer: Signer, person: Person, *, secure: bool) -> None:
    """Give somebody the cookie by which we know them again."""
    response.set_cookie(
        COOKIE,
        signer.cookie(person),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=secure,
        path="/",
    )


def bearer(connection: HTTPConnection) -> str:
    """The key in the Authorization header, or nothing."""
    scheme, _, key = connection.headers.get("authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""


def address(connection: HTTPConnection) -> str:
    """The address a request comes from, for counting: of IPv6 the network that one home has."""
    return network_of(connection.client.host) if connection.client else "unknown"


@lru_cache(maxsize=1024)
def network_of(host: str) -> str:
    """An IPv4 address as it is, an IPv6 address's /64, anything else as far as it can be kept."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host.replace("\0", "")[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))


def language(connection: HTTPConnection) -> str:
    """The language to speak: the one asked for or once chosen, the browser's, or English."""
    for asked in (connection.query_params.get("lang"), connection.cookies.get(LANGUAGE_COOKIE)):
        if asked in LANGUAGES:
            return str(asked)
    return _negotiated(connection.headers.get("accept-language", "")[:LONGEST_HEADER])


@lru_cache(maxsize=256)
def _negotiated(header: str) -> str:
    return choose_language(accepted_languages(header))


def remember_language(response: Response, lang: str, *, secure: bool) -> None:
    """Keep the language that somebody has chosen."""
    response.set_cookie(
        LANGUAGE_COOKIE, lang, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
