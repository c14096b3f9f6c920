"""`Board`: a game as a widget in a notebook. Touches go to Python, which has the rules."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

from galda.bots.company import Company
from galda.bots.levels import check_bot
from galda.core.errors import GaldaError
from galda.core.extras import extra
from galda.core.play.position import Move, Position
from galda.core.play.values import Points, Suggestion
from galda.core.show.language import check_language, say, tell
from galda.core.show.narration import value_words
from galda.notebook.scripts import join_modules
from galda.solve.oracle import certain_moves

with extra("notebook"):
    import anywidget
    import traitlets

OWN = files("galda.notebook") / "static"
SITE = files("galda.web") / "static"
MOST_TOLD = 8
"""Actions that are told beside the board, the last ones."""
MOST_ADVISED = 5
"""Suggestions that are shown beside the board, the best ones."""


class Board(anywidget.AnyWidget):
    """A game that is played by touching its board in a notebook; `galda.play` makes one.

    What is played there changes `position`, and whatever Python plays here is shown there.

    >>> import galda
    >>> board = galda.play("quixo", seed=1)
    >>> board.play("a1-a5")
    <Quixo after 1 actions>
    >>> best = board.suggest("skilled")[0]
    >>> best.action in board.position.legal_actions
    True
    >>> board.take_back()
    <Quixo after 0 actions>
    """

    _esm = join_modules("board.js", (OWN, SITE))
    _css = (OWN / "board.css").read_text("utf-8")

    view = traitlets.Dict().tag(sync=True)
    """What is shown: the board, its paths of touches, who is to act, what happened."""
    advice: Any = traitlets.List().tag(sync=True)
    """The suggestions that are shown, in words."""
    words = traitlets.Dict().tag(sync=True)
    """What is written on buttons."""

    def __init__(
        self, start: Position, company: Company, *, adviser: str = "expert", lang: str = "en"
    ) -> None:
        check_bot(adviser, game=start.game)
        self.company = company
        self.adviser = adviser
        self.lang = check_language(lang)
        self._position = start
        super().__init__(words=_words(lang))
        self.on_msg(self._heard)
        self._go_on()

    @property
    def position(self) -> Position:
        """The position on the board. Another one can be put there; bots then go on from it.

        >>> board = galda.play("quixo")
        >>> board.position = galda.game("quixo").new().play("a1-a5")
        >>> board.position.to_act
        1
        """
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        self._go_on()

    @property
    def svg(self) -> str:
        """The drawing that is shown.

        >>> galda.play("quixo").svg[:4]
        '<svg'
        """
        return str(self.view["svg"])

    def play(self, move: Move) -> Position:
        """Play a move here; then the bots answer.

        >>> galda.play("pylos", bot="random", seed=1).play("b2").to_act
        0
        """
        if self.company.is_due(self._position):
            raise GaldaError("it is a bot's turn")
        self.position = self._position.play(move)
        return self._position

    def take_back(self) -> Position:
        """Go back to before the last action of one's own.

        >>> board = galda.play("pylos")
        >>> board.play("b2").to_act, board.take_back().to_act
        (1, 0)
        """
        self.position = self.company.step_back(self._position)
        return self._position

    def restart(self) -> Position:
        """Begin the same game again.

        >>> board = galda.play("pylos")
        >>> board.play("b2").to_act, board.restart().to_act
        (1, 0)
        """
        self.position = self._position.history()[0]
        return self._position

    def suggest(self, level: str | None = None) -> list[Suggestion]:
        """All legal actions with their worth, best first; the best are shown beside the board.

        Where the game is solved on this computer the worth is exact, else a bot's opinion.

        >>> board = galda.play("quixo", size=3)
        >>> len(board.suggest("skilled")) == len(board.position.legal_actions)
        True
        """
        position = self._position
        found = None if level else certain_moves(position)
        if found is None:
            found = position.suggest(level or self.adviser) if position.legal_actions else []
        self.advice = [self._advised(move) for move in found[:MOST_ADVISED]]
        return found

    def _advised(self, move: Suggestion) -> dict[str, Any]:
        seen = self._position.seen_by(self.company.viewer(self._position))
        return {
            "action": move.action,
            "text": seen.sentence(move.action, self.lang),
            "worth": value_words(self._position, move.value, self.lang),
            "share": None if isinstance(move.value, Points) else round(move.value.chance, 3),
        }

    def _go_on(self) -> None:
        """Show the position; while a bot is to act, let it play and show that."""
        self._show()
        while self.company.is_due(self._position):
            self._position = self._position.play(self.company.choose(self._position))
            self._show()

    def _show(self) -> None:
        position = self._position
        viewer = self.company.viewer(position)
        theirs = self.company.is_due(position)
        seen = position.seen_by(viewer)
        self.advice = []
        self.view = {
            "svg": position.svg(viewer, self.lang),
            "paths": [] if theirs else [[list(path), a] for path, a in seen.paths.items()],
            "status": self._status(theirs),
            "told": _told(position, viewer, self.lang),
            "number": len(position.actions),
        }

    def _status(self, theirs: bool) -> str:
        position, lang = self._position, self.lang
        if position.is_over:
            return _ending(position, lang)
        player = tell(lang, position.game.words.seat_name(position, position.to_act))
        if theirs:
            return say(lang, "{player} is thinking…", player=player)
        return say(lang, "{player}'s turn", player=player)

    def _heard(self, _: object, content: dict[str, Any], __: object) -> None:
        """What a page says: something was touched or pressed there."""
        if content.get("number") != self.view["number"]:
            return  # it was about an older position
        try:
            match content:
                case {"play": int(action)}:
                    self.play(action)
                case {"why": [*touches]}:
                    refusal = self._position.why_not(tuple(map(str, touches)))
                    self.send({"said": tell(self.lang, refusal) if refusal else ""})
                case {"press": "back"}:
                    self.take_back()
                case {"press": "again"}:
                    self.restart()
                case {"press": "advise"}:
                    self.suggest()
        except GaldaError as error:
            self.send({"said": tell(self.lang, error)})

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and a picture for where there are no widgets."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        data, metadata = shown
        return {**data, "image/svg+xml": self.svg}, metadata

    def __repr__(self) -> str:
        return f"<a board with {self._position!r}>"


def _words(lang: str) -> dict[str, str]:
    return {
        "back": say(lang, "Undo"),
        "again": say(lang, "Start over"),
        "advise": say(lang, "Show me a good move"),
        "told": say(lang, "Game log"),
    }


def _told(position: Position, viewer: int, lang: str) -> list[str]:
    """The last actions in words, as the viewer saw them."""
    past = position.history()[-MOST_TOLD - 1 :]
    return [
        before.seen_by(viewer).sentence(after.action, lang)
        for before, after in pairwise(past)
        if after.action is not None
    ]


def _ending(position: Position, lang: str) -> str:
    winners: Sequence[int] = position.winners
    names = ", ".join(tell(lang, position.game.words.seat_name(position, seat)) for seat in winners)
    if len(winners) == position.players:
        return say(lang, "The game is over: it is a draw.")
    if len(winners) == 1:
        return say(lang, "The game is over: {player} wins.", player=names)
    return say(lang, "The game is over: {players} win.", players=names)
