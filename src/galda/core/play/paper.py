"""Game records on paper: a text file a person can read and type.

    game: NAME
    players: 2
    names: Ann, Bob
    date: 2026-11-15
    result: 1 -1

    1. a1-a5
    2. c5-c1  # a comment

Tags first, an empty line, then one numbered line for each turn: its actions in notation. Lines
that begin with `#` are kept where they stand. Variations stand in brackets after the turn that they
replace (`core.play.variations`). Reading replays the game through the rules. A game that began
elsewhere than games do says where, instead of its options and its seed:

    position: NAME …  (see `core.play.text`)

A seed of 64 hexadecimal digits (`core.play.long_seed`) is told with a position as well: what comes
after it follows from the seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from galda.core.errors import BadOption, BadRecord, GaldaError
from galda.core.play.game import Game
from galda.core.play.long_seed import LONG_SEED, Seed
from galda.core.play.position import Position
from galda.core.play.variations import (
    COMMENT,
    Branch,
    Variations,
    is_open,
    play_words,
    read_comment,
    write_variation,
)

TAG = re.compile(r"(?P<name>[a-z_]+):\s*(?P<value>.*)")
SEED = re.compile(rf"-?[0-9]{{1,30}}|{LONG_SEED.pattern}")
TURN = re.compile(
    r"(?P<number>[0-9]{1,9})\.\s*(?P<moves>[^#{]*?)\s*(#\s*(?P<comment>.*))?(?P<braced>\{.*\})?"
)
UNFINISHED = "unfinished"
OWN_TAGS = ("game", "position", "seed", "names", "date", "result")


@dataclass
class GameRecord:
    """A game as it is written down: how it started, what was played, and remarks.

    >>> from galda.core.play.paper import GameRecord
    >>> record = GameRecord(galda.game("quixo").new().play("a1-a5"), ("Ann", "Bob"))
    >>> record.result
    'unfinished'
    """

    position: Position
    """The last position; everything played is in its history."""
    names: tuple[str, ...] = ()
    date: str = ""
    result: str = UNFINISHED
    """The scores once the rules ended the game; else how it ended, in words."""
    comments: dict[int, str] = field(default_factory=dict)
    """Turn number -> the comment at the end of its line."""
    remarks: dict[int, list[str]] = field(default_factory=dict)
    """Turn number -> the comment lines before it (0: before the tags)."""
    variations: dict[int, list[Branch]] = field(default_factory=dict)
    """Turn number -> what else could have been played."""

    def __post_init__(self) -> None:
        if self.position.is_over:
            self.result = scores_text(self.position)

    @property
    def game(self) -> Game:
        """The game that was played.

        >>> from galda.core.play.paper import GameRecord
        >>> GameRecord(galda.game("quixo").new()).game
        galda.game('quixo')
        """
        return self.position.game

    def turns(self) -> list[list[Position]]:
        """The positions after each action, turn by turn.

        >>> from galda.core.play.paper import GameRecord
        >>> len(GameRecord(galda.game("quixo").new().play("a1-a5")).turns())
        1
        """
        turns: list[list[Position]] = []
        for position in self.position.history()[1:]:
            before = position.before
            if turns and before is not None and before.in_turn:
                turns[-1].append(position)
            else:
                turns.append([position])
        return turns


def scores_text(position: Position) -> str:
    """The scores as they are written in the tag `result`."""
    return " ".join(str(score) for score in position.scores)


def write_record(record: GameRecord) -> str:
    """The record as text.

    >>> from galda.core.play.paper import GameRecord, write_record
    >>> text = write_record(GameRecord(galda.game("quixo").new(seed=1).play("a1-a5")))
    >>> text.splitlines()[0], text.splitlines()[-1]
    ('game: quixo', '1. a1-a5')
    """
    position = record.position
    lines = [f"# {remark}".rstrip() for remark in record.remarks.get(0, [])]
    lines.append(f"game: {record.game.name}")
    lines += _beginning(position)
    if record.names:
        lines.append(f"names: {', '.join(record.names)}")
    if record.date:
        lines.append(f"date: {record.date}")
    lines += [f"result: {record.result}", ""]
    turns = record.turns()
    for number, turn in enumerate(turns, start=1):
        lines += [f"# {remark}".rstrip() for remark in record.remarks.get(number, [])]
        words = [p.before.write(p.action) for p in turn if p.before and p.action is not None]
        comment = record.comments.get(number)
        lines.append(f"{number}. {' '.join(words)}" + (f"  # {comment}" if comment else ""))
        others = record.variations.get(number, [])
        lines += [f"   {write_variation(other, number)}" for other in others]
    lines += [f"# {remark}".rstrip() for remark in record.remarks.get(len(turns) + 1, [])]
    return "\n".join(lines) + "\n"


def _beginning(position: Position) -> list[str]:
    """The tags that say how the game began: by its options and its seed, or from a position."""
    game, start = position.game, position.start
    if position.viewer is None and game.notation.position_text is not None:
        usual = game.new(seed=_in_range(position.seed or 0), **position.options)
        if start.states.tobytes() != usual.states.tobytes():
            return [f"position: {start.text}"] + (
                [f"seed: {position.seed}"] if isinstance(position.seed, str) else []
            )
    tags = [f"{name}: {value}" for name, value in position.options.items()]
    return tags if position.seed is None else [*tags, f"seed: {position.seed}"]


def _in_range(seed: Seed) -> Seed:
    """A seed as games begin with it: older records have numbers of any size, and negative ones."""
    return seed if isinstance(seed, str) else seed % 2**64


def read_record(text: str, find_game: Callable[[str], Game]) -> GameRecord:
    """The record that `text` holds; `BadRecord` names the line and what is wrong with it.

    >>> from galda.core.play.paper import read_record
    >>> read_record("game: quixo\\n\\n1. a1-a5\\n2. e5-a5\\n", galda.game).position
    <Quixo after 2 actions>
    """
    lines = text.lstrip("\ufeff").splitlines()
    tags, remarks, body = _read_tags(lines)
    position = _start(tags, find_game)
    record = GameRecord(position, remarks={0: remarks} if remarks else {})
    if "names" in tags:
        record.names = tuple(name.strip() for name in tags["names"][1].split(","))
    record.date = tags["date"][1] if "date" in tags else ""
    _read_body(record, [(at, line.strip()) for at, line in enumerate(lines, start=1)][body:])
    _check_result(record, tags)
    return record


def _read_body(record: GameRecord, lines: list[tuple[int, str]]) -> None:
    """Play all turns, with their variations, and keep the remarks between them."""
    waiting: list[str] = []
    number, before = 0, record.position
    lines.reverse()
    while lines:
        at, line = lines.pop()
        if line.startswith("#"):
            waiting.append(line[1:].strip())
        elif comment := COMMENT.fullmatch(line):
            waiting.append(read_comment(comment[1]))
        elif line.startswith("("):
            bracket = _whole_bracket(at, line, lines)
            if not number:
                raise BadRecord(at, "a variation stands after the turn that it replaces")
            found = Variations(bracket, record.game.notation.example).read(before, number)
            record.variations.setdefault(number, []).extend(found)
        elif line:
            number, before = number + 1, record.position
            record.position = _read_turn(record, number, at, line)
            if waiting:
                record.remarks[number], waiting = waiting, []
    if waiting:
        record.remarks[number + 1] = waiting


def _whole_bracket(at: int, line: str, further: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines of a bracket, until it is closed; they are taken from those that follow."""
    bracket, depth = [(at, line)], is_open(line)
    while depth > 0 and further:
        bracket.append(further.pop())
        depth = is_open(bracket[-1][1], depth)
    return bracket


