"""What the documentation's site has besides `docs/`: rules, environments, reference, notebooks.

MkDocs calls these functions while it builds (`hooks` in mkdocs.yml). Everything is made from what
the project has already: the games' own rules and figures, the docstrings of the public names, the
notebooks, and the pages at the project's root.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "scripts")]
if "galda" not in sys.modules:  # MkDocs, not a test: each figure is played once, so do not compile
    os.environ.setdefault("GALDA_COMPILE", "0")

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

import galda  # noqa: E402
from command_pages import command_line_page  # noqa: E402
from environment_pages import environment_page, picture  # noqa: E402
from galda.core.play.game import Game  # noqa: E402
from galda.core.show.figure import figures_of  # noqa: E402
from galda.core.show.language import LANGUAGES, say  # noqa: E402
from galda.core.show.rulebook import aim_of, rules_of  # noqa: E402
from public_names import PUBLIC, page_name  # noqa: E402

AT_THE_ROOT = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
}
"""Pages that people look for beside the README, and where they are in the site."""
EXAMPLES = ("learn", "ppo", "alphazero", "sb3_maskable")
CARRIED = {
    "CITATION.cff": "CITATION.cff",
    "LICENSE": "LICENSE",
    **{f"examples/{name}.py": f"examples/{name}.py" for name in EXAMPLES},
    "src/galda/web/static/icon.svg": "icon.svg",
}
"""Files that pages link to, and where they are in the site."""
RULES_PAGE = re.compile(r"rules/[a-z]+/(?P<name>\w+)/$")
NOTEBOOKS = ("first-steps", "train-and-measure", "explore-a-solved-game")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add everything that is made."""
    for address, content in made():
        files.append(File.generated(config, address, content=content))
    return files


def made() -> Iterator[tuple[str, str]]:
    """Everything the site has besides `docs/`: where it is, and what is in it."""
    for name, address in CARRIED.items():
        yield address, (ROOT / name).read_text("utf-8")
    for name, address in AT_THE_ROOT.items():
        yield address, _from_the_root((ROOT / name).read_text("utf-8"))
    yield "rules/index.md", rules_index()
    for lang in LANGUAGES:
        for name in galda.game_names():
            game = galda.game(name)
            yield f"rules/{lang}/{name}.md", rules_page(game, lang)
            for number, figure in enumerate(figures_of(game, lang)):
                yield f"rules/{lang}/{name}-{number}.svg", figure.draw(game, lang)
    for name in galda.game_names():
        yield f"environments/{name}.md", environment_page(galda.game(name))
        yield f"environments/{name}.svg", picture(galda.game(name))
    yield "reference/command-line.md", command_line_page()
    for title, names in PUBLIC.items():
        yield f"reference/{page_name(title)}.md", reference_page(title, names)
    for name in NOTEBOOKS:
        notebook = json.loads((ROOT / "examples" / f"{name}.ipynb").read_text("utf-8"))
        yield f"notebooks/{name}.md", notebook_page(name, notebook)
        yield f"notebooks/{name}.ipynb", json.dumps(notebook)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links that lead out of `docs/` lead to copies inside the site."""
    if "/" in page.file.src_uri:
        return markdown
    for name, address in AT_THE_ROOT.items():
        markdown = markdown.replace(f"](../{name}", f"]({address}")
    return re.sub(r"\]\(\.\./(?=(?:CITATION|LICENSE|examples/))", "](", markdown)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Search engines find the rules in the reader's language, where the site's address is known."""
    found = RULES_PAGE.match(page.url)
    if found is None or not config.site_url:
        return output
    links = "".join(
        f'<link rel="alternate" hreflang="{lang}" '
        f'href="{config.site_url.rstrip("/")}/rules/{lang}/{found["name"]}/">'
        for lang in LANGUAGES
    )
    return output.replace("</head>", f"{links}</head>", 1)


def _from_the_root(markdown: str) -> str:
    """A page of the project's root, its links as they are inside the site."""
    for name, address in AT_THE_ROOT.items():
        markdown = markdown.replace(f"]({name}", f"]({address}")
    return markdown.replace("](docs/", "](")


def rules_index() -> str:
    """The games in the languages there are."""
    rows = ["# Rules", "", "Numbered, with figures; the same numbers in every language.", ""]
    rows += ["| | " + " | ".join(LANGUAGES.values()) + " |", "|---" * (1 + len(LANGUAGES)) + "|"]
    for name in galda.game_names():
        title = galda.game(name).title
        links = " | ".join(f"[{title}]({lang}/{name}.md)" for lang in LANGUAGES)
        rows.append(f"| **{title}** | {links} |")
    return "\n".join(rows) + "\n"


def rules_page(game: Game, lang: str) -> str:
    """A game's numbered rules with their figures."""
    rules, figures = rules_of(game, lang), figures_of(game, lang)
    named = re.compile(rf"\b(?:{'|'.join(rule.id for rule in reversed(rules))})\b")
    others = [
        f"[{name}](../{code}/{game.name}.md)" for code, name in LANGUAGES.items() if code != lang
    ]
    title, aim = say(lang, "Rules of {game}", game=game.title), aim_of(game, lang)
    lines = ["---", f"description: {json.dumps(f'{title}. {aim}', ensure_ascii=False)}", "---"]
    lines += [f"# {title}", "", " · ".join(others), "", aim, ""]
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            lines += [f"## {section}", ""]
        text = named.sub(lambda found: f"[{found[0]}](#{found[0]})", rule.text)
        lines += [f'<div class="rule" id="{rule.id}" markdown>', ""]
        lines += [f"**[{rule.id}](#{rule.id})** {text}", ""]
        for number, figure in enumerate(figures):
            if figure.rule == rule.id:
                picture = f"![{_plain(figure.caption)}]({game.name}-{number}.svg){{ loading=lazy }}"
                caption = f"<figcaption>{figure.caption}</figcaption>"
                lines += [f'<figure markdown="span">{picture}{caption}</figure>', ""]
        lines += ["</div>", ""]
    return "\n".join(lines)


def _plain(caption: str) -> str:
    """A caption that can stand for its picture."""
    return re.sub(r'[\[\]"<>]', "", caption)


def reference_page(title: str, names: tuple[str, ...]) -> str:
    """The docstrings of some public names."""
    return "\n".join([f"# {title}", "", *(f"::: {name}\n" for name in names)])


def notebook_page(name: str, notebook: dict[str, Any]) -> str:
    """A notebook to read, with what came out when it was last run."""
    parts = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(
                text.replace("](learn.py", "](../examples/learn.py").replace("/docs/", "/")
            )
            continue
        parts.append(f"```python\n{text}\n```")
        parts += [shown for output in cell["outputs"] if (shown := _output(output))]
    parts.insert(1, f"[This page as a notebook]({name}.ipynb){{ download }}")
    return "\n\n".join(parts) + "\n"


def _output(output: dict[str, Any]) -> str:
    """What a cell gave: a drawing where there is one, else a text."""
    data = output.get("data", {})
    if drawn := data.get("image/svg+xml"):
        return f'<div class="drawing">{"".join(drawn)}</div>'
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""
