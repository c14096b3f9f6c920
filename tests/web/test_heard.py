"""What the page shows is heard: whole games with a real screen reader, by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Server
from heard_games import SCRIPTS, Script, Step, file_of, listen_to, read_steps, seeded_server
from listening import missing

from galda.core.show.language import LANGUAGES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(missing()),
        reason=f"nobody listens: no screen reader; apt install {' '.join(missing())}",
    ),
]


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose tables are the same each time."""
    server = seeded_server(tmp_path_factory.mktemp("seeded"))
    server.start()
    yield server
    server.stop()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.game)
def test_a_game_is_heard_as_it_is_written_down(
    seeded: Server, tmp_path: Path, script: Script, lang: str
) -> None:
    heard = listen_to(script, lang, seeded, tmp_path)
    assert [(step.head, lacking) for step in heard if (lacking := step.lacks())] == []
    # Orca's own words change with its version; what is compared is every key and what we say.
    kept = read_steps(file_of(script, lang).read_text("utf-8"))
    assert [step.head for step in kept] == [step.head for step in heard]
    old = [Step(old.head, old.said, new.awaited) for old, new in zip(kept, heard, strict=True)]
    assert [(step.head, lacking) for step in old if (lacking := step.lacks())] == [], "write anew"
