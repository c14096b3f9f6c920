"""What one viewer sees of a table, as plain values: the one thing that pages and programs get.

Everything about the position is made from `position.seen_by(viewer)`, never from the position
itself, so what a viewer may not know cannot get out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from galda.bots.names import level_name
from galda.core.lru import LruDict
from galda.core.play.position import Position
from galda.core.play.terms import SPECTATOR, Shape
from galda.core.play.touching import put_in_order
from galda.core.show.language import say, tell
from galda.table import Draft, Table, can_offer_draw, tell_log
from galda.table.log.checks import undo_would_peek
from galda.table.log.words import result_sentence
from galda.table.steady import steady_time
from galda.web.common.view_cache import ViewCache
from galda.web.tables.players import show_player
from galda.web.tables.schema import (
    Can,
    Curtain,
    DraftWords,
    LogLine,
    Mood,
    Offer,
    Path,
    Result,
    SeatedPlayer,
    TurnUnderWay,
    View,
)
from galda.web.tables.touching import choices_beyond, counted

LOG_TAIL = 40
CHAT_TAIL = 60
MOST_BOARDS = 100
MOST_VIEWS = 100


@dataclass(frozen=True, slots=True)
class Eyes:
    """Through which seat a page looks; `curtain` is the seat that must say first it is looking."""

    viewer: int
    curtain: int | None = None


def choose_eyes(table: Table, held: Sequence[int], looking: int | None = None) -> Eyes:
    """Whose eyes a page with the seats `held` gets; `looking` has said to be at the screen.

    People who share a screen see what everyone may see until the one to act says to be looking.
    """
    if len(held) < 2:
        return Eyes(held[0] if held else SPECTATOR)
    acting = table.to_act if table.to_act in held else None
    if not secrets_between(table.position, held):
        last = [turn.seat for turn in table.turns if turn.seat in held]
        return Eyes(acting if acting is not None else (last or list(held))[-1])
    if acting is None:
        return Eyes(SPECTATOR)
    return Eyes(acting) if looking == acting else Eyes(SPECTATOR, curtain=acting)


def secrets_between(position: Position, seats: Sequence[int]) -> bool:
    """Whether one of the seats may know something that not everybody may know."""
    if not position.game.has("conceal"):
        return False
    known = position.seen_by(SPECTATOR)
    return any(position.seen_by(seat) != known for seat in seats)


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen, by somebody who holds the seats `held`, and in which language."""

    table: Table
    held: tuple[int, ...]
    eyes: Eyes
    lang: str
    draft: Draft | None = None
    shape: Shape = "tall"

    @property
    def key(self) -> Hashable:
        """Equal for looks at the same entry of a table that show the same, apart from drafts."""
        return self.table.id, self.table.sequence, self.held, self.eyes, self.lang, self.shape


class Boards:
    """Boards already drawn: several pages often look at the same one."""

    def __init__(self) -> None:
        self.views: ViewCache[Table, View] = ViewCache(MOST_VIEWS)
        """Whole views, by table and entry, the seats held, whose eyes, language and shape."""
        self._drawn: LruDict[Hashable, str] = LruDict(MOST_BOARDS)

    def draw(self, look: Look) -> str:
        """The board of a table's present position as the viewer may see it."""
        table, viewer = look.table, look.eyes.viewer
        key = (table.id, table.game_sequence, table.names, viewer, look.lang, look.shape)
        board = self._drawn.get(key)
        if board is None:
            board = table.game.board.draw(table.seen_by(viewer), viewer, look.lang, look.shape)
        self._drawn[key] = board
        return board


def build_view(look: Look, boards: Boards) -> View:
    """The whole view of a table.

    One without a draft is kept, for the same eyes alone; only its clocks go on.
    """
    if look.draft is None:
        view = boards.views.get(look.table, look.key, lambda: _build(look, boards))
    elif (kept := boards.views.find(look.table, look.key)) is not None:
        view = {**kept, **build_turn(look, boards)}
    else:
        view = _build(look, boards)
    return _timed(view, look.table)


def _timed(view: View, table: Table) -> View:
    """A view with the clocks as they are now."""
    clocks = table.clocks(steady_time())
    players: list[SeatedPlayer] = [
        {**player, "clock": clocks[player["seat"]]} for player in view["players"]
    ]
    return {**view, "players": players}