Tags = Mapping[str, tuple[int, str]]
"""Tag -> (the line it stands on, its value)."""


def _read_tags(lines: list[str]) -> tuple[Tags, list[str], int]:
    """The tags, the remarks among them, and the index of the first line after them."""
    tags: dict[str, tuple[int, str]] = {}
    remarks: list[str] = []
    for index, line in enumerate(lines):
        stripped = line.strip()
        if stripped.startswith("#"):
            remarks.append(stripped[1:].strip())
        elif found := TAG.fullmatch(stripped):
            if found["name"] in tags:
                raise BadRecord(
                    index + 1, "the tag {tag!r} stands here a second time", tag=found["name"]
                )
            tags[found["name"]] = (index + 1, found["value"].strip())
        elif stripped and not TURN.fullmatch(stripped):
            raise BadRecord(index + 1, "neither a tag such as `players: 2` nor a numbered turn")
        elif tags:
            return tags, remarks, index
    return tags, remarks, len(lines)


def _start(tags: Tags, find_game: Callable[[str], Game]) -> Position:
    """The start position that the tags describe."""
    if "game" not in tags:
        raise BadRecord(1, "the tag `game:` is missing")
    at, name = tags["game"]
    try:
        game = find_game(name)
    except GaldaError as error:
        raise BadRecord(at, error.message) from None
    options = {tag: value for tag, (_, value) in tags.items() if tag not in OWN_TAGS}
    at, seed = tags.get("seed", (at, "0"))
    if not SEED.fullmatch(seed):
        raise BadRecord(
            at,
            "the seed must be a whole number or 64 hexadecimal digits, not {seed!r}",
            seed=seed[:40],
        )
    decided: Seed = seed if LONG_SEED.fullmatch(seed) else int(seed)
    if "position" in tags:
        return _start_from(game, tags, options, decided)
    try:
        start = game.new(seed=_in_range(decided), **game.read_options(options))
        told = decided if "seed" in tags else None
        return Position(game, start.options, told, start.states)
    except BadOption as error:
        at = tags.get(error.option, tags["game"])[0]
        raise BadRecord(at, error.message) from None


def _start_from(game: Game, tags: Tags, options: Mapping[str, str], seed: Seed) -> Position:
    """The position that a game began from."""
    at, text = tags["position"]
    for tag in options:
        raise BadRecord(tags[tag][0], "the tag `position:` says this already: leave it out")
    try:
        return game.position(text, seed=seed)
    except GaldaError as error:
        raise BadRecord(at, error.message) from error


def _read_turn(record: GameRecord, number: int, at: int, line: str) -> Position:
    """Play the turn on one line."""
    found = TURN.fullmatch(line)
    if not found:
        raise BadRecord(
            at,
            "not a numbered turn such as `{number}. {example}`",
            number=number,
            example=record.game.notation.example,
        )
    if int(found["number"]) != number:
        raise BadRecord(
            at,
            "turn {number} is expected here, not turn {found}",
            number=number,
            found=found["number"],
        )
    position = record.position
    if position.in_turn and position.before is not None:  # a game may begin in the middle of one
        raise BadRecord(at, "turn {number} is not finished yet", number=number - 1)
    position = play_words(position, found["moves"].split(), at, number)
    if found["braced"]:
        comments = COMMENT.findall(found["braced"])
        record.comments[number] = " ".join(filter(None, map(read_comment, comments)))
    elif found["comment"]:
        record.comments[number] = found["comment"].strip()
    return position


def _check_result(record: GameRecord, tags: Tags) -> None:
    """The written result must be the one that was played."""
    at, written = tags.get("result", (1, ""))
    if not record.position.is_over:
        record.result = written or UNFINISHED
        return
    record.result = scores_text(record.position)
    if written and written != record.result:
        raise BadRecord(
            at, "the result is {result}, not {written}", result=record.result, written=written
        )
