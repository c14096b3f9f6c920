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
        """Try a turn after something; it comes behind what was tried there before.

        >>> from galda.core.play.study import Study
        >>> study = Study(galda.game("quixo").new())
        >>> first = study.add(study, (1,), "a quiet one")
        >>> study.add(first, (40,)).position
        <Quixo after 2 actions>
        """
        branch = Branch(after.position.replay(turn), turn, comment)
        after.then.append(branch)
        return branch

    def branches(self) -> Iterator[tuple[Study | Branch, Branch]]:
        """Everything that was tried with what it came after: whole lines, the main line first.

        >>> from galda.core.play.study import Study
        >>> study = Study(galda.game("quixo").new())
        >>> _ = study.add(study, (1,)), study.add(study, (2,))
        >>> [branch.words() for _, branch in study.branches()]
        ['a1-a5', 'b1-a1']
        """
        waiting: list[tuple[Study | Branch, Branch]] = [(self, each) for each in self.then[::-1]]
        while waiting:
            parent, branch = waiting.pop()
            yield parent, branch
            waiting += [(branch, each) for each in branch.then[::-1]]


def study_of(record: GameRecord) -> Study:
    """The tree that a record holds; remarks between turns become comments.

    >>> from galda.core.play.paper import read_record
    >>> from galda.core.play.study import study_of
    >>> text = "game: quixo\\n\\n1. a1-a5\\n(1. a1-e1 {or so})\\n"
    >>> [branch.comment for branch in study_of(read_record(text, galda.game)).then]
    ['', 'or so']
    """
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
    """A study as a record: its main line, and all else as variations.

    >>> from galda.core.play.study import Study, record_of
    >>> study = Study(galda.game("quixo").new())
    >>> _ = study.add(study, (1,)), study.add(study, (2,))
    >>> record_of(study).variations[1][0].words()
    'b1-a1'
    """
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
