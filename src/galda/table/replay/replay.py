"""A game to look back on, turn by turn: one that was played at a table, or one on paper.

A replay holds the full positions. What is shown of it is made for a viewer: `board`, `sentence`,
`scores`. Until `over`, only the viewer's own eyes may be used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from galda.core.message import Phrase
from galda.core.play.game import Game
from galda.core.play.paper import UNFINISHED, GameRecord
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.show.language import say, tell
from galda.core.show.narration import tell_end, tell_turn
from galda.table.errors import BadRequest
from galda.table.log.table import Table
from galda.table.log.words import result_sentence, tell_turns


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: its actions between two positions."""

    before: Position
    after: Position
    actions: tuple[int, ...]


def _turns_at(table: Table) -> list[Turn]:
    return [
        Turn(turn.before, turn.after, tuple(table.entries[turn.sequence - 1].payload["actions"]))
        for turn in table.turns
    ]


def _turns_on_paper(record: GameRecord) -> list[Turn]:
    turns: list[Turn] = []
    for positions in record.turns():
        before = positions[0].before
        assert before is not None
        actions = tuple(p.action for p in positions if p.action is not None)
        turns.append(Turn(before, positions[-1], actions))
    return turns


def _names_on_paper(record: GameRecord) -> tuple[str, ...]:
    """The names that a record gives, if it gives all."""
    complete = len(record.names) == record.position.players and all(record.names)
    return tuple(record.names) if complete else ()


class Replay:
    """A game to look back on. Ply n is the position after n turns."""

    def __init__(self, id: str, record: GameRecord, table: Table | None = None) -> None:
        self.id = id
        self.record = record
        self.game: Game = record.game
        self.table = table
        """Where it was played; None for a game on paper."""
        self._turns: list[Turn] = _turns_at(table) if table else _turns_on_paper(record)
        self._start = self._turns[0].before if self._turns else record.position
        self.names: tuple[Phrase, ...] = table.names if table else _names_on_paper(record)
        """What the players are called, by seat; empty: as the game calls its seats."""
        self._stories: dict[tuple[str, int], list[str]] = {}

    @property
    def over(self) -> bool:
        """Whether nothing is secret any more. What came on paper never was."""
        return self.table is None or self.table.result is not None

    @property
    def last(self) -> int:
        """The last ply."""
        return len(self._turns)

    def position(self, ply: int) -> Position:
        """The full position at a ply."""
        if not 0 <= ply <= self.last:
            raise BadRequest("no turn {turn}; turns are 0 to {last}", turn=ply, last=self.last)
        position = self._turns[ply - 1].after if ply else self._start
        return position if position.names == self.names else position.named(self.names)

    def seat(self, ply: int) -> int:
        """Who played the turn that led to a ply."""
        return self.position(ply - 1).to_act

    def actions(self, ply: int) -> tuple[int, ...]:
        """The actions of the turn that led to a ply."""
        return self._turns[ply - 1].actions

    def name(self, seat: int, lang: str) -> str:
        """What a seat is called."""
        if self.names:
            return tell(lang, self.names[seat])
        return tell(lang, self.game.words.seat_name(self.position(0).seen_by(), seat))

    def board(self, ply: int, viewer: int, lang: str, shape: Shape = "tall") -> str:
        """The board at a ply: what a viewer may see, drawn for one who only watches.

        So the player who has just moved stands in front, and nothing can be touched.
        """
        return self.game.board.draw(self.position(ply).seen_by(viewer), SPECTATOR, lang, shape)

    def sentence(self, ply: int, lang: str, viewer: int) -> str:
        """What happened in the turn that led to a ply."""
        if not ply:
            return say(lang, "The game begins.")
        return tell_turn(self.position(ply - 1), self.actions(ply), lang, viewer)

    def story(self, lang: str, viewer: int) -> list[str]:
        """The sentences of all plies."""
        known = self._stories.get((lang, viewer))
        if known is None:
            known = [self.sentence(0, lang, viewer), *self._told(lang, viewer)]
            self._stories[lang, viewer] = known
        return known

    def _told(self, lang: str, viewer: int) -> list[str]:
        """The turns in words; a table has most of them from before it went on."""
        if self.table is not None:
            return tell_turns(self.table, lang, viewer)
        return [self.sentence(ply, lang, viewer) for ply in range(1, self.last + 1)]

    def scores(self, ply: int, viewer: int) -> tuple[int, ...]:
        """Everybody's score at a ply, as far as a viewer may know it."""
        return self.position(ply).seen_by(viewer).scores

    @cached_property
    def scorings(self) -> tuple[int, ...]:
        """The plies at which was scored, in games that keep score.

        That is where a score sheet was added; in games with one sheet at the end, where somebody's
        score changed for all to see.
        """
        if not self.game.has("sheets"):
            return ()
        seen = [self.position(ply).seen_by(SPECTATOR) for ply in range(self.last + 1)]
        changed = [
            ply for ply in range(1, self.last + 1) if seen[ply].scores != seen[ply - 1].scores
        ]
        sheets = [ply for ply in changed if len(seen[ply].sheets()) > len(seen[ply - 1].sheets())]
        return tuple(sheets if len(sheets) > 1 else changed)

    @cached_property
    def eyes_matter(self) -> bool:
        """Whether the seats look at different boards."""
        middle = self.last // 2
        seats = range(SPECTATOR, self.position(middle).players)
        boards = {self.board(middle, viewer, "en") for viewer in seats}
        return len(boards) > 1

    def ending(self, lang: str) -> str:
        """How the game ended, or that it has not."""
        if self.table is not None:
            result = self.table.result
            return result_sentence(self.table, result, lang) if result else ""
        position = self.record.position
        if not position.is_over:
            ended = self.record.result
            if ended == UNFINISHED:
                return say(lang, "The record ends here; the game was not finished.")
            return say(lang, "The record ends here: {result}.", result=ended)
        return tell_end(self.position(self.last), lang)


def replay_of(table: Table) -> Replay:
    """A table's game so far."""
    return Replay(table.id, table.on_paper(), table)
