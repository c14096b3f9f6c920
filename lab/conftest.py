"""The tests of experiments share the plugin of the package's own tests."""

pytest_plugins = ["galda.testing.plugin"]
