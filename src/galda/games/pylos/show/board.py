"""The Pylos board, drawn: a pyramid of wooden balls seen from above and a little from the front."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin, sqrt

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say
from galda.core.show.svg import element, fitting_size, gradient, picture, text
from galda.games.pylos.rules import rules
from galda.games.pylos.rules.rules import PLACES, PLAYING, RAISE, RAISES, REMOVE, SPOTS, STOP
from galda.games.pylos.show.spots import (
    STOP_WORD,
    members,
    occupied,
    owner,
    seat_name,
    spot_name,
    spot_words,
)

BALL = 46
"""The radius of a ball on level 1."""
PITCH = 2 * BALL + 2
TILT = radians(17)
"""How far the eye is from looking straight down; the rest of the geometry follows from it."""
ROW = PITCH * cos(TILT)
LIFT = PITCH / sqrt(2) * sin(TILT)
NEARER = 0.05
"""How much larger a ball looks for each level it is higher."""

WIDTH, HEIGHT = 540, 588
LEFT = (WIDTH - 3 * PITCH) / 2
NEAR = 427
"""The middle of the near row of hollows."""
GROOVE_LEFT, GROOVE_STEP, GROOVE_BALL = 104, 27.6, 13.4
GROOVE_MIDDLE = (HEIGHT - 42, 42)

GOLD = "#f2b632"
INK = "#efd9ae"

WOOD = (
    gradient(
        "linear", "py-board", ((0, "#7d4a2b"), (0.5, "#693a20"), (1, "#532b16")), x2=0.3, y2=1
    ),
    gradient("linear", "py-edge", ((0, "#4a2613"), (1, "#2b1409")), x2=0, y2=1),
    gradient("linear", "py-groove", ((0, "#241006"), (0.6, "#3c1f10"), (1, "#5a3219")), x2=0, y2=1),
    gradient(
        "radial", "py-hollow",
        ((0, "#4a2814"), (0.55, "#3a1d0e"), (0.88, "#241006"), (1, "#1a0a03")),
        cx=0.5, cy=0.62, r=0.58,
    ),
    gradient(
        "radial", "py-light",
        ((0, "#fffaf0"), (0.25, "#fae9c6"), (0.58, "#edcd96"), (0.84, "#c4955a"), (1, "#7d5329")),
        cx=0.46, cy=0.42, r=0.6, fx=0.34, fy=0.26,
    ),
    gradient(
        "radial", "py-dark",
        ((0, "#8f6347"), (0.25, "#63402c"), (0.6, "#3f2417"), (0.86, "#25130b"), (1, "#120703")),
        cx=0.46, cy=0.42, r=0.6, fx=0.34, fy=0.26,
    ),
    element(
        "radialGradient",
        element("stop", offset=0, stop_color="#000", stop_opacity=0.62),
        element("stop", offset=0.62, stop_color="#000", stop_opacity=0.42),
        element("stop", offset=1, stop_color="#000", stop_opacity=0),
        id="py-shadow",
    ),
    element(
        "radialGradient",
        element("stop", offset=0, stop_color="#fff", stop_opacity=0.95),
        element("stop", offset=0.4, stop_color="#fff", stop_opacity=0.5),
        element("stop", offset=1, stop_color="#fff", stop_opacity=0),
        id="py-gloss",
    ),
)  # fmt: skip


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
        for spot in members(int(past[0].state.balls[seat]))
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


def middle(spot: int) -> tuple[float, float]:
    """Where the middle of a ball on a spot is seen."""
    level, row, column = PLACES[spot]
    return LEFT + (column + level / 2) * PITCH, NEAR - (row + level / 2) * ROW - level * LIFT


def nearness(spot: int) -> float:
    """How near to the eye a ball on a spot is: what is nearer is drawn later."""
    level, row, _ = PLACES[spot]
    return level / sqrt(2) * cos(TILT) - (row + level / 2) * sin(TILT)


def scale(spot: int) -> float:
    """How large a ball on a spot is seen."""
    return 1 + NEARER * PLACES[spot][0]


def draw(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The whole board as SVG."""
    state = position.state
    where, reserves = ball_ids(position)
    turn = last_turn(position)
    free = 0 if position.is_over else int(rules.receivers(occupied(state)))
    pyramid = [
        _ball(position, spot, where[spot], lang, marked=spot in turn.filled)
        if spot in where
        else _free_square(spot, lang)
        for spot in sorted(range(SPOTS), key=nearness)
        if spot in where or free & ~rules.HOLLOWS & 1 << spot
    ]
    return picture(
        WIDTH,
        HEIGHT,
        _title(position, lang),
        element("defs", *WOOD, _ball_shape(0), _ball_shape(1)),
        *_plank(),
        *(_groove(position, seat, reserves[seat], lang) for seat in (1, 0)),
        *_coordinates(),
        *(_hollow(spot, lang, free=spot not in where) for spot in members(rules.HOLLOWS)),
        *pyramid,
        *(_emptied(spot) for spot in sorted(turn.emptied - where.keys())),
        *([_stop_plate(lang)] if STOP in position.legal_actions else []),
    )


