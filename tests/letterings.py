"""The words in a drawing: how large their letters are, and about where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from xml.etree import ElementTree

from galda.core.show import outline
from galda.core.show.outline import SVG, Box, Matrix


@dataclass(frozen=True, slots=True)
class Lettering:
    """Words in a drawing: how large their letters are, and about where they stand."""

    words: str
    size: float
    box: Box


def find_letterings(svg: str) -> list[Lettering]:
    """All words that are seen in a drawing."""
    found: list[Lettering] = []

    def visit(node: ElementTree.Element, place: Matrix) -> None:
        place = outline._times(place, outline._transform(node.get("transform", "")))
        if node.tag == f"{SVG}text" and node.text and node.get("opacity") != "0":
            grown = sqrt(abs(place[0] * place[3] - place[1] * place[2]))
            size = grown * float(node.get("font-size", outline.LETTERS))
            box = outline._box([outline._moved(place, point) for point in outline._shape(node)])
            found.append(Lettering(node.text, size, box))
        for child in node:
            visit(child, place)

    visit(ElementTree.fromstring(svg), outline.STRAIGHT)
    return found