def _build(look: Look, boards: Boards) -> View:
    table, held, eyes, lang = look.table, look.held, look.eyes, look.lang
    viewer = eyes.viewer
    seen = table.seen_by(viewer)
    view: View = {
        **build_turn(look, boards),
        "seats": list(held),
        "to_act": table.to_act,
        "your_turn": table.to_act is not None and table.to_act == viewer,
        "curtain": _curtain(table, eyes, lang),
        "status": _status(table, held, eyes, lang),
        "waiting": not table.everyone_is_here and table.result is None,
        "players": _players(table, seen, held, lang),
        "log": _log(table, viewer, lang),
        "since": [turn.sequence for turn in table.turns_since(viewer)],
        "chat": [
            {
                "sequence": message.sequence,
                "seat": message.seat,
                "name": table.name(message.seat, lang),
                "text": message.text,
                "to": message.to,
            }
            for message in table.chat_for(viewer)[-CHAT_TAIL:]
        ],
        "offers": _offers(table, held, lang),
        "result": _result(table, held, lang),
        "sheets": [sheet.as_html() for sheet in seen.sheets(lang)],
        "can": _can(table, held),
        "rematch": table.rematch,
        "chance": {"commitment": table.commitment, "seed": table.revealed_seed}
        if table.commitment
        else None,
    }
    seen.let_go()  # the table keeps it until the next turn, and there are many tables
    return view


def build_turn(look: Look, boards: Boards) -> TurnUnderWay:
    """What changes while a turn is being made: of a draft all that its page does not know yet."""
    table, draft, viewer, lang = look.table, look.draft, look.eyes.viewer, look.lang
    shown = draft.position if draft else table.seen_by(viewer)
    acts = table.to_act == viewer
    goes_on = acts and not (draft and draft.complete)
    made = draft.under_way if draft else put_in_order(shown, ())
    paths: list[Path] = [(list(p), a) for p, a in shown.paths.items()] if goes_on else []
    return {
        "table": table.id,
        "sequence": table.sequence,
        "base": table.game_sequence,
        "viewer": viewer,
        "shape": look.shape,
        "prompt": _prompt(shown, lang) if goes_on else "",
        "svg": _draw_draft(draft, look) if draft else boards.draw(look),
        "paths": paths,
        "choices": choices_beyond(paths, made) if acts else None,
        "counted": counted(shown, lang) if goes_on else [],
        "next_prompts": _next_prompts(shown, lang) if goes_on else [],
        "draft": _draft_words(draft, lang),
    }


def _draw_draft(draft: Draft, look: Look) -> str:
    """The board of a draft; it is with the eyes of the seat that tries it, and no others see it."""
    viewer, position = look.eyes.viewer, draft.position
    if position.viewer != viewer:
        return position.svg(viewer, look.lang, look.shape)
    return position.game.board.draw(position, viewer, look.lang, look.shape)


def _next_prompts(position: Position, lang: str) -> list[str]:
    """What to do once one thing has been touched, two, …"""
    hook = position.game.words.next_prompts
    return [tell(lang, told) for told in hook(position)] if hook else []


def _curtain(table: Table, eyes: Eyes, lang: str) -> Curtain | None:
    if eyes.curtain is None:
        return None
    name = table.name(eyes.curtain, lang)
    return {
        "seat": eyes.curtain,
        "text": say(lang, "It is {player}'s turn. Pass the device.", player=name),
        "button": say(lang, "I’m {player} – show my hand", player=name),
    }


def _status(table: Table, held: Sequence[int], eyes: Eyes, lang: str) -> str:
    if table.result:
        return result_sentence(table, table.result, lang)
    if table.to_act is None:
        return say(lang, "This table has been closed.")
    seat = table.seats[table.to_act]
    name = table.name(seat.index, lang)
    if seat.index in held:
        if len(held) == 1:
            return say(lang, "Your turn")
        return say(lang, "{player}'s turn", player=name)
    if seat.is_bot:
        return say(lang, "{player} is thinking…", player=name)
    if seat.is_free:
        return say(lang, "Waiting for {player} to join", player=name)
    return say(lang, "{player}'s turn", player=name)


def _prompt(shown: Position, lang: str) -> str:
    """What the seat to act is to do now, where the game has words for it."""
    return tell(lang, shown.game.words.prompt(shown)) if shown.game.words.prompt else ""


def _log(table: Table, viewer: int, lang: str) -> list[LogLine]:
    """The last lines of the log; those of turns that stand say to which ply they led."""
    lines = tell_log(table, lang, viewer, LOG_TAIL)
    first = max(0, len(table.turns) - len(lines))  # no line here is of an earlier turn
    plies = {turn.sequence: ply for ply, turn in enumerate(table.turns[first:], first + 1)}
    return [
        {
            "sequence": line.sequence,
            "seat": line.seat,
            "text": line.text,
            "undone": line.undone,
            "ply": plies.get(line.sequence) if line.seat >= 0 else None,
            "notation": line.notation,
            "milestone": line.milestone,
            "sheet": line.sheet,
        }
        for line in lines
    ]


