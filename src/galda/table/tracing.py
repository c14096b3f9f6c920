"""One id from a request to the worker that does what it asked for, in logs and in traces.

A request brings its id in the header `traceparent`, as W3C Trace Context has it, or gets a fresh
one. What is to be thought about keeps it in the database, so the worker that takes it, in whichever
process, logs under the same id. Where OpenTelemetry is installed and told where to send traces
(`pip install 'galda[otel]'`, OTEL_EXPORTER_OTLP_ENDPOINT), requests and work are spans of it, too.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from galda.core.errors import GaldaError

TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}")
HEADER = "traceparent"
WANTED = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
_trace: ContextVar[str] = ContextVar("trace", default="")


def current_trace() -> str:
    """The id under which something is done now; nothing where nobody asked for it."""
    return _trace.get()


def read_trace(header: str) -> str:
    """The id that a request brings, or a fresh one.

    Args:
        header: the value of `traceparent`; what is not one counts as none.
    """
    found = TRACEPARENT.fullmatch(header)
    return found[1] if found and int(found[1], 16) else secrets.token_hex(16)


@contextmanager
def traced(trace: str, name: str, parent: str = "", **facts: str | int) -> Iterator[Any]:
    """Do something under an id, as a span of OpenTelemetry where there is one.

    Args:
        trace: the id, 32 hexadecimal digits; nothing leaves all as it is.
        name: of the span.
        parent: the `traceparent` that the id came in, if any.
        facts: attributes of the span.
    """
    if not trace:
        yield None
        return
    before = _trace.set(trace)
    try:
        if (tracer := _tracer()) is None:
            yield None
            return
        with tracer.start_as_current_span(
            name, context=_context(trace, parent), attributes=facts
        ) as span:
            yield span
    finally:
        _trace.reset(before)


@cache
def _tracer() -> Any:
    """OpenTelemetry's, where an operator asks for it; `GaldaError` where it is not installed."""
    if not wanted(os.environ):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http import trace_exporter  # noqa: PLC0415
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError:
        raise GaldaError(
            "traces need OpenTelemetry: pip install 'galda[otel]', or unset {name}", name=WANTED[0]
        ) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "galda"}))
    provider.add_span_processor(BatchSpanProcessor(trace_exporter.OTLPSpanExporter()))
    return provider.get_tracer("galda")


def wanted(environment: Mapping[str, str]) -> bool:
    """Whether an operator wants traces to be sent somewhere."""
    return any(environment.get(name) for name in WANTED)


def check_tracing() -> None:
    """Stop with a clear error where traces are wanted and cannot be sent; call it at the start."""
    _tracer()


def _context(trace: str, parent: str) -> Any:
    """OpenTelemetry's context for what goes on under an id of ours."""
    from opentelemetry import trace as spans  # noqa: PLC0415

    found = TRACEPARENT.fullmatch(parent)
    span_id = int(found[2], 16) if found else int(trace[:16], 16) or 1
    remote = spans.SpanContext(
        int(trace, 16), span_id, is_remote=True, trace_flags=spans.TraceFlags(1)
    )
    return spans.set_span_in_context(spans.NonRecordingSpan(remote))
