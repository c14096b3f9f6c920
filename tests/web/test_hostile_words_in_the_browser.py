"""Hostile names, messages and records in a real browser: they are shown as they are, and none runs.

The site's policy forbids scripts in pages; here the browser is told to ignore it, so that what
stops them is that everything is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browsing import Server, milliseconds
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, expect

import galda
from galda.core.play.paper import GameRecord, write_record
from galda.web.security.people import clean_name

HOSTILE = (
    "<script>hack()</script>",
    "<svg onload=hack()>",
    '"><svg onload=hack()>',
    "'><svg onload=hack()>",
    "</script><script>hack()",
    "<b onclick=hack()>",
    '" onfocus="hack()',
    "</text><script>hack()",
    "</title><svg onload=hack",
    "--><svg onload=hack()>",
    "${hack()}{{hack()}}",
    "javascript:hack()",
    "&lt;svg onload=hack&gt;",
    '\\"};hack();//',
    "{player} {0} {hack}",
    "%s%n%(hack)s",
)
"""Each fits into a name."""
LONG = (
    "<img src=x onerror=hack()>",
    "<iframe srcdoc='<script>parent.hack()</script>'></iframe>",
    "<a href='javascript:hack()'>look</a>",
    "</textarea><script>hack()</script>",
    "<style>@import 'javascript:hack()'</style><math><mi//xlink:href='data:x,<script>hack()'>",
    "*/;hack();//</script><script>hack()</script>",
)
"""What is too long for a name, for messages and records."""
TRAP = "window.hacked = []; window.hack = (...given) => { window.hacked.push(location.href); };"
STRAY = """() => [...document.querySelectorAll("*")].filter((element) =>
  [...element.attributes].some((attribute) => attribute.name.startsWith("on")
    || (["action", "data", "formaction", "href", "src", "xlink:href"].includes(attribute.name)
      && /^\\s*javascript:/i.test(attribute.value)))
  || (element.localName === "script" && !element.src && element.type !== "application/json")
  || ["iframe", "math", "style"].includes(element.localName)
).map((element) => element.outerHTML.slice(0, 200))"""
"""Elements that no page of ours has."""


class Trap:
    """A browser in which hostile words would be noticed if they ran."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(bypass_csp=True, locale="en")
        self.context.set_default_timeout(milliseconds(30))
        self.context.add_init_script(TRAP)
        self.page: Page = self.context.new_page()
        self.page.on("dialog", lambda dialog: dialog.dismiss())
        self.page.goto(server.url)

    def post(self, path: str, **body: object) -> APIResponse:
        """Ask the API for something in this browser's name."""
        origin = {"origin": self.server.url}
        answer = self.context.request.post(self.server.url + path, data=body, headers=origin)
        assert answer.ok, answer.text()
        return answer

    def look(self, path: str, *shown: str) -> None:
        """Open a page: nothing runs, and what is to be shown is there, letter by letter."""
        self.page.goto(self.server.url + path)
        for words in shown:
            self.see(words)
        self.check()

    def see(self, words: str) -> None:
        """Wait until words stand on the page, as text or in a field."""
        self.page.wait_for_function(
            """(words) => document.documentElement.textContent.includes(words)
              || [...document.querySelectorAll("input, textarea")].some((e) =>
                e.value.includes(words))
              || [...document.querySelectorAll("*")].some((e) =>
                [...e.attributes].some((a) => a.value.includes(words)))""",
            arg=words,
        )

    def check(self) -> None:
        """Touch all that can be hovered over or focused, and see that nothing has run."""
        self.page.evaluate(
            "for (const e of document.querySelectorAll('main *')) { e.focus?.();"
            " e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); }"
        )
        self.page.emulate_media(media="print")
        self.page.emulate_media(media="screen")
        assert self.page.evaluate("window.hacked") == []
        assert self.page.evaluate(STRAY) == []


@pytest.fixture(scope="module")
def trap(browser: Browser, server: Server) -> Iterator[Trap]:
    """The browser of whoever is hostile: every page that it opens is looked at by itself."""
    set_up = Trap(browser, server)
    yield set_up
    set_up.context.close()


