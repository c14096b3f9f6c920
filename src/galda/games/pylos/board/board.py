"""The Pylos board, drawn: a pyramid of wooden balls seen from above and a little from the front."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import cos

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.svg import element, fitting_size, picture, text
from galda.games.pylos.board.reserves import groove
from galda.games.pylos.board.room import BALL, PITCH, ROOMS, ROW, TILT, Room, nearness, scale
from galda.games.pylos.board.wood import GOLD, INK, WOOD, ball_shape
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import PLAYING, RAISE, RAISES, REMOVE, SPOTS, STOP
from galda.games.pylos.text import spots


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The spots that the last turn has changed."""

    filled: frozenset[int]
    emptied: frozenset[int]


def ball_ids(position: Position) -> tuple[dict[int, str], tuple[list[str], list[str]]]:
    """Which ball lies on each spot, and which lie in each reserve, in order.

    A reserve is a stack: balls are placed from its end and come back to it.
    """
    past = position.history()
    reserves = (
        [f"light-{n}" for n in range(rules.BALLS_EACH)],
        [f"dark-{n}" for n in range(rules.BALLS_EACH)],
    )
    # A view that has travelled alone begins in the middle of a game.
    where = {
        spot: reserves[seat].pop()
        for seat in (0, 1)
        for spot in spots.members(int(past[0].state.balls[seat]))
    }
    for before, after in pairwise(past):
        action = after.action
        if action is None or action == STOP:
            continue
        if action < REMOVE:
            where[action] = reserves[before.to_act].pop()
        elif action < RAISE:
            reserves[before.to_act].append(where.pop(action - REMOVE))
        else:
            start, end = RAISES[action - RAISE]
            where[end] = where.pop(start)
    return where, reserves


def last_turn(position: Position) -> LastTurn:
    """What the turn under way, or else the one before it, has filled and emptied."""
    filled: set[int] = set()
    emptied: set[int] = set()
    moment: Position | None = position
    while moment and moment.action is not None:
        action = moment.action
        if action < REMOVE:
            filled.add(action)
        elif action < RAISE:
            emptied.add(action - REMOVE)
        elif action < STOP:
            start, end = RAISES[action - RAISE]
            emptied.add(start)
            filled.add(end)
        moment = moment.before
        if moment and moment.state.phase == PLAYING:
            break
    return LastTurn(frozenset(filled - emptied), frozenset(emptied))


