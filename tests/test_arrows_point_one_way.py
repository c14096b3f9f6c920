"""The house's rooms depend on each other in one direction only, and generic code names no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import galda

PACKAGE = Path(galda.__file__).parent
# A room may import the rooms on its left, and itself.
ROOMS = ("core", "games", "bots solve envs arena", "table", "web cli")
RANK = {room: rank for rank, rooms in enumerate(ROOMS) for room in rooms.split()}


def sources() -> Iterator[tuple[str, Path]]:
    """Every source file with the room it is in."""
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] not in ("__init__", "__main__"):
            yield parts[0], file


def imports(file: Path) -> Iterator[str]:
    """The galda modules a file imports."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_rooms_import_only_rooms_to_their_left() -> None:
    for room, file in sources():
        for module in imports(file):
            parts = module.split(".")
            if parts[0] == "galda" and len(parts) > 1 and parts[1] in RANK:
                assert RANK[parts[1]] <= RANK[room], f"{file} imports {module}"


def test_a_game_imports_only_core_and_itself() -> None:
    for room, file in sources():
        if room == "games" and file.parent != PACKAGE / "games":
            own = f"galda.games.{file.relative_to(PACKAGE / 'games').parts[0]}"
            for module in imports(file):
                if module.startswith("galda.games."):
                    assert module.startswith(own), f"{file} imports {module}"


def test_generic_code_names_no_game() -> None:
    names = re.compile("|".join(galda.game_names()), re.IGNORECASE)
    for room, file in sources():
        if room != "games":
            assert not names.search(file.read_text("utf-8")), f"{file} names a game"
