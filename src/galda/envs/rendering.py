"""How environments draw their boards, for all libraries alike.

`svg` is the picture as text, `rgb_array` the same as colours, `ansi` the board as a terminal shows
it, and `human` shows it at once: in a notebook as a picture, else in the terminal.
"""

from __future__ import annotations

import io
import struct
import sys
import zlib
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR
from galda.core.show.svg import element
from galda.envs.kernels.png import unfilter

RENDER_MODES = ["human", "rgb_array", "ansi", "svg"]
"""How environments can draw their boards."""
SIDE = 640
"""Pixels along each side of `rgb_array`: the same for all boards, so that they make a film."""
PAPER = "#efe4d2"
COLOURS = 3
BITS, TRUE_COLOURS, WITH_ALPHA = 8, 2, 6
WIDEST = 200


def check_render_mode(mode: str | None) -> str | None:
    """This way of drawing, if there is one and what it needs is there; None draws nothing."""
    if mode is not None and mode not in RENDER_MODES:
        raise GaldaError(
            "no render mode {mode!r}; choose from {known}", mode=mode, known=", ".join(RENDER_MODES)
        )
    if mode == "rgb_array":
        _painter()
    return mode


def render(mode: str | None, position: Position, viewer: int = SPECTATOR) -> Any:
    """A position as a viewer may see it, drawn in one of the ways."""
    if mode == "svg":
        return position.svg(viewer)
    if mode == "rgb_array":
        return paint(position.svg(viewer))
    if mode == "ansi":
        return write(position, viewer)
    if mode == "human":
        show(position, viewer)
    return None


def write(position: Position, viewer: int = SPECTATOR) -> str:
    """The board as lines for a terminal, with its colours."""
    from rich.console import Console  # noqa: PLC0415  (seldom wanted)

    lines = io.StringIO()
    page = Console(
        file=lines, force_terminal=True, width=WIDEST, highlight=False, legacy_windows=False
    )
    page.print(position.game.board.print(position.seen_by(viewer), viewer, "en"))
    return lines.getvalue()


def show(position: Position, viewer: int = SPECTATOR) -> None:
    """Show the board to a person who looks on."""
    shell = sys.modules.get("IPython")
    notebook = shell.get_ipython() if shell else None
    if notebook is not None and hasattr(notebook, "kernel"):
        pictures: Any = import_module("IPython.display")
        pictures.display(pictures.SVG(position.svg(viewer)))
    else:
        print(write(position, viewer))


def paint(svg: str) -> npt.NDArray[np.uint8]:
    """A board as an array of colours: rows, columns, red, green and blue."""
    inside = svg.replace("<svg", f'<svg x="0" y="0" width="{SIDE}" height="{SIDE}"', 1)
    page = element(
        "svg",
        element("rect", width=SIDE, height=SIDE, fill=PAPER),
        inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIDE} {SIDE}",
    )
    painted = bytes(_painter().svg_to_bytes(svg_string=page, width=SIDE, height=SIDE))
    return np.ascontiguousarray(read_png(painted)[..., :COLOURS])


def read_png(picture: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of a picture as the painter writes them: true colours, whole lines."""
    at, packed = 8, b""
    wide = high = kind = 0
    while at < len(picture):
        length, name = struct.unpack_from(">I4s", picture, at)
        if name == b"IHDR":
            wide, high, bits, kind, *how = struct.unpack_from(">IIBBBBB", picture, at + 8)
            if bits != BITS or kind not in {TRUE_COLOURS, WITH_ALPHA} or any(how):
                raise GaldaError("this kind of PNG cannot be read")
        elif name == b"IDAT":
            packed += picture[at + 8 : at + 8 + length]
        at += length + 12
    pixel = COLOURS + (kind == WITH_ALPHA)
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(high, 1 + wide * pixel)
    out = np.zeros((high, wide * pixel), np.uint8)
    unfilter(lines, pixel, out)
    return out.reshape(high, wide, pixel)


def _painter() -> Any:
    with extra("render"):
        import resvg_py  # noqa: PLC0415  (an extra)

    return resvg_py
