"""Games as a blind player hears them: played by keys alone and written down, key by key.

Anna sits at the screen reader; Jonas plays from elsewhere, by the API. Both follow a script, so
that every run says the same. After changes of words that are meant, write the games anew:
`PYTHONPATH=tests python tests/web/heard_games.py [GAME] [LANGUAGE]`, and read them as somebody who
sees nothing.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browsing import Server
from listening import Desk, is_heard, orca_version, plain

import galda
from galda import Position
from galda.core.show.language import LANGUAGES

FOLDER = Path(__file__).parent.parent / "playthroughs" / "heard"
SEED = 2001
SEEDED = (
    f"from galda.core.play import long_seed; long_seed.new_long_seed = lambda: {SEED}; "
    "from galda.cli import main; main()"
)
"""The server's program, with every table drawn from one seed."""


@dataclass(frozen=True, slots=True)
class Script:
    """A game to be heard: who sits where, and every turn in notation."""

    game: str
    seat: int
    """Anna's."""
    turns: tuple[str, ...]
    forbidden: dict[int, str] = field(default_factory=dict)
    """Before which turn Anna touches something that cannot be touched then."""
    options: dict[str, Any] = field(default_factory=dict)


SCRIPTS = (
    Script(
        "quixo", 0,
        ("a1-a5", "a2-e2", "b1-b5", "a3-e3", "c1-c5", "a4-e4", "d1-d5", "a2-e2", "e1-e5"),
        {0: "c3", 2: "e2"},
    ),
    Script(
        "pylos", 0,
        ("c4", "a4", "d3", "b4", "c2", "b1", "c1", "c3", "a1", "b3", "c2>2b3", "d4", "a2", "c2",
         "b2", "2b1", "2a1", "d1", "d3>2b2", "d3", "d2", "2c1", "2c3", "a4>2c2", "3b1", "3b2",
         "a4", "a3", "2a2", "3a1", "2a3 -3b1", "3a2", "3b1"),
        {4: "a4"},
    ),
    Script(
        "alhambra", 1,
        ("buy1 pay-yellow7 pay-yellow3 take-green4+green1 chambers10@0,1", "take-blue6"),
        {0: "market3"}, {"players": 2},
    ),
)  # fmt: skip

STATE = """() => {
  const at = (id) => document.getElementById(id);
  const seen = (id) => (at(id)?.checkVisibility() ? at(id).innerText : "");
  const active = document.activeElement;
  return {
    focus: active.closest("[data-touch]")?.dataset.touch ?? active.id ?? "",
    name: active.getAttribute("aria-label") ?? active.innerText ?? "",
    chosen: [...document.querySelectorAll("#board .chosen")].map((one) => one.dataset.touch),
    busy: document.body.classList.contains("busy"),
    board: at("board").dataset.look,
    turns: document.querySelectorAll("#log li").length,
    last: document.querySelector("#log li:last-child")?.innerText ?? "",
    status: seen("status"),
    prompt: seen("prompt"),
    draft: seen("draft-words"),
    why: at("why").checkVisibility() ? at("why").lastElementChild.innerText : "",
    result: seen("result") && at("result").querySelector("p").innerText,
  };
}"""
"""What the page shows to those who see."""

STOPS = """(aim) => {
  const can = "a[href], button:enabled, input, select, textarea, summary, [tabindex='0']";
  const stops = [...document.querySelectorAll(can)].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility() && !one.closest("[inert]"));
  return [stops.indexOf(document.activeElement), stops.indexOf(document.querySelector(aim))];
}"""
"""How many stops of the Tab key the focus and what is aimed at are from the top."""


ARROW = """(touch) => {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(document.activeElement);
  const [ax, ay] = middle(document.querySelector(`#board [data-touch="${touch}"]`));
  if (Math.hypot(ax - x, ay - y) < 2) return null;
  if (Math.abs(ax - x) > Math.abs(ay - y)) return ax > x ? "Right" : "Left";
  return ay > y ? "Down" : "Up";
}"""
"""Which arrow key leads from the focus towards something on the board."""
MOST_ARROWS = 20


DIFFER = "Object.keys(now).some((key) => String(now[key]) !== String(old[key]))"
TOLD = ("why", "last", "status", "prompt", "result")
"""What of it must be heard when it changes; of a turn under way, whatever is added."""
Awaited = Callable[[dict[str, Any], dict[str, Any]], list[str]]


