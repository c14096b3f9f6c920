"""Plain readings of a state say what the state says, and each thing is found out once."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

import galda
from galda import Position
from galda.core.kernels.kernel import kernel
from galda.core.play.plain import as_written
from support import ALL_STARTS, random_game


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_every_field_reads_as_in_the_record(name: str, options: dict[str, Any]) -> None:
    *_, position = islice(random_game(name, options, seed=3), 9)
    for field in position.states.dtype.names or ():
        read = getattr(position.plain, field)
        assert np.array_equal(np.asarray(read), position.states[field][0]), field
        assert "numpy" not in type(read).__module__


def test_a_field_that_is_none_is_named() -> None:
    with pytest.raises(AttributeError, match="no field 'cubs'"):
        _ = galda.game("quixo").new().plain.cubs


def test_a_concealed_position_reads_as_concealed() -> None:
    position = galda.game("alhambra").new(players=2, seed=1)
    assert any(position.plain.hand[1])
    assert not any(position.seen_by(0).plain.hand[1])


def test_each_position_is_asked_once() -> None:
    asked: list[Position] = []

    def count(position: Position) -> int:
        asked.append(position)
        return len(asked)

    position = galda.game("quixo").new()
    after = position.play("a1-a5")
    assert [position.once(count), after.once(count), position.once(count)] == [1, 2, 1]
    assert asked == [position, after]


@kernel
def doubled(number: Any) -> Any:
    """Twice a number."""
    return 2 * number


def test_a_kernel_as_written_is_plain_python() -> None:
    assert as_written(doubled)("ab") == "abab"
    assert as_written(len) is len
