"""The environments of our games pass what we ship for those of others."""

from galda.testing.every_environment import *  # noqa: F403