@dataclass(frozen=True, slots=True)
class Step:
    """What happens, a key or something else, and what is said to it."""

    head: str
    said: list[str] = field(default_factory=list)
    awaited: list[str] = field(default_factory=list)
    """What must be said then: it came up on the page."""

    def as_text(self) -> str:
        """As it is written down; what is not a key stands apart."""
        space = "\n" if self.head.startswith("#") else ""
        return "\n".join([space + self.head, *(f"  {words}" for words in self.said)])

    def lacks(self) -> list[str]:
        """What must be said and is not."""
        return [words for words in self.awaited if not is_heard(self.said, words)]


def read_steps(text: str) -> list[Step]:
    """The steps of a game that was written down."""
    steps: list[Step] = []
    for line in text.partition("\n\n")[2].splitlines():
        if line.startswith("  "):
            steps[-1].said.append(line.strip())
        elif line:
            steps.append(Step(line))
    return steps


class Listener:
    """Anna: she presses keys, and what she hears is written down."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.page = desk.page
        self.steps: list[Step] = []

    def look(self) -> dict[str, Any]:
        """What the page shows."""
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def note(self, what: str) -> None:
        """Write down what happens besides keys."""
        self.steps.append(Step(f"# {what}"))

    def hear(self, *awaited: str) -> None:
        """Write down what is said to the last step."""
        said = map(plain, self.desk.listen(*awaited))
        self.steps[-1].said.extend(filter(None, said))
        self.steps[-1].awaited.extend(awaited)

    def press(self, key: str, awaited: Awaited) -> None:
        """Press a key, wait until the page has answered, and listen."""
        before = self.look()
        self.steps.append(Step(f"[{key}]"))
        self.desk.press(key)
        self.hear(*awaited(before, self.answer(before)))

    def answer(self, before: dict[str, Any]) -> dict[str, Any]:
        """What the page shows once it has changed, and nothing is under way."""
        self.page.wait_for_function(
            f"(old) => {{ const now = ({STATE})(); return !now.busy && {DIFFER}; }}", arg=before
        )
        return self.look()

    def take_all_keys(self) -> None:
        """Tell Orca that all other keys belong to the page, the arrows too."""
        self.steps.append(Step("[Insert+a] [Insert+a]"))
        for _ in range(2):
            self.desk.press("Insert+a")
        self.hear()

    def go_to(self, aim: str) -> None:
        """Press Tab, there or back, until the focus is on something."""
        while True:
            here, there = self.page.evaluate(STOPS, aim)
            assert there >= 0, f"{aim} cannot be reached by keys"
            if here == there:
                return
            self.press("Tab" if here < there else "shift+Tab", focused)

    def find(self, touch: str) -> None:
        """Go by arrow keys to something that Tab leads past."""
        for _ in range(MOST_ARROWS):
            arrow = self.page.evaluate(ARROW, touch)
            if not arrow:
                return
            self.press(arrow, focused)
        raise AssertionError(f"{touch} cannot be reached by arrow keys")


def news(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What has come up on the page meanwhile and must be heard, too."""
    told = [after[key] for key in TOLD if after[key] and after[key] != before[key]]
    step = _added(before["draft"], after["draft"])
    return [*told, *([step] if step else [])]


def _added(before: str, after: str) -> str:
    """What has been added to a turn under way; of a long one the page shows the end alone."""
    shown = after.removeprefix("…").strip()
    kept = next(k for k in range(len(before) + 1) if shown.startswith(before[k:]))
    return shown.removeprefix(before[kept:]).strip()


