"""Colours and symbols of the seats: readable, and all different."""

import pytest

from galda.core.show.outline import find_boxes
from galda.core.show.seats import NEUTRAL, SEATS, seat_badge, seat_colour, seat_symbol
from galda.core.show.svg import element, picture

EVERYBODY = (*range(SEATS), NEUTRAL)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("seat", EVERYBODY)
def test_white_words_can_be_read_on_a_seats_colour(seat: int) -> None:
    assert 1.05 / (luminance(seat_colour(seat)) + 0.05) >= 4.5


def test_seats_differ_in_colour_and_in_symbol() -> None:
    assert len({seat_colour(seat) for seat in EVERYBODY}) == SEATS + 1
    assert len({seat_symbol(seat) for seat in EVERYBODY}) == SEATS + 1


def test_seats_beyond_the_sixth_begin_again() -> None:
    assert seat_colour(SEATS + 1) == seat_colour(1)
    assert seat_symbol(SEATS + 1) == seat_symbol(1)


def test_a_badge_lies_where_it_is_asked_to() -> None:
    drawn = picture(100, 100, "", element("g", seat_badge(3, 50, 40, 18), data_part="badge"))
    box = find_boxes(drawn)["badge"]
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((41.5, 31.5, 58.5, 48.5))
