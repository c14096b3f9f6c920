"""The score sheet of 5 Towers: where each player's points came from."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import say, say_count, tell
from galda.core.show.sheet import Line, Sheet
from galda.games.towers.rules import rules
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.text.words import heights, kind_name, main_tower, seat_name


def sheets(position: Position, lang: str) -> tuple[Sheet, ...]:
    """One sheet, at the end of the game (T21–T23)."""
    if not position.is_over:
        return ()
    lines = [_tower_line(position, kind, lang) for kind in range(len(KINDS))]
    lines += [_crowns(position, lang), _main_towers(position, lang), _demolitions(position, lang)]
    names = tuple(tell(lang, seat_name(position, seat)) for seat in range(position.players))
    return (Sheet(say(lang, "Final score"), names, tuple(lines), say(lang, "Total")),)


def _tower_line(position: Position, kind: int, lang: str) -> Line:
    seats = range(position.players)
    labels = (
        say(lang, "Candy tower"), say(lang, "Horror tower"), say(lang, "Tree tower"),
        say(lang, "Scrap tower"), say(lang, "Sand tower"),
    )  # fmt: skip
    return Line(
        labels[kind],
        tuple(heights(position.state, seat)[kind] for seat in seats),
        tuple(say(lang, "crowned") if _crowned(position, seat, kind) else "" for seat in seats),
        tuple("♛" if _crowned(position, seat, kind) else "" for seat in seats),
    )


def _crowned(position: Position, seat: int, kind: int) -> bool:
    return bool(rules.top(position.state, seat, kind) == 0)


def _crowns(position: Position, lang: str) -> Line:
    """Each card of a crowned tower once more."""
    extra = [
        sum(
            cards
            for kind, cards in enumerate(heights(position.state, seat))
            if _crowned(position, seat, kind)
        )
        for seat in range(position.players)
    ]
    return Line(say(lang, "Crowns"), tuple(extra))


def _main_towers(position: Position, lang: str) -> Line:
    kinds = [main_tower(position.state, seat) for seat in range(position.players)]
    return Line(
        say(lang, "Main tower"),
        tuple(max(heights(position.state, seat)) for seat in range(position.players)),
        tuple("" if kind is None else tell(lang, kind_name(kind)) for kind in kinds),
        ("",) * len(kinds),
    )


def _demolitions(position: Position, lang: str) -> Line:
    piles = [int(rules.demolition_count(position.state, s)) for s in range(position.players)]
    notes = [say_count(lang, "{n} card", "{n} cards", pile) if pile else "" for pile in piles]
    return Line(
        say(lang, "Demolition"),
        tuple(-pile * (pile + 1) // 2 for pile in piles),
        tuple(notes),
        tuple(f"×{pile}" if pile else "" for pile in piles),
    )
