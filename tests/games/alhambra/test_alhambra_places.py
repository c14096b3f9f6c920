"""Places in an Alhambra, as they are heard and shown: from the fountain, in every language."""

from __future__ import annotations

import re
from itertools import product

import pytest

from galda.core.show.language import LANGUAGES, tell
from galda.core.show.narration import tell_turn
from galda.games.alhambra.rules import record
from galda.games.alhambra.text.names import Cell, act, alhambra_of
from galda.games.alhambra.text.places import cell_sign, place_words
from galda.games.alhambra.text.telling import read_turn
from galda.testing.playing import random_game

PLACES = {
    (0, 1): ("1 cell north of the fountain", "↑1"),
    (0, -2): ("2 cells south of the fountain", "↓2"),
    (1, 0): ("1 cell east of the fountain", "→1"),
    (-11, 0): ("11 cells west of the fountain", "←11"),
    (2, 1): ("2 cells east and 1 north of the fountain", "→2 ↑1"),
    (1, -3): ("1 cell east and 3 south of the fountain", "→1 ↓3"),
    (-1, 1): ("1 cell west and 1 north of the fountain", "←1 ↑1"),
    (-4, -5): ("4 cells west and 5 south of the fountain", "←4 ↓5"),
}


@pytest.mark.parametrize(("cell", "told"), PLACES.items())
def test_a_place_is_told_from_the_fountain(cell: Cell, told: tuple[str, str]) -> None:
    assert (tell("en", place_words(cell)), cell_sign(cell)) == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cell_has_words_of_its_own_which_hold_the_numbers_that_are_seen(lang: str) -> None:
    far = range(-22, 23)
    cells = [cell for cell in product(far, far) if cell != (0, 0)]
    told = {cell: tell(lang, place_words(cell)) for cell in cells}
    assert len(set(told.values())) == len(cells)
    for cell, words in told.items():
        assert re.findall(r"\d+", words) == re.findall(r"\d+", cell_sign(cell)), words


def test_where_tiles_are_told_to_be_built_they_lie() -> None:
    beside_new = 0
    for seed in range(6):
        *_, end = random_game("alhambra", {"players": 2}, seed)
        steps = 0
        for seat, actions in end.turns_back():
            after = end.take_back(steps)
            steps += len(actions)
            start = end.take_back(steps)
            turn = read_turn(start, actions)
            lies = {tile: cell for cell, tile in alhambra_of(after, seat).items()}
            before = alhambra_of(start, seat).values()
            assert turn.places == {t: cell for t, cell in lies.items() if t not in before}, seed
            told = tell_turn(start, actions, "en", seat)
            assert all(str(place_words(cell)) in told for cell in turn.places.values())
            built = (act(start, a) for a in actions if record.AT <= a < record.STORE)
            beside_new += sum(done.cell is None for done in built)
    assert beside_new, "no tile was built beside one of the same turn; take other seeds"
