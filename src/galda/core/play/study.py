"""A game to think about: where it begins, and a tree of all that was tried, with comments.

A study is a record whose main line is but the first of its lines: `study_of` and `record_of` turn
one into the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from galda.core.play.paper import UNFINISHED, GameRecord
from galda.core.play.position import Position
from galda.core.play.variations import Branch, one_line


@dataclass
class Study:
    """A position, a comment on it, and what may follow, the main line first.

    >>> from galda.core.play.study import Study
    >>> study = Study(galda.game("quixo").new())
    >>> study.add(study, (1,)).words()
    'a1-a5'
    """

    position: Position
    comment: str = ""
    then: list[Branch] = field(default_factory=list)
    names: tuple[str, ...] = ()
    date: str = ""
    result: str = UNFINISHED

    def __post_init__(self) -> None:
        self.comment = one_line(self.comment)

    def add(self, after: Study | Branch, turn: tuple[int, ...], comment: str = "") -> Branch:
        """Try a turn after something; it comes behind what was tried there before."""
        branch = Branch(after.position.replay(turn), turn, comment)
        after.then.append(branch)
        return branch

    def branches(self) -> Iterator[tuple[Study | Branch, Branch]]:
        """Everything that was tried with what it came after: whole lines, the main line first."""
        waiting: list[tuple[Study | Branch, Branch]] = [(self, each) for each in self.then[::-1]]
        while waiting:
            parent, branch = waiting.pop()
            yield parent, branch
            waiting += [(branch, each) for each in branch.then[::-1]]


def study_of(record: GameRecord) -> Study:
    """The tree that a record holds; remarks between turns become comments."""
    study = Study(
        record.position.start,
        " ".join(record.remarks.get(1, [])),
        names=record.names,
        date=record.date,
        result=record.result,
    )
    siblings = study.then
    for number, positions in enumerate(record.turns(), start=1):
        actions = tuple(p.action for p in positions if p.action is not None)
        remarks = [record.comments.get(number, ""), *record.remarks.get(number + 1, [])]
        branch = Branch(positions[-1], actions, " ".join(remarks))
        siblings += [branch, *record.variations.get(number, [])]
        siblings = branch.then
    return study


def record_of(study: Study) -> GameRecord:
    """A study as a record: its main line, and all else as variations."""
    record = GameRecord(study.position, study.names, study.date, study.result)
    if study.comment:
        record.remarks[1] = [study.comment]
    siblings, number = study.then, 0
    while siblings:
        number += 1
        branch, *others = siblings
        record.position = branch.position
        if branch.comment:
            record.comments[number] = branch.comment
        if others:
            record.variations[number] = others
        siblings = branch.then
    record.__post_init__()
    return record
