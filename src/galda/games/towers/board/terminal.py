"""5 Towers for a terminal: the row, the auction, the towers and what is left in the deck."""

from __future__ import annotations

from galda.core.play.position import Position
from galda.core.show.language import say, say_count, tell
from galda.games.towers.rules import record, rules
from galda.games.towers.rules.cards import KINDS
from galda.games.towers.rules.record import AUCTION
from galda.games.towers.text.words import (
    call_word,
    cards_in,
    kind_name,
    main_tower,
    seat_name,
    tower_cards,
    word,
)

STYLES = ("bold magenta", "bold blue", "bold green", "bold white", "bold yellow")


def _styled(kind: int, words: str) -> str:
    return f"[{STYLES[kind]}]{words}[/]"


def print_lines(position: Position, viewer: int, lang: str) -> str:
    """The table in lines; `*` marks a main tower, `^` a crown."""
    state = position.state
    lines = [_status(position, lang)]
    row = "  ".join(_styled(card[0], word(card)) for card in cards_in(state.row))
    lines.append(say(lang, "Row: {cards}", cards=row or "–"))
    calls = [
        f"{tell(lang, seat_name(position, seat))}: {call_word(int(state.calls[seat]), lang)}"
        for seat in (
            (int(state.first) + n) % position.players for n in range(position.players)
        )
    ]  # fmt: skip
    lines.append(say(lang, "Auction: {calls}", calls=" · ".join(calls)))
    for seat in range(position.players):
        lines += _seat(position, seat, lang)
    lines += _deck(position, lang)
    return "\n".join(lines)


def _status(position: Position, lang: str) -> str:
    state = position.state
    told = say(
        lang, "Round {n} · deck {deck} · discards {discards}", n=int(state.rounds),
        deck=len(cards_in(state.deck)), discards=len(cards_in(state.discards)),
    )  # fmt: skip
    if state.phase in (AUCTION, record.OVER):
        return told
    builder = say(
        lang, "{player} builds, cards to place: {n}",
        player=seat_name(position, position.to_act), n=int(state.to_lay),
    )  # fmt: skip
    return f"{told} · {builder}"


def _seat(position: Position, seat: int, lang: str) -> list[str]:
    state = position.state
    name = tell(lang, seat_name(position, seat))
    if seat == position.to_act and not position.is_over:
        name = f"[reverse]{name}[/]"
    pile = int(rules.demolition_count(state, seat))
    head = say_count(
        lang, "{player}: {n} point, demolished: {pile}", "{player}: {n} points, demolished: {pile}",
        position.scores[seat], player=name, pile=pile,
    )  # fmt: skip
    lines = [head]
    for kind in range(len(KINDS)):
        values = [value for _, value, _ in tower_cards(state, seat, kind)]
        if values:
            sign = "*" if kind == main_tower(state, seat) else " "
            label = _label(kind, lang)
            crown = " ^" if values[-1] == 0 else ""
            lines.append(f" {sign}{_styled(kind, label)}{' '.join(map(str, values))}{crown}")
    return lines


def _label(kind: int, lang: str) -> str:
    """A kind's name, with room for the longest in this language."""
    names = [tell(lang, kind_name(other)) for other in range(len(KINDS))]
    return names[kind].ljust(max(len(max(names, key=len)) + 1, 8))


def _deck(position: Position, lang: str) -> list[str]:
    lines = [say(lang, "In the deck:")]
    for kind in range(len(KINDS)):
        left = " ".join(str(v) for k, v, _ in cards_in(position.state.deck) if k == kind)
        lines.append(f"  {_styled(kind, _label(kind, lang))}[dim]{left or '–'}[/]")
    return lines
