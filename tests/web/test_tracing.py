"""One id from a request to the worker: in answers, in logs, in the database, as spans."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from site_support import Site

from galda.core.errors import GaldaError
from galda.table import Person, SeatPlan, TablePlan, Tables, tracing
from galda.table.tables import Hosting
from galda.table.tracing import current_trace, read_trace, traced
from galda.web.serving.telemetry import JsonLines
from in_a_thread import run
from patience import patience

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
GIVEN = f"00-{TRACE}-00f067aa0ba902b7-01"


def test_a_request_keeps_the_id_that_it_brings() -> None:
    assert read_trace(GIVEN) == TRACE


@pytest.mark.parametrize(
    "junk", ["", "00-zz", GIVEN.upper(), f"00-{'0' * 32}-00f067aa0ba902b7-01", GIVEN + "0"]
)
def test_what_is_no_id_counts_as_none(junk: str) -> None:
    fresh = read_trace(junk)
    assert re.fullmatch("[0-9a-f]{32}", fresh)
    assert fresh not in (TRACE, read_trace(junk))


def test_an_answer_tells_under_which_id_the_log_speaks_of_it(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []

    class Formatting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(JsonLines().format(record))

    log, handler = logging.getLogger("galda.web"), Formatting()
    log.addHandler(handler)
    with caplog.at_level(logging.INFO, "galda.web"):
        answer = site.client.get("/healthz", headers={"traceparent": GIVEN})
    log.removeHandler(handler)
    assert answer.headers["x-trace-id"] == TRACE
    (line,) = [each for each in map(json.loads, told) if each["event"] == "request"]
    assert line["trace_id"] == TRACE
    other = site.client.get("/healthz", headers={"traceparent": "?"}).headers["x-trace-id"]
    assert re.fullmatch("[0-9a-f]{32}", other) and other != TRACE
    assert "x-trace-id" not in site.client.get("/healthz").headers, "answers are alike"
    assert current_trace() == ""


def test_work_remembers_the_request_that_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def open_table() -> None:
        hosting = Hosting(bot_workers=0, coach_workers=0)
        async with await Tables.open(f"sqlite:///{file}", hosting, sweep=False) as tables:
            with traced(TRACE, "request"):
                plan = TablePlan("quixo", {}, (SeatPlan("bot", level="novice"), SeatPlan("me")))
                await tables.create(plan, Person("ann", "Ann"))

    run(open_table())
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT kind, trace FROM jobs").fetchall() == [("turn", TRACE)]


def test_a_worker_goes_on_under_the_id(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    seen: list[str] = []

    class Noting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.getMessage() == "done":
                seen.append(current_trace())

    async def play() -> None:
        file = tmp_path / "tables.sqlite"
        hosting = Hosting(bot_workers=1, coach_workers=0, thinking_time=0)
        async with await Tables.open(f"sqlite:///{file}", hosting, sweep=False) as tables:
            with traced(TRACE, "request"):
                plan = TablePlan("quixo", {}, (SeatPlan("bot", level="novice"), SeatPlan("me")))
                await tables.create(plan, Person("ann", "Ann"))
            async with asyncio.timeout(patience(60)):
                while not seen:
                    await asyncio.sleep(0.01)

    log, handler = logging.getLogger("galda.table.thinking.worker_pool"), Noting()
    log.addHandler(handler)
    with caplog.at_level(logging.INFO, log.name):
        run(play())
    log.removeHandler(handler)
    assert seen == [TRACE]


def test_traces_that_cannot_be_sent_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tracing.WANTED[0], "http://127.0.0.1:1")
    monkeypatch.setitem(__import__("sys").modules, "opentelemetry.sdk.trace", None)
    tracing._tracer.cache_clear()
    with pytest.raises(GaldaError, match=re.escape("galda[otel]")):
        tracing.check_tracing()
    tracing._tracer.cache_clear()


def test_requests_are_spans_of_opentelemetry(monkeypatch: pytest.MonkeyPatch) -> None:
    sdk: Any = pytest.importorskip("opentelemetry.sdk.trace", reason="OpenTelemetry: galda[otel]")
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: PLC0415
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import (  # noqa: PLC0415
        InMemorySpanExporter,
    )

    kept, provider = InMemorySpanExporter(), sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(tracing, "_tracer", lambda: provider.get_tracer("galda"))
    with traced(TRACE, "request", GIVEN, method="GET"), traced(TRACE, "turn", game="x"):
        pass
    spans: Any = kept.get_finished_spans()
    inner, outer = spans
    assert [f"{span.context.trace_id:032x}" for span in (inner, outer)] == [TRACE, TRACE]
    assert f"{outer.parent.span_id:016x}" == "00f067aa0ba902b7"
    assert inner.attributes["game"] == "x"
