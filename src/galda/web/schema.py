"""The JSON that pages and programs get, as types: views of a table, coach, lessons, replays.

The scripts share them: `scripts/typescript.py` writes them to `static/schema.d.ts`, which the JSDoc
of the scripts refers to, and a test fails when the two differ.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Path = tuple[list[str], int]
"""The ids to touch in order, and the action they mean."""
Mood = Literal["won", "lost", "drawn", "over"]
"""How a viewer shall feel about a game's end; spectators do not mind."""

# A table


class Curtain(TypedDict):
    """Hides the board of a shared device until somebody says to be looking."""

    seat: int
    text: str
    button: str


class DraftWords(TypedDict):
    """A turn under way: its actions, and each of them in words."""

    actions: list[int]
    sentences: list[str]
    ready: bool
    """Whether it is a whole turn, to be sealed."""


class Player(TypedDict):
    """A seat and whoever sits there, now or at one ply of a replay."""

    seat: int
    name: str
    role: str
    """What the game calls the seat; empty where seats are only numbered."""
    mark: str
    """What it plays with, or its colour and symbol: SVG, to stand beside the name."""
    mine: bool
    free: bool
    acts: bool
    won: bool
    score: int | None
    """`null` in games that keep no score sheets."""
    clock: float | None
    """Seconds left; `null` without a clock."""


class SeatedPlayer(Player):
    """A player at a table that is played at."""

    kind: str
    level: str
    """A bot's level in words; empty for people."""
    runs: bool
    """Whether the clock is running."""


class LogLine(TypedDict):
    """One sentence of what happened."""

    sequence: int
    seat: int
    text: str
    undone: bool
    ply: int | None
    """How many turns had been played after this one; `null` for what is no turn that stands."""


class ChatMessage(TypedDict):
    """Something that was said."""

    sequence: int
    seat: int
    name: str
    text: str
    to: str
    """`all` or `partner`."""


class Offer(TypedDict):
    """A draw or a take-back that waits for an answer."""

    kind: Literal["draw", "take_back"]
    seat: int
    text: str
    answer: list[int]
    """The seats of the viewer's that are still to answer."""


class Result(TypedDict):
    """How the game ended."""

    winners: list[int]
    reason: Literal["rules", "resigned", "timeout", "draw"]
    mood: Mood
    text: str


class Can(TypedDict):
    """What else the page can offer its viewer now."""

    resign: bool
    offer_draw: bool
    take_back: bool
    rematch: bool
    chat: bool
    partner: bool
    record: bool
    look_back: bool
    coach: bool


class View(TypedDict):
    """All that one viewer sees of a table."""

    table: str
    sequence: int
    """The newest entry of the log."""
    base: int
    """The newest entry that changed the game: turns are chosen on top of it."""
    viewer: int
    """The seat through which the page looks; -1: as everybody may."""
    seats: list[int]
    """The seats of whoever looks."""
    to_act: int | None
    your_turn: bool
    curtain: Curtain | None
    status: str
    prompt: str
    """What is to be done now; empty for those who wait, and where the game has no words for it."""
    waiting: bool
    """Whether a seat waits for somebody to sit down."""
    shape: Literal["tall", "wide"]
    """For which room the board is drawn."""
    svg: str
    paths: list[Path]
    """What can be touched, and the actions that it means."""
    next_prompts: list[str]
    """What is to be done once one thing has been touched, two, … on the way to a move."""
    draft: DraftWords
    players: list[SeatedPlayer]
    log: list[LogLine]
    since: list[int]
    """The turns since the viewer's own last one, by their numbers in the log."""
    chat: list[ChatMessage]
    offers: list[Offer]
    result: Result | None
    sheets: list[str]
    """Score sheets as HTML."""
    can: Can
    rematch: str | None
    """The table of the rematch."""


class PushedView(View):
    """A view as the live connection sends it."""

    kind: Literal["view"]


# The coach


class RatedMove(TypedDict):
    """A move and what it is worth, as a number from 0 to 1 and in words."""

    action: int
    text: str
    value: float
    worth: str


class CoachMove(TypedDict):
    """A good move, what to touch for it, and why it is good."""

    ask: Literal["move"]
    action: int
    touches: list[str]
    text: str
    reason: str
    moves: list[RatedMove]


class ChancesLine(TypedDict):
    """The chances of one side, or of one seat where more than two sides play."""

    seats: list[int]
    name: str
    mine: bool
    value: float
    text: str


class CoachChances(TypedDict):
    """How everybody stands."""

    ask: Literal["chances"]
    two_sides: bool
    lines: list[ChancesLine]
    text: str


class CoachThreat(TypedDict):
    """What an opponent is up to."""

    ask: Literal["threat"]
    touches: list[str]
    text: str
    reason: NotRequired[str]


# Lessons


class LessonStep(TypedDict):
    """A step of a lesson after some of its actions."""

    step: int
    """Counted from 1."""
    steps: int
    place: str
    tell: str
    told: list[str]
    prompt: str
    rule: str
    reads: bool
    """Whether the step is only read."""
    find: bool
    """Whether the learner shall find what to touch before it is pointed at."""
    wanted: list[list[str]]
    look: list[str]
    """What the step shows on the board."""
    actions: list[int]
    paths: list[Path]
    svg: str


class LessonVerdict(TypedDict):
    """What a lesson says to touches."""

    right: bool
    done: bool
    said: str
    rule: str
    why: str
    view: LessonStep | None
    """The step with the action that the touches made, if they made one."""


# Proofs