@pytest.fixture
def newcomer(browser: Browser, server: Server) -> Iterator[Trap]:
    """The same, of somebody who has not said anything yet: nobody may say much in a minute."""
    set_up = Trap(browser, server)
    yield set_up
    set_up.context.close()


@pytest.fixture(scope="module")
def friend(browser: Browser, server: Server) -> Iterator[Trap]:
    """The browser of somebody who is invited."""
    set_up = Trap(browser, server)
    yield set_up
    set_up.context.close()


def test_hostile_words_fit_where_they_are_to_be_tried() -> None:
    assert [clean_name(words) for words in HOSTILE] == list(HOSTILE)


@pytest.mark.parametrize("names", [HOSTILE[k : k + 4] for k in range(0, len(HOSTILE), 4)])
def test_names_and_messages_are_only_words(newcomer: Trap, names: tuple[str, ...]) -> None:
    own, *others = names
    seats = [{"kind": "me"}, *({"kind": "local", "name": name} for name in others)]
    newcomer.context.request.post(
        f"{newcomer.server.url}/name", form={"name": own}, headers={"origin": newcomer.server.url}
    )
    game = {"game": "alhambra", "options": {"players": len(seats)}, "seats": seats}
    opened = newcomer.post("/api/v1/tables", **game).json()
    table, watch = opened["table"], opened["watch"]
    said = (*names, *LONG)
    for number, words in enumerate(said):
        body = {"text": words, "move_id": f"chat-{number}", "seat": 0}
        newcomer.post(f"/api/v1/tables/{table}/chat", **body)
    newcomer.look("/", own)
    newcomer.look("/mine", *others)
    newcomer.look(f"/table/{table}", *said)
    newcomer.look(f"/table/{table}/watch/{watch}", *names)
    newcomer.look(f"/table/{table}/invites")
    newcomer.post(f"/api/v1/tables/{table}/resign", move_id="enough", seat=0)
    newcomer.look(f"/table/{table}", *names)
    newcomer.look(f"/game/{table}", *names)
    newcomer.page.click("#ask-review")
    expect(newcomer.page.locator("#review")).to_contain_text(others[0])
    newcomer.check()
    preview = newcomer.context.request.get(
        f"{newcomer.server.url}/table/{table}/watch/{watch}/preview.png"
    )
    assert preview.ok and preview.headers["content-type"] == "image/png"


@pytest.mark.parametrize("name", HOSTILE[:6])
def test_an_invitation_from_somebody_hostile_is_harmless(
    trap: Trap, friend: Trap, name: str
) -> None:
    seats = [{"kind": "me"}, {"kind": "friend", "name": name}]
    trap.context.request.post(
        f"{trap.server.url}/name", form={"name": name}, headers={"origin": trap.server.url}
    )
    neutral = {"players": 2, "neutral": name}
    body = {"game": "alhambra", "options": neutral, "seats": seats}
    opened = trap.post("/api/v1/tables", **body).json()
    trap.look(f"/table/{opened['table']}", name)
    trap.look(f"/table/{opened['table']}/invites")
    friend.look(f"/table/{opened['table']}/join/{opened['seats'][1]['invite']}", name)


@pytest.mark.parametrize("words", (*HOSTILE, *LONG))
def test_a_hostile_record_is_shown_or_refused_as_words(trap: Trap, words: str) -> None:
    trap.page.goto(f"{trap.server.url}/import")
    trap.page.fill("#text", f"game: {words}\n{words}: {words}\n\n1. {words}\n")
    trap.page.locator("form.bring button").click()
    expect(trap.page.locator("#problem")).to_be_visible()
    trap.see(words)
    trap.check()
    game = galda.game("quixo")
    played = game.new(size=3, seed=1).play("a1-c1")
    told = " ".join(words.replace(",", " ").replace("#", " ").split())
    record = write_record(GameRecord(played, names=(told, "Bob"), date="2026-01-01"))
    trap.page.goto(f"{trap.server.url}/import")
    trap.page.fill("#text", record)
    with trap.page.expect_navigation():  # the words stand on the page before, too
        trap.page.locator("form.bring button").click()
    trap.see(told[:10])
    trap.check()
