"""Whatever comes from outside is refused where it does not fit, and nothing is touched by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import galda
from galda import GaldaError
from galda.core.play.checks import read_seed, read_states
from galda.core.play.paper import read_record, write_record
from galda.exams import make_dataset
from galda.search import Search
from support import ALL_STARTS

FIVE = {"players": 5}


def test_states_of_another_number_of_players_are_refused() -> None:
    rules, other = galda.rules("towers", players=2), galda.rules("towers", players=5)
    states = other.new(range(100))
    batch = galda.batch("towers", 8, players=2)
    before = batch.states.tobytes()
    calls: list[Callable[[], Any]] = [
        lambda: rules.outcome(states),
        lambda: rules.masks(states),
        lambda: rules.step(states, np.zeros(100, int)),
        lambda: rules.observe(states),
        lambda: rules.legal(states),
        lambda: rules.conceal(states),
        lambda: rules.determinize(states, range(100)),
        lambda: rules.to_act(states),
        lambda: rules.gather([states[:1]]),
        lambda: batch.set_states(states[:8]),
        lambda: batch.place({0: states[:1]}),
        lambda: Search("towers", 100, know_nothing, players=2).run(states),
    ]
    for call in calls:
        with pytest.raises(GaldaError, match="state 0 has players = 5; with these options it is 2"):
            call()
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("name", ("quixo", "towers", "alhambra"))
def test_states_that_were_never_written_are_refused(name: str) -> None:
    rules = galda.rules(name)
    with pytest.raises(GaldaError, match="players = 0"):
        rules.masks(np.zeros(3, rules.game.rules.record))


def test_states_of_another_size_or_variant_are_refused() -> None:
    with pytest.raises(GaldaError, match="rows = 5; with these options it is 3"):
        galda.rules("quixo", size=3).masks(galda.rules("quixo").new([1]))
    with pytest.raises(GaldaError, match="variant = 2; with these options it is 0"):
        galda.rules("pylos").masks(galda.rules("pylos", variant="expert").new([1]))


@pytest.mark.parametrize(("name", "options"), ALL_STARTS)
def test_all_states_that_come_about_are_taken(name: str, options: dict[str, Any]) -> None:
    batch = galda.batch(name, 16, **options)
    for step in range(150):
        batch.step(batch.random_actions(step))
        read_states(batch.game, batch.options, batch.states)
    read_states(batch.game, batch.options, batch.final_states)
    read_states(batch.game, batch.options, batch.rules.conceal(batch.states))


def test_states_in_steps_through_memory_are_read_as_they_are() -> None:
    batch = galda.batch("pylos", 6)
    batch.step(batch.random_actions(1))
    spread = np.zeros((6, 2), batch.states.dtype)
    spread[:, 1] = batch.states
    assert (batch.rules.masks(spread[:, 1]) == batch.masks).all()


def know_nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def test_a_search_refuses_answers_that_do_not_fit() -> None:
    batch = galda.batch("quixo", 3, size=3)
    fits = np.zeros((3, 89), np.float32)
    nan, endless = fits.copy(), fits.copy()
    nan[1, 5], endless[2, 5] = np.nan, np.inf
    answers: list[tuple[Any, str]] = [
        ((fits[:2], np.zeros(3)), r"logits must have the shape \(3, 89\)"),
        ((fits[:, :5], np.zeros(3)), "logits must have the shape"),
        ((np.zeros((1, 1)), np.zeros(3)), "logits must have the shape"),
        ((fits, np.zeros(2)), "values must have the shape"),
        ((fits, np.zeros((3, 4))), "values must have the shape"),
        ((fits, np.array(["a"] * 3)), "values are numbers"),
        ((nan, np.zeros(3)), "finite"),
        ((endless, np.zeros(3)), "finite"),
        ((fits, np.array([0, np.nan, 0])), "finite"),
        ((fits, np.array([[0, np.inf]] * 3)), "finite"),
        (fits, "logits and values"),
    ]
    for answer, reason in answers:
        search = Search("quixo", 3, lambda *_, answer=answer: answer, simulations=4, size=3)
        with pytest.raises(GaldaError, match=reason):
            search.run(batch.states)


def test_a_logit_of_minus_infinity_is_only_very_unlikely() -> None:
    batch = galda.batch("quixo", 2, size=3)

    def never(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.full(masks.shape, -np.inf, np.float32), np.zeros(len(masks), np.float32)

    found = Search("quixo", 2, never, simulations=8, size=3).run(batch.states)
    assert batch.masks[np.arange(2), found.actions].all()
    assert np.isfinite(found.policy).all()


@pytest.mark.parametrize("wrong", (-1, -2, -89, 89, 2**31, 2**32, 2**63 - 1, -(2**31), 2**64 - 1))
def test_a_number_that_is_no_action_is_never_taken_for_one(wrong: int) -> None:
    batch = galda.batch("quixo", 2, size=3)
    before = batch.states.tobytes(), batch.episodes.tolist()
    actions = np.array([1, wrong], np.uint64 if wrong > 2**63 else np.int64)
    with pytest.raises(GaldaError, match="game 1 cannot play"):
        batch.step(actions)
    assert (batch.states.tobytes(), batch.episodes.tolist()) == before
    rules = batch.rules
    if wrong != -1:  # which is padding there
        with pytest.raises(GaldaError, match="game 1 cannot play"):
            rules.step(batch.states, actions)


def test_saved_arrays_of_other_batches_are_refused() -> None:
    batch = galda.batch("quixo", 2)
    for other in (galda.batch("quixo", 3), galda.batch("pylos", 2)):
        with pytest.raises(GaldaError, match="must be of type"):
            batch.stand_as(other.keep())
    with pytest.raises(GaldaError, match="not saved by"):
        batch.stand_as({})


@pytest.mark.parametrize("seed", (1.5, "5", -1, 2**64, [5, 6], b"5", np.float64(2), np.int64(-3)))
def test_what_is_no_seed_is_refused_in_one_sentence(seed: Any) -> None:
    batch, rules = galda.batch("quixo", 2), galda.rules("quixo")
    calls: list[Callable[[], Any]] = [
        lambda: galda.batch("quixo", 2, seed=seed),
        lambda: batch.reset(seed=seed),
        lambda: batch.random_actions(seed=seed),
        lambda: galda.Runner("quixo", seed=seed),
        lambda: galda.game("quixo").new().known_to(0, seed) if seed != "x" else None,
        lambda: make_dataset("quixo", 1, seed=seed, size=3),
        lambda: Search("quixo", 2, know_nothing).run(batch.states, seed=seed),
    ]
    if not isinstance(seed, str):
        calls.append(lambda: galda.game("towers").new(seed=seed))
    if not isinstance(seed, list):
        calls.append(lambda: rules.new([seed]))
    for place, call in enumerate(calls):
        if place == 4:
            continue  # a game without secrets draws nothing
        with pytest.raises(GaldaError, match=r"seed|numbers"):
            call()
    with pytest.raises(GaldaError, match="a seed is a whole number from 0 to"):
        galda.game("towers").new(seed=3).known_to(0, seed)


def test_seeds_are_what_numpy_draws_them_as() -> None:
    plain = galda.batch("towers", 3, seed=5)
    for kind in (np.int64, np.int32, np.uint32, np.uint64, np.int8):
        batch = galda.batch("towers", 3, seed=kind(5))
        assert batch.states.tobytes() == plain.states.tobytes()
        assert batch.seed_of(1, 0) == plain.seed_of(1, 0)
        assert galda.game("towers").new(seed=kind(5)) == galda.game("towers").new(seed=5)
    sequence = np.random.SeedSequence(9)
    assert read_seed(sequence) == read_seed(np.random.SeedSequence(9))
    drawn = np.random.default_rng(4)
    one, two = galda.Runner("towers", seed=drawn), galda.Runner("towers", seed=drawn)
    assert one.position() != two.position()
    assert galda.Runner("towers", seed=np.random.default_rng(4)).position() == one.position()
    assert galda.Runner("towers", seed=None).seed != galda.Runner("towers", seed=None).seed


def test_records_keep_the_seeds_that_they_had() -> None:
    for seed in (-5, 2**64 + 3, 10**29):
        text = f"game: towers\nplayers: 2\nfirst: 1\nseed: {seed}\n\n1. call0\n"
        position = read_record(text, galda.game).position
        assert position.start == galda.game("towers").new(seed=seed % 2**64)
        assert f"seed: {seed}\n" in write_record(read_record(text, galda.game))


@pytest.mark.parametrize("row", (-1, 2, 1.0, "1"))
def test_rows_that_are_not_there_are_refused(row: Any) -> None:
    batch = galda.batch("quixo", 2)
    for call in (
        lambda: batch.restart([row]),
        lambda: batch.set_states(batch.states[:1], rows=[row]),
        lambda: batch.seed_of(row, 0),
    ):
        with pytest.raises(GaldaError, match="rows are 0 to 1"):
            call()
