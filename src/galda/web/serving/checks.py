"""Looking over an installation: what is wrong with it, and what to do about each thing.

`galda doctor` shows every finding, `galda serve` those that matter on the open internet. A check
looks at one thing and says nothing where it is in order; it changes nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from galda.core.errors import GaldaError
from galda.core.folders import data_folder
from galda.core.jit.folders import kernels_folder
from galda.core.message import Message
from galda.table.storage.connection import opened
from galda.table.storage.schema import ENTRIES, JOBS, TABLES
from galda.table.storage.versions import NEWEST, stands_at
from galda.web.serving.health import broken_games
from galda.web.serving.patient_http import TRUSTED_PROXIES
from galda.web.serving.settings import SECRET_FILE, SHORTEST_SECRET, Settings

BACKUP_NOTE = "last-backup.json"
BACKUP_DAYS = 7
"""Days without a backup after which one is due."""
LEAST_FREE = 500 * 1024**2
"""Bytes that a disk should have left."""
LONGEST_QUEUE = 120.0
"""Seconds after which a job that nobody has taken means that nobody takes any."""
FUTURE = 300.0
"""Seconds that the newest move may lie in the future: computers' clocks differ a little."""
BUILT = 1_750_000_000.0
"""A moment before this program was written: no clock that goes right is earlier."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    what: Message | GaldaError
    remedy: Message
    serious: bool = True
    """Whether something does not work, or will not for long; else it is advice."""


@dataclass(frozen=True, slots=True)
class Installation:
    """What is looked at."""

    settings: Settings
    folder: Path
    """The data folder."""
    environment: dict[str, str]

    @classmethod
    def here(cls, settings: Settings) -> Installation:
        """The installation that this process belongs to."""
        return cls(settings, data_folder(), dict(os.environ))


Findings = Iterator[Finding]


def check_cache(site: Installation) -> Findings:
    """Compiled rules can be kept."""
    folder = kernels_folder(site.environment)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f"trial.{os.getpid()}"
        trial.write_bytes(b"kept")
        trial.unlink()
    except OSError as error:
        yield Finding(
            Message("Compiled rules cannot be kept in {folder} ({why}).",
                    folder=str(folder), why=error.strerror or str(error)),
            Message("Name a folder that this user may write to in GALDA_CACHE; until then every "
                    "start compiles everything again."),
        )  # fmt: skip


def check_games(site: Installation) -> Findings:
    """Every game can be shown."""
    if why := broken_games():
        yield Finding(
            Message("Not every game works: {why}", why=why),
            Message("Delete the folder of compiled rules, {folder}, and start again; if that does "
                    "not help, install Galda anew.", folder=str(kernels_folder(site.environment))),
        )  # fmt: skip


def check_database(site: Installation) -> Findings:
    """The database can be reached, and has the schema of this version."""
    try:
        with opened(site.settings.database_url) as connection:
            yield from _check_schema(stands_at(connection))
    except GaldaError as error:
        yield Finding(
            error,
            Message("It is made at the first start of `galda serve`; if there should be one, name "
                    "it in GALDA_DATABASE_URL or its folder in GALDA_DATA."),
        )  # fmt: skip
    except (sa.exc.SQLAlchemyError, OSError, ImportError) as error:
        told = str(getattr(error, "orig", error)).strip().splitlines()
        yield Finding(
            Message("The database cannot be reached ({why}).",
                    why=told[0] if told else type(error).__name__),
            Message("Is it running, and are the host, name and password in GALDA_DATABASE_URL "
                    "right?"),
        )  # fmt: skip


def _check_schema(found: str | None) -> Findings:
    if found is None or found < NEWEST:
        yield Finding(
            Message("The database has the schema {found} and this version wants {newest}.",
                    found=found or "-", newest=NEWEST),
            Message("Make a backup with `galda backup`, then start `galda serve`: it brings the "
                    "database up to date."),
        )  # fmt: skip
    elif found > NEWEST:
        yield Finding(
            Message("The database was used by a newer Galda: its schema is {found}, and this "
                    "version knows {newest}.", found=found, newest=NEWEST),
            Message("Install the newer version again, or restore a backup from before."),
        )  # fmt: skip


def check_workers(site: Installation) -> Findings:
    """Work is taken by somebody."""
    with opened(site.settings.database_url) as connection:
        now = time.time()
        wanted = sa.select(sa.func.count(), sa.func.min(JOBS.c.asked)).where(
            JOBS.c.lease_until < now, JOBS.c.asked < now - LONGEST_QUEUE
        )
        count, oldest = connection.execute(wanted).one()
    if count:
        yield Finding(
            Message("{count} tasks of bots and coach wait, the oldest for {minutes} minutes: no "
                    "worker takes them.", count=count, minutes=round((now - oldest) / 60)),
            Message("Start `galda serve` with GALDA_BOT_WORKERS of 1 or more, or `galda think` on "
                    "any computer that reaches the database."),
        )  # fmt: skip


def check_clock(site: Installation) -> Findings:
    """This computer's clock is right, as far as can be seen."""
    now, newest = time.time(), 0.0
    try:
        with opened(site.settings.database_url) as connection:
            newest = connection.execute(sa.select(sa.func.max(ENTRIES.c.time))).scalar() or 0.0
    except (GaldaError, sa.exc.SQLAlchemyError, OSError, ImportError):
        pass  # told by another check
    if now < BUILT or newest > now + FUTURE:
        yield Finding(
            Message("The clock of this computer is wrong: it says {now}.",
                    now=time.strftime("%Y-%m-%d %H:%M", time.localtime(now))),
            Message("Set it, and let it follow a time server (on Linux: timedatectl set-ntp true); "
                    "players' clocks go by it."),
        )  # fmt: skip


