"""Every public name is described, with an example that runs; the list of them leaves none out."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

import galda
from public_names import PUBLIC, all_names, page_name

# The sources are read once, by one process, when it is its turn.
pytestmark = pytest.mark.xdist_group("public names")
if TYPE_CHECKING:
    import griffe

ROOT = Path(__file__).parents[1]
DEVELOPMENT = ("architecture.md", "page.md", "table.md")
PAGES = sorted({page.name for page in (ROOT / "docs").glob("*.md")} - set(DEVELOPMENT))
"""Pages that show people what to call."""
IMPORTED = re.compile(r"^>>> from (galda[\w.]*) import (.+)$", re.M)
CALLED = re.compile(r"\bgalda\.([A-Za-z_]\w*)\b(?=\()")


@lru_cache
def sources() -> griffe.Object | griffe.Alias:
    """The package as it is written; nothing of it is run."""
    import griffe  # noqa: PLC0415

    return griffe.load("galda", search_paths=[ROOT / "src"])


def described(name: str) -> griffe.Object:
    """What the sources say of a name."""
    first, _, rest = name.partition(".")
    assert first == "galda"
    homes = {known: home for home, names in galda.HOMES.items() for known in names}
    if rest in homes:
        rest = f"{homes[rest]}.{rest}".removeprefix("galda.")
    found = sources()[rest]
    if found.is_alias:  # a package hands on what its modules hold
        found = cast("griffe.Alias", found).final_target
    assert not found.is_alias
    return cast("griffe.Object", found)


def parts(name: str) -> Iterator[tuple[str, griffe.Object]]:
    """A public name, and if it is a class its methods and properties."""
    found = described(name)
    yield name, found
    if found.is_class:
        above = {k: v.final_target for k, v in found.inherited_members.items()}
        inherited = above if name.endswith("Position") else {}
        for inner, member in (inherited | found.members).items():
            callable_ = member.is_function or "property" in member.labels
            if callable_ and not inner.startswith("_") and not member.is_alias:
                yield f"{name}.{inner}", cast("griffe.Object", member)


def test_the_list_holds_whatever_the_package_offers() -> None:
    assert {f"galda.{name}" for name in galda.__all__} <= set(all_names())
    assert {name for names in galda.HOMES.values() for name in names} == set(galda.__all__)


@pytest.mark.parametrize("page", PAGES)
def test_the_list_holds_whatever_pages_tell_people_to_call(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    told = {f"galda.{name}" for name in CALLED.findall(text)}
    for module, names in IMPORTED.findall(text):
        for name in names.split(","):
            told.add(f"{module}.{name.strip()}")
    public = set(all_names()) | {name.rpartition(".")[0] for name in all_names()}
    assert told <= public


@pytest.mark.parametrize("name", all_names())
def test_a_public_name_is_there(name: str) -> None:
    home, _, own = name.rpartition(".")
    assert hasattr(import_module(home), own)


def test_no_name_is_listed_twice() -> None:
    assert len(set(all_names())) == len(all_names())


@pytest.mark.parametrize("title", PUBLIC)
def test_every_page_of_the_reference_is_in_the_contents(title: str) -> None:
    contents = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert f"- reference/{page_name(title)}.md" in contents


@pytest.mark.parametrize("name", all_names())
def test_a_public_name_and_its_parts_have_examples_that_run(name: str) -> None:
    for part_name, part in parts(name):
        run_examples(part_name, part)


def run_examples(name: str, part: griffe.Object) -> None:
    """Run what stands in a docstring."""
    assert part.docstring, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(
        part.docstring.value, {"galda": galda}, name, str(part.filepath), part.docstring.lineno
    )
    assert test.examples, f"{name} has no example"
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)
