"""The Quixo board, drawn: wooden cubes in a frame, and the same in a terminal."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from galda.core.play.position import Position
from galda.core.play.terms import Shape
from galda.core.show.language import say, tell
from galda.core.show.svg import element, fitting_size, gradient, picture, text
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.rules import PASS, PUSH_LIMIT, PUSHES, STRIDE
from galda.games.quixo.show.words import DOT, PASS_WORD, cell_name, dot_seat, face, faces, seat_name

CUBE = 96
GAP = 4
PITCH = CUBE + GAP
FRAME = {2: 58, 4: 90}
"""How wide the frame is, by the number of players: in the team game they sit on it."""
DEPTH = 7
"""How much of a cube's front side is seen below its upper face."""

INK = {"cross": "#27406b", "circle": "#8f2f1c"}
GOLD = "#f2b632"
# Seats sit clockwise from the bottom; a dot lies at the side of the face that is theirs.
SEAT_SIDE = ((0, 1), (-1, 0), (0, -1), (1, 0))

WOOD = (
    gradient("linear", "qx-frame", ((0, "#6d4527"), (0.5, "#54321a"), (1, "#3d2311")), x2=0, y2=1),
    gradient("linear", "qx-tray", ((0, "#2a170b"), (1, "#3a2212")), x2=0, y2=1),
    gradient(
        "linear", "qx-face", ((0, "#f3d9a8"), (0.55, "#e6c48a"), (1, "#d9b273")), x2=0.6, y2=1
    ),
    gradient("linear", "qx-side", ((0, "#b98a4c"), (1, "#8d6330")), x2=0, y2=1),
)
GRAIN = (
    "M6 20 C30 14 60 27 90 18",
    "M6 41 C26 47 64 35 90 44",
    "M6 63 C34 57 58 70 90 61",
    "M6 80 C30 85 62 76 90 82",
)


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
    frame = FRAME[position.players]
    side = 2 * frame + size * PITCH - GAP
    last = _last_push(position)
    entered = last[1] if last else None
    won = winning_cells(position) if position.is_over else set()
    ids = cube_ids(position)
    shown = faces(position.state)
    cubes = [
        _cube(position, cell, ids[cell], shown[cell], lang, marked=cell in won or cell == entered)
        for cell in sorted(ids, reverse=True)  # from the far row to the near one
    ]
    return picture(
        side,
        side,
        _title(position, lang),
        element("defs", *WOOD),
        element("rect", width=side, height=side, rx=26, fill="url(#qx-frame)"),
        element(
            "rect", x=3, y=3, width=side - 6, height=side - 6, rx=24, fill="none",
            stroke="#fff", stroke_opacity=0.12, stroke_width=2,
        ),
        element(
            "rect", x=frame - 10, y=frame - 10, width=side - 2 * frame + 20,
            height=side - 2 * frame + 20 + DEPTH, rx=12, fill="url(#qx-tray)",
        ),
        *_coordinates(size, frame),
        *(_arrow(frame, size, *last) if last else ()),
        *cubes,
        *(_seats(position, side, lang) if position.players == 4 else ()),
        *([_pass_plate(side, lang)] if position.legal_actions == (PASS,) else []),
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


def _last_push(position: Position) -> tuple[int, int] | None:
    if position.action is None or position.action == PASS:
        return None
    return PUSHES[int(position.state.rows)][position.action % PUSH_LIMIT]


def _corner(frame: int, rows: int, cell: int) -> tuple[int, int]:
    """The upper left corner of a cell's cube."""
    return frame + cell % STRIDE * PITCH, frame + (rows - 1 - cell // STRIDE) * PITCH


@lru_cache
def _coordinates(size: int, frame: int) -> list[str]:
    style: dict[str, Any] = {
        "fill": "#e9cf9f", "font_size": 22, "text_anchor": "middle", "opacity": 0.85,
    }  # fmt: skip
    far = frame + size * PITCH
    names = []
    for k in range(size):
        along = frame + k * PITCH + CUBE / 2
        names.append(text("abcde"[k], x=along, y=far + 31, **style))
        names.append(text(str(size - k), x=frame - 27, y=along + 8, **style))
    return names


def _cube(
    position: Position, cell: int, number: int, shown: str, lang: str, *, marked: bool
) -> str:
    dot, owner = None, ""
    if position.players == 4 and shown != "blank":
        dot = dot_seat(position.state, cell)
        owner = tell(lang, seat_name(position, dot))
    rows = int(position.options["size"])
    return _drawn_cube(position.players, rows, cell, number, shown, dot, owner, lang, marked)


@lru_cache(maxsize=1 << 14)
def _drawn_cube(
    players: int,
    rows: int,
    cell: int,
    number: int,
    shown: str,
    dot: int | None,
    owner: str,
    lang: str,
    marked: bool,
) -> str:
    """One cube. From move to move most stay as they are: remembering them makes boards cheap."""
    parts = [
        element("rect", y=DEPTH, width=CUBE, height=CUBE, rx=9, fill="url(#qx-side)"),
        element("rect", width=CUBE, height=CUBE, rx=9, fill="url(#qx-face)"),
        element(
            "g",
            *(element("path", d=d) for d in GRAIN[number % 2 :: 2] + GRAIN[:1]),
            fill="none", stroke="#a97b3e", stroke_opacity=0.28, stroke_width=1.6,
            transform="rotate(90 48 48)" if number % 3 == 0 else None,
        ),
        element(
            "path", d=f"M9 1.5 H{CUBE - 9}", stroke="#fff", stroke_opacity=0.55, stroke_width=2,
            stroke_linecap="round",
        ),
    ]  # fmt: skip
    if shown != "blank":
        parts.append(_symbol(shown))
    if dot is not None:
        right, down = SEAT_SIDE[dot]
        at = {"cx": 48 + 38 * right, "cy": 48 + 38 * down}
        parts.append(element("circle", r=6.5, fill=INK[shown], **at))
    if marked:
        parts.append(
            element(
                "rect", x=2, y=2, width=CUBE - 4, height=CUBE - 4, rx=8, fill="none",
                stroke=GOLD, stroke_width=5,
            )
        )  # fmt: skip
    x, y = _corner(FRAME[players], rows, cell)
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


def _symbol(shown: str) -> str:
    """A cross or a ring, burnt into the wood: dark, with a lit lower edge."""
    if shown == "cross":
        shape = element("path", d="M28 28 L68 68 M68 28 L28 68")
    else:
        shape = element("circle", cx=48, cy=48, r=24)
    lit = element("g", shape, stroke="#fff3d6", stroke_opacity=0.8, transform="translate(0 2)")
    return element(
        "g", lit, element("g", shape, stroke=INK[shown]),
        fill="none", stroke_width=12, stroke_linecap="round",
    )  # fmt: skip


def _arrow(frame: int, rows: int, taken: int, entered: int) -> list[str]:
    """A mark on the frame where the last cube was pushed in."""
    _, step = rules.lane(taken, entered)
    left, top = _corner(frame, rows, entered)
    x, y = left + CUBE / 2, top + CUBE / 2
    out = CUBE / 2 + 20
    # The push goes against the lane's direction, so the arrow stands beyond the entered cell.
    right, up = (step, 0) if abs(step) == 1 else (0, step // STRIDE)
    angle = {(1, 0): 180, (-1, 0): 0, (0, 1): 90, (0, -1): 270}[right, up]
    at = f"translate({x + right * out:g} {y - up * out:g}) rotate({angle})"
    return [element("path", d="M-8 -11 L10 0 L-8 11 Z", fill=GOLD, transform=at)]


def _seats(position: Position, side: float, lang: str) -> list[str]:
    """The four players round the board, each to be touched when a dot shall point at them."""
    plates = []
    middle = side / 2
    for seat, (right, down) in enumerate(SEAT_SIDE):
        x, y = middle + right * (middle - 23), middle + down * (middle - 23)
        acts = seat == position.to_act and not position.is_over
        name = tell(lang, seat_name(position, seat))
        plates.append(
            element(
                "g",
                element(
                    "rect", x=-62, y=-17, width=124, height=34, rx=17,
                    fill=GOLD if acts else "#e9cf9f", stroke="#2a170b", stroke_width=2,
                ),
                text(
                    name, y=8, font_size=fitting_size(name, 23, 112), font_weight="bold",
                    text_anchor="middle",
                    fill=INK["circle" if seat % 2 else "cross"],
                ),
                transform=f"translate({x:g} {y:g})" + (f" rotate({90 * right})" if right else ""),
                data_touch=f"{DOT}{seat + 1}",
                aria_label=name,
            )
        )  # fmt: skip
    return plates


def _pass_plate(side: float, lang: str) -> str:
    label = say(lang, "Pass")
    return element(
        "g",
        element("rect", x=-80, y=-28, width=160, height=56, rx=28, fill=GOLD, stroke="#2a170b"),
        text(
            label,
            y=10,
            font_size=fitting_size(label, 30, 140),
            font_weight="bold",
            text_anchor="middle",
            fill="#2a170b",
        ),
        transform=f"translate({side / 2:g} {side / 2:g})",
        data_touch=PASS_WORD,
        aria_label=label,
    )


def print_lines(position: Position, viewer: int, lang: str) -> str:
    """The board for a terminal; the cube pushed in last stands in brackets."""
    state, size = position.state, int(position.state.rows)
    last = _last_push(position)
    signs = {"blank": "[dim]·[/]", "cross": "[bold cyan]X[/]", "circle": "[bold yellow]O[/]"}
    lines = []
    for row in reversed(range(size)):
        line = f"[dim]{row + 1}[/] "
        for column in range(size):
            cell = row * STRIDE + column
            shown = face(state, cell)
            sign = signs[shown]
            if position.players == 4:
                dot = " " if shown == "blank" else str(dot_seat(state, cell) + 1)
                sign += f"[dim]{dot}[/]"
            line += f"\\[{sign}]" if last and last[1] == cell else f" {sign} "
        lines.append(line)
    width = 4 if position.players == 4 else 3
    letters = "".join(f" {letter}".ljust(width) for letter in "abcde"[:size])
    lines.append(f"[dim]  {letters}[/]")
    return "\n".join(lines)
