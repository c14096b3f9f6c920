"""What all tests share: our plugin, patient examples, and a last word on what was left out."""

import os
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, settings

pytest_plugins = ["galda.testing.plugin"]
# On a busy machine making examples is slow; and what must pass every time tries the same ones.
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("unhurried")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in the last lines what was left out here, and why."""
    reasons = Counter(
        str(report.longrepr[2]).removeprefix("Skipped: ").removeprefix("could not import ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"left out: {count} × {reason}")
