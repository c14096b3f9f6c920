"""The examiner: attempts are judged in the coach's queue, once, within the same limits."""

from __future__ import annotations

import pytest
from table_support import ANN, asynchronous, quiet

from galda.bots.examining import Examined, read_position
from galda.table import Asker
from galda.table.thinking.examiner import read_attempt, read_examined, write_examined

WON = "quixo size=3 xx./oo./... 1"


@asynchronous
async def test_an_attempt_is_judged_by_the_coachs_workers_and_only_once(database_url: str) -> None:
    position = read_position(WON)
    wins = [a for a in position.legal_actions if position.to_act in position.play(a).winners]
    async with await quiet(database_url) as tables:
        found = await tables.examiner.judge(WON, (wins[0],), Asker(ANN.id))
        assert found == Examined(0.0)
        assert await tables.examiner.judge(WON, (wins[0],), Asker(ANN.id)) is found


@pytest.mark.parametrize("found", [Examined(0.0), Examined(0.75, (3, 4))])
def test_judgements_travel_as_plain_values(found: Examined) -> None:
    assert read_examined(write_examined(found)) == found


def test_a_question_says_all_that_is_thought_about() -> None:
    ask, given = read_attempt(f'["{WON}", [1, 2]]')
    assert ask.name == "attempt"
    assert given == (WON, (1, 2))
