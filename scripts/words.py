"""Bring the catalogues of words up to date: `python scripts/words.py` (docs/translating.md).

It finds every message in the sources, the files that teach and the templates, adds new ones to
`src/galda/locale/LANG.po`, keeps translations and drops what is no longer said. With `--check` it
changes nothing, and says what would change and fails if something would.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from galda.core.show.teach import SENTENCES

PROJECT = Path(__file__).resolve().parents[1]
SOURCES = PROJECT / "src" / "galda"
LOCALE = SOURCES / "locale"
TRANSLATED = ("lv", "lt", "is")

PLURALS = {
    # One (1, 21), several (2, 22), and the rest, which is 0, the teens and the tens.
    "lv": (3, "(n%10==1 && n%100!=11 ? 0 : n%10==0 || (n%100>=11 && n%100<=19) ? 2 : 1)"),
    "lt": (3, "(n%10==1 && n%100!=11 ? 0 : n%10==0 || (n%100>=11 && n%100<=19) ? 2 : 1)"),
    "is": (2, "(n%10==1 && n%100!=11 ? 0 : 1)"),
}
"""How many forms a counted sentence has, and which one goes with n."""

PLACE_OF_MESSAGE = {
    "say": 1, "t": 0, "later": 0, "Message": 0, "Refusal": 1, "BadRecord": 1,
    "ImpossiblePosition": 1,
}  # fmt: skip
"""Which argument is the message; of errors it is the first."""
PLACE_OF_COUNTED = {"say_count": 1, "tn": 0, "Counted": 0}
"""Which two arguments are the message for one and for many."""
TELL_REFUSALS = frozenset({"BadPosition"})
"""Errors that tell a refusal where they are given one: its message is found there."""


@dataclass(frozen=True)
class Found:
    """A message in the sources."""

    words: str | tuple[str, str]
    context: str | None
    file: str
    line: int


class NotLiteral(Exception):
    """A message that cannot be found in the sources, because it is put together as it is said."""


def find_all() -> list[Found]:
    """Every message, in the order of files and lines."""
    found: list[Found] = []
    for file in sorted([*SOURCES.rglob("*.py"), *SOURCES.rglob("teach/*.toml")]):
        read = in_python if file.suffix == ".py" else in_teaching
        found += read(file.read_text("utf-8"), str(file.relative_to(PROJECT)))
    for file in sorted((SOURCES / "web" / "templates").iterdir()):
        found += in_template(file.read_text("utf-8"), str(file.relative_to(PROJECT)))
    return found


def in_python(text: str, file: str) -> Iterator[Found]:
    """The messages of a Python file."""
    nodes_by_line = sorted(ast.walk(ast.parse(text)), key=lambda node: getattr(node, "lineno", 0))
    for node in nodes_by_line:
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
                yield Found(" ".join(paragraph.split()), None, file, node.lineno)
        if not isinstance(node, ast.Call):
            continue
        name = _name(node)
        context = next((k.value for k in node.keywords if k.arg == "context"), None)
        told = context.value if isinstance(context, ast.Constant) else None
        words = [list(_literals(arg, file)) for arg in node.args[:4]]
        for message in _messages(name, words, isinstance(node.func, ast.Attribute)):
            yield Found(message, str(told) if told else None, file, node.lineno)


def in_teaching(text: str, file: str) -> Iterator[Found]:
    """The messages of figures and lessons: all entries that are told to people."""
    yield from _sentences(tomllib.loads(text), file)


def _sentences(written: object, file: str, key: str = "") -> Iterator[Found]:
    if isinstance(written, str) and key in SENTENCES:
        yield Found(written, None, file, 0)
    elif isinstance(written, dict):
        for name, value in written.items():
            yield from _sentences(value, file, name)
    elif isinstance(written, list):
        for value in written:
            yield from _sentences(value, file, key)


def _name(call: ast.Call) -> str:
    """What is called."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _messages(name: str, words: list[list[str]], method: bool) -> Iterator[str | tuple[str, str]]:
    if name in PLACE_OF_COUNTED:
        at = PLACE_OF_COUNTED[name] - method
        yield from zip(*[*words, [], []][at : at + 2], strict=True)
    elif name in PLACE_OF_MESSAGE or name in ERRORS:
        at = PLACE_OF_MESSAGE.get(name, 0) - (method and name == "say")
        yield from [*words, [], []][at]


def _makes_command(decorator: ast.expr) -> bool:
    """Whether a function becomes a command: its docstring is then its help text."""
    return isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "command"


