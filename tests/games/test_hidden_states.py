"""Turns and keys in games with secrets: the tests that we ship for all games."""

from galda.testing.hidden_states import *  # noqa: F403
