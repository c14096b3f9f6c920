"""The Quixo board, drawn: wooden cubes in a frame."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say, tell
from galda.core.show.recent import recent_turns
from galda.core.show.svg import element, fitting_size, picture, text
from galda.games.quixo.board import wood
from galda.games.quixo.board.plates import seats
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.rules import PASS, PUSH_LIMIT, PUSHES, STRIDE
from galda.games.quixo.text.words import PASS_WORD, cell_name, dot_seat, faces, seat_name


def cube_ids(position: Position) -> dict[int, int]:
    """Which of the cubes lies on each cell, numbered by where it lay at the start."""
    size = int(position.state.rows)
    where = {cell: cell for cell in rules.cells(size)}
    for action in position.actions:
        if action == PASS:
            continue
        lane, _ = rules.lane(*PUSHES[size][action % PUSH_LIMIT])
        taken = where[lane[0]]
        for gap, neighbour in pairwise(lane):
            where[gap] = where[neighbour]
        where[lane[-1]] = taken
    return where


def winning_cells(position: Position) -> set[int]:
    """The cells of all complete lines, once the game is won."""
    size, board = int(position.state.rows), int(position.state.rows) - rules.SIZES[0]
    rows = [[r * STRIDE + c for c in range(size)] for r in range(size)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    diagonals = [[c for c in rules.cells(size) if int(d) >> c & 1] for d in rules.DIAGONALS[board]]
    shown = [int(cells) for cells in position.state.cubes]
    return {
        cell
        for line in rows + columns + diagonals
        if any(all(cells >> c & 1 for c in line) for cells in shown)
        for cell in line
    }


def draw(position: Position, viewer: int, lang: str, shape: Shape) -> str:
    """The whole board as SVG."""
    size = int(position.state.rows)
    frame = wood.FRAMES[position.players, shape]
    side = size * wood.PITCH - wood.GAP
    width, height = frame.left + side + frame.right, frame.top + side + frame.bottom
    ids = cube_ids(position)
    pushes = _recent_pushes(position, viewer)
    marked = _marked(pushes, ids)
    if position.is_over:
        marked |= dict.fromkeys(winning_cells(position), wood.LAST)
    shown = faces(position.state)
    cubes = [
        _cube(position, cell, ids[cell], shown[cell], frame, lang, marked=marked.get(cell, 0))
        for cell in sorted(ids, key=lambda cell: (-(cell // STRIDE), cell))  # as one reads
    ]
    return picture(
        width,
        height,
        _title(position, lang),
        element("defs", *wood.WOOD),
        element("rect", width=width, height=height, rx=26, fill="url(#qx-frame)"),
        element(
            "rect", x=3, y=3, width=width - 6, height=height - 6, rx=24, fill="none",
            stroke="#fff", stroke_opacity=0.12, stroke_width=2,
        ),
        element(
            "rect", x=frame.left - 10, y=frame.top - 10, width=side + 20,
            height=side + 20 + wood.DEPTH, rx=12, fill="url(#qx-tray)",
        ),
        *_coordinates(size, frame),
        *_arrows(frame, size, pushes),
        *cubes,
        *(seats(position, frame, width, height, lang) if position.players == 4 else ()),
        *([_pass_plate(width, height, lang)] if position.legal_actions == (PASS,) else []),
    )  # fmt: skip


def _title(position: Position, lang: str) -> str:
    if not position.is_over:
        player = seat_name(position, position.to_act)
        return say(lang, "Quixo board, {player} to move", player=player)
    if position.state.result == rules.DRAWN:
        return say(lang, "Quixo board, drawn")
    return say(
        lang, "Quixo board, {player} has won", player=seat_name(position, position.winners[0])
    )


def last_push(position: Position) -> tuple[int, int] | None:
    """From where and in where the action that led here has pushed a cube, if it has."""
    if position.action is None or position.action == PASS:
        return None
    return PUSHES[int(position.state.rows)][position.action % PUSH_LIMIT]


@dataclass(frozen=True, slots=True)
class Push:
    """A push that the viewer may want to see: which cube, from where, in where."""

    cube: int
    taken: int
    entered: int


def _recent_pushes(position: Position, viewer: int) -> list[Push]:
    """The pushes since the viewer's last turn, the newest first."""
    found = []
    for turn in recent_turns(position, viewer):
        if push := last_push(turn.after):
            found.append(Push(cube_ids(turn.after)[push[1]], *push))
    return found


def _marked(pushes: list[Push], ids: dict[int, int]) -> dict[int, int]:
    """Where the cubes of recent pushes lie now, and how they are marked."""
    cells = {number: cell for cell, number in ids.items()}
    marked = {cells[push.cube]: wood.EARLIER for push in pushes}
    return marked | {cells[push.cube]: wood.LAST for push in pushes[:1]}


def _corner(frame: wood.Frame, rows: int, cell: int) -> tuple[int, int]:
    """The upper left corner of a cell's cube."""
    column, row = cell % STRIDE, cell // STRIDE
    return frame.left + column * wood.PITCH, frame.top + (rows - 1 - row) * wood.PITCH


