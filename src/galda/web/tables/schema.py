"""A table as a page or a program gets it."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Path = tuple[list[str], int]
"""The ids to touch in order, and the action they mean."""
Choice = tuple[list[str | list[str]], int | list[int]]
"""What to touch, in order but for lists within, whose touches may come in any order; and the
action that this adds to the turn, or the whole turn that it makes."""
Mood = Literal["won", "lost", "drawn", "over"]
"""How a viewer shall feel about a game's end; spectators do not mind."""


class Curtain(TypedDict):
    """Hides the board of a shared device until somebody says to be looking."""

    seat: int
    text: str
    button: str


class Counted(TypedDict):
    """What is counted once something has been touched, such as cards until they make a price."""

    first: str
    worth: dict[str, int]
    due: int
    left: list[str]
    """What is to be done while 1 is left, 2, … up to what is due."""
    offer: list[str]
    """The touches of the best choice; none where none stands out."""
    offered: str


class DraftWords(TypedDict):
    """A turn under way: its actions, and each of them in words."""

    actions: list[int]
    sentences: list[str]
    ready: bool
    """Whether it is a whole turn, to be sealed."""


class Player(TypedDict):
    """A seat and its player, now or at one ply of a replay."""

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
    notation: str
    """A turn as it is written on paper; else empty."""
    milestone: str
    """What ended with it, such as a round, or what was scored after it; else empty."""
    sheet: int | None
    """Which of the score sheets that was."""


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
    title: str
    """How it ended for who looks on: "You won!"."""
    text: str
    turns: int
    seconds: int
    """How long it took, from the first turn to the last."""


class RandomDraws(TypedDict):
    """What lets anyone check, after a game, that its chance was decided before it."""

    commitment: str
    """The SHA-256 of the seed's digits, told from the start."""
    seed: str
    """64 hexadecimal digits once the game is over; empty before."""


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


class TurnUnderWay(TypedDict):
    """What a viewer sees that changes while a turn is being made, and on top of what it is made."""

    table: str
    sequence: int
    """The newest entry of the log."""
    base: int
    """The newest entry that changed the game: turns are chosen on top of it."""
    viewer: int
    """The seat through which the page looks; -1: as everybody may."""
    shape: Literal["tall", "wide"]
    """For which room the board is drawn."""
    prompt: str
    """What is to be done now; empty for those who wait, and where the game has no words for it."""
    svg: str
    paths: list[Path]
    """What can be touched in the order of the rules, and the actions that it means."""
    choices: list[Choice] | None
    """All that can be touched, in any order that makes a lawful turn; null: `paths` say it all."""
    counted: list[Counted]
    next_prompts: list[str]
    """What is to be done once one thing has been touched, two, … on the way to a move."""
    draft: DraftWords


class View(TurnUnderWay):
    """All that one viewer sees of a table."""

    seats: list[int]
    """The viewer's own seats."""
    to_act: int | None
    your_turn: bool
    curtain: Curtain | None
    status: str
    waiting: bool
    """Whether a seat waits for somebody to sit down."""
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
    chance: RandomDraws | None
    """`null` in games without chance, and where the seed was chosen or is a short one."""


class PushedView(View):
    """A view as the live connection sends it."""

    kind: Literal["view"]


class OptionInfo(TypedDict):
    """A choice that a game offers before it begins."""

    name: str
    values: list[int | str | bool]
    default: int | str | bool
    help: str


class StyleInfo(TypedDict):
    """A manner in which bots play a game."""

    name: str
    title: str
    about: str


class GameInfo(TypedDict):
    """A game, its options, and the levels and styles of its bots."""

    game: str
    title: str
    options: list[OptionInfo]
    levels: list[str]
    styles: list[StyleInfo]


class OpenedSeat(TypedDict):
    """A seat of a table just opened."""

    seat: int
    kind: str
    name: str
    key: str | None
    """Acts for the seat, if it is yours."""
    invite: str | None
    """Takes the seat, while it is free."""


class TableLink(TypedDict):
    """A table and its page."""

    table: str
    page: str


class OpenedTable(TableLink):
    """A table just opened."""

    seats: list[OpenedSeat]
    watch: str
    """The key of the spectators' link."""


class JoinedSeat(TypedDict):
    """A seat that was taken by an invite, and the key that acts for it."""

    seat: int
    key: str


class Refused(TypedDict):
    """Why touches lead nowhere."""

    rule: str
    """Empty where no rule is needed."""
    sentence: str
    actions: NotRequired[list[int]]
    """Where only the order was wrong: the turn as the rules order it."""


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
