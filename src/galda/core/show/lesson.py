"""Lessons: a game learnt by doing, step by step on its own board. For any game that has some.

A lesson is data in the game's folder. Each step has a position, played by the rules, and wants
something touched there: a turn that is right, or an attempt that the rules forbid, to see why.
Nothing is remembered between touches: the step, the actions so far and the touches say it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from galda.core.errors import GaldaError, UnreadableMove
from galda.core.play.game import Game
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say, tell
from galda.core.show.teach import Entry, Setup, lesson_files, make, read_lesson


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson. Without `turns` and `attempt` it is only to be read."""

    tell: str
    """What this step is about."""
    prompts: tuple[str, ...] = ()
    """What to touch: first, next, and so on; the last one holds for all that follow."""
    setup: Setup | None = None
    """Where the step begins; None: where the step before it ended."""
    reply: str = ""
    """Moves that are played before the step begins: what the others did meanwhile."""
    turns: tuple[str, ...] = ()
    """Moves in notation, any of which are right; the first are pointed at and go on."""
    attempt: Touches = ()
    """Touches that the rules forbid."""
    rule: str = ""
    """The rule that this step shows; it is the one that forbids an attempt."""
    praise: str = ""
    """What to say when it is done."""
    find: bool = False
    """Nothing is pointed at, until it is asked for or something else was touched."""
    look: Touches = ()
    """What to point at in a step that is only to be read."""
    viewer: int = 0
    """With whose eyes the board is seen."""

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to do."""
        return not self.turns and not self.attempt


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: the word by which addresses name it, what it is called, and its steps."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A step at its position."""

    step: Step
    start: Position
    told: tuple[str, ...]
    """What the others did since the step before, in sentences."""

    def after(self, actions: Sequence[int]) -> Position:
        """The position after some of the step's own actions; others are refused."""
        if not any(list(actions) == turn[: len(actions)] for turn in self._turns()):
            raise GaldaError("these actions are not part of the lesson; begin the step again")
        return self.start.play_all(actions)

    def wanted(self, actions: Sequence[int]) -> tuple[Touches, ...]:
        """The whole paths of touches that are right next; the first is the one to point at."""
        if self.step.attempt:
            return (self.step.attempt,)
        position = self.start.play_all(actions)
        done = len(actions)
        return tuple(
            dict.fromkeys(
                position.game.notation.touches(position, turn[done])
                for turn in self._turns()
                if turn[:done] == list(actions) and len(turn) > done
            )
        )

    def prompt(self, actions: Sequence[int], touches: int) -> str:
        """What to do next, after some actions and `touches` touches of the next one."""
        if not self.step.prompts:
            return ""
        position = self.start
        for action in actions:
            touches += len(position.game.notation.touches(position, action))
            position = position.play(action)
        return self.step.prompts[min(touches, len(self.step.prompts) - 1)]

    def _turns(self) -> Iterator[list[int]]:
        """The right turns as actions."""
        for turn in self.step.turns or ("",):
            yield list(_actions(self.start, turn))

    def finish(self) -> Position:
        """The position in which the step ends."""
        return self.start.play_all(next(self._turns()))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a lesson says to touches: right or not, what comes next, or what to do instead."""

    right: bool
    done: bool
    said: str
    rule: str = ""
    """The rule that forbids what was touched."""
    why: str = ""
    """That rule's sentence."""
    actions: tuple[int, ...] = ()
    """The actions of the step so far."""


@lru_cache(maxsize=64)
def lessons_of(game: Game, lang: str) -> tuple[Lesson, ...]:
    """A game's lessons, the first one first; none where it has none."""
    return tuple(_lesson(game, lang, *read_lesson(file)) for file in lesson_files(game))


def _lesson(game: Game, lang: str, id_: str, written: Entry) -> Lesson:
    """A lesson from what is written in its file."""
    steps = tuple(make(Step, entry, game, lang) for entry in written["step"])
    return Lesson(id_, say(lang, written["title"]), steps)


def find_lesson(game: Game, lang: str, id_: str = "") -> Lesson | None:
    """The lesson that `id_` names, without it the first; None where there is no such lesson."""
    return next((one for one in lessons_of(game, lang) if id_ in ("", one.id)), None)


@lru_cache(maxsize=64)
def scenes(game: Game, lang: str, id_: str = "") -> tuple[Scene, ...]:
    """The steps of a lesson, by default the first, at their positions; none if there is none."""
    made: list[Scene] = []
    end = game.new(seed=0)
    lesson = find_lesson(game, lang, id_)
    for step in lesson.steps if lesson else ():
        begin = step.setup.reach(game) if step.setup else end
        told = []
        for action in _actions(begin, step.reply):
            told.append(begin.sentence(action, lang))
            begin = begin.play(action)
        scene = Scene(step, begin, tuple(told))
        end = scene.finish()
        made.append(scene)
    return tuple(made)


def judge(scene: Scene, actions: Sequence[int], touches: Touches, lang: str) -> Verdict:
    """What to say to touches, made in a step after some of its actions."""
    position = scene.after(actions)
    step = scene.step
    if not touches or step.is_read:
        raise GaldaError("touch something on the board, in a step that asks for it")
    paths = scene.wanted(actions)
    if touches in paths:
        return _whole(scene, tuple(actions), touches, lang)
    so_far = tuple(actions)
    if any(path[: len(touches)] == touches for path in paths):
        return Verdict(True, False, scene.prompt(actions, len(touches)), actions=so_far)
    try:
        refusal = position.why_not(touches)
    except UnreadableMove:  # no rule speaks of what cannot mean anything
        said = say(lang, "Instead: {prompt}", prompt=scene.prompt(actions, 0))
        return Verdict(False, False, said, actions=so_far)
    if refusal:  # the touches before this one stay
        prompt = scene.prompt(actions, len(touches) - 1)
        said = say(lang, "Instead: {prompt}", prompt=prompt)
        return Verdict(False, False, said, refusal.rule, tell(lang, refusal.message), so_far)
    prompt = scene.prompt(actions, 0)
    said = say(lang, "That is allowed, too. But for now: {prompt}", prompt=prompt)
    return Verdict(False, False, said, actions=so_far)


def _whole(scene: Scene, actions: tuple[int, ...], touches: Touches, lang: str) -> Verdict:
    """What to say when everything that was wanted has been touched."""
    step, position = scene.step, scene.start.play_all(actions)
    if step.attempt:
        refusal = position.game.why_not(position, touches)
        why = tell(lang, refusal.message)
        return Verdict(True, True, step.praise, refusal.rule, why, actions)
    actions = (*actions, position.paths[touches])
    if scene.wanted(actions):
        return Verdict(True, False, scene.prompt(actions, 0), actions=actions)
    return Verdict(True, True, step.praise, actions=actions)


def _actions(position: Position, moves: str) -> Iterator[int]:
    """The actions that moves in notation mean, one after the other."""
    for move in moves.split():
        action = position.find(move)
        yield action
        position = position.play(action)
