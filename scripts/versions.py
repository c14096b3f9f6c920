"""Whether Galda works with the oldest and the newest versions it may get of what it depends on.

    python scripts/versions.py oldest
    python scripts/versions.py newest

Each makes an empty environment, installs Galda there with the extras `table`, `postgres`,
`notebook` and `rl`, and tries it out: every game, compiling, the environments, a board, the whole
site. Oldest is what pyproject.toml declares, newest is whatever pip finds; pip must reach an index.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ("table", "postgres", "notebook", "rl", "render")
WHICH = ("oldest", "newest")


def declared() -> list[Requirement]:
    """What pyproject.toml declares for a plain installation and these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    optional = project["optional-dependencies"]
    words = [*project["dependencies"], *(word for extra in EXTRAS for word in optional[extra])]
    found = [Requirement(word) for word in words]
    return [one for one in found if canonicalize_name(one.name) != "galda"]


def oldest(requirement: Requirement) -> str:
    """The oldest version that a requirement allows, as pip takes it."""
    (lowest,) = (one.version for one in requirement.specifier if one.operator == ">=")
    return f"{requirement.name}=={lowest}"


def constraints(which: str) -> list[str]:
    """What pip is held to."""
    return [oldest(one) for one in declared()] if which == "oldest" else []


def try_out(which: str, folder: Path) -> None:
    """Install in an environment of its own, and use it."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "release")]
    import trying  # noqa: PLC0415  (they are where the tests are)
    from distributions import Environment, build  # noqa: PLC0415

    _, wheel = build(folder)
    held = folder / "constraints.txt"
    held.write_text("\n".join(constraints(which)) + "\n", "utf-8")
    environment = Environment.make(folder / "environment")
    environment.install("--constraint", held, f"{wheel}[{','.join(EXTRAS)}]")
    trying.every_game(environment)
    (folder / "cache").mkdir()
    trying.compiling(environment, folder / "cache")
    trying.environments(environment)
    trying.a_board(environment)
    trying.the_site(environment, folder)


def main() -> None:
    """Try the versions that are asked for."""
    if len(sys.argv) != 2 or sys.argv[1] not in WHICH:
        raise SystemExit(f"which versions? python scripts/versions.py {' | '.join(WHICH)}")
    with TemporaryDirectory() as folder:
        try_out(sys.argv[1], Path(folder))
    print(f"Galda works with the {sys.argv[1]} versions.")


if __name__ == "__main__":
    main()
