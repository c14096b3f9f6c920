"""Mistakes that authors of games make: each is named, with the line or field, and none crashes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from test_docs import ROOT, write_out

REGISTER = ("-c", "import galda; galda.game('cairn')")
KERNELS = ("-c", "from galda.testing.kernels import what_is_wrong; print(what_is_wrong('cairn'))")
COMPILE = ("-c", "from galda.testing.kernels import call_compiled; call_compiled('cairn')")


@dataclass(frozen=True)
class Mistake:
    """What is changed in which file of Cairn, how it is looked for, and what is said."""

    file: str
    right: str
    wrong: str
    told: tuple[str, ...]
    looked_for: tuple[str, ...] = REGISTER


def generic(*names: str) -> tuple[str, ...]:
    """The generic tests whose names hold one of these."""
    chosen = " or ".join(names)
    return (
        "-m", "pytest", "-x", "-q", "-p", "galda.testing.plugin", "-p", "no:cacheprovider",
        "--galda-game", "cairn", "-k", chosen, "--ignore", "tests",
    )  # fmt: skip


MISTAKES = {
    # Refused when the game is made.
    "a kernel is missing": Mistake(
        "__init__.py", "kernels=rules.KERNELS", "kernels={'setup': rules.setup}",
        ("the game lacks the kernels", "is_over, legal"),
    ),
    "a kernel is misspelt": Mistake(
        "__init__.py", '"margin":', '"margins":', ("no kernel is called margins", "mean margin?")
    ),
    "a deal is evaluated as if it were known": Mistake(
        "__init__.py", '"margin": evaluation.margin', '"evaluate": rules.height',
        ("`evaluate` takes (state, seat)", "`evaluate` with `determinize`"),
    ),
    "secrets are hidden but never drawn anew": Mistake(
        "__init__.py", "kernels=rules.KERNELS",
        "kernels={k: v for k, v in rules.KERNELS.items() if k != 'determinize'}",
        ("`conceal` without `determinize`",),
    ),
    "nothing writes the features": Mistake(
        "__init__.py", '"observe": observation.observe,', "",
        ("`features` and the kernel `observe` go together",),
    ),
    "a kernel is not marked": Mistake(
        "rules.py", "@kernel\ndef is_over", "def is_over", ("`is_over` is not compiled", "@kernel")
    ),
    "a kernel takes too little": Mistake(
        "rules.py", "def scores(state, out):", "def scores(state):",
        ("`scores` takes (state); it is called with (state, out)",),
    ),
    "an option's default is none of its values": Mistake(
        "__init__.py", "(2, 3, 4), 2", "(2, 3, 4), 5", ("the option `players` has the default 5",)
    ),
    "nobody is asked how many play": Mistake(
        "__init__.py", 'Option("players"', 'Option("seats"', ("the options lack `players`",)
    ),
    "a record is not filled up": Mistake(
        "rules.py", '("filler", np.int8, (2,)),', '("filler", np.int8, (1,)),',
        ("the fields take", "fill up the last"),
    ),
    "more actions are legal than there are": Mistake(
        "__init__.py", "most_legal=2 * rules.WEIGHTS", "most_legal=99", ("`most_legal` is 99",)
    ),
    # Found in plain Python, before anything compiled can crash.
    "most_legal is too small": Mistake(
        "__init__.py", "most_legal=2 * rules.WEIGHTS", "most_legal=3",
        ("`legal` lists more actions than `most_legal`, 3", "rules.py:", "out[n] = "), KERNELS,
    ),
    "an array is too short": Mistake(
        "rules.py", "state.held[seat] += 1", "state.held[seat + SEATS] += 1",
        ("goes past the end of an array", "rules.py:", "state.held[seat + SEATS] += 1"), KERNELS,
    ),
    "actions do not ascend": Mistake(
        "rules.py", "for weight in range(min(highest + 1, WEIGHTS)):",
        "for weight in range(min(highest, WEIGHTS - 1), -1, -1):",
        ("`legal` must list actions in ascending order",), KERNELS,
    ),
    "counting points plays the game": Mistake(
        "rules.py", "    for seat in range(state.players):\n        out[seat] =",
        "    state.left -= 1\n    for seat in range(state.players):\n        out[seat] =",
        ("`scores` only asks, but it writes to the state", "rules.py:", "state.left -= 1"), KERNELS,
    ),
    "a field is too narrow": Mistake(
        "rules.py", "COPIES, DEALT = 4, 9, 3, 4", "COPIES, DEALT = 4, 9, 15, 4",
        ("OverflowError", "rules.py:", "state.left = WEIGHTS * COPIES"), KERNELS,
    ),
    "an action has too high a code": Mistake(
        "rules.py", "ACTIONS = TAKE + 2", "ACTIONS = TAKE + 1",
        ("`legal` lists 19; `action_count` is 19",), KERNELS,
    ),
    "nothing is legal and the game goes on": Mistake(
        "rules.py", "return state.left == 0", "return state.left < 0",
        ("`legal` lists nothing, though `is_over` says",), KERNELS,
    ),
    "a field is misspelt": Mistake(
        "rules.py", "state.draws += 1", "state.drawn += 1", ("drawn", "rules.py:"), KERNELS
    ),
    # Named by Numba.
    "a field is misspelt where it is compiled": Mistake(
        "rules.py", "return state.taking != 0", "return state.takes != 0",
        ("a record has no field 'takes'", "rules.py:", "return state.takes != 0"), COMPILE,
    ),
    "types do not fit": Mistake(
        "rules.py", "return state.taking != 0", 'return "taking" + state.taking',
        ("Numba cannot compile add(", "rules.py:"), COMPILE,
    ),
    # Found by the tests for games.
    "a stone is drawn in the middle of a turn": Mistake(
        "rules.py", "    state.taking = 1\n", "    state.taking = 1\n    take_one(state, seat)\n",
        ("shows seat", "`hand["), generic("nothing_new_comes_to_light"),
    ),
    "the key leaves out the hands": Mistake(
        "rules.py", "both = np.int64(state.hand[seat, weight]) * 4 +", "both =",
        ("`key` is the same for two states", "`hand["), generic("can_tell_apart"),
    ),
    "the key leaves out all but who acts": Mistake(
        "rules.py", "+ np.uint64(state.taking)\n", "+ np.uint64(state.taking)\n    return told\n",
        ("`key` is the same after", "`hand["), generic("different_actions_lead_to"),
    ),
    "hands are not concealed": Mistake(
        "rules.py", "if seat != viewer:\n                state.hand[seat, weight] = 0",
        "if seat != viewer:\n                state.hand[seat, weight] *= 1",
        ("what seat ", "`hand["), generic("cannot_know_never_shows"),
    ),
    "chance is not concealed": Mistake(
        "rules.py", "    state.seed = 0\n", "", ("`seed`",), generic("cannot_know_never_shows")
    ),
    "redrawing loses stones": Mistake(
        "rules.py", "for _ in range(stones):", "for _ in range(stones - 1):", ("`held[",),
        generic("cannot_know_never_shows"),
    ),
    "what programs see tells a secret": Mistake(
        "observation.py", "out[LEFT] = state.left", "out[LEFT] = state.hand[1 - viewer % 2, 0]",
        ("`observe` tells seat", "`left[0]`"), generic("cannot_know_never_shows"),
    ),
    "a refusal cites no rule": Mistake(
        "words.py", 'Refusal("C3", "{weight} is too', 'Refusal("D3", "{weight} is too',
        ("'D3'",), generic("either_played_or_refused"),
    ),
    "a touch is not on the board": Mistake(
        "board.py", 'f"take{n}"))', 'f"takes{n}"))', ("take1",), generic("element_for_every_touch")
    ),
    "two moves are written alike": Mistake(
        "words.py", "'lay' if action < DROP else 'drop'", "'lay'",
        ("assert",), generic("name_each_legal_action_once"),
    ),
    "a sentence is not said": Mistake(
        "board.py", 'say(lang, "bag: {n}", n=state.left)]', 'f"bag: {state.left}"]',
        ("bag",), generic("every_word", "said"),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Cairn as the docs have it: file -> text."""
    folder = tmp_path_factory.mktemp("right")
    write_out(ROOT / "docs" / "a-game-with-secrets.md", folder)
    return {file.name: file.read_text() for file in (folder / "cairn").glob("*.py")}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str, right: dict[str, str], tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    environment = write_out(ROOT / "docs" / "a-game-with-secrets.md", tmp_path)
    assert right[mistake.file].count(mistake.right) >= 1, "what is to be changed is not there"
    text = right[mistake.file].replace(mistake.right, mistake.wrong, 1)
    (tmp_path / "cairn" / mistake.file).write_text(text)
    if mistake.looked_for[0] == "-m":
        environment["GALDA_COMPILE"] = "0"
    environment["GALDA_CACHE"] = os.environ.get("GALDA_CACHE", str(tmp_path / "cache"))
    told = subprocess.run(
        [sys.executable, *mistake.looked_for],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode in (0, 1), f"Python crashed: {told.stderr}"
    assert told.returncode == 1 or mistake.looked_for == KERNELS
    for part in mistake.told:
        assert part in told.stdout + told.stderr, told.stdout + told.stderr
