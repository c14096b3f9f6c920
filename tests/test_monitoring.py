"""The dashboard and the alerts ask for figures that servers give."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml
from prometheus_client import generate_latest

from galda.web.serving.telemetry import Figures

DEPLOY = Path(__file__).parents[1] / "deploy"
ASKED = re.compile(r"\bgalda_\w+")
PARTS = re.compile(r"_(bucket|sum|count)$")


def given() -> set[str]:
    """The names in what a server answers at `/metrics`."""
    text = generate_latest(Figures().registry).decode()
    return set(re.findall(r"(?m)^# TYPE (\w+)", text))


def test_the_dashboard_shows_figures_that_there_are() -> None:
    told = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    queries = [target["expr"] for panel in told["panels"] for target in panel["targets"]]
    asked = {PARTS.sub("", name) for query in queries for name in ASKED.findall(query)}
    assert asked <= given(), asked - given()
    shown = {name for name in given() if not name.endswith("_created")} - {"galda_limit"}
    assert shown <= asked, f"not on the dashboard: {shown - asked}"


def test_panels_do_not_lie_on_each_other() -> None:
    panels = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]
    cells = [(p["gridPos"]["x"] + dx, p["gridPos"]["y"] + dy)
             for p in panels for dx in range(p["gridPos"]["w"])
             for dy in range(p["gridPos"]["h"])]  # fmt: skip
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


def test_alerts_ask_for_figures_that_there_are_and_say_what_to_do() -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]:
        for name in ASKED.findall(rule["expr"]):
            assert PARTS.sub("", name) in given(), rule["alert"]
        assert rule["annotations"]["summary"]
