"""Run the notebooks in `examples/` and keep what comes out: `python scripts/notebooks.py`.

What is kept can be read where nothing runs: a board that can be touched is kept as a picture.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from galda.core.jit.notice import Notice

FOLDER = Path(__file__).resolve().parents[1] / "examples"
WIDGET = "application/vnd.jupyter.widget-view+json"
PATIENCE = 600
"""Seconds that a cell may take: the first to use something compiles it."""


def notebooks() -> list[Path]:
    """The notebooks there are."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(file: Path) -> Any:
    """A notebook as it is kept."""
    import nbformat  # noqa: PLC0415 - it takes a second, which whoever only lists them need not wait

    return nbformat.read(file, as_version=4)


def run(file: Path) -> Any:
    """A notebook with what came out of it, run in a process and with a data folder of its own."""
    from nbclient import NotebookClient  # noqa: PLC0415

    notebook = read(file)
    with TemporaryDirectory() as data:
        surroundings = {**os.environ, "GALDA_DATA": data, "LC_ALL": "C.UTF-8"}
        client = NotebookClient(
            notebook, timeout=PATIENCE, kernel_name="python3", store_widget_state=False
        )
        client.execute(env=surroundings, cwd=data)
    tidy(notebook)
    return notebook


def tidy(notebook: Any) -> None:
    """Leave out what differs from run to run: times, names of widgets, and whether it compiled."""
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "name": "python3"}}
    for cell in notebook.cells:
        cell.metadata = {}
        if "outputs" in cell:
            cell.outputs = [one for one in cell.outputs if not is_notice(one)]
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
            output.get("metadata", {}).clear()


def is_notice(output: Any) -> bool:
    """Whether it is the line that says that something is being compiled."""
    said = str(output.get("text", "")).strip()
    return output.get("name") == "stderr" and said == Notice.WORDS


def texts(notebook: Any) -> list[str]:
    """What each cell of a notebook wrote, without its drawings."""
    return [
        "".join(
            str(output.get("text") or output.get("data", {}).get("text/plain", ""))
            for output in cell.outputs
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def main() -> None:
    """Run all of them, or those that are named."""
    import nbformat  # noqa: PLC0415

    for file in [Path(name) for name in sys.argv[1:]] or notebooks():
        nbformat.write(run(file), file)
        print(file)


if __name__ == "__main__":
    main()
