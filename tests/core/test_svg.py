"""Drawing: words that must fit where they are put, and names for those who listen."""

from __future__ import annotations

from xml.etree import ElementTree

from galda.core.show.svg import element, fitting_size, text


def test_words_keep_their_size_where_there_is_room() -> None:
    assert fitting_size("Pass", 30, 200) == 30
    assert fitting_size("", 30, 0) == 30


def test_long_words_are_written_smaller_until_they_fit() -> None:
    shorter = fitting_size("appelsínugulur", 30, 200)
    longer = fitting_size("appelsínugulur og blár", 30, 200)
    assert longer < shorter < 30


def test_narrow_letters_need_less_room() -> None:
    assert fitting_size("illi", 30, 40) > fitting_size("WOMM", 30, 40)


def test_what_has_a_name_is_a_picture_and_what_has_none_is_not() -> None:
    assert element("g", aria_label="a ball") == "<g aria-label='a ball' role='img'/>"
    assert element("g", aria_label="a ball", role="button").count("role=") == 1
    assert element("g", aria_label=None) == "<g/>"


def test_what_is_written_is_read_again_as_it_was() -> None:
    names = ("plain", "Ann's", 'the "best"', 'Ann\'s "best"', "<&>", "Ūdrīte × 2", "two\nlines")
    for name in names:
        drawn = element("g", text(name), aria_label=name)
        read = ElementTree.fromstring(drawn)
        assert read.get("aria-label") == name
        assert read[0].text == name
        assert drawn.isascii()
    assert '"' not in element("g", text("Bo"), aria_label="Bo", x=1, class_="on")
