"""What the page of an analysis is shown: a position with its board, and the tree of what was tried.

Everything is made of what the page itself has sent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import galda
from galda.core.errors import BadPosition, GaldaError
from galda.core.play.paper import UNFINISHED, read_record, write_record
from galda.core.play.position import Position
from galda.core.play.setting_up import board, change, check, choices, places
from galda.core.play.study import Study, record_of, study_of
from galda.core.play.terms import Shape
from galda.core.play.variations import Branch
from galda.core.show.language import say, tell
from galda.core.show.narration import tell_end, tell_turn
from galda.table.errors import BadRequest, TooMuch
from galda.web.analysis.bodies import MOST_TRIED, Beginning, Drawn, Place, SetUp, Tree
from galda.web.analysis.schema import AnalysisChoice, AnalysisTree, AnalysisView
from galda.web.tables.players import show_player
from galda.web.tables.schema import Player, Refused

TAGGED = re.compile(r"\s*(#|[a-z_]+:)")
"""How a record begins; a position in text begins with its game's name."""


def beginning(body: Beginning) -> Position:
    """The position that an analysis begins with, its players by name where all have one."""
    start = galda.position(body.root, seed=0)
    return named(start, body.names)


def named(position: Position, names: Sequence[str]) -> Position:
    """A position with the names that somebody gave, if they gave all."""
    whole = len(names) == position.players and all(name.strip() for name in names)
    return position.named(tuple(names)) if whole else position


def viewer_of(position: Position, eyes: int | None) -> int:
    """Whose eyes these are: the seat's that was chosen, else that of the player to act."""
    if eyes is None:
        return position.to_act
    if eyes >= position.players:
        raise BadRequest(
            "no seat {seat}; seats are 0 to {last}", seat=eyes, last=position.players - 1
        )
    return eyes


def show_place(body: Place, lang: str, shape: Shape) -> AnalysisView:
    """A position after some actions."""
    position = beginning(body).replay(body.actions)
    return show(position, body.eyes, lang, shape)


def show_set_up(body: SetUp, lang: str, shape: Shape) -> AnalysisView:
    """A position that is being set up, and why it cannot be if it cannot."""
    position = beginning(body)
    for touch in body.touches:
        position = change(position, touch)
    problem = rule = ""
    if body.touches:
        try:
            position = check(position)
        except BadPosition as error:
            problem = tell(lang, error.refusal.message if error.refusal else error)
            rule = error.rule
    viewer = viewer_of(position, body.eyes)
    view = show(position, body.eyes, lang, shape)
    return {
        **view,
        "svg": board(position, viewer, lang, shape),
        "paths": [] if problem else view["paths"],
        "places": [
            {"id": place, "name": tell(lang, name)}
            for place, name in places(position, viewer).items()
        ],
        "choices": _choices(position, body.place, viewer, lang) if body.place else [],
        "problem": problem,
        "rule": rule,
    }


def _choices(position: Position, place: str, viewer: int, lang: str) -> list[AnalysisChoice]:
    return [
        {
            "id": each.id,
            "sign": tell(lang, each.sign),
            "name": tell(lang, each.name),
            "group": tell(lang, each.group),
            "rule": each.refusal.rule if each.refusal else "",
            "sentence": tell(lang, each.refusal.message) if each.refusal else "",
        }
        for each in choices(position, place, viewer)
    ]


def show(position: Position, eyes: int | None, lang: str, shape: Shape) -> AnalysisView:
    """A position as the page shows it."""
    viewer = viewer_of(position, eyes)
    seen = position.seen_by(viewer)
    last = next(position.turns_back(), None)
    told = words = ""
    if last is not None:
        turn = last[1]
        told = tell_turn(position.take_back(len(turn)), turn, lang, viewer)
        words = Branch(position, turn).words()
    prompt = position.game.words.prompt if not position.is_over else None
    return {
        "text": position.text,
        "svg": position.svg(viewer, lang, shape),
        "paths": [(list(path), action) for path, action in position.paths.items()],
        "places": [],
        "choices": [],
        "players": _players(seen, lang),
        "status": _status(seen, lang),
        "prompt": tell(lang, prompt(seen)) if prompt else "",
        "told": told,
        "words": words,
        "over": position.is_over,
        "in_turn": position.in_turn,
        "secrets": position.game.has("conceal"),
        "problem": "",
        "rule": "",
    }


