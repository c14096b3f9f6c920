"""Parts of boards are drawn once, and the ones least recently asked for go first."""

from __future__ import annotations

from galda.core.show.kept_parts import KeptParts


def test_a_part_is_drawn_once_and_those_not_asked_for_go_first() -> None:
    drawn: list[str] = []

    def ask(name: str) -> str:
        def draw() -> str:
            drawn.append(name)
            return name * 4

        return parts.get(name, draw)

    parts = KeptParts(most_letters=8)
    assert [ask("a"), ask("b"), ask("a")] == ["aaaa", "bbbb", "aaaa"]
    assert drawn == ["a", "b"]
    ask("c")  # there is no room for three
    ask("a")
    assert drawn == ["a", "b", "c"]
    ask("b")
    assert drawn == ["a", "b", "c", "b"]


def test_a_part_larger_than_all_the_room_is_drawn_each_time() -> None:
    parts = KeptParts(most_letters=3)
    assert parts.get("x", lambda: "long") == "long"
    assert parts.get("x", lambda: "else") == "else"