def _title(position: Position, lang: str) -> str:
    if position.is_over:
        if position.state.result == rules.DRAWN:
            return say(lang, "Pylos board, drawn")
        winner = seat_name(position, position.winners[0])
        return say(lang, "Pylos board, {player} has won", player=winner)
    player = seat_name(position, position.to_act)
    if position.state.phase == PLAYING:
        return say(lang, "Pylos board, {player} to move", player=player)
    return say(lang, "Pylos board, {player} to remove balls", player=player)


def _plank() -> list[str]:
    """The wooden board: a thick plank with a raised rim of light and a few lines of grain."""
    grain = [
        f"M14 {y} C{150 + 20 * k} {y - 16} {330 - 25 * k} {y + 18} {WIDTH - 14} {y - 4}"
        for k, y in enumerate((96, 158, 231, 287, 352, 409, 468, 502))
    ]
    return [
        element("rect", width=WIDTH, height=HEIGHT, rx=30, fill="url(#py-edge)"),
        element("rect", width=WIDTH, height=HEIGHT - 9, rx=30, fill="url(#py-board)"),
        element(
            "rect", x=2.5, y=2.5, width=WIDTH - 5, height=HEIGHT - 14, rx=28, fill="none",
            stroke="#fff", stroke_opacity=0.16, stroke_width=2,
        ),
        element(
            "rect", x=LEFT - BALL - 6, y=NEAR - 3 * ROW - BALL - 6, width=3 * PITCH + 2 * BALL + 12,
            height=3 * ROW + 2 * BALL + 12, rx=22, fill="#2b1409", fill_opacity=0.28,
            stroke="#c08a52", stroke_opacity=0.55, stroke_width=1.6,
        ),
        element(
            "path", d=" ".join(grain), fill="none", stroke="#2b1409", stroke_opacity=0.2,
            stroke_width=2,
        ),
    ]  # fmt: skip


def _coordinates() -> list[str]:
    letters = [text("abcd"[k], x=LEFT + k * PITCH, y=NEAR + BALL + 26) for k in range(4)]
    numbers = [text(str(k + 1), x=LEFT - BALL - 24, y=NEAR - k * ROW + 7) for k in range(4)]
    return [
        element("g", *letters, *numbers, text_anchor="middle", fill=INK, font_size=20, opacity=0.85)
    ]


def _hollow(spot: int, lang: str, *, free: bool) -> str:
    """A hollow turned into the plank: dark at its far rim, lit at the near one."""
    x, y = middle(spot)
    size = {"rx": BALL * 0.8, "ry": BALL * 0.8 * cos(TILT)}
    return element(
        "g",
        element("ellipse", cy=2.5, fill="#a8713f", fill_opacity=0.75, **size),
        element("ellipse", fill="url(#py-hollow)", **size),
        transform=f"translate({x:g} {y:.2f})",
        data_touch=spot_name(spot) if free else None,
        aria_label=say(lang, "{spot}, free hollow", spot=spot_words(spot)) if free else None,
    )


def _ball_shape(seat: int) -> str:
    """A glossy ball, to be placed wherever one lies; dark ones have two pale bands inlaid."""
    r = BALL
    if seat:
        bands = [f"M{-w} {y} Q0 {y + 25} {w} {y}" for w, y in ((44, 3), (39, 13))]
        pattern = element(
            "path",
            d=" ".join(bands),
            stroke="#e8c98f",
            stroke_opacity=0.92,
            stroke_width=3.2,
            fill="none",
        )
    else:
        rings = ("M-40 -6 Q-8 16 37 -16", "M-36 12 Q0 34 41 4", "M-30 -25 Q-6 -8 21 -34")
        pattern = element(
            "path",
            d=" ".join(rings),
            stroke="#b78445",
            stroke_opacity=0.22,
            stroke_width=1.8,
            fill="none",
            stroke_linecap="round",
        )
    return element(
        "g",
        element("circle", r=r, fill="url(#py-dark)" if seat else "url(#py-light)"),
        pattern,
        element(
            "ellipse", cx=-0.32 * r, cy=-0.42 * r, rx=0.4 * r, ry=0.27 * r, fill="url(#py-gloss)",
            opacity=0.75 if seat else 1, transform=f"rotate(-32 {-0.32 * r:g} {-0.42 * r:g})",
        ),
        element(
            "path", d=f"M{-0.5 * r:g} {0.8 * r:g} Q0 {1.08 * r:g} {0.5 * r:g} {0.8 * r:g}",
            fill="none", stroke="#fff", stroke_opacity=0.2, stroke_width=3, stroke_linecap="round",
        ),
        element("circle", r=r - 0.6, fill="none", stroke="#1a0a03", stroke_opacity=0.55),
        id=f"py-ball-{seat}",
    )  # fmt: skip


