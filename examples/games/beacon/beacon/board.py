"""Beacon drawn: beacons in a row with a side for each seat, and the viewer's hand."""

from beacon.rules import BEACONS, SIDE
from beacon.words import hand_of, seat_name, view
from galda.core.show.language import say, tell
from galda.core.show.seats import seat_colour
from galda.core.show.svg import element, picture, text

CARD, STEP, MIDDLE = 44, 72, 190


def draw(position, viewer, lang, shape):
    """The same for tall and wide: 370 by 440 fits both."""
    below = max(viewer, 0)  # one's own side is below
    seen = view(position)
    drawn = [
        draw_beacon(position, k, beacon, below, lang) for k, beacon in enumerate(seen["beacons"])
    ]
    for seat in range(position.players):
        y = MIDDLE + 160 if seat == below else 28
        held = say(lang, "{player}: {n} in hand", player=seat_name(position, seat),
                   n=seen["held"][seat])  # fmt: skip
        drawn.append(text(held, x=12, y=y, font_size=16, fill=seat_colour(seat)))
    deck = say(lang, "Deck: {n}", n=seen["deck"])
    drawn.append(text(deck, x=290, y=MIDDLE + 160, font_size=16))
    if viewer >= 0:
        hand = hand_of(position, viewer)
        for place, value in enumerate(sorted(set(hand))):
            drawn.append(draw_choice(value, hand.count(value), 12 + 62 * place, MIDDLE + 180, lang))
    return picture(STEP * BEACONS + 10, MIDDLE + 250, say(lang, "Beacons and your hand"), *drawn)


def draw_beacon(position, k, beacon, below, lang):
    """A beacon with the cards of both sides; to touch it means to lay a card there."""
    x = 10 + STEP * k
    lit = beacon["lit"]
    fill = seat_colour(lit - 1) if lit else "#eee"
    whom = seat_name(position, lit - 1) if lit else say(lang, "nobody")
    cards = ["·".join(map(str, cards)) or "–" for cards in beacon["cards"]]
    label = say(lang, "beacon {n}: {mine} against {theirs}, lit by {player}", n=k + 1,
                mine=cards[below], theirs=cards[1 - below], player=whom)  # fmt: skip
    flame = element("circle", cx=x + 30, cy=MIDDLE, r=16, fill=fill, stroke="#654", stroke_width=2)
    number = text(
        str(k + 1), x=x + 30, y=MIDDLE + 6, font_size=16, text_anchor="middle",
        fill="#fff" if lit else "#222",
    )  # fmt: skip
    room = element("rect", x=x, y=40, width=60, height=300, fill="#fff", fill_opacity=0)
    laid = []
    for seat, values in enumerate(beacon["cards"]):
        for place in range(SIDE):
            away = 26 + 56 * place
            y = MIDDLE + away if seat == below else MIDDLE - away - 48
            value = values[place] if place < len(values) else 0
            laid.append(draw_card(value, seat, x + 8, y, f"card-{k}-{seat}-{place}"))
    return element("g", room, *laid, flame, number, data_touch=f"beacon{k + 1}", aria_label=label)


def draw_card(value, seat, x, y, piece):
    """A card that is laid, or the place for one."""
    if not value:
        return element(
            "rect", x=x, y=y, width=CARD, height=48, rx=6, fill="none", stroke="#aaa",
            stroke_dasharray="4 3",
        )  # fmt: skip
    back = element(
        "rect", x=x, y=y, width=CARD, height=48, rx=6, fill="#f8f2e2", stroke=seat_colour(seat),
        stroke_width=2,
    )  # fmt: skip
    number = text(str(value), x=x + CARD / 2, y=y + 32, font_size=24, text_anchor="middle")
    return element("g", back, number, data_piece=piece)


def draw_choice(value, count, x, y, lang):
    """A card of the viewer's hand, to be touched."""
    back = element("rect", x=x, y=y, width=54, height=56, rx=6, fill="#f8f2e2", stroke="#654")
    number = text(str(value), x=x + 27, y=y + 36, font_size=26, text_anchor="middle")
    more = text(f"×{count}", x=x + 40, y=y + 52, font_size=12) if count > 1 else ""
    label = say(lang, "card {value}", value=value)
    return element("g", back, number, more, data_touch=f"card{value}", aria_label=label)


def print_lines(position, viewer, lang):
    """The board in a terminal: the other side above, one's own below."""
    below = max(viewer, 0)
    seen = view(position)
    rows = [
        "  ".join("".join(map(str, b["cards"][seat])).ljust(SIDE, ".") for b in seen["beacons"])
        for seat in (1 - below, below)
    ]
    lit = "   ".join(str(b["lit"] or "-") for b in seen["beacons"])
    hands = [
        f"{tell(lang, seat_name(position, seat))}: "
        + (" ".join(map(str, seen["hands"][seat])) or "?" * seen["held"][seat])
        for seat in range(position.players)
    ]
    return "\n".join([rows[0], lit, rows[1], *hands])
