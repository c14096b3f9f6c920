"""The documentation as a site: it is built strictly, holds what it should, and asks nobody else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import docs_site
import galda
from galda.cli.main import COMMANDS
from galda.core.kernels.kernel import COMPILED
from galda.core.show.figure import figures_of
from galda.core.show.language import LANGUAGES
from galda.core.show.rulebook import rules_of

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.xdist_group("docs")
FETCHED = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src"}
"""What a browser fetches by itself when it shows a page."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stdout
    return folder


class Fetches(HTMLParser):
    """The addresses that a page has a browser fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get(FETCHED.get(tag, ""))
        if address and given.get("rel") not in ("alternate", "canonical", "next", "prev", "edit"):
            self.found.append(address)


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        parser = Fetches()
        parser.feed(page.read_text("utf-8"))
        assert parser.found
        assert not [one for one in parser.found if re.match(r"(https?:)?//", one)], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", sheet.read_text("utf-8"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", galda.game_names())
def test_the_rules_are_there_with_all_figures(site: Path, name: str, lang: str) -> None:
    game = galda.game(name)
    page = (site / "rules" / lang / name / "index.html").read_text("utf-8")
    for rule in rules_of(game, lang):
        assert f'id="{rule.id}"' in page
    for number, figure in enumerate(figures_of(game, lang)):
        assert f"{name}-{number}.svg" in page
        drawn = (site / "rules" / lang / f"{name}-{number}.svg").read_text("utf-8")
        assert drawn == figure.draw(game, lang)


def test_the_reference_shows_examples_as_code(site: Path) -> None:
    page = (site / "reference" / "games-and-positions" / "index.html").read_text("utf-8")
    assert 'id="galda.Position.play"' in page
    assert "&gt;&gt;&gt;" in page
    assert "<blockquote>" not in page


def test_every_command_is_described(site: Path) -> None:
    page = (site / "reference" / "command-line" / "index.html").read_text("utf-8")
    for names in COMMANDS.values():
        for name in names:
            assert f'<h2 id="{name}">' in page


def test_the_notebooks_can_be_read_and_taken_along(site: Path) -> None:
    page = (site / "notebooks" / "first-steps" / "index.html").read_text("utf-8")
    assert page.count('class="drawing"') >= 3
    json.loads((site / "notebooks" / "first-steps.ipynb").read_text("utf-8"))


def test_everything_can_be_searched(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    places = {entry["location"] for entry in index["docs"]}
    assert {"", "quickstart/", "rules/lv/pylos/", "changelog/"} <= places


def test_rules_name_their_other_languages_where_the_address_is_known() -> None:
    page: Any = SimpleNamespace(url="rules/lv/pylos/")
    known: Any = SimpleNamespace(site_url="https://galda.example/")
    unknown: Any = SimpleNamespace(site_url="")
    shown = docs_site.on_post_page("<head></head>", page, known)
    for lang in LANGUAGES:
        address = f"https://galda.example/rules/{lang}/pylos/"
        assert f'hreflang="{lang}" href="{address}"' in shown
    assert docs_site.on_post_page("<head></head>", page, unknown) == "<head></head>"


SOUGHT = {
    "alhambra board game python": "environments/alhambra/",
    "quixo solver": "solved/",
    "is quixo solved": "solved/",
    "who wins pylos": "solved/",
    "pylos strategy": "strategy/",
    "pylos environment pettingzoo": "environments/pylos/",
    "gymnasium board game environment hidden information": "environments/",
    "play 5 towers online": "play/",
    "self-play training example": "training/",
    "cite bibtex": "citing/",
    "rulebook rulings alhambra": "rulings/",
    "submit result leaderboard": "leaderboard/",
}
"""What people type, and the page that must be among the first by title and text."""
FIRST = 5


@pytest.mark.parametrize("query", SOUGHT)
def test_what_people_type_finds_its_page(site: Path, query: str) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    words = query.lower().split()
    scores: dict[str, float] = {}
    for entry in index["docs"]:
        place = entry["location"].partition("#")[0]
        title = entry["title"].lower()
        text = re.sub(r"<[^>]+>", " ", entry["text"]).lower()
        found = [1.0 * (word in text) + 5.0 * (word in title) for word in words]
        scores[place] = max(scores.get(place, 0.0), sum(found) + 3 * sum(map(bool, found)))
    best = sorted(scores, key=lambda place: -scores[place])[:FIRST]
    assert SOUGHT[query] in best, best


def test_what_makes_the_site_leaves_other_tests_their_environment() -> None:
    assert os.environ.get("GALDA_COMPILE") != "0" or not COMPILED
