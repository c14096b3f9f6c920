"""The README's picture that moves: two bots play Quixo and Pylos, drawn by the games themselves.

    python scripts/moving_picture.py        writes docs/pictures/game.svg

Every part of a board is in the file once, with the moments at which it is seen, as CSS keyframes.
Without animation, or where a reader wants no motion, the last position is shown.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

import galda

FILE = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "game.svg"
SVG = "http://www.w3.org/2000/svg"
GAMES = (("quixo", 4), ("pylos", 1))
"""The games side by side, and the seed of each."""
FRAMES, SECONDS, BETWEEN = 18, 1.1, 24


def main() -> None:
    """Write the picture."""
    ElementTree.register_namespace("", SVG)
    drawn = draw()
    FILE.write_text(drawn + "\n", "utf-8")
    print(f"{FILE.name}: {len(drawn) / 1000:.0f} kB")


def draw() -> str:
    """All games, moving at the same pace."""
    styles: dict[tuple[bool, ...], str] = {}
    boards, left, height = [], 0.0, 0.0
    for name, seed in GAMES:
        frames = [ElementTree.fromstring(drawn) for drawn in play(name, seed)]
        _, _, width, tall = map(float, frames[0].attrib["viewBox"].split())
        boards.append(f'<g transform="translate({left:g} 0)">{merge(frames, styles)}</g>')
        left, height = left + width + BETWEEN, max(height, tall)
    titles = " and ".join(galda.game(name).title for name, _ in GAMES)
    return (
        f'<svg xmlns="{SVG}" viewBox="0 0 {left - BETWEEN:g} {height:g}" role="img" '
        f'aria-label="Two games, played by bots: {titles}" '
        "font-family=\"Georgia, 'DejaVu Serif', serif\">"
        f"<style>{rules(styles)}</style>{''.join(boards)}</svg>"
    )


def play(name: str, seed: int) -> list[str]:
    """The boards of a game after each turn; the last one stays until all are done."""
    position, bot = galda.game(name).new(), galda.make_bot("skilled", seed=seed)
    boards = [position.svg()]
    while not position.is_over and len(boards) < FRAMES:
        seat = position.to_act
        while not position.is_over and position.to_act == seat:
            position = position.play(bot.choose(position))
        boards.append(position.svg())
    return boards + boards[-1:] * (FRAMES - len(boards))


def merge(frames: list[ElementTree.Element], styles: dict[tuple[bool, ...], str]) -> str:
    """Every part once, in the order of drawing, with the class of when it is seen."""
    seen: dict[str, set[int]] = {}
    for number, frame in enumerate(frames):
        for part in frame:
            for one in part.iter():
                for name in [n for n in one.attrib if n.startswith(("data-", "aria-", "role"))]:
                    del one.attrib[name]
            seen.setdefault(ElementTree.tostring(part, encoding="unicode"), set()).add(number)
    parts = []
    for text, numbers in seen.items():
        shown = text.replace(f' xmlns="{SVG}"', "")
        if len(numbers) < FRAMES:
            pattern = tuple(number in numbers for number in range(FRAMES))
            style = styles.setdefault(pattern, f"a{len(styles)}")
            shown = f'<g class="{style}">{shown}</g>'
        parts.append(shown)
    return "".join(parts)


def rules(styles: dict[tuple[bool, ...], str]) -> str:
    """The style sheet: when each class is seen."""
    whole = FRAMES * SECONDS
    lines = []
    for pattern, name in styles.items():
        steps, start = [], 0
        for shown, run in groupby(pattern):
            steps.append(f"{100 * start / FRAMES:.4g}%{{visibility:{_word(shown)}}}")
            start += len(list(run))
        last = f"visibility:{_word(pattern[-1])}"
        lines.append(
            f".{name}{{{last};animation:{name} {whole:g}s step-end infinite}}"
            f"@keyframes {name}{{{''.join(steps)}100%{{{last}}}}}"
        )
    return "".join([*lines, "@media(prefers-reduced-motion:reduce){g{animation:none!important}}"])


def _word(shown: bool) -> str:
    return "visible" if shown else "hidden"


if __name__ == "__main__":
    main()
