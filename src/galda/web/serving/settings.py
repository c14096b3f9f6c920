"""What an operator can set: read once, from the environment, with defaults for one's own computer.

docs/serving.md lists them for people.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.numerals import read_whole
from galda.web.security.connections import MostConnections
from galda.web.security.rate_limits import WORK_PER_ADDRESS, WORK_PER_PERSON, Shares

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SECRET_FILE = "secret"
SHORTEST_SECRET = 32


@dataclass(frozen=True)
class Settings:
    """How this server runs."""

    database_url: str
    secret: str = field(repr=False)
    """Signs cookies and seat keys: those who know it can be anyone."""
    secret_before: str = field(default="", repr=False)
    """What they were signed with before: still taken, while the secret is being changed."""
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    """Where friends reach the site, for links; empty: where the page itself was asked for."""
    hosts: tuple[str, ...] = ()
    """The names the site answers to; empty: this computer's own when only it can reach us."""
    bot_workers: int = 1
    coach_workers: int = 1
    """Processes that think for the coach, and as many for reviews."""
    bot_pause: float = 0.6
    """Seconds a bot's turn takes at least, so that people can follow (set in milliseconds)."""
    tables_per_hour: int = 60
    """Tables one person may open."""
    tables_per_address: int = 600
    """Tables that may be opened, and seats taken, from one network address in an hour."""
    records_per_address: int = 100
    """Games on paper that may be brought from one network address in an hour."""
    chat_per_minute: int = 20
    largest_body: int = 32 * 1024
    sockets: int = MostConnections.together
    """Open pages at the same time."""
    sockets_per_person: int = MostConnections.per_person
    sockets_per_address: int = MostConnections.per_address
    work_per_person: int = round(1000 * WORK_PER_PERSON)
    """Milliseconds of the processor's time in a second, while others wait."""
    work_per_address: int = round(1000 * WORK_PER_ADDRESS)
    archive_days: int = 60
    """Tables nobody has touched for so long are archived."""

    @property
    def shares(self) -> Shares:
        """How much one person, and one address, may have."""
        return Shares(
            work_per_person=self.work_per_person / 1000,
            work_per_address=self.work_per_address / 1000,
        )

    @property
    def most_open(self) -> MostConnections:
        """How many pages may be open, and of whom."""
        return MostConnections(self.sockets, self.sockets_per_person, self.sockets_per_address)

    @property
    def local_only(self) -> bool:
        """Whether only this computer can reach the site."""
        return self.host in LOOPBACK and not self.public_url

    @property
    def allowed_hosts(self) -> list[str]:
        """The names in the Host header that are answered."""
        if self.hosts:
            return list(self.hosts)
        return ["127.0.0.1", "localhost", "[::1]"] if self.local_only else ["*"]


def read_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment asks for; `GaldaError` names the one that is wrong."""
    folder = data_folder(environment)
    bot_workers = _number(environment, "GALDA_BOT_WORKERS", Settings.bot_workers, 0, 256)
    # Who leaves bots to `galda think` leaves it all, unless they say otherwise.
    coach_workers = min(bot_workers, Settings.coach_workers)
    return Settings(
        database_url=environment.get("GALDA_DATABASE_URL") or _own_database(folder),
        secret=_long_enough(environment, "GALDA_SECRET") or _kept_secret(folder),
        secret_before=_long_enough(environment, "GALDA_SECRET_BEFORE"),
        host=environment.get("GALDA_HOST", Settings.host),
        port=_number(environment, "GALDA_PORT", Settings.port, most=65535),
        public_url=environment.get("GALDA_PUBLIC_URL", "").rstrip("/"),
        hosts=tuple(environment.get("GALDA_ALLOWED_HOSTS", "").replace(",", " ").split()),
        bot_workers=bot_workers,
        coach_workers=_number(environment, "GALDA_COACH_WORKERS", coach_workers, 0, 256),
        bot_pause=_number(environment, "GALDA_BOT_PAUSE_MS", round(1000 * Settings.bot_pause))
        / 1000,
        tables_per_hour=_number(environment, "GALDA_TABLES_PER_HOUR", Settings.tables_per_hour),
        tables_per_address=_number(
            environment, "GALDA_TABLES_PER_ADDRESS", Settings.tables_per_address
        ),
        records_per_address=_number(
            environment, "GALDA_RECORDS_PER_ADDRESS", Settings.records_per_address
        ),
        chat_per_minute=_number(environment, "GALDA_CHAT_PER_MINUTE", Settings.chat_per_minute),
        largest_body=_number(environment, "GALDA_LARGEST_BODY", Settings.largest_body),
        sockets=_number(environment, "GALDA_SOCKETS", Settings.sockets),
        sockets_per_person=_number(
            environment, "GALDA_SOCKETS_PER_PERSON", Settings.sockets_per_person
        ),
        sockets_per_address=_number(
            environment, "GALDA_SOCKETS_PER_ADDRESS", Settings.sockets_per_address
        ),
        work_per_person=_number(environment, "GALDA_WORK_PER_PERSON", Settings.work_per_person),
        work_per_address=_number(environment, "GALDA_WORK_PER_ADDRESS", Settings.work_per_address),
        archive_days=_number(environment, "GALDA_ARCHIVE_DAYS", Settings.archive_days),
    )


def _number(
    environment: Mapping[str, str], name: str, default: int, least: int = 1, most: int = 10**9
) -> int:
    given = environment.get(name, "")
    if not given:
        return default
    number = read_whole(given)
    if number is None or not least <= number <= most:
        raise GaldaError(
            "{name} must be a whole number from {least} to {most}, not {given!r}",
            name=name,
            least=least,
            most=most,
            given=given,
        )
    return number


def _long_enough(environment: Mapping[str, str], name: str) -> str:
    """A secret of the environment; nothing where there is none."""
    given = environment.get(name, "")
    if given and len(given) < SHORTEST_SECRET:
        raise GaldaError(
            "{name} must have at least {least} characters, and be random",
            name=name,
            least=SHORTEST_SECRET,
        )
    return given


def _own_database(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{(folder / 'tables.sqlite').absolute()}"


def _kept_secret(folder: Path) -> str:
    """The secret in the data folder, made on first use and readable by its owner only."""
    file = folder / SECRET_FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not file.exists() or not file.read_bytes().strip(b"\0 \n"):  # what a power cut leaves
        fresh = file.with_name(f"{SECRET_FILE}.{os.getpid()}")
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"
        ) as writing:
            writing.write(secrets.token_urlsafe(32))
            writing.flush()
            os.fsync(writing.fileno())
        if file.exists():
            fresh.replace(file)
        else:
            with suppress(FileExistsError):  # another process was first
                os.link(fresh, file)
            fresh.unlink()
    try:
        secret = file.read_text("utf-8").strip()
    except UnicodeDecodeError:
        secret = ""
    if len(secret) < SHORTEST_SECRET:
        raise GaldaError(
            "{file} holds no usable secret; delete it and a fresh one is made", file=file
        )
    return secret