class ProofView(TypedDict):
    """A game against the player of a proof, after its answer."""

    actions: list[int]
    """All that was played, the answer included."""
    paths: list[Path]
    svg: str
    said: str
    """The answer, in words, or how the game ended."""
    left: str
    """How many positions can still come, in words."""
    over: bool


# Puzzles and openings


class PuzzleView(TypedDict):
    """A puzzle at one of its questions, after some actions of the choice."""

    asked: int
    """The number of the question, from 0."""
    actions: list[int]
    paths: list[Path]
    svg: str
    said: str


class PuzzleAnswer(TypedDict):
    """What becomes of a choice."""

    state: Literal["on", "wrong", "right", "solved", "shown", "refused"]
    boards: list[str]
    """What follows on the board, one drawing after the other."""
    said: str
    rule: str
    """The rule that forbids what was touched."""
    view: PuzzleView | None
    """What to go on with; `null` at the end, and where the choice is to be made anew."""


class OpeningMove(TypedDict):
    """A turn from a known position."""

    actions: list[int]
    text: str
    """In notation."""
    value: str
    """In words."""
    kind: Literal["won", "drawn", "lost"]


class OpeningView(TypedDict):
    """A position among the first turns of a solved game."""

    actions: list[int]
    paths: list[Path]
    svg: str
    said: str
    """What the position is worth, in words."""
    moves: list[OpeningMove]
    """Best first; none in the middle of a turn, at the end, and where nobody knows."""


# Analysis


class AnalysisPlace(TypedDict):
    """A place where something can be changed while a position is set up."""

    id: str
    """What is touched on the board; it may not be drawn there."""
    name: str


class AnalysisChoice(TypedDict):
    """Something that may be put at a place, or may not by a rule."""

    id: str
    sign: str
    """A short name, among others of the group."""
    name: str
    group: str
    rule: str
    sentence: str
    """Why it may not be put there; empty where it may."""


class AnalysisView(TypedDict):
    """A position that somebody thinks about, with whoever's eyes."""

    text: str
    """The whole position in one line."""
    svg: str
    paths: list[Path]
    places: list[AnalysisPlace]
    """What can be touched to set the position up."""
    choices: list[AnalysisChoice]
    """What may be put at the place that was asked about."""
    players: list[Player]
    status: str
    """Whose turn it is, or how the game ended."""
    prompt: str
    told: str
    """The last turn, or its beginning, in words."""
    words: str
    """The same in notation."""
    over: bool
    in_turn: bool
    """Whether the last turn is still under way."""
    secrets: bool
    """Whether seats know different things."""
    problem: str
    """Why the position cannot be, while it is being set up."""
    rule: str


class AnalysisNode(TypedDict):
    """A turn that was tried."""

    parent: int
    """The number of the turn before it; -1: it comes first."""
    actions: list[int]
    words: str
    comment: str


class AnalysisTree(TypedDict):
    """All that was tried from one position."""

    game: str
    root: str
    """Where it begins, as text."""
    names: list[str]
    date: str
    result: str
    comment: str
    nodes: list[AnalysisNode]
    """Whole lines, the main line first."""
    record: str
    """The same on paper."""


class AnalysisTurn(TypedDict):
    """One of the best turns."""

    actions: list[int]
    words: str
    text: str
    value: float
    worth: str
    exact: bool
    touches: list[str]
    """What is touched for its first action."""
    board: str
    """The board after the best turn, for its ghosts; empty for all others."""


class AnalysisVerdict(TypedDict):
    """What the engine says after one look."""

    look: int
    more: bool
    """Whether a longer look can follow."""
    turns: list[AnalysisTurn]
    note: str


class AnalysisSpread(TypedDict):
    """What the best turn leaves a seat, each time that what is hidden is drawn anew."""

    values: list[float]
    words: list[str]
    text: str


# Replays


class ReplayPly(TypedDict):
    """A game after so many turns."""

    ply: int
    svg: str
    sentence: str
    ending: str
    players: list[Player]
    sheets: list[str]


class Task(TypedDict):
    """A position in which a mistake was made, to be tried again."""

    position: str
    """As text, as its player knew it."""
    best: list[int]
    lost: str
    player: str


class Remark(TypedDict):
    """What a review says about one turn."""

    kind: str
    name: str
    text: str
    seat: int
    task: NotRequired[Task]
    """What there is to learn from it; not where it was a mere inaccuracy."""


class Frame(TypedDict):
    """A board with a sentence to it, and what is pointed at."""

    svg: str
    told: str
    touches: list[str]
    kind: Literal["advised", "threatened", ""]


class MistakeLine(TypedDict):
    """A mistake on the board: the better turn, what was played, how it is punished."""

    ply: int
    frames: list[Frame]


class Attempt(TypedDict):
    """What became of an attempt at a better turn, so far."""

    game: str
    svg: str
    actions: list[int]
    paths: list[tuple[list[str], int]]
    done: bool
    """Whether the turn is whole; then it is judged."""
    right: bool
    said: str
    touches: list[str]
    reply: NotRequired[Frame]
    """The board after the punishment."""
    answer: NotRequired[Frame]
    """The better turn on the board, to be shown when it is asked for."""


class TurningPoint(TypedDict):
    """A turn that changed who leads."""

    ply: int
    text: str


class Review(TypedDict):
    """What a review has found so far."""

    state: Literal["none", "going", "done"]
    done: int
    total: int
    marks: dict[int, Remark]
    """By ply."""
    chart: NotRequired[str]
    """SVG."""
    table: NotRequired[str]
    """The chart as HTML."""
    turning: list[TurningPoint]
    sums: NotRequired[str]
    """How well everybody played, and what chance gave, as HTML; once all is reviewed."""
