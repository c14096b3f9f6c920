"""`galda backup` and `galda restore`: all that a site keeps, in one file."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from galda.cli.app import LANG, Language, command, console, errors, t
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.folders import data_folder
from galda.core.show.language import say, say_count

NOT_NEEDED = "not needed to copy: only servers sign anything"


@command()
def backup(
    file: Annotated[
        Path | None,
        typer.Argument(help=t("Where it goes; default: galda-DATE.zip in this folder.")),
    ] = None,
    lang: Language = LANG,
) -> None:
    """Copy everything that a site keeps into one file.

    Servers may run meanwhile: the file holds one moment. It holds every secret of the site, so only
    its owner can read it. GALDA_DATABASE_URL names the database.
    """
    with extra("table"):
        from galda.table.storage import backup as storage  # noqa: PLC0415
        from galda.table.storage.connection import opened  # noqa: PLC0415
        from galda.web.serving.checks import note_backup  # noqa: PLC0415
        from galda.web.serving.settings import SECRET_FILE, read_settings  # noqa: PLC0415

    settings = read_settings({**os.environ, "GALDA_SECRET": NOT_NEEDED})
    kept = data_folder() / SECRET_FILE
    secret = kept.read_text("utf-8").strip() if kept.exists() else ""
    target = file or Path(f"galda-{time.strftime('%Y-%m-%d')}.zip")
    if not target.absolute().parent.is_dir():
        raise GaldaError("there is no folder {folder}", folder=target.absolute().parent)
    with opened(settings.database_url) as connection, Progress(console=errors) as bar:
        total = storage.count_rows(connection)
        connection.rollback()
        shown = bar.add_task(str(target), total=total)
        rows = storage.back_up(
            connection, target, secret, lambda done: bar.update(shown, completed=done)
        )
    note_backup(data_folder())
    console.print(
        say_count(lang, "{n} row is in {file}.", "{n} rows are in {file}.", rows, file=target),
        soft_wrap=True,
        markup=False,
    )


@command()
def restore(
    file: Annotated[Path, typer.Argument(help=t("What `galda backup` wrote."))],
    lang: Language = LANG,
) -> None:
    """Fill an empty database from a backup.

    The database may be of another kind than the one that was copied: this is also how a site moves
    from SQLite to PostgreSQL. The secret is restored into the data folder unless there is one.
    """
    with extra("table"):
        from galda.table.storage import backup as storage  # noqa: PLC0415
        from galda.table.storage.connection import opened  # noqa: PLC0415
        from galda.web.serving.settings import SECRET_FILE, read_settings  # noqa: PLC0415

    settings = read_settings({**os.environ, "GALDA_SECRET": NOT_NEEDED})
    total = sum(storage.read_about(file)["rows"].values())
    with opened(settings.database_url, make=True) as connection, Progress(console=errors) as bar:
        shown = bar.add_task(str(file), total=total)
        rows, secret = storage.restore(
            connection, file, lambda done: bar.update(shown, completed=done)
        )
    kept = data_folder() / SECRET_FILE
    if secret and not kept.exists():
        with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as writing:
            writing.write(secret)
    elif secret not in ("", kept.read_text("utf-8").strip(), os.environ.get("GALDA_SECRET")):
        errors.print(
            say(
                lang,
                "{file} holds another secret than the backup: links to seats fit only the one in "
                "the backup.",
                file=kept,
            ),
            soft_wrap=True,
            markup=False,
        )
    console.print(
        say_count(lang, "{n} row was restored.", "{n} rows were restored.", rows), soft_wrap=True
    )
