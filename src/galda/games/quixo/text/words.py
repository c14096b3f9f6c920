"""Quixo in words: cells and moves in notation, sentences, and why a move is not allowed.

`a3-e3` takes the cube on a3 and pushes it in at e3; in the team game `.1` at the end says at
which player the dot points; `pass` passes.
"""

from __future__ import annotations

import re
from typing import Any

from galda.core.errors import Refusal
from galda.core.message import Counted, Message, Phrase
from galda.core.play.position import Position
from galda.core.play.terms import Touches
from galda.core.show.language import say
from galda.games.quixo.rules import rules
from galda.games.quixo.rules.rules import PASS, PUSH_LIMIT, PUSHES, STRIDE
from galda.games.quixo.rules.teams import partners

EXAMPLE = "a3-e3"
PASS_WORD = "pass"
DOT = "dot"
BEYOND = "beyond"
"""Stands for a push that only a larger board has."""
CELL = re.compile(r"[a-e][1-5]")
MOVE = re.compile(r"(?P<taken>[a-e][1-5])\s*-?\s*(?P<entered>[a-e][1-5])\s*(\.(?P<dot>[1-4]))?")


def cell_name(cell: int) -> str:
    """The name of a cell: its column's letter and its row's number."""
    return "abcde"[cell % STRIDE] + str(cell // STRIDE + 1)


def cell_number(name: str) -> int:
    """The cell of that name."""
    return "abcde".index(name[0]) + STRIDE * (int(name[1]) - 1)


def face(state: Any, cell: int) -> str:
    """What a cube shows."""
    if state.cubes[0] >> cell & 1:
        return "cross"
    return "circle" if state.cubes[1] >> cell & 1 else "blank"


def faces(state: Any) -> dict[int, str]:
    """What every cube shows, by cell."""
    crosses, circles = (int(cubes) for cubes in state.cubes)
    return {
        cell: "cross" if crosses >> cell & 1 else "circle" if circles >> cell & 1 else "blank"
        for cell in rules.cells(int(state.rows))
    }


def dot_seat(state: Any, cell: int) -> int:
    """The seat that the dot of a cube points at (team game)."""
    return partners(0 if state.cubes[0] >> cell & 1 else 1)[state.dots >> cell & 1]


def view(position: Position) -> dict[str, Any]:
    """The position as plain values."""
    state = position.state
    shown_by = faces(state)
    seen: dict[str, Any] = {
        "cubes": {cell_name(cell): shown for cell, shown in shown_by.items()},
        "turns_without_blank": int(state.quiet),
    }
    if position.players == 4:
        marked = [cell for cell, shown in shown_by.items() if shown != "blank"]
        seen["dots"] = {cell_name(cell): dot_seat(state, cell) + 1 for cell in marked}
    return seen


def touches(position: Position, action: int) -> Touches:
    """The cube, the end it enters at and, in the team game, the player its dot shall point at."""
    if action == PASS:
        return (PASS_WORD,)
    moves = PUSHES[int(position.options["size"])]
    if action % PUSH_LIMIT >= len(moves):  # a code that only a larger board uses
        return (BEYOND,)
    taken, entered = moves[action % PUSH_LIMIT]
    path = (cell_name(taken), cell_name(entered))
    second = action >= PUSH_LIMIT
    if position.players == 2:
        return (*path, DOT) if second else path
    return (*path, f"{DOT}{partners(position.to_act)[second] + 1}")


def write(position: Position, action: int) -> str:
    """An action in notation."""
    taken, *rest = touches(position, action)
    if not rest:
        return taken
    return f"{taken}-{rest[0]}" + "".join(dot.replace(DOT, ".") for dot in rest[1:])


def read(position: Position, text: str) -> Touches | None:
    """The touches a text means, or None if it is no move."""
    text = text.strip().lower()
    if text == PASS_WORD:
        return (PASS_WORD,)
    found = MOVE.fullmatch(text)
    if not found:
        return None
    path = (found["taken"], found["entered"])
    return (*path, DOT + found["dot"]) if found["dot"] else path


def seat_name(position: Position, seat: int) -> Phrase:
    """The player's name; else Cross and Circle, in the team game with the player's number."""
    if position.names:
        return position.names[seat]
    if position.players == 4:
        return Message("Circle {n}" if seat % 2 else "Cross {n}", n=seat + 1)
    return Message("Circle" if seat % 2 else "Cross")


def sentence(position: Position, action: int, lang: str) -> str:
    """What an action does."""
    player = seat_name(position, position.to_act)
    if action == PASS:
        return say(lang, "{player} has no cube to take and passes.", player=player)
    taken, entered, *dot = touches(position, action)
    shown = position.state.cubes[0] | position.state.cubes[1]
    values = {"player": player, "taken": taken, "entered": entered}
    if shown >> cell_number(taken) & 1:
        done = say(
            lang, "{player} takes the cube on {taken} and pushes it in at {entered}.", **values
        )
    else:
        done = say(
            lang,
            "{player} takes the blank cube on {taken} and pushes it in at {entered}.",
            **values,
        )
    if not dot:
        return done
    seat = int(dot[0].removeprefix(DOT)) - 1
    to = seat_name(position, seat)
    return f"{done} " + say(lang, "Its dot points at {player}.", player=to)


def ending(position: Position) -> Message:
    """How the game ended (Q8, Q9, Q10, Q17, Q18)."""
    state, before = position.state, position.before
    if len(position.winners) == position.players:
        if state.passes:
            return Message("Nobody could take a cube.")
        return Message("In 100 turns nobody took a blank cube.")
    mover = position.winners[0] if before is None else before.to_act
    player, size = seat_name(position, mover), int(state.rows)
    if mover in position.winners:
        return Message("{player} has made a line of {n}.", player=player, n=size)
    return Message("{player} has made the other side’s line of {n}.", player=player, n=size)


def prompt(position: Position) -> Message:
    """What the player to act is to do now."""
    if position.legal_actions == (PASS,):
        return Message("There is no cube that you can take: pass.")
    if position.players == 2:
        if position.to_act % 2:
            return Message("Take a blank cube or a circle from the border.")
        return Message("Take a blank cube or a cross from the border.")
    if position.to_act % 2:
        return Message("Take a blank cube from the border, or a circle whose dot points at you.")
    return Message("Take a blank cube from the border, or a cross whose dot points at you.")


def next_prompts(position: Position) -> tuple[Message, ...]:
    """What to touch once a cube is chosen and, in the team game, where it goes in."""
    where = Message("Choose where to push it in.")
    if position.players == 2:
        return (where,)
    return where, Message("Choose whom the dot points at: you or your partner.")


def refuse(position: Position, path: Touches) -> Refusal | None:
    """The rule that forbids these touches; None when they name nothing on the board."""
    if position.is_over:
        return _over(position)
    if path == (PASS_WORD,):
        return _pass(position)
    size = int(position.state.rows)
    if path == (BEYOND,):
        pushes = len(PUSHES[size])
        return Refusal(
            "Q7",
            Counted("this board has only {n} push.", "this board has only {n} pushes.", pushes),
        )
    if not path or not all(CELL.fullmatch(name) for name in path[:2]):
        return None
    names = {cell_name(cell) for cell in rules.cells(size)}
    for name in path[:2]:
        if name not in names:
            far = cell_name((size - 1) * (STRIDE + 1))
            return Refusal(
                "Q1", "{cell} is not on this board; it ends at {far}.", cell=name, far=far
            )
    if refusal := _taking(position, path[0]):
        return refusal
    if len(path) > 1 and (refusal := _entering(size, path[0], path[1])):
        return refusal
    return _turning(position)


def _over(position: Position) -> Refusal:
    if position.state.result == rules.DRAWN:
        rule = "Q18" if position.state.passes == 4 else "Q10"
        return Refusal(rule, "the game is over: it is a draw.")
    winner = seat_name(position, position.winners[0])
    return Refusal("Q8", "the game is over: {player} has won.", player=winner)


def _pass(position: Position) -> Refusal:
    if position.players == 2:
        return Refusal("Q3", "you may not pass; take a cube from the border.")
    return Refusal("Q15", "you may not pass while the border has a cube that you can take.")


def _taking(position: Position, name: str) -> Refusal | None:
    """Why the cube on a cell cannot be taken."""
    state, cell = position.state, cell_number(name)
    side = position.to_act % 2
    if cell not in rules.border(int(state.rows)):
        return Refusal("Q4", "{cell} is inside; only cubes on the border can be taken.", cell=name)
    if state.cubes[1 - side] >> cell & 1:
        if side:
            return Refusal(
                "Q4", "this cube shows your opponent's cross; take a blank one or a circle."
            )
        return Refusal("Q4", "this cube shows your opponent's circle; take a blank one or a cross.")
    if not rules.takeable(state) >> cell & 1:
        return Refusal(
            "Q13", "this cube's dot points at your partner; take a blank one or one of yours."
        )
    return None


def _entering(size: int, taken: str, entered: str) -> Refusal | None:
    """Why a cube taken from one cell cannot enter at another."""
    if taken == entered:
        return Refusal("Q7", "the cube may not go back to where it came from.")
    if (cell_number(taken), cell_number(entered)) in PUSHES[size]:
        return None
    ends = tuple(cell_name(end) for cell, end in PUSHES[size] if cell == cell_number(taken))
    return Refusal(
        "Q6",
        "a cube from {taken} enters at an end of its row or column: {ends}.",
        taken=taken,
        ends=ends,
    )


def _turning(position: Position) -> Refusal:
    """Why a dot cannot be turned so, or why it must be turned."""
    if position.players == 2:
        return Refusal("Q14", "dots matter only in the game of two teams.")
    return Refusal("Q14", "the dot points at you or at your partner: choose one of you two.")
