"""Name plates on the Alhambra board: colour, symbol and name, points, and the last turn's money."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from galda.core.show.language import tell
from galda.core.show.seats import seat_badge, seat_colour
from galda.core.show.svg import element, fitting_size
from galda.games.alhambra.board.drawings import GOLD, INK, frame, small_card, words
from galda.games.alhambra.board.sketch import Letters, Room, Sketch, fold
from galda.games.alhambra.text.names import cards_words, longest_wall, points_words, wall_words
from galda.games.alhambra.text.telling import Turn

LINE = 1.3
"""How high a line of a name is, for the size of its letters."""


def plate_height(sketch: Sketch, seat: int, width: float) -> float:
    """How high a player's plate is: two lines, more where the name is long."""
    return _folded(sketch.name_of(seat), width, sketch.letters)[2]


@lru_cache(maxsize=1 << 10)
def _folded(name: str, width: float, letters: Letters) -> tuple[tuple[str, ...], float, float]:
    """The lines of a name on a plate so wide, their size, and how high the plate is."""
    u = letters.usual
    lines, size = fold(name, 1.1 * u, width - 5.6 * u, letters.least)
    return lines, size, LINE * max(size * len(lines), 1.1 * u) + 1.75 * u


def draw_plate(sketch: Sketch, seat: int, room: Room) -> None:
    """A player's plate; in gold while he acts."""
    position, state = sketch.position, sketch.state
    acts = seat == position.to_act and not position.is_over
    turn = sketch.last.get(seat)
    facts = Facts(
        seat, acts, sketch.name_of(seat), state.points[seat], longest_wall(position, seat),
        state.cards[seat], turn.taken if turn else (),
    )  # fmt: skip
    done = turn.facts if turn else None
    sketch.kept_in(room, lambda alone: _draw_plate(sketch, facts, turn, alone), facts, done)


class Facts(NamedTuple):
    """What a plate tells of a player."""

    seat: int
    acts: bool
    name: str
    points: int
    wall: int
    cards: int
    taken: tuple[int, ...]
    """The money taken in the last turn."""


def _draw_plate(sketch: Sketch, facts: Facts, turn: Turn | None, room: Room) -> None:
    points, wall, cards = _counts(facts.points, facts.wall, facts.cards, sketch.lang)
    label = ", ".join((facts.name, points, wall, cards))
    if turn is not None:
        label += ". " + sketch.say("Last turn: {turn}", turn=turn.tell(sketch.lang))
    lines, size, _ = _folded(facts.name, room.width, sketch.letters)
    u, told, taken = sketch.letters.usual, f"{wall} · {cards}", facts.taken
    small, end, below = 1.08 * u, room.width - 0.5 * u, room.height - 0.55 * u
    space = end - 0.9 * u - small * 1.1 * len(taken) - 0.6 * u
    parts = [
        _board(facts.seat, facts.acts, lines, size, room.width, room.height, u),
        _points(facts.points, end, u),
        words(told, 0.6 * u, below, fitting_size(told, max(sketch.letters.least, 0.9 * u), space)),
        *(
            small_card(card // 9, card % 9 + 1, end - (len(taken) - k) * small * 1.1,
                       below - 0.92 * u, small)
            for k, card in enumerate(taken)
        ),
    ]  # fmt: skip
    sketch.add(element("g", *parts, aria_label=label))


@lru_cache(maxsize=1 << 12)
def _counts(points: int, wall: int, cards: int, lang: str) -> tuple[str, str, str]:
    """What somebody has, in words."""
    told = points_words(points), wall_words(wall), cards_words(cards)
    return tell(lang, told[0]), tell(lang, told[1]), tell(lang, told[2])


@lru_cache(maxsize=1 << 10)
def _board(
    seat: int,
    acts: bool,
    lines: tuple[str, ...],
    size: float,
    width: float,
    height: float,
    u: float,
) -> str:
    """What of a plate stays from turn to turn: the board itself, the badge and the name."""
    name = (
        words(line, 2.4 * u, 0.25 * u + LINE * size * (k + 0.78), size, font_weight="bold")
        for k, line in enumerate(lines)
    )
    return "".join(
        (
            frame(0, 0, width, height, fill=GOLD if acts else "#ecdcb4",
                  stroke=seat_colour(seat), stroke_width=2),
            seat_badge(seat, 1.25 * u, 0.2 * u + (height - 1.55 * u) / 2, 1.75 * u),
            *name,
        )
    )  # fmt: skip


@lru_cache(maxsize=1 << 10)
def _points(points: int, end: float, u: float) -> str:
    """Points on a dark ground, at the end of a plate."""
    ground = frame(end - 2.5 * u, 0.3 * u, 2.5 * u, 1.45 * u, rx=0.7 * u, fill=INK)
    return ground + words(
        str(points), end - 1.25 * u, 1.38 * u, u, text_anchor="middle", font_weight="bold",
        fill="#fff",
    )  # fmt: skip