def draw(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The whole board as SVG."""
    state, room = position.state, ROOMS[shape]
    where, reserves = ball_ids(position)
    turn = last_turn(position)
    free = 0 if position.is_over else int(rules.receivers(spots.occupied(state)))
    hollows = spots.members(rules.HOLLOWS)
    pyramid = [
        _ball(position, spot, where[spot], room, lang, marked=spot in turn.filled)
        if spot in where
        else _hollow(spot, room, lang, free=True)
        if spot in hollows
        else _free_square(spot, room, lang)
        for spot in sorted(range(SPOTS), key=nearness)  # within a row as one reads
        if spot in where or spot in hollows or free & 1 << spot
    ]
    return picture(
        room.width,
        room.height,
        _title(position, lang),
        element("defs", *WOOD, ball_shape(0), ball_shape(1)),
        *_plank(room),
        *(groove(position, seat, reserves[seat], room, lang) for seat in (1, 0)),
        *_coordinates(room),
        *(_hollow(spot, room, lang, free=False) for spot in hollows if spot in where),
        *pyramid,
        *(_emptied(spot, room) for spot in sorted(turn.emptied - where.keys())),
        *([_stop_plate(room, lang)] if STOP in position.legal_actions else []),
    )


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        if position.state.result == rules.DRAWN:
            return say(lang, "Pylos board, drawn")
        winner = spots.seat_name(position, position.winners[0])
        return say(lang, "Pylos board, {player} has won", player=winner)
    player = spots.seat_name(position, position.to_act)
    if position.state.phase == PLAYING:
        return say(lang, "Pylos board, {player} to move", player=player)
    return say(lang, "Pylos board, {player} to remove balls", player=player)


def _plank(room: Room) -> list[str]:
    """The wooden board: a thick plank with a raised rim of light and a few lines of grain."""
    width, height = room.width, room.height
    grain = [
        f"M14 {y} C{150 + 20 * k} {y - 16} {330 - 25 * k} {y + 18} {width - 14:g} {y - 4}"
        for k, y in enumerate((96, 158, 231, 287, 352, 409, 468, 502))
        if y < height - 20
    ]
    return [
        element("rect", width=width, height=height, rx=30, fill="url(#py-edge)"),
        element("rect", width=width, height=height - 9, rx=30, fill="url(#py-board)"),
        element(
            "rect", x=2.5, y=2.5, width=width - 5, height=height - 14, rx=28, fill="none",
            stroke="#fff", stroke_opacity=0.16, stroke_width=2,
        ),
        element(
            "rect", x=room.left - BALL - 6, y=room.near - 3 * ROW - BALL - 6,
            width=3 * PITCH + 2 * BALL + 12, height=3 * ROW + 2 * BALL + 12, rx=22,
            fill="#2b1409", fill_opacity=0.28,
            stroke="#c08a52", stroke_opacity=0.55, stroke_width=1.6,
        ),
        element(
            "path", d=" ".join(grain), fill="none", stroke="#2b1409", stroke_opacity=0.2,
            stroke_width=2,
        ),
    ]  # fmt: skip


def _coordinates(room: Room) -> list[str]:
    left, near = room.left, room.near
    letters = [text("abcd"[k], x=left + k * PITCH, y=near + BALL + 26) for k in range(4)]
    numbers = [text(str(k + 1), x=left - BALL - 24, y=near - k * ROW + 7) for k in range(4)]
    return [
        element("g", *letters, *numbers, text_anchor="middle", fill=INK, font_size=20, opacity=0.85,
                aria_hidden="true")
    ]  # fmt: skip


def _hollow(spot: int, room: Room, lang: str, *, free: bool) -> str:
    """A hollow turned into the plank: dark at its far rim, lit at the near one."""
    x, y = room.middle(spot)
    size = {"rx": BALL * 0.8, "ry": BALL * 0.8 * cos(TILT)}
    return element(
        "g",
        element("ellipse", cy=2.5, fill="#a8713f", fill_opacity=0.75, **size),
        element("ellipse", fill="url(#py-hollow)", **size),
        transform=f"translate({x:g} {y:.2f})",
        data_touch=spots.spot_name(spot) if free else None,
        aria_label=say(lang, "{spot}, free hollow", spot=spots.spot_words(spot)) if free else None,
    )


def _ball(position: Position, spot: int, ball: str, room: Room, lang: str, *, marked: bool) -> str:
    seat = spots.owner(position.state, spot) or 0
    x, y = room.middle(spot)
    label = say(
        lang, "{spot}, dark ball" if seat else "{spot}, light ball", spot=spots.spot_words(spot)
    )
    shadow = element(
        "ellipse", cx=8, cy=11, rx=BALL * 1.14, ry=BALL * 1.1, fill="url(#py-shadow)",
        pointer_events="none",
    )  # fmt: skip
    shade = element("circle", r=BALL, fill="#4a2208", fill_opacity=0.3)
    carries = spots.occupied(position.state) & int(rules.ABOVE[spot])
    ring = element("circle", r=BALL - 2.5, fill="none", stroke=GOLD, stroke_width=5)
    return element(
        "g",
        shadow,
        element("use", href=f"#py-ball-{seat}"),
        shade if carries else "",
        ring if marked else "",
        transform=f"translate({x:g} {y:.2f}) scale({scale(spot):g})",
        data_touch=spots.spot_name(spot),
        data_piece=ball,
        aria_label=label,
    )


def _free_square(spot: int, room: Room, lang: str) -> str:
    """A square of four that can receive a ball: a faint disc where the ball would lie."""
    x, y = room.middle(spot)
    return element(
        "g",
        element("circle", r=BALL * 0.7, fill="#fff", fill_opacity=0, data_hit="more"),
        element("circle", r=BALL * 0.62, fill="#fff", fill_opacity=0.2),
        element("circle", r=BALL * 0.62, fill="none", stroke="#1a0a03", stroke_opacity=0.55,
                stroke_width=4.5),
        element("circle", r=BALL * 0.62, fill="none", stroke="#fff7e2", stroke_width=2.2,
                stroke_dasharray="7 5"),
        transform=f"translate({x:g} {y:.2f}) scale({scale(spot):g})",
        data_touch=spots.spot_name(spot),
        aria_label=say(lang, "{spot}, free square", spot=spots.spot_words(spot)),
    )  # fmt: skip


def _emptied(spot: int, room: Room) -> str:
    """A mark where the last turn took a ball away."""
    x, y = room.middle(spot)
    return element(
        "circle", cx=x, cy=y, r=BALL * 0.72, fill="none", stroke=GOLD, stroke_width=3.5,
        stroke_dasharray="3 8", stroke_linecap="round", pointer_events="none",
    )  # fmt: skip


def _stop_plate(room: Room, lang: str) -> str:
    label = say(lang, "Stop")
    return element(
        "g",
        element("rect", x=-35, y=-32, width=70, height=64, rx=16, fill=GOLD, stroke="#2b1409",
                stroke_width=2),
        text(label, y=7, font_size=fitting_size(label, 21, 66), font_weight="bold",
             text_anchor="middle", fill="#2b1409"),
        transform=f"translate({room.width / 2 + 1.5 * PITCH + BALL + 45:g} "
        f"{room.near - 1.5 * ROW:.2f})",
        data_touch=spots.STOP_WORD,
        aria_label=say(lang, "Stop: remove no more balls"),
    )  # fmt: skip
