"""The JSON that the scripts get: its types are the same in Python and in JSDoc, and it has them."""

from __future__ import annotations

import re
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import pytest
from site_support import Site, Visitor
from typing_extensions import is_typeddict

import galda
from galda.core.play.paper import GameRecord, write_record
from galda.core.show.lesson import lessons_of
from galda.web.learn.schema import LessonStep, LessonVerdict
from galda.web.replay.schema import ReplayPly, Review
from galda.web.tables.schema import PushedView, View
from support import random_game
from typescript import WRITTEN, as_typescript, kinds

LESSONS = [
    (name, lesson.id)
    for name in galda.game_names()
    for lesson in lessons_of(galda.game(name), "en")
]
SCRIPTS = sorted(WRITTEN.parent.glob("*.js"))


def misfits(value: Any, hint: Any, where: str = "") -> list[str]:
    """Where JSON is not what its type says: missing and unknown keys, values of other kinds."""
    arguments = get_args(hint)
    origin = get_origin(hint)
    if is_typeddict(hint):
        if not isinstance(value, dict):
            return [f"{where} is {value!r}"]
        hints = get_type_hints(hint, include_extras=True)
        needed = {name for name in hints if get_origin(hints[name]) is not NotRequired}
        wrong = [f"{where}.{name} is missing" for name in needed - set(value)]
        wrong += [f"{where}.{name} is unknown" for name in set(value) - set(hints)]
        both = set(value) & set(hints)
        return wrong + [w for k in both for w in misfits(value[k], hints[k], f"{where}.{k}")]
    if origin is NotRequired:
        return misfits(value, arguments[0], where)
    if origin is Literal:
        return [] if value in arguments else [f"{where} is {value!r}"]
    if origin in (Union, UnionType):
        tried = [misfits(value, argument, where) for argument in arguments]
        return [] if [] in tried else max(tried, key=len)
    if origin is list:
        if not isinstance(value, list):
            return [f"{where} is {value!r}"]
        return [w for k, v in enumerate(value) for w in misfits(v, arguments[0], f"{where}[{k}]")]
    if origin is tuple:
        pairs = zip(value, arguments, strict=True)
        return [w for v, argument in pairs for w in misfits(v, argument, where)]
    if origin is dict:
        return [w for k, v in value.items() for w in misfits(v, arguments[1], f"{where}[{k}]")]
    fits = type(value) in ((int, float) if hint is float else (hint or NoneType,))
    return [] if fits else [f"{where} is {value!r}, not {hint}"]


def test_the_scripts_types_are_those_of_python() -> None:
    assert WRITTEN.read_text("utf-8") == as_typescript(), "run scripts/typescript.py"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.name))
def test_scripts_refer_to_types_that_there_are(script: Path) -> None:
    named = re.findall(r'import\("\./schema(?:\.d\.ts)?"\)\.(\w+)', script.read_text("utf-8"))
    assert set(named) <= {kind.__name__ for kind in kinds()}


@pytest.mark.parametrize("name", galda.game_names())
def test_views_are_what_their_types_say(site: Site, name: str) -> None:
    ann = site.visitor()
    table = ann.open(name, **{f"seat{number}": "local" for number in range(2, 7)})
    views = [ann.see(table)]
    views += [ann.play(table) for _ in range(3)]
    ann.post(table, "chat", text="hello")
    ann.post(table, "take-back")
    views += [ann.see(table), ann.see(table, look=views[-1]["to_act"])]
    ann.post(table, "resign")
    views.append(ann.see(table))
    for view in views:
        assert misfits(view, View) == []
    assert views[-1]["result"] and views[-1]["chat"] and views[-1]["log"]
    with ann.web.websocket_connect(f"/api/v1/tables/{table}/stream") as connection:
        assert misfits(connection.receive_json(), PushedView) == []


def test_offers_are_what_their_type_says(site: Site) -> None:
    ann, bob = site.visitor(), site.visitor()
    table = ann.open("quixo", seat2="friend")
    bob.post(table, "join", invite=site.call("get", table).seats[1].key)
    ann.play(table)
    ann.post(table, "take-back")
    view = bob.see(table)
    assert view["offers"]
    assert misfits(view, View) == []


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_lessons_are_what_their_types_say(site: Site, name: str, lesson: str) -> None:
    ann = site.visitor()
    address = f"/api/v1/lessons/{name}/{lesson}"
    steps = ann.web.get(f"{address}/1").json()["steps"]
    touched = [_touch(ann, f"{address}/{step}") for step in range(1, steps + 1)]
    assert any(verdict and verdict["view"] for verdict in touched)


def _touch(ann: Visitor, address: str) -> Any:
    """Do what a step wants; what it said to that, unless it is only read."""
    step = ann.web.get(address).json()
    assert misfits(step, LessonStep) == []
    if not step["wanted"]:
        return None
    verdict = ann.web.post(address, json={"actions": [], "touches": step["wanted"][0]}).json()
    assert misfits(verdict, LessonVerdict) == []
    return verdict


def test_plies_of_replays_and_reviews_are_what_their_types_say(site: Site) -> None:
    ann = site.visitor()
    *_, end = random_game("towers", {"players": 2}, seed=3)
    paper = write_record(GameRecord(end))
    brought = ann.web.post("/api/v1/games", json={"record": paper}).json()
    address = f"/api/v1/games/{brought['game']}"
    for ply in (0, 1, brought["turns"]):
        shown = ann.web.get(f"{address}/positions/{ply}").json()
        assert misfits(shown, ReplayPly) == []
    assert misfits(ann.web.get(f"{address}/review").json(), Review) == []


def test_what_does_not_fit_is_found(site: Site) -> None:
    ann = site.visitor()
    view = ann.see(ann.open("quixo"))
    assert misfits(view | {"more": 1}, View) == [".more is unknown"]
    assert misfits({k: v for k, v in view.items() if k != "can"}, View) == [".can is missing"]
    assert misfits(view | {"to_act": "0"}, View)
    assert misfits(view | {"paths": [[["a1"], "1"]]}, View)
