"""Drawing: words that must fit where they are put."""

from __future__ import annotations

from galda.core.svg import fitting_size


def test_words_keep_their_size_where_there_is_room() -> None:
    assert fitting_size("Pass", 30, 200) == 30
    assert fitting_size("", 30, 0) == 30


def test_long_words_are_written_smaller_until_they_fit() -> None:
    shorter = fitting_size("appelsínugulur", 30, 200)
    longer = fitting_size("appelsínugulur og blár", 30, 200)
    assert longer < shorter < 30


def test_narrow_letters_need_less_room() -> None:
    assert fitting_size("illi", 30, 40) > fitting_size("WOMM", 30, 40)
