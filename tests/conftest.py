"""What all tests share: our own plugin; and examples may take long, for the first is compiled."""

from hypothesis import settings

pytest_plugins = ["galda.testing.plugin"]
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
