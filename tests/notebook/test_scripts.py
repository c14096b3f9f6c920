"""The notebook's script is the site's picker and a frame around it, joined into one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from galda.notebook.board import OWN, SITE, Board
from galda.notebook.scripts import join_modules


def test_the_picker_is_the_sites_own() -> None:
    picker = (Path(str(SITE)) / "picker.js").read_text("utf-8")
    body = re.split(r"^export class Picker ", picker, flags=re.M)[1]
    assert body in Board._esm
    assert "Picker" not in (OWN / "board.js").read_text("utf-8").replace(
        'import { Picker } from "./picker.js";', ""
    ).replace("new Picker(", "")


def test_nothing_is_imported_and_one_thing_exported() -> None:
    assert not re.search(r"^import\b", Board._esm, re.M)
    assert re.findall(r"^export .*", Board._esm, re.M) == ["export default { render };"]


def test_modules_keep_their_own_names_and_are_joined_once(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(
        'import { a as first } from "./one.js";\nimport { b } from "./two.js";\nfirst(b);\n'
    )
    (tmp_path / "one.js").write_text('import { b } from "./two.js";\nexport function a() {}\n')
    (tmp_path / "two.js").write_text("const inner = 1;\nexport const b = inner;\n")
    joined = join_modules("main.js", (tmp_path,))
    assert joined.count("const inner = 1;") == 1
    assert "const { a: first } = module_one_js;" in joined
    assert "return { a };" in joined
    assert joined.index("module_two_js = ") < joined.index("module_one_js = ")


@pytest.mark.parametrize(
    "line", ['import x from "./two.js";', 'export * from "./two.js";', "export { a };"]
)
def test_what_cannot_be_joined_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text(line + "\n")
    with pytest.raises(ValueError, match=r"main\.js: .*" + re.escape(line)):
        join_modules("main.js", (tmp_path,))
