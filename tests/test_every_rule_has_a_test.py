"""The list of rules is part of each game; a rule without a test fails the run."""

from galda.testing.rule_marks import *  # noqa: F403
