"""What all tests share: our own plugin; and examples may take long, for the first is compiled."""

import os

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