def check_disk(site: Installation) -> Findings:
    """There is room for more games."""
    free = shutil.disk_usage(site.folder if site.folder.exists() else Path.cwd()).free
    if free < LEAST_FREE:
        yield Finding(
            Message("The disk of {folder} has {free} MB left.",
                    folder=str(site.folder), free=free // 1024**2),
            Message("Make room, or move the data folder (GALDA_DATA): without room no move can be "
                    "kept."),
        )  # fmt: skip


def check_secret(site: Installation) -> Findings:
    """The secret is one, and nobody else's."""
    file = site.folder / SECRET_FILE
    if site.environment.get("GALDA_SECRET") or not file.exists():
        return
    if len(file.read_bytes().strip(b"\0 \n")) < SHORTEST_SECRET:
        yield Finding(
            Message("{file} holds no usable secret.", file=str(file)),
            Message("Delete it and a fresh one is made at the next start; links to seats and "
                    "cookies then lose their meaning. A backup may have the old one."),
        )  # fmt: skip


def check_privacy(site: Installation) -> Findings:
    """What is secret can be read by this user alone."""
    if os.name == "nt":
        return
    for file in (site.folder / SECRET_FILE, *site.folder.glob("tables.sqlite*")):
        if file.exists() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield Finding(
                Message("Other users of this computer can read {file}.", file=str(file)),
                Message("Take their rights away: chmod 600 {file}", file=str(file)),
            )


def check_backup(site: Installation) -> Findings:
    """Games that are kept are kept twice."""
    try:
        with opened(site.settings.database_url) as connection:
            oldest = connection.execute(sa.select(sa.func.min(TABLES.c.created))).scalar()
    except (GaldaError, sa.exc.SQLAlchemyError, OSError, ImportError):
        return  # told by another check
    due = time.time() - BACKUP_DAYS * 86_400
    if oldest and oldest < due and last_backup(site.folder) < due:
        yield Finding(
            Message("There is no backup of the last {days} days.", days=BACKUP_DAYS),
            Message("Let `galda backup FILE` run every night, and keep the files on another "
                    "computer (docs/serving.md)."),
            serious=False,
        )  # fmt: skip


def check_internet(site: Installation) -> Findings:
    """A server that others reach knows its own address and its proxy."""
    settings = site.settings
    if settings.local_only:
        return
    if not settings.public_url:
        yield Finding(
            Message("Others can reach this server, and it does not know its public address."),
            Message("Set GALDA_PUBLIC_URL=https://your.site: invitations and pictures need it."),
            serious=False,
        )  # fmt: skip
    elif not settings.public_url.startswith("https://"):
        yield Finding(
            Message("The public address {url} is not encrypted.", url=settings.public_url),
            Message("Put a proxy that speaks HTTPS in front (deploy/Caddyfile is one) and set "
                    "GALDA_PUBLIC_URL=https://your.site."),
            serious=False,
        )  # fmt: skip
    if settings.allowed_hosts == ["*"]:
        yield Finding(
            Message("This server answers to any name."),
            Message("Set GALDA_ALLOWED_HOSTS to the names of your site."),
            serious=False,
        )
    if settings.public_url.startswith("https://") and not site.environment.get(TRUSTED_PROXIES):
        yield Finding(
            Message("No proxy is trusted: all visitors seem to come from the proxy's address, and "
                    "share its limits."),
            Message("Set {name} to the address of the proxy.", name=TRUSTED_PROXIES),
            serious=False,
        )  # fmt: skip
    shared = settings.database_url.startswith("postgres")
    if shared and not site.environment.get("GALDA_SECRET"):
        yield Finding(
            Message("The secret is kept in {folder} on this computer alone: another server of the "
                    "same site would sign with another one.", folder=str(site.folder)),
            Message("Set GALDA_SECRET to the same 32 random characters or more on every server."),
            serious=False,
        )  # fmt: skip


CHECKS: tuple[Callable[[Installation], Findings], ...] = (
    check_cache, check_games, check_database, check_clock, check_disk, check_secret, check_privacy,
    check_workers, check_backup, check_internet,
)  # fmt: skip


def look_over(site: Installation) -> list[Finding]:
    """Everything that is wrong with an installation; a check that cannot be made is left out.

    Args:
        site: the installation; nothing in it is changed.
    """
    found: list[Finding] = []
    for check in CHECKS:
        try:
            found += check(site)
        except (GaldaError, sa.exc.SQLAlchemyError, OSError, ImportError):
            continue  # without a database, which is told by its own check
    return found


def note_backup(folder: Path) -> None:
    """Write down that a backup was made now."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / BACKUP_NOTE).write_text(json.dumps({"made": time.time()}), "utf-8")


def last_backup(folder: Path) -> float:
    """When the last backup was made; 0: none, as far as is known."""
    try:
        return float(json.loads((folder / BACKUP_NOTE).read_text("utf-8"))["made"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0.0
