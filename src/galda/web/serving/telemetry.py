"""What operators see: one JSON line for each request, and figures for Prometheus.

Addresses of pages can hold the keys of seats, so only their patterns are written down.
"""

from __future__ import annotations

import json
import logging
import time
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galda.table.tracing import HEADER, current_trace, read_trace, traced
from galda.web.serving.nonsense import NONSENSE

if TYPE_CHECKING:
    from galda.table.storage.quarantine import Quarantine
    from galda.web.security.connections import Connections
    from galda.web.security.rate_limits import Accounts
    from galda.web.serving.settings import Settings

log = logging.getLogger("galda.web")
UNKNOWN = "unknown"
TRACE_ID = b"x-trace-id"
"""The header of answers that tells those who trace under which id the log speaks of a request."""
LIMITS = (
    "tables_per_hour", "tables_per_address", "records_per_address", "chat_per_minute",
    "largest_body", "sockets", "sockets_per_person", "sockets_per_address", "work_per_person",
    "work_per_address",
)  # fmt: skip
"""The settings that limit what one may have."""


class Figures:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "galda_requests_total",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "galda_request_seconds",
            "Time to answer a request.",
            ("route",),
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
        )
        self.sockets = Gauge("galda_open_pages", "Live connections.", registry=self.registry)
        self.limits = Gauge(
            "galda_limit", "What one may have, by what it is.", ("of",), registry=self.registry
        )
        self.load = Gauge(
            "galda_load", "Seconds of work in a second, of late.", registry=self.registry
        )
        self.waits = Gauge(
            "galda_waits", "How often somebody had to wait for their share.", registry=self.registry
        )
        self.sent_away = Gauge(
            "galda_pages_refused", "Pages that found no place.", registry=self.registry
        )
        self.views = Counter("galda_views_total", "Views pushed to pages.", registry=self.registry)
        self.tables = Counter("galda_tables_total", "Tables opened.", registry=self.registry)
        self.turns = Counter(
            "galda_turns_total", "Turns sealed by people and programs.", registry=self.registry
        )
        self.unavailable = Counter(
            "galda_unavailable_total",
            "Requests answered by 503, for the database did not work.",
            registry=self.registry,
        )
        self.nonsense = Gauge(
            "galda_no_http", "Connections that sent what is no HTTP.", registry=self.registry
        )
        self.nonsense.set_function(lambda: NONSENSE.count)
        self.aside = Gauge(
            "galda_tables_aside", "Tables set aside: unreadable.", registry=self.registry
        )
        self.faults = Gauge(
            "galda_table_faults", "How often a table could not be read.", registry=self.registry
        )

    def tell_limits(self, settings: Settings) -> None:
        """Tell what one may have, as it was set."""
        for name in LIMITS:
            self.limits.labels(name).set(getattr(settings, name))

    def watch_shares(self, accounts: Accounts, places: Connections) -> None:
        """Tell how busy we are and who waits, as it is when somebody asks."""
        self.load.set_function(accounts.load.now)
        self.waits.set_function(lambda: accounts.waits)
        self.sockets.set_function(lambda: len(places))
        self.sent_away.set_function(lambda: places.refused)

    def count_aside(self, aside: Quarantine) -> None:
        """Tell how many tables are set aside, as it is when somebody asks."""
        self.aside.set_function(lambda: len(aside))
        self.faults.set_function(lambda: aside.faults)


class RequestRecorder:
    """Counts and logs every request."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app = app
        self.figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(HEADER.encode(), b"").decode("latin-1")
        with traced(trace := read_trace(given), "request", given, method=scope["method"]) as span:
            await self._record(scope, receive, send, trace if given else "", span)

    async def _record(
        self, scope: Scope, receive: Receive, send: Send, traced_as: str, span: Any
    ) -> None:
        began = time.perf_counter()
        status = 500

        async def send_recorded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if traced_as:
                    message["headers"].append((TRACE_ID, traced_as.encode()))
            await send(message)

        try:
            await self.app(scope, receive, send_recorded)
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", UNKNOWN)
            self.figures.requests.labels(scope["method"], route, str(status)).inc()
            self.figures.seconds.labels(route).observe(seconds)
            if span is not None:
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute("http.response.status_code", status)
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                },
            )


STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for one record."""
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if trace := current_trace():
            line["trace_id"] = trace
        line |= {key: value for key, value in vars(record).items() if key not in STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log_as_json(level: str = "INFO") -> None:
    """Write all logs to stderr as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("uvicorn.error", "alembic"):  # the first writes addresses, keys and all
        logging.getLogger(noisy).setLevel(logging.WARNING)
