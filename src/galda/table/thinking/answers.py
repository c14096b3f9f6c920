"""The coach's answers as plain values, as they travel between processes by the database."""

from __future__ import annotations

from typing import Any

from galda.bots.analysis import GoodTurn, Verdict
from galda.bots.coach import Advice, Threat
from galda.bots.review import Analysis, Prospects
from galda.core.play.values import Estimate, Exact, GameValue, Outcome, Points, Suggestion


def write_advice(advice: Advice) -> dict[str, Any]:
    """A good way to go on."""
    return {
        "turn": _numbers(advice.turn),
        "other": _numbers(advice.other),
        "prospects": write_chances(advice.analysis.prospects),
        "moves": [
            [int(move.action), int(move.visits), *_write_value(move.value)]
            for move in advice.analysis.moves
        ],
    }


def read_advice(said: dict[str, Any]) -> Advice:
    """What `write_advice` wrote."""
    moves = tuple(
        Suggestion(action, _read_value(kind, *value), visits)
        for action, visits, kind, *value in said["moves"]
    )
    other = tuple(said.get("other", ()))  # answers kept from before have none
    return Advice(Analysis(tuple(said["prospects"]), moves), tuple(said["turn"]), other)


def write_chances(chances: Prospects) -> list[float]:
    """Everybody's prospects."""
    return [float(chance) for chance in chances]


def read_chances(said: list[float]) -> Prospects:
    """What `write_chances` wrote."""
    return tuple(said)


def write_threat(threat: Threat | None) -> list[Any] | bool:
    """What is threatened; False: nothing can be."""
    if threat is None:
        return False
    return [
        int(threat.seat), _numbers(threat.own), _numbers(threat.turn), float(threat.chance),
        float(threat.best), int(threat.tried), int(threat.avoiding),
    ]  # fmt: skip


def read_threat(said: list[Any] | bool) -> Threat | None:
    """What `write_threat` wrote."""
    if isinstance(said, bool):
        return None
    seat, own, turn, *rest = said
    return Threat(seat, tuple(own), tuple(turn), *rest)


def write_verdict(verdict: Verdict) -> dict[str, Any]:
    """The best turns in a position that somebody thinks about."""
    return {
        "prospects": write_chances(verdict.prospects),
        "turns": [[_numbers(good.turn), *_write_value(good.value)] for good in verdict.turns],
    }


def read_verdict(said: dict[str, Any]) -> Verdict:
    """What `write_verdict` wrote."""
    turns = tuple(
        GoodTurn(tuple(turn), _read_value(kind, *value)) for turn, kind, *value in said["turns"]
    )
    return Verdict(tuple(said["prospects"]), turns)


def write_spread(spread: tuple[Prospects, ...]) -> list[list[float]]:
    """Everybody's prospects, each time that what is hidden was drawn again."""
    return [write_chances(drawn) for drawn in spread]


def read_spread(said: list[list[float]]) -> tuple[Prospects, ...]:
    """What `write_spread` wrote."""
    return tuple(read_chances(drawn) for drawn in said)


def _numbers(actions: tuple[int, ...]) -> list[int]:
    return [int(action) for action in actions]


def _write_value(value: GameValue) -> tuple[Any, ...]:
    match value:
        case Exact(outcome, turns):
            return "exact", int(outcome), turns if turns is None else int(turns)
        case Estimate(expected):
            return "estimate", float(expected)
        case Points(lead):
            return "points", float(lead)
    raise TypeError(f"no way to write {value!r}")


def _read_value(kind: str, *given: Any) -> GameValue:
    if kind == "exact":
        return Exact(Outcome(given[0]), given[1])
    return Estimate(*given) if kind == "estimate" else Points(*given)
