"""Writing SVG: one function that makes an element, so that every board escapes alike."""

from __future__ import annotations

from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

Attribute = str | float | None


def element(name: str, *children: str, **attributes: Attribute) -> str:
    """An element with its children (already SVG); `stroke_width` becomes `stroke-width`.

    A trailing underscore keeps Python's own words free (`class_`); None leaves an attribute out.
    What has a name for those who listen is a picture to them, unless it is given another role.
    """
    return _written(name, "".join(children), attributes) if children else _leaf(name, **attributes)


@lru_cache(maxsize=1 << 12)
def _leaf(name: str, **attributes: Attribute) -> str:
    """An element without children. Most are, and boards repeat them."""
    return _written(name, "", attributes)


@lru_cache(maxsize=1 << 12)
def opening(name: str, **attributes: Attribute) -> str:
    """How an element with children begins: where they are written already, and often."""
    return _written(name, "", attributes).removesuffix("/>") + ">"


def _written(name: str, inside: str, attributes: dict[str, Attribute]) -> str:
    if attributes.get("aria_label") is not None:
        attributes.setdefault("role", "img")
    written = "".join(
        [_attribute(key, value) for key, value in attributes.items() if value is not None]
    )
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


@lru_cache(maxsize=1 << 14)
def _attribute(key: str, value: str | float) -> str:
    """One attribute as it is written. Boards repeat them: remembering makes drawing much faster."""
    return f" {key.rstrip('_').replace('_', '-')}={_plain(_quoted(_value(value)))}"


def _quoted(value: str) -> str:
    """A value in single quotes, where it has none itself.

    Boards travel as JSON, which would put a stroke before every double quote: thousands of them
    are written, packed, unpacked and read more slowly than all the rest.
    """
    quoted = quoteattr(value)
    return quoted if "'" in value else f"'{quoted[1:-1]}'"


def _plain(written: str) -> str:
    """The same in ASCII: letters beyond it by their numbers.

    One such letter would make Python keep a whole board in two bytes for each letter, and write it
    out letter by letter whenever it is sent.
    """
    if written.isascii():
        return written
    return written.encode("ascii", "xmlcharrefreplace").decode()


@lru_cache(maxsize=1 << 12)
def text(words: str, **attributes: Attribute) -> str:
    """A text element; the words are escaped."""
    return _written("text", _plain(escape(words)), attributes)


def unseen(words: str, x: float, y: float, width: float, size: float) -> str:
    """Words that are heard and not seen, as wide as what is seen in their place.

    A cell of a table must hold words to be read out; what is seen there is then `aria_hidden`.
    """
    return text(
        words, x=x, y=y, font_size=size, opacity=0, textLength=width,
        lengthAdjust="spacingAndGlyphs",
    )  # fmt: skip


NARROW, SLIM = "iíjlįļ.,:;|!'()[]· ", "rtfsI"
"""Letters that take much less room than most, and those that take somewhat less."""


def fitting_size(words: str, size: float, room: float) -> float:
    """The size at which words in bold fit into `room`: `size`, or less where they are long.

    Names are longer in some languages than in others; widths are those of a broad serif face.
    """
    ems = _ems(words)
    return min(size, room / ems) if ems else size


@lru_cache(maxsize=1 << 12)
def _ems(words: str) -> float:
    """How wide words in bold are, for the size of their letters."""
    return sum(
        0.38 if letter in NARROW else 0.5 if letter in SLIM
        else 0.9 if letter.isupper() or letter in "mw" else 0.71
        for letter in words
    )  # fmt: skip


def fitting_name(name: str, size: float, room: float, least: float) -> tuple[str, float]:
    """A name and the size at which it fits into `room`, no less than `least`: else it is cut.

    A name of several words loses later ones first; screen readers get the whole of it.
    """
    kept = shown = name
    while fitting_size(shown, size, room) < least and len(kept) > 1:
        if " " in kept:
            kept = shown = kept.rpartition(" ")[0]
        else:
            kept = kept[:-1]
            shown = kept + "…"
    return shown, fitting_size(shown, size, room)


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def gradient(
    kind: str, id_: str, stops: tuple[tuple[float, str], ...], **attributes: Attribute
) -> str:
    """A `linear` or `radial` gradient of (offset, colour) stops."""
    parts = [element("stop", offset=offset, stop_color=colour) for offset, colour in stops]
    return element(f"{kind}Gradient", *parts, id=id_, **attributes)


def picture(width: float, height: float, title: str, *children: str) -> str:
    """A whole drawing that fills the space it is given and tells its title to those who listen."""
    return element(
        "svg",
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        role="img",
        aria_label=title,
        font_family="Georgia, 'DejaVu Serif', serif",
    )
