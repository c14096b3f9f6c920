"""Exams of solved games: what they hold is true, and what they count is what was thrown away."""

from __future__ import annotations

import gzip
import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import galda
from galda import exams
from galda.bots.kernels.negamax import DECIDED, Budget, Workspace, negamax, new_workspace
from galda.core.play.position import Position
from galda.exams.exam import FILE, BadExam, Exam, all_exams, read_exams, write_exams
from galda.exams.scoring import sit, table_of_exam
from galda.solve.in_memory import InMemory, hold
from galda.solve.many import ILLEGAL, all_moves
from galda.solve.oracle import exact_moves, exact_value

QUIXO = galda.game("quixo")
GAMES = [galda.game(name) for name in galda.game_names() if all_exams(galda.game(name))]
EVERY = [exam for game in GAMES for exam in all_exams(game)]
MOST_BYTES = 300_000
SMALL = exams.exams_of("quixo", size=3)


@pytest.fixture(scope="module")
def small() -> InMemory:
    return hold(QUIXO, {"size": 3})


def named(exam: Exam) -> str:
    return "-".join([exam.game.name, *map(str, exam.options.values()), exam.source])


def test_all_exams_together_are_small() -> None:
    folders = [Path(str(import_module(game.package).__file__)).parent for game in GAMES]
    assert sum((folder / FILE).stat().st_size for folder in folders) <= MOST_BYTES


@pytest.mark.parametrize("exam", EVERY, ids=named)
def test_moves_differ_in_outcome_and_no_position_comes_twice(exam: Exam) -> None:
    assert len(set(exam.texts)) == len(exam.texts) >= 50
    for position, values in zip(exam.positions, exam.values, strict=True):
        assert len(values) == len(position.legal_actions)
        assert len(np.unique(np.sign(values))) > 1
        assert position.text in exam.texts


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_values_are_those_of_the_solved_game(size: int) -> None:
    solution = hold(QUIXO, {"size": size})
    for exam in exams.exams_of("quixo", size=size):
        told = all_moves(exam.states, solution).codes.tolist()
        assert told == [code for values in exam.values for code in values]


def test_winning_moves_of_every_exam_win_by_the_rules() -> None:
    for exam in EVERY:
        for position, values in zip(exam.positions, exam.values, strict=True):
            for action, code in zip(position.legal_actions, values, strict=True):
                if code == 1 and not position.play(action).in_turn:
                    assert position.to_act in position.play(action).winners


def test_perfect_play_keeps_every_value_and_the_worst_play_none(small: InMemory) -> None:
    best = exams.score("quixo", lambda position: exact_moves(position, small)[0].action, size=3)
    worst = exams.score("quixo", lambda position: exact_moves(position, small)[-1].action, size=3)
    assert (best.share, worst.share) == (1.0, 0.0)
    assert best.whole.count == sum(len(exam.texts) for exam in SMALL)
    low, high = best.interval
    assert 0.9 < low < high == pytest.approx(1.0)


