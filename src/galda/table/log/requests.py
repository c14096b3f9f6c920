"""What a seat may do now: each function says which entry a request becomes, or refuses it.

Pure functions on a `Table`; whoever calls them has checked that the person holds the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from galda.core.errors import IllegalMove
from galda.core.play.position import Position
from galda.core.show.language import later
from galda.table.errors import BadRequest, Stale, TableClosed, TooMuch
from galda.table.log.table import Table
from galda.table.setup.plan import is_plain

Asked = tuple[str, dict[str, Any]]
"""The kind and the payload of the entry to be written."""

LONGEST_TURN = 200
LONGEST_CHAT = 500
MOST_MESSAGES = 1_000
MOST_ENTRIES = 10_000
ENDED = {
    "rules": later("the game is over by its rules; ask for a rematch"),
    "resigned": later("the game is over: someone resigned; ask for a rematch"),
    "timeout": later("the game is over: someone ran out of time; ask for a rematch"),
    "draw": later("the game is over: a draw was agreed; ask for a rematch"),
}
REDRAWS = 4
"""How many guesses of what is hidden must agree before a draft may show its last action."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn not yet sealed. `position` is with the seat's own eyes and tells no more than that.

    Where the last action of a whole turn would turn up something new, `position` is still the one
    before it (`shown` actions are in it): what is new is seen on sealing only.
    """

    position: Position
    actions: tuple[int, ...]
    shown: int
    complete: bool


def check_going(table: Table) -> None:
    """Refuse when nothing can be played any more."""
    if table.archived:
        raise TableClosed("this table has been put away; it can only be looked at")
    if table.result is not None:
        raise TableClosed(ENDED[table.result.reason])
    if len(table.entries) >= MOST_ENTRIES:
        raise TooMuch("a table's log ends at {most} entries; start a new table", most=MOST_ENTRIES)


def check_turn(table: Table, seat: int) -> None:
    """Refuse when it is not the seat's turn."""
    check_going(table)
    if table.position.to_act != seat:
        raise BadRequest(
            "it is not seat {seat}'s turn but seat {acts}'s", seat=seat, acts=table.position.to_act
        )


def turn(table: Table, seat: int, base: int, actions: Sequence[int], lang: str) -> Asked:
    """Seal one whole turn, chosen when the log stood at `base`."""
    if table.result and table.result.reason != "rules":
        check_going(table)  # not the turn of someone faster: say how it ended instead
    if base < table.game_sequence or base > table.sequence:
        raise Stale(table.sequence)
    check_turn(table, seat)
    if not _play(table.position.known_to(seat, 0), actions, lang)[1]:
        raise BadRequest("the turn is not finished yet: go on, then seal it")
    return "turn", {"actions": [int(action) for action in actions]}


def draft(table: Table, seat: int, actions: Sequence[int], lang: str) -> Draft:
    """Try actions without sealing them, on what the seat knows only."""
    check_turn(table, seat)
    position, complete = _play(table.position.known_to(seat, 0), actions, lang)
    shown = len(actions)
    if complete:
        guesses = {
            _play(table.position.known_to(seat, guess), actions, lang)[0].seen_by(seat)
            for guess in range(REDRAWS)
        }
        if len(guesses) > 1:
            shown -= 1
            position, _ = _play(table.position.known_to(seat, 0), actions[:-1], lang)
    return Draft(position.seen_by(seat), tuple(actions), shown, complete)


def rearrange(
    table: Table, seat: int, actions: Sequence[int], touches: Sequence[str], lang: str
) -> tuple[int, ...] | None:
    """The drafted turn with what the touches mean put in earlier, where the rules want it.

    Rules give the actions of a turn one order; people touch things in any.
    """
    check_turn(table, seat)
    start = position = table.position.known_to(seat, 0)
    for k, drafted in enumerate(actions):
        action = position.paths.get(tuple(touches))
        if action is not None:
            turn = (*actions[:k], action, *actions[k:])
            with suppress(IllegalMove, BadRequest):
                _play(start, turn, lang)
                return turn
        position = position.play(int(drafted))
    return None


