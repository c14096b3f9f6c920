"""What holds for every game, variant and player count: the tests that we ship for all."""

from galda.testing.every_game import *  # noqa: F403