def focused(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What the focus has come to."""
    return [after["name"]]


class Evening:
    """One game: a table on a server, Anna who listens and Jonas who is elsewhere."""

    def __init__(self, desk: Desk, server: Server, script: Script) -> None:
        self.anna = Listener(desk)
        self.script = script
        self.home = server.url
        self.ids = itertools.count()
        options = {"seed": SEED, **script.options}
        self.position: Position = galda.game(script.game).new(**options)

    def play(self) -> list[Step]:
        """The whole of it."""
        self._sit_down()
        for number, turn in enumerate(self.script.turns):
            if self.position.to_act == self.script.seat:
                self._play_own(number, turn)
            else:
                self._play_other(turn)
        return self.anna.steps

    def _post(self, path: str, body: dict[str, Any], key: str = "") -> Any:
        headers = {"origin": self.home} | ({"authorization": f"Bearer {key}"} if key else {})
        web = self.anna.page.request if not key else self.elsewhere
        answer = web.post(f"{self.home}/api/v1/tables{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def _sit_down(self) -> None:
        page = self.anna.page
        browser = page.context.browser
        assert browser
        self.elsewhere = browser.new_context().request
        seats = [{"kind": "friend"}, {"kind": "friend"}]
        seats[self.script.seat] = {"kind": "me"}
        body = {
            "game": self.script.game,
            "options": self.script.options,
            "seats": seats,
            "name": "Anna",
        }
        opened = self._post("", body)
        self.table = f"/{opened['table']}"
        invite = next(seat["invite"] for seat in opened["seats"] if seat["invite"])
        join = self.elsewhere.post(
            f"{self.home}/api/v1/tables{self.table}/join",
            data={"invite": invite, "name": "Jonas"}, headers={"origin": self.home},
        )  # fmt: skip
        self.key = join.json()["key"]
        self.anna.desk.listen()
        self.anna.note("Anna opens the page of the table")
        page.goto(self.home + opened["page"])
        page.wait_for_selector("#board svg")
        state = self.anna.look()
        self.anna.hear(state["status"], state["prompt"])
        self.anna.take_all_keys()

    def _play_own(self, number: int, turn: str) -> None:
        anna = self.anna
        anna.note(f"turn {number + 1}, Anna: {turn}")
        if forbidden := self.script.forbidden.get(number):
            self._try(forbidden)
        for move in turn.split():
            after = self.position.play(move)
            assert after.action is not None
            path = next(p for p, action in self.position.paths.items() if action == after.action)
            for touch in path:
                anna.go_to(f'#board [data-touch="{touch}"]')
                anna.press("Return", news)
            self.position = after
        if anna.look()["draft"]:
            anna.go_to("#seal")
            anna.press("Return", news)

    def _try(self, touch: str) -> None:
        """Touch what cannot be touched now; Tab leads past it, arrow keys do not."""
        if not self.anna.look()["focus"]:
            self.anna.go_to('#board [tabindex="0"]')
        self.anna.find(touch)
        self.anna.press("Return", news)

    def _play_other(self, turn: str) -> None:
        self.anna.note(f"Jonas: {turn}")
        before = self.anna.look()
        base = self.elsewhere.get(
            f"{self.home}/api/v1/tables{self.table}",
            headers={"authorization": f"Bearer {self.key}"},
        ).json()["base"]
        body = {"base": base, "actions": turn.split(), "move_id": f"jonas-{next(self.ids)}"}
        self._post(f"{self.table}/moves", body, self.key)
        self.anna.hear(*news(before, self.anna.answer(before)))
        self.position = self.position.play_turn(turn)


def listen_to(script: Script, lang: str, server: Server, folder: Path) -> list[Step]:
    """A game as it is heard in a language."""
    with Desk(folder, lang).open() as desk:
        return Evening(desk, server, script).play()


def write_down(script: Script, lang: str, steps: list[Step]) -> str:
    """A game as it is kept: who spoke, and every step."""
    head = f"{script.game}, {lang}, as read by Orca {orca_version()}"
    return "\n".join([head, *(step.as_text() for step in steps)]) + "\n"


def file_of(script: Script, lang: str) -> Path:
    """Where a game is written down."""
    return FOLDER / f"{script.game}-{lang}.txt"


def seeded_server(folder: Path) -> Server:
    """A server whose tables are all drawn from one seed."""
    server = Server(folder)
    server.program = [sys.executable, "-c", SEEDED]
    return server


def main(games: list[str], languages: list[str]) -> None:
    """Write games anew."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        server = seeded_server(Path(name))
        server.start()
        try:
            for script in SCRIPTS:
                for lang in languages if script.game in games else []:
                    with tempfile.TemporaryDirectory() as folder:
                        steps = listen_to(script, lang, server, Path(folder))
                    file_of(script, lang).write_text(write_down(script, lang, steps), "utf-8")
                    unheard = [f"{step.head}: {words}" for step in steps for words in step.lacks()]
                    print(file_of(script, lang), *unheard, sep="\n  unheard: ", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    asked = set(sys.argv[1:])
    main(
        [script.game for script in SCRIPTS if script.game in asked or not asked - set(LANGUAGES)],
        [lang for lang in LANGUAGES if lang in asked or not asked & set(LANGUAGES)],
    )