@lru_cache
def _coordinates(size: int, frame: wood.Frame) -> list[str]:
    """The names of columns and rows, far enough out for an arrow between them and the cubes."""
    style: dict[str, Any] = {
        "fill": "#e9cf9f", "font_size": 22, "text_anchor": "middle", "opacity": 0.85,
        "aria_hidden": "true",  # every cube says where it lies
    }  # fmt: skip
    bottom = frame.top + size * wood.PITCH - wood.GAP
    names = []
    for k in range(size):
        along = k * wood.PITCH + wood.CUBE / 2
        names.append(text("abcde"[k], x=frame.left + along, y=bottom + 46, **style))
        names.append(text(str(size - k), x=frame.left - 38, y=frame.top + along + 8, **style))
    return names


class Cube(NamedTuple):
    """What is drawn of a cube."""

    cell: int
    number: int
    shown: str
    dot: int | None
    owner: str
    marked: int


def _cube(
    position: Position,
    cell: int,
    number: int,
    shown: str,
    frame: wood.Frame,
    lang: str,
    *,
    marked: int,
) -> str:
    dot, owner = None, ""
    if position.players == 4 and shown != "blank":
        dot = dot_seat(position.state, cell)
        owner = tell(lang, seat_name(position, dot))
    rows = int(position.options["size"])
    return _drawn_cube(frame, rows, Cube(cell, number, shown, dot, owner, marked), lang)


@lru_cache(maxsize=1 << 14)
def _drawn_cube(frame: wood.Frame, rows: int, cube: Cube, lang: str) -> str:
    """One cube. From move to move most stay as they are: remembering them makes boards cheap."""
    cell, number, shown, dot, owner, marked = cube
    parts = [
        element("rect", y=wood.DEPTH, width=wood.CUBE, height=wood.CUBE, rx=9,
                fill="url(#qx-side)"),
        element("rect", width=wood.CUBE, height=wood.CUBE, rx=9, fill="url(#qx-face)"),
        element(
            "g",
            *(element("path", d=d) for d in wood.GRAIN[number % 2 :: 2] + wood.GRAIN[:1]),
            fill="none", stroke="#a97b3e", stroke_opacity=0.28, stroke_width=1.6,
            transform="rotate(90 48 48)" if number % 3 == 0 else None,
        ),
        element(
            "path", d=f"M9 1.5 H{wood.CUBE - 9}", stroke="#fff", stroke_opacity=0.55,
            stroke_width=2, stroke_linecap="round",
        ),
    ]  # fmt: skip
    if shown != "blank":
        parts.append(wood.symbol(shown))
    if dot is not None:
        parts.append(
            element("g", wood.dot_of(dot, 38, 6.5, wood.INK[shown]), transform="translate(48 48)")
        )
    if marked:
        parts.append(
            element(
                "rect", x=2, y=2, width=wood.CUBE - 4, height=wood.CUBE - 4, rx=8, fill="none",
                stroke=wood.GOLD, stroke_width=5,
                stroke_dasharray="12 9" if marked == wood.EARLIER else None,
            )
        )  # fmt: skip
    x, y = _corner(frame, rows, cell)
    return element(
        "g",
        *parts,
        transform=f"translate({x} {y})",
        data_touch=cell_name(cell),
        data_piece=f"cube-{number}",
        aria_label=_cube_label(cell, shown, owner, lang),
    )


def _cube_label(cell: int, shown: str, owner: str, lang: str) -> str:
    name = cell_name(cell)
    if shown == "blank":
        return say(lang, "{cell}, blank", cell=name)
    label = say(lang, "{cell}, cross", cell=name)
    if shown == "circle":
        label = say(lang, "{cell}, circle", cell=name)
    return say(lang, "{cube}, dot points at {player}", cube=label, player=owner) if owner else label


def _arrows(frame: wood.Frame, rows: int, pushes: list[Push]) -> list[str]:
    """Marks on the frame where recent cubes were pushed in; earlier ones are fainter."""
    drawn: dict[str, str] = {}
    for push in pushes:
        _, step = rules.lane(push.taken, push.entered)
        left, top = _corner(frame, rows, push.entered)
        x, y = left + wood.CUBE / 2, top + wood.CUBE / 2
        # The push goes against the lane's direction, so the arrow stands beyond the entered cell.
        right, up = (step, 0) if abs(step) == 1 else (0, step // STRIDE)
        out = wood.CUBE / 2 + (15 + wood.DEPTH if up < 0 else 15)
        angle = {(1, 0): 180, (-1, 0): 0, (0, 1): 90, (0, -1): 270}[right, up]
        at = f"translate({x + right * out:g} {y - up * out:g}) rotate({angle})"
        shape = element(
            "path", d="M-7 -11 L8 0 L-7 11 Z", fill=wood.GOLD, transform=at, data_part="arrow",
            fill_opacity=0.5 if drawn else None,
        )  # fmt: skip
        drawn.setdefault(at, shape)
    return list(drawn.values())


def _pass_plate(width: float, height: float, lang: str) -> str:
    label = say(lang, "Pass")
    return element(
        "g",
        element(
            "rect", x=-80, y=-28, width=160, height=56, rx=28, fill=wood.GOLD, stroke="#2a170b"
        ),
        text(
            label,
            y=10,
            font_size=fitting_size(label, 30, 140),
            font_weight="bold",
            text_anchor="middle",
            fill="#2a170b",
        ),
        transform=f"translate({width / 2:g} {height / 2:g})",
        data_touch=PASS_WORD,
        aria_label=label,
    )