def _play(position: Position, actions: Sequence[int], lang: str) -> tuple[Position, bool]:
    """The position after the actions of one turn, and whether they finish it."""
    if len(actions) > LONGEST_TURN:
        raise TooMuch(
            "the turn is too long: it has {n} actions, and {most} are the most",
            most=LONGEST_TURN,
            n=len(actions),
        )
    complete = False
    for action in actions:
        if complete:
            raise BadRequest("the turn is over before its last action; seal one turn at a time")
        position = position.play(int(action))
        complete = not position.in_turn
    return position, complete


def resign(table: Table, seat: int) -> Asked:
    """Give up."""
    check_going(table)
    return "resign", {}


def can_offer_draw(table: Table, seat: int) -> bool:
    """Whether a draw makes sense: two sides, and people on the other one."""
    own = {seat, *table.allies(seat)}
    others = [s for s in table.seats if s.index not in own]
    return len(table.sides) == 2 and not any(s.is_bot for s in others)


def offer_draw(table: Table, seat: int) -> Asked:
    """Offer a draw."""
    check_going(table)
    if len(table.sides) != 2:
        raise BadRequest("a draw can be agreed only where two sides play")
    if not can_offer_draw(table, seat):
        raise BadRequest("a bot never agrees to a draw: play on or resign")
    if table.offer("draw"):
        raise BadRequest("a draw is already on offer: answer it or play on")
    _only_once(table, seat, "offer_draw")
    return "offer_draw", {}


def answer_draw(table: Table, seat: int, accept: bool) -> Asked:
    """Accept or decline the draw on offer."""
    check_going(table)
    _check_asked(table, seat, "draw")
    return "accept_draw" if accept else "decline_draw", {}


def ask_take_back(table: Table, seat: int) -> Asked:
    """Ask to take back one's last turn, and with it all that followed."""
    check_going(table)
    if not table.plan.take_backs:
        raise BadRequest("at this table nothing is taken back")
    if not any(turn.seat == seat for turn in table.turns):
        raise BadRequest("there is no turn of yours to take back")
    if table.offer("take_back"):
        raise BadRequest("taking back has already been asked for: answer it or play on")
    _only_once(table, seat, "ask_take_back")
    return "ask_take_back", {}


def answer_take_back(table: Table, seat: int, allow: bool) -> Asked:
    """Allow another seat to take back, or refuse."""
    check_going(table)
    _check_asked(table, seat, "take_back")
    return "allow_take_back" if allow else "refuse_take_back", {}


def _check_asked(table: Table, seat: int, kind: str) -> None:
    offer = table.offer(kind)
    if offer is None or seat not in offer.waiting:
        raise BadRequest("you have not been asked, or the game went on since")


def _only_once(table: Table, seat: int, kind: str) -> None:
    """One question of a kind by each seat between two turns."""
    for entry in reversed(table.entries):
        if entry.sequence <= table.game_sequence:
            break
        if entry.seat == seat and entry.kind == kind:
            raise BadRequest("you have asked already; ask again after the next turn")


def chat(table: Table, seat: int, text: str, to: str) -> Asked:
    """Say something to all or to one's partner, during the game or after it."""
    text = text.strip()
    if table.archived:
        raise TableClosed("this table has been put away; it can only be looked at")
    if to not in ("all", "partner"):
        raise BadRequest("say it to `all` or to your `partner`, not to {to!r}", to=to)
    if to == "partner" and not table.allies(seat):
        raise BadRequest("you have no partner in this game; say it to `all`")
    if to == "partner" and not table.plan.partners_talk:
        raise BadRequest("at this table partners do not talk in private; say it to `all`")
    if not text:
        raise BadRequest("there is nothing to say: write something")
    if not is_plain(text.replace("\n", " ")):
        raise BadRequest("a message is plain text, without control characters")
    if len(text) > LONGEST_CHAT:
        raise TooMuch(
            "the message is too long: it has {n} characters, and {most} are the most",
            most=LONGEST_CHAT,
            n=len(text),
        )
    if sum(entry.kind == "chat" for entry in table.entries) >= MOST_MESSAGES:
        raise TooMuch("a table holds at most {most} messages", most=MOST_MESSAGES)
    return "chat", {"text": text, "to": to}