def test_a_batched_policy_is_scored_by_its_likeliest_move_and_by_its_chances() -> None:
    exam = SMALL[0]
    table = table_of_exam(exam)
    good = np.sign(np.where(table == ILLEGAL, -99, table)) == 1

    def half_sure(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        assert observations.shape[1:] == (8, 5, 5)
        assert (masks == (table != ILLEGAL)).all()
        share = np.where(good, 0.6 / good.sum(axis=1, keepdims=True), 0.0)
        bad = masks & ~good
        share += np.where(bad, 0.4 / bad.sum(axis=1, keepdims=True), 0.0)
        return np.log(share + 1e-30) + np.where(masks, 0, 100), np.zeros(len(masks))

    report = exams.score("quixo", half_sure, batched=True, source="chance", size=3)
    (sitting,) = report.sittings
    assert sitting.chances is not None
    assert np.allclose(sitting.chances, 0.6)


def test_a_value_function_plays_by_its_values(small: InMemory) -> None:
    def worth(position: Position) -> float:
        return exact_value(position, small).reward

    assert exams.score_values("quixo", worth, size=3).share == 1.0
    turned = exams.score_values("quixo", lambda position: -worth(position), size=3)
    for sitting in turned.sittings:
        assert sitting.kept[sitting.turns != 1].mean() < 0.2
    by_rules_alone = exams.score_values("quixo", lambda *seen: np.zeros(len(seen[0])),
                                        batched=True, size=3)  # fmt: skip
    at_once = by_rules_alone.sittings[0]
    assert at_once.kept[at_once.turns == 1].all(), "a win at once needs no value function"


def test_a_named_bot_sits_the_same_exam_twice_alike() -> None:
    first, again = (exams.score("quixo", "casual", size=3, positions=20, seed=4) for _ in range(2))
    assert first.as_json() == again.as_json()
    assert str(first).startswith("casual, chance: keeps the value in ")
    assert [band.count for band in first.sittings[0].by_depth()] != []
    assert sum(band.count for band in first.sittings[0].by_depth()) == 20


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(galda.GaldaError, match="cannot be played"):
        exams.score("quixo", lambda position: 88, size=3)
    with pytest.raises(galda.GaldaError, match="no exam"):
        exams.exams_of("towers")
    with pytest.raises(galda.GaldaError, match="no exam"):
        exams.exams_of("quixo", size=3, players=4)
    with pytest.raises(galda.GaldaError, match="no exam of positions"):
        exams.score("quixo", "random", source="nobody", size=3)


def test_a_negative_number_is_not_taken_for_an_action_counted_from_the_end() -> None:
    exam = next(exam for exam in EVERY if (table_of_exam(exam)[:, -1] != ILLEGAL).any())
    legal = table_of_exam(exam) != ILLEGAL
    k = int(legal[:, -1].argmax())
    for action in (-1, int(legal[k].argmax()) - legal.shape[1]):
        answers = legal.argmax(axis=1)
        answers[k] = action
        with pytest.raises(galda.GaldaError, match="−1 cannot be played in"):
            sit(exam, answers)


def test_a_win_turned_into_a_loss_counts_two() -> None:
    exam = SMALL[0]
    table = table_of_exam(exam)
    worst = np.where(table == ILLEGAL, 99, np.sign(table)).argmin(axis=1)
    sitting = sit(exam, worst)
    assert set(sitting.lost.tolist()) == {2}, "nothing is drawn on the small board"


def test_a_damaged_exam_is_refused(tmp_path: Path) -> None:
    file = tmp_path / FILE
    write_exams(file, QUIXO, SMALL)
    assert [exam.checksum for exam in read_exams(QUIXO, file.read_bytes())] == [
        exam.checksum for exam in SMALL
    ]
    kept = json.loads(gzip.decompress(file.read_bytes()))
    kept["exams"][0]["values"][3] *= -1
    with pytest.raises(BadExam, match="damaged"):
        read_exams(QUIXO, gzip.compress(json.dumps(kept).encode()))
    with pytest.raises(BadExam, match="not of Pylos"):
        read_exams(galda.game("pylos"), file.read_bytes())


def turns_to_win(position: galda.Position, work: Workspace) -> int | None:
    """Within how many turns the seat to act wins, by search alone."""
    work.table["bound"] = 0
    work.states[0] = position.state
    budget = np.zeros(1, Budget)[0]
    budget.allowed = 20_000_000
    for depth in (1, 3, 5):
        if negamax(0, depth, np.int64(DECIDED), np.int64(DECIDED + 1), work, budget) > DECIDED:
            return depth
    return None


@pytest.mark.parametrize("exam", EVERY, ids=named)
def test_short_wins_are_found_by_search_alone(exam: Exam) -> None:
    """An independent look: where the solution counts a win in few turns, alpha-beta finds it."""
    game = exam.game
    work = new_workspace(game.rules.record, game.rules.most_legal, game.rules.action_count, 2, 16)
    looked = 0
    for position, values in zip(exam.positions, exam.values, strict=True):
        soonest = min((code for code in values if 0 < code < 127), default=0)
        if soonest in (1, 3, 5) and not position.in_turn and looked < 8:
            assert turns_to_win(position, work) == soonest, position.text
            looked += 1
    assert looked > 3
