"""The four players round the Quixo board, each to be touched when a dot shall point at them."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import tell
from galda.core.show.svg import element, fitting_name, text
from galda.games.quixo.board.wood import GOLD, INK, SEAT_SIDE, Frame, mark
from galda.games.quixo.text.words import DOT, seat_name

WIDTH, HEIGHT, EDGE = 186, 34, 4
REACH = 82
"""How deep into the frame a finger may touch for a player."""
LEAST = 15.5


def seats(position: Position, frame: Frame, width: float, height: float, lang: str) -> list[str]:
    """The players' plates; at the sides they stand upright, unless the frame is wide there."""
    plates = []
    for seat, (right, down) in enumerate(SEAT_SIDE):
        beside = right != 0 and frame.left > WIDTH
        at = _middle(right, down, frame, (width, height), beside=beside)
        turn = 90 * right if not beside else 0
        plates.append(_plate(position, seat, at, turn, lang, outwards=1 if down > 0 else -1))
    return plates


def _middle(
    right: int, down: int, frame: Frame, size: tuple[float, float], *, beside: bool
) -> tuple[float, float]:
    """The middle of a plate at one side of the frame."""
    width, height = size
    across = frame.left + (width - frame.left - frame.right) / 2
    along = frame.top + (height - frame.top - frame.bottom) / 2
    if beside:
        return (EDGE + WIDTH / 2 if right < 0 else width - EDGE - WIDTH / 2), along
    edge = HEIGHT / 2 + EDGE
    if right:
        return (edge if right < 0 else width - edge), along
    return across, edge if down < 0 else height - edge


def _plate(
    position: Position, seat: int, at: tuple[float, float], turn: int, lang: str, *, outwards: int
) -> str:
    acts = seat == position.to_act and not position.is_over
    name = tell(lang, seat_name(position, seat))
    shown, size = fitting_name(name, 23, WIDTH - 56, LEAST)
    beside = f"translate({-WIDTH / 2 + 22:g} 0) scale(.8) rotate({-turn})"  # its dot shows where
    top = HEIGHT / 2 + EDGE - REACH if outwards > 0 else -HEIGHT / 2 - EDGE
    return element(
        "g",
        element(
            "rect", x=-WIDTH / 2, y=top, width=WIDTH, height=REACH, fill="#fff", fill_opacity=0,
            data_hit="more",
        ),
        element(
            "rect", x=-WIDTH / 2, y=-HEIGHT / 2, width=WIDTH, height=HEIGHT, rx=HEIGHT / 2,
            fill=GOLD if acts else "#e9cf9f", stroke="#2a170b", stroke_width=2,
        ),
        element("g", mark(position, seat), transform=beside),
        text(
            shown, x=18, y=0.35 * size, font_size=size, font_weight="bold", text_anchor="middle",
            fill=INK["circle" if seat % 2 else "cross"],
        ),
        transform=f"translate({at[0]:g} {at[1]:g}) rotate({turn})",
        data_touch=f"{DOT}{seat + 1}",
        aria_label=name,
    )  # fmt: skip