def _literals(node: ast.expr, file: str) -> Iterator[str]:
    """The texts an argument can be; none where it is a value known only when it is said."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _literals(node.body, file)
        yield from _literals(node.orelse, file)


def _error_names() -> frozenset[str]:
    """The names of our errors: GaldaError and everything made from it."""
    classes: dict[str, set[str]] = {}
    for file in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases}
                classes[node.name] = bases
    errors = {"GaldaError"}
    while True:
        more = {name for name, bases in classes.items() if bases & errors} | errors
        if more == errors:
            return frozenset(errors - {"IllegalMove", "ImpossiblePosition", "Stale"})
        errors = more


ERRORS = _error_names()


def in_template(text: str, file: str) -> Iterator[Found]:
    """The messages of a template: what it gives to `t` and `tn`."""
    for call in Environment().parse(text).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in ("t", "tn"):
            continue
        words = [
            [arg.value] if isinstance(arg, nodes.Const) and isinstance(arg.value, str) else []
            for arg in call.args
        ]
        given = {k.key: k.value for k in call.kwargs}
        context = given.get("context")
        told = str(context.value) if isinstance(context, nodes.Const) else None
        for message in _messages(call.node.name, words, False):
            yield Found(message, told, file, call.lineno)


def built_up() -> list[str]:
    """Where a message is glued together instead of written out: no catalogue could hold it."""
    wrong = []
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = _name(node)
            if name in PLACE_OF_COUNTED:
                at = PLACE_OF_COUNTED[name] - isinstance(node.func, ast.Attribute)
            elif name in PLACE_OF_MESSAGE or name in ERRORS:
                method = isinstance(node.func, ast.Attribute) and name == "say"
                at = PLACE_OF_MESSAGE.get(name, 0) - method
            else:
                continue
            if any(_is_glued(arg, name) for arg in node.args[at : at + 1]):
                wrong.append(f"{file.relative_to(PROJECT)}:{node.lineno}: {ast.unparse(node)}")
    return wrong


def _is_glued(message: ast.expr, told_by: str) -> bool:
    """Whether a message is put together as it is said; one made before it is given is not."""
    if isinstance(message, ast.Call):
        return told_by not in TELL_REFUSALS and _name(message) not in ("Message", "Counted")
    return isinstance(message, ast.JoinedStr | ast.BinOp)


def make_template() -> Catalog:
    """All messages as a catalogue without translations."""
    template = Catalog()
    for found in find_all():
        template.add(found.words, locations=[(found.file, 0)], context=found.context)
    return template


def read_catalogue(lang: str, file: Path | None = None) -> Catalog:
    """A language's catalogue as it is, or an empty one."""
    file = file or LOCALE / f"{lang}.po"
    if not file.exists():
        return Catalog(locale=lang)
    with file.open("rb") as stored:
        return read_po(stored, locale=lang)


def bring_up_to_date(lang: str, template: Catalog, others: Sequence[Path] = ()) -> bytes:
    """The catalogue's file with all messages of `template` and no others.

    What our own file does not translate is taken from `others`, if they do.
    """
    fresh = Catalog(locale=lang)
    olds = [read_catalogue(lang), *(read_catalogue(lang, file) for file in others)]
    for message in template:
        if not message.id:
            continue
        counted = isinstance(message.id, tuple)
        known = [k for old in olds if (k := old.get(message.id, message.context))]
        known = [k for k in known if isinstance(k.string, tuple) == counted]
        kept = next((k for k in known if is_translated(k)), known[0] if known else None)
        fresh.add(
            message.id,
            kept.string if kept else ("",) * PLURALS[lang][0] if counted else "",
            message.locations,
            flags=kept.flags if kept else (),
            context=message.context,
            user_comments=kept.user_comments if kept else (),
        )
    out = BytesIO()
    write_po(out, fresh, width=100, omit_header=True, include_lineno=False)
    forms = "nplurals={}; plural={};".format(*PLURALS[lang])
    head = (
        f'# Galda\'s words in the language "{lang}": see docs/translating.md.\n'
        f'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"Plural-Forms: {forms}\\n"\n'
        '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return head.encode() + out.getvalue()


def missing(lang: str) -> list[str]:
    """The messages of a catalogue that are not translated yet."""
    return [str(e.id) for e in read_catalogue(lang) if e.id and not is_translated(e)]


def is_translated(entry: Message) -> bool:
    """Whether every form of a message has been written."""
    return all(entry.string if isinstance(entry.string, tuple) else (entry.string,))


def changes(file: Path, text: bytes) -> list[str]:
    """The lines of a catalogue that would go and come."""
    old = file.read_text("utf-8").splitlines() if file.exists() else []
    lines = unified_diff(old, text.decode().splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def main() -> int:
    """Update or check every catalogue and say how complete each is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing, fail on differences")
    parser.add_argument(
        "--with", dest="others", type=Path, action="append", default=[], metavar="LANG.po",
        help="also take translations from another copy of a catalogue",
    )  # fmt: skip
    asked = parser.parse_args()
    only_check = asked.check
    glued = built_up()
    print("\n".join(f"not a literal message: {where}" for where in glued), end="\n" * bool(glued))
    template = make_template()
    stale = bool(glued)
    for lang in TRANSLATED:
        file = LOCALE / f"{lang}.po"
        others = [other for other in asked.others if other.name.startswith(lang)]
        text = bring_up_to_date(lang, template, others)
        if not file.exists() or file.read_bytes() != text:
            stale = True
            if only_check:
                print(f"{lang} is out of date; `python scripts/words.py` would change:")
                print("\n".join(changes(file, text)))
            else:
                file.write_bytes(text)
        print(f"{lang}: {len(template)} messages, {len(missing(lang))} not translated")
    return int(stale and only_check)


if __name__ == "__main__":
    sys.exit(main())