def _draft_words(draft: Draft | None, lang: str) -> DraftWords:
    """The draft in words, each action told from the position before it."""
    if draft is None:
        return {"actions": [], "sentences": [], "ready": False}
    said: list[str] = []
    position = draft.position
    said += [position.sentence(action, lang) for action in reversed(draft.actions[draft.shown :])]
    for action in reversed(draft.actions[: draft.shown]):
        before = position.before
        assert before is not None
        said.append(before.sentence(action, lang))
        position = before
    return {"actions": list(draft.actions), "sentences": said[::-1], "ready": draft.complete}


def _players(table: Table, seen: Position, held: Sequence[int], lang: str) -> list[SeatedPlayer]:
    """Who sits where; the clocks are wound up by `_timed`."""
    winners = table.result.winners if table.result else ()
    return [
        {
            **show_player(
                seen, k, table.name(k, lang), lang, acts=k == table.to_act, winners=winners
            ),
            "mine": k in held,
            "free": seat.is_free,
            "kind": seat.kind,
            "level": level_name(seat.level, lang, table.game) if seat.is_bot else "",
            "runs": k == table.to_act and table.everyone_is_here,
        }
        for k, seat in enumerate(table.seats)
    ]


def _offers(table: Table, held: Sequence[int], lang: str) -> list[Offer]:
    told: list[Offer] = []
    for offer in table.offers:
        name = table.name(offer.seat, lang)
        words = {
            "draw": say(lang, "{player} offers a draw.", player=name),
            "take_back": say(lang, "{player} asks to undo the last turn.", player=name),
        }
        told.append(
            {
                "kind": offer.kind,
                "seat": offer.seat,
                "text": words[offer.kind],
                "answer": [seat for seat in offer.waiting if seat in held],
            }
        )
    return told


def _result(table: Table, held: Sequence[int], lang: str) -> Result | None:
    if table.result is None:
        return None
    winners = table.result.winners
    drawn = len(winners) == len(table.seats)
    mood: Mood = "over"
    if held:
        mood = "drawn" if drawn else "won" if set(held) & set(winners) else "lost"
    why = _reason(table, lang)
    return {
        "winners": list(winners),
        "reason": table.result.reason,
        "mood": mood,
        "title": _title("over" if len(held) > 1 and mood != "drawn" else mood, lang),
        "turns": len(table.turns),
        "seconds": round(table.entries[table.game_sequence - 1].time - table.created),
        "text": " ".join(filter(None, (result_sentence(table, table.result, lang), why))),
    }


def _title(mood: Mood, lang: str) -> str:
    """How it ended for who looks on."""
    return {
        "won": say(lang, "You won!"),
        "lost": say(lang, "You lost"),
        "drawn": say(lang, "A draw"),
        "over": say(lang, "The game is over"),
    }[mood]


def _reason(table: Table, lang: str) -> str:
    """Why a game ended as it did, as a sentence; empty where the points say it all."""
    assert table.result is not None
    if table.result.reason == "rules":
        told = (
            table.game.words.ending(table.seen_by(SPECTATOR)) if table.game.words.ending else None
        )
        return tell(lang, told) if told else ""
    seat = table.result.seat
    name = "" if seat is None else table.name(seat, lang)
    return {
        "resigned": say(lang, "{player} has resigned.", player=name),
        "timeout": say(lang, "{player} has run out of time.", player=name),
        "draw": say(lang, "Draw agreed."),
    }[table.result.reason]


def _can(table: Table, held: Sequence[int]) -> Can:
    """What else the page can offer its viewer now."""
    going = bool(held) and table.to_act is not None
    return {
        "resign": going,
        "offer_draw": going
        and table.offer("draw") is None
        and any(can_offer_draw(table, seat) for seat in held)
        and len(held) < len(table.seats)
        and table.everyone_is_here,
        "take_back": going
        and table.plan.take_backs
        and not undo_would_peek(table)
        and table.offer("take_back") is None
        and any(turn.seat in held for turn in reversed(table.turns)),
        "rematch": bool(held) and table.result is not None and table.rematch is None,
        "chat": bool(held) and not table.archived,
        "partner": any(table.allies(seat) for seat in held) and table.plan.partners_talk,
        "record": table.result is not None,
        "look_back": bool(table.turns),
        "coach": going and table.plan.allows_coach,
    }