def _status(seen: Position, lang: str) -> str:
    if seen.is_over:
        ending = seen.game.words.ending(seen) if seen.game.words.ending else None
        return " ".join(filter(None, (tell_end(seen, lang), tell(lang, ending) if ending else "")))
    return say(
        lang, "{player}'s turn", player=tell(lang, seen.game.words.seat_name(seen, seen.to_act))
    )


def _players(seen: Position, lang: str) -> list[Player]:
    names = [tell(lang, seen.game.words.seat_name(seen, seat)) for seat in range(seen.players)]
    acting = -1 if seen.is_over else seen.to_act
    return [
        show_player(seen, seat, name, lang, acts=seat == acting, winners=seen.winners)
        for seat, name in enumerate(names)
    ]


def why_not(position: Position, touches: tuple[str, ...], lang: str) -> Refused:
    """The rule that forbids touches, in words; nothing where they are fine."""
    refusal = position.why_not(touches)
    if refusal is None:
        return {"rule": "", "sentence": ""}
    return {"rule": refusal.rule, "sentence": tell(lang, refusal.message)}


def redrawn(body: Drawn) -> str:
    """The position as text with everything drawn again that a seat cannot know."""
    position = beginning(body).replay(body.actions)
    drawn = position.known_to(viewer_of(position, body.eyes), body.seed)
    return Position(drawn.game, drawn.options, None, drawn.states).text


# The tree


def is_record(text: str) -> bool:
    """Whether a text is a record, and not a position."""
    return TAGGED.match(text) is not None


def read_paper(text: str) -> Study:
    """What somebody pasted: a record, with its variations, or a position as text."""
    if not is_record(text):
        return Study(galda.position(" ".join(text.split())))
    study = study_of(read_record(text, galda.game))
    if any(branch.position.in_turn for _, branch in study.branches()):
        raise BadRequest("the last turn is not finished")
    return study


def read_tree(body: Tree) -> Study:
    """The tree that a page keeps."""
    start = beginning(body)
    study = Study(start, body.comment, [], tuple(body.names), body.date, body.result or UNFINISHED)
    tried: list[Branch] = []
    for number, (parent, turn, comment) in enumerate(body.nodes):
        if parent >= number:
            raise BadRequest("a turn comes after the one that it follows")
        after = tried[parent] if parent >= 0 else study
        branch = study.add(after, tuple(turn), comment)
        if len(next(branch.position.turns_back())[1]) != len(turn) or branch.position.in_turn:
            raise BadRequest("a turn in a tree is one whole turn")
        tried.append(branch)
    return study


def tell_tree(study: Study) -> AnalysisTree:
    """A tree as the page keeps it, and on paper."""
    tried = list(study.branches())
    if len(tried) > MOST_TRIED:
        raise TooMuch("a tree has at most {most} turns, not {n}", most=MOST_TRIED, n=len(tried))
    number = {id(branch): k for k, (_, branch) in enumerate(tried)}
    return {
        "game": study.position.game.name,
        "root": study.position.text,
        "names": list(study.names),
        "date": study.date,
        "result": "" if study.result == UNFINISHED else study.result,
        "comment": study.comment,
        "nodes": [
            {
                "parent": number.get(id(parent), -1),
                "actions": list(branch.turn),
                "words": branch.words(),
                "comment": branch.comment,
            }
            for parent, branch in tried
        ],
        "record": write_record(record_of(study)),
    }


def start_of(name: str, options: dict[str, str], seed: int) -> Study:
    """A game's usual beginning, or with other options; the seed decides all chance."""
    game = galda.game(name)
    known = {option.name for option in game.options}
    chosen = {option: value for option, value in options.items() if option in known}
    try:
        read: dict[str, Any] = dict(game.read_options(chosen))
    except GaldaError:
        read = {}
    return Study(game.new(seed=seed, **read))
