"""`galda doctor`: what is wrong with an installation and its tables, and mending what can be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from galda.cli.app import LANG, Language, command, console, t
from galda.core.extras import extra
from galda.core.show.language import say, say_count, tell

NOT_NEEDED = {"GALDA_SECRET": "not needed to look: only servers sign anything"}
"""Else one would be made and kept."""


@command()
def doctor(
    table: Annotated[
        str, typer.Argument(help=t("The id of one table; without it, all are looked at."))
    ] = "",
    cut: Annotated[
        bool,
        typer.Option("--cut", help=t("Cut off the log of this table where it cannot be replayed.")),
    ] = False,
    lang: Language = LANG,
) -> None:
    """Look over an installation, and for damaged tables in its database; say what to do.

    GALDA_DATABASE_URL names the database. Nothing is changed without --cut, which writes all rows
    of the table to a file first. Stop the site before that.
    """
    with extra("table"):
        from galda.table.storage import doctor as looking  # noqa: PLC0415
        from galda.table.storage.connection import opened  # noqa: PLC0415
        from galda.web.serving.checks import Installation, look_over  # noqa: PLC0415
        from galda.web.serving.settings import read_settings  # noqa: PLC0415

    settings = read_settings(NOT_NEEDED | {k: v for k, v in os.environ.items() if v})
    found = 0
    for finding in look_over(Installation.here(settings)) if not table else ():
        found += finding.serious
        console.print(tell(lang, finding.what), soft_wrap=True, markup=False)
        console.print("    " + tell(lang, finding.remedy), soft_wrap=True, markup=False)
    with opened(settings.database_url) as connection:
        if not looking.whole(connection):
            found += 1
            console.print(say(lang, "The database file is damaged; restore it from a back-up."))
        ids = [table] if table else looking.all_tables(connection)
        for each in ids:
            damage = looking.examine(connection, each)
            if damage is None:
                continue
            found += 1
            where = "-" if damage.sequence is None else str(damage.sequence)
            line = say(
                lang, "Table {table}, entry {entry}: {why}", table=each, entry=where, why=damage.why
            )
            console.print(line, soft_wrap=True, markup=False)
            if cut and table:
                file = Path(f"{table}.json")
                count = looking.cut(connection, damage, file)
                found -= 1
                line = say_count(
                    lang,
                    "{n} entry was cut off; all rows are in {file}.",
                    "{n} entries were cut off; all rows are in {file}.",
                    count,
                    file=file,
                )
                console.print(line, soft_wrap=True, markup=False)
    if found:
        raise typer.Exit(1)
    console.print(
        say_count(
            lang,
            "{n} table can be read to its end.",
            "{n} tables can be read to their end.",
            len(ids),
        ),
        soft_wrap=True,
    )