def _ball(position: Position, spot: int, ball: str, lang: str, *, marked: bool) -> str:
    seat = owner(position.state, spot) or 0
    x, y = middle(spot)
    label = say(lang, "{spot}, dark ball" if seat else "{spot}, light ball", spot=spot_words(spot))
    shadow = element(
        "ellipse", cx=8, cy=11, rx=BALL * 1.14, ry=BALL * 1.1, fill="url(#py-shadow)",
        pointer_events="none",
    )  # fmt: skip
    shade = element("circle", r=BALL, fill="#4a2208", fill_opacity=0.3)
    carries = occupied(position.state) & int(rules.ABOVE[spot])
    ring = element("circle", r=BALL - 2.5, fill="none", stroke=GOLD, stroke_width=5)
    return element(
        "g",
        shadow,
        element("use", href=f"#py-ball-{seat}"),
        shade if carries else "",
        ring if marked else "",
        transform=f"translate({x:g} {y:.2f}) scale({scale(spot):g})",
        data_touch=spot_name(spot),
        data_piece=ball,
        aria_label=label,
    )


def _free_square(spot: int, lang: str) -> str:
    """A square of four that can receive a ball: a faint disc where the ball would lie."""
    x, y = middle(spot)
    return element(
        "g",
        element("circle", r=BALL * 0.62, fill="#fff", fill_opacity=0.2),
        element("circle", r=BALL * 0.62, fill="none", stroke="#1a0a03", stroke_opacity=0.55,
                stroke_width=4.5),
        element("circle", r=BALL * 0.62, fill="none", stroke="#fff7e2", stroke_width=2.2,
                stroke_dasharray="7 5"),
        transform=f"translate({x:g} {y:.2f}) scale({scale(spot):g})",
        data_touch=spot_name(spot),
        aria_label=say(lang, "{spot}, free square", spot=spot_words(spot)),
    )  # fmt: skip


def _emptied(spot: int) -> str:
    """A mark where the last turn took a ball away."""
    x, y = middle(spot)
    return element(
        "circle", cx=x, cy=y, r=BALL * 0.72, fill="none", stroke=GOLD, stroke_width=3.5,
        stroke_dasharray="3 8", stroke_linecap="round", pointer_events="none",
    )  # fmt: skip


def _groove(position: Position, seat: int, balls: list[str], lang: str) -> str:
    """A player's reserve along the near (light) or far (dark) side, with its number of balls."""
    y = GROOVE_MIDDLE[seat]
    acts = seat == position.to_act and not position.is_over
    name = seat_name(position, seat)
    row = [
        element(
            "g",
            element("use", href=f"#py-ball-{seat}"),
            transform=f"translate({GROOVE_LEFT + slot * GROOVE_STEP:g} {y}) "
            f"scale({GROOVE_BALL / BALL:.4f})",
            data_piece=ball,
        )
        for slot, ball in enumerate(balls)
    ]
    width = 14 * GROOVE_STEP + 2 * GROOVE_BALL + 14
    return element(
        "g",
        element(
            "rect", x=GROOVE_LEFT - GROOVE_BALL - 7, y=y - 20, width=width, height=40, rx=20,
            fill="url(#py-groove)", stroke=GOLD if acts else "#a8713f",
            stroke_width=3.5 if acts else 1.5, stroke_opacity=1 if acts else 0.6,
        ),
        *row,
        *([element("path", d=f"M18 {y - 9} L32 {y} L18 {y + 9} Z", fill=GOLD)] if acts else []),
        text(
            str(len(balls)), x=58, y=y + 10, font_size=29, font_weight="bold",
            text_anchor="middle", fill=INK,
        ),
        role="img",
        aria_label=say(lang, "{player}: {n} in reserve", player=name, n=len(balls)),
    )  # fmt: skip


def _stop_plate(lang: str) -> str:
    label = say(lang, "Stop")
    return element(
        "g",
        element("rect", x=-33, y=-29, width=66, height=58, rx=16, fill=GOLD, stroke="#2b1409",
                stroke_width=2),
        text(label, y=7, font_size=fitting_size(label, 21, 60), font_weight="bold",
             text_anchor="middle", fill="#2b1409"),
        transform=f"translate({WIDTH - 40} {NEAR - 1.5 * ROW:.2f})",
        data_touch=STOP_WORD,
        aria_label=say(lang, "Stop: remove no more balls"),
    )  # fmt: skip
