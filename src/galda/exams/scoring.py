"""One call that scores any policy or value function against exact values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from galda.bots.bot import Bot
from galda.bots.levels import make_bot
from galda.core.errors import GaldaError
from galda.core.kernels.features import observation_shape, width
from galda.core.play.checks import read_actions, read_answers
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.exams.exam import Exam, exams_of
from galda.exams.kernels import seeing
from galda.exams.report import Report, Sitting
from galda.solve.kernels import unfolding
from galda.solve.many import ILLEGAL, UNCOUNTED, unfold

AT_ONCE = 4096
"""Positions that a batched function is given together, at most."""

WORST = -1e30
"""A move that loses at once, still to be told from what is illegal."""

Policy = Callable[[Position], int]
Numbers = npt.NDArray[Any]


class Network(Protocol):
    """A batched policy: observations and masks to logits, or to logits and values."""

    def __call__(self, observations: Numbers, masks: Numbers, /) -> Any:
        """Logits of shape (n, actions); or a pair with values of shape (n,)."""


def score(
    game: Game | str,
    policy: str | Bot | Policy | Network,
    *,
    batched: bool = False,
    source: str | None = None,
    positions: int | None = None,
    seed: int = 0,
    name: str | None = None,
    **options: object,
) -> Report:
    """How often a policy keeps the exact value of positions in which moves differ in value.

    A policy is a bot or its name, a function of a position that gives an action, or, `batched`, one
    of observations and masks (arrays as in batches) that gives logits. `source` and `positions`
    make the exam shorter. For each position a named bot is made anew from a seed of its own.

    >>> from galda import exams
    >>> exams.score("quixo", lambda position: position.legal_actions[0], size=3).share < 0.9
    True
    >>> exams.score("quixo", lambda seen, masks: masks * 1.0, batched=True, size=3).share < 0.9
    True
    """
    sat = []
    for exam in chosen_exams(game, source, positions, options):
        probabilities = None
        if batched:
            logits = np.concatenate([
                _logits(policy(seen, masks), masks.shape)  # type: ignore[operator, call-arg, arg-type]
                for _, seen, masks in seen_in(exam.game, exam.states)
            ])  # fmt: skip
            masks = table_of_exam(exam) != ILLEGAL
            logits = np.where(masks, logits, -np.inf)
            actions = logits.argmax(axis=1)
            weights = np.exp(logits - logits.max(axis=1, keepdims=True))
            probabilities = weights / weights.sum(axis=1, keepdims=True)
        else:
            actions = np.array(
                [_choose(policy, each, seed + k) for k, each in enumerate(exam.positions)]
            )
        sat.append(sit(exam, actions, probabilities))
    exam = chosen_exams(game, source, positions, options)[0]
    return Report(name or _name_of(policy), exam.game.name, dict(exam.options), tuple(sat))


def score_values(
    game: Game | str,
    values: Callable[..., Any],
    *,
    batched: bool = False,
    source: str | None = None,
    positions: int | None = None,
    name: str | None = None,
    **options: object,
) -> Report:
    """The same for a value function, which plays the move after which it thinks it stands best.

    A value function says how good a position is for the seat to act, greater is better, 0 is
    balanced; ended games are judged by the rules. `batched`: of observations and masks.

    >>> from galda import exams
    >>> exams.score_values("quixo", lambda position: 0.0, size=3).share < 0.9
    True
    """
    sat = []
    for exam in chosen_exams(game, source, positions, options):
        after = unfold(exam.states, exam.game)
        over = after.kinds == unfolding.OVER
        open_ones = np.flatnonzero(~over)
        told = np.zeros(len(after.actions))
        if batched:
            for at, seen, masks in seen_in(exam.game, after.children[open_ones]):
                told[open_ones[at : at + len(seen)]] = _answers(
                    "values", values(seen, masks), (len(seen),), (len(seen), 1)
                ).reshape(-1)
        else:
            for n in open_ones:
                start = exam.positions[after.parents[n]]
                state = after.children[n : n + 1].copy()
                told[n] = float(values(Position(exam.game, start.options, 0, state)))
        worth = np.where(after.same, told, -told)
        worth[over] = np.array([-np.inf, 0.0, np.inf])[after.outcomes[over] + 1]
        table = np.full((len(exam.texts), exam.game.rules.action_count), -np.inf)
        table[after.parents, after.actions] = np.maximum(worth, WORST)
        sat.append(sit(exam, table.argmax(axis=1)))
    exam = chosen_exams(game, source, positions, options)[0]
    return Report(name or _name_of(values), exam.game.name, dict(exam.options), tuple(sat))


def chosen_exams(
    game: Game | str, source: str | None, positions: int | None, options: dict[str, object]
) -> tuple[Exam, ...]:
    """The exams that are to be sat."""
    found = [each for each in exams_of(game, **options) if source in (None, each.source)]
    if not found:
        raise GaldaError("there is no exam of positions from {source!r}", source=source)
    return tuple(each.first(positions) for each in found)


def sit(exam: Exam, actions: npt.NDArray[Any], probabilities: Numbers | None = None) -> Sitting:
    """What came of the actions chosen in the positions of an exam."""
    table = table_of_exam(exam)
    rows, actions = np.arange(len(table)), read_actions(actions, len(table))
    inside = (actions >= 0) & (actions < table.shape[1])
    wrong = ~inside | (table[rows, np.where(inside, actions, 0)] == ILLEGAL)
    if wrong.any():
        at = int(wrong.argmax())
        raise GaldaError(
            "{action} cannot be played in {position}", action=int(actions[at]),
            position=exam.texts[at],
        )  # fmt: skip
    outcomes = np.where(table == ILLEGAL, -2, np.sign(table))
    best = outcomes.max(axis=1)
    lost = best - outcomes[rows, actions]
    ranks = np.where(table == ILLEGAL, -10_000, np.sign(table) * (2 * UNCOUNTED - abs(table)))
    turns = abs(table[rows, ranks.argmax(axis=1)])
    chances = None
    if probabilities is not None:
        chances = np.where(outcomes == best[:, None], probabilities, 0).sum(axis=1)
    return Sitting(
        exam.source, lost == 0, lost, np.array(exam.plies, np.int64),
        np.where(turns < UNCOUNTED, turns, 0), chances,
    )  # fmt: skip


def table_of_exam(exam: Exam) -> npt.NDArray[np.int64]:
    """The coded values as a table, a row for a position, a column for an action."""
    table = np.full((len(exam.texts), exam.game.rules.action_count), ILLEGAL, np.int64)
    for k, (position, values) in enumerate(zip(exam.positions, exam.values, strict=True)):
        table[k, list(position.legal_actions)] = values
    return table


def seen_in(game: Game, states: Numbers) -> Iterator[tuple[int, Numbers, Numbers]]:
    """Observations and masks of positions, a piece at a time, and where it begins."""
    scratch = np.zeros(game.rules.most_legal, np.int32)
    shape = observation_shape(game.rules.features)
    for at in range(0, len(states), AT_ONCE):
        here = states[at : at + AT_ONCE]
        seen = np.zeros((len(here), width(game.rules.features)), np.uint8)
        masks = np.zeros((len(here), game.rules.action_count), np.bool_)
        seeing.see_all(here, seen, masks, scratch)
        yield at, seen.reshape(len(here), *shape), masks


def _choose(policy: Any, position: Position, seed: int) -> int:
    known = position.known_to(position.to_act, seed)
    if isinstance(policy, str):
        return int(make_bot(policy, seed).choose(known))
    action = policy.choose(known) if hasattr(policy, "choose") else policy(known)
    if not isinstance(action, int | np.integer):
        raise GaldaError("a policy answers with an action, not {given!r}", given=action)
    return int(action)


def _logits(answer: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Logits, or the first of logits and values."""
    return _answers("logits", answer[0] if isinstance(answer, tuple) else answer, shape)


def _answers(name: str, answer: Any, *shapes: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Finite numbers from a network, NumPy's or a tensor on any device; one may be -inf."""
    numbers: Numbers = read_answers(name, answer, *shapes, kind=np.float64)
    if np.isnan(numbers).any() or np.isposinf(numbers).any():
        raise GaldaError("{name} must be finite", name=name)
    return np.maximum(numbers, WORST)


def _name_of(policy: Any) -> str:
    if isinstance(policy, str):
        return policy
    return str(getattr(policy, "__name__", type(policy).__name__))
