"""What routes depend on, as FastAPI finds it for each request: tables, who asks, how to show."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from galda.core.play.terms import Shape
from galda.table import Asker, Person, Tables
from galda.web.common.shapes import shape_of
from galda.web.security.access import Access, find_access
from galda.web.security.people import Signer, address, language, new_person, who

# All are coroutines: FastAPI would run plain functions in threads.


async def _tables(connection: HTTPConnection) -> Tables:
    tables: Tables = connection.app.state.tables
    return tables


async def _signer(connection: HTTPConnection) -> Signer:
    signer: Signer = connection.app.state.signer
    return signer


async def _person(connection: HTTPConnection) -> Person | None:
    return who(connection)


async def _asker(connection: HTTPConnection) -> Asker:
    person, place = who(connection), address(connection)
    return Asker(person.id if person else place, place)


async def _language(connection: HTTPConnection) -> str:
    return language(connection)


async def _shape(connection: HTTPConnection) -> Shape:
    return shape_of(connection)


async def _access(connection: HTTPConnection, table_id: str) -> Access:
    return await find_access(connection, table_id)


TablesDep = Annotated[Tables, Depends(_tables)]
SignerDep = Annotated[Signer, Depends(_signer)]
PersonDep = Annotated[Person | None, Depends(_person)]
"""Who asks, by their cookie."""
AskerDep = Annotated[Asker, Depends(_asker)]
"""For whom something is thought about: a person, or an address that shows no cookie."""
LanguageDep = Annotated[str, Depends(_language)]
ShapeDep = Annotated[Shape, Depends(_shape)]
AccessDep = Annotated[Access, Depends(_access)]
"""The table of the path and what the one who asks may do there; refused without a seat."""


def person_or_newcomer(connection: HTTPConnection, name: str, move_id: str | None) -> Person:
    """Who asks; somebody new gets an id, the same one for the same `move_id`."""
    signer: Signer = connection.app.state.signer
    known = who(connection)
    return known or new_person(name, language(connection), signer.newcomer_id(move_id))
